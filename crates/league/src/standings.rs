//! Ratings of a league: all games of all pairs together.

use plyscope_arena::Summary;
use plyscope_stats::{Model, Results, SeatResults, Z_95, fit};
use plyscope_store::RunId;
use serde::Serialize;

use crate::entrant::State;

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

/// Rates the players of these names, in the order of the table. `None` if there are no games.
pub(crate) fn rate(names: &[(String, bool)], cells: &[Cell]) -> Vec<Standing> {
    let number = |name: &str| names.iter().position(|(known, _)| known == name);
    let results = cells.iter().enumerate().filter_map(|(cluster, cell)| {
        let (first, second) = (number(&cell.first)?, number(&cell.second)?);
        Some(SeatResults { first, second, cluster, counts: [cell.losses, cell.draws, cell.wins] })
    });
    let fitted = fit(&Results { players: names.len(), games: results.collect() }, &Model::default());
    let mut order: Vec<usize> = (0..names.len()).collect();
    if let Some(fit) = &fitted {
        order.sort_by(|&a, &b| fit.ratings[b].total_cmp(&fit.ratings[a]));
    }
    let standing = |place: usize| {
        let index = order[place];
        let (name, yardstick) = &names[index];
        let (record, forfeits) = record(name, cells);
        let rating = fitted.as_ref().map(|fit| (fit.ratings[index], fit.standard_errors[index]));
        let next = order.get(place + 1).zip(fitted.as_ref()).map(|(&next, fit)| fit.superiority(index, next));
        Standing {
            name: name.clone(),
            state: State::Ok,
            yardstick: *yardstick,
            rating: rating.map(|(elo, _)| elo),
            interval: rating.map(|(elo, error)| [elo - Z_95 * error, elo + Z_95 * error]),
            better_than_next: next,
            record,
            forfeits,
        }
    };
    (0..names.len()).map(standing).collect()
}

/// Wins, draws and losses of a player, and the forfeits in its games.
fn record(name: &str, cells: &[Cell]) -> ([u64; 3], u64) {
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
