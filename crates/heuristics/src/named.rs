//! Games with features and named heuristics, and how a heuristic is found.

use plyscope_core::{BadInput, Choice, Game, Side};

use crate::formula::{Expression, compile};
use crate::judge::{Judge, Opinion, Rule, boosted};
use crate::noise::Noise;
use crate::settings::Settings;
use crate::spec::{HeuristicSpec, What};

/// Something that can be counted or measured in a position, for either side.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in formulas.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What is measured, in one sentence.
    pub meaning: &'static str,
}

impl Feature {
    /// A feature.
    pub const fn new(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Feature { name, unit, meaning }
    }
}

/// The first column of a table of features: what [`Judged::measure`] matches on, by index.
pub const fn ids<F: Copy, const N: usize>(table: &[(F, Feature)]) -> [F; N] {
    let mut column = [table[0].0; N];
    let mut row = 0;
    while row < N {
        column[row] = table[row].0;
        row += 1;
    }
    column
}

/// The second column of a table of features: what [`Judged::FEATURES`] lists, by index.
pub const fn descriptions<F: Copy, const N: usize>(table: &[(F, Feature)]) -> [Feature; N] {
    let mut column = [table[0].1; N];
    let mut row = 0;
    while row < N {
        column[row] = table[row].1;
        row += 1;
    }
    column
}

/// A heuristic that can be asked for by name.
pub struct Named<G> {
    /// The name in a player spec.
    pub name: &'static str,
    /// Short description.
    pub meaning: &'static str,
    /// Its weights and choices. Every heuristic also has the option `noise`.
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
        Named { name, meaning, options, body: Body::Rule(|settings| boosted(R::new(settings))) }
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

/// A game whose positions can be judged. The defaults are no features and no heuristics, so `impl Judged for MyGame {}`
/// is correct; such a game is played with `dummy`.
pub trait Judged: Game {
    /// What formulas can be made of.
    const FEATURES: &'static [Feature] = &[];

    /// How much a side has of the feature with this index in [`Judged::FEATURES`]. Implementations carry
    /// `#[inline(always)]`: formulas are loops around it.
    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let _ = (feature, side);
        0.0
    }

    /// The game's own heuristics; the first one is the default. [`heuristics_of`] lists what can be asked for.
    fn heuristics() -> Vec<Named<Self>> {
        Vec::new()
    }

    /// The heuristic that is asked for, or the default. The seed decides its noise, if it has any.
    ///
    /// # Errors
    /// If the game has no such heuristic, or the heuristic no such options, or a formula is not understood.
    fn opinion(spec: Option<&HeuristicSpec>, seed: u64) -> Result<Opinion<Self>, BadInput> {
        let all = heuristics_of::<Self>();
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

/// The heuristics that can be asked for by name, the default first: those of the game, or `dummy` if it has none.
pub fn heuristics_of<G: Judged>() -> Vec<Named<G>> {
    let mut heuristics = G::heuristics();
    if heuristics.is_empty() {
        let meaning = "0 for every position: this game has no heuristic of its own";
        heuristics.push(Named::formula("dummy", meaning, &[], "0"));
    }
    heuristics
}
