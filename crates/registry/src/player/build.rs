//! From the text of a player to the player.

use plyscope_core::{BadInput, Search};
use plyscope_heuristics::Judged;
use plyscope_search::mcts::Mcts;
use plyscope_search::{DepthPlan, Engine, Random, TreeSearch};
use plyscope_solve::Solvable;

use super::endings::endings;
use super::{Player, SearchSpec, published};
use crate::outside::Outside;

/// The search of a player for the board of this position. The seed decides what is left to chance.
pub(crate) fn build<G: Judged + Solvable>(
    position: &G,
    player: &Player,
    seed: u64,
) -> Result<Box<dyn Search<G>>, BadInput> {
    let heuristic = G::opinion(player.heuristic.as_ref(), seed)?;
    heuristic.fits(position)?;
    check_memory(&player.search)?;
    Ok(match &player.search {
        SearchSpec::Random => Box::new(Random::new(seed)),
        SearchSpec::Human => {
            return Err(BadInput::new(
                "a human player cannot be used here; choose a search, for example engine@time=1s",
            ));
        }
        SearchSpec::Outside(name) => Box::new(Outside::named(name, seed)?),
        SearchSpec::Program(_) => {
            return Err(BadInput::new(format!(
                "{player} is a program from outside: it can be asked for moves (match, run, play, search), and nothing \
                else is known of it"
            )));
        }
        SearchSpec::Tree { kind, options } => {
            // Without a depth limit the search deepens until another limit ends it.
            let plan = if player.limits.depth.is_some() {
                DepthPlan::OneDepth
            } else {
                DepthPlan::Deepening { aspiration: None }
            };
            Box::new(TreeSearch::new(*kind, *options, plan, heuristic, seed))
        }
        SearchSpec::Iterative { over, options, aspiration } => Box::new(TreeSearch::new(
            *over,
            *options,
            DepthPlan::Deepening { aspiration: *aspiration },
            heuristic,
            seed,
        )),
        SearchSpec::Engine { threads, table, techniques: None, .. } => {
            Box::new(TreeSearch::engine(heuristic, *table, *threads))
        }
        SearchSpec::Engine { threads, table, techniques: Some(techniques), margins, .. } => {
            let engine = Engine::new(heuristic, *techniques, *table, *threads).with_margins(*margins);
            Box::new(engine.with_endings(endings()))
        }
        SearchSpec::Mcts(options) => Box::new(Mcts::new(options.clone(), heuristic, seed)),
        SearchSpec::Published(id) => published::search(id, G::ABOUT.id, heuristic, seed)?,
    })
}

/// Refuses a table for which this machine has no room: asking for it later would end the program.
fn check_memory(search: &SearchSpec) -> Result<(), BadInput> {
    let bytes = match search {
        SearchSpec::Tree { options, .. } | SearchSpec::Iterative { options, .. } => options.table.unwrap_or(0),
        SearchSpec::Engine { table, .. } => *table,
        SearchSpec::Random
        | SearchSpec::Human
        | SearchSpec::Mcts(_)
        | SearchSpec::Published(_)
        | SearchSpec::Program(_)
        | SearchSpec::Outside(_) => 0,
    };
    let mut room = Vec::<u8>::new();
    let reserved = room.try_reserve_exact(bytes);
    // Without this the compiler may remove a reservation that is never used.
    std::hint::black_box(&room);
    reserved.map_err(|_| {
        BadInput::new(format!(
            "this machine does not have enough memory for a table of {} MB; choose a smaller one",
            bytes >> 20
        ))
    })
}
