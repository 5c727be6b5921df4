//! The tables of a report in the form that the template needs: every number is already text.

use plyscope_stats::Interval;
use serde::Serialize;

use super::replay::Samples;
use super::series::Grid;
use crate::ablation::{OptionWorth, elo_text};
use crate::experiment::Schedule;
use crate::findings::p_text;
use crate::plan::Plan;
use crate::sizes::bytes_text;
use crate::summary::{CellSummary, PlayerOnBoard, Summary};
use plyscope_plot::{Axis, short, strip, strip_scale};

/// Larger cross tables would be slow to open and impossible to read.
const MAX_CELLS: usize = 10_000;
/// In print, tables with up to this many columns show counts in their cells.
const MAX_PRINTED_COLUMNS: usize = 8;

/// A coloured field: the hue shows who is ahead, its strength by how much and how certainly; grey may be even.
#[derive(Clone, Default, Serialize)]
pub(super) struct Heat {
    class: &'static str,
    /// The share of the hue, in percent.
    mix: u32,
    text: String,
    title: String,
    /// The text below the number in print.
    small: String,
    /// The number of the sample game, if there is one.
    sample: Option<usize>,
    /// Whether some of its games were forfeited.
    forfeits: bool,
}

impl Heat {
    fn new(score: f64, (low, high): Interval) -> Heat {
        let class = match () {
            () if low > 0.5 => "win",
            () if high < 0.5 => "loss",
            () => "open",
        };
        let mix = (200.0 * (score - 0.5).abs() * (1.0 - (high - low))).clamp(12.0, 100.0).round() as u32;
        Heat { class, mix: if class == "open" { 0 } else { mix }, text: percent(score), ..Heat::default() }
    }
}

/// The cells of one board, from the view of the players in the rows.
#[derive(Serialize)]
pub(super) struct CrossTable {
    game: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Option<Heat>>)>,
    small: bool,
}

/// A row of a table with a strip in it.
#[derive(Serialize)]
pub(super) struct StripRow {
    name: String,
    value: String,
    strip: String,
    /// The other columns.
    more: Vec<String>,
}

/// A table with a column of strips.
#[derive(Serialize)]
pub(super) struct StripTable {
    scale: String,
    rows: Vec<StripRow>,
}

/// A player and its cost.
#[derive(Serialize)]
pub(super) struct PlayerRow {
    name: String,
    spec: String,
    score: String,
    numbers: Vec<String>,
}

/// A row of the list of all cells.
#[derive(Serialize)]
pub(super) struct CellRow {
    first: String,
    second: String,
    game: String,
    score: String,
    numbers: Vec<String>,
}

/// A table of scores over two parameters.
#[derive(Serialize)]
pub(super) struct HeatTable {
    corner: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Option<Heat>>)>,
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A share with half the width of its interval.
pub(super) fn with_error(share: f64, (low, high): Interval) -> String {
    format!("{:.1} % ± {:.1}", 100.0 * share, 50.0 * (high - low))
}

fn one_digit(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { short(value) }
}

/// A number with a sign, typographically.
pub(super) fn signed(value: f64) -> String {
    format!("{value:+.0}").replace('-', "−")
}

/// The players in the order of tables: the strongest first, except in a matrix, which keeps the order of the file.
pub(super) fn order(summary: &Summary) -> Vec<usize> {
    let is_rated = summary.ratings.len() == summary.players.len();
    if is_rated && summary.schedule != Schedule::Matrix {
        summary.ratings.iter().map(|rating| rating.player).collect()
    } else {
        (0..summary.players.len()).collect()
    }
}

