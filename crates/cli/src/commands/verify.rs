//! `plyscope verify`: is every exact search equal to plain minimax?

use plyscope_core::{BadInput, Interrupted, Work};
use plyscope_registry::{Counterexample, GAMES, start};
use serde_json::{Value, json};

use crate::args::Verify;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json};
use crate::progress::LateBar;

/// Positions that are checked between two looks at the progress.
const BATCH: u64 = 20;

pub(crate) fn run(options: &Verify) -> Result<(), Failure> {
    let specs = match &options.game {
        Some(spec) => vec![start(spec)?.spec()],
        None => small_specs()?,
    };
    let batches = options.positions.div_ceil(BATCH);
    let stop = interrupt::flag()?;
    let work = Work::new(&stop).within(options.limit.time);
    let (mut bar, mut checked, mut failures, mut begun) = (LateBar::new(), 0, Vec::new(), 0);
    'boards: for (index, spec) in specs.iter().enumerate() {
        let position = start(spec)?;
        for batch in 0..batches {
            if work.check().is_err() {
                break 'boards;
            }
            begun = index + 1;
            let positions = BATCH.min(options.positions - batch * BATCH);
            let result = position.verify(positions, options.chance.seed.wrapping_add(batch), work);
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
    let stopped = work.check().err();
    failures.sort_by_key(|(_, failure)| failure.nodes);
    if options.output.json {
        let failures: Vec<Value> = failures.iter().map(|(game, failure)| failure_json(game, failure)).collect();
        print_json(&json!({"checked": checked, "failures": failures, "stopped": stopped.map(Interrupted::name)}))?;
        return verdict(checked, failures.len(), stopped);
    }
    match failures.first() {
        // The verdict says why.
        None if checked == 0 => Ok(()),
        None => print(&format!(
            "{} {} compared with plain minimax on {}: all equal\n",
            grouped(checked),
            if checked == 1 { "search" } else { "searches" },
            specs[..begun].join(", ")
        )),
        Some((game, smallest)) => print(&format!(
            "{} of {} searches differ from plain minimax; the smallest example ({} nodes):\n  {game}\n  {}\n  {}\n  \
             minimax: {}\n  found:   {}\n",
            failures.len(),
            grouped(checked),
            grouped(smallest.nodes),
            smallest.position,
            smallest.player,
            smallest.expected,
            smallest.found
        )),
    }?;
    verdict(checked, failures.len(), stopped)
}

/// The exit code and its reason.
fn verdict(checked: u64, n_failures: usize, stopped: Option<Interrupted>) -> Result<(), Failure> {
    match stopped {
        _ if n_failures > 0 => Err(Failure::Found("a search is wrong".to_owned())),
        Some(Interrupted::Cancelled) => Err(Failure::Interrupted("stopped; not everything was compared".to_owned())),
        Some(Interrupted::Time) if checked == 0 => {
            Err(Failure::Found("out of time before anything was compared; give it a longer --time".to_owned()))
        }
        // --time says how long to compare.
        Some(Interrupted::Time) | None => Ok(()),
    }
}

/// A small board of every game.
fn small_specs() -> Result<Vec<String>, BadInput> {
    GAMES.iter().map(|game| Ok(game.start(game.about().small_variant)?.spec())).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_verified_on_a_small_board() {
        let specs = small_specs().expect("the small variants are accepted");
        let ids: Vec<&str> = specs.iter().map(|spec| spec.split(':').next().unwrap_or_default()).collect();
        let games: Vec<&str> = GAMES.iter().map(|game| game.about().id).collect();
        assert_eq!(ids, games);
    }
}
