//! Boards of squares: their sizes, the names of their squares, and positions as text.
//!
//! ```text
//! oooo/..../..../xxxx x        rows from the top, then the side to move
//! ```

use std::fmt;

use plyscope_core::{BadInput, Cell, CellShape, EndMark, Picture, Pieces, Side};

/// Rows and columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// The number of rows: the direction in which pawns move.
    pub rows: u8,
    /// The number of columns, named by letters.
    pub cols: u8,
}

/// A variant that is played on a board of squares of its own size.
pub trait OnGrid {
    /// That size.
    fn size(&self) -> Size;

    /// Whether the faster type of positions can hold this board, where a game has two.
    fn is_narrow(&self) -> bool {
        self.size().cells() <= 64
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl Size {
    /// How many cells the board has.
    pub const fn cells(self) -> u32 {
        self.rows as u32 * self.cols as u32
    }

    /// Reads `8x8`; `None` if the text does not have this form.
    pub(crate) fn read(text: &str) -> Option<Size> {
        let (rows, cols) = text.split_once(['x', 'X', '×'])?;
        let number = |digits: &str| {
            (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
                .then(|| digits.parse().unwrap_or(u8::MAX))
        };
        Some(Size { rows: number(rows)?, cols: number(cols)? })
    }

    /// Checks the limits that all pawn games share.
    pub(crate) fn check_pawns(self, game: &str, fewest_rows: u8) -> Result<Size, BadInput> {
        if self.rows < fewest_rows || self.cols < 2 || self.cells() > 128 {
            return Err(BadInput::new(format!(
                "{game} cannot be played on {self}: the board is ROWSxCOLUMNS with at least {fewest_rows} rows, \
                 2 columns and at most 128 cells"
            )));
        }
        Ok(self)
    }
}

/// Which end of the board has row number 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowOne {
    Top,
    Bottom,
}

/// The letters of a column: a, b, …, z, aa, ab, ….
pub(crate) fn column_name(column: u32) -> String {
    let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
    if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}

/// The name of the square in this column and this row from the top, both counted from 0.
pub(crate) fn square_name(size: Size, one: RowOne, row_from_top: u32, column: u32) -> String {
    let number = match one {
        RowOne::Top => row_from_top + 1,
        RowOne::Bottom => u32::from(size.rows) - row_from_top,
    };
    format!("{}{number}", column_name(column))
}

/// The cells of a board in reading order, the side to move, and what follows it.
pub(crate) struct GridText {
    pub(crate) cells: Vec<Option<Side>>,
    pub(crate) to_move: Side,
    pub(crate) rest: Option<String>,
}

/// Writes the board part and the side to move. `at` is asked for rows from the top and columns from the left.
pub(crate) fn write(size: Size, to_move: Side, at: impl Fn(u32, u32) -> Option<Side>) -> String {
    let rows = (0..u32::from(size.rows))
        .map(|row| {
            (0..u32::from(size.cols)).map(|column| at(row, column).map_or('.', Side::letter)).collect::<String>()
        })
        .collect::<Vec<_>>();
    format!("{} {}", rows.join("/"), to_move.letter())
}

/// Reads what [`write`] writes. Also accepted: capital letters, `-` for an empty cell, a number for that many empty
/// cells, and a board without `/`.
pub(crate) fn read(size: Size, text: &str) -> Result<GridText, BadInput> {
    let form = || {
        let row = ".".repeat(size.cols.into());
        let rows = if size.rows > 3 { format!("{row}/{row}/…/{row}") } else { vec![row; size.rows.into()].join("/") };
        format!(
            "a {size} position is {} rows of {} cells (x, o or .) and the side to move: \"{rows} x\"",
            size.rows, size.cols
        )
    };
    let bad = |what: String| BadInput::new(format!("{what}; {}", form()));

    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or_else(|| bad("the position is empty".to_owned()))?;
    let side = fields.next().ok_or_else(|| bad("the side to move is missing".to_owned()))?;
    let to_move = match side.chars().collect::<Vec<_>>()[..] {
        [letter] => Side::from_letter(letter),
        _ => None,
    }
    .ok_or_else(|| bad(format!("the side to move is {:?}, not x or o", cut(side))))?;
    let rest = fields.next().map(str::to_owned);
    if let Some(extra) = fields.next() {
        return Err(bad(format!("{:?} does not belong to a position", cut(extra))));
    }

    let rows: Vec<&str> = board.split('/').collect();
    let mut cells = Vec::with_capacity(size.cells() as usize);
    if rows.len() == 1 {
        read_cells(board, size.cells() as usize, &mut cells).map_err(|what| bad(format!("the board {what}")))?;
    } else if rows.len() == usize::from(size.rows) {
        for (index, row) in rows.iter().enumerate() {
            read_cells(row, size.cols.into(), &mut cells)
                .map_err(|what| bad(format!("row {} from the top {what}", index + 1)))?;
        }
    } else {
        return Err(bad(format!("the number of rows is {}", rows.len())));
    }
    Ok(GridText { cells, to_move, rest })
}

/// Reads a position that has nothing after the side to move.
pub(crate) fn read_board(size: Size, text: &str) -> Result<GridText, BadInput> {
    let read = read(size, text)?;
    match &read.rest {
        None => Ok(read),
        Some(extra) => Err(BadInput::new(format!("{:?} does not belong to a position of this game", cut(extra)))),
    }
}

/// Appends the `expected` cells that a row of text shows.
pub(crate) fn read_cells(text: &str, expected: usize, out: &mut Vec<Option<Side>>) -> Result<(), String> {
    let (begin, mut run) = (out.len(), 0usize);
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = (run * 10 + digit as usize).min(1000);
            continue;
        }
        out.extend(std::iter::repeat_n(None, std::mem::take(&mut run)));
        match c {
            '.' | '-' => out.push(None),
            _ => out.push(Some(Side::from_letter(c).ok_or_else(|| format!("has {c:?} in it"))?)),
        }
    }
    out.extend(std::iter::repeat_n(None, run));
    let found = out.len() - begin;
    if found == expected { Ok(()) } else { Err(format!("has {found} cells, not {expected}")) }
}

