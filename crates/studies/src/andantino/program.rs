//! Andantino as Stanczyk's program sees it: the same board, but its own test for the end of a game and its own move
//! order.
//!
//! The program ends a game when the last stone makes five, or when its line-of-sight test says that the stone
//! encloses an enemy. It knows neither suicide nor a full board. Searches that reproduce its counts must play this
//! game; the real rules only decide the winner.

use plyscope_core::{Game, Heuristic, Notation, Outcome, Rng, Side};
use plyscope_games::{Andantino, andantino};
use plyscope_heuristics::{HeuristicSpec, Judged};

/// A position as the program sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// The position itself.
    pub real: Andantino,
    ply: u32,
    ties: Ties,
}

/// The order of moves that look equal to the program.
///
/// It keeps legal moves in a Python set of objects, whose order depends on their addresses: it differs between runs
/// of the program but not within a run. Only the six moves after the first stone come from a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// In the order of its list of all cells.
    Fixed,
    /// By a random number for each cell.
    Drawn(u64),
}

/// How Andantino numbers its cells: the first cell, the distance from row to row, and the number of rows.
const FIRST_CELL: u16 = 20;
const STRIDE: u16 = 19;
const STRIDES: u64 = 19;

impl Program {
    /// The start of a game.
    pub fn new(ties: Ties) -> Program {
        Program { ties, ..Program::start(&andantino::Variant::default()) }
    }

    /// The position after the moves of a game.
    ///
    /// # Panics
    /// If they are not moves of a game.
    pub fn after(moves: &str, ties: Ties) -> Program {
        let mut program = Program::new(ties);
        let moves = program.real.read_game(moves).expect("the moves of a game");
        moves.into_iter().for_each(|m| program.play(m));
        program
    }

    /// The rank of a move in the order of moves.
    fn place(&self, m: u16) -> u64 {
        match self.ties {
            Ties::Drawn(seed) if self.ply > 1 => Rng::part(seed, m.into()).next_u64(),
            Ties::Fixed | Ties::Drawn(_) => {
                let (number, letter) = (u64::from((m - FIRST_CELL) / STRIDE), u64::from((m - FIRST_CELL) % STRIDE));
                // The program's list of cells has the odd rows first.
                100 * (STRIDES * (number % 2) + number) + letter
            }
        }
    }
}

impl Game for Program {
    type Move = u16;
    type Variant = andantino::Variant;

    fn start(variant: &andantino::Variant) -> Self {
        Program { real: Andantino::start(variant), ply: 0, ties: Ties::Fixed }
    }

    fn side_to_move(&self) -> Side {
        self.real.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        let last_mover = !self.side_to_move();
        let is_over = self.real.last_line(last_mover) >= 5 || self.real.seems_to_enclose(last_mover);
        is_over.then_some(Outcome::Win(last_mover))
    }

    fn moves(&self) -> impl Iterator<Item = u16> {
        let mut moves: Vec<u16> = self.real.moves().collect();
        moves.sort_by_key(|&m| self.place(m));
        moves.into_iter()
    }

    fn play(&mut self, m: u16) {
        self.real.play(m);
        self.ply += 1;
    }

    fn key(&self) -> u64 {
        self.real.key()
    }
}

/// A heuristic of Andantino applied to the real position.
struct Evaluation<H>(H);

impl<H: Heuristic<Andantino>> Heuristic<Program> for Evaluation<H> {
    fn evaluate(&self, position: &Program) -> f64 {
        self.0.evaluate(&position.real)
    }
}

/// The program's evaluation.
///
/// # Panics
/// Never: the heuristic is a registered one.
pub fn evaluation() -> Box<dyn Heuristic<Program>> {
    let spec = HeuristicSpec::named("published-line-length");
    Box::new(Evaluation(Andantino::opinion(Some(&spec), 0).expect("a registered heuristic")))
}
