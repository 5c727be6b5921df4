//! `plyscope evaluate`: the value that a heuristic gives a position, and its terms.

use plyscope_core::Side;
use plyscope_registry::{AnyPosition, HeuristicSpec, Judgement};
use plyscope_view::{Evaluation, board_text, number};
use serde::Serialize;

use crate::args::{Evaluate, read_heuristic};
use crate::output::{Failure, print, print_json};
use crate::table::right_aligned;

#[derive(Serialize)]
struct Json {
    game: String,
    position: String,
    #[serde(flatten)]
    evaluation: Evaluation,
}

pub(crate) fn run(options: &Evaluate) -> Result<(), Failure> {
    let position = options.place.find()?;
    let spec = read_heuristic(&options.heuristic)?;
    let judgement = position.evaluate(&spec, options.chance.seed)?;
    if !options.output.json {
        return print(&describe(&*position, &spec, &judgement));
    }
    let evaluation = Evaluation::new(&spec, &judgement);
    print_json(&Json { game: position.spec(), position: position.text(), evaluation })
}

fn describe(position: &dyn AnyPosition, spec: &HeuristicSpec, judgement: &Judgement) -> String {
    let mover = position.side_to_move();
    let mut text =
        format!("{}: {spec}\n\n{}\n", position.spec(), board_text(&position.picture(), position.last_move_cells()));
    for (side, value) in Side::BOTH.into_iter().zip(judgement.seen_by) {
        let turn = match position.reason() {
            None if side == mover => " (to move)".to_owned(),
            Some(reason) if side == Side::First => format!(" (the game is over: {reason})"),
            _ => String::new(),
        };
        text.push_str(&format!("{:>12}  for {}{turn}\n", number(value), side.letter()));
    }
    let [of_first, of_second] = &judgement.terms_of;
    let rows = of_first.iter().zip(of_second).map(|(first, second)| {
        let shares = [first, second].map(|term| number(term.weight * term.value));
        let weight = if first.weight == second.weight {
            number(first.weight)
        } else {
            format!("{} / {}", number(first.weight), number(second.weight))
        };
        let [share_first, share_second] = shares;
        [first.name.clone(), weight, number(first.value), number(second.value), share_first, share_second]
    });
    format!("{text}\n{}", right_aligned(["TERM", "WEIGHT", "x", "o", "SHARE x", "SHARE o"], rows))
}