fn cut(text: &str) -> String {
    text.chars().take(20).collect()
}

/// The picture of a board of squares.
pub(crate) fn picture(size: Size, one: RowOne, pieces: Pieces, at: impl Fn(u32, u32) -> Option<Side>) -> Picture {
    let mut cells = Vec::with_capacity(size.cells() as usize);
    for row in 0..u32::from(size.rows) {
        for column in 0..u32::from(size.cols) {
            cells.push(Cell {
                name: square_name(size, one, row, column),
                x: 2 * column as i32,
                row: row as i32,
                piece: at(row, column),
                end_mark: None,
            });
        }
    }
    Picture { shape: CellShape::Square, pieces, cells }
}

/// The picture of a board on which a row of `length` pieces wins, with the rows that are there marked.
pub(crate) fn picture_with_lines(
    size: Size,
    one: RowOne,
    pieces: Pieces,
    length: u32,
    at: impl Fn(u32, u32) -> Option<Side>,
) -> Picture {
    let mut picture = picture(size, one, pieces, &at);
    let (rows, columns) = (i32::from(size.rows), i32::from(size.cols));
    let piece_at = |(row, column): (i32, i32)| {
        let is_on_board = (0..rows).contains(&row) && (0..columns).contains(&column);
        if is_on_board { at(row as u32, column as u32) } else { None }
    };
    for start in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let line = || (0..length as i32).map(|step| (start.0 + step * down, start.1 + step * right));
            let owner = piece_at(start);
            if owner.is_some() && line().all(|cell| piece_at(cell) == owner) {
                line().for_each(|(row, column)| {
                    picture.cells[(row * columns + column) as usize].end_mark = Some(EndMark::Line);
                });
            }
        }
    }
    picture
}

/// The error that the side to move cannot be to move, because it has already won.
pub(crate) fn already_won(side: Side, how: &str) -> BadInput {
    let (won, other) = (side.letter(), (!side).letter());
    BadInput::new(format!(
        "{won} has already won here ({how}), so it cannot be {won}'s turn; write {other} as the side to move"
    ))
}
