//! The two ways to tune: both ask how much better one point is than another, and get noisy answers.

use std::str::FromStr;

use plyscope_core::BadInput;

use super::cma::Cma;
use super::spsa::{Gains, Spsa};
use super::vary::Vary;

/// A way to tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Simultaneous perturbation: two players a step.
    Spsa,
    /// Evolution of a normal distribution: a generation of players a step, each against its mean.
    CmaEs,
}

impl FromStr for Method {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let known = [Method::Spsa, Method::CmaEs];
        let found = known.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| BadInput::unknown("method", text, known.map(Method::name)))
    }
}

/// A search among points of the box from 0 to 1.
pub(super) trait Tuner {
    /// Points to compare in pairs.
    fn ask(&mut self) -> Vec<[Vec<f64>; 2]>;
    /// How much better the first of each pair was: −1 if it lost all games, 1 if it won them.
    fn tell(&mut self, answers: &[f64]);
    /// The best point as far as is known.
    fn point(&self) -> Vec<f64>;
}

impl Method {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Spsa => "spsa",
            Method::CmaEs => "cma-es",
        }
    }

    /// The comparisons of one step.
    pub(super) fn comparisons(self, parameters: usize) -> u64 {
        match self {
            Method::Spsa => 1,
            Method::CmaEs => Cma::candidates_of(parameters) as u64,
        }
    }

    /// The fewest steps that can be of any use.
    pub(super) const fn fewest_steps(self) -> u64 {
        match self {
            Method::Spsa => 10,
            Method::CmaEs => 3,
        }
    }

    /// The pairs of games of a comparison unless told otherwise.
    pub const fn default_pairs(self) -> u64 {
        match self {
            Method::Spsa => 4,
            Method::CmaEs => 8,
        }
    }

    /// A search for these parameters, in this many steps of comparisons by this many pairs.
    pub(super) fn tuner(self, parameters: &[Vary], steps: u64, pairs: u64, seed: u64) -> Box<dyn Tuner> {
        let start: Vec<f64> = parameters.iter().map(Vary::start_place).collect();
        match self {
            Method::Spsa => {
                // The largest standard deviation that the mean of this many pairs has if games are independent.
                let deviation = (0.5 / pairs as f64).sqrt();
                let least: Vec<f64> = parameters.iter().map(Vary::least_width).collect();
                Box::new(Spsa::new(&start, &least, Gains::for_games(steps, deviation), seed))
            }
            // With the optimum anywhere in the box, the tutorial begins with 0.3 of it.
            Method::CmaEs => Box::new(Evolution { cma: Cma::new(&start, 0.3, seed), outside: Vec::new() }),
        }
    }
}

impl Tuner for Spsa {
    fn ask(&mut self) -> Vec<[Vec<f64>; 2]> {
        vec![Spsa::ask(self)]
    }

    fn tell(&mut self, answers: &[f64]) {
        answers.iter().for_each(|&answer| Spsa::tell(self, answer));
    }

    fn point(&self) -> Vec<f64> {
        Spsa::point(self).to_vec()
    }
}

/// CMA-ES within the box: a candidate outside plays as the nearest point inside, and pays for the distance.
struct Evolution {
    cma: Cma,
    /// By candidate, the square of its distance to the box.
    outside: Vec<f64>,
}

fn inside(point: &[f64]) -> Vec<f64> {
    point.iter().map(|place| place.clamp(0.0, 1.0)).collect()
}

impl Tuner for Evolution {
    fn ask(&mut self) -> Vec<[Vec<f64>; 2]> {
        let candidates = self.cma.ask();
        let distance = |point: &Vec<f64>| point.iter().zip(inside(point)).map(|(a, b)| (a - b).powi(2)).sum();
        self.outside = candidates.iter().map(distance).collect();
        candidates.iter().map(|candidate| [inside(candidate), self.point()]).collect()
    }

    fn tell(&mut self, answers: &[f64]) {
        let costs: Vec<f64> = answers.iter().zip(&self.outside).map(|(answer, outside)| outside - answer).collect();
        self.cma.tell(&costs);
    }

    fn point(&self) -> Vec<f64> {
        inside(self.cma.mean())
    }
}
