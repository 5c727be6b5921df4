//! What a value means: how often positions with such values are won.

use plyscope_core::{Interrupted, Work};
use plyscope_stats::{Interval, Trials, Z_95, logistic, wilson};
use serde::Serialize;

/// The most bins.
const BINS: usize = 10;
/// Parts for cross-validation.
const FOLDS: usize = 5;

/// The values of a heuristic and the results behind them, for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Positions by value, in about equal numbers; equal values are never separated.
    pub bins: Vec<Bin>,
    /// The mean squared error of the chances that a logistic curve gives for the values, fitted to four fifths of the
    /// positions and tried on the last fifth.
    pub brier: f64,
    /// The same if every position is given the same chance.
    pub brier_of_mean: f64,
    /// The share of that error that the values remove: 1 is all, 0 is none. `None` if all results are the same.
    pub skill: Option<f64>,
}

/// Positions with similar values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// The least value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// The mean value.
    pub mean: f64,
    /// Positions.
    pub n: u64,
    /// The share of the points that the side to move gets with best play: a win is 1, a draw a half.
    pub points: f64,
    /// The interval of that share if the positions are a sample.
    pub interval: Option<Interval>,
    /// What the logistic curve over all positions says of the mean value.
    pub fitted: f64,
}

/// Positions with one value: how many, their points, and the squares of those.
#[derive(Clone, Copy, Default)]
struct Group {
    n: f64,
    points: f64,
    squares: f64,
}

impl Group {
    fn add(&mut self, other: Group) {
        self.n += other.n;
        self.points += other.points;
        self.squares += other.squares;
    }

    /// The sum of squared errors if this chance is given to all.
    fn error(&self, chance: f64) -> f64 {
        self.squares - 2.0 * chance * self.points + self.n * chance * chance
    }
}

/// All positions of one value, by fold.
struct Level {
    value: f64,
    folds: [Group; FOLDS],
}

impl Level {
    /// All folds but one.
    fn without(&self, fold: usize) -> Group {
        let mut sum = Group::default();
        (0..FOLDS).filter(|&other| other != fold).for_each(|other| sum.add(self.folds[other]));
        sum
    }

    fn all(&self) -> Group {
        self.without(FOLDS)
    }
}

impl Calibration {
    /// From the values and points of all positions; `None` if there are none.
    ///
    /// # Errors
    /// If it was stopped.
    pub(crate) fn of(
        positions: &[(f64, f64)],
        is_sample: bool,
        work: Work<'_>,
    ) -> Result<Option<Calibration>, Interrupted> {
        if positions.is_empty() {
            return Ok(None);
        }
        let levels = levels(positions, work)?;
        let n = positions.len() as f64;
        let (mut error, mut error_of_mean) = (0.0, 0.0);
        for fold in 0..FOLDS {
            work.check()?;
            let fit = logistic(&trials(&levels, fold));
            let mut rest = Group::default();
            levels.iter().for_each(|level| rest.add(level.without(fold)));
            // Without other positions there is nothing to learn from, and the guess is even chances.
            let mean = if rest.n > 0.0 { rest.points / rest.n } else { 0.5 };
            for level in &levels {
                error += level.folds[fold].error(fit.map_or(mean, |fit| fit.chance(level.value)));
                error_of_mean += level.folds[fold].error(mean);
            }
        }
        work.check()?;
        let Some(curve) = logistic(&trials(&levels, FOLDS)) else { return Ok(None) };
        let bins = cut(&levels, positions.len()).into_iter();
        let bins = bins.map(|levels| bin(levels, is_sample, |value| curve.chance(value))).collect();
        let (brier, brier_of_mean) = (error / n, error_of_mean / n);
        let skill = (brier_of_mean > 1e-12).then(|| 1.0 - brier / brier_of_mean);
        Ok(Some(Calibration { bins, brier, brier_of_mean, skill }))
    }
}

/// Positions that are sorted between two looks at the clock.
const SORTED_AT_ONCE: usize = 1 << 18;

fn levels(positions: &[(f64, f64)], work: Work<'_>) -> Result<Vec<Level>, Interrupted> {
    let by_value = |&a: &usize, &b: &usize| positions[a].0.total_cmp(&positions[b].0);
    let mut places: Vec<usize> = (0..positions.len()).collect();
    for part in places.chunks_mut(SORTED_AT_ONCE) {
        work.check()?;
        part.sort_by(by_value);
    }
    work.check()?;
    // Sorted parts are merged in a moment.
    places.sort_by(by_value);
    let equal = places.chunk_by(|&a, &b| positions[a].0 == positions[b].0);
    let level = |equal: &[usize]| {
        let mut folds = [Group::default(); FOLDS];
        for &place in equal {
            let points = positions[place].1;
            folds[place % FOLDS].add(Group { n: 1.0, points, squares: points * points });
        }
        Level { value: positions[equal[0]].0, folds }
    };
    Ok(equal.map(level).collect())
}

