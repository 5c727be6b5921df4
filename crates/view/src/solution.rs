//! What a solver proved.

use plyscope_core::{Interrupted, Side, Verdict};
use plyscope_registry::{Claim, Solution, SolutionMove};
use serde::Serialize;

use crate::position::OutcomeView;
use crate::score::ScoreView;

/// A proven bound on what a position is worth to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProvenScore {
    /// The side wins.
    Win {
        /// Plies until the end of the game.
        plies: u32,
    },
    /// The side loses.
    Loss {
        /// Plies until the end of the game.
        plies: u32,
    },
    /// Neither side can force a win.
    Draw,
    /// The game counts by how much it is won.
    Margin {
        /// The difference of pieces, for the side.
        value: i64,
    },
}

impl ProvenScore {
    fn new(verdict: Verdict, counts_margin: bool) -> Self {
        match verdict {
            Verdict::Win(plies) => ProvenScore::Win { plies },
            Verdict::Loss(plies) => ProvenScore::Loss { plies },
            Verdict::Draw if counts_margin => ProvenScore::Margin { value: 0 },
            Verdict::Draw => ProvenScore::Draw,
            Verdict::Estimate(margin) => ProvenScore::Margin { value: margin as i64 },
        }
    }
}

/// What is proven about the whole position.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SolutionBounds {
    /// It is worth this or more to its side to move.
    pub at_least: ProvenScore,
    /// It is worth this or less.
    pub at_most: ProvenScore,
}

/// A move of the solved position.
#[derive(Clone, Debug, Serialize)]
pub struct SolutionMoveView {
    /// Its text.
    #[serde(rename = "move")]
    pub m: String,
    /// It is worth this or more to the side that plays it; null if nothing is known.
    pub at_least: Option<ProvenScore>,
    /// It is worth this or less.
    pub at_most: Option<ProvenScore>,
}

/// A solved position, or what was proven before the solver was stopped.
#[derive(Clone, Debug, Serialize)]
pub struct SolutionView {
    /// The result with best play, if it is proven.
    pub outcome: Option<OutcomeView>,
    /// Plies until the win, where the game counts them.
    pub plies: Option<u32>,
    /// The margin for the side to move, where the game counts one.
    pub score: Option<i64>,
    /// The first of the best moves.
    pub best: Option<String>,
    /// All moves that are proven best, in the game's order.
    pub best_moves: Vec<String>,
    /// A line of best play.
    pub line: Vec<String>,
    /// What is proven about the position.
    pub bounds: SolutionBounds,
    /// What is proven about each move, in the game's order.
    pub moves: Vec<SolutionMoveView>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took, in milliseconds.
    pub time_ms: f64,
    /// The memory that tables took, in bytes.
    pub memory_bytes: usize,
    /// Why the solver ended early: `time` or `cancelled`; null if it did not.
    pub stopped: Option<&'static str>,
}

impl SolutionView {
    /// What was proven about a position with this side to move.
    pub fn new(side: Side, solution: &Solution) -> Self {
        let bound = |verdict| ProvenScore::new(verdict, solution.counts_margin);
        let margin = |claim| match claim {
            Claim::WinBy(winner, by) if winner == side => i64::from(by),
            Claim::WinBy(_, by) => -i64::from(by),
            _ => 0,
        };
        let moves = solution.moves.iter().map(|known| SolutionMoveView {
            m: known.m.clone(),
            at_least: known.at_least.map(bound),
            at_most: known.at_most.map(bound),
        });
        SolutionView {
            outcome: solution.claim.map(|claim| claim.outcome().into()),
            plies: solution.claim.and_then(claim_plies),
            score: solution.claim.filter(|_| solution.counts_margin).map(margin),
            best: solution.best.first().cloned(),
            best_moves: solution.best.clone(),
            line: solution.line.clone(),
            bounds: SolutionBounds { at_least: bound(solution.at_least), at_most: bound(solution.at_most) },
            moves: moves.collect(),
            nodes: solution.nodes,
            time_ms: solution.time.as_secs_f64() * 1000.0,
            memory_bytes: solution.bytes,
            stopped: solution.stopped.map(Interrupted::name),
        }
    }
}

