//! Where the paper's three kinds of value run into each other.
//!
//! A checkmate should be worth more than any estimate, and a win more than any checkmate. But estimates grow with
//! pieces and mobility, and checkmates shrink with the steps made so far.

use plyscope_core::{Game, Rng, Side};
use plyscope_games::{Pawned, pawned};
use plyscope_heuristics::{HeuristicSpec, Judged};

use super::soundness::Soundness;
use crate::share::share;
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

type PawnedBoard = Pawned<u64>;

/// Random games per unit of work.
const LOT: u64 = 500;

/// Results of random games on the paper's board.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    games: u64,
    /// Games of 36 plies or more.
    long: u64,
    largest: f64,
}

fn play_lot(seed: u64, lot: u64) -> Sample {
    let spec = HeuristicSpec::named("pawned");
    let utility = PawnedBoard::opinion(Some(&spec), 0).expect("a registered heuristic");
    let mut sample = Sample { games: LOT, ..Sample::default() };
    for game in 0..LOT {
        let (mut position, mut rng) =
            (PawnedBoard::start(&pawned::Variant::default()), Rng::part(seed, lot * LOT + game));
        let mut plies = 0;
        while let Some(m) = position.pick(|n| rng.below(n)) {
            position.play(m);
            plies += 1;
            if position.outcome().is_none() {
                sample.largest = sample.largest.max(utility.seen_by(&position, Side::First).abs());
            }
        }
        sample.long += u64::from(plies >= 36);
    }
    sample
}

/// The table. The boards come with the results over all their positions.
pub(super) fn table(request: &StudyRequest<'_>, boards: &[(&str, u64, &Soundness)]) -> Result<StudyTable, Interrupted> {
    let lots: Vec<u64> = (0..if request.full { 600 } else { 40 }).collect();
    let found = spread(request, "random games", &lots, |&lot| play_lot(request.seed, lot))?;
    let sample = found.iter().fold(Sample::default(), |sum, lot| Sample {
        games: sum.games + lot.games,
        long: sum.long + lot.long,
        largest: sum.largest.max(lot.largest),
    });
    let mut cells = Vec::new();
    for &(board, checkmate, known) in boards {
        cells.push(StudyCell::new(format!("{board}, all positions"), "largest estimate", known.largest));
        cells.push(StudyCell::new(format!("{board}, all positions"), "a checkmate at once", checkmate));
    }
    let row = format!("6×6, {} random games", sample.games);
    cells.push(StudyCell::new(&row, "largest estimate", sample.largest));
    cells.push(StudyCell::new(&row, "a checkmate at once", 36_u64));
    cells.push(share(&row, "games of 36 plies or more", sample.long, sample.games));
    Ok(StudyTable {
        id: "scale",
        title: "Estimates against checkmates: |2·pieces + steps + mobility| compared with n²".to_owned(),
        notes: vec![
            "The paper values a checkmate at n² − steps (36 − steps on its board) and does nothing to keep estimates \
             below that."
                .to_owned(),
            "Where the largest estimate is larger, an undecided position can outrank a decided one.".to_owned(),
            "If the steps are counted from the start of the game, 36 − steps is 0 at ply 36 and negative later: a \
             checkmate then counts for the wrong side."
                .to_owned(),
        ],
        cells,
    })
}
