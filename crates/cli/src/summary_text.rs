//! The summary of a run for a terminal.

use plyscope_arena::{CellSummary, ExactSummary, Plan, Summary};

use crate::output::grouped;
use crate::table::{framed, right_aligned, square};
use crate::wrap::wrapped;

/// The cross tables, ratings, players and findings.
pub(crate) fn describe(summary: &Summary) -> String {
    let mut text = String::new();
    let state = if summary.complete { "" } else { " (not complete)" };
    let run = summary.run.map_or(String::new(), |run| format!("Run {run}, "));
    text.push_str(&format!("{run}{}: {} games{state}\n", summary.name, grouped(summary.played)));
    for board in &summary.boards {
        let cells: Vec<_> = summary.cells.iter().filter(|cell| cell.game == board.game).collect();
        let score = |first: &str, second: &str| {
            let cell = cells.iter().find(|cell| cell.first == first && cell.second == second)?;
            cell.score.map(|score| (score, is_repeated(cell)))
        };
        let names: Vec<&str> = summary.players.iter().map(|player| &player.name[..]).collect();
        text.push_str(&format!("\n{}: score of the row's player, moving first, in percent\n", board.game));
        text.push_str(&cross_table(&names, score));
        if cells.iter().any(|cell| is_repeated(cell)) {
            text.push_str(" * fewer than half of these games are distinct\n");
        }
    }
    if !summary.ratings.is_empty() && summary.players.len() > 2 {
        text.push_str(&format!("\n{}", ratings(summary)));
    }
    text.push_str(&format!("\n{}", players(summary)));
    text.push('\n');
    for line in &summary.findings {
        text.push_str(&item(line));
    }
    for line in &summary.notes {
        text.push_str(&item(&format!("Note: {line}")));
    }
    text
}

/// Whether most games of a cell are repetitions.
fn is_repeated(cell: &CellSummary) -> bool {
    cell.distinct_games * 2 < cell.games && cell.games >= 10
}

/// A square of scores. The columns are numbered like the players of the rows.
fn cross_table(names: &[&str], score: impl Fn(&str, &str) -> Option<(f64, bool)>) -> String {
    let header: Vec<String> =
        std::iter::once(String::new()).chain((1..=names.len()).map(|number| number.to_string())).collect();
    let rows = names.iter().enumerate().map(|(index, first)| {
        let scores = names.iter().map(|second| match score(first, second) {
            None => "·".to_owned(),
            Some((score, is_repeated)) => format!("{:.1}{}", 100.0 * score, if is_repeated { "*" } else { "" }),
        });
        std::iter::once(format!("{} {first}", index + 1)).chain(scores).collect::<Vec<_>>()
    });
    square(header, rows)
}

fn ratings(summary: &Summary) -> String {
    let (low, high) = summary
        .ratings
        .iter()
        .fold((f64::MAX, f64::MIN), |(low, high), rating| (low.min(rating.interval.0), high.max(rating.interval.1)));
    const WIDTH: f64 = 30.0;
    let place = |elo: f64| ((elo - low) / (high - low).max(1.0) * WIDTH).round() as usize;
    let rows = summary.ratings.iter().map(|rating| {
        let (begin, middle, end) = (place(rating.interval.0), place(rating.elo), place(rating.interval.1));
        let bar: String = (0..=WIDTH as usize)
            .map(|column| match column {
                column if column == middle => '●',
                column if (begin..=end).contains(&column) => '─',
                _ => ' ',
            })
            .collect();
        let half = (rating.interval.1 - rating.interval.0) / 2.0;
        [rating.name.clone(), format!("{:+.0}", rating.elo), format!("± {half:.0}"), bar]
    });
    framed(["RATING", "ELO", "95 %", ""], rows)
}

fn players(summary: &Summary) -> String {
    let number =
        |value: f64, decimals: usize| if value == 0.0 { "·".to_owned() } else { format!("{value:.decimals$}") };
    let rows = summary.players.iter().map(|player| {
        let score = player.score.map_or("·".to_owned(), |score| format!("{:.1} %", 100.0 * score));
        [
            player.name.clone(),
            grouped(player.games),
            score,
            number(player.nodes_per_move, 0),
            number(player.ms_per_move, 3),
            number(player.depth, 1),
            player.branching.map_or("·".to_owned(), |branching| format!("{branching:.1}")),
            player.player.clone(),
        ]
    });
    framed(["PLAYER", "GAMES", "SCORE", "NODES/MOVE", "MS/MOVE", "DEPTH", "BRANCHING", "SPEC"], rows)
}

/// A computed experiment as text.
pub(crate) fn exact(plan: &Plan, summary: &ExactSummary) -> String {
    let mut text = format!("{}: computed, not played\n", summary.name);
    let names: Vec<&str> = plan.players.iter().map(|player| &player.name[..]).collect();
    for board in &plan.boards {
        let score = |first: &str, second: &str| {
            let cells = summary.cells.iter().filter(|cell| cell.game == board.spec);
            let mut cells = cells.filter(|cell| cell.first == first && cell.second == second);
            cells.next().map(|cell| (cell.wins + cell.draws / 2.0, false))
        };
        text.push_str(&format!("\n{}: expected score of the row's player, moving first, in percent\n", board.spec));
        text.push_str(&cross_table(&names, score));
    }
    let rows = summary.scores.iter().map(|(name, score)| [name.clone(), format!("{:.2} %", 100.0 * score)]);
    format!("{text}\n{}\n{}", right_aligned(["PLAYER", "MEAN SCORE"], rows), item(&summary.report))
}

/// A sentence as an item of a list, in lines of a readable width.
fn item(sentence: &str) -> String {
    wrapped(sentence.split_whitespace(), 100, "• ", "  ")
}
