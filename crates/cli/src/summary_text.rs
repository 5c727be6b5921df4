//! The summary of a run for a terminal.

use std::collections::HashMap;

use plyscope_arena::{
    CellSummary, ExactSummary, OptionWorth, Plan, PlayerSummary, SPRT_MODEL, Schedule, SprtDecision, Summary,
    bytes_text, elo_text,
};
use plyscope_files::printable;

use crate::output::grouped;
use crate::table::{framed, framed_rows, right_aligned, square};
use crate::wrap::wrapped;

/// The cross tables, ratings, players and findings.
pub(crate) fn describe(summary: &Summary) -> String {
    let mut text = String::new();
    let state = if summary.complete { "" } else { " (not complete)" };
    let run = summary.run.map_or(String::new(), |run| format!("Run {run}, "));
    text.push_str(&format!("{run}{}: {} games{state}\n", printable(&summary.name), grouped(summary.played)));
    if !summary.options.is_empty() {
        text.push_str(&format!("\n{}", worths(&summary.options)));
    }
    // In an ablation most players never meet.
    for board in summary.boards.iter().filter(|_| summary.options.is_empty()) {
        let cells: Vec<_> = summary.cells.iter().filter(|cell| cell.game == board.game).collect();
        let places: HashMap<_, _> = cells.iter().map(|cell| ((&cell.first[..], &cell.second[..]), *cell)).collect();
        let score = |first: &str, second: &str| {
            let cell = places.get(&(first, second))?;
            let marks = if is_repeated(cell) { "*" } else { "" }.to_owned() + if cell.forfeits > 0 { "!" } else { "" };
            cell.score.map(|score| (score, marks))
        };
        let names: Vec<&str> = summary.players.iter().map(|player| &player.name[..]).collect();
        text.push_str(&format!("\n{}: score of the row's player, moving first, in percent\n", board.game));
        text.push_str(&cross_table(&names, score));
        if cells.iter().any(|cell| is_repeated(cell)) {
            text.push_str(" * some of these games are copies of others and count for nothing\n");
        }
        if cells.iter().any(|cell| cell.forfeits > 0) {
            text.push_str(" ! some of these games were forfeited\n");
        }
    }
    // Two players are told apart in words, but the question of a gauntlet is how strong its challengers are.
    let is_rated = summary.players.len() > 2 || summary.schedule == Schedule::Gauntlet;
    if !summary.ratings.is_empty() && is_rated && summary.options.is_empty() {
        text.push_str(&format!("\n{}", ratings(summary)));
    }
    if !summary.sprt.is_empty() {
        text.push_str(&format!("\n{}", tests(summary)));
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

/// Whether some games of a cell can only repeat others.
fn is_repeated(cell: &CellSummary) -> bool {
    cell.observed.iter().sum::<u64>() < cell.games
}

/// The most columns of a table on a terminal.
const MAX_COLUMNS: usize = 100;

/// A square of scores. The columns are numbered like the players of the rows.
fn cross_table(names: &[&str], score: impl Fn(&str, &str) -> Option<(f64, String)>) -> String {
    if names.len() > MAX_COLUMNS {
        return format!(
            " {} players are too many for a table in the terminal; --html and --csv write all cells\n",
            names.len()
        );
    }
    let header: Vec<String> =
        std::iter::once(String::new()).chain((1..=names.len()).map(|number| number.to_string())).collect();
    let rows = names.iter().enumerate().map(|(index, first)| {
        let scores = names.iter().map(|second| match score(first, second) {
            None => "·".to_owned(),
            Some((score, marks)) => format!("{:.1}{marks}", 100.0 * score),
        });
        std::iter::once(format!("{} {}", index + 1, printable(first))).chain(scores).collect::<Vec<_>>()
    });
    square(header, rows)
}

/// The sequential tests.
fn tests(summary: &Summary) -> String {
    let rows = summary.sprt.iter().map(|test| {
        let more = match (test.decision, test.more_games) {
            (SprtDecision::Open, Some(more)) if !summary.complete => format!("about {}", grouped(more)),
            _ => "·".to_owned(),
        };
        [
            format!("{} against {}", printable(&test.first), printable(&test.second)),
            format!("{} or {}", test.elo0, test.elo1),
            grouped(test.games),
            format!("{:.2}", test.llr),
            format!("{:.2} to {:.2}", test.lower, test.upper),
            curve(&test.curve, test.lower, test.upper),
            more,
            format!("{} ({})", test.decision.name(), test.game),
        ]
    });
    let table = framed(["SPRT", "ELO", "GAMES", "LLR", "BOUNDS", "CURVE", "GAMES TO GO", "DECISION"], rows);
    format!("{table}Model: {SPRT_MODEL}; the curve is the LLR from the first game to the last, between its bounds\n")
}

/// Characters of a curve at most.
const CURVE_WIDTH: usize = 20;

/// A curve as a row of bars, from the lower bound to the upper one.
fn curve(points: &[(u64, f64)], lower: f64, upper: f64) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let width = points.len().min(CURVE_WIDTH);
    let bar = |index: usize| {
        // The first and the last point are always among them.
        let (_, llr) = points[index * (points.len() - 1) / (width - 1).max(1)];
        let height = (llr - lower) / (upper - lower) * BARS.len() as f64;
        BARS[(height.max(0.0) as usize).min(BARS.len() - 1)]
    };
    (0..width).map(bar).collect()
}

/// Characters of a scale.
const SCALE_WIDTH: f64 = 30.0;

/// An interval with its value on a scale between two ends, with a stroke at a mark if there is one. What is infinite
/// reaches to the end.
fn on_scale(
    value: Option<f64>,
    interval: (Option<f64>, Option<f64>),
    (low, high): (f64, f64),
    mark: Option<f64>,
) -> String {
    let place = |elo: f64| ((elo - low) / (high - low).max(1.0) * SCALE_WIDTH).round() as usize;
    let (begin, end) = (place(interval.0.unwrap_or(low)), place(interval.1.unwrap_or(high)));
    let (middle, mark) = (value.map(place), mark.map(place));
    let sign = |column: usize| match column {
        column if Some(column) == middle => '●',
        column if Some(column) == mark => '│',
        column if (begin..=end).contains(&column) => '─',
        _ => ' ',
    };
    (0..=SCALE_WIDTH as usize).map(sign).collect()
}

/// The ends of a scale for these intervals.
fn scale(ends: impl Iterator<Item = f64>) -> (f64, f64) {
    ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)))
}

