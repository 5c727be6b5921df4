//! The table of a league for others who only read: while it is played by another process, and afterwards.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyscope_arena::{ArenaError, Experiment, Summary, summarise};
use plyscope_core::BadInput;
use plyscope_store::{RunId, Status, Store};

use crate::entrant::REPORTS;
use crate::roster::Roster;
use crate::season::DATABASE;
use crate::standings::{Cell, Standing, cells, rate};

/// Reads the table of a league from its folder, again and again. It runs no programs and writes nothing.
pub struct Reader {
    folder: PathBuf,
    /// The pair of each run, by its fingerprint; `None` if it is no run of a league.
    pairs: HashMap<String, Option<Pair>>,
    /// The results of the runs in the last table, which are counted again only if they have changed.
    summaries: HashMap<RunId, (Moment, Summary)>,
    newest: Option<Newest>,
}

/// What tells whether a run has changed: when it began, its games, and its status.
type Moment = (i64, u64, Status);

/// The last table, and what it was made from.
struct Newest {
    roster: Roster,
    moments: Vec<(RunId, Moment)>,
    table: Arc<Table>,
}

/// The table of a league at a moment.
#[derive(Debug)]
pub struct Table {
    /// The game.
    pub game: String,
    /// Entrants and yardsticks, the strongest first, those that do not play last.
    pub entrants: Vec<Placed>,
    /// The runs of the pairs that have met, in the order in which the league plays them.
    pub runs: Vec<TableRun>,
    /// Whether games are being played now.
    pub is_playing: bool,
}

/// A player in the table.
#[derive(Debug)]
pub struct Placed {
    /// Its rank, from 1. Neighbours in the table share one if less than 95 % speaks for their order. Absent if it has
    /// no rating.
    pub rank: Option<usize>,
    /// Its rating and results.
    pub standing: Standing,
}

/// The games of a pair.
#[derive(Debug)]
pub struct TableRun {
    /// The number of its run.
    pub run: RunId,
    /// Its games by seats, in the order of the cells of the run.
    pub cells: Vec<Cell>,
}

/// What two players of these names agreed to play.
#[derive(Debug, PartialEq, Eq)]
struct Pair {
    game: String,
    games: u32,
    /// Names and players as text.
    players: [(String, String); 2],
}

/// The probability from which on two neighbours count as told apart.
const TOLD_APART: f64 = 0.95;
/// Bytes of a report that are read; those that the league writes are far smaller.
const LARGEST_REPORT: u64 = 4 << 20;

impl Reader {
    /// A reader of the league in this folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn new(folder: &Path) -> Result<Reader, BadInput> {
        if !folder.is_dir() {
            return Err(BadInput::new(format!(
                "there is no folder {}: name the one that `plyscope league` was given",
                folder.display()
            )));
        }
        Ok(Reader { folder: folder.to_owned(), pairs: HashMap::new(), summaries: HashMap::new(), newest: None })
    }

    /// The database with the games.
    pub fn database(&self) -> PathBuf {
        self.folder.join(DATABASE)
    }

    /// The table now; `None` if no league was held in the folder yet.
    ///
    /// # Errors
    /// If the folder or its database cannot be read.
    pub fn table(&mut self) -> Result<Option<Arc<Table>>, ArenaError> {
        let Some(roster) = Roster::read(&self.folder)? else { return Ok(None) };
        // The first games create it.
        let store = Store::open_if_begun(self.database())?;
        let moments = store.as_ref().map_or_else(|| Ok(Vec::new()), |store| self.moments(store, &roster))?;
        if let Some(known) = self.newest.as_ref().filter(|known| known.roster == roster && known.moments == moments) {
            return Ok(Some(Arc::clone(&known.table)));
        }
        let summaries = store.as_ref().map_or_else(|| Ok(Vec::new()), |store| self.summaries(store, &moments))?;
        let table = Arc::new(table_of(&roster, &moments, &summaries));
        self.newest = Some(Newest { roster, moments, table: Arc::clone(&table) });
        Ok(Some(table))
    }

    /// The newest run of each pair that is listed, in the order in which the league plays them.
    fn moments(&mut self, store: &Store, roster: &Roster) -> Result<Vec<(RunId, Moment)>, ArenaError> {
        // In this order: a run that finishes in between is in both lists and not in neither.
        let (unfinished, finished) = (store.unfinished()?, store.finished()?);
        let mut newest: BTreeMap<usize, RunId> = BTreeMap::new();
        for (run, fingerprint) in unfinished.iter().chain(&finished) {
            if !self.pairs.contains_key(fingerprint) {
                self.pairs.insert(fingerprint.clone(), Pair::of(&store.run(*run)?.experiment));
            }
            let pair = self.pairs.get(fingerprint).and_then(Option::as_ref);
            let Some(place) = pair.and_then(|pair| pair.place(roster)) else { continue };
            let known = newest.entry(place).or_insert(*run);
            *known = (*known).max(*run);
        }
        let moment = |run| {
            let found = store.run(run)?;
            Ok((run, (found.created_ms, found.played, found.status)))
        };
        newest.into_values().map(moment).collect()
    }

    /// The results of these runs.
    fn summaries(&mut self, store: &Store, moments: &[(RunId, Moment)]) -> Result<Vec<Summary>, ArenaError> {
        let mut known = std::mem::take(&mut self.summaries);
        for (run, moment) in moments {
            let summary = match known.remove(run) {
                Some((then, summary)) if then == *moment => summary,
                _ => summarise(store, *run)?,
            };
            self.summaries.insert(*run, (*moment, summary));
        }
        Ok(moments.iter().filter_map(|(run, _)| Some(self.summaries.get(run)?.1.clone())).collect())
    }

    /// The report of an entrant, as HTML; `None` if there is none of this name.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn report(&self, name: &str) -> Result<Option<String>, BadInput> {
        let Some(roster) = Roster::read(&self.folder)? else { return Ok(None) };
        // Only listed names become part of a path.
        let Some(entrant) = roster.players.iter().find(|one| one.name == name && !one.yardstick) else {
            return Ok(None);
        };
        let path = self.folder.join(REPORTS).join(format!("{}.html", entrant.name));
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|file| file.take(LARGEST_REPORT).read_to_end(&mut bytes))
            .map_err(|error| BadInput::new(format!("cannot read the report of {name}: {error}")))?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

