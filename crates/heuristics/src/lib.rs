//! What positions are worth before the game is over.
//!
//! A game that implements [`Judged`] has features, which can be measured for either side, and named heuristics. People
//! write their own heuristics as formulas over the features. A heuristic is a [`Judge`]: the value of a position as one
//! side sees it, and the terms it is made of. [`Opinion`] is a judge at work in a search. This crate knows no game.

mod formula;
mod judge;
mod learnt;
mod named;
mod noise;
mod outside;
mod settings;
mod spec;

pub use formula::Expression;
pub use judge::{Judge, Opinion, Rule, Term, boosted};
pub use learnt::{ModelFile, PackedModel};
pub use named::{Feature, Judged, Named, descriptions, heuristics_of, ids};
pub use outside::{Asked, Outsider, check_name, register_outsider};
pub use plyscope_models::View;
pub use settings::{NUMBER, Settings};
pub use spec::{HeuristicSpec, What};
