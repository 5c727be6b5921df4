//! The ten rows of the report played again, each as in the report: a tournament of two games in which both players
//! have the same heuristic.

use plyscope_core::{Game, Work};
use plyscope_games::{Reversi, TicTacToe};
use plyscope_heuristics::Judged;
use plyscope_search::published::{Lab, Pruning};

use super::published::{EXPECTED_EXPONENT, LabGame, ROWS, Row, TENTH};
use crate::duel::{Duel, opinion, to_depth};
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// A tournament of two games.
pub(super) struct Tournament {
    /// Recursive calls for every move of both games.
    pub(super) calls: Vec<u64>,
    /// Successors that the original builds for them.
    pub(super) built: u64,
    /// Our time, taking the fastest of several runs of each move: other work on the machine can only slow it down.
    pub(super) seconds: f64,
}

impl Tournament {
    pub(super) fn total(&self) -> u64 {
        self.calls.iter().sum()
    }
}

/// A row played with minimax, with the report's alpha-beta and with one that shares its window at the root.
pub(super) struct Run {
    pub(super) minimax: Tournament,
    pub(super) alphabeta: Tournament,
    pub(super) shared: Tournament,
    /// Whether all three play the same moves.
    pub(super) same_moves: bool,
}

impl Run {
    /// The mean over all moves of ln(calls)/ln(calls of minimax).
    fn exponent(&self, of: &Tournament) -> f64 {
        let both = of.calls.iter().zip(&self.minimax.calls).filter(|(_, minimax)| **minimax > 1);
        let exponents: Vec<f64> = both.map(|(calls, minimax)| (*calls as f64).ln() / (*minimax as f64).ln()).collect();
        exponents.iter().sum::<f64>() / exponents.len() as f64
    }
}

/// Two games of a heuristic against itself, and their moves.
fn tournament<G: Judged>(
    start: &G,
    heuristic: &str,
    depth: u32,
    pruning: Pruning,
    repeats: u32,
    work: Work<'_>,
) -> (Tournament, Vec<G::Move>) {
    let mut players = [0, 1].map(|_| Lab::new(opinion::<G>(heuristic, 0), pruning));
    let (mut calls, mut moves) = (Vec::new(), Vec::new());
    let mut fastest: Vec<f64> = Vec::new();
    for repeat in 0..repeats {
        let mut seconds = Vec::new();
        for _ in 0..2 {
            // The second player of the tournament begins the first game.
            players.rotate_left(1);
            let [first, second] = &mut players;
            let duel = Duel::play(start, [(first, to_depth(depth)), (second, to_depth(depth))], work);
            seconds.extend(duel.moves.iter().map(|played| played.time.as_secs_f64()));
            if repeat == 0 {
                calls.extend(duel.calls());
                moves.extend(duel.moves.iter().map(|played| played.m));
            }
        }
        if repeat == 0 {
            fastest = seconds;
        } else {
            fastest.iter_mut().zip(seconds).for_each(|(least, seconds)| *least = least.min(seconds));
        }
    }
    let seconds = fastest.iter().sum();
    let built = players.iter().map(Lab::built).sum::<u64>() / u64::from(repeats);
    (Tournament { calls, built, seconds }, moves)
}

/// All three searches on a row, repeated for the timing.
fn run_on<G: Judged>(start: &G, row: &Row, repeats: u32, work: Work<'_>) -> Run {
    let play = |pruning| tournament(start, row.heuristic, row.depth, pruning, repeats, work);
    let (minimax, of_minimax) = play(Pruning::Nothing);
    let (alphabeta, of_alphabeta) = play(Pruning::BelowRoot);
    let (shared, of_shared) = play(Pruning::Everywhere);
    let same_moves = of_minimax == of_alphabeta && of_minimax == of_shared;
    Run { minimax, alphabeta, shared, same_moves }
}

/// Plays all rows, several times if they are timed.
///
/// # Errors
/// If the run is stopped.
pub(super) fn runs(request: &StudyRequest<'_>, timed: bool) -> Result<Vec<Run>, Interrupted> {
    spread(request, "the tables of the report", &ROWS, |row| {
        let repeats = match timed {
            true if row.calls[0] < 200_000 => 15,
            true => 5,
            false => 1,
        };
        match row.board {
            LabGame::TicTacToe => run_on(&TicTacToe::start(&Default::default()), row, repeats, request.work),
            LabGame::Reversi => run_on(&Reversi::start(&Default::default()), row, repeats, request.work),
        }
    })
}

