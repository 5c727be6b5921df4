//! One evening of a league: check, play what is missing, rate, write.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
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
use crate::reviews::Reviews;
use crate::roster::{Listed, Roster};
use crate::schedule::Schedule;
use crate::standings::{Rating, Standing, Standings, cells, rate, record};
use crate::swiss::Swiss;

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
    /// The time at hand, by which a schedule is chosen.
    pub within: Option<Duration>,
    /// Who meets whom; `None` for the fullest schedule that fits into the time at hand.
    pub schedule: Option<Schedule>,
    /// The time for judging the lost games of each entrant.
    pub review: Duration,
    /// Whether the build commands of entrants are run. They run outside of the sandbox.
    pub may_build: bool,
    /// The number of threads.
    pub jobs: usize,
}

/// A league before its games.
pub struct League<'a> {
    request: &'a LeagueRequest<'a>,
    /// All entrants, broken ones too.
    pub entrants: Vec<Entrant>,
    participants: Vec<Participant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Why this schedule, in words.
    pub reason: String,
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
pub(crate) const DATABASE: &str = "league.db";

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
        let (schedule, reason) = Schedule::choose(request, &participants);
        let estimate = schedule.estimate(request, &participants);
        let league = League { request, entrants, participants, schedule, reason, estimate };
        pages::write_reports(&request.folder.join(REPORTS), &league.entrants, None)?;
        league.roster().write(request.folder)?;
        Ok(league)
    }

    /// What others need to know to find the games of this league.
    fn roster(&self) -> Roster {
        let playing = self.participants.iter().map(|one| Listed {
            name: one.name.clone(),
            player: Some(one.player.clone()),
            yardstick: one.program.is_none(),
        });
        let broken = self.entrants.iter().filter(|entrant| entrant.state() == State::Broken);
        let broken = broken.map(|one| Listed { name: one.name.clone(), player: None, yardstick: false });
        let names = |pair: [&Participant; 2]| pair.map(|one| one.name.clone());
        let pairs = self.schedule.fixed_pairs(&self.participants).into_iter().map(names).collect();
        let game = self.request.start.spec();
        Roster { game, games: self.request.games, players: playing.chain(broken).collect(), pairs }
    }

    /// How many pairs meet.
    pub fn n_pairs(&self) -> usize {
        self.schedule.n_pairs(&self.participants)
    }

    /// The most time that judging lost games takes.
    pub fn review_time(&self) -> Duration {
        let n_entrants = self.participants.iter().filter(|one| one.program.is_some()).count();
        self.request.review.saturating_mul(n_entrants.div_ceil(self.request.jobs.max(1)) as u32)
    }

    /// Plays what is missing, and rates all players.
    ///
    /// # Errors
    /// If the store cannot be used, or this machine cannot run a program as asked.
    pub fn play(&self, work: Work<'_>) -> Result<Played, ArenaError> {
        let mut evening = Evening { league: self, work, summaries: Vec::new(), runs: Vec::new(), played: 0 };
        let mut ended = Ended::Complete;
        for pair in self.schedule.fixed_pairs(&self.participants) {
            if !evening.meet(pair)? {
                ended = Ended::Stopped;
                break;
            }
        }
        if self.schedule == Schedule::Swiss && ended == Ended::Complete {
            ended = evening.swiss_rounds()?;
        }
        let Evening { summaries, runs, played, .. } = evening;
        let cells = cells(&summaries);
        let names: Vec<(String, bool)> =
            self.participants.iter().map(|one| (one.name.clone(), one.program.is_none())).collect();
        let mut entrants = rate(&names, &summaries, &cells);
        let broken = self.entrants.iter().filter(|entrant| entrant.state() == State::Broken);
        entrants.extend(broken.map(|entrant| Standing::broken(&entrant.name)));
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
        let (runs, reviews) = (&played.runs, Reviews::read(self.request.folder));
        let judge = || -> Result<(), ArenaError> {
            let store = Store::open(&db)?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&name) = names.get(index).filter(|_| !work.is_cancelled()) else { return Ok(()) };
                work.tell(Progress::of("entrants whose games are judged", index as u64, names.len() as u64));
                let own = runs.iter().filter(|(_, pair)| pair.iter().any(|one| one == name)).map(|(run, _)| *run);
                let conditions = (self.request.review, &reviews);
                let lessons = lessons(&store, &own.collect::<Vec<_>>(), name, conditions, work.silent())?;
                found.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), lessons);
            }
        };
        if !played.runs.is_empty() && !self.request.review.is_zero() {
            std::thread::scope(|scope| {
                let judges: Vec<_> = (0..self.request.jobs.max(1)).map(|_| scope.spawn(judge)).collect();
                judges.into_iter().try_for_each(|judge| judge.join().unwrap_or_else(|panic| resume_unwind(panic)))
            })?;
            reviews.write(!work.is_cancelled())?;
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

/// What was played so far.
struct Evening<'a> {
    league: &'a League<'a>,
    work: Work<'a>,
    summaries: Vec<Summary>,
    runs: Vec<(RunId, [String; 2])>,
    played: u64,
}

impl Evening<'_> {
    /// Plays what is missing of a pair; false if it was stopped before.
    fn meet(&mut self, pair: [&Participant; 2]) -> Result<bool, ArenaError> {
        let League { request, .. } = self.league;
        self.work.tell(Progress::of("pairs", self.runs.len() as u64, self.league.n_pairs() as u64));
        if self.work.check().is_err() {
            return Ok(false);
        }
        let (conducted, fresh) = play(pair, request, &request.folder.join(DATABASE), self.work.silent())?;
        self.played += fresh;
        self.runs.push((conducted.run, pair.map(|one| one.name.clone())));
        self.summaries.push(conducted.summary);
        Ok(true)
    }

    /// Entrants in Swiss rounds, seeded by what they scored against the yardsticks.
    fn swiss_rounds(&mut self) -> Result<Ended, ArenaError> {
        let mut seeds: Vec<(usize, &Participant)> =
            self.league.participants.iter().enumerate().filter(|(_, one)| one.program.is_some()).collect();
        let scored: HashMap<&str, u64> =
            seeds.iter().map(|(_, one)| (one.name.as_str(), half_points(&one.name, &self.summaries))).collect();
        seeds.sort_by_key(|(_, one)| Reverse(scored[one.name.as_str()]));
        // Who else meets is found out only now.
        let (mut swiss, mut roster) = (Swiss::new(seeds.len()), self.league.roster());
        for _ in 0..Swiss::rounds(seeds.len()) {
            let Some(round) = swiss.next_round() else { break };
            for pair in round.pairs {
                // The same two in another order would be another run.
                let mut players = pair.map(|player| seeds[player]);
                players.sort_by_key(|(index, _)| *index);
                roster.pairs.push(players.map(|(_, one)| one.name.clone()));
                roster.write(self.league.request.folder)?;
                if !self.meet(players.map(|(_, one)| one))? {
                    return Ok(Ended::Stopped);
                }
                let own = &self.summaries[self.summaries.len() - 1..];
                swiss.enter(pair, pair.map(|player| half_points(&seeds[player].1.name, own)));
            }
            round.bye.into_iter().for_each(|player| swiss.enter_bye(player));
        }
        Ok(Ended::Complete)
    }
}

fn half_points(name: &str, summaries: &[Summary]) -> u64 {
    let ([won, drawn, _], _) = record(name, &cells(summaries));
    2 * won + drawn
}
