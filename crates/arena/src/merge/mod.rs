//! Joining the parts of an experiment that were played apart into one run.
//!
//! A game has the same key in every part and in the whole, so joining is copying games that are not there yet. All
//! games that are there twice are compared before anything is written. Games are copied in batches, and what was
//! stored is found again, so a merge that was killed goes on where it was. Parts are only read.

mod claims;
mod parts;

use std::ops::Range;
use std::path::{Path, PathBuf};

use plyscope_core::{BadInput, Progress, Work};
use plyscope_store::{Game, NewRun, RunId, Setup, Shard, Status, Store, Writer};

use crate::merge::claims::Claims;
use crate::merge::parts::{Part, Whole};
use crate::plan::PlanCell;
use crate::session::{ArenaError, now_ms};
use crate::shard::numbers;
use crate::stored::cells_of;

/// What to join, and where.
pub struct MergeRequest<'a> {
    /// The databases of the parts.
    pub parts: &'a [PathBuf],
    /// The database for all games.
    pub db: &'a Path,
    /// Stops it.
    pub work: Work<'a>,
}

/// The result of [`merge`].
#[derive(Clone, Debug)]
pub struct Merged {
    /// The run of all games.
    pub run: RunId,
    /// The name of the experiment.
    pub name: String,
    /// The runs that were joined.
    pub parts: usize,
    /// The games that were copied now.
    pub added: u64,
    /// All games that the run has.
    pub games: u64,
    /// Games that are planned and not there.
    pub missing: u64,
    /// The shards of which the parts lack games; empty if none does, or if the parts are not shards of the same number.
    pub missing_shards: Vec<MissingShard>,
    /// Whether it was stopped before all games were copied.
    pub stopped: bool,
}

/// A shard of which games are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingShard {
    /// Which one.
    pub shard: Shard,
    /// The games that are missing.
    pub missing: u64,
    /// All its games.
    pub games: u64,
}

/// Games in memory at a time, and in a transaction.
const BATCH: usize = 20_000;

/// Joins parts of an experiment. What is there already is compared and not copied again.
///
/// # Errors
/// If a database cannot be used, if the parts are not of the same experiment and program, or if two of them have
/// different records of a game. Then no game was copied.
pub fn merge(request: &MergeRequest<'_>) -> Result<Merged, ArenaError> {
    let MergeRequest { parts, db, work } = *request;
    let parts = parts::find(parts, db)?;
    let whole = parts::whole(&parts, db)?;
    let cells = cells_of(&whole.setup).1;
    let mut claims = Claims::new(cells.len());
    if let Some((store, run)) = &whole.known {
        claims.own(&store.present(*run)?);
    }
    let total: u64 = parts.iter().map(|part| part.about.played).sum();
    let mut copies = Vec::with_capacity(parts.len());
    let mut done = 0;
    for (index, part) in parts.iter().enumerate() {
        let store = Store::open_untouched(part.file)?;
        let (fresh, twice) = claims.add(index, &store.present(part.about.id)?);
        for (cell, numbers, owner) in twice {
            let other = match owner {
                Some(owner) => &Other::part(&parts[owner])?,
                None => &Other::whole(&whole, db),
            };
            compare((&store, part), other, &whole.setup, cell, numbers, work)?;
        }
        copies.push(fresh);
        done += part.about.played;
        work.tell(Progress::of("games compared", done, total));
    }
    let fresh = copies.iter().flatten().map(|(_, numbers)| numbers.len() as u64).sum();
    let missing = claims.missing(&cells);
    let mut merged = Merged {
        run: 0,
        name: whole.about.name.clone(),
        parts: parts.len(),
        added: 0,
        games: claims.n_games(),
        missing: missing.iter().flatten().map(|numbers| numbers.len() as u64).sum(),
        missing_shards: missing_shards(&parts, &cells, &missing),
        stopped: false,
    };
    let status = if merged.missing == 0 { Status::Finished } else { Status::Stopped };
    match &whole.known {
        Some((store, run)) if fresh == 0 && store.run(*run)?.status == status => merged.run = *run,
        _ => {
            let mut writer = writer(&whole, db)?;
            merged.run = writer.run();
            parts.iter().flat_map(|part| &part.machines).try_for_each(|machine| writer.add_machine(machine))?;
            merged.added = copy(&parts, &copies, &mut writer, fresh, work)?;
            let left = fresh - merged.added;
            merged.stopped = left > 0;
            merged.games -= left;
            merged.missing += left;
            match status {
                Status::Finished if !merged.stopped => writer.finish(now_ms())?,
                _ => writer.stop(now_ms())?,
            }
        }
    }
    Ok(merged)
}

/// Continues the run of all games, or starts it.
fn writer(whole: &Whole<'_>, db: &Path) -> Result<Writer, ArenaError> {
    if let Some((store, run)) = &whole.known {
        return Ok(store.resume(*run)?);
    }
    let about = whole.about;
    let run = NewRun {
        name: about.name.clone(),
        experiment: about.experiment.clone(),
        fingerprint: about.fingerprint.clone(),
        program: about.program.clone(),
        seed: about.seed,
        created_ms: whole.created_ms,
        shard: None,
        setup: whole.setup.clone(),
    };
    Ok(Store::open_or_create(db)?.start(&run)?)
}

