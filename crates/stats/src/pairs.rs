//! Pairs of games, both results kept apart.

use std::ops::AddAssign;

use crate::tally::{Games, Pairs, Tally};

/// How often each combination of results occurred in pairs of games of two players, A and B. The outer index is A's
/// result in the game that A began, the inner one A's result in the game that B began: 0 loss, 1 draw, 2 win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [[u64; 3]; 3]);

impl PairCounts {
    /// Each combination with its count: A's result as first, A's result as second, how often.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        (0..9).map(|cell| (cell / 3, cell % 3, self.0[cell / 3][cell % 3]))
    }

    /// The number of pairs.
    pub fn n(&self) -> u64 {
        self.0.iter().flatten().sum()
    }

    /// The pairs by the points of A.
    pub fn by_player(&self) -> Pairs {
        let mut tally = Tally([0; 5]);
        for (as_first, as_second, count) in self.cells() {
            tally.0[as_first + as_second] += count;
        }
        tally
    }

    /// A's losses, draws and wins in the games that A began.
    pub fn as_first(&self) -> Games {
        Tally(self.0.map(|row| row.iter().sum()))
    }

    /// A's losses, draws and wins in the games that B began.
    pub fn as_second(&self) -> Games {
        Tally([0, 1, 2].map(|result| self.0.iter().map(|row| row[result]).sum()))
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: Self) {
        self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()).for_each(|(count, more)| *count += more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counted by hand: one pair won twice, two pairs that the first seat won twice, one of win and draw.
    #[test]
    fn an_example() {
        let mut pairs = PairCounts::default();
        pairs.0[2][2] = 1;
        pairs.0[2][0] = 2;
        pairs.0[2][1] = 1;
        assert_eq!(pairs.by_player(), Tally([0, 0, 2, 1, 1]));
        assert_eq!(pairs.as_first(), Tally([0, 0, 4]));
        assert_eq!(pairs.as_second(), Tally([2, 1, 1]));
        assert_eq!(pairs.n(), 4);
    }

    proptest! {
        /// Counting in pairs keeps all points.
        #[test]
        fn points_agree(counts in prop::array::uniform3(prop::array::uniform3(0u64..20))) {
            let pairs = PairCounts(counts);
            let points = |tally: &[u64]| -> u64 { tally.iter().enumerate().map(|(half, n)| half as u64 * n).sum() };
            let (first, second) = (points(&pairs.as_first().0), points(&pairs.as_second().0));
            prop_assert_eq!(points(&pairs.by_player().0), first + second);
            let (mut doubled, mut doubled_tally) = (pairs, pairs.by_player());
            doubled += pairs;
            doubled_tally += pairs.by_player();
            prop_assert_eq!(doubled.by_player(), doubled_tally);
            prop_assert_eq!(doubled.n(), 2 * pairs.n());
        }
    }
}
