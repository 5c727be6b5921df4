//! One evening of a league: check, play what is missing, rate, write.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyscope_arena::{ArenaError, Ended, Summary};
use plyscope_core::{BadInput, Progress, Work};
use plyscope_registry::AnyPosition;
use plyscope_store::{RunId, Store};

use crate::entrant::{Entrant, REPORTS, State, YARDSTICK};
use crate::lost::{Lessons, lessons};
use crate::pages::{self, Reviewed};
use crate::pairs::{Participant, play};
use crate::standings::{Rating, Standing, Standings, cells, rate};

/// What a league is asked to do.
pub struct LeagueRequest<'a> {
    /// The folder with a folder for each entrant.
    pub folder: &'a Path,
    /// The start of the game.
    pub start: &'a dyn AnyPosition,
    /// Games of each pair, each side half of them.
    pub games: u32,
    /// The time for a move.
    pub time: Duration,
    /// The time at hand; if every pair cannot meet in it, entrants meet the yardsticks only.
    pub within: Option<Duration>,
    /// The time for judging the lost games of each entrant.
    pub review: Duration,
    /// Whether the build commands of entrants are run. They run outside of the sandbox.
    pub may_build: bool,
    /// The number of threads.
    pub jobs: usize,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Each entrant meets all others.
    RoundRobin,
    /// Every entrant the yardsticks.
    Gauntlet,
}

impl Schedule {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Schedule::RoundRobin => "round robin",
            Schedule::Gauntlet => "gauntlet against the yardsticks",
        }
    }
}

/// A league before its games.
pub struct League<'a> {
    request: &'a LeagueRequest<'a>,
    /// All entrants, broken ones too.
    pub entrants: Vec<Entrant>,
    participants: Vec<Participant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// About how long all games would take, those that are in the store already included.
    pub estimate: Duration,
}

/// What was played.
pub struct Played {
    /// The table.
    pub standings: Standings,
    /// The runs of the pairs.
    pub runs: Vec<(RunId, [String; 2])>,
    /// What the lost games of each entrant show, after [`League::review`].
    pub lessons: BTreeMap<String, Lessons>,
    /// Whether everything was played, or it was stopped.
    pub ended: Ended,
}

/// The players that every league has, and about how many milliseconds a move takes them.
const YARDSTICKS: [(&str, &str, f64); 4] = [
    ("random", "random", 0.1),
    ("one-ply", "alphabeta@depth=1", 0.5),
    ("three-plies", "alphabeta@depth=3", 5.0),
    ("engine", "engine@time=50ms", 50.0),
];
/// The store of a league, in its folder.
const DATABASE: &str = "league.db";

