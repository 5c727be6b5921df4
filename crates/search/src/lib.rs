//! The classic game-tree searches, each in its own file, generic over the game.
//!
//! `machine` visits positions, `children` tries their moves, `minimax`, `alphabeta`, `negamax` and `pvs` say how children are searched, `driver`, `mtdf` and `sss` how the value of the
//! root is found, `tree` drives them to one depth or deeper and deeper. `engine` is the strong one, `mcts` the sampling one.

mod alphabeta;
mod busy;
mod children;
mod clock;
mod driver;
mod engine;
mod line;
mod machine;
pub mod mcts;
mod minimax;
mod mtdf;
mod negamax;
mod options;
mod ordering;
pub mod published;
mod pvs;
mod random;
mod recorder;
mod root;
mod sss;
mod table;
mod tree;

pub use engine::Engine;
pub use options::{Options, Order, Root, Ties};
pub use random::Random;
pub use recorder::{Tree, TreeNode, TreeRecorder};
pub use table::{Entry, Table};
pub use tree::Plan;

use plyscope_core::{Game, Heuristic, Search};

use driver::Windowed;
use tree::TreeSearch;

/// The tree searches by their names in the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every move of every position.
    Minimax,
    /// Alpha-beta, one player maximising and the other minimising.
    AlphaBeta,
    /// Alpha-beta with one function for both.
    Negamax,
    /// Principal variation search.
    Pvs,
    /// Narrow windows from a guess.
    Mtdf,
    /// Narrow windows from above: SSS*.
    Sss,
}

/// A tree search of this kind.
pub fn tree_search<G: Game, H: Heuristic<G> + 'static>(
    kind: Kind,
    options: Options,
    plan: Plan,
    heuristic: H,
    seed: u64,
) -> Box<dyn Search<G>> {
    match kind {
        Kind::Minimax => Box::new(TreeSearch::<Windowed<minimax::Minimax>, H>::new(options, plan, heuristic, seed)),
        Kind::AlphaBeta => {
            Box::new(TreeSearch::<Windowed<alphabeta::AlphaBeta>, H>::new(options, plan, heuristic, seed))
        }
        Kind::Negamax => Box::new(TreeSearch::<Windowed<negamax::Negamax>, H>::new(options, plan, heuristic, seed)),
        Kind::Pvs => Box::new(TreeSearch::<Windowed<pvs::Pvs>, H>::new(options, plan, heuristic, seed)),
        Kind::Mtdf => Box::new(TreeSearch::<mtdf::Mtdf, H>::new(options, plan, heuristic, seed)),
        Kind::Sss => Box::new(TreeSearch::<sss::Sss, H>::new(options, plan, heuristic, seed)),
    }
}
