//! Games that can only repeat others: warnings before a game is played, and tests that could never decide anything.

use plyscope_core::BadInput;
use plyscope_registry::Chance;

use crate::plan::Plan;

/// How to make games differ.
const REMEDY: &str = "vary the openings, for example with random-plies = 4 under [openings]";

/// Adds notes about games that will be repetitions.
///
/// # Errors
/// If the plan has a sequential test of two players who always play the same two games.
pub(crate) fn check(plan: &mut Plan) -> Result<(), BadInput> {
    if plan.exact {
        return Ok(());
    }
    if plan.stop.sprt.is_some() {
        refuse_test(plan)?;
    }
    let notes = (0..plan.boards.len()).filter_map(|board| note(plan, board)).collect::<Vec<_>>();
    plan.notes.extend(notes);
    Ok(())
}

/// The number of positions that games of a board start from.
fn n_starts(plan: &Plan, board: usize) -> usize {
    plan.boards[board].openings.len().max(1)
}

fn refuse_test(plan: &Plan) -> Result<(), BadInput> {
    let always_same = |&cell: &usize| {
        let own = &plan.cells[cell];
        own.partner.is_some() && plan.chance(cell) == Chance::Nothing && n_starts(plan, own.board) == 1
    };
    let Some(cell) = (0..plan.cells.len()).find(always_same) else { return Ok(()) };
    let [first, second] = names(plan, cell);
    let board = &plan.boards[plan.cells[cell].board].spec;
    Err(BadInput::new(format!(
        "stop.sprt: {first} and {second} always play the same two games on {board}, so there is nothing to test; \
         {REMEDY}"
    )))
}

fn names(plan: &Plan, cell: usize) -> [&str; 2] {
    [plan.cells[cell].first, plan.cells[cell].second].map(|player| &plan.players[player].name[..])
}

/// A note about the pairings of a board that have fewer openings than games and leave nothing else to chance.
fn note(plan: &Plan, board: usize) -> Option<String> {
    let starts = n_starts(plan, board);
    let on_board: Vec<usize> = (0..plan.cells.len()).filter(|&cell| plan.cells[cell].board == board).collect();
    let repeats = |&cell: &usize| plan.chance(cell) < Chance::Seed && plan.cells[cell].games as usize > starts;
    let repeating: Vec<usize> = on_board.iter().copied().filter(repeats).collect();
    let first = *repeating.first()?;
    // Each pairing once: the cells with swapped seats say the same.
    let pairings: Vec<usize> = repeating
        .iter()
        .copied()
        .filter(|&cell| plan.cells[cell].partner.is_none_or(|partner| partner > cell))
        .collect();
    let who = match &pairings[..] {
        _ if repeating.len() == on_board.len() && on_board.len() > 2 => "All pairings".to_owned(),
        [one] => format!("{} and {}", names(plan, *one)[0], names(plan, *one)[1]),
        several => format!("{} pairings", several.len()),
    };
    let place = if plan.boards.len() > 1 { format!(" on {}", plan.boards[board].spec) } else { String::new() };
    let timed = if repeating.iter().any(|&cell| plan.chance(cell) == Chance::Speed) {
        " (limits of time may make them differ)"
    } else {
        ""
    };
    let copies = plan.cells[first].games as usize - starts;
    let games = match starts {
        1 => format!("they always play the same game in each seat, and {copies} games only repeat it"),
        _ => {
            format!("from {starts} openings come {starts} different games in each seat, and {copies} only repeat these")
        }
    };
    Some(format!("{who}{place} leave nothing to chance: {games}{timed}; {REMEDY}"))
}
