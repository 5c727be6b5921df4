//! Sampled shares as cells.

use plyscope_stats::{Z_95, wilson};

use crate::StudyCell;

/// A share with its 95 % interval, and a remark with the interval and the counts.
pub(crate) fn share(row: &str, column: &str, n: u64, of: u64) -> StudyCell {
    let (low, high) = wilson(n as f64, of as f64, Z_95);
    StudyCell::new(row, column, n as f64 / of.max(1) as f64).between((low, high)).because(format!(
        "{n} of {of}, 95 % interval {:.1} to {:.1} %",
        100.0 * low,
        100.0 * high
    ))
}