/// The total calls of alpha-beta and, if wanted, of minimax in two games of Reversi with this heuristic.
pub(super) fn totals(heuristic: &str, depth: u32, with_minimax: bool, work: Work<'_>) -> (Option<u64>, u64) {
    let start = Reversi::start(&Default::default());
    let total = |pruning| tournament(&start, heuristic, depth, pruning, 1, work).0.total();
    (with_minimax.then(|| total(Pruning::Nothing)), total(Pruning::BelowRoot))
}

/// Rounded to the digits that the report prints.
fn printed(value: f64) -> f64 {
    format!("{value:.9e}").parse().expect("a number that was just written")
}

fn ratio(of: u64, to: u64) -> f64 {
    of as f64 / to as f64
}

/// The published counts next to ours.
pub(super) fn calls_table(runs: &[Run]) -> StudyTable {
    let mut cells = Vec::new();
    for (row, run) in ROWS.iter().zip(runs) {
        let (minimax, alphabeta) = (run.minimax.total(), run.alphabeta.total());
        let mut own = [
            StudyCell::new(row.name, "minimax", minimax).exactly(row.calls[0]),
            StudyCell::new(row.name, "alpha-beta", alphabeta).exactly(row.calls[1]),
            StudyCell::new(row.name, "minimax / alpha-beta", printed(ratio(minimax, alphabeta)))
                .exactly(row.calls_ratio),
        ];
        if row.name == TENTH {
            let why = why_not_the_tenth(row, run);
            own = own.map(|cell| cell.because(why.clone()));
        }
        cells.extend(own);
    }
    let notes = [
        "Recursive calls in a tournament of two games, a heuristic against itself; the second game repeats the \
         first, so every total is even.",
        "A row is named by game, the report's depth and heuristic. The report's depth d looks d + 1 plies ahead.",
        "The quotient is rounded to the ten digits that are printed.",
    ];
    StudyTable {
        id: "calls",
        title: "Recursive calls of minimax and alpha-beta".into(),
        notes: notes.map(str::to_owned).into(),
        cells,
    }
}

/// Why the tenth row cannot be reproduced, in numbers.
fn why_not_the_tenth(row: &Row, run: &Run) -> String {
    let ms = |row: &Row, calls: [u64; 2]| {
        let each = [0, 1].map(|n| 1000.0 * row.seconds[n] / calls[n] as f64);
        format!("{:.1} and {:.1} ms", each[0], each[1])
    };
    let shallower = ROWS.iter().find(|other| other.heuristic == row.heuristic && other.depth < row.depth);
    let shallower = shallower.expect("the ninth row has the same heuristic");
    format!(
        "two equal games give an even total, and {} is odd, so these counts are not of two complete games. The printed \
         times are: by our counts a call took {}, by the printed ones {}, and {} one depth lower. The counted run was \
         probably cut short; in that program both the clock and Ctrl-C end a game silently.",
        row.calls[0],
        ms(row, [run.minimax.total(), run.alphabeta.total()]),
        ms(row, row.calls),
        ms(shallower, shallower.calls),
    )
}