/// Plies until the win, if the claim counts them.
pub fn claim_plies(claim: Claim) -> Option<u32> {
    match claim {
        Claim::WinIn(_, plies) => Some(plies),
        Claim::WinBy(..) | Claim::Draw => None,
    }
}

/// A result in words.
pub fn claim_text(claim: Claim) -> String {
    match claim {
        Claim::WinIn(side, 0) => format!("{} has won", side.letter()),
        Claim::WinIn(side, 1) => format!("{} wins in 1 ply", side.letter()),
        Claim::WinIn(side, plies) => format!("{} wins in {plies} plies", side.letter()),
        Claim::WinBy(side, by) => format!("{} wins by {by}", side.letter()),
        Claim::Draw => "draw".to_owned(),
    }
}

/// What two bounds on the worth of a position to this side mean, as one sentence each.
pub fn bounds_in_words(side: Side, at_least: Verdict, at_most: Verdict) -> [String; 2] {
    let (own, other) = (side.letter(), (!side).letter());
    let lower = match at_least {
        Verdict::Loss(plies) => format!("{other} cannot win in fewer than {plies} plies"),
        Verdict::Draw => format!("{own} has at least a draw"),
        Verdict::Win(plies) => format!("{own} wins in {plies} plies or fewer"),
        Verdict::Estimate(margin) if margin < 0.0 => format!("{other} cannot win by more than {}", -margin),
        Verdict::Estimate(margin) => format!("{own} wins by {margin} or more"),
    };
    let upper = match at_most {
        Verdict::Win(plies) => format!("{own} cannot win in fewer than {plies} plies"),
        Verdict::Draw => format!("{own} has at most a draw"),
        Verdict::Loss(plies) => format!("{other} wins in {plies} plies or fewer"),
        Verdict::Estimate(margin) if margin > 0.0 => format!("{own} cannot win by more than {margin}"),
        Verdict::Estimate(margin) => format!("{other} wins by {} or more", -margin),
    };
    [lower, upper]
}

/// What a move is worth, as far as it was needed for the proof.
pub fn solution_move_text(known: &SolutionMove) -> String {
    let words = |verdict| match verdict {
        Verdict::Estimate(margin) if margin > 0.0 => format!("wins by {margin}"),
        Verdict::Estimate(margin) => format!("loses by {}", -margin),
        decided => ScoreView::from(decided).text(),
    };
    match (known.at_least, known.at_most) {
        (Some(at_least), Some(at_most)) if at_least == at_most => words(at_least),
        (_, Some(at_most)) => format!("{} or worse", words(at_most)),
        _ => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_told_for_both_sides() {
        let told = bounds_in_words(Side::First, Verdict::Loss(9), Verdict::Estimate(4.0));
        assert_eq!(told, ["o cannot win in fewer than 9 plies", "x cannot win by more than 4"]);
        let told = bounds_in_words(Side::Second, Verdict::Draw, Verdict::Draw);
        assert_eq!(told, ["o has at least a draw", "o has at most a draw"]);
    }

    #[test]
    fn moves_that_need_no_exact_value_have_a_bound() {
        let known = |at_least, at_most| SolutionMove { m: "a1".to_owned(), at_least, at_most };
        let exact = known(Some(Verdict::Win(3)), Some(Verdict::Win(3)));
        assert_eq!(solution_move_text(&exact), "wins in 3");
        assert_eq!(solution_move_text(&known(None, Some(Verdict::Estimate(-2.0)))), "loses by 2 or worse");
        assert_eq!(solution_move_text(&known(Some(Verdict::Draw), None)), "–");
    }
}
