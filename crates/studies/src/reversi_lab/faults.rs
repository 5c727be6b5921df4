//! The faults of the program on positions where they matter.

use plyscope_core::{Control, Game, Notation, Report, Search, Side, Work};
use plyscope_games::Reversi;
use plyscope_games::reversi::{DiscMove, Variant};
use plyscope_search::published::{Lab, Pruning};
use plyscope_search::{DepthPlan, Kind, Options, TreeSearch};

use crate::duel::{Duel, Seat, opinion, to_depth};
use crate::{StudyCell, StudyTable};

/// White (`o`) can end the game at once and lose it, or play on and win.
pub(super) const SCALES: &str = "xxxxxxxx/x.xxoxxx/xxxxxxox/xxxxxxox/xoxxxxox/oooooooo/xxxxoooo/.xx.ooox o";

/// Each side holds two corners of the 5×7 board.
pub(super) const CORNERS: &str = "x.....o/......./..xo.../..ox.../o.....x x";

fn read(variant: Variant, text: &str) -> Reversi {
    Reversi::read_position(&variant, text).expect("positions of the study are well-formed")
}

fn run_search(search: &mut dyn Search<Reversi>, position: &Reversi, depth: u32) -> Report<DiscMove> {
    search.search(position, &to_depth(depth), &mut Control::new(Work::never(), &mut |_| {}))
}

/// The side's final margin after each move if both sides play perfectly, for positions with few empty cells.
pub(super) fn perfect_margins(position: &Reversi) -> Vec<(String, f64)> {
    let cells = position.empties().count_ones();
    let report = run_search(&mut Lab::new(opinion("discs", 0), Pruning::BelowRoot), position, 2 * cells);
    report.root_moves.iter().map(|root| (position.move_text(root.m), root.score.value())).collect()
}

/// The move of the published program and that of a search that recognises wins, at the same look-ahead.
pub(super) fn choices(position: &Reversi) -> [String; 2] {
    let published = run_search(&mut Lab::new(opinion("pmc2", 0), Pruning::BelowRoot), position, 2);
    let mut right =
        TreeSearch::new(Kind::AlphaBeta, Options::default(), DepthPlan::OneDepth, opinion::<Reversi>("pmc2", 0), 0);
    let right = run_search(&mut right, position, 3);
    [published, right].map(|report| position.move_text(report.best))
}

/// The share of corners that the program computes, and the right one.
pub(super) fn corner_shares() -> [f64; 2] {
    let position = read(Variant::LabSmall, CORNERS);
    ["corners", "corners:form=right"].map(|heuristic| opinion::<Reversi>(heuristic, 0).seen_by(&position, Side::First))
}

/// Calls of a game on the report's large board, both sides with this heuristic, and whether it plays like a constant
/// one.
pub(super) fn like_a_constant(heuristic: &str, depth: u32) -> (u64, bool) {
    let play = |heuristic: &str| {
        let mut players = [0, 1].map(|_| Lab::new(opinion::<Reversi>(heuristic, 0), Pruning::BelowRoot));
        let [first, second] = &mut players;
        let seats: [Seat<'_, Reversi>; 2] = [(first, to_depth(depth)), (second, to_depth(depth))];
        Duel::play(&Reversi::start(&Variant::LabLarge), seats, Work::never())
    };
    let (duel, constant) = (play(heuristic), play("dummy"));
    let moves = |duel: &Duel<Reversi>| duel.moves.iter().map(|played| played.m).collect::<Vec<_>>();
    (duel.calls().iter().sum(), moves(&duel) == moves(&constant) && duel.calls() == constant.calls())
}

pub(super) fn table() -> StudyTable {
    let position = read(Variant::default(), SCALES);
    let margins = perfect_margins(&position);
    let described = choices(&position).map(|m| {
        let margin = margins.iter().find(|(name, _)| *name == m).map_or(0.0, |(_, margin)| *margin);
        format!("{m}, {} by {}", if margin > 0.0 { "wins" } else { "loses" }, margin.abs())
    });
    let [published, right] = corner_shares();
    let mut cells = Vec::new();
    let mut add = |row: &str, published: String, right: String| {
        cells.push(StudyCell::new(row, "the report's program", published));
        cells.push(StudyCell::new(row, "right", right));
    };
    let [chosen, better] = described;
    add("ends on another scale", chosen, better);
    add("corners on 5×7", format!("{published:+} %"), format!("{right} %"));
    for depth in [2, 3] {
        let (calls, is_constant) = like_a_constant("best-capture", depth);
        let answer = if is_constant { "plays like a constant" } else { "plays a different game" };
        add(
            &format!("best capture at depth {depth}"),
            format!("{answer}, {calls} calls"),
            "counts MAX's captures".into(),
        );
    }
    StudyTable {
        id: "faults",
        title: "Faults of the program on positions".into(),
        notes: vec![
            format!(
                "Ends on another scale: `{SCALES}`, White to move, ParityMobilityCorners2 at the report's depth 2. \
                 Finished games are counted in discs, others in per cent, so losing by 12 looks better than −16 %."
            ),
            format!(
                "Corners: `{CORNERS}` on the 5×7 board, two corners each. Width and height are exchanged, so the \
                 program reads a1, e1 and two cells off the board."
            ),
            "Best capture: it counts what the side to move could capture. At even depths that is the opponent, and the \
             value is always 0, so on the large board it plays exactly like the constant heuristic."
                .into(),
        ],
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The original plays a8, which ends the game at −12, because it rates d8, which wins by 8, at −16.
    #[test]
    fn a_lost_end_looks_better_than_a_won_game() {
        let position = read(Variant::default(), SCALES);
        let margins = perfect_margins(&position);
        let margin = |name: &str| margins.iter().find(|(known, _)| known == name).map(|(_, margin)| *margin);
        assert_eq!((margin("a8"), margin("d8")), (Some(-12.0), Some(8.0)));
        assert_eq!(choices(&position), ["a8", "d8"]);
    }

    #[test]
    fn corners_are_read_with_width_and_height_exchanged() {
        assert_eq!(corner_shares(), [100.0, 0.0]);
    }

    /// The original makes 8,130 calls in a game at depth 2 on its large board, with either heuristic.
    #[test]
    fn at_even_depth_the_best_capture_is_constant() {
        assert_eq!(like_a_constant("best-capture", 2), (8130, true));
        assert!(!like_a_constant("best-capture", 3).1);
    }
}
