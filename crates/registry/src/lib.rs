//! Where everything meets: the list of games, and what a game spec such as `pawn:8x8,classic` stands for.
//!
//! Inside a game all code is generic and fast; from here outwards a game is a name and a position is a
//! `Box<dyn AnyPosition>`, asked once for each move of a person or once for a whole computation.
#![cfg_attr(test, allow(dead_code, reason = "the tests within this crate leave out the games"))]

mod answer;
mod blanks;
mod choices;
mod clock;
mod ends;
mod exact;
mod exact_size;
mod game;
#[cfg(not(test))]
mod games;
mod grading;
mod guest;
mod judgement;
mod learning;
mod legal;
mod outside;
mod perft;
#[cfg(test)]
mod pile;
mod play;
mod player;
mod position;
mod presets;
mod random_games;
mod recorded;
mod solution;
mod verify;
mod why;

pub use answer::{Answer, AnswerMove, AnswerNode, SearchRequest, TreeLimits};
pub use blanks::{fill_blanks, first_blank, has_blank};
pub use choices::{Choices, stable_hash, stable_hash_of};
pub use exact::{ExactMatch, ExactRequest};
pub use game::{AnyGame, One};
#[cfg(not(test))]
pub use games::GAMES;
pub use grading::GradeRequest;
pub use guest::{Clocks, Guest, GuestMove, Guests, NoMove, Question, consult};
pub use judgement::{FeatureAbout, HeuristicAbout, Judgement, heuristic_note};
pub use learning::{DECIDED, Measures, Sample, Searched, SelfPlay, SelfPlayed};
pub use legal::{LegalMove, Reply};
pub use outside::{Chooser, add_game, register_chooser};
pub use perft::{Jobs, PerftCounts};
pub use play::{Cost, Fault, GameConditions, Record};
pub use player::{Chance, Player, SEARCHES, SearchAbout, SearchSpec, SwitchedOff, read_size, read_time};
pub use position::AnyPosition;
pub use presets::{PRESETS, Preset};
pub use recorded::{AnyTree, RecordedNode, TreeStep};
pub use solution::{Solution, SolutionMove, SolveProgress, SolveRequest};
pub use verify::{Counterexample, Verification};
pub use why::{Line, Why, judge_of, settled, why};

pub use plyscope_grade::{
    Bin, Calibration, Card, DepthCard, Figure, GradeError, Marks, Phase, Population, Positions, ReportCard,
};
pub use plyscope_heuristics::{
    Asked, Expression, HeuristicSpec, Judged, Outsider, Term, View, What, check_name, register_outsider,
};
pub use plyscope_solve::{Checked, Claim, Proof, ProofError, ProofSize};

use plyscope_core::BadInput;

/// The tests within this crate name none: the list takes over a minute to compile. What must hold of every game is
/// tested in `tests/`.
#[cfg(test)]
static GAMES: &[&dyn AnyGame] = &[];

/// The game that a spec names, and the part of the spec after the colon.
///
/// # Errors
/// If there is no such game.
pub fn find(spec: &str) -> Result<(&'static dyn AnyGame, &str), BadInput> {
    let (id, variant) = spec.split_once(':').unwrap_or((spec, ""));
    let id = id.trim();
    let game = GAMES.iter().find(|game| game.about().id.eq_ignore_ascii_case(id)).copied();
    let game = game.or_else(|| outside::added(id));
    let game = game.ok_or_else(|| BadInput::unknown("game", id, GAMES.iter().map(|game| game.about().id)))?;
    Ok((game, variant.trim()))
}

/// The start position of a spec.
///
/// # Errors
/// If the spec names no game or a variant that the game has not.
pub fn start(spec: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
    let (game, variant) = find(spec)?;
    game.start(variant)
}

/// The position of a spec that a text describes.
///
/// # Errors
/// If the spec or the text is not understood.
pub fn read(spec: &str, position: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
    let (game, variant) = find(spec)?;
    game.read(variant, position)
}
