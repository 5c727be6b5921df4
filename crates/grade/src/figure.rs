//! A mean with its interval.

use plyscope_stats::{Interval, mean_interval, z_of_level};
use serde::Serialize;

/// The level of all intervals.
pub const LEVEL: f64 = 0.95;

/// The mean of something over positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The number of positions.
    pub n: u64,
    /// The mean.
    pub mean: f64,
    /// The interval of the mean; `None` if these are all positions.
    pub interval: Option<Interval>,
}

/// The range of the values, which tells how sure their mean is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Range {
    /// From 0 to 1.
    Share,
    /// From −1 to 1.
    Signed,
    /// From 0 upwards.
    Positive,
}

/// Values added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sum {
    n: u64,
    sum: f64,
    squares: f64,
}

impl Sum {
    pub(crate) fn add(&mut self, value: f64) {
        self.n += 1;
        self.sum += value;
        self.squares += value * value;
    }

    pub(crate) fn merge(&mut self, other: &Sum) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean, and its interval if the positions are a sample; `None` if there are no values.
    pub(crate) fn figure(&self, range: Range, is_sample: bool) -> Option<Figure> {
        if self.n == 0 {
            return None;
        }
        let n = self.n as f64;
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0);
        let interval = || match range {
            Range::Share => mean_interval(mean, variance, n, LEVEL),
            Range::Signed => {
                let (low, high) = mean_interval((mean + 1.0) / 2.0, variance / 4.0, n, LEVEL);
                (2.0 * low - 1.0, 2.0 * high - 1.0)
            }
            Range::Positive => {
                let half = z_of_level(LEVEL) * (variance / n).sqrt();
                ((mean - half).max(0.0), mean + half)
            }
        };
        Some(Figure { n: self.n, mean, interval: is_sample.then(interval) })
    }
}
