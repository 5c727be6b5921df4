//! The classic game-tree searches, generic over the game.
//!
//! All tree searches share one recursion. To read it, start with `frame` (depth, window), then `machine` (the state of
//! a search), then `ply`, which searches one position in numbered steps. Around it:
//!
//! - `plain` is the same for searches that remember nothing and try moves in the game's order;
//! - `picker` chooses the order of moves, from what `ordering` and `table` remember;
//! - `root` searches the moves of the root, `deepening` one depth after the other, `narrow` with windows of one step;
//! - `kind` tells minimax, alpha-beta, PVS, MTD(f) and SSS* apart;
//! - `tree` is what users of this crate call.
//!
//! `mcts` is the sampling search. `published` has the searches of the studies, with their faults.

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
mod plain;
mod ply;
pub mod published;
mod random;
mod recorder;
mod root;
mod selective;
mod table;
mod team;
mod tree;

pub use kind::Kind;
pub use options::{DepthPlan, Options, Order, Root, Ties};
pub use random::Random;
pub use recorder::{Tree, TreeNode, TreeRecorder};
pub use selective::{Endings, Engine, MARGINS, MarginAbout, Margins, TECHNIQUES, Techniques};
pub use table::{Entry, Table};
pub use tree::TreeSearch;
