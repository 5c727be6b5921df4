//! Pawned as the paper's program plays it: pawns have numbers, and successors come pawn by pawn.
//!
//! A state of the program is a list of places, one for each pawn. Its successors are listed by pawn, each first
//! straight ahead, then capturing towards column a, then away from it. A position does not tell which pawn is which,
//! so this game remembers it. Its search has no pass: a side that cannot move has no successors.

use plyscope_core::{Game, Notation, Outcome, Side};
use plyscope_games::{PawnMove, Pawned, pawned};

/// A position with numbered pawns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// The position itself.
    pub real: Pawned<u64>,
    /// The cells of each side's pawns by number; `None` if captured.
    pawns: [Vec<Option<u8>>; 2],
    /// Whether a side that cannot move passes. The paper's game does so, its search does not.
    passes: bool,
}

impl Program {
    /// The position with pawns on these cells, each side's in order of their numbers.
    ///
    /// # Panics
    /// If the text is not a position of the paper's board.
    pub fn new(text: &str, cells: [[&str; 6]; 2]) -> Program {
        let real = Pawned::read_position(&pawned::Variant::default(), text).expect("a position of 6x6");
        let pawns = cells.map(|names| names.iter().map(|name| Some(cell_named(name))).collect());
        Program { real, pawns, passes: true }
    }

    /// The same position as the paper's search sees it: a side that cannot move has no successors.
    #[must_use]
    pub fn without_passes(self) -> Program {
        Program { passes: false, ..self }
    }

    /// A pawn's index among its side's, and its direction: straight, left, right.
    fn place(&self, m: PawnMove) -> (usize, u8) {
        let own = &self.pawns[self.real.side_to_move().index()];
        let pawn = own.iter().position(|cell| *cell == Some(m.from)).unwrap_or(own.len());
        let way = match (m.to % COLUMNS).cmp(&(m.from % COLUMNS)) {
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Greater => 2,
        };
        (pawn, way)
    }

    /// The cells of a side's pawns.
    pub(super) fn cells(&self, side: Side) -> impl Iterator<Item = u8> {
        self.pawns[side.index()].iter().flatten().copied()
    }
}

/// Rows and columns of the paper's board.
pub(super) const ROWS: u8 = 6;
pub(super) const COLUMNS: u8 = 6;

/// The index of a cell; a1 is 0.
fn cell_named(name: &str) -> u8 {
    let bytes = name.as_bytes();
    (bytes[1] - b'1') * COLUMNS + bytes[0] - b'a'
}

impl Game for Program {
    type Move = PawnMove;
    type Variant = pawned::Variant;

    fn start(variant: &pawned::Variant) -> Self {
        let real = Pawned::start(variant);
        let row = |row: u8| (0..COLUMNS).map(|column| Some(row * COLUMNS + column)).collect();
        Program { real, pawns: [row(0), row(ROWS - 1)], passes: true }
    }

    fn side_to_move(&self) -> Side {
        self.real.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.real.outcome()
    }

    fn moves(&self) -> impl Iterator<Item = PawnMove> {
        let mut moves: Vec<PawnMove> = self.real.moves().filter(|&m| self.passes || m != PawnMove::PASS).collect();
        moves.sort_by_key(|&m| self.place(m));
        moves.into_iter()
    }

    fn play(&mut self, m: PawnMove) {
        if m != PawnMove::PASS {
            let (own, other) = (self.side_to_move().index(), (!self.side_to_move()).index());
            self.pawns[other].iter_mut().filter(|cell| **cell == Some(m.to)).for_each(|cell| *cell = None);
            self.pawns[own].iter_mut().filter(|cell| **cell == Some(m.from)).for_each(|cell| *cell = Some(m.to));
        }
        self.real.play(m);
    }

    fn key(&self) -> u64 {
        self.real.key()
    }
}
