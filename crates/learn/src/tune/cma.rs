//! CMA-ES: candidates are drawn from a normal distribution, whose mean moves to the better half of them and whose shape
//! follows the steps that worked (N. Hansen: The CMA Evolution Strategy: A Tutorial, arXiv 1604.00772, 2016).
//!
//! The constants are those of the tutorial's table 1, with positive weights only. It minimises, knows no bounds, and
//! asks only for the order of the candidates, so any increasing function of what is minimised gives the same search.

use nalgebra::{DMatrix, DVector};
use plyscope_core::Rng;

/// The state of a search.
pub(crate) struct Cma {
    constants: Constants,
    rng: Rng,
    mean: DVector<f64>,
    /// The step size σ.
    sigma: f64,
    /// The shape C, and its eigenvectors and the roots of its eigenvalues.
    shape: DMatrix<f64>,
    axes: DMatrix<f64>,
    lengths: DVector<f64>,
    /// The paths of past steps, as they were and as they would be in a round shape.
    path: DVector<f64>,
    round_path: DVector<f64>,
    generation: i32,
    candidates: Vec<DVector<f64>>,
}

/// What depends on the number of parameters only, named as in the tutorial.
struct Constants {
    lambda: usize,
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// The expected length of a vector of standard normal numbers.
    chi: f64,
}

impl Constants {
    fn new(parameters: usize) -> Self {
        let n = parameters as f64;
        let lambda = Cma::candidates_of(parameters);
        let mu = lambda / 2;
        let raw: Vec<f64> = (1..=mu).map(|rank| ((lambda as f64 + 1.0) / 2.0).ln() - (rank as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + mu_eff);
        let c_mu = 2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0).powi(2) + mu_eff);
        Constants {
            lambda,
            weights,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu: c_mu.min(1.0 - c_1),
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Cma {
    /// How many candidates a generation has with this many parameters.
    pub(crate) fn candidates_of(parameters: usize) -> usize {
        4 + (3.0 * (parameters as f64).ln()) as usize
    }

    /// A search that begins around `mean`; the optimum should be within about three `sigma` of it in each coordinate.
    pub(crate) fn new(mean: &[f64], sigma: f64, seed: u64) -> Self {
        let n = mean.len();
        Cma {
            constants: Constants::new(n),
            rng: Rng::new(seed),
            mean: DVector::from_column_slice(mean),
            sigma,
            shape: DMatrix::identity(n, n),
            axes: DMatrix::identity(n, n),
            lengths: DVector::repeat(n, 1.0),
            path: DVector::zeros(n),
            round_path: DVector::zeros(n),
            generation: 0,
            candidates: Vec::new(),
        }
    }

    /// The middle of the distribution.
    pub(crate) fn mean(&self) -> &[f64] {
        self.mean.as_slice()
    }

    /// The candidates of the next generation.
    pub(crate) fn ask(&mut self) -> Vec<Vec<f64>> {
        let n = self.mean.len();
        self.candidates = (0..self.constants.lambda)
            .map(|_| {
                let drawn = DVector::from_fn(n, |_, _| normal(&mut self.rng));
                &self.mean + self.sigma * (&self.axes * self.lengths.component_mul(&drawn))
            })
            .collect();
        self.candidates.iter().map(|candidate| candidate.as_slice().to_vec()).collect()
    }

    /// Moves on, now that the costs of the candidates are known.
    pub(crate) fn tell(&mut self, costs: &[f64]) {
        let Constants { mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi, .. } = self.constants;
        let n = self.mean.len() as f64;
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        // Equal costs stay in the order in which they were drawn.
        order.sort_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        let steps: Vec<DVector<f64>> =
            order.iter().map(|&index| (&self.candidates[index] - &self.mean) / self.sigma).collect();
        let weighted = || self.constants.weights.iter().zip(&steps);
        let step = weighted().fold(DVector::zeros(self.mean.len()), |sum, (weight, step)| sum + *weight * step);
        self.mean += self.sigma * &step;
        self.generation += 1;

        let round = &self.axes * (self.axes.transpose() * &step).component_div(&self.lengths);
        self.round_path = (1.0 - c_sigma) * &self.round_path + (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt() * round;
        let length = self.round_path.norm();
        // While the step size grows fast the path of the shape waits, or it would become too long.
        let steady = length / (1.0 - (1.0 - c_sigma).powi(2 * self.generation)).sqrt();
        let waits = steady >= (1.4 + 2.0 / (n + 1.0)) * chi;
        let follows = if waits { 0.0 } else { (c_c * (2.0 - c_c) * mu_eff).sqrt() };
        self.path = (1.0 - c_c) * &self.path + follows * &step;

        let lost = if waits { c_1 * c_c * (2.0 - c_c) } else { 0.0 };
        let mut shape = (1.0 - c_1 - c_mu + lost) * &self.shape + c_1 * &self.path * self.path.transpose();
        for (weight, step) in weighted() {
            shape += c_mu * *weight * step * step.transpose();
        }
        self.sigma *= ((c_sigma / d_sigma) * (length / chi - 1.0)).exp();
        self.take_shape(&shape);
    }

    fn take_shape(&mut self, shape: &DMatrix<f64>) {
        // Rounding must neither make it lopsided nor flat.
        const FLATTEST: f64 = 1e-20;
        self.shape = (shape + shape.transpose()) / 2.0;
        let eigen = self.shape.clone().symmetric_eigen();
        self.lengths = eigen.eigenvalues.map(|value| value.max(FLATTEST).sqrt());
        self.axes = eigen.eigenvectors;
    }
}

/// A standard normal number (Box and Muller, Annals of Mathematical Statistics 29, 1958).
pub(super) fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (1.0 - rng.unit(), rng.unit());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
