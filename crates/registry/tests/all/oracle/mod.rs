//! Slow rules of every game, to compare the fast ones with.
//!
//! Each file is written straight from the rules of its game: a board of characters, no bits, no tables, nothing
//! remembered between two questions. Nothing here is shared with the code under test, so that a mistake there has
//! no twin here; the two sides meet in text only.

#![allow(unreachable_pub, reason = "what the test files may use is marked, although a test exports nothing")]

mod andantino;
mod breakthrough;
mod connect4;
mod pawn;
mod pawned;
mod reversi;
mod tictactoe;

/// A position as text only, so that nothing is shared with the code under test.
pub trait Oracle {
    /// Canonical move texts, any order; empty when the game is over; ["pass"] when passing is the only move.
    fn moves(&self) -> Vec<String>;
    /// Plays one of `moves`; panics otherwise.
    fn play(&mut self, m: &str);
    /// Canonical position text.
    fn text(&self) -> String;
    /// Winner ('x', 'o', or None for a draw) and reason; None while the game goes on.
    fn outcome(&self) -> Option<(Option<char>, &'static str)>;
}

/// The start position of a game spec such as "pawn:8x8,classic,en-passant".
pub fn oracle(spec: &str) -> Box<dyn Oracle> {
    let mut words = spec.split([':', ',']);
    let id = words.next().unwrap_or_default();
    let mut options = Options(words.collect());
    let game: Box<dyn Oracle> = match id {
        "tictactoe" => Box::new(tictactoe::TicTacToe::start(&mut options)),
        "connect4" => Box::new(connect4::Connect4::start(&mut options)),
        "reversi" => Box::new(reversi::Reversi::start(&mut options)),
        "pawn" => Box::new(pawn::Pawn::start(&mut options)),
        "pawned" => Box::new(pawned::Pawned::start(&mut options)),
        "breakthrough" => Box::new(breakthrough::Breakthrough::start(&mut options)),
        "andantino" => Box::new(andantino::Andantino::start(&mut options)),
        _ => panic!("no such game: {spec}"),
    };
    // Every game takes out the words it understands: a word that is left over would silently change nothing.
    assert!(options.0.is_empty(), "not understood in {spec}: {:?}", options.0);
    game
}

/// The words of a spec after the name of the game.
struct Options<'a>(Vec<&'a str>);

impl<'a> Options<'a> {
    /// Takes out the first word for which `read` has an answer.
    fn take<T>(&mut self, read: impl Fn(&'a str) -> Option<T>) -> Option<T> {
        let at = self.0.iter().position(|word| read(word).is_some())?;
        read(self.0.remove(at))
    }

    /// Whether the word itself is there.
    fn flag(&mut self, name: &str) -> bool {
        self.take(|word| (word == name).then_some(())).is_some()
    }

    /// The text after `name=`.
    fn value(&mut self, name: &str) -> Option<&'a str> {
        self.take(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    /// Rows and columns, written `RxC`.
    fn size(&mut self) -> Option<(usize, usize)> {
        self.take(|word| {
            let (rows, columns) = word.split_once('x')?;
            Some((rows.parse().ok()?, columns.parse().ok()?))
        })
    }
}

/// 'x', 'o' or '.', as `board[row][column]`; each game says which row is the first.
type Board = Vec<Vec<char>>;

/// Row and column, counted from 0.
type Cell = (usize, usize);

fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

/// The name of a cell: column letter, row number. Columns go on after z with aa, ab, ...
fn square((row, column): Cell) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let column = if column < 26 {
        letter(column).to_string()
    } else {
        format!("{}{}", letter(column / 26 - 1), letter(column % 26))
    };
    format!("{column}{}", row + 1)
}

/// All cells of a rectangular board.
fn cells(board: &Board) -> Vec<Cell> {
    let (rows, columns) = (board.len(), board[0].len());
    (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
}

fn count(board: &Board, piece: char) -> usize {
    board.iter().flatten().filter(|&&cell| cell == piece).count()
}

/// Rows in the order given, joined by `/`.
fn rows_text<'a>(rows: impl Iterator<Item = &'a Vec<char>>) -> String {
    rows.map(String::from_iter).collect::<Vec<_>>().join("/")
}

// What the three pawn games share. Their boards have row 1, the bottom row, first; x moves up, o moves down.

/// One move of a piece.
struct Step {
    from: Cell,
    to: Cell,
    /// The cell whose piece is captured; for a capture en passant it is not `to`.
    taken: Option<Cell>,
}

impl Step {
    fn text(&self) -> String {
        let sign = if self.taken.is_some() { 'x' } else { '-' };
        format!("{}{sign}{}", square(self.from), square(self.to))
    }

    fn carry_out(&self, board: &mut Board) {
        if let Some((row, column)) = self.taken {
            board[row][column] = '.';
        }
        board[self.to.0][self.to.1] = board[self.from.0][self.from.1];
        board[self.from.0][self.from.1] = '.';
    }
}

/// The row in front of `row` as `side` looks at it; None on its last row.
fn ahead(board: &Board, side: char, row: usize) -> Option<usize> {
    if side == 'x' { Some(row + 1).filter(|&next| next < board.len()) } else { row.checked_sub(1) }
}

/// The columns to the left and right of `column`.
fn beside(board: &Board, column: usize) -> Vec<usize> {
    (0..board[0].len()).filter(|&other| other.abs_diff(column) == 1).collect()
}

/// How many pieces of `side` stand on its last row.
fn arrived(board: &Board, side: char) -> usize {
    let last = if side == 'x' { board.len() - 1 } else { 0 };
    board[last].iter().filter(|&&cell| cell == side).count()
}
