//! How far a value may change in some plies, and how much less deep late moves are searched: the numbers behind the
//! techniques, which players may choose.
//!
//! Margins of engines are usually written in hundredths of a pawn. Here the heuristic may be anybody's, in any unit. So
//! the search measures the unit itself: the *swing*, the mean change of the heuristic value from one turn of a side
//! to its next over the positions it has visited. All margins are multiples of it. A heuristic that never changes has
//! no swing, and nothing is pruned on its word.

/// Measures the swing.
#[derive(Clone, Copy, Default)]
pub(super) struct Swing {
    sum: f64,
    count: f64,
}

/// About this many observations count; older ones fade.
const MEMORY: f64 = 65_536.0;
/// Fewer observations than this say nothing.
const FEW: f64 = 32.0;

impl Swing {
    /// Takes in the change of a value in two plies.
    #[inline(always)]
    pub(super) fn observe(&mut self, change: f64) {
        self.sum += change.abs();
        self.count += 1.0;
        if self.count >= MEMORY {
            self.sum /= 2.0;
            self.count /= 2.0;
        }
    }

    /// The mean change, or `None` while little is known or nothing ever changes.
    #[inline(always)]
    pub(super) fn mean(&self) -> Option<f64> {
        (self.count >= FEW && self.sum > 0.0).then(|| self.sum / self.count)
    }
}

/// Depths up to which each rule is used.
pub(super) const REVERSE_FUTILITY_DEPTH: u32 = 7;
pub(super) const FUTILITY_DEPTH: u32 = 5;
pub(super) const LATE_DEPTH: u32 = 5;
pub(super) const NULL_DEPTH: u32 = 3;
pub(super) const INTERNAL_DEPTH: u32 = 4;
pub(super) const SINGULAR_DEPTH: u32 = 7;
pub(super) const REDUCTION_DEPTH: u32 = 3;

/// The numbers of the techniques; what they mean is said where they are options of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins([f64; MARGINS.len()]);

/// A number that can be chosen.
#[derive(Debug)]
pub struct MarginAbout {
    /// Its name as an option.
    pub name: &'static str,
    /// The technique that uses it: without that, it changes nothing.
    pub technique: &'static str,
    /// What it is unless it is chosen.
    pub default: f64,
    /// The least it can be.
    pub least: f64,
    /// The most it can be.
    pub most: f64,
    /// Whether it is a whole number.
    pub is_whole: bool,
}

const fn decimal(name: &'static str, technique: &'static str, default: f64, [least, most]: [f64; 2]) -> MarginAbout {
    MarginAbout { name, technique, default, least, most, is_whole: false }
}

const fn whole(name: &'static str, technique: &'static str, default: f64, ends: [f64; 2]) -> MarginAbout {
    MarginAbout { is_whole: true, ..decimal(name, technique, default, ends) }
}

/// All of them, in the order in which players are written.
pub const MARGINS: [MarginAbout; 12] = [
    decimal("reduction-base", "reductions", 0.5, [0.0, 10.0]),
    decimal("reduction-divisor", "reductions", 2.2, [0.1, 100.0]),
    whole("late-moves", "late-pruning", 3.0, [0.0, 1000.0]),
    decimal("late-growth", "late-pruning", 2.0, [0.0, 100.0]),
    decimal("futility-base", "futility", 0.6, [0.0, 100.0]),
    decimal("futility-margin", "futility", 1.2, [0.0, 100.0]),
    decimal("reverse-futility-margin", "reverse-futility", 0.9, [0.0, 100.0]),
    whole("null-reduction", "null-move", 3.0, [1.0, 20.0]),
    whole("null-divisor", "null-move", 4.0, [1.0, 100.0]),
    decimal("singular-margin", "singular", 0.03, [0.0, 100.0]),
    decimal("probcut-errors", "probcut", 1.5, [0.1, 100.0]),
    decimal("aspiration-width", "aspiration", 0.5, [0.01, 100.0]),
];

/// The places of the numbers in [`MARGINS`].
#[derive(Clone, Copy)]
pub(super) enum Margin {
    ReductionBase,
    ReductionDivisor,
    LateMoves,
    LateGrowth,
    FutilityBase,
    Futility,
    ReverseFutility,
    NullReduction,
    NullDivisor,
    Singular,
    ProbcutErrors,
    AspirationWidth,
}

impl Margins {
    /// What players have unless they choose something else.
    pub const DEFAULT: Margins = {
        let mut numbers = [0.0; MARGINS.len()];
        let mut place = 0;
        while place < MARGINS.len() {
            numbers[place] = MARGINS[place].default;
            place += 1;
        }
        Margins(numbers)
    };

    #[inline(always)]
    pub(super) fn of(&self, margin: Margin) -> f64 {
        self.0[margin as usize]
    }

    /// The number with this name, one of those in [`MARGINS`].
    pub fn get(&self, name: &str) -> Option<f64> {
        MARGINS.iter().position(|about| about.name == name).map(|place| self.0[place])
    }

    /// Chooses the number with this name; one that is out of its bounds becomes the nearest that is not. Whether there
    /// is one of that name.
    pub fn set(&mut self, name: &str, number: f64) -> bool {
        let Some(place) = MARGINS.iter().position(|about| about.name == name) else { return false };
        let MarginAbout { default, least, most, is_whole, .. } = MARGINS[place];
        let number = if number.is_nan() { default } else { number.clamp(least, most) };
        self.0[place] = if is_whole { number.round() } else { number };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_swing_is_the_mean_change_in_the_heuristics_own_unit() {
        let mut swing = Swing::default();
        assert_eq!(swing.mean(), None);
        (0..100).for_each(|n| swing.observe(if n % 2 == 0 { 30.0 } else { -10.0 }));
        assert_eq!(swing.mean(), Some(20.0));
        (0..1_000_000).for_each(|_| swing.observe(5.0));
        assert!((swing.mean().unwrap() - 5.0).abs() < 0.1, "old observations fade");
        let mut constant = Swing::default();
        (0..1000).for_each(|_| constant.observe(0.0));
        assert_eq!(constant.mean(), None, "nothing is pruned on the word of a constant");
    }

    #[test]
    fn every_name_has_its_own_number() {
        let mut margins = Margins::DEFAULT;
        for (place, about) in MARGINS.iter().enumerate() {
            assert_eq!(margins.get(about.name), Some(about.default), "{} is shared", about.name);
            assert!(margins.set(about.name, about.most) && margins.0[place] == about.most);
            assert!((about.least..=about.most).contains(&about.default));
        }
        assert!(!margins.set("magic", 1.0) && margins.get("magic").is_none());
        for (name, number, kept) in
            [("late-moves", 2.6, 3.0), ("futility-base", -1.0, 0.0), ("null-divisor", f64::NAN, 4.0)]
        {
            margins.set(name, number);
            assert_eq!(margins.get(name), Some(kept), "{name}");
        }
        assert_eq!(Margins::DEFAULT.of(Margin::AspirationWidth), 0.5, "the last name is the last place");
        assert_eq!(Margins::DEFAULT.of(Margin::Singular), 0.03);
        assert_eq!(Margins::DEFAULT.of(Margin::Futility), 1.2);
    }
}
