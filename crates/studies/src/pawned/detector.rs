//! The leaves of the printed tree: which are worth ±36, and why.
//!
//! The paper states two checkmate tests, but neither considers whose turn it is, and they do not give the printed
//! numbers. This rule does. It is a hypothesis found by fitting: the program's source is not available.
//!
//! A side has a *run* if one of its pawns has no enemy ahead in its own and the neighbouring columns (the paper's
//! type 1), or if one can capture and then has none. Its length is the pawn's remaining rows. The shorter run is
//! worth 36; with equal runs the plain value stands. If only the side not to move has a run, it must be of the first
//! kind, because a capture needs the turn.
//!
//! This rule gives 145 of the 152 printed leaves. The other seven follow if captures to the right look at the wrong
//! columns, those around the one to the *left* of the pawn: an easy slip where two cases are written one below the
//! other.

use plyscope_core::{Game, Heuristic, Side};
use plyscope_games::Armies;

use super::program::{COLUMNS, Program, ROWS};

/// How the leaves of the printed tree are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detector {
    /// 2·pieces + steps alone.
    Plain,
    /// With the rule above.
    Runner,
    /// With the rule above, and captures to the right judged by the wrong columns.
    RunnerWithSlip,
}

/// The value of the side with the shorter run: 6 squared.
const CHECKMATE: f64 = 36.0;

impl Detector {
    /// The value of a position for Black, the second player.
    pub fn for_black(self, position: &Program) -> f64 {
        let [black, white] = [Side::Second, Side::First].map(|side| plain(position, side));
        match self.first_runner(position) {
            Some(Side::Second) => CHECKMATE,
            Some(Side::First) => -CHECKMATE,
            None => black - white,
        }
    }

    /// The lengths of the runs of the side to move and of the other side.
    fn run_lengths(self, position: &Program) -> [Option<u8>; 2] {
        if self == Detector::Plain {
            return [None; 2];
        }
        let (mover, other) = (position.side_to_move(), !position.side_to_move());
        let straight = |side| shortest(position, side, |cell| is_free(position, side, cell, column(cell)));
        let either = |side| shortest(position, side, |cell| self.runs(position, side, cell));
        let own = either(mover);
        [own, if own.is_some() { either(other) } else { straight(other) }]
    }

    fn first_runner(self, position: &Program) -> Option<Side> {
        let (mover, other) = (position.side_to_move(), !position.side_to_move());
        match self.run_lengths(position) {
            [Some(own), Some(theirs)] if own == theirs => None,
            [Some(own), Some(theirs)] => Some(if own < theirs { mover } else { other }),
            [Some(_), None] => Some(mover),
            [None, Some(_)] => Some(other),
            [None, None] => None,
        }
    }

    /// Whether the program's later search stops at a position: a side runs, or both do.
    pub fn is_checkmate(self, position: &Program) -> bool {
        self.run_lengths(position).iter().any(Option::is_some)
    }

    /// Whether a pawn runs, at once or after a capture.
    fn runs(self, position: &Program, side: Side, cell: u8) -> bool {
        let next = if side == Side::First { cell + COLUMNS } else { cell - COLUMNS };
        let captures = |by: i8| {
            let target = column(cell) + by;
            let is_enemy = |enemy: u8| enemy / COLUMNS == next / COLUMNS && column(enemy) == target;
            let seen = if self == Detector::RunnerWithSlip { column(cell) - 1 } else { target };
            position.cells(!side).any(is_enemy) && is_free(position, side, next, seen)
        };
        is_free(position, side, cell, column(cell)) || captures(-1) || captures(1)
    }
}

/// The paper's heuristic without mobility.
fn plain(position: &Program, side: Side) -> f64 {
    f64::from(2 * position.real.n_pieces(side) + position.real.n_steps(side))
}

fn column(cell: u8) -> i8 {
    (cell % COLUMNS) as i8
}

/// The rows a pawn still has to go.
fn rows_to_go(side: Side, cell: u8) -> u8 {
    if side == Side::First { ROWS - 1 - cell / COLUMNS } else { cell / COLUMNS }
}

/// The fewest rows to go among the pawns that run. Pawns that have arrived no longer run.
fn shortest(position: &Program, side: Side, runs: impl Fn(u8) -> bool) -> Option<u8> {
    let on_their_way = position.cells(side).filter(|&cell| rows_to_go(side, cell) > 0);
    on_their_way.filter(|&cell| runs(cell)).map(|cell| rows_to_go(side, cell)).min()
}

/// Whether no enemy stands nearer to the goal than a cell, in this column or next to it.
fn is_free(position: &Program, side: Side, cell: u8, seen: i8) -> bool {
    let is_ahead = |enemy: u8| rows_to_go(side, enemy) < rows_to_go(side, cell);
    !position.cells(!side).any(|enemy| is_ahead(enemy) && (column(enemy) - seen).abs() <= 1)
}

impl Heuristic<Program> for Detector {
    fn evaluate(&self, position: &Program) -> f64 {
        let value = self.for_black(position);
        if position.side_to_move() == Side::Second { value } else { 0.0 - value }
    }
}
