//! Boards of squares as Plyscope writes them: `oooo/..../..../xxxx x`.

use plyscope_core::{BadInput, Side};

/// A board and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// From the top.
    pub(crate) rows: Vec<Vec<Option<Side>>>,
    pub(crate) to_move: Side,
}

impl Board {
    /// Reads Plyscope's canonical text of a position.
    pub(crate) fn read(text: &str) -> Result<Board, BadInput> {
        let bad = || BadInput::new(format!("{text:?} is not a board of x, o and . with the side to move"));
        let (rows, to_move) = text.trim().split_once(' ').ok_or_else(bad)?;
        let cell = |letter| if letter == '.' { Some(None) } else { Side::from_letter(letter).map(Some) };
        let rows: Option<Vec<Vec<_>>> = rows.split('/').map(|row| row.chars().map(cell).collect()).collect();
        let [to_move] = to_move.chars().collect::<Vec<_>>()[..] else { return Err(bad()) };
        let board = Board { rows: rows.ok_or_else(bad)?, to_move: Side::from_letter(to_move).ok_or_else(bad)? };
        if board.rows.iter().any(|row| row.len() != board.rows[0].len()) { Err(bad()) } else { Ok(board) }
    }

    /// Plyscope's canonical text of the position.
    pub(crate) fn text(&self) -> String {
        let row = |row: &Vec<Option<Side>>| row.iter().map(|cell| cell.map_or('.', Side::letter)).collect::<String>();
        format!("{} {}", self.rows.iter().map(row).collect::<Vec<_>>().join("/"), self.to_move.letter())
    }
}

/// Rows and columns of the canonical spec of a game on a plain board, `GAME:RxC`, and the options after it.
pub(crate) fn size<'a>(spec: &'a str, game: &str) -> Option<(usize, usize, &'a str)> {
    let variant = spec.strip_prefix(game)?.strip_prefix(':')?;
    let (size, options) = variant.split_once(',').unwrap_or((variant, ""));
    let (rows, columns) = size.split_once('x')?;
    Some((rows.parse().ok()?, columns.parse().ok()?, options))
}
