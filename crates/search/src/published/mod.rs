//! The algorithms of the studies as they were published, with their faults, so that their tables can be made again and explained.
//!
//! Nothing here is a default, and nothing else uses it. Each file says at its head what is wrong with the algorithm; the tests show the fault on a
//! position. Players name them `published-…`.

mod andantino;
mod answer;
mod breakthrough;
mod lab;
mod pawned;
mod thesis_mcts;
mod walk;

pub use lab::Lab;
pub use walk::Pruning;

use plyscope_core::{Game, Heuristic, Search};

use andantino::{AlphaBeta, Iterative, Minimax, Negamax, OneDepth, Pvs};
use breakthrough::Breakthrough;
use pawned::PawnedAlphaBeta;
use thesis_mcts::{Children, ThesisMcts};

/// The published search of this name.
pub fn search<G: Game, H: Heuristic<G> + 'static>(id: &str, heuristic: H, seed: u64) -> Option<Box<dyn Search<G>>> {
    Some(match id {
        "published-andantino-alphabeta" => Box::new(OneDepth::<AlphaBeta, H>::new(heuristic)),
        "published-andantino-iterative" => Box::new(Iterative::new(heuristic)),
        "published-andantino-minimax" => Box::new(OneDepth::<Minimax, H>::new(heuristic)),
        "published-andantino-negamax" => Box::new(OneDepth::<Negamax, H>::new(heuristic)),
        "published-andantino-pvs" => Box::new(OneDepth::<Pvs, H>::new(heuristic)),
        "published-breakthrough-alphabeta" => Box::new(Breakthrough::alphabeta(heuristic, seed)),
        "published-breakthrough-minimax" => Box::new(Breakthrough::minimax(heuristic, seed)),
        "published-lab-alphabeta" => Box::new(Lab::new(heuristic, Pruning::BelowRoot)),
        "published-lab-minimax" => Box::new(Lab::new(heuristic, Pruning::Nothing)),
        "published-pawned-alphabeta" => Box::new(PawnedAlphaBeta::new(heuristic, seed)),
        // The thesis' MCTS asks no heuristic.
        "published-thesis-mcts" => Box::new(ThesisMcts::new(Children::Drawn, seed)),
        "published-thesis-mcts-october" => Box::new(ThesisMcts::new(Children::Complete, seed)),
        _ => return None,
    })
}
