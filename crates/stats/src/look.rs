//! How far an interval reaches: for a single look at the end, or for any number of looks on the way.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::intervals::{error_of_level, z_of_level};

/// How often people look at the results before they stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Once, after a number of games fixed beforehand.
    Once,
    /// At any time, and the results may decide when to stop.
    AnyTime,
}

/// The variance of the mixture, per unit: with it 95 % intervals for any number of looks are narrowest at 100 units.
const MIXTURE: f64 = 0.0793;

impl Look {
    /// The number of standard errors on either side of a mean of `n` independent units whose variance was estimated
    /// from them. Infinite for fewer than two units.
    ///
    /// For a single look it is Student's t. For any number of looks it is the asymptotic confidence sequence of
    /// Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit theory and asymptotic confidence
    /// sequences, Annals of Statistics 52, 2024, theorem 2.2), times t/z for the estimated variance.
    pub(crate) fn reach(self, n: f64, level: f64) -> f64 {
        let Some(t) = student_t(n - 1.0, level) else { return f64::INFINITY };
        match self {
            Look::Once => t,
            Look::AnyTime => any_time_z(n, level) * t / z_of_level(level).max(1e-9),
        }
    }
}

/// The same for any number of looks if the variance is known.
fn any_time_z(n: f64, level: f64) -> f64 {
    let (error, spread) = (error_of_level(level), n * MIXTURE);
    (2.0 * (spread + 1.0) / spread * ((spread + 1.0).sqrt() / error).ln()).sqrt()
}

/// The quantile of Student's t that leaves half of the error above it; `None` without degrees of freedom.
fn student_t(degrees: f64, level: f64) -> Option<f64> {
    if degrees.is_nan() || degrees <= 0.0 {
        return None;
    }
    let z = z_of_level(level);
    // Beyond this, t and z differ by less than one part in 10⁵.
    if degrees > 1e5 {
        return Some(z);
    }
    let t = StudentsT::new(0.0, 1.0, degrees).ok()?;
    let wanted = 1.0 - error_of_level(level) / 2.0;
    // By halving, as for beta quantiles: the inverse of `statrs` does not always return.
    let (mut low, mut high) = (z, z.max(1.0));
    while t.cdf(high) < wanted && high < 1e12 {
        high *= 2.0;
    }
    while high - low > 1e-10 * high {
        let middle = 0.5 * (low + high);
        if t.cdf(middle) < wanted { low = middle } else { high = middle }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles from any table of Student's t.
    #[test]
    fn published_quantiles() {
        for (n, level, t) in [(2.0, 0.95, 12.706), (5.0, 0.95, 2.776), (20.0, 0.95, 2.093), (31.0, 0.99, 2.750)] {
            let found = Look::Once.reach(n, level);
            assert!((found - t).abs() < 5.1e-4, "{n}: {found}");
        }
        assert!((Look::Once.reach(1e6, 0.95) - 1.959_964).abs() < 1e-5);
        assert_eq!(Look::Once.reach(1.0, 0.95), f64::INFINITY);
    }

    /// Wider than for one look, and never by much more than a factor of two once there are some units.
    #[test]
    fn any_time_is_wider() {
        for n in [5.0, 20.0, 100.0, 1000.0, 1e5, 1e7] {
            let ratio = Look::AnyTime.reach(n, 0.95) / Look::Once.reach(n, 0.95);
            assert!((1.4..2.6).contains(&ratio), "{n}: {ratio}");
        }
    }
}
