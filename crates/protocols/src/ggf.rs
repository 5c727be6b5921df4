//! Games of Othello in the Generic Game Format, as NBoard sends them.
//!
//! ```text
//! (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---…---O*------*O---…--- *]B[F5]W[D6/0.50/1.2]B[PA];)
//! ```
//!
//! `*` is Black, `O` is White, `-` is empty; rows from the top, then the side to move. Moves may carry a value and a
//! time.

use plyscope_core::{BadInput, Side};

use crate::board::Board;
use crate::nboard;

/// A game: where it began, and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Plyscope's text of the position in which it began.
    pub start: String,
    /// The moves in Plyscope's notation, passes among them if they were written.
    pub moves: Vec<String>,
}

impl Game {
    /// Reads a game.
    ///
    /// # Errors
    /// If it is not one of Othello, or is damaged.
    pub fn read(text: &str) -> Result<Game, BadInput> {
        let bad = |what: &str| BadInput::new(format!("the game in GGF {what}: {:.60}", text.trim()));
        let inner = text.trim().strip_prefix("(;").and_then(|rest| rest.split_once(";)"));
        let (mut rest, _) = inner.ok_or_else(|| bad("does not begin with (; and end with ;)"))?;
        let (mut start, mut moves) = (None, Vec::new());
        while let Some((name, after)) = rest.split_once('[') {
            let (value, next) = after.split_once(']').ok_or_else(|| bad("has a property without ]"))?;
            match name.trim() {
                "GM" if !value.to_ascii_lowercase().starts_with("othello") => return Err(bad("is not of Othello")),
                "BO" => start = Some(read_board(value).ok_or_else(|| bad("has no board that can be read"))?),
                "B" | "W" => moves.push(nboard::read_move(value)),
                _ => {}
            }
            rest = next;
        }
        Ok(Game { start: start.ok_or_else(|| bad("has no board (BO)"))?.text(), moves })
    }

    /// Writes the game on one line.
    ///
    /// # Errors
    /// If the start is not a square board.
    pub fn write(&self) -> Result<String, BadInput> {
        let board = Board::read(&self.start)?;
        let size = board.rows.len();
        if board.rows[0].len() != size {
            return Err(BadInput::new(format!("GGF has only square boards, and {} is none", self.start)));
        }
        let symbol = |cell: &Option<Side>| cell.map_or('-', |side| if side == Side::First { '*' } else { 'O' });
        let cells: String = board.rows.iter().flatten().map(symbol).collect();
        let to_move = symbol(&Some(board.to_move));
        let mut text = format!("(;GM[Othello]PC[Plyscope]RE[?]TY[{size}]BO[{size} {cells} {to_move}]");
        let mut side = board.to_move;
        for m in &self.moves {
            let colour = if side == Side::First { 'B' } else { 'W' };
            text += &format!("{colour}[{}]", nboard::move_text(m));
            side = !side;
        }
        Ok(text + ";)")
    }
}

fn read_board(text: &str) -> Option<Board> {
    let (size, cells) = text.trim().split_once(char::is_whitespace)?;
    let size: usize = size.parse().ok().filter(|size| (1..=11).contains(size))?;
    let side = |symbol| match symbol {
        '*' => Some(Some(Side::First)),
        'O' | 'o' | '0' => Some(Some(Side::Second)),
        '-' => Some(None),
        _ => None,
    };
    let cells: Option<Vec<_>> = cells.chars().filter(|symbol| !symbol.is_whitespace()).map(side).collect();
    let mut cells = cells?;
    let to_move = cells.pop()??;
    (cells.len() == size * size).then(|| Board { rows: cells.chunks(size).map(<[_]>::to_vec).collect(), to_move })
}
