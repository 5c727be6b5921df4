//! The words every other crate of Plyscope uses, and nothing else.
//!
//! A *game* is a set of rules, a *position* is a state of it, and the sides strictly alternate. This crate knows no
//! concrete game, no file and no text format; the traits [`Notation`] and [`Draw`] only say that a game has them.

mod clock;
pub mod cpu;
mod draw;
mod game;
mod input;
mod insight;
mod keys;
mod notation;
mod perft;
mod playout;
mod rng;
mod score;
mod search;
mod side;
mod work;

pub use clock::{Budget, ClockReading, GameClock};
pub use draw::{Cell, CellShape, Draw, EndMark, Picture, Pieces};
pub use game::Game;
pub use input::{BadInput, nearest};
pub use insight::{Insight, Measure, Outlook};
pub use keys::{AsItIs, KeyHash, Keyed, KeyedMap};
pub use notation::{About, Choice, Notation, Symmetry};
pub use perft::{LastTwo, perft, perft_within};
pub use playout::{Playout, Stepwise, playout, playouts, side_by_side};
pub use rng::Rng;
pub use score::{Bound, Score, Verdict};
pub use search::{
    Control, Counters, DynObserver, Heuristic, Limits, NoObserver, NodeKind, Observer, Remark, Report, RootMove,
    Search, Skip, Stop, Test, effective_branching,
};
pub use side::{Outcome, Side};
pub use work::{Interrupted, Progress, Work};
