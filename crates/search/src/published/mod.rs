//! The algorithms of the studies as they were published, with their faults, so that their tables can be made again and explained.
//!
//! Nothing here is a default, and nothing else uses it. Each file says at its head what is wrong with the algorithm; the tests show the fault on a
//! position. Players name them `published-…`.

mod andantino;
mod answer;
mod pawned;

use plyscope_core::{Game, Heuristic, Search};

use andantino::{AlphaBeta, Iterative, Minimax, Negamax, OneDepth, Pvs};
use pawned::PawnedAlphaBeta;

/// The published search of this name.
pub fn search<G: Game, H: Heuristic<G> + 'static>(id: &str, heuristic: H, seed: u64) -> Option<Box<dyn Search<G>>> {
    match id {
        "published-andantino-alphabeta" => Some(Box::new(OneDepth::<AlphaBeta, H>::new(heuristic))),
        "published-andantino-iterative" => Some(Box::new(Iterative::new(heuristic))),
        "published-andantino-minimax" => Some(Box::new(OneDepth::<Minimax, H>::new(heuristic))),
        "published-andantino-negamax" => Some(Box::new(OneDepth::<Negamax, H>::new(heuristic))),
        "published-andantino-pvs" => Some(Box::new(OneDepth::<Pvs, H>::new(heuristic))),
        "published-pawned-alphabeta" => Some(Box::new(PawnedAlphaBeta::new(heuristic, seed))),
        _ => None,
    }
}
