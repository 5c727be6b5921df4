//! The algorithms of the studies as they were published, with their faults, so that their tables can be reproduced and
//! explained.
//!
//! Nothing here is a default, and nothing else uses it. Each file says at its head what is wrong with the algorithm;
//! the tests show the fault on a position. Players name them `published-…`; each plays only the game of its study, so
//! that it is compiled for that game alone (`crates/registry/src/player/published.rs`).

mod andantino;
mod answer;
mod breakthrough;
mod lab;
mod pawned;
mod thesis_mcts;
mod walk;

pub use breakthrough::BreakthroughSearch;
pub use lab::Lab;
pub use pawned::{PawnedAlphaBeta, PrintedNode};
pub use thesis_mcts::ThesisMcts;
pub use walk::Pruning;

use plyscope_core::{Game, Heuristic, Search};

use andantino::{AlphaBeta, Iterative, Minimax, Negamax, OneDepth, Pvs};
use thesis_mcts::Children;

/// A published search of the Andantino program by its name.
pub fn andantino<G: Game, H: Heuristic<G> + 'static>(id: &str, heuristic: H) -> Option<Box<dyn Search<G>>> {
    Some(match id {
        "published-andantino-alphabeta" => Box::new(OneDepth::<AlphaBeta, H>::new(heuristic)),
        "published-andantino-iterative" => Box::new(Iterative::new(heuristic)),
        "published-andantino-minimax" => Box::new(OneDepth::<Minimax, H>::new(heuristic)),
        "published-andantino-negamax" => Box::new(OneDepth::<Negamax, H>::new(heuristic)),
        "published-andantino-pvs" => Box::new(OneDepth::<Pvs, H>::new(heuristic)),
        _ => return None,
    })
}

/// A search of the Breakthrough report by its name.
pub fn breakthrough<H>(id: &str, heuristic: H, seed: u64) -> Option<BreakthroughSearch<H>> {
    Some(match id {
        "published-breakthrough-alphabeta" => BreakthroughSearch::alphabeta(heuristic, seed),
        "published-breakthrough-minimax" => BreakthroughSearch::minimax(heuristic, seed),
        _ => return None,
    })
}

/// A search of the paper on Pawned by its name. The later version stops where `is_checkmate` says so.
pub fn pawned<G: Game, H: Heuristic<G>>(
    id: &str,
    heuristic: H,
    is_checkmate: fn(&G) -> bool,
    seed: u64,
) -> Option<PawnedAlphaBeta<G, H>> {
    Some(match id {
        "published-pawned-alphabeta" => PawnedAlphaBeta::printed(heuristic, seed),
        "published-pawned-checkmate" => PawnedAlphaBeta::checkmate(heuristic, is_checkmate, seed),
        _ => return None,
    })
}

/// A search of the Reversi lab by its name.
pub fn lab<H>(id: &str, heuristic: H) -> Option<Lab<H>> {
    Some(match id {
        "published-lab-alphabeta" => Lab::new(heuristic, Pruning::BelowRoot),
        "published-lab-minimax" => Lab::new(heuristic, Pruning::Nothing),
        _ => return None,
    })
}

/// A search of the Pawn Game thesis by its name. Its Monte-Carlo tree search uses no heuristic.
pub fn thesis(id: &str, seed: u64) -> Option<ThesisMcts> {
    Some(match id {
        "published-thesis-mcts" => ThesisMcts::new(Children::Drawn, seed),
        "published-thesis-mcts-october" => ThesisMcts::new(Children::Complete, seed),
        _ => return None,
    })
}