impl Pair {
    /// The pair of an experiment of a league, if it is one.
    fn of(experiment: &str) -> Option<Pair> {
        let experiment: Experiment = toml::from_str(experiment).ok()?;
        let game = experiment.game.all().first()?.clone();
        let players: Vec<(String, String)> = experiment.players.into_iter().collect();
        Some(Pair { game, games: experiment.games, players: players.try_into().ok()? })
    }

    /// The place of this pair among those that are to meet, if both play in this league, in these versions.
    fn place(&self, roster: &Roster) -> Option<usize> {
        let plays = |(name, player): &(String, String)| {
            roster.players.iter().any(|one| one.name == *name && one.player.as_ref() == Some(player))
        };
        let is_same = self.game == roster.game && self.games == roster.games && self.players.iter().all(plays);
        let names = self.players.each_ref().map(|(name, _)| name);
        roster.pairs.iter().position(|pair| pair.each_ref() == names).filter(|_| is_same)
    }
}

fn table_of(roster: &Roster, moments: &[(RunId, Moment)], summaries: &[Summary]) -> Table {
    let playing = roster.players.iter().filter(|one| one.player.is_some());
    let names: Vec<(String, bool)> = playing.map(|one| (one.name.clone(), one.yardstick)).collect();
    let mut entrants = placed(rate(&names, summaries, &cells(summaries)));
    let broken = roster.players.iter().filter(|one| one.player.is_none());
    entrants.extend(broken.map(|one| Placed { rank: None, standing: Standing::broken(&one.name) }));
    let runs = moments.iter().zip(summaries);
    let runs = runs.map(|((run, _), summary)| TableRun { run: *run, cells: cells(std::slice::from_ref(summary)) });
    let is_playing = moments.iter().any(|(_, (_, _, status))| *status == Status::Running);
    Table { game: roster.game.clone(), entrants, runs: runs.collect(), is_playing }
}

/// Adds ranks to players in the order of their ratings.
fn placed(standings: Vec<Standing>) -> Vec<Placed> {
    let mut rank = 1;
    let mut placed: Vec<Placed> = Vec::new();
    for (index, standing) in standings.into_iter().enumerate() {
        let before = placed.last().and_then(|before| before.standing.better_than_next);
        if before.is_some_and(|share| share >= TOLD_APART) {
            rank = index + 1;
        }
        placed.push(Placed { rank: standing.rating.map(|_| rank), standing });
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_cannot_be_told_apart_share_a_rank() {
        let one = |rating: f64, better_than_next| {
            let rating = Some(rating);
            Standing { rating, better_than_next, ..Standing::broken("x") }
        };
        let shares = [Some(0.94), Some(0.95), Some(0.5), Some(0.7), Some(1.0), None];
        let standings = shares.iter().enumerate().map(|(place, share)| one(-(place as f64), *share)).collect();
        let ranks: Vec<Option<usize>> = placed(standings).iter().map(|placed| placed.rank).collect();
        assert_eq!(ranks, [1, 1, 3, 3, 3, 6].map(Some));
        assert_eq!(placed(vec![Standing::broken("x")])[0].rank, None, "no games, no rank");
    }
}
