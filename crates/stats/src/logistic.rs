//! Logistic regression on one variable: the chance of success at a value.

/// The chance of success at x is 1 / (1 + e^−(intercept + slope·x)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logistic {
    /// The log-odds at 0.
    pub intercept: f64,
    /// The change of the log-odds per unit of x.
    pub slope: f64,
}

/// Trials at one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trials {
    /// The value.
    pub x: f64,
    /// The number of trials.
    pub n: f64,
    /// The number of successes; halves are allowed.
    pub successes: f64,
}

/// How strongly the slope is pulled towards 0, in standard deviations of x. It only has to keep the slope finite where
/// a value separates successes from failures completely.
const PULL: f64 = 1e-6;

impl Logistic {
    /// The chance of success at a value.
    pub fn chance(&self, x: f64) -> f64 {
        1.0 / (1.0 + (-(self.intercept + self.slope * x)).exp())
    }
}

/// The maximum likelihood fit (Cox: The regression analysis of binary sequences, JRSS B 20, 1958), by Newton's method.
/// `None` if there are no trials or an x is not finite; if all x are equal, the slope is 0.
pub fn logistic(trials: &[Trials]) -> Option<Logistic> {
    let n: f64 = trials.iter().map(|at| at.n).sum();
    if n <= 0.0 || !trials.iter().all(|at| at.x.is_finite()) {
        return None;
    }
    // Standard units, so that steps and the pull mean the same for every heuristic.
    let mean = trials.iter().map(|at| at.n * at.x).sum::<f64>() / n;
    let variance = trials.iter().map(|at| at.n * (at.x - mean).powi(2)).sum::<f64>() / n;
    let unit = if variance > 0.0 && variance.is_finite() { variance.sqrt() } else { 1.0 };
    let (mut a, mut b) = (0.0, 0.0);
    for _ in 0..MAX_STEPS {
        let (mut da, mut db) = (0.0, -PULL * n * b);
        // Without a pull, the intercept would be infinite if all trials succeeded.
        let (mut aa, mut ab, mut bb) = (PULL * n, 0.0, PULL * n);
        da -= PULL * n * a;
        for at in trials {
            let x = (at.x - mean) / unit;
            let p = 1.0 / (1.0 + (-(a + b * x)).exp());
            let (error, weight) = (at.successes - at.n * p, at.n * p * (1.0 - p));
            da += error;
            db += error * x;
            aa += weight;
            ab += weight * x;
            bb += weight * x * x;
        }
        let determinant = aa * bb - ab * ab;
        let step = [(bb * da - ab * db) / determinant, (aa * db - ab * da) / determinant];
        let [step_a, step_b] = step.map(|step| step.clamp(-MAX_STEP, MAX_STEP));
        (a, b) = (a + step_a, b + step_b);
        if step_a.abs().max(step_b.abs()) < 1e-10 {
            break;
        }
    }
    Some(Logistic { intercept: a - b * mean / unit, slope: b / unit })
}

/// Newton's method squares the error with each step; many more steps than this would be a cycle.
const MAX_STEPS: usize = 100;
/// Far from the solution a full step may overshoot.
const MAX_STEP: f64 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn single(points: &[(f64, f64)]) -> Vec<Trials> {
        points.iter().map(|&(x, successes)| Trials { x, n: 1.0, successes }).collect()
    }

    /// The example of the article "Logistic regression" in Wikipedia: hours of study and passing an exam.
    #[test]
    fn published_example() {
        let hours = [
            0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 4.0, 4.25, 4.5, 4.75, 5.0, 5.5,
        ];
        let passed = [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1].map(f64::from);
        let points: Vec<(f64, f64)> = hours.into_iter().zip(passed).collect();
        let fit = logistic(&single(&points)).unwrap();
        assert!((fit.intercept + 4.0777).abs() < 1e-3 && (fit.slope - 1.5046).abs() < 1e-3, "{fit:?}");
        assert!((fit.chance(2.0) - 0.25).abs() < 0.01 && (fit.chance(4.0) - 0.87).abs() < 0.01);
    }

    #[test]
    fn trials_at_one_value_may_be_added_up() {
        let apart = single(&[(0.0, 0.0), (0.0, 1.0), (0.0, 0.0), (1.0, 1.0), (1.0, 0.5), (1.0, 1.0)]);
        let together = [Trials { x: 0.0, n: 3.0, successes: 1.0 }, Trials { x: 1.0, n: 3.0, successes: 2.5 }];
        let (apart, together) = (logistic(&apart).unwrap(), logistic(&together).unwrap());
        assert!((apart.slope - together.slope).abs() < 1e-9 && (apart.intercept - together.intercept).abs() < 1e-9);
        // With two values the fit is exact.
        assert!((together.chance(0.0) - 1.0 / 3.0).abs() < 1e-4 && (together.chance(1.0) - 2.5 / 3.0).abs() < 1e-4);
    }

    #[test]
    fn extremes_are_finite() {
        let separated = logistic(&single(&[(-1e9, 0.0), (-1e8, 0.0), (1e8, 1.0), (1e9, 1.0)])).unwrap();
        assert!(separated.chance(1e8) > 0.9 && separated.chance(-1e8) < 0.1 && separated.slope.is_finite());
        let equal = logistic(&single(&[(5.0, 0.0), (5.0, 1.0), (5.0, 1.0)])).unwrap();
        assert!((equal.chance(5.0) - 2.0 / 3.0).abs() < 1e-4 && equal.slope == 0.0);
        assert!(logistic(&single(&[(5.0, 1.0)])).unwrap().chance(5.0) > 0.9);
        assert_eq!(logistic(&[]), None);
        assert_eq!(logistic(&single(&[(f64::NAN, 1.0)])), None);
    }
}