impl<'a> League<'a> {
    /// Reads and checks the entrants, and writes a report of each into the folder `reports`.
    ///
    /// # Errors
    /// If the folder cannot be read or written, or the check was stopped.
    pub fn open(
        request: &'a LeagueRequest<'a>,
        on_entrant: &mut dyn FnMut(&str),
        work: Work<'_>,
    ) -> Result<League<'a>, BadInput> {
        let entrants = Entrant::read_all(request.folder, request.start, request.may_build, on_entrant, work)?;
        let time = request.time.as_millis();
        let mut participants: Vec<Participant> = entrants
            .iter()
            .filter(|entrant| entrant.state() == State::Ok)
            .filter_map(|entrant| {
                let program = entrant.program()?;
                let player = format!("program:{}@time={time}ms", program.0);
                let ms_per_move = entrant.checked.mean_ms;
                Some(Participant { name: entrant.name.clone(), player, program: Some(program), ms_per_move })
            })
            .collect();
        participants.extend(YARDSTICKS.map(|(name, player, ms_per_move)| Participant {
            name: format!("{YARDSTICK}{name}"),
            player: player.to_owned(),
            program: None,
            ms_per_move,
        }));
        let mut league =
            League { request, entrants, participants, schedule: Schedule::RoundRobin, estimate: Duration::ZERO };
        league.estimate = league.estimated();
        if request.within.is_some_and(|within| league.estimate > within) {
            league.schedule = Schedule::Gauntlet;
            league.estimate = league.estimated();
        }
        pages::write_reports(&request.folder.join(REPORTS), &league.entrants, None)?;
        Ok(league)
    }

    fn pairs(&self) -> Vec<[&Participant; 2]> {
        let mut pairs = Vec::new();
        for (index, one) in self.participants.iter().enumerate() {
            for other in &self.participants[index + 1..] {
                let is_wanted = self.schedule == Schedule::RoundRobin || other.program.is_none();
                if is_wanted {
                    pairs.push([one, other]);
                }
            }
        }
        pairs
    }

    fn estimated(&self) -> Duration {
        let cells = self.request.start.picture().cells.len() as f64;
        let ms: f64 = self.pairs().iter().map(|pair| (pair[0].ms_per_move + pair[1].ms_per_move) / 2.0 * cells).sum();
        Duration::from_secs_f64(ms / 1000.0 * f64::from(self.request.games) / self.request.jobs.max(1) as f64)
    }

    /// How many pairs meet.
    pub fn n_pairs(&self) -> usize {
        self.pairs().len()
    }

    /// Plays what is missing, and rates all players.
    ///
    /// # Errors
    /// If the store cannot be used, or this machine cannot run a program as asked.
    pub fn play(&self, work: Work<'_>) -> Result<Played, ArenaError> {
        let db = self.request.folder.join(DATABASE);
        let pairs = self.pairs();
        let (mut summaries, mut runs): (Vec<Summary>, Vec<(RunId, [String; 2])>) = (Vec::new(), Vec::new());
        let (mut played, mut ended) = (0, Ended::Complete);
        for (index, pair) in pairs.iter().enumerate() {
            work.tell(Progress::of("pairs", index as u64, pairs.len() as u64));
            if work.check().is_err() {
                ended = Ended::Stopped;
                break;
            }
            let (conducted, fresh) = play(*pair, self.request, &db, work.silent())?;
            played += fresh;
            runs.push((conducted.run, [pair[0].name.clone(), pair[1].name.clone()]));
            summaries.push(conducted.summary);
        }
        let cells = cells(&summaries);
        let names: Vec<(String, bool)> =
            self.participants.iter().map(|one| (one.name.clone(), one.program.is_none())).collect();
        let mut entrants = rate(&names, &summaries, &cells);
        entrants.extend(self.entrants.iter().filter(|entrant| entrant.state() == State::Broken).map(broken));
        let games = cells.iter().map(|cell| cell.games).sum();
        let run = runs.iter().map(|(run, _)| *run).collect();
        let ratings = entrants.iter().filter_map(Rating::of).collect();
        let game = self.request.start.spec();
        let standings = Standings { game, entrants, run, cells, ratings, games, played, report: None };
        Ok(Played { standings, runs, lessons: BTreeMap::new(), ended })
    }

    /// Judges lost games of every entrant, on all threads, and writes the reports again with what was found.
    ///
    /// # Errors
    /// If the store cannot be read or the reports cannot be written.
    pub fn review(&self, played: &mut Played, work: Work<'_>) -> Result<(), ArenaError> {
        let db = self.request.folder.join(DATABASE);
        let names: Vec<&str> =
            self.participants.iter().filter(|one| one.program.is_some()).map(|one| one.name.as_str()).collect();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        let runs = &played.runs;
        let judge = || -> Result<(), ArenaError> {
            let store = Store::open(&db)?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&name) = names.get(index).filter(|_| !work.is_cancelled()) else { return Ok(()) };
                work.tell(Progress::of("entrants whose games are judged", index as u64, names.len() as u64));
                let own = runs.iter().filter(|(_, pair)| pair.iter().any(|one| one == name)).map(|(run, _)| *run);
                let lessons = lessons(&store, &own.collect::<Vec<_>>(), name, self.request.review, work.silent())?;
                found.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), lessons);
            }
        };
        if !played.runs.is_empty() && !self.request.review.is_zero() {
            std::thread::scope(|scope| {
                let judges: Vec<_> = (0..self.request.jobs.max(1)).map(|_| scope.spawn(judge)).collect();
                judges.into_iter().try_for_each(|judge| judge.join().unwrap_or_else(|panic| resume_unwind(panic)))
            })?;
        }
        played.lessons = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if work.is_cancelled() {
            played.ended = Ended::Stopped;
        }
        let reviewed = Reviewed { lessons: &played.lessons, time: self.request.review, has_games: false };
        pages::write_reports(&self.request.folder.join(REPORTS), &self.entrants, Some(&reviewed))?;
        Ok(())
    }

    /// Writes the table, the reports of the entrants and the games of every pair as static files, with no links to
    /// outside.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_site(&self, played: &mut Played, site: &Path) -> Result<(), ArenaError> {
        let store = Store::open(self.request.folder.join(DATABASE))?;
        let index = pages::write_site(site, &self.entrants, played, self.request.review, &store)?;
        played.standings.report = Some(index.to_string_lossy().into_owned());
        Ok(())
    }
}

fn broken(entrant: &Entrant) -> Standing {
    Standing {
        name: entrant.name.clone(),
        state: State::Broken,
        yardstick: false,
        rating: None,
        interval: None,
        better_than_next: None,
        record: [0; 3],
        forfeits: 0,
    }
}
