//! The algorithms of the studies as they were published, with their faults, so that their tables can be made again and explained.
//!
//! Nothing here is a default, and nothing else uses it. Each file says at its head what is wrong with the algorithm; the tests show the fault on a
//! position. Players name them `published-…`.

mod answer;
mod breakthrough;
mod lab;
mod walk;

pub use lab::Lab;
pub use walk::Pruning;

use plyscope_core::{Game, Heuristic, Search};

/// The published search of this name.
pub fn search<G: Game, H: Heuristic<G> + 'static>(id: &str, heuristic: H, seed: u64) -> Option<Box<dyn Search<G>>> {
    Some(match id {
        "published-breakthrough-alphabeta" => Box::new(breakthrough::Breakthrough::alphabeta(heuristic, seed)),
        "published-breakthrough-minimax" => Box::new(breakthrough::Breakthrough::minimax(heuristic, seed)),
        "published-lab-alphabeta" => Box::new(Lab::new(heuristic, Pruning::BelowRoot)),
        "published-lab-minimax" => Box::new(Lab::new(heuristic, Pruning::Nothing)),
        _ => return None,
    })
}
