//! SPSA: all parameters are moved at once in a random direction and its opposite, and the difference of the two results
//! is a slope for each of them (J. C. Spall: Multivariate stochastic approximation using a simultaneous perturbation
//! gradient approximation, IEEE Transactions on Automatic Control 37, 1992).
//!
//! Gains are those of Spall's guidelines (Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization, IEEE Transactions on Aerospace and Electronic Systems 34, 1998). Coordinates are from 0 to 1. Where a
//! perturbation would leave the box, both ends are taken around the nearest point where it does not (P. Sadegh:
//! Constrained optimization via stochastic approximation with a simultaneous perturbation gradient approximation,
//! Automatica 33, 1997).

use plyscope_core::Rng;

/// How far steps and perturbations go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gains {
    /// The factor of the steps.
    pub a: f64,
    /// The first perturbation.
    pub c: f64,
    /// Steps that are held back at the beginning.
    pub stability: f64,
}

/// The exponents that Spall recommends for few steps, the lowest that still converge.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

impl Gains {
    /// The step size of a step, counted from 0.
    pub(crate) fn step(&self, step: u64) -> f64 {
        self.a / (self.stability + step as f64 + 1.0).powf(ALPHA)
    }

    /// The perturbation of a step, counted from 0.
    pub(crate) fn perturbation(&self, step: u64) -> f64 {
        self.c / (step as f64 + 1.0).powf(GAMMA)
    }

    /// Gains for this many steps, whose answers have this standard deviation: so that chance alone would carry a
    /// parameter over `WALK` of its range in all steps together.
    pub(crate) fn for_games(steps: u64, deviation: f64) -> Self {
        const WALK: f64 = 0.15;
        const WIDTH: f64 = 0.15;
        // A tenth of the steps, as in the guidelines.
        let gains = Gains { a: 1.0, c: WIDTH, stability: steps as f64 / 10.0 };
        let walk = |step| (gains.step(step) * deviation / (2.0 * gains.perturbation(step))).powi(2);
        Gains { a: WALK / (0..steps).map(walk).sum::<f64>().sqrt(), ..gains }
    }
}

/// The state of a search.
pub(crate) struct Spsa {
    gains: Gains,
    rng: Rng,
    point: Vec<f64>,
    /// By parameter, the least perturbation that makes a difference.
    least: Vec<f64>,
    steps: u64,
    signs: Vec<f64>,
}

impl Spsa {
    pub(crate) fn new(point: &[f64], least: &[f64], gains: Gains, seed: u64) -> Self {
        let (rng, signs) = (Rng::new(seed), Vec::new());
        Spsa { gains, rng, point: point.to_vec(), least: least.to_vec(), steps: 0, signs }
    }

    pub(crate) fn point(&self) -> &[f64] {
        &self.point
    }

    fn width(&self, parameter: usize) -> f64 {
        self.gains.perturbation(self.steps).max(self.least[parameter]).min(0.5)
    }

    /// Two points: how much better is the first?
    pub(crate) fn ask(&mut self) -> [Vec<f64>; 2] {
        self.signs = self.point.iter().map(|_| if self.rng.below(2) == 0 { -1.0 } else { 1.0 }).collect();
        [1.0, -1.0].map(|end| {
            let place = |parameter: usize| {
                let width = self.width(parameter);
                // Rounding could take it out of the box by a hair.
                (self.point[parameter].clamp(width, 1.0 - width) + end * self.signs[parameter] * width).clamp(0.0, 1.0)
            };
            (0..self.point.len()).map(place).collect()
        })
    }

    /// Moves on, now that it is known how much better the first point is.
    pub(crate) fn tell(&mut self, difference: f64) {
        let gain = self.gains.step(self.steps);
        for parameter in 0..self.point.len() {
            let slope = difference / (2.0 * self.width(parameter)) * self.signs[parameter];
            self.point[parameter] = (self.point[parameter] + gain * slope).clamp(0.0, 1.0);
        }
        self.steps += 1;
    }
}
