//! What one choice is worth, and many together.

use plyscope_core::{Score, Verdict};
use plyscope_solve::Measure;
use serde::Serialize;

use crate::figure::{Figure, Range, Sum};

/// A position with the true worth of its moves and what a heuristic gives them, both for the side that plays them and
/// in the game's order.
pub(crate) struct Choice<'a> {
    pub(crate) depth: u32,
    pub(crate) ply: u32,
    pub(crate) truth: &'a [Score],
    pub(crate) given: &'a [Score],
}

/// The result that a score stands for: 1 for a win, a half for a draw, 0 for a loss.
pub(crate) fn points(score: Score) -> f64 {
    match score.cmp(&Score::EVEN) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// The marks of many choices, added up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MarkSums {
    kept: Sum,
    kept_everywhere: Sum,
    optimal: Sum,
    optimal_everywhere: Sum,
    points_lost: Sum,
    measure_lost: Sum,
    order: Sum,
}

/// The marks of a heuristic.
///
/// Of several moves that it likes best equally, any may be played: a mark is then the mean over them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Marks {
    /// How often the result is kept, where some moves keep it and others do not.
    pub kept: Option<Figure>,
    /// The same over all unfinished positions.
    pub kept_everywhere: Option<Figure>,
    /// How often a best move is chosen, where not all moves are equally good: a fastest win, a longest defence, the
    /// most discs.
    pub optimal: Option<Figure>,
    /// The same over all unfinished positions.
    pub optimal_everywhere: Option<Figure>,
    /// How much of the result is lost on average where it can be: 1 is a win that becomes a loss, a half is half of
    /// that.
    pub points_lost: Option<Figure>,
    /// Where plies count: by how many plies a win is slower or a loss faster than necessary, when the result is kept
    /// and moves differ. Where a margin counts: how much of it is lost, where moves differ.
    pub measure_lost: Option<Figure>,
    /// Kendall's τ-b between the heuristic's order of the moves and the true one, where not all moves are equally good.
    /// A heuristic that rates them all equal gets 0.
    pub order: Option<Figure>,
}