/// The published times next to ours, and their quotient next to the range that our counts allow.
pub(super) fn times_table(runs: &[Run]) -> StudyTable {
    /// How far a single timing may be off. It only widens the range; our own clock decides nothing.
    const MARGIN: f64 = 0.05;
    let mut cells = Vec::new();
    for (row, run) in ROWS.iter().zip(runs) {
        let seconds =
            |column: &str, ours: f64, published: f64| StudyCell::new(row.name, column, ours).elsewhere(published);
        cells.push(seconds("minimax, s", run.minimax.seconds, row.seconds[0]));
        cells.push(seconds("alpha-beta, s", run.alphabeta.seconds, row.seconds[1]));
        let calls = ratio(run.minimax.total(), run.alphabeta.total());
        let built = ratio(run.minimax.built, run.alphabeta.built);
        let is_within = (built * (1.0 - MARGIN)..=calls * (1.0 + MARGIN)).contains(&row.seconds_ratio);
        let range = StudyCell::new(row.name, "quotient: built to calls", format!("{built:.2} to {calls:.2}"));
        let range = range.between((built, calls)).within_noise(row.seconds_ratio, is_within);
        cells.push(if row.seconds_ratio > calls {
            range.because(
                "above the upper end, but by less than 5 %: nearly all the time goes into this heuristic, which lists \
                 successors itself at every leaf",
            )
        } else {
            range
        });
        let ours = run.minimax.seconds / run.alphabeta.seconds;
        cells.push(StudyCell::new(row.name, "quotient of our times", ours).elsewhere(row.seconds_ratio));
    }
    let notes = [
        "Seconds of the tournament of two games: published → ours. Ours are processor time of a compiled program on \
         another machine, the least of several runs for each move, so they are not compared; they vary a little from \
         run to run.",
        "The quotient is how many times as much minimax costs as alpha-beta. The original lists all successors of a \
         position before it looks at the first, so a cut saves calls but not the work of building successors: the \
         quotient of its times must lie between that of the successors built and that of the calls. Within noise: it \
         does, with 5 % allowed for a single timing. Both ends are counts and do not depend on a machine.",
        "Ours makes successors one at a time, so the quotient of its times follows that of the calls.",
    ];
    StudyTable {
        id: "times",
        title: "What pruning saves in time".into(),
        notes: notes.map(str::to_owned).into(),
        cells,
    }
}

/// What the report's alpha-beta misses at the root, and how far both are from the report's expectation.
pub(super) fn root_tables(runs: &[Run]) -> [StudyTable; 2] {
    let (mut saved, mut exponents) = (Vec::new(), Vec::new());
    for (row, run) in ROWS.iter().zip(runs) {
        let (fresh, shared) = (run.alphabeta.total(), run.shared.total());
        let same = if run.same_moves { "yes" } else { "no" };
        saved.extend([
            StudyCell::new(row.name, "as published", fresh),
            StudyCell::new(row.name, "window shared", shared),
            StudyCell::new(row.name, "saved, %", 100.0 * (1.0 - ratio(shared, fresh))),
            StudyCell::new(row.name, "same moves", same),
        ]);
        let exponent = run.exponent(&run.alphabeta);
        let is_near = (exponent - EXPECTED_EXPONENT).abs() < 0.005;
        exponents.extend([
            StudyCell::new(row.name, "as published", exponent)
                .within_noise(EXPECTED_EXPONENT, is_near)
                .because("an expectation for moves in random order; these come in a fixed order"),
            StudyCell::new(row.name, "window shared", run.exponent(&run.shared)),
        ]);
    }
    let notes = [
        "The report's alpha-beta gives every move of the root the full window. Passing on what earlier moves have \
         reached changes no move and no value.",
        "Calls of two games, as in the table `calls`.",
    ];
    let root = StudyTable {
        id: "root-alpha",
        title: "What sharing the window at the root would have saved".into(),
        notes: notes.map(str::to_owned).into(),
        cells: saved,
    };
    let notes = [
        "The exponent e for which alpha-beta makes n^e calls where minimax makes n, averaged over the moves of the \
         game. The report expects 3/4, for moves in random order.",
        "Its moves come in a fixed order, not a random one. A constant heuristic is the best case: every first reply \
         causes a cut. Real heuristics prune less than the report expects.",
    ];
    let exponents = StudyTable {
        id: "exponent",
        title: "How much alpha-beta prunes, against the expected exponent 3/4".into(),
        notes: notes.map(str::to_owned).into(),
        cells: exponents,
    };
    [root, exponents]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts by the original program and by an independent reimplementation.
    #[test]
    fn other_heuristics_of_the_report() {
        assert_eq!(totals("ponderation-max", 2, true, Work::never()), (Some(35_994), 20_898));
        assert_eq!(totals("pmc1", 2, true, Work::never()), (Some(100_132), 44_666));
        assert_eq!(totals("ponderation-max", 3, false, Work::never()), (None, 491_602));
        assert_eq!(totals("pmc1", 3, false, Work::never()), (None, 240_774));
    }

    /// 0.4 and 0.3 are not binary fractions: integer weights round differently and give different counts.
    #[test]
    fn floating_point_matters() {
        let whole = "ponderation-max:actual=4,max=3,sum=3,corners=0";
        assert_eq!(totals(whole, 2, true, Work::never()), (Some(14_436), 10_292));
    }
}
