//! `plyscope position`: the board, the legal moves and the result.

use plyscope_core::{Outcome, Side};
use plyscope_registry::AnyPosition;
use plyscope_view::{PositionState, board_text, side_style};
use serde::Serialize;

use crate::args::Position;
use crate::drawing;
use crate::output::{Failure, print, print_json};
use crate::wrap::wrapped;

#[derive(Serialize)]
struct Json {
    #[serde(flatten)]
    state: PositionState,
    /// The legal moves.
    moves: Vec<String>,
}

pub(crate) fn run(options: &Position) -> Result<(), Failure> {
    let position = options.place.find()?;
    options.files.check(options.output.json, options.board.is_used())?;
    if options.files.is_wanted() {
        options.files.write(&drawing::board(&*position, &options.board, &options.files)?.scene()?)?;
    }
    if options.files.is_to_stdout() {
        return Ok(());
    }
    if !options.output.json {
        return print(&describe(&*position));
    }
    print_json(&Json { state: (&*position).into(), moves: position.moves() })
}

fn describe(position: &dyn AnyPosition) -> String {
    let picture = position.picture();
    let board = board_text(&picture, position.last_move_cells());
    let plural = if position.ply() == 1 { "" } else { "s" };
    let pieces = |side| picture.cells.iter().filter(|cell| cell.piece == Some(side)).count();
    let counts = format!("x has {}, o has {} on the board", pieces(Side::First), pieces(Side::Second));
    let head = format!("{} after {} move{plural}: {counts}", position.spec(), position.ply());
    let state = match position.outcome() {
        None => {
            let moves = position.moves();
            let listed = wrapped(moves.iter().map(String::as_str), 77, "  ", "  ");
            format!("{} to move, {} legal:\n{listed}", player(position.side_to_move()), moves.len())
        }
        Some(outcome) => {
            let result = match outcome {
                Outcome::Win(side) => format!("{} has won", player(side)),
                Outcome::Draw => "Draw".to_owned(),
            };
            format!("{result}: {}.\n", position.reason().unwrap_or("the game is over"))
        }
    };
    format!("{head}\n\n{board}\n{state}\n{}\n", position.text())
}

fn player(side: Side) -> String {
    let style = side_style(side);
    let order = if side == Side::First { "first" } else { "second" };
    format!("{style}{}{style:#} ({order} player)", side.letter())
}
