//! Which games the searches of the studies play: each only that of its study, so that it is compiled for that game
//! alone.

use std::any::Any;

use plyscope_core::{BadInput, Game, Search, Side};
use plyscope_games::{Andantino, Breakthrough, LargeReversi, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_heuristics::{Judged, Opinion};
use plyscope_search::published;

/// Makes the search of a name; `None` if it belongs to another study.
type Maker<G> = fn(&str, Opinion<G>, u64) -> Option<Box<dyn Search<G>>>;

/// Whether a side has one of the two checkmates that the paper on Pawned documents.
fn is_checkmate(position: &Pawned<u64>) -> bool {
    let tests = ["checkmate1", "checkmate2"];
    let mut features = Pawned::<u64>::FEATURES.iter().enumerate().filter(|(_, feature)| tests.contains(&feature.name));
    features.any(|(index, _)| Side::BOTH.iter().any(|&side| position.measure(index, side) > 0.0))
}

/// The makers, each for its own type of position.
fn makers() -> [Box<dyn Any>; 8] {
    let lab: Maker<Reversi> = |id, heuristic, _| Some(Box::new(published::lab(id, heuristic)?));
    let lab_large: Maker<LargeReversi> = |id, heuristic, _| Some(Box::new(published::lab(id, heuristic)?));
    let lab_tictactoe: Maker<TicTacToe> = |id, heuristic, _| Some(Box::new(published::lab(id, heuristic)?));
    let thesis: Maker<Pawn<u64>> = |id, _, seed| Some(Box::new(published::thesis(id, seed)?));
    // The study plays it on 10x10 too.
    let thesis_large: Maker<Pawn<u128>> = |id, _, seed| Some(Box::new(published::thesis(id, seed)?));
    let pawned: Maker<Pawned<u64>> =
        |id, heuristic, seed| Some(Box::new(published::pawned(id, heuristic, is_checkmate, seed)?));
    let breakthrough: Maker<Breakthrough<u64>> =
        |id, heuristic, seed| Some(Box::new(published::breakthrough(id, heuristic, seed)?));
    let andantino: Maker<Andantino> = |id, heuristic, _| published::andantino(id, heuristic);
    [
        Box::new(lab),
        Box::new(lab_large),
        Box::new(lab_tictactoe),
        Box::new(thesis),
        Box::new(thesis_large),
        Box::new(pawned),
        Box::new(breakthrough),
        Box::new(andantino),
    ]
}

/// The published search of this name for this game.
pub(super) fn search<G: Game>(
    id: &'static str,
    game: &str,
    heuristic: Opinion<G>,
    seed: u64,
) -> Result<Box<dyn Search<G>>, BadInput> {
    let makers = makers();
    let maker = makers.iter().find_map(|maker| maker.downcast_ref::<Maker<G>>());
    maker.and_then(|maker| maker(id, heuristic, seed)).ok_or_else(|| {
        BadInput::new(format!("{id} cannot play {game} on this board; it is a program for {}", its_game(id)))
    })
}

/// What a published search plays, for people.
fn its_game(id: &str) -> &'static str {
    match id.split('-').nth(1) {
        Some("andantino") => "andantino",
        Some("breakthrough") => "breakthrough on boards of at most 64 cells",
        Some("lab") => "reversi and tictactoe",
        Some("pawned") => "pawned on boards of at most 64 cells",
        _ => "pawn",
    }
}