/// A cross table for each board; `None` if they are too large.
pub(super) fn cross_tables(plan: &Plan, summary: &Summary, samples: &Samples) -> Option<Vec<CrossTable>> {
    let (rows, columns) = layout(plan, &order(summary));
    if rows.len() * columns.len() * plan.boards.len() > MAX_CELLS {
        return None;
    }
    let name = |player: usize| summary.players[player].name.clone();
    let mut sample_of = vec![None; plan.cells.len()];
    samples.games.iter().enumerate().for_each(|(index, sample)| sample_of[sample.cell] = Some(index));
    let title = |column: &Column| match (plan.schedule, column.is_first) {
        (Schedule::Gauntlet | Schedule::Ablation, false) => format!("{}, moving second", name(column.player)),
        (Schedule::Gauntlet | Schedule::Ablation, true) => format!("{}, moving first", name(column.player)),
        _ => name(column.player),
    };
    let table = |(board, game): (usize, &crate::plan::PlanBoard)| {
        let mut fields = vec![vec![None; columns.len()]; rows.len()];
        for (index, cell) in plan.cells.iter().enumerate().filter(|(_, cell)| cell.board == board) {
            for (row, column, is_first) in [(cell.first, cell.second, false), (cell.second, cell.first, true)] {
                let place = columns.iter().position(|known| known.player == column && known.is_first == is_first);
                if let (Some(row), Some(column)) = (rows.iter().position(|player| *player == row), place) {
                    fields[row][column] = heat_of_cell(&summary.cells[index], is_first, sample_of[index]);
                }
            }
        }
        CrossTable {
            game: game.spec.clone(),
            columns: columns.iter().map(title).collect(),
            rows: rows.iter().map(|&player| name(player)).zip(fields).collect(),
            small: columns.len() <= MAX_PRINTED_COLUMNS,
        }
    };
    Some(plan.boards.iter().enumerate().map(table).collect())
}

/// The opponent of the rows, and its seat.
struct Column {
    player: usize,
    is_first: bool,
}

/// The players of the rows and of the columns. In a gauntlet most players never meet, so there each player of the
/// smaller group has two columns, one for each seat.
fn layout(plan: &Plan, order: &[usize]) -> (Vec<usize>, Vec<Column>) {
    let columns = |players: &[usize], seats: &[bool]| {
        let seats = players.iter().flat_map(|&player| seats.iter().map(move |&is_first| Column { player, is_first }));
        seats.collect::<Vec<Column>>()
    };
    if !matches!(plan.schedule, Schedule::Gauntlet | Schedule::Ablation) {
        return (order.to_vec(), columns(order, &[false]));
    }
    // In the first cell of each pair the challenger moves first, or the whole player of an ablation.
    let is_challenger = |player: usize| {
        let mut leading = plan.cells.iter().enumerate().filter(|(index, cell)| cell.partner > Some(*index));
        leading.any(|(_, cell)| cell.first == player)
    };
    let (few, many): (Vec<usize>, Vec<usize>) = order.iter().partition(|&&player| is_challenger(player));
    let (few, many) = if few.len() <= many.len() { (few, many) } else { (many, few) };
    let columns = columns(&few, &[false, true]);
    (many, columns)
}

/// The field of a cell from the view of its first player, or of its second player if the column moves first.
fn heat_of_cell(cell: &CellSummary, column_is_first: bool, sample: Option<usize>) -> Option<Heat> {
    let (score, (low, high)) = (cell.score?, cell.interval);
    let CellSummary { first, second, wins, draws, losses, distinct_games, games, forfeits, .. } = cell;
    let lost = if *forfeits > 0 { format!("; {forfeits} forfeited") } else { String::new() };
    let (score, interval, wins, losses, whose) = if column_is_first {
        (1.0 - score, (1.0 - high, 1.0 - low), losses, wins, second)
    } else {
        (score, cell.interval, wins, losses, first)
    };
    Some(Heat {
        title: format!(
            "{first} first, {second} second: {} for {whose}. {wins} wins, {draws} draws, {losses} losses; \
             {distinct_games} distinct games of {games}{lost}",
            with_error(score, interval)
        ),
        small: format!("{wins}–{draws}–{losses}\n{distinct_games} diff."),
        sample,
        forfeits: *forfeits > 0,
        ..Heat::new(score, interval)
    })
}

