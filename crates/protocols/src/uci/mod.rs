//! The Universal Chess Interface, as Fairy-Stockfish speaks it for Breakthrough.
//!
//! ```text
//! > uci
//! < id name …
//! < option name UCI_Variant type combo default chess var breakthrough …
//! < uciok
//! > setoption name UCI_Variant value breakthrough
//! > position startpos moves a2a3
//! > go movetime 200
//! < info depth 4 seldepth 4 multipv 1 score cp 9 nodes 420 nps 210000 tbhits 0 time 2 pv a7b6 a3b4 b6b5
//! < bestmove a7b6 ponder a3b4
//! ```
//!
//! White moves first, up the board from row 1: the side that Plyscope writes `x`.

mod go;
mod reply;
mod request;
mod variant;

pub use go::Go;
pub use reply::{Reply, score};
pub use request::Request;
pub use variant::{Variant, fen, read_fen};

/// A move as UCI writes it: from and to without a mark between them, `a2a3` for `a2-a3` or `a2xa3`.
pub fn move_text(m: &str) -> String {
    let after_digit = |index: usize| index > 0 && m.as_bytes()[index - 1].is_ascii_digit();
    m.char_indices().filter(|&(index, c)| !(after_digit(index) && matches!(c, '-' | 'x'))).map(|(_, c)| c).collect()
}
