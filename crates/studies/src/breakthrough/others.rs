//! What the report did not try: deeper levels, the variants of the assignment, and searches that detect the end of a
//! game.

use plyscope_stats::{Z_95, wilson};

use super::games::{Batch, GameSettings, Reading};
use super::matches::Played;
use super::published::{MATCHES, Match};
use crate::{CellVerdict, Interrupted, StudyCell, StudyRequest, StudyTable};

/// White's share of the games in per cent, with its interval.
fn white_wins(row: &str, column: impl Into<String>, batch: &Batch) -> StudyCell {
    let (wins, n) = (batch.white_wins() as f64, batch.n() as f64);
    let (low, high) = wilson(wins, n, Z_95);
    let (share, low, high) = (100.0 * wins / n, 100.0 * low, 100.0 * high);
    StudyCell::new(row, column, format!("{share:.0} ({low:.0} to {high:.0})")).between((low, high))
}

/// The mean of a figure, with its interval.
fn mean(row: &str, column: &str, batch: &Batch, figure: fn(&super::games::Counted) -> f64) -> StudyCell {
    let sample = batch.sample(figure);
    StudyCell::new(row, column, sample.mean()).between(sample.interval())
}

/// Nodes per move if the printed program's levels are taken literally, next to the matches as they were played.
///
/// # Errors
/// If the run is stopped.
pub(super) fn depths(request: &StudyRequest<'_>, as_played: &[Played], games: u64) -> Result<StudyTable, Interrupted> {
    let mut cells = Vec::new();
    for played in as_played {
        let of = played.of;
        let settings = GameSettings { more_plies: 1, ..GameSettings::published(Reading::WhitesView) };
        let deeper = Batch::play(request, &format!("4 and 5 plies: {}", of.name), of, settings, games)?;
        for (batch, plies) in [(&played.readings[0], "3 and 4 plies"), (&deeper, "4 and 5 plies")] {
            for (side, name) in ["White", "Black"].into_iter().enumerate() {
                let sample = batch.sample(|game| game.expanded[side] / game.moves[side]);
                let printed = of.printed.nodes[side];
                let cell =
                    StudyCell::new(of.name, format!("{name}, {plies}"), sample.mean()).between(sample.interval());
                let cell = cell.within_noise(printed, sample.could_be(printed));
                cells.push(match (cell.verdict, plies) {
                    (CellVerdict::Differs, "3 and 4 plies") => cell
                        .because("what is pruned depends on the order of moves, and that of the original is not known"),
                    (CellVerdict::Differs, _) => cell.because("the program that was run did not look that far"),
                    _ => cell,
                });
                cells.push(StudyCell::new(
                    of.name,
                    format!("{name}, {plies}: ours / printed"),
                    sample.mean() / printed,
                ));
            }
        }
    }
    Ok(StudyTable {
        id: "depths",
        title: "Nodes per move, and how far the program looked".into(),
        notes: vec![
            format!(
                "Printed → the mean in White's view: {} games with 3 plies for minimax and 4 for alpha-beta, {games} \
                 with one more each. Within noise: the printed figure lies within the middle 95 % of our games.",
                as_played[0].readings[0].n()
            ),
            "The printed program counts levels from 0 and compares them with 3 and 4, which would be 4 and 5 plies. \
             The printed counts are near those of 3 and 4 plies and far below the others, so the program that was run \
             is not quite the printed one."
                .into(),
            "The printed alpha-beta also passes \"minimax\" on to its children. Then its first move alone would take \
             at least 1 + 22 + 484 + 11,132 = 11,639 nodes, so this is another slip in the printed text."
                .into(),
        ],
        cells,
    })
}

/// A match in which White's search, Black's and both test for the end of a game.
pub(super) struct WinTest {
    pub(super) batches: [Batch; 3],
}