fn ratings(summary: &Summary) -> String {
    let ends = scale(summary.ratings.iter().flat_map(|rating| [rating.interval.0, rating.interval.1]));
    let rows = summary.ratings.iter().map(|rating| {
        let (low, high) = rating.interval;
        let bar = on_scale(Some(rating.elo), (Some(low), Some(high)), ends, None);
        let half = (high - low) / 2.0;
        [printable(&rating.name).into_owned(), format!("{:+.0}", rating.elo), format!("± {half:.0}"), bar]
    });
    framed(["RATING", "ELO", "95 %", ""], rows)
}

/// What the options of a player are worth.
fn worths(options: &[OptionWorth]) -> String {
    let known = |option: &OptionWorth| [option.elo, option.interval.0, option.interval.1, Some(0.0)];
    let ends = scale(options.iter().flat_map(known).flatten());
    let rows = options.iter().map(|option| {
        let (least, most) = option.interval;
        let interval = format!("{} to {}", elo_text(least, "−∞"), elo_text(most, "∞"));
        let p = if option.p < 0.001 { "< 0.001".to_owned() } else { format!("{:.3}", option.p) };
        [
            printable(&option.name).into_owned(),
            printable(&option.limit).into_owned(),
            grouped(option.games),
            format!("{:.1} %", 100.0 * option.score),
            elo_text(option.elo, if option.score > 0.5 { "∞" } else { "−∞" }),
            interval,
            p,
            on_scale(option.elo, option.interval, ends, Some(0.0)),
        ]
    });
    let table = framed(["OPTION", "LIMIT", "GAMES", "SCORE", "ELO", "95 %", "P", ""], rows);
    format!(
        "{table}Score and Elo are those of the whole player against the one without the option; p is corrected for the \
         number of comparisons (Holm), the intervals are not\n"
    )
}

