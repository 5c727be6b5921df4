//! Sample games, prepared for replay in a browser.

use plyscope_core::{BadInput, CellShape, Picture, Side};
use plyscope_store::{Game, GameResult, RunId, Setup, Store};
use serde::Serialize;

use crate::export::result_text;
use crate::session::ArenaError;
use crate::starts::Starts;
use crate::summary::CellSummary;

/// More games than this would make the file too large.
const MAX_SAMPLES: usize = 200;

/// A board without its pieces.
#[derive(Serialize)]
pub(super) struct BoardShape {
    hexagons: bool,
    /// Name, x in half cells and row of each cell.
    cells: Vec<(String, i32, i32)>,
}

/// A sample game.
#[derive(Serialize)]
pub(super) struct Sample {
    /// The index of the cell of the plan.
    #[serde(skip)]
    pub(super) cell: usize,
    /// The index of the board's shape.
    board: usize,
    pub(super) title: String,
    /// How it ended, in words.
    pub(super) ending: String,
    /// The contents of each cell at the start: x, o or a dot.
    start: String,
    pub(super) moves: Vec<String>,
    /// For each move, the cells that changed: index and new contents.
    changes: Vec<Vec<(usize, char)>>,
}

/// The samples of a run, with their boards.
#[derive(Default, Serialize)]
pub(super) struct Samples {
    boards: Vec<BoardShape>,
    pub(super) games: Vec<Sample>,
}

/// For every cell, up to the limit, its first game with the most frequent result. `cells` are those of the plan, in
/// order.
pub(super) fn samples(store: &Store, run: RunId, setup: &Setup, cells: &[CellSummary]) -> Result<Samples, ArenaError> {
    let mut starts = Starts::new(setup);
    let mut samples = Samples::default();
    let mut specs: Vec<&str> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        if samples.games.len() == MAX_SAMPLES {
            break;
        }
        let frequent =
            [(cell.losses, GameResult::SecondWins), (cell.draws, GameResult::Draw), (cell.wins, GameResult::FirstWins)];
        let Some((_, result)) = frequent.into_iter().max_by_key(|(games, _)| *games) else { continue };
        let Some(game) = store.games(run, index as u32, 0, Some(result))?.next().transpose()? else { continue };
        let board = specs.iter().position(|spec| *spec == cell.game).unwrap_or_else(|| {
            specs.push(&cell.game);
            specs.len() - 1
        });
        let sample = sample(&mut starts, cell, &game, index, board)?;
        if board == samples.boards.len() {
            samples.boards.push(shape(&starts.of(&game)?.picture()));
        }
        samples.games.push(sample);
    }
    Ok(samples)
}

fn sample(
    starts: &mut Starts<'_>,
    cell: &CellSummary,
    game: &Game,
    index: usize,
    board: usize,
) -> Result<Sample, BadInput> {
    let moves = starts.moves(game)?;
    let mut position = starts.of(game)?.boxed_clone();
    let mut before = pieces(&position.picture());
    let start = before.iter().collect();
    let mut changes = Vec::with_capacity(moves.len());
    for text in &moves {
        position.play(text)?;
        let after = pieces(&position.picture());
        let changed = (0..after.len()).filter(|&i| before[i] != after[i]).map(|i| (i, after[i]));
        changes.push(changed.collect());
        before = after;
    }
    let winner = match game.result {
        GameResult::FirstWins => format!("{} won", cell.first),
        GameResult::SecondWins => format!("{} won", cell.second),
        GameResult::Draw => "a draw".to_owned(),
    };
    Ok(Sample {
        cell: index,
        board,
        title: format!("{} (first) – {} (second), {}, game {}", cell.first, cell.second, cell.game, game.number),
        ending: format!("{}: {winner}, {}", result_text(game.result), game.reason),
        start,
        moves,
        changes,
    })
}

fn shape(picture: &Picture) -> BoardShape {
    BoardShape {
        hexagons: picture.shape == CellShape::Hexagon,
        cells: picture.cells.iter().map(|cell| (cell.name.clone(), cell.x, cell.row)).collect(),
    }
}

fn pieces(picture: &Picture) -> Vec<char> {
    picture.cells.iter().map(|cell| cell.piece.map_or('.', Side::letter)).collect()
}

/// The samples as JSON for a script element: nothing in it can end the element or start another.
pub(super) fn script_json(samples: &Samples) -> String {
    let json = serde_json::to_string(samples).unwrap_or_else(|_| "null".to_owned());
    // In JSON these characters occur only in strings, where an escape means the same.
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        if matches!(c, ' '..='~') && !matches!(c, '&' | '<' | '>') {
            safe.push(c);
        } else {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| safe.push_str(&format!("\\u{unit:04x}")));
        }
    }
    safe
}
