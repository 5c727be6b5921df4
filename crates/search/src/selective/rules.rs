//! The numbers that a search works with, made from the margins of a player once: all margins are in swings.

use super::margins::{LATE_DEPTH, Margin, Margins};
use super::techniques::Techniques;

/// What a search leaves out, and how much less deep it looks.
pub(crate) struct Rules {
    pub(super) techniques: Techniques,
    margins: Margins,
    /// The plies by which late moves are reduced, by depth and number of moves tried before.
    reductions: [[u8; 64]; 64],
    /// How many quiet moves are tried, by depth, and whether the position is improving.
    late: [[u32; 2]; LATE_DEPTH as usize + 1],
}

impl Rules {
    pub(super) fn new(techniques: Techniques, margins: Margins) -> Self {
        let logarithm = |n: usize| (n.max(1) as f64).ln();
        let (base, divisor) = (margins.of(Margin::ReductionBase), margins.of(Margin::ReductionDivisor));
        let plies = |depth, n_tried| (base + logarithm(depth) * logarithm(n_tried + 1) / divisor) as u8;
        let (least, growth) = (margins.of(Margin::LateMoves), margins.of(Margin::LateGrowth));
        let late = |depth: usize| (least + growth * (depth * depth) as f64) as u32;
        Rules {
            techniques,
            margins,
            reductions: std::array::from_fn(|depth| std::array::from_fn(|n_tried| plies(depth, n_tried))),
            late: std::array::from_fn(|depth| [late(depth) / 2, late(depth)]),
        }
    }

    /// A position this much above the window stays above it.
    #[inline(always)]
    pub(super) fn reverse_futility(&self, depth: u32, improving: bool) -> f64 {
        self.margins.of(Margin::ReverseFutility) * f64::from(depth - u32::from(improving)).max(0.5)
    }

    /// A position this much below the window is not saved by a quiet move.
    #[inline(always)]
    pub(super) fn futility(&self, depth: u32) -> f64 {
        self.margins.of(Margin::Futility) * f64::from(depth) + self.margins.of(Margin::FutilityBase)
    }

    /// How far below the value of the best move all others must stay for it to count as the only one.
    #[inline(always)]
    pub(super) fn singular(&self, depth: u32) -> f64 {
        self.margins.of(Margin::Singular) * f64::from(depth)
    }

    /// Half the width of the first window around the last value.
    pub(super) fn aspiration(&self) -> f64 {
        self.margins.of(Margin::AspirationWidth)
    }

    /// How many standard errors outside the window a shallow search must be.
    pub(super) fn probcut_errors(&self) -> f64 {
        self.margins.of(Margin::ProbcutErrors)
    }

    /// How many quiet moves are tried, up to [`LATE_DEPTH`].
    #[inline(always)]
    pub(super) fn late_limit(&self, depth: u32, improving: bool) -> u32 {
        self.late[depth as usize][usize::from(improving)]
    }

    /// How much less deep the search after a null move goes.
    #[inline(always)]
    pub(super) fn null_reduction(&self, depth: u32) -> u32 {
        self.margins.of(Margin::NullReduction) as u32 + depth / self.margins.of(Margin::NullDivisor) as u32
    }

    /// The plies by which a late move is reduced.
    #[inline(always)]
    pub(super) fn reduction(&self, depth: u32, n_tried: usize) -> i32 {
        self.reductions[(depth as usize).min(63)][n_tried.min(63)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_searches_are_reduced_more() {
        let rules = Rules::new(Techniques::ALL, Margins::DEFAULT);
        for depth in 3..40 {
            for n_tried in 2..60 {
                assert!(rules.reduction(depth, n_tried) <= rules.reduction(depth + 1, n_tried));
                assert!(rules.reduction(depth, n_tried) <= rules.reduction(depth, n_tried + 1));
            }
        }
        assert_eq!((rules.reduction(3, 2), rules.reduction(12, 20)), (1, 3));
    }

    /// Each number does what its name says, in the direction that it says.
    #[test]
    fn margins_are_what_they_are_called() {
        let with = |name: &str, number: f64| {
            let mut margins = Margins::DEFAULT;
            assert!(margins.set(name, number), "{name}");
            Rules::new(Techniques::ALL, margins)
        };
        assert_eq!(with("reduction-base", 2.0).reduction(3, 1), 2);
        assert_eq!(with("reduction-divisor", 1.0).reduction(12, 20), 8);
        assert_eq!(with("late-moves", 10.0).late_limit(3, true), 28);
        assert_eq!(with("late-growth", 0.5).late_limit(4, false), 5);
        assert_eq!(with("futility-base", 2.0).futility(1), 3.2);
        assert_eq!(with("futility-margin", 2.0).futility(3), 6.6);
        assert_eq!(with("reverse-futility-margin", 2.0).reverse_futility(3, true), 4.0);
        assert_eq!(with("null-reduction", 2.0).null_reduction(8), 4);
        assert_eq!(with("null-divisor", 2.0).null_reduction(8), 7);
        assert_eq!(with("singular-margin", 0.5).singular(8), 4.0);
        assert_eq!(with("probcut-errors", 2.5).probcut_errors(), 2.5);
        assert_eq!(with("aspiration-width", 3.0).aspiration(), 3.0);
    }
}
