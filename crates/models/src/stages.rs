//! Stages of a game, told apart by the number of pieces on the board.

use plyscope_core::BadInput;

/// Which stage a position belongs to, by its number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stages {
    /// By number of pieces, from 0 to the number of cells.
    of_count: Vec<u8>,
    n: usize,
}

impl Stages {
    /// The stages by number of pieces.
    ///
    /// # Errors
    /// If there are none.
    pub fn new(of_count: Vec<u8>) -> Result<Self, BadInput> {
        let n = of_count.iter().map(|&stage| usize::from(stage) + 1).max();
        n.map(|n| Stages { of_count, n }).ok_or_else(|| BadInput::new("a model needs at least one stage"))
    }

    /// At most `n` stages that hold about equally many of the positions counted here, by number of pieces.
    pub fn even(positions: &[u64], n: usize) -> Self {
        let total: u64 = positions.iter().sum::<u64>().max(1);
        let mut before = 0;
        let mut of_count: Vec<u8> = Vec::with_capacity(positions.len());
        for &here in positions {
            // The middle of this count decides, so that a count with many positions is not cut off too early.
            let middle = 2 * before + here;
            of_count.push((middle * n as u64 / (2 * total)).min(n as u64 - 1) as u8);
            before += here;
        }
        // Without gaps: a stage that nothing belongs to would have no weights.
        let mut used: Vec<u8> = of_count.clone();
        used.dedup();
        for stage in &mut of_count {
            *stage = used.iter().position(|known| known == stage).unwrap_or(0) as u8;
        }
        let n = used.len().max(1);
        Stages { of_count, n }
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The stages by number of pieces.
    pub fn of_count(&self) -> &[u8] {
        &self.of_count
    }

    /// The stage of a position with this many pieces.
    #[inline(always)]
    pub fn of(&self, n_pieces: usize) -> usize {
        usize::from(self.of_count[n_pieces.min(self.of_count.len() - 1)])
    }

    /// What a stage is called: the numbers of pieces that belong to it.
    pub fn name(&self, stage: usize) -> String {
        let belongs = |n: &usize| usize::from(self.of_count[*n]) == stage;
        let mut counts = (0..self.of_count.len()).filter(belongs);
        let first = counts.next().unwrap_or(0);
        match counts.next_back() {
            Some(last) => format!("{first}-{last} pieces"),
            None => format!("{first} pieces"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_hold_equally_many_and_have_no_gaps() {
        let even = Stages::even(&[0, 0, 10, 10, 10, 10, 0], 2);
        assert_eq!((even.n(), even.of_count()), (2, &[0, 0, 0, 0, 1, 1, 1][..]));
        // One count that holds nearly everything leaves room for only few stages.
        let uneven = Stages::even(&[1, 1000, 1], 8);
        assert!(uneven.of_count().windows(2).all(|pair| pair[1] - pair[0] <= 1), "{uneven:?}");
        assert_eq!(Stages::even(&[0, 0, 0], 4).n(), 1);
        assert_eq!(even.name(1), "4-6 pieces");
    }
}