/// The games of each cell to copy from a part.
type Copies = Vec<(usize, Range<u32>)>;

/// Copies games; returns how many, which is fewer than `total` if it was stopped.
fn copy(
    parts: &[Part<'_>],
    copies: &[Copies],
    writer: &mut Writer,
    total: u64,
    work: Work<'_>,
) -> Result<u64, ArenaError> {
    let (mut batch, mut copied) = (Vec::with_capacity(BATCH), 0);
    let mut store_batch = |batch: &mut Vec<Game>| -> Result<(), ArenaError> {
        writer.append(batch)?;
        copied += batch.len() as u64;
        batch.clear();
        work.tell(Progress::of("games copied", copied, total));
        Ok(())
    };
    'all: for (part, fresh) in parts.iter().zip(copies).filter(|(_, fresh)| !fresh.is_empty()) {
        let store = Store::open_untouched(part.file)?;
        for (cell, numbers) in fresh {
            for game in store.games_within(part.about.id, *cell as u32, numbers.clone())? {
                batch.push(game?);
                if batch.len() == BATCH {
                    store_batch(&mut batch)?;
                    if work.check().is_err() {
                        break 'all;
                    }
                }
            }
        }
        if work.check().is_err() {
            break;
        }
    }
    if !batch.is_empty() {
        store_batch(&mut batch)?;
    }
    Ok(copied)
}

/// Where a game is that a part has too.
enum Other<'a> {
    Opened(Store, RunId, &'a Path),
    Known(&'a Store, RunId, &'a Path),
}

impl<'a> Other<'a> {
    fn part(part: &Part<'a>) -> Result<Self, ArenaError> {
        Ok(Other::Opened(Store::open_untouched(part.file)?, part.about.id, part.file))
    }

    fn whole(whole: &'a Whole<'_>, db: &'a Path) -> Self {
        match &whole.known {
            Some((store, run)) => Other::Known(store, *run, db),
            None => unreachable!("only a run that is there has games"),
        }
    }

    fn place(&self) -> (&Store, RunId, &'a Path) {
        match self {
            Other::Opened(store, run, file) => (store, *run, file),
            Other::Known(store, run, file) => (store, *run, file),
        }
    }
}

/// Refuses different records of the same games.
fn compare(
    (store, part): (&Store, &Part<'_>),
    other: &Other<'_>,
    setup: &Setup,
    cell: usize,
    numbers: Range<u32>,
    work: Work<'_>,
) -> Result<(), ArenaError> {
    let (other, run, file) = other.place();
    let own = store.games_within(part.about.id, cell as u32, numbers.clone())?;
    for (own, other) in own.zip(other.games_within(run, cell as u32, numbers)?) {
        let (own, other) = (own?, other?);
        if without_times(own.clone()) != without_times(other) {
            let pairing = &setup.pairings[cell];
            let [first, second] = [pairing.first, pairing.second].map(|player| &setup.players[player as usize].name);
            return Err(BadInput::new(format!(
                "{} and {} have different records of game {} of {first} against {second} ({}): unless the players \
                 depend on time or on programs from outside, one of the two machines or builds is broken; leave out \
                 one of the files",
                file.display(),
                part.file.display(),
                own.number,
                pairing.game,
            ))
            .into());
        }
        if work.check().is_err() {
            return Err(BadInput::new("stopped while games were compared; no game was copied").into());
        }
    }
    Ok(())
}

/// A game as every machine plays it.
fn without_times(mut game: Game) -> Game {
    game.cost.iter_mut().for_each(|cost| cost.time_us = 0);
    game.words = None;
    game
}

/// The most shards, times cells, of which the missing ones are named.
const MAX_NAMED: u64 = 20_000_000;

/// Which shards lack which games.
fn missing_shards(parts: &[Part<'_>], cells: &[PlanCell], missing: &[Vec<Range<u32>>]) -> Vec<MissingShard> {
    let mut counts = parts.iter().map(|part| part.about.shard.map(|shard| shard.count));
    let first = counts.next().flatten();
    let Some(count) = first.filter(|_| counts.all(|count| count == first)) else { return Vec::new() };
    if missing.iter().all(Vec::is_empty) || u64::from(count) * cells.len() as u64 > MAX_NAMED {
        return Vec::new();
    }
    let of_shard = |number: u32| {
        let shard = Shard { number, count };
        let numbers = numbers(cells, shard);
        let lost = numbers.iter().zip(missing).map(|(own, missing)| claims::common(own, missing)).sum();
        (lost > 0).then(|| MissingShard {
            shard,
            missing: lost,
            games: numbers.iter().map(|numbers| numbers.len() as u64).sum(),
        })
    };
    (1..=count).filter_map(of_shard).collect()
}