impl MarkSums {
    pub(crate) fn add(&mut self, choice: &Choice<'_>, measure: Measure) {
        let best = choice.truth.iter().copied().max().unwrap_or(Score::EVEN);
        let worst = choice.truth.iter().copied().min().unwrap_or(Score::EVEN);
        let liked = choice.given.iter().copied().max().unwrap_or(Score::EVEN);
        let chosen = || choice.truth.iter().zip(choice.given).filter(|(_, given)| **given == liked).map(|(t, _)| *t);
        let n = chosen().count() as f64;
        let mean = |of: &dyn Fn(Score) -> f64| chosen().map(of).sum::<f64>() / n;
        let points_lost = points(best) - mean(&points);
        let kept = mean(&|score| f64::from(u8::from(points(score) == points(best))));
        let optimal = mean(&|score| f64::from(u8::from(score == best)));
        self.kept_everywhere.add(kept);
        self.optimal_everywhere.add(optimal);
        if points(best) != points(worst) {
            self.kept.add(kept);
            self.points_lost.add(points_lost);
        }
        if best == worst {
            return;
        }
        self.optimal.add(optimal);
        self.order.add(order(choice.truth, choice.given));
        match measure {
            Measure::Margin => self.measure_lost.add(best.value() - mean(&Score::value)),
            Measure::Plies => {
                let lost: Vec<f64> = chosen().filter_map(|score| plies_lost(best, score)).collect();
                if !lost.is_empty() {
                    self.measure_lost.add(lost.iter().sum::<f64>() / lost.len() as f64);
                }
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &MarkSums) {
        self.kept.merge(&other.kept);
        self.kept_everywhere.merge(&other.kept_everywhere);
        self.optimal.merge(&other.optimal);
        self.optimal_everywhere.merge(&other.optimal_everywhere);
        self.points_lost.merge(&other.points_lost);
        self.measure_lost.merge(&other.measure_lost);
        self.order.merge(&other.order);
    }

    pub(crate) fn marks(&self, is_sample: bool) -> Marks {
        let share = |sum: &Sum| sum.figure(Range::Share, is_sample);
        Marks {
            kept: share(&self.kept),
            kept_everywhere: share(&self.kept_everywhere),
            optimal: share(&self.optimal),
            optimal_everywhere: share(&self.optimal_everywhere),
            points_lost: share(&self.points_lost),
            measure_lost: self.measure_lost.figure(Range::Positive, is_sample),
            order: self.order.figure(Range::Signed, is_sample),
        }
    }
}

/// By how many plies a move wins later or loses earlier than the best; `None` where the result differs or is a draw.
fn plies_lost(best: Score, chosen: Score) -> Option<f64> {
    match (best.verdict(true), chosen.verdict(true)) {
        (Verdict::Win(best), Verdict::Win(chosen)) => Some(f64::from(chosen) - f64::from(best)),
        (Verdict::Loss(best), Verdict::Loss(chosen)) => Some(f64::from(best) - f64::from(chosen)),
        _ => None,
    }
}

/// Kendall's τ-b of two orders of moves; 0 if one of them is a tie of all. Goes through all pairs, because moves are
/// few.
fn order(truth: &[Score], given: &[Score]) -> f64 {
    let (mut agreement, mut untied_truth, mut untied_given) = (0, 0, 0);
    for i in 0..truth.len() {
        for j in 0..i {
            let (a, b) = (truth[i].cmp(&truth[j]) as i32, given[i].cmp(&given[j]) as i32);
            agreement += a * b;
            untied_truth += a * a;
            untied_given += b * b;
        }
    }
    let untied = f64::from(untied_truth) * f64::from(untied_given);
    if untied > 0.0 { f64::from(agreement) / untied.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;
    use plyscope_stats::kendall;

    use crate::LEVEL;

    fn random_scores(rng: &mut Rng, n: usize) -> Vec<Score> {
        (0..n).map(|_| Score::estimate(rng.below(4) as f64 - 2.0)).collect()
    }

    #[test]
    fn order_is_kendalls() {
        let mut rng = Rng::new(3);
        for n in (1..12).cycle().take(500) {
            let (truth, given) = (random_scores(&mut rng, n), random_scores(&mut rng, n));
            let values = |scores: &[Score]| scores.iter().map(|score| score.value()).collect::<Vec<f64>>();
            let slow = kendall(&values(&truth), &values(&given), LEVEL).map_or(0.0, |found| found.value);
            assert!((order(&truth, &given) - slow).abs() < 1e-12, "{truth:?} {given:?}");
        }
    }

    fn marks(truth: &[Score], given: &[f64], measure: Measure) -> Marks {
        let given: Vec<Score> = given.iter().map(|&value| Score::estimate(value)).collect();
        let mut sums = MarkSums::default();
        sums.add(&Choice { depth: 1, ply: 0, truth, given: &given }, measure);
        sums.marks(false)
    }

    /// A win in 3, a win in 5, a draw and a loss; worked out by hand.
    #[test]
    fn marks_of_one_choice() {
        let truth = [Score::win_in(3), Score::win_in(5), Score::EVEN, Score::loss_in(2)];
        let mean = |figure: Option<Figure>| figure.map(|figure| figure.mean);
        let best = marks(&truth, &[9.0, 1.0, 0.0, -1.0], Measure::Plies);
        assert_eq!([best.kept, best.optimal, best.order].map(mean), [Some(1.0); 3]);
        assert_eq!([best.points_lost, best.measure_lost].map(mean), [Some(0.0); 2]);
        let slower = marks(&truth, &[0.0, 1.0, 0.0, -1.0], Measure::Plies);
        assert_eq!([slower.kept, slower.optimal, slower.measure_lost].map(mean), [Some(1.0), Some(0.0), Some(2.0)]);
        // Any of all four: half of them keep the win, one is best, 1 − (1 + 1 + ½ + 0)/4 is lost, and 2 plies in half
        // the wins.
        let any = marks(&truth, &[5.0; 4], Measure::Plies);
        assert_eq!([any.kept, any.optimal, any.order].map(mean), [Some(0.5), Some(0.25), Some(0.0)]);
        assert_eq!([any.points_lost, any.measure_lost].map(mean), [Some(0.375), Some(1.0)]);
        let worst = marks(&truth, &[-9.0, -1.0, 0.0, 1.0], Measure::Plies);
        assert_eq!([worst.kept, worst.points_lost, worst.order].map(mean), [Some(0.0), Some(1.0), Some(-1.0)]);
        assert_eq!(worst.measure_lost, None);
    }

    #[test]
    fn margins_are_lost_in_full() {
        let truth = [4.0, 2.0, -6.0].map(Score::estimate);
        let second = marks(&truth, &[0.0, 1.0, 0.0], Measure::Margin);
        assert_eq!(second.measure_lost.map(|figure| figure.mean), Some(2.0));
        assert_eq!(second.kept.map(|figure| figure.mean), Some(1.0));
        let all_alike = marks(&[Score::win_in(3); 2], &[0.0, 1.0], Measure::Plies);
        assert_eq!((all_alike.kept, all_alike.optimal, all_alike.order), (None, None, None));
        assert_eq!(all_alike.kept_everywhere.map(|figure| (figure.mean, figure.n)), Some((1.0, 1)));
    }
}
