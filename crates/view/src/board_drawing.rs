//! A position as data for a picture of its board.

use plyscope_core::{BadInput, Outcome};
use plyscope_plot::BoardPicture;
use plyscope_registry::AnyPosition;

/// The board with its last move and a line that says whose turn it is or who won; nothing else is marked.
pub fn board_drawing(position: &dyn AnyPosition) -> BoardPicture {
    let status = match position.outcome() {
        None => (Some(position.side_to_move()), format!("{} to move", position.side_to_move().letter())),
        Some(outcome) => {
            let reason = position.reason().unwrap_or("the game is over");
            match outcome {
                Outcome::Win(side) => (Some(side), format!("{} has won: {reason}", side.letter())),
                Outcome::Draw => (None, format!("draw: {reason}")),
            }
        }
    };
    BoardPicture {
        title: format!("{}: {}", position.spec(), position.text()),
        picture: position.picture(),
        last_move: position.last_move_cells().to_vec(),
        targets: Vec::new(),
        marks: Vec::new(),
        heat: Vec::new(),
        arrows: Vec::new(),
        status,
        caption: None,
        flipped: false,
    }
}

/// The cells that can be moved to, each once.
///
/// # Errors
/// Never: the moves are those of the position.
pub fn target_cells(position: &dyn AnyPosition) -> Result<Vec<String>, BadInput> {
    let mut targets = Vec::new();
    for m in position.moves() {
        let mut after = position.boxed_clone();
        after.play(&m)?;
        // A pass touches no cell.
        targets.extend(after.last_move_cells().last().cloned());
    }
    targets.sort();
    targets.dedup();
    Ok(targets)
}
