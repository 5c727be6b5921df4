//! The classic game-tree searches, generic over the game.
//!
//! `ply` searches one position and is the heart of all tree searches, `picker` chooses the order of its moves, `root` and
//! `deepening` drive it from the root, `kind` says what tells minimax, alpha-beta, PVS, MTD(f) and SSS* apart, and `tree`
//! is what users of this crate see. `mcts` is the sampling search, `published` the searches of the studies with their faults.

mod busy;
mod clock;
mod deepening;
mod frame;
mod kind;
mod line;
mod machine;
pub mod mcts;
mod narrow;
mod options;
mod ordering;
mod picker;
mod ply;
pub mod published;
mod random;
mod recorder;
mod root;
mod table;
mod tree;

pub use kind::Kind;
pub use options::{Options, Order, Plan, Root, Ties};
pub use random::Random;
pub use recorder::{Tree, TreeNode, TreeRecorder};
pub use table::{Entry, Table};
pub use tree::TreeSearch;
