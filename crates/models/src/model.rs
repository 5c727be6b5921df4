//! A model as a file holds it, without a board.

use std::fmt;
use std::str::FromStr;

use plyscope_core::BadInput;

use crate::board::Board;
use crate::evaluator::Evaluator;
use crate::network::Network;
use crate::stages::Stages;
use crate::tuples::Patterns;

/// How a model sees a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Features and single cells.
    Weights,
    /// Groups of cells.
    Patterns,
    /// A network over all cells.
    Network,
}

impl Kind {
    /// All of them, from the smallest up.
    pub const ALL: [Kind; 3] = [Kind::Weights, Kind::Patterns, Kind::Network];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Weights => "weights",
            Kind::Patterns => "patterns",
            Kind::Network => "network",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| BadInput::unknown("model", text, Kind::ALL.map(Kind::name)))
    }
}

/// Weights for a feature of the game, in hundredths of a logit.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureWeights {
    /// The name in formulas.
    pub name: String,
    /// By stage, what one of it counts for the side to move and for the other side (as a rule below 0).
    pub weights: Vec<[f32; 2]>,
}

/// What the cells count.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Tables of groups of cells; single cells are groups too.
    Patterns(Patterns),
    /// A network.
    Network(Network),
}

/// One round of playing, fitting and checking.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The games that were played for it.
    pub games: u64,
    /// The positions that the weights were fitted to.
    pub positions: u64,
    /// The mean logistic loss on positions that were held out.
    pub loss: f64,
    /// What it gained over what it began with, in Elo, with a 95 % interval; `None` before it was measured.
    pub elo: Option<[f64; 3]>,
}

/// Where a model comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The command that makes it again.
    pub command: String,
    /// The version of the program that made it.
    pub program: String,
    /// What everything random began with.
    pub seed: u64,
    /// How it came about.
    pub generations: Vec<Generation>,
}

/// A model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The game it was made for.
    pub game: String,
    /// The variant of that game.
    pub variant: String,
    /// What it is.
    pub kind: Kind,
    /// Where it comes from.
    pub origin: Origin,
    /// The names of the cells, in the order of the weights.
    pub cells: Vec<String>,
    /// The stages of the game.
    pub stages: Stages,
    /// By stage, what the side to move has to begin with, in hundredths of a logit.
    pub bias: Vec<f32>,
    /// The features that count.
    pub features: Vec<FeatureWeights>,
    /// The cells.
    pub body: Body,
}

impl Model {
    /// The spec of the game it was made for.
    pub fn spec(&self) -> String {
        if self.variant.is_empty() { self.game.clone() } else { format!("{}:{}", self.game, self.variant) }
    }

    /// The model at work on a board.
    ///
    /// # Errors
    /// If it was made for another board.
    pub fn on(&self, board: &Board) -> Result<Evaluator, BadInput> {
        Evaluator::new(self, board)
    }
}
