//! The report's grid of weights, with enough games to see whether it could have found anything.

use plyscope_core::Game;
use plyscope_games::Reversi;
use plyscope_games::reversi::Variant;
use plyscope_stats::{Tally, difference_p, holm};

use super::published::GRID;
use super::tournament::{DEPTH, Pairing, openings};
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// The opponent of every vector of the grid.
const REFERENCE: &str = "pmc1";

/// A vector of the grid and its games.
pub(super) struct Tried {
    /// Weights of corners, discs and moves.
    pub(super) weights: [f64; 3],
    /// From all openings.
    pub(super) pairing: Pairing,
    /// The report's scheme: two games on its own board.
    reported: Pairing,
}

impl Tried {
    pub(super) fn name(&self) -> String {
        self.weights.map(|weight| format!("{weight:.1}")).join(" ")
    }

    /// The share of the points, with its interval.
    pub(super) fn share(&self) -> (f64, (f64, f64)) {
        let tally = self.pairing.tally();
        (tally.mean().unwrap_or(0.5), tally.interval(0.95))
    }

    fn wins_as_reported(&self) -> u64 {
        self.reported.half_points.iter().flatten().filter(|half_points| **half_points == 2).count() as u64
    }
}

/// Plays the whole grid.
///
/// # Errors
/// If the run is stopped.
pub(super) fn tried(request: &StudyRequest<'_>) -> Result<Vec<Tried>, Interrupted> {
    tried_from(request, &openings(if request.full { 5 } else { 4 }))
}

fn tried_from(request: &StudyRequest<'_>, openings: &[Reversi]) -> Result<Vec<Tried>, Interrupted> {
    let small = [Reversi::start(&Variant::LabSmall)];
    let grid: Vec<[f64; 3]> = GRID.iter().flat_map(|&i| GRID.iter().map(move |&j| [i, j, 1.0 - j - i])).collect();
    spread(request, "the grid of weights", &grid, |&weights| {
        let [corners, parity, mobility] = weights;
        let heuristic = format!("pmc1:corners={corners},parity={parity},mobility={mobility}");
        let play = |openings: &[Reversi]| Pairing::play(&heuristic, REFERENCE, DEPTH, openings, request.work);
        Tried { weights, pairing: play(openings), reported: play(&small) }
    })
}

/// The p-value of the difference between two vectors, by which of them did better from each opening.
fn difference(one: &Tried, other: &Tried) -> f64 {
    let mut tally = [0; 9];
    for (own, theirs) in one.pairing.half_points.iter().zip(&other.pairing.half_points) {
        tally[(4 + own[0] + own[1] - theirs[0] - theirs[1]) as usize] += 1;
    }
    difference_p(&Tally(tally))
}

/// The grid with intervals, and which differences are significant.
pub(super) fn table(tried: &[Tried]) -> StudyTable {
    let best = tried.iter().max_by(|one, other| one.share().0.total_cmp(&other.share().0)).expect("a grid has vectors");
    let against_reference = holm(&tried.iter().map(|tried| difference_p(&tried.pairing.tally())).collect::<Vec<_>>());
    let others: Vec<&Tried> = tried.iter().filter(|tried| tried.weights != best.weights).collect();
    let against_best = holm(&others.iter().map(|other| difference(best, other)).collect::<Vec<_>>());
    let mut cells = Vec::new();
    for (tried, p) in tried.iter().zip(&against_reference) {
        let (share, (low, high)) = tried.share();
        let place = others.iter().position(|other| other.weights == tried.weights);
        cells.extend([
            StudyCell::new(tried.name(), "report's scheme, wins of 2", tried.wins_as_reported()),
            StudyCell::new(tried.name(), "share, %", 100.0 * share).between((100.0 * low, 100.0 * high)),
            StudyCell::new(tried.name(), "interval, %", format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high)),
            StudyCell::new(tried.name(), "p against the reference", *p),
            match place {
                Some(place) => StudyCell::new(tried.name(), "p against the best", against_best[place]),
                None => StudyCell::new(tried.name(), "p against the best", "the best"),
            },
        ]);
    }
    let worse = against_best.iter().filter(|p| **p < 0.05).count();
    let games = tried[0].pairing.games();
    StudyTable {
        id: "weights",
        title: "The report's grid of weights for corners, discs and moves".into(),
        notes: vec![
            format!(
                "Each of the 16 vectors against {REFERENCE}: first as the report does it, two games on its 5×7 \
                 board, then {games} games, two from each of the {} positions a few plies after the start.",
                games / 2
            ),
            format!(
                "p values have Holm's correction for 16 comparisons with the reference and 15 with the best vector. Of \
                 the 15 others, {worse} are significantly worse than the best one; {games} games each cannot tell the \
                 rest from it."
            ),
            "Two games have three possible results, so they cannot rank 16 vectors, no matter how strong these are."
                .into(),
        ],
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Work;
    use std::num::NonZeroUsize;

    /// The original, run with all vectors: twelve win one of their two games, four win none.
    #[test]
    fn two_games_rank_nothing() {
        let request = StudyRequest { full: false, seed: 1, jobs: NonZeroUsize::MIN, work: Work::never() };
        let tried = tried_from(&request, &openings(1)).expect("not stopped");
        let wins: Vec<u64> = tried.iter().map(Tried::wins_as_reported).collect();
        let count = |wanted| wins.iter().filter(|wins| **wins == wanted).count();
        assert_eq!([0, 1, 2].map(count), [4, 12, 0]);
    }
}
