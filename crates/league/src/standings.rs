//! Ratings of a league: all games of all pairs together.

use plyscope_arena::{LEVEL, Summary};
use plyscope_stats::{BootstrapRequest, Look, Model, Results, SeatResults, bootstrap};
use plyscope_store::RunId;
use serde::Serialize;

use crate::entrant::State;

/// Rounds of the bootstrap.
const ROUNDS: usize = 500;

/// The place of a player in the table.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Whether it played; yardsticks always do.
    pub state: State,
    /// Whether it is a yardstick.
    pub yardstick: bool,
    /// Elo, with a mean of 0 over all players; absent if it did not play.
    pub rating: Option<f64>,
    /// The 95 % interval of the rating.
    pub interval: Option<[f64; 2]>,
    /// The probability that it is really stronger than the next one in the table.
    pub better_than_next: Option<f64>,
    /// Games that it won, drew and lost.
    pub record: [u64; 3],
    /// Games that it lost by a fault, such as a crash or a late answer, or its opponents did.
    pub forfeits: u64,
}

impl Standing {
    /// The place of an entrant that does not play.
    pub(crate) fn broken(name: &str) -> Standing {
        Standing {
            name: name.to_owned(),
            state: State::Broken,
            yardstick: false,
            rating: None,
            interval: None,
            better_than_next: None,
            record: [0; 3],
            forfeits: 0,
        }
    }
}

/// The games of two players in fixed seats.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Who moved first.
    pub first: String,
    /// The other one.
    pub second: String,
    /// Games.
    pub games: u64,
    /// Games that the first seat won.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games that the second seat won.
    pub losses: u64,
    /// Games lost by a fault.
    pub forfeits: u64,
}

/// A rating, as the report of a run has it.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The player.
    pub name: String,
    /// Elo, with a mean of 0.
    pub elo: f64,
    /// Its interval.
    pub interval: [f64; 2],
}

impl Rating {
    pub(crate) fn of(one: &Standing) -> Option<Rating> {
        Some(Rating { name: one.name.clone(), elo: one.rating?, interval: one.interval? })
    }
}

/// The table of a league.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The game.
    pub game: String,
    /// Entrants and yardsticks, the strongest first, those that did not play last.
    pub entrants: Vec<Standing>,
    /// The runs of the pairs.
    pub run: Vec<RunId>,
    /// Results of every pair.
    pub cells: Vec<Cell>,
    /// Ratings of those who played, the strongest first.
    pub ratings: Vec<Rating>,
    /// Games of this table.
    pub games: u64,
    /// Games that were played now.
    pub played: u64,
    /// The first page of the site, if one was written.
    pub report: Option<String>,
}

/// The cells of the runs of all pairs.
pub(crate) fn cells(summaries: &[Summary]) -> Vec<Cell> {
    let cell = |cell: &plyscope_arena::CellSummary| Cell {
        first: cell.first.clone(),
        second: cell.second.clone(),
        games: cell.games,
        wins: cell.wins,
        draws: cell.draws,
        losses: cell.losses,
        forfeits: cell.forfeits,
    };
    summaries.iter().flat_map(|summary| summary.cells.iter().map(cell)).collect()
}

/// The results of all pairs. All pairs play the same openings, so the games from one opening are one cluster, in
/// all pairs.
fn results(names: &[(String, bool)], summaries: &[Summary]) -> Results {
    let number = |name: &str| names.iter().position(|(known, _)| known == name);
    let mut games = Vec::new();
    for cell in summaries.iter().flat_map(|summary| &summary.cells) {
        let Some((first, second)) = number(&cell.first).zip(number(&cell.second)) else { continue };
        let clusters = cell.observed_clusters.iter().enumerate().filter(|(_, counts)| **counts != [0; 3]);
        games.extend(clusters.map(|(cluster, counts)| SeatResults {
            first,
            second,
            cluster,
            counts: counts.map(u64::from),
        }));
    }
    Results { players: names.len(), games }
}

/// Rates the players of these names, in the order of the table. They have no ratings if there are no games.
pub(crate) fn rate(names: &[(String, bool)], summaries: &[Summary], cells: &[Cell]) -> Vec<Standing> {
    let look = if summaries.iter().all(|summary| summary.complete) { Look::Once } else { Look::AnyTime };
    let request = BootstrapRequest { level: LEVEL, look, rounds: ROUNDS, seed: 1 };
    let rated = bootstrap(&results(names, summaries), &Model::default(), &request).filter(|_| !cells.is_empty());
    let mut order: Vec<usize> = (0..names.len()).collect();
    if let Some(rated) = &rated {
        order.sort_by(|&a, &b| rated.fit.ratings[b].total_cmp(&rated.fit.ratings[a]));
    }
    let standing = |place: usize| {
        let index = order[place];
        let (name, yardstick) = &names[index];
        let (record, forfeits) = record(name, cells);
        let next = order.get(place + 1).zip(rated.as_ref()).map(|(&next, rated)| rated.superiority(index, next));
        Standing {
            name: name.clone(),
            state: State::Ok,
            yardstick: *yardstick,
            rating: rated.as_ref().map(|rated| rated.fit.ratings[index]),
            interval: rated.as_ref().map(|rated| rated.ratings[index].into()),
            better_than_next: next,
            record,
            forfeits,
        }
    };
    (0..names.len()).map(standing).collect()
}

/// Wins, draws and losses of a player, and the forfeits in its games.
pub(crate) fn record(name: &str, cells: &[Cell]) -> ([u64; 3], u64) {
    let mut record = [0; 3];
    let mut forfeits = 0;
    for cell in cells {
        let results = match (cell.first == name, cell.second == name) {
            (true, _) => [cell.wins, cell.draws, cell.losses],
            (_, true) => [cell.losses, cell.draws, cell.wins],
            _ => continue,
        };
        record.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
        forfeits += cell.forfeits;
    }
    (record, forfeits)
}
