//! The printed game boards, which follow the values of the tree move by move, and what the paper says about its play:
//! that it "fools around" instead of winning.

use plyscope_core::{Game, Notation, Outcome, Rng, Side};
use plyscope_games::pawned;

use super::detector::Detector;
use super::misprint::{PLIES, documented, highest, valued};
use super::printed::{BOARDS, FIRST_BOARD};
use super::program::Program;
use crate::share::share;
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// The value of a position for Black, by minimax with the leaves of the printed trees.
fn value(position: &Program, depth: usize) -> f64 {
    if depth == 0 {
        return Detector::RunnerWithSlip.for_black(position);
    }
    let values = position.moves().map(|m| value(&position.child(m), depth - 1));
    if position.side_to_move() == Side::Second {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// The printed boards next to the line of play that minimax finds from the first.
pub(super) fn boards_table() -> StudyTable {
    let mut position = Program::new(BOARDS[0], FIRST_BOARD);
    let mut cells = vec![StudyCell::new("0", "board", position.real.position_text()).exactly(BOARDS[0])];
    for (number, printed) in BOARDS.iter().enumerate().skip(1) {
        let depth = BOARDS.len() - 1 - number;
        let sign = if position.side_to_move() == Side::Second { 1.0 } else { -1.0 };
        let moves: Vec<_> = position.moves().collect();
        let values: Vec<f64> = moves.iter().map(|&m| sign * value(&position.child(m), depth)).collect();
        let best = highest(&values);
        let best: Vec<_> = moves.iter().zip(&values).filter(|known| *known.1 == best).map(|known| *known.0).collect();
        let leads_there = |m: &&_| position.child(**m).real.position_text() == **printed;
        // Several moves can be equally good; the program chose between them at random.
        let chosen = *best.iter().find(leads_there).unwrap_or(&best[0]);
        let row = number.to_string();
        cells.push(StudyCell::new(&row, "move", position.real.move_text(chosen)));
        position.play(chosen);
        cells.push(StudyCell::new(&row, "board", position.real.position_text()).exactly(*printed));
        cells.push(StudyCell::new(&row, "value for Black", value(&position, depth)));
        cells.push(StudyCell::new(&row, "moves as good", best.len() as u64));
    }
    StudyTable {
        id: "boards",
        title: "The printed game boards, and the line of play that minimax finds".to_owned(),
        notes: vec![
            "The printed boards are damaged in our copy of the text; what is left of them fits these five. Board 0 is \
             the root of the printed trees with White's first pawn one row back. From there minimax of four plies, \
             with the leaf values of the trees, finds the line of the other four boards."
                .to_owned(),
            "Where several moves are equally good, we show the one that leads to the printed board.".to_owned(),
        ],
        cells,
    }
}

/// A random position in which the side to move can win at once.
fn position_with_a_win(seed: u64, index: u64) -> Program {
    let mut rng = Rng::part(seed ^ 0x77, index);
    loop {
        let mut position = Program::start(&pawned::Variant::default());
        while position.outcome().is_none() {
            if position.moves().any(|m| wins(&position, m)) && position.moves().count() > 1 {
                return position;
            }
            let Some(m) = position.pick(|n| rng.below(n)) else { break };
            position.play(m);
        }
    }
}

fn wins(position: &Program, m: plyscope_games::PawnMove) -> bool {
    position.child(m).outcome() == Some(Outcome::Win(position.side_to_move()))
}

/// How often the program delays an immediate win.
///
/// # Errors
/// If the run is stopped.
pub(super) fn fooling_table(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    let positions: u64 = if request.full { 2000 } else { 200 };
    let indices: Vec<u64> = (0..positions).collect();
    let mut cells = Vec::new();
    for (row, per_ply) in [("every win counts 216", 0.0), ("216 − 6·steps", 6.0)] {
        let shares = spread(request, "immediate wins", &indices, |&index| {
            let position = position_with_a_win(request.seed, index);
            let values = valued(&position, documented().as_ref(), per_ply);
            let best = highest(&values);
            let best = position.moves().zip(&values).filter(|known| *known.1 == best);
            let wins: Vec<bool> = best.map(|(m, _)| wins(&position, m)).collect();
            wins.iter().filter(|wins| **wins).count() as f64 / wins.len() as f64
        })?;
        let may_delay = shares.iter().filter(|&&share| share < 1.0).count() as u64;
        cells.push(share(row, "positions where it may delay", may_delay, positions));
        cells.push(StudyCell::new(row, "wins at once", shares.iter().sum::<f64>() / positions as f64));
    }
    Ok(StudyTable {
        id: "fools-around",
        title: "\"It fools around on the board moving other pieces\": immediate wins that are delayed".to_owned(),
        notes: vec![
            format!(
                "Random 6×6 positions in which the side to move can win at once, searched {PLIES} plies deep with the \
                 documented utility; one of the best moves is chosen at random, as the program does."
            ),
            "The paper suspects that the cause is the same utility for a win now and a win later, and subtracts the \
             number of steps from it. Both versions are tried here."
                .to_owned(),
        ],
        cells,
    })
}
