//! What the Pawn Game and Pawned have in common: the features of pawns.

use plyscope_heuristics::{Feature, descriptions, ids};

use super::sets::*;
use crate::{Camp, Word};

/// What can be measured.
#[derive(Clone, Copy)]
enum F {
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
    /// Steps onto cells where no enemy can take.
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

const TABLE: &[(F, Feature)] = &[
    (F::Pieces, Feature::new("pieces", "pieces", "pieces of this side")),
    (F::Steps, Feature::new("steps", "rows", "rows between this side's pieces and its own edge, in total")),
    (F::Turn, Feature::new("turn", "0 or 1", "1 for the side to move, 0 for the other")),
    (F::Mobility, Feature::new("mobility", "moves", "moves this side could make if it were its turn")),
    (F::Captures, Feature::new("captures", "moves", "captures this side could make if it were its turn")),
    (
        F::Threatened,
        Feature::new("threatened", "pieces", "pieces of this side that stand where an enemy could take them"),
    ),
    (F::Protected, Feature::new("protected", "pieces", "pieces of this side that it could take back")),
    (F::Hanging, Feature::new("hanging", "pieces", "threatened pieces that are not protected")),
    (
        F::SafeSteps,
        Feature::new("safe_steps", "moves", "straight steps of this side onto cells that no enemy could capture on"),
    ),
    (
        F::Spare,
        Feature::new(
            "spare_steps",
            "moves",
            "cells that this side's pieces can step to one after another, except where an enemy could capture now",
        ),
    ),
    (
        F::Gaps,
        Feature::new(
            "gaps",
            "cells",
            "empty cells with a piece of this side behind and an enemy ahead in their column; the same for both sides",
        ),
    ),
    (
        F::Blocked,
        Feature::new("blocked", "pieces", "pieces of this side with a piece of either side directly in front"),
    ),
    (
        F::Isolated,
        Feature::new("isolated", "pieces", "pieces of this side without one of their own in a neighbouring column"),
    ),
    (
        F::Passed,
        Feature::new(
            "passed",
            "pieces",
            "pieces of this side with no enemy ahead in their own and the neighbouring columns",
        ),
    ),
    (
        F::FreeRunners,
        Feature::new("free_runners", "pieces", "passed pieces with no piece of their own side straight ahead"),
    ),
    (
        F::RunnerRows,
        Feature::new(
            "runner_rows",
            "rows",
            "rows that the foremost free runner still has to go; the number of rows if there is none",
        ),
    ),
    (
        F::GoalRows,
        Feature::new(
            "goal_rows",
            "rows",
            "rows that the foremost piece still has to go; the number of rows if there is none",
        ),
    ),
    (F::Row(1), Feature::new("row1", "pieces", "pieces of this side in its own edge row")),
    (F::Row(2), Feature::new("row2", "pieces", "pieces of this side in the 2nd row from its edge")),
    (F::Row(3), Feature::new("row3", "pieces", "pieces of this side in the 3rd row from its edge")),
    (F::Row(4), Feature::new("row4", "pieces", "pieces of this side in the 4th row from its edge")),
    (F::Row(5), Feature::new("row5", "pieces", "pieces of this side in the 5th row from its edge")),
    (F::Row(6), Feature::new("row6", "pieces", "pieces of this side in the 6th row from its edge")),
    (F::Row(7), Feature::new("row7", "pieces", "pieces of this side in the 7th row from its edge")),
    (F::Row(8), Feature::new("row8", "pieces", "pieces of this side in the 8th row from its edge")),
    (
        F::Checkmate1,
        Feature::new(
            "checkmate1",
            "rows",
            "Pawned's checkmate of type 1: rows that the foremost passed piece still has to go; 0 if there is none",
        ),
    ),
    (
        F::Checkmate2,
        Feature::new(
            "checkmate2",
            "0 or 1",
            "Pawned's checkmate of type 2: 1 if a piece one step from the goal could capture onto it",
        ),
    ),
];

static IDS: [F; TABLE.len()] = ids(TABLE);

/// The features with their names.
pub(crate) const FEATURES: &[Feature] = &descriptions::<_, { TABLE.len() }>(TABLE);

/// How much of a feature a side has: `us` is that side, `moves` counts its moves and how many of them are captures.
#[inline(always)]
pub(crate) fn measure<W: Word>(
    feature: usize,
    us: Camp<W>,
    them: Camp<W>,
    is_mover: bool,
    moves: impl FnOnce() -> (u32, u32),
) -> f64 {
    let (us, them) = (&us, &them);
    let rows = |set: W| rows_to_goal(us, set);
    f64::from(match IDS[feature] {
        F::Pieces => us.own.count(),
        F::Steps => us.rows_from_edge(us.own),
        F::Turn => u32::from(is_mover),
        F::Mobility => moves().0,
        F::Captures => moves().1,
        F::Threatened => (us.own & attacks(them)).count(),
        F::Protected => (us.own & attacks(us)).count(),
        F::Hanging => (us.own & attacks(them) & !attacks(us)).count(),
        F::SafeSteps => (steps(us) & !attacks(them)).count(),
        F::Spare => spare(us, them).count(),
        F::Gaps => gaps(us, them).count(),
        F::Blocked => (us.ahead(us.own) & (us.own | us.enemies)).count(),
        F::Isolated => isolated(us, them).count(),
        F::Passed => passed(us, them).count(),
        F::FreeRunners => free_runners(us, them).count(),
        F::RunnerRows => rows(free_runners(us, them)).unwrap_or(us.n_rows()),
        F::GoalRows => rows(us.own).unwrap_or(us.n_rows()),
        F::Row(nth) => (us.own & us.row(u32::from(nth) - 1)).count(),
        F::Checkmate1 => rows(passed(us, them)).unwrap_or(0),
        F::Checkmate2 => u32::from(checkmate2(us, them) != W::EMPTY),
    })
}
