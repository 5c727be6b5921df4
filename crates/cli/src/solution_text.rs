//! A solved position as text for a terminal.

use std::path::Path;

use plyscope_arena::bytes_text;
use plyscope_registry::{AnyPosition, Solution};
use plyscope_view::{board_text, bounds_in_words, claim_text, grouped, solution_move_text, time_text};

use crate::table::framed;

/// The result, the worth of each move, a line of best play and the proof.
pub(crate) fn report(position: &dyn AnyPosition, solution: &Solution, proof: Option<&Path>) -> String {
    let side = position.side_to_move();
    let mut text = match solution.claim {
        Some(claim) => format!("{}: {}\n\n", position.spec(), claim_text(claim)),
        None => {
            let proven = bounds_in_words(side, solution.at_least, solution.at_most).join("\n         ");
            format!("{}: not solved\n\nproven   {proven}\n\n", position.spec())
        }
    };
    if solution.claim.is_some() && !solution.moves.is_empty() {
        let rows = solution.moves.iter().map(|known| {
            let mark = if solution.best.contains(&known.m) { "◄" } else { "" };
            [known.m.clone(), solution_move_text(known), mark.to_owned()]
        });
        text.push_str(&format!("{}\n", framed(["move", &format!("worth to {}", side.letter()), ""], rows)));
        text.push_str(&format!("line   {}\n\n{}\n", solution.line.join(" "), board_text(&solution.line_end, &[])));
    }
    text.push_str(&format!(
        "{} nodes in {}, {} of tables\n",
        grouped(solution.nodes),
        time_text(solution.time),
        bytes_text(solution.bytes as f64)
    ));
    if let (Some(Ok(size)), Some(file)) = (&solution.proof, proof) {
        let [first, second] = size.positions.map(|n| grouped(n as u64));
        text.push_str(&format!(
            "proof in {}: strategies of {first} positions for x and {second} for o\n",
            file.display()
        ));
    }
    text
}