/// The trials of all folds but one.
fn trials(levels: &[Level], without: usize) -> Vec<Trials> {
    let trials = levels.iter().map(|level| (level.value, level.without(without)));
    trials.filter(|(_, sum)| sum.n > 0.0).map(|(x, sum)| Trials { x, n: sum.n, successes: sum.points }).collect()
}

/// Levels in runs of about equal numbers of positions: each goes where its middle position would.
fn cut(levels: &[Level], n: usize) -> Vec<&[Level]> {
    let (mut before, mut bins) = (0.0, Vec::with_capacity(levels.len()));
    for level in levels {
        let own = level.all().n;
        bins.push(((before + own / 2.0) * BINS as f64 / n as f64) as usize);
        before += own;
    }
    let (mut runs, mut begin) = (Vec::new(), 0);
    for run in bins.chunk_by(|a, b| a == b) {
        runs.push(&levels[begin..begin + run.len()]);
        begin += run.len();
    }
    runs
}

fn bin(levels: &[Level], is_sample: bool, curve: impl Fn(f64) -> f64) -> Bin {
    let mut sum = Group::default();
    levels.iter().for_each(|level| sum.add(level.all()));
    let mean = levels.iter().map(|level| level.value * level.all().n).sum::<f64>() / sum.n;
    Bin {
        low: levels[0].value,
        high: levels[levels.len() - 1].value,
        mean,
        n: sum.n as u64,
        points: sum.points / sum.n,
        interval: is_sample.then(|| wilson(sum.points, sum.n, Z_95)),
        fitted: curve(mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;

    fn calibration(positions: &[(f64, f64)], is_sample: bool) -> Option<Calibration> {
        Calibration::of(positions, is_sample, Work::never()).expect("never stopped")
    }

    #[test]
    fn values_that_tell_all_leave_no_error() {
        let positions: Vec<(f64, f64)> = (0..200).map(|i| (f64::from(i % 2), f64::from(i % 2))).collect();
        let found = calibration(&positions, false).expect("there are positions");
        assert!(found.brier < 1e-3 && found.skill.is_some_and(|skill| skill > 0.99), "{found:?}");
        let points: Vec<(u64, f64)> = found.bins.iter().map(|bin| (bin.n, bin.points)).collect();
        assert_eq!(points, [(100, 0.0), (100, 1.0)]);
    }

    #[test]
    fn values_that_tell_nothing_take_nothing_away() {
        let mut rng = Rng::new(1);
        let positions: Vec<(f64, f64)> = (0..5000).map(|_| (rng.unit(), rng.below(2) as f64)).collect();
        let found = calibration(&positions, true).expect("there are positions");
        assert!((found.brier - 0.25).abs() < 0.002 && found.skill.is_some_and(|skill| skill.abs() < 0.01));
        assert_eq!(found.bins.len(), BINS);
        for bin in &found.bins {
            assert_eq!(bin.n, 500);
            let (low, high) = bin.interval.expect("a sample has intervals");
            assert!(low < bin.points && bin.points < high && bin.low <= bin.mean && bin.mean <= bin.high);
        }
    }

    /// Chances that are known: the curve must find them again.
    #[test]
    fn a_logistic_truth_is_found() {
        let mut rng = Rng::new(2);
        let positions: Vec<(f64, f64)> = (0..20_000)
            .map(|_| {
                let value = 6.0 * rng.unit() - 3.0;
                let chance = 1.0 / (1.0 + (0.5 - 2.0 * value).exp());
                (value, f64::from(u8::from(rng.unit() < chance)))
            })
            .collect();
        for bin in calibration(&positions, true).expect("there are positions").bins {
            assert!((bin.fitted - bin.points).abs() < 0.05, "{bin:?}");
        }
    }

    #[test]
    fn a_constant_is_one_bin() {
        let found = calibration(&[(7.0, 1.0), (7.0, 0.0), (7.0, 0.5)], false).expect("there are positions");
        assert_eq!((found.bins.len(), found.bins[0].points, found.bins[0].n), (1, 0.5, 3));
        assert_eq!(calibration(&[], false), None);
        assert_eq!(calibration(&[(1.0, 1.0); 9], false).expect("there are positions").skill, None);
    }
}
