//! What was solved, in words.

use std::path::Path;

use plyscope_core::{Side, Verdict};
use plyscope_registry::{AnyPosition, Claim, Solution, SolutionMove};
use serde_json::{Value, json};

use crate::board::draw;
use crate::output::grouped;
use crate::table::framed;
use crate::text::score_json;

/// A result for people.
pub(crate) fn claim_text(claim: Claim) -> String {
    match claim {
        Claim::WinIn(side, 0) => format!("{} has won", side.letter()),
        Claim::WinIn(side, 1) => format!("{} wins in 1 ply", side.letter()),
        Claim::WinIn(side, plies) => format!("{} wins in {plies} plies", side.letter()),
        Claim::WinBy(side, by) => format!("{} wins by {by}", side.letter()),
        Claim::Draw => "draw".to_owned(),
    }
}

/// What two bounds on the worth of a position to this side mean, as sentences; none where they say nothing.
pub(crate) fn bounds_in_words(side: Side, at_least: Verdict, at_most: Verdict) -> Vec<String> {
    let (own, other) = (side.letter(), (!side).letter());
    let lower = match at_least {
        Verdict::Loss(plies) => format!("{other} cannot win in fewer than {plies} plies"),
        Verdict::Draw => format!("{own} gets a draw or more"),
        Verdict::Win(plies) => format!("{own} wins in {plies} plies or fewer"),
        Verdict::Estimate(margin) if margin < 0.0 => format!("{other} cannot win by more than {}", -margin),
        Verdict::Estimate(margin) => format!("{own} wins by {margin} or more"),
    };
    let upper = match at_most {
        Verdict::Win(plies) => format!("{own} cannot win in fewer than {plies} plies"),
        Verdict::Draw => format!("{own} gets a draw or less"),
        Verdict::Loss(plies) => format!("{other} wins in {plies} plies or fewer"),
        Verdict::Estimate(margin) if margin > 0.0 => format!("{own} cannot win by more than {margin}"),
        Verdict::Estimate(margin) => format!("{other} wins by {} or more", -margin),
    };
    vec![lower, upper]
}

/// A bound for programs.
pub(crate) fn bound_json(verdict: Verdict, counts_margin: bool) -> Value {
    match verdict {
        Verdict::Estimate(margin) => json!({"kind": "margin", "value": margin as i64}),
        Verdict::Draw if counts_margin => json!({"kind": "margin", "value": 0}),
        _ => score_json(verdict),
    }
}

/// The whole answer.
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
            [known.m.clone(), move_text(known), mark.to_owned()]
        });
        text.push_str(&format!("{}\n", framed(["move", "worth", ""], rows)));
        text.push_str(&format!("line   {}\n\n{}\n", solution.line.join(" "), draw(&solution.line_end, &[])));
    }
    text.push_str(&format!(
        "{} nodes in {:.3} s, {} of tables\n",
        grouped(solution.nodes),
        solution.time.as_secs_f64(),
        size(solution.bytes)
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

/// What a move is worth, as far as it was needed.
fn move_text(known: &SolutionMove) -> String {
    let words = |verdict| match verdict {
        Verdict::Win(plies) => format!("wins in {plies}"),
        Verdict::Loss(plies) => format!("loses in {plies}"),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Estimate(margin) if margin > 0.0 => format!("wins by {margin}"),
        Verdict::Estimate(margin) => format!("loses by {}", -margin),
    };
    match (known.at_least, known.at_most) {
        (Some(at_least), Some(at_most)) if at_least == at_most => words(at_least),
        (_, Some(at_most)) => format!("{} or worse", words(at_most)),
        _ => "–".to_owned(),
    }
}

fn size(bytes: usize) -> String {
    if bytes >= 1 << 30 { format!("{} GB", bytes >> 30) } else { format!("{} MB", bytes.div_ceil(1 << 20)) }
}
