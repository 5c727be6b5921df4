//! Runs without a database, for simulations that play the same experiment thousands of times.

use std::collections::HashSet;
use std::convert::Infallible;

use plyscope_core::{BadInput, Work};
use plyscope_store::{Game, Played, Worker};

use crate::crew::Parcel;
use crate::plan::Plan;
use crate::runner::{Ended, Ledger, RunRequest, run};
use crate::sampling::collect_samples;
use crate::summary::{CellCounts, Counts, Summary};

/// Plays a plan and keeps its games in memory only for the summary, which leaves out what moves cost and forfeits.
///
/// # Errors
/// If a player cannot play.
pub fn play_in_memory(plan: &Plan, jobs: usize, work: Work<'_>) -> Result<Summary, BadInput> {
    let mut cells: Vec<Vec<Game>> = vec![Vec::new(); plan.cells.len()];
    let mut request = RunRequest { work, ledger: &mut Cells(&mut cells), on_progress: &mut |_| {} };
    let (ended, planned) = run(plan, jobs, std::iter::empty(), &mut request)?;
    cells.iter_mut().for_each(|games| games.sort_unstable_by_key(|game| game.number));
    let played = |cell: usize| Ok::<_, Infallible>(cells[cell].iter().map(|game| Ok(Played::from(game))));
    let (samples, pairs) = collect_samples(plan, played).unwrap_or_else(|never| match never {});
    let counts = (0..cells.len()).map(|cell| count(plan, &cells, cell)).collect();
    let complete = ended == Ended::Complete;
    Ok(Summary::new(&Counts { plan, run: None, complete, planned, cells: counts, samples, pairs }))
}

/// The games by cell.
struct Cells<'a>(&'a mut [Vec<Game>]);

impl Ledger<BadInput> for Cells<'_> {
    fn keep(&mut self, parcels: &[Parcel], _: &[Worker]) -> Result<(), BadInput> {
        for game in parcels.iter().flat_map(|parcel| &parcel.games) {
            self.0[game.pairing as usize].push(game.clone());
        }
        Ok(())
    }

    fn find(&mut self, cell: usize, number: u32) -> Result<Option<(Game, Option<String>)>, BadInput> {
        let found = self.0[cell].iter().find(|game| game.number == number);
        Ok(found.map(|game| (game.clone(), None)))
    }
}

fn count(plan: &Plan, cells: &[Vec<Game>], cell: usize) -> CellCounts {
    let games = &cells[cell];
    let mut tally = [0; 3];
    games.iter().for_each(|game| tally[game.result as usize] += 1);
    let distinct = games.iter().map(|game| &game.moves).collect::<HashSet<_>>().len() as u64;
    let distinct_pairs = plan.cells[cell].partner.map(|partner| {
        let pairs = games.iter().zip(&cells[partner]).map(|(own, other)| (&own.moves, &other.moves));
        pairs.collect::<HashSet<_>>().len() as u64
    });
    let plies = games.iter().map(|game| u64::from(game.plies)).sum();
    CellCounts { tally, distinct, distinct_pairs, plies, ..CellCounts::default() }
}
