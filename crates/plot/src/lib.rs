//! Pictures: plots, boards and search trees as SVG, and as PNG with the feature `png`.
//!
//! Everything is a pure function from plain data to text or bytes. Boards and trees first become a [`Scene`], a list of
//! simple shapes, so that both formats look the same.

mod bars;
mod board;
mod legend;
mod pieces;
mod plot;
#[cfg(feature = "png")]
mod png;
mod ranges;
mod scene;
mod tree;

pub use bars::{Bars, Panel};
pub use board::{Arrow, BoardPicture, CellMark};
pub use plot::{Axis, Plot, Point, escape, short, strip, strip_scale};
pub use ranges::{Range, Ranges};
pub use scene::{Colour, Scene};
pub use tree::{Cut, DrawnNode, MAX_NODES, SearchTree};
