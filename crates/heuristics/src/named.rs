//! Games with features and named heuristics, and how a heuristic is found.

use std::fmt::Debug;

use plyscope_core::{BadInput, Choice, Game, Side};

use crate::formula::{Expression, compile};
use crate::judge::{Boosted, Judge, Opinion, Rule};
use crate::noise::Noise;
use crate::settings::Settings;
use crate::spec::{HeuristicSpec, What};

/// Something that can be counted or measured in a position, for either side.
pub struct Feature<F> {
    /// How [`Judged::measure`] knows it.
    pub id: F,
    /// Its name in formulas.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What is measured, in one sentence.
    pub meaning: &'static str,
}

/// A heuristic that can be asked for by name.
pub struct Named<G> {
    /// The name in a player spec.
    pub name: &'static str,
    /// What it measures, in a few words.
    pub meaning: &'static str,
    /// Its weights and choices; all have `noise` besides.
    pub options: &'static [Choice],
    body: Body<G>,
}

enum Body<G> {
    /// A formula over the features of the game; `$x` stands for the option `x`.
    Formula(&'static str),
    /// A [`Rule`].
    Rule(fn(&Settings) -> Box<dyn Judge<G>>),
}

impl<G: Judged> Named<G> {
    /// A heuristic that a formula describes completely.
    pub fn formula(name: &'static str, meaning: &'static str, options: &'static [Choice], text: &'static str) -> Self {
        Named { name, meaning, options, body: Body::Formula(text) }
    }

    /// A heuristic that is written in Rust.
    pub fn rule<R: Rule<G>>(name: &'static str, meaning: &'static str, options: &'static [Choice]) -> Self {
        Named { name, meaning, options, body: Body::Rule(|settings| Box::new(Boosted(R::new(settings)))) }
    }

    /// Its formula, if it is one.
    pub fn text(&self) -> Option<&'static str> {
        match self.body {
            Body::Formula(text) => Some(text),
            Body::Rule(_) => None,
        }
    }

    fn build(&self, given: &[(String, String)]) -> Result<Box<dyn Judge<G>>, BadInput> {
        let settings = Settings::read(self.name, self.options, given)?;
        match self.body {
            Body::Formula(text) => compile(&text.parse::<Expression>()?, &settings),
            Body::Rule(build) => Ok(build(&settings)),
        }
    }
}

/// A game whose positions can be judged.
pub trait Judged: Game {
    /// The features of the game.
    type Feature: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// All of them, with their names.
    const FEATURES: &'static [Feature<Self::Feature>];

    /// How much of a feature a side has. Carries `#[inline(always)]`: formulas are loops around it.
    fn measure(&self, feature: Self::Feature, side: Side) -> f64;

    /// The heuristics; the first one is the default.
    fn heuristics() -> Vec<Named<Self>>;

    /// The heuristic that is asked for, or the default. The seed decides its noise, if it has any.
    ///
    /// # Errors
    /// If the game has no such heuristic, or the heuristic no such options, or a formula is not understood.
    fn opinion(spec: Option<&HeuristicSpec>, seed: u64) -> Result<Opinion<Self>, BadInput> {
        let all = Self::heuristics();
        let Some(spec) = spec else {
            return Ok(Opinion::new(all[0].build(&[])?, None));
        };
        let judge = match &spec.what {
            What::Formula(formula) => compile(formula, &Settings::of_weights(&spec.settings)?)?,
            What::Name(name) => {
                let named = all.iter().find(|named| named.name == name);
                let names: Vec<&str> = all.iter().map(|named| named.name).collect();
                let named = named.ok_or_else(|| BadInput::unknown("heuristic", name, names))?;
                named.build(&spec.settings)?
            }
        };
        let noise = (spec.noise > 0.0).then_some(Noise { amplitude: spec.noise, seed });
        Ok(Opinion::new(judge, noise))
    }
}
