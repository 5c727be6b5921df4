//! The six printed games next to many games of the same match, in both readings.

use plyscope_core::Side;
use plyscope_stats::{Z_95, wilson};

use super::games::{Batch, Counted, GameSettings, Reading};
use super::published::{MATCHES, Match};
use crate::sample::Sample;
use crate::{CellVerdict, Interrupted, StudyCell, StudyRequest, StudyTable};

const TABLES: [&str; 6] = ["match-1", "match-2", "match-3", "match-4", "match-5", "match-6"];

/// A match in both readings.
pub(super) struct Played {
    pub(super) of: &'static Match,
    /// White's view, own view.
    pub(super) readings: [Batch; 2],
}

/// Plays every match `games` times in each reading.
///
/// # Errors
/// If the run is stopped.
pub(super) fn play(request: &StudyRequest<'_>, games: u64) -> Result<Vec<Played>, Interrupted> {
    let play = |of: &'static Match| {
        let batch = |reading| Batch::play(request, of.name, of, GameSettings::published(reading), games);
        Ok(Played { of, readings: [batch(Reading::WhitesView)?, batch(Reading::OwnView)?] })
    };
    MATCHES.iter().map(play).collect()
}

/// A figure of the report: its name, the printed value, and how to compute it from one of our games.
pub(super) struct Statistic {
    pub(super) name: &'static str,
    pub(super) printed: fn(&Match) -> f64,
    pub(super) figure: fn(&Counted) -> f64,
}

/// Everything the report prints except times and winners.
pub(super) static STATISTICS: [Statistic; 8] = [
    Statistic { name: "White: moves", printed: |of| of.printed.moves[0] as f64, figure: |game| game.moves[0] },
    Statistic { name: "Black: moves", printed: |of| of.printed.moves[1] as f64, figure: |game| game.moves[1] },
    Statistic {
        name: "White: nodes expanded",
        printed: |of| (of.printed.moves[0] as f64 * of.printed.nodes[0]).round(),
        figure: |game| game.expanded[0],
    },
    Statistic {
        name: "Black: nodes expanded",
        printed: |of| (of.printed.moves[1] as f64 * of.printed.nodes[1]).round(),
        figure: |game| game.expanded[1],
    },
    Statistic {
        name: "White: nodes per move",
        printed: |of| of.printed.nodes[0],
        figure: |game| game.expanded[0] / game.moves[0],
    },
    Statistic {
        name: "Black: nodes per move",
        printed: |of| of.printed.nodes[1],
        figure: |game| game.expanded[1] / game.moves[1],
    },
    Statistic { name: "White pieces captured", printed: |of| of.printed.lost[0] as f64, figure: |game| game.lost[0] },
    Statistic { name: "Black pieces captured", printed: |of| of.printed.lost[1] as f64, figure: |game| game.lost[1] },
];

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// The share of games that the printed winner wins, with its interval in per cent.
fn winner_cell(of: &Match, batch: &Batch, column: &str) -> StudyCell {
    let winner = of.printed.winner;
    let wins = if winner == Side::First { batch.white_wins() } else { batch.n() - batch.white_wins() };
    let (low, high) = wilson(wins as f64, batch.n() as f64, Z_95);
    let share = 100.0 * wins as f64 / batch.n() as f64;
    StudyCell::new("winner", column, format!("{} in {share:.1} %", name(winner)))
        .between((100.0 * low, 100.0 * high))
        .within_noise(name(winner), share >= 2.5)
}

/// A mean with its interval, and whether the printed figure could come from one of our games.
fn judged(row: &str, column: &str, sample: &Sample, printed: f64) -> StudyCell {
    StudyCell::new(row, column, sample.mean())
        .between(sample.interval())
        .within_noise(printed, sample.could_be(printed))
}

/// Why a printed figure is not one of ours.
fn why(reading: Reading, statistic: &str) -> &'static str {
    match reading {
        Reading::OwnView => "Black did not count this way: see the table `readings`",
        Reading::WhitesView if statistic.contains("nodes") => {
            "what is pruned depends on the order of moves, and that of the original is not known"
        }
        Reading::WhitesView => "an unusual game, or a detail of the original that is not known",
    }
}

