//! Which child a simulation visits: the one with the highest upper confidence bound (Auer, Cesa-Bianchi, Fischer 2002).
//!
//! ```text
//! UCB1         mean + c · √(ln N / n)
//! UCB1-tuned   mean + c/√2 · √(ln N / n · min(¼, variance + √(2 ln N / n)))
//! ```
//!
//! N counts the visits of the node, n those of the move. With c = √2 both are the published rules.

use std::f32::consts::{FRAC_1_SQRT_2, LN_2, SQRT_2};

use super::tree::{Node, Tree};

/// The rule that balances good moves against rarely tried ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Select {
    /// The confidence interval of any distribution between 0 and 1.
    #[default]
    Ucb1,
    /// A narrower interval where the results vary little.
    Ucb1Tuned,
}

/// A rule with its constant, checked once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    rule: Select,
    c: f32,
}

impl Selection {
    /// The constant is kept where sums neither overflow nor lose their order: negative numbers and nonsense count as 0.
    pub(super) fn new(rule: Select, c: f64) -> Self {
        Selection { rule, c: c.clamp(0.0, 1e30).max(0.0) as f32 }
    }

    /// The best edge of a node whose moves were all tried. Of equal ones, the one that was tried first.
    #[inline(always)]
    pub(super) fn best<M: Copy>(self, tree: &Tree<M>, node: &Node) -> usize {
        let edges = node.tried();
        let ln_visits = ln(node.visits);
        let (figures, variances) = tree.figures(edges.clone());
        let best = match self.rule {
            Select::Ucb1 => {
                let weight = self.c * ln_visits.sqrt();
                first_highest(figures.iter().map(|edge| edge.mean + weight * edge.spread))
            }
            Select::Ucb1Tuned => {
                let weight = self.c / SQRT_2;
                first_highest(figures.iter().zip(variances).map(|(edge, variance)| {
                    let share = ln_visits * edge.spread * edge.spread;
                    edge.mean + weight * (share * (variance + (2.0 * share).sqrt()).min(0.25)).sqrt()
                }))
            }
        };
        edges.start + best
    }
}

/// The index of the first of the highest bounds.
///
/// The bits of floating-point numbers from 0 up, and of all negative ones below them, are in the order of integers.
/// With the index beneath them one maximum without any branch finds bound and index: which move is best is hard to
/// predict.
#[inline(always)]
fn first_highest(bounds: impl Iterator<Item = f32>) -> usize {
    let mut best = i64::MIN;
    let mut rank = u32::MAX;
    for bound in bounds {
        best = best.max(i64::from(bound.to_bits() as i32) << 32 | i64::from(rank));
        rank -= 1;
    }
    (u32::MAX - best as u32) as usize
}

/// The natural logarithm, to seven digits. The library's may differ in its last bits from machine to machine, and a
/// search must not; it is also slower.
#[inline(always)]
fn ln(n: u32) -> f32 {
    // n = m · 2^e with m from √½ to √2: subtracting the bits of √½ leaves e where the exponent stands.
    let bits = (n as f32).to_bits();
    let e = bits.wrapping_sub(FRAC_1_SQRT_2.to_bits()) as i32 >> 23;
    let m = f32::from_bits(bits.wrapping_sub((e << 23) as u32));
    // ln m = 2 artanh((m − 1) / (m + 1)), whose series ends soon.
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let series = (1.0 + square * (1.0 / 3.0)) + square * square * (0.2 + square * (1.0 / 7.0));
    e as f32 * LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for n in (1..5000).chain([1 << 20, (1 << 24) - 1, 3_000_000_000, u32::MAX]) {
            let exact = f64::from(n).ln();
            assert!((f64::from(ln(n)) - exact).abs() <= 2e-7 * exact, "{n}");
        }
    }

    #[test]
    fn the_first_of_the_highest() {
        assert_eq!(first_highest([0.5, 0.7, 0.7, 0.1].into_iter()), 1);
        assert_eq!(first_highest([-1.0, 0.0, -1.0].into_iter()), 1);
        assert_eq!(first_highest([-1.0, -1.0].into_iter()), 0);
        assert_eq!(first_highest([1e30, 3e30, 2e30].into_iter()), 1);
    }

    #[test]
    fn nonsense_constants_count_as_nothing() {
        for c in [f64::NAN, -1.0, f64::NEG_INFINITY] {
            assert_eq!(Selection::new(Select::Ucb1, c).c, 0.0);
        }
        assert_eq!(Selection::new(Select::Ucb1, f64::INFINITY).c, 1e30);
    }
}
