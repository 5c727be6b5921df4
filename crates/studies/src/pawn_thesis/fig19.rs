//! Fig. 19: MCTS(100) and the depth-cut player of depth 4 on three boards, by the program of October 2019.

use plyscope_core::Game;

use super::data::{FIG_19, Label, SizeCell};
use super::estimate::Estimate;
use super::fig20::{compare, swapped};
use super::matches::{COMPLETE, Seat, Wanted, play, seconds_per_game};
use super::space::PawnBoard;
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable};

/// Starts where the streams of Fig. 20 end.
const STREAM: u64 = 2000;

/// Games that are timed.
const TIMED: u64 = 20;

fn seat(label: Label) -> Seat<'static> {
    match label {
        Label::Mcts(rollouts) => Seat::Mcts { id: COMPLETE, rollouts },
        Label::DepthCut(_, depth) => Seat::October(depth),
        Label::Random => unreachable!("Fig. 19 has no random player"),
    }
}

pub(super) fn table(request: &StudyRequest<'_>, games: u64) -> Result<StudyTable, Interrupted> {
    let wanted = |(index, cell): (usize, &SizeCell)| {
        let variant = format!("{0}x{0}", cell.side).parse().expect("a board");
        let seats = [seat(cell.first), seat(cell.second)];
        Wanted { start: PawnBoard::start(&variant), seats, from: 0, games, stream: STREAM + index as u64 }
    };
    let matches: Vec<Wanted<'_>> = FIG_19.iter().enumerate().map(wanted).collect();
    let won = play(request, "Fig. 19", &matches)?;
    let mut cells = Vec::new();
    for ((cell, wanted), won) in FIG_19.iter().zip(&matches).zip(won) {
        let (row, column) = (format!("{0}x{0} {1}", cell.side, cell.first), cell.second.to_string());
        let new = |column: String| StudyCell::new(row.clone(), column, 0.0);
        let estimate = Estimate::sampled(won, games);
        cells.push(compare(new(column.clone()), &estimate, cell.score));
        cells.push(compare(
            new(format!("{column}, wins of the second")),
            &estimate.seen_by_the_second(),
            swapped(cell.score),
        ));
        let seconds = seconds_per_game(request, wanted, TIMED)?;
        cells.push(StudyCell::new(row, format!("{column}, s per game"), seconds).elsewhere(cell.seconds));
    }
    Ok(StudyTable {
        id: "fig-19",
        title: "Wins of the first player on three boards, as published and by the program of 16 October 2019".into(),
        notes: vec![
            format!(
                "{games} games per cell; each player sees the whole board. M100 is MCTS with 100 rollouts, A4 the \
                     depth-cut player with the advanced heuristic at depth 4; the row moves first."
            ),
            "The published 4x4 cells contradict Fig. 20 (A4:M100 is 76 here and 169 there, M100:M100 is 120 here and \
             92 there), because the program changed in between."
                .into(),
            "On 6x6 the published games add up to 189.".into(),
            "Seconds: the thesis' clock includes drawing the board and printing. Ours are processor time on another \
             machine, so they are not compared; they vary a little from run to run."
                .into(),
        ],
        cells,
    })
}