fn table(id: &'static str, played: &Played) -> StudyTable {
    let mut cells = Vec::new();
    for statistic in &STATISTICS {
        let printed = (statistic.printed)(played.of);
        for (reading, batch) in Reading::BOTH.iter().zip(&played.readings) {
            let sample = batch.sample(statistic.figure);
            let (low, high) = sample.interval();
            let cell = judged(statistic.name, reading.name(), &sample, printed);
            let differs = cell.verdict == CellVerdict::Differs;
            cells.extend([
                if differs { cell.because(why(*reading, statistic.name)) } else { cell },
                StudyCell::new(statistic.name, format!("mean, {}", reading.name()), format!("{low:.1} to {high:.1}")),
                StudyCell::new(statistic.name, format!("percentile, {}", reading.name()), sample.percentile(printed)),
            ]);
        }
    }
    for (reading, batch) in Reading::BOTH.iter().zip(&played.readings) {
        cells.push(winner_cell(played.of, batch, reading.name()));
    }
    StudyTable {
        id,
        title: format!("Match {}", played.of.name),
        notes: vec![format!(
            "The printed game → the mean of {} of our games in each reading, the 95 % interval of that mean, and the \
             percentile of the printed game among ours. Within noise: between the 2.5th and the 97.5th percentile.",
            played.readings[0].n()
        )],
        cells,
    }
}

/// A table for each match, one of times, and one that counts in which reading the printed figures are ordinary.
pub(super) fn tables(played: &[Played]) -> Vec<StudyTable> {
    let mut tables: Vec<StudyTable> = TABLES.iter().zip(played).map(|(id, played)| table(id, played)).collect();
    let readings = readings(&tables);
    tables.insert(0, readings);
    tables.push(times(played));
    tables
}

/// How many of the printed figures are ordinary in each reading.
fn readings(matches: &[StudyTable]) -> StudyTable {
    let mut cells = Vec::new();
    let rows = STATISTICS.iter().map(|statistic| statistic.name).chain(["winner"]);
    let mut add = |row: &str, is_counted: &dyn Fn(&StudyCell) -> bool| {
        for reading in Reading::BOTH {
            let cells_of = || matches.iter().flat_map(|table| &table.cells);
            let counted = cells_of().filter(|cell| cell.column == reading.name() && is_counted(cell));
            let (mut within, mut all) = (0, 0);
            for cell in counted {
                all += 1;
                within += u32::from(cell.verdict != CellVerdict::Differs);
            }
            cells.push(StudyCell::new(row, reading.name(), format!("{within} of {all}")));
        }
    };
    for row in rows {
        add(row, &|cell| cell.row == row);
    }
    add("all", &|_| true);
    StudyTable {
        id: "readings",
        title: "How many of the printed figures are ordinary among our games".into(),
        notes: vec![
            "The two readings swap names: Black's Defensive 1 in its own view is Offensive 1 in White's. So matches 2 \
             and 4, and 3 and 5, are the same games in the two columns, and only the printed figures can show which \
             reading is right."
                .into(),
            "A cell counts the matches, of six, in which the printed figure lies within the middle 95 % of our games \
             in that reading."
                .into(),
            "The order of moves and the handling of ties in the original are unknown, so its node counts need not \
             equal ours. Captures and winners hardly depend on them."
                .into(),
        ],
        cells,
    }
}

/// Times per move and of the whole game, next to ours.
fn times(played: &[Played]) -> StudyTable {
    let mut cells = Vec::new();
    for played in played {
        let (row, printed, batch) = (played.of.name, &played.of.printed, &played.readings[0]);
        for side in Side::BOTH {
            let sample = batch.sample(|game| 1000.0 * game.seconds[side as usize] / game.moves[side as usize]);
            let cell = StudyCell::new(row, format!("{}: ms per move", name(side)), sample.mean());
            cells.push(cell.between(sample.interval()).elsewhere(1000.0 * printed.seconds[side as usize]));
        }
        let total = batch.sample(|game| game.seconds.iter().sum());
        let printed_total: f64 = (0..2).map(|side| printed.moves[side] as f64 * printed.seconds[side]).sum();
        cells.push(StudyCell::new(row, "game: s", total.mean()).between(total.interval()).elsewhere(printed_total));
        for side in Side::BOTH {
            let per_node = 1e6 * printed.seconds[side as usize] / printed.nodes[side as usize];
            let nodes: f64 = batch.games.iter().map(|game| game.expanded[side as usize]).sum();
            let seconds: f64 = batch.games.iter().map(|game| game.seconds[side as usize]).sum();
            let cell = StudyCell::new(row, format!("{}: µs per node", name(side)), 1e6 * seconds / nodes);
            cells.push(cell.elsewhere(per_node));
        }
    }
    StudyTable {
        id: "times",
        title: "Time per move, of the game, and per node".into(),
        notes: vec![
            "Printed → ours (White's view, mean over our games). Ours are processor time of a compiled program on \
             another machine, so the times are not compared; they vary a little from run to run."
                .into(),
            "The printed total time is the number of moves times the time per move, added over both sides, to the last \
             digit. Ours is computed in the same way."
                .into(),
            "The report's program takes 230 to 660 µs per node, depending on the match and the side, so not even the \
             ratio of two of its times shows how many nodes were searched."
                .into(),
        ],
        cells,
    }
}