/// The players by strength.
pub(super) fn strength(summary: &Summary) -> Option<StripTable> {
    // Ratings say nothing that the table of options does not.
    if summary.ratings.is_empty() || !summary.options.is_empty() {
        return None;
    }
    let ends = summary.ratings.iter().flat_map(|rating| [rating.interval.0, rating.elo, rating.interval.1, 0.0]);
    let axis = Axis::of("Elo", ends);
    let several_groups = summary.ratings.iter().any(|rating| rating.group != summary.ratings[0].group);
    let row = |rating: &crate::summary::Rating| {
        let half = (rating.interval.1 - rating.interval.0) / 2.0;
        let player = &summary.players[rating.player];
        let score = player.score.map_or_else(|| "–".to_owned(), |score| with_error(score, player.interval));
        let group = several_groups.then(|| format!("group {}", rating.group + 1));
        StripRow {
            name: rating.name.clone(),
            value: format!("{} ± {half:.0}", signed(rating.elo)),
            strip: strip(&axis, 0.0, rating.elo, rating.interval),
            more: [score, player.games.to_string()].into_iter().chain(group).collect(),
        }
    };
    Some(StripTable { scale: strip_scale(&axis), rows: summary.ratings.iter().map(row).collect() })
}

/// What the options of an ablation are worth.
pub(super) fn options(summary: &Summary) -> Option<StripTable> {
    let known = |option: &OptionWorth| [option.elo, option.interval.0, option.interval.1, Some(0.0)];
    let axis = Axis::of("Elo", summary.options.iter().flat_map(known).flatten());
    let (lowest, highest) = summary
        .options
        .iter()
        .flat_map(known)
        .flatten()
        .fold((0.0_f64, 0.0_f64), |ends, end| (ends.0.min(end), ends.1.max(end)));
    let row = |option: &OptionWorth| {
        let (low, high) = (option.interval.0.unwrap_or(lowest), option.interval.1.unwrap_or(highest));
        let value = option.elo.unwrap_or(if option.score > 0.5 { highest } else { lowest });
        let interval = format!("{} to {}", elo_text(option.interval.0, "−∞"), elo_text(option.interval.1, "∞"));
        let elo = elo_text(option.elo, if option.score > 0.5 { "∞" } else { "−∞" });
        StripRow {
            name: format!("{}, {}", option.name, option.limit),
            value: format!("{elo} ({interval})"),
            strip: strip(&axis, 0.0, value, (low, high)),
            more: vec![
                with_error(option.score, option.score_interval),
                option.games.to_string(),
                p_text(option.p).replace("p = ", "").replace("p < ", "< "),
            ],
        }
    };
    (!summary.options.is_empty())
        .then(|| StripTable { scale: strip_scale(&axis), rows: summary.options.iter().map(row).collect() })
}

/// The players and their cost, in the order of the file.
pub(super) fn players(summary: &Summary) -> Vec<PlayerRow> {
    let row = |player: &crate::summary::PlayerSummary| PlayerRow {
        name: player.name.clone(),
        spec: player.player.clone(),
        score: player.score.map_or_else(|| "–".to_owned(), |score| with_error(score, player.interval)),
        numbers: vec![
            player.games.to_string(),
            one_digit(player.nodes_per_move),
            format!("{:.3}", player.ms_per_move),
            format!("{:.1}", player.depth),
            player.branching.map_or_else(|| "–".to_owned(), |branching| format!("{branching:.1}")),
            player.captures.map_or_else(|| "–".to_owned(), one_digit),
            player.pieces.map_or_else(|| "–".to_owned(), one_digit),
            player.memory.map_or_else(|| "–".to_owned(), bytes_text),
        ],
    };
    summary.players.iter().map(row).collect()
}

