//! Games of one run in a database, as they are played.
//!
//! Only games without a gap before them are written, so that a session that is stopped has the first games, whatever
//! the threads were doing. The fingerprint of a run says what decides its games: the same session finds them again.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plyscope_core::BadInput;
use plyscope_store::{Game, NewRun, Opening, Pairing, Player, RunId, Setup, Status, Store, StoreError, Writer};

/// What a run is about.
pub(crate) struct LogPlan<'a> {
    /// The database.
    pub data: &'a Path,
    pub name: String,
    /// What decides the games.
    pub fingerprint: String,
    pub command: &'a str,
    /// The version of the program.
    pub program: &'a str,
    pub seed: u64,
    /// The spec of the game.
    pub game: String,
    /// The name and the text of who plays.
    pub player: (&'a str, String),
    pub openings: Vec<Opening>,
    pub planned: u32,
    /// Games that are written together.
    pub batch: usize,
}

/// A run that is being played.
pub(crate) struct RunLog {
    writer: Writer,
    /// The games that it had when it was opened.
    pub known: u64,
    /// Whether all its games were played before.
    pub is_finished: bool,
    next: u64,
    waiting: BTreeMap<u64, Game>,
    batch: usize,
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn explain(error: StoreError) -> BadInput {
    BadInput::new(error.to_string())
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

fn find(store: &Store, fingerprint: &str) -> Result<Option<RunId>, BadInput> {
    let runs = [store.unfinished().map_err(explain)?, store.finished().map_err(explain)?].concat();
    Ok(runs.into_iter().find(|(_, known)| known == fingerprint).map(|(run, _)| run))
}

impl RunLog {
    /// Opens a run, or begins it.
    pub(crate) fn open(plan: LogPlan<'_>) -> Result<Self, BadInput> {
        let store = Store::open_or_create(plan.data).map_err(explain)?;
        let batch = plan.batch;
        let (writer, known, is_finished) = match find(&store, &plan.fingerprint)? {
            Some(run) => {
                let about = store.run(run).map_err(explain)?;
                (store.resume(run).map_err(explain)?, about.played, about.status == Status::Finished)
            }
            None => {
                let (name, spec) = plan.player;
                let player = Player { name: name.to_owned(), spec };
                let pairing = Pairing { game: plan.game, first: 0, second: 0, planned: plan.planned, whole: None };
                let run = NewRun {
                    name: plan.name,
                    experiment: plan.command.to_owned(),
                    fingerprint: plan.fingerprint,
                    program: plan.program.to_owned(),
                    seed: plan.seed,
                    created_ms: now_ms(),
                    shard: None,
                    setup: Setup { players: vec![player], pairings: vec![pairing], openings: plan.openings },
                };
                (store.start(&run).map_err(explain)?, 0, false)
            }
        };
        Ok(RunLog { writer, known, is_finished, next: known, waiting: BTreeMap::new(), batch })
    }

    /// Adds a game, in any order.
    pub(crate) fn add(&mut self, game: Game) -> Result<(), BadInput> {
        self.waiting.insert(game.number.into(), game);
        if self.waiting.len() >= self.batch { self.write() } else { Ok(()) }
    }

    /// Writes the games that have no gap before them.
    fn write(&mut self) -> Result<(), BadInput> {
        let mut batch = Vec::new();
        while let Some(game) = self.waiting.remove(&self.next) {
            batch.push(game);
            self.next += 1;
        }
        if batch.is_empty() { Ok(()) } else { self.writer.append(&batch).map_err(explain) }
    }

    /// Ends writing; returns how many games there are.
    pub(crate) fn finish(mut self, is_complete: bool) -> Result<u64, BadInput> {
        self.write()?;
        self.writer.plan(0, self.next as u32).map_err(explain)?;
        let ended = if is_complete { self.writer.finish(now_ms()) } else { self.writer.stop(now_ms()) };
        ended.map_err(explain)?;
        Ok(self.next)
    }

    /// Reads the first `n` games of the run with this fingerprint.
    pub(crate) fn read(data: &Path, fingerprint: &str, n: u64, on_game: &mut dyn FnMut(Game)) -> Result<(), BadInput> {
        let store = Store::open(data).map_err(explain)?;
        let Some(run) = find(&store, fingerprint)? else { return Ok(()) };
        for game in store.games(run, 0, 0, None).map_err(explain)?.take(n as usize) {
            on_game(game.map_err(explain)?);
        }
        Ok(())
    }
}