/// A column of the table of players: its heading and what it says of a player.
type PlayerColumn = (&'static str, fn(&PlayerSummary) -> Option<String>);

/// A column for captures and one for pieces where pieces are captured, and one for memory where any is used.
fn counted(summary: &Summary) -> Vec<PlayerColumn> {
    let is_any = |of: fn(&PlayerSummary) -> Option<f64>| summary.players.iter().filter_map(of).any(|mean| mean > 0.0);
    let mut columns: Vec<PlayerColumn> = Vec::new();
    if is_any(|player| player.captures) {
        columns.push(("CAPTURES", |player| player.captures.map(|mean| format!("{mean:.1}"))));
        columns.push(("PIECES", |player| player.pieces.map(|mean| format!("{mean:.1}"))));
    }
    if is_any(|player| player.memory) {
        columns.push(("MEMORY", |player| player.memory.map(bytes_text)));
    }
    columns
}

fn players(summary: &Summary) -> String {
    let number =
        |value: f64, decimals: usize| if value == 0.0 { "·".to_owned() } else { format!("{value:.decimals$}") };
    let columns = counted(summary);
    let rows = summary.players.iter().map(|player| {
        let counts = columns.iter().map(|(_, of)| of(player).unwrap_or_else(|| "·".to_owned()));
        let score = player.score.map_or("·".to_owned(), |score| format!("{:.1} %", 100.0 * score));
        let first = [
            printable(&player.name).into_owned(),
            grouped(player.games),
            score,
            number(player.nodes_per_move, 0),
            number(player.ms_per_move, 3),
            number(player.depth, 1),
            player.branching.map_or("·".to_owned(), |branching| format!("{branching:.1}")),
        ];
        first.into_iter().chain(counts).chain([player.player.clone()]).collect::<Vec<_>>()
    });
    let first = ["PLAYER", "GAMES", "SCORE", "NODES/MOVE", "MS/MOVE", "DEPTH", "BRANCHING"];
    let header = first.into_iter().chain(columns.iter().map(|(name, _)| *name)).chain(["SPEC"]);
    framed_rows(header.map(str::to_owned).collect(), rows)
}

/// A computed experiment as text.
pub(crate) fn exact(plan: &Plan, summary: &ExactSummary) -> String {
    let mut text = format!("{}: computed, not played\n", printable(&summary.name));
    let names: Vec<&str> = plan.players.iter().map(|player| &player.name[..]).collect();
    for board in &plan.boards {
        let score = |first: &str, second: &str| {
            let cells = summary.cells.iter().filter(|cell| cell.game == board.spec);
            let mut cells = cells.filter(|cell| cell.first == first && cell.second == second);
            cells.next().map(|cell| (cell.wins + cell.draws / 2.0, String::new()))
        };
        text.push_str(&format!("\n{}: expected score of the row's player, moving first, in percent\n", board.spec));
        text.push_str(&cross_table(&names, score));
    }
    let rows =
        summary.scores.iter().map(|(name, score)| [printable(name).into_owned(), format!("{:.2} %", 100.0 * score)]);
    format!("{text}\n{}\n{}", right_aligned(["PLAYER", "MEAN SCORE"], rows), item(&summary.report))
}

/// A sentence as an item of a list, in lines of a readable width.
fn item(sentence: &str) -> String {
    wrapped(printable(sentence).split_whitespace(), 100, "• ", "  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_reaches_from_bound_to_bound() {
        assert_eq!(curve(&[(0, 0.0)], -3.0, 3.0), "▅");
        assert_eq!(curve(&[(0, 0.0), (2, -3.0), (4, 9.0)], -3.0, 3.0), "▅▁█");
        let rising: Vec<(u64, f64)> = (0..=1000).map(|n| (2 * n, 0.003 * n as f64)).collect();
        let shown: Vec<char> = curve(&rising, -3.0, 3.0).chars().collect();
        assert_eq!((shown.len(), shown[0], shown[CURVE_WIDTH - 1]), (CURVE_WIDTH, '▅', '█'));
        assert!(shown.is_sorted(), "{shown:?}");
    }
}
