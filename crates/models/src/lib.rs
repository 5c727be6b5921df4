//! What was learnt about a game, as numbers: how positions look to a model, the models, and the files that hold them.
//!
//! A model sees the cells of the side to move and those of the other side ([`View`]), turned so that both sides look
//! alike. A [`Model`] is what a file holds; [`Model::on`] makes an [`Evaluator`] of it for one board. Values are
//! hundredths of a logit for the side to move. This crate knows no game.

mod board;
mod evaluator;
mod file;
mod model;
mod network;
mod payload;
mod stages;
#[cfg(test)]
mod tests;
mod tuples;
mod view;

pub use board::{Board, BoardCell};
pub use evaluator::{Evaluator, Share};
pub use model::{Body, FeatureWeights, Generation, Kind, Model, Origin};
pub use network::{ACTIVE, COLUMN_SCALE, LANES, Network, OUTPUT_SCALE};
pub use stages::Stages;
pub use tuples::{MAX_TUPLE, Patterns, Seed, Shape, TABLE_SCALE, TupleIndex, shapes_of};
pub use view::{View, WORDS};