/// The same matches with a search that detects the end of a game, for one side or both. Where neither has it, these are
/// the games as they were played.
///
/// # Errors
/// If the run is stopped.
pub(super) fn win_test(
    request: &StudyRequest<'_>,
    as_played: &[Played],
) -> Result<(StudyTable, Vec<WinTest>), Interrupted> {
    let games = as_played[0].readings[0].n();
    let mut cells = Vec::new();
    let mut all = Vec::new();
    for played in as_played {
        let of = played.of;
        let play = |sound: [bool; 2]| {
            let settings = GameSettings { sound, ..GameSettings::published(Reading::WhitesView) };
            Batch::play(request, &format!("with a win test: {}", of.name), of, settings, games)
        };
        let tested = WinTest { batches: [play([true, false])?, play([false, true])?, play([true; 2])?] };
        let neither = &played.readings[0];
        for (name, batch) in WIN_TEST.into_iter().zip(std::iter::once(neither).chain(&tested.batches)) {
            cells.push(white_wins(of.name, name, batch));
        }
        let missed = |game: &super::games::Counted| game.missed_wins[0] + game.missed_wins[1];
        cells.push(StudyCell::new(of.name, "missed wins per game", neither.sample(missed).mean()));
        cells.push(StudyCell::new(of.name, "with a test", tested.batches[2].sample(missed).mean()));
        all.push(tested);
    }
    let table = StudyTable {
        id: "win-test",
        title: "White's wins in per cent, by which side tests for the end of the game".into(),
        notes: vec![
            format!(
                "White's view: Black minimises White's value, the reading that the printed figures support. {games} \
                 games each, with 95 % intervals. The side that tests uses a search of the same kind, depth and \
                 heuristic that knows when a game is won."
            ),
            "Missed wins: moves that do not win although another move would, both sides together.".into(),
        ],
        cells,
    };
    Ok((table, all))
}

/// Who has the test, in the order of the columns.
pub(super) const WIN_TEST: [&str; 4] = ["neither", "White", "Black", "both"];

/// The variants of the assignment, which the report omits.
static VARIANTS: [(&str, &str, &str); 3] = [
    (
        "three-workers",
        "8x8,workers=3",
        "Three workers to base: three pieces on the last row win, fewer than three left lose",
    ),
    ("long-5x10", "5x10", "The long board, five rows and ten columns"),
    ("long-10x5", "10x5", "The long board the other way, ten rows and five columns"),
];

/// A table for each variant.
///
/// # Errors
/// If the run is stopped.
pub(super) fn variants(request: &StudyRequest<'_>, games: u64) -> Result<Vec<StudyTable>, Interrupted> {
    let mut tables = Vec::new();
    for (id, variant, title) in VARIANTS {
        let mut cells = Vec::new();
        for of in &MATCHES {
            let play = |reading| {
                let settings = GameSettings { variant, ..GameSettings::published(reading) };
                Batch::play(request, &format!("{variant}: {}", of.name), of, settings, games)
            };
            let [white, own] = [play(Reading::WhitesView)?, play(Reading::OwnView)?];
            cells.extend(row(of, &white, &own));
        }
        tables.push(StudyTable {
            id,
            title: title.into(),
            notes: vec![
                format!(
                    "The six matches, {games} games in each reading; White's wins in per cent with 95 % intervals, \
                     the other figures in White's view."
                ),
                "The assignment asks for this variant; the report has no figures for it. No search detects the end \
                 of a game."
                    .into(),
            ],
            cells,
        });
    }
    Ok(tables)
}

fn row(of: &Match, white: &Batch, own: &Batch) -> Vec<StudyCell> {
    vec![
        white_wins(of.name, "White wins, White's view", white),
        white_wins(of.name, "White wins, own view", own),
        mean(of.name, "White: moves", white, |game| game.moves[0]),
        mean(of.name, "White: nodes per move", white, |game| game.expanded[0] / game.moves[0]),
        mean(of.name, "Black: nodes per move", white, |game| game.expanded[1] / game.moves[1].max(1.0)),
        mean(of.name, "White pieces captured", white, |game| game.lost[0]),
        mean(of.name, "Black pieces captured", white, |game| game.lost[1]),
    ]
}
