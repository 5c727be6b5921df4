//! What the Pawn Game and Pawned have in common: the features of pawns.

mod sets;
pub(crate) mod strong;

pub(crate) use sets::*;

use plyscope_games::{Camp, Word};

use crate::named::Feature;

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PawnsFeature {
    /// Pieces.
    Pieces,
    /// Rows advanced.
    Steps,
    /// Whose turn it is.
    Turn,
    /// Moves.
    Mobility,
    /// Moves that take a piece.
    Captures,
    /// Pieces that can be taken.
    Threatened,
    /// Pieces that can be taken back.
    Protected,
    /// Pieces that can be taken and not be taken back.
    Hanging,
    /// Steps onto cells where nobody can take.
    SafeSteps,
    /// Steps in a row onto such cells.
    Spare,
    /// Empty cells between pieces.
    Gaps,
    /// Pieces that cannot step.
    Blocked,
    /// Pieces without neighbours.
    Isolated,
    /// Pieces that no enemy can meet.
    Passed,
    /// Passed pieces with a free way.
    FreeRunners,
    /// The way of the foremost runner.
    RunnerRows,
    /// The way of the foremost piece.
    GoalRows,
    /// Pieces in one row.
    Row(u8),
    /// Checkmate of type 1 in Pawned.
    Checkmate1,
    /// Checkmate of type 2 in Pawned.
    Checkmate2,
}

const fn row(nth: u8, name: &'static str, meaning: &'static str) -> Feature<PawnsFeature> {
    feature(PawnsFeature::Row(nth), name, "pieces", meaning)
}

const fn feature(
    id: PawnsFeature,
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
) -> Feature<PawnsFeature> {
    Feature { id, name, unit, meaning }
}

/// The features with their names.
pub(crate) const FEATURES: &[Feature<PawnsFeature>] = &[
    feature(PawnsFeature::Pieces, "pieces", "pieces", "pieces of this side"),
    feature(PawnsFeature::Steps, "steps", "rows", "rows between this side's pieces and its own edge, all together"),
    feature(PawnsFeature::Turn, "turn", "0 or 1", "1 for the side to move, 0 for the other"),
    feature(PawnsFeature::Mobility, "mobility", "moves", "moves this side could make if it were its turn"),
    feature(PawnsFeature::Captures, "captures", "moves", "captures this side could make if it were its turn"),
    feature(
        PawnsFeature::Threatened,
        "threatened",
        "pieces",
        "pieces of this side that stand where an enemy could take them",
    ),
    feature(PawnsFeature::Protected, "protected", "pieces", "pieces of this side that it could take back"),
    feature(PawnsFeature::Hanging, "hanging", "pieces", "threatened pieces that are not protected"),
    feature(
        PawnsFeature::SafeSteps,
        "safe_steps",
        "moves",
        "straight steps of this side onto cells that no enemy could capture on",
    ),
    feature(
        PawnsFeature::Spare,
        "spare_steps",
        "moves",
        "cells that this side's pieces can step to one after the other without entering one that an enemy could capture on now",
    ),
    feature(
        PawnsFeature::Gaps,
        "gaps",
        "cells",
        "empty cells with a piece of this side behind and an enemy ahead in their column; the same for both sides",
    ),
    feature(
        PawnsFeature::Blocked,
        "blocked",
        "pieces",
        "pieces of this side with a piece of either side straight before them",
    ),
    feature(
        PawnsFeature::Isolated,
        "isolated",
        "pieces",
        "pieces of this side without one of their own in a neighbouring column",
    ),
    feature(
        PawnsFeature::Passed,
        "passed",
        "pieces",
        "pieces of this side with no enemy ahead in their own and the neighbouring columns",
    ),
    feature(
        PawnsFeature::FreeRunners,
        "free_runners",
        "pieces",
        "passed pieces with no piece of their own side straight ahead",
    ),
    feature(
        PawnsFeature::RunnerRows,
        "runner_rows",
        "rows",
        "rows that the foremost free runner has still to go; the rows of the board if there is none",
    ),
    feature(
        PawnsFeature::GoalRows,
        "goal_rows",
        "rows",
        "rows that the foremost piece has still to go; the rows of the board if there is none",
    ),
    row(1, "row1", "pieces of this side in its own edge row"),
    row(2, "row2", "pieces of this side in the 2nd row from its edge"),
    row(3, "row3", "pieces of this side in the 3rd row from its edge"),
    row(4, "row4", "pieces of this side in the 4th row from its edge"),
    row(5, "row5", "pieces of this side in the 5th row from its edge"),
    row(6, "row6", "pieces of this side in the 6th row from its edge"),
    row(7, "row7", "pieces of this side in the 7th row from its edge"),
    row(8, "row8", "pieces of this side in the 8th row from its edge"),
    feature(
        PawnsFeature::Checkmate1,
        "checkmate1",
        "rows",
        "Pawned's checkmate of type 1: rows that the foremost passed piece has still to go; 0 if there is none",
    ),
    feature(
        PawnsFeature::Checkmate2,
        "checkmate2",
        "0 or 1",
        "Pawned's checkmate of type 2: 1 if a piece one step from the goal could capture onto it",
    ),
];

/// How much of a feature a side has: `us` is that side, `moves` counts its moves and how many of them are captures.
#[inline(always)]
pub(crate) fn measure<W: Word>(
    feature: PawnsFeature,
    us: Camp<W>,
    them: Camp<W>,
    is_mover: bool,
    moves: impl FnOnce() -> (u32, u32),
) -> f64 {
    let (us, them) = (&us, &them);
    let rows = |set: W| rows_to_goal(us, set);
    f64::from(match feature {
        PawnsFeature::Pieces => us.own.count(),
        PawnsFeature::Steps => us.rows_from_edge(us.own),
        PawnsFeature::Turn => u32::from(is_mover),
        PawnsFeature::Mobility => moves().0,
        PawnsFeature::Captures => moves().1,
        PawnsFeature::Threatened => (us.own & attacks(them)).count(),
        PawnsFeature::Protected => (us.own & attacks(us)).count(),
        PawnsFeature::Hanging => (us.own & attacks(them) & !attacks(us)).count(),
        PawnsFeature::SafeSteps => (steps(us) & !attacks(them)).count(),
        PawnsFeature::Spare => spare(us, them).count(),
        PawnsFeature::Gaps => gaps(us, them).count(),
        PawnsFeature::Blocked => (us.ahead(us.own) & (us.own | us.enemies)).count(),
        PawnsFeature::Isolated => isolated(us, them).count(),
        PawnsFeature::Passed => passed(us, them).count(),
        PawnsFeature::FreeRunners => free_runners(us, them).count(),
        PawnsFeature::RunnerRows => rows(free_runners(us, them)).unwrap_or(us.n_rows()),
        PawnsFeature::GoalRows => rows(us.own).unwrap_or(us.n_rows()),
        PawnsFeature::Row(nth) => (us.own & us.row(u32::from(nth) - 1)).count(),
        PawnsFeature::Checkmate1 => rows(passed(us, them)).unwrap_or(0),
        PawnsFeature::Checkmate2 => u32::from(checkmate2(us, them) != W::EMPTY),
    })
}
