//! The algorithms of the studies as they were published, with their faults, so that their tables can be made again and explained.
//!
//! Nothing here is a default, and nothing else uses it. Each file says at its head what is wrong with the algorithm; the tests show the fault on a
//! position. Players name them `published-…`.

mod answer;
mod thesis_mcts;

use plyscope_core::{Game, Heuristic, Search};

use thesis_mcts::{Children, ThesisMcts};

/// The published search of this name.
pub fn search<G: Game, H: Heuristic<G> + 'static>(id: &str, heuristic: H, seed: u64) -> Option<Box<dyn Search<G>>> {
    // The thesis' MCTS asks none.
    drop(heuristic);
    match id {
        "published-thesis-mcts" => Some(Box::new(ThesisMcts::new(Children::Drawn, seed))),
        "published-thesis-mcts-october" => Some(Box::new(ThesisMcts::new(Children::Complete, seed))),
        _ => None,
    }
}
