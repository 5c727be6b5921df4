//! `plyscope verify`: is every exact search equal to plain minimax?

use plyscope_registry::{Counterexample, GAMES, start};
use serde_json::{Value, json};

use crate::args::Verify;
use crate::output::{Failure, grouped, print, print_json};
use crate::progress::LateBar;

/// Positions that are checked between two looks at the progress.
const BATCH: u64 = 20;

pub(crate) fn run(options: &Verify) -> Result<(), Failure> {
    let specs: Vec<String> = match &options.game {
        Some(spec) => vec![start(spec)?.spec()],
        // Small boards, on which even plain minimax sees far.
        None => ["tictactoe", "reversi:4x4", "pawn:4x4", "pawned:4x4", "breakthrough:5x4", "andantino:3"]
            .map(str::to_owned)
            .to_vec(),
    };
    debug_assert!(options.game.is_some() || specs.len() == GAMES.len());
    let batches = options.positions.div_ceil(BATCH);
    let (mut bar, mut checked, mut failures) = (LateBar::new(), 0, Vec::new());
    for (index, spec) in specs.iter().enumerate() {
        let position = start(spec)?;
        for batch in 0..batches {
            let result = position.verify(BATCH, options.chance.seed.wrapping_add(batch));
            checked += result.checked;
            failures.extend(result.failures.into_iter().map(|failure| (spec.clone(), failure)));
            bar.update(
                index as u64 * batches + batch + 1,
                specs.len() as u64 * batches,
                &format!("{spec}: {} searches", grouped(checked)),
            );
        }
    }
    bar.finish();
    failures.sort_by_key(|(_, failure)| failure.nodes);
    if options.output.json {
        let failures: Vec<Value> = failures.iter().map(|(game, failure)| failure_json(game, failure)).collect();
        return print_json(&json!({"checked": checked, "failures": failures}));
    }
    match failures.first() {
        None => print(&format!(
            "{} searches compared with plain minimax on {}: all equal\n",
            grouped(checked),
            specs.join(", ")
        )),
        Some((game, smallest)) => print(&format!(
            "{} of {} searches differ from plain minimax; the smallest example ({} nodes):\n  {game}\n  {}\n  {}\n  minimax: {}\n  found:   {}\n",
            failures.len(),
            grouped(checked),
            grouped(smallest.nodes),
            smallest.position,
            smallest.player,
            smallest.expected,
            smallest.found
        )),
    }?;
    if failures.is_empty() { Ok(()) } else { Err(Failure::Found("a search is wrong".to_owned())) }
}

fn failure_json(game: &str, failure: &Counterexample) -> Value {
    json!({
        "game": game,
        "player": failure.player,
        "position": failure.position,
        "expected": failure.expected,
        "found": failure.found,
        "nodes": failure.nodes,
    })
}