/// The advantage of moving first, on each board and on all.
pub(super) fn first_move(summary: &Summary) -> StripTable {
    let axis = Axis::share("score");
    let row = |name: &str, score: Option<f64>, interval: Interval, more: [String; 3]| {
        let score = score?;
        let (value, strip) = (with_error(score, interval), strip(&axis, 0.5, score, interval));
        Some(StripRow { name: name.to_owned(), value, strip, more: more.into() })
    };
    let of_board = |board: &crate::summary::BoardSummary| {
        let more = [board.games.to_string(), percent(board.draws), format!("{:.1}", board.plies)];
        row(&board.game, board.first_score, board.first_interval, more)
    };
    let mut rows: Vec<StripRow> = summary.boards.iter().filter_map(of_board).collect();
    if summary.boards.len() > 1 {
        let games = summary.played.max(1) as f64;
        let mean = |of: &dyn Fn(&crate::summary::BoardSummary) -> f64| {
            summary.boards.iter().map(|board| of(board) * board.games as f64).sum::<f64>() / games
        };
        let more = [summary.played.to_string(), percent(mean(&|b| b.draws)), format!("{:.1}", mean(&|b| b.plies))];
        rows.extend(row("all boards", summary.first_move.score, summary.first_move.interval, more));
    }
    StripTable { scale: strip_scale(&axis), rows }
}

/// The score of every player on every board, where there are several.
pub(super) fn players_by_board(plan: &Plan, summary: &Summary) -> Option<HeatTable> {
    if plan.boards.len() < 2 || plan.boards.len() * plan.players.len() > MAX_CELLS {
        return None;
    }
    let heat = |on_board: &PlayerOnBoard| {
        let (score, interval) = (on_board.score?, on_board.interval);
        let title = format!("{} in {} games", with_error(score, interval), on_board.games);
        Some(Heat { title, ..Heat::new(score, interval) })
    };
    let row = |player: usize| {
        let player = &summary.players[player];
        (player.name.clone(), player.boards.iter().map(heat).collect())
    };
    Some(HeatTable {
        corner: "player".to_owned(),
        columns: plan.boards.iter().map(|board| board.spec.clone()).collect(),
        rows: order(summary).into_iter().map(row).collect(),
    })
}

/// The scores of a sweep over two parameters.
pub(super) fn heat_map(summary: &Summary, grid: &Grid) -> HeatTable {
    let [row, column] = &grid.parameters;
    let heat = |player: &Option<usize>| {
        let player = &summary.players[(*player)?];
        let score = player.score?;
        let title = format!("{}: {} in {} games", player.name, with_error(score, player.interval), player.games);
        Some(Heat { title, ..Heat::new(score, player.interval) })
    };
    let rows = grid.rows.iter().zip(&grid.players);
    HeatTable {
        corner: format!("{row} ↓ {column} →"),
        columns: grid.columns.iter().map(f64::to_string).collect(),
        rows: rows.map(|(value, players)| (value.to_string(), players.iter().map(heat).collect())).collect(),
    }
}

/// All cells with their counts, and the number left out.
pub(super) fn cells(summary: &Summary) -> (Vec<CellRow>, usize) {
    let row = |cell: &CellSummary| CellRow {
        first: cell.first.clone(),
        second: cell.second.clone(),
        game: cell.game.clone(),
        score: cell.score.map_or_else(|| "–".to_owned(), |score| with_error(score, cell.interval)),
        numbers: vec![
            cell.games.to_string(),
            cell.wins.to_string(),
            cell.draws.to_string(),
            cell.losses.to_string(),
            cell.forfeits.to_string(),
            cell.distinct_games.to_string(),
            format!("{:.1}", cell.plies),
        ],
    };
    let rows: Vec<CellRow> = summary.cells.iter().take(MAX_LISTED).map(row).collect();
    let left_out = summary.cells.len() - rows.len();
    (rows, left_out)
}

/// More cells than this are only in the exports.
const MAX_LISTED: usize = 1000;
