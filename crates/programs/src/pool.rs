//! Lends running programs to games.
//!
//! A program is started when a game first asks it for a move, and plays on in later games. Games at the same time have
//! processes of their own, so a run with several threads has as many as it needs, and no more.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyscope_core::BadInput;
use plyscope_protocols::lines::{MAX_ANSWER, MAX_LINE};
use plyscope_registry::{Fault, Guest, GuestMove, Guests, NoMove, Question};

use crate::client::{Client, DEFAULT_TIME, GRACE, Miss, Talk, client};
use crate::launch;
use crate::process::{Bounds, Process, Trouble};
use crate::spec::{Program, Programs};

/// A program that failed to start this often, one time after the other, is not started again.
const TRIES: u32 = 3;

const BOUNDS: Bounds = Bounds { line: MAX_LINE, answer: MAX_ANSWER };

/// Programs ready to be started, and those that are running. They end with the pool.
pub struct Pool {
    programs: Programs,
    idle: Mutex<HashMap<String, Vec<Running>>>,
    /// How often each program has failed to start since it last did, and what was last seen of it.
    failures: Mutex<HashMap<String, (u32, String)>>,
}

/// A program that has been greeted.
struct Running {
    process: Process,
    client: Box<dyn Client>,
}

impl Pool {
    pub(crate) fn new(programs: Programs) -> Self {
        Pool { programs, idle: Mutex::default(), failures: Mutex::default() }
    }

    fn idle(&self) -> MutexGuard<'_, HashMap<String, Vec<Running>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failures(&self) -> MutexGuard<'_, HashMap<String, (u32, String)>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program, unless that has failed too often.
    fn start(&self, name: &str, program: &Program, question: &Question<'_>) -> Result<Running, NoMove> {
        if let Some((tries, words)) = self.failures().get(name).filter(|(tries, _)| *tries >= TRIES) {
            let words = format!("it failed to start {tries} times and was not started again; at last: {words}");
            return Err(NoMove::Forfeit { fault: Fault::NoStart, words, time: Duration::ZERO });
        }
        let started = self.try_start(program, question);
        match &started {
            Ok(_) => drop(self.failures().remove(name)),
            Err(NoMove::Forfeit { words, .. }) => {
                let mut failures = self.failures();
                let tries = failures.get(name).map_or(0, |(tries, _)| *tries);
                failures.insert(name.to_owned(), (tries + 1, words.clone()));
            }
            Err(NoMove::Interrupted | NoMove::Failure(_)) => {}
        }
        started
    }

    /// Tells a program that a game begins.
    fn prepare(&self, running: &mut Running, program: &Program, question: &Question<'_>) -> Result<(), NoMove> {
        let until = Instant::now() + program.start;
        running.process.grant(program.start);
        let mut talk =
            Talk { process: &mut running.process, until, work: question.work, bounds: BOUNDS, on_thought: &mut |_| {} };
        running.client.prepare(&mut talk, question).map_err(|miss| {
            let late = format!("it was not ready for a new game within {} ms", program.start.as_millis());
            refusal(miss, &running.process.last_words(), &late, Duration::ZERO)
        })
    }

    fn try_start(&self, program: &Program, question: &Question<'_>) -> Result<Running, NoMove> {
        let until = Instant::now() + program.start;
        let late = || format!("it did not answer within {} ms of its start", program.start.as_millis());
        let at_start = |miss: Miss, words: String| match miss {
            // Whatever goes wrong here, the program did not start.
            Miss::Trouble(Trouble::Late) => forfeit(Fault::NoStart, late(), &words),
            Miss::Trouble(Trouble::Ended(how) | Trouble::TooLong(how)) => forfeit(Fault::NoStart, how, &words),
            Miss::Fault(_, how) => forfeit(Fault::NoStart, how, &words),
            other => refusal(other, &words, "", Duration::ZERO),
        };
        let mut process = Process::start(program).map_err(|trouble| at_start(Miss::Trouble(trouble), String::new()))?;
        let mut client = client(program);
        let mut talk =
            Talk { process: &mut process, until, work: question.work, bounds: BOUNDS, on_thought: &mut |_| {} };
        match client.greet(&mut talk) {
            Ok(()) => Ok(Running { process, client }),
            Err(miss) => {
                let words = process.last_words();
                Err(at_start(miss, words))
            }
        }
    }
}

impl Guests for Pool {
    fn check(&self, program: &str, game: &str) -> Result<(), BadInput> {
        self.programs.check(program, game)
    }

    fn seat(&self, program: &str) -> Result<Box<dyn Guest + '_>, BadInput> {
        let found = self.programs.find(program)?;
        launch::check(&found)?;
        let running = self.idle().get_mut(program).and_then(Vec::pop);
        Ok(Box::new(Seated { pool: self, name: program.to_owned(), program: found, running, is_new_game: true }))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let idle: Vec<Running> = self.idle().drain().flat_map(|(_, running)| running).collect();
        // All are asked at once, so that the slowest of them is all that we wait for.
        std::thread::scope(|scope| {
            for running in idle {
                scope.spawn(move || running.process.finish(running.client.farewell()));
            }
        });
    }
}

/// A program in a game.
struct Seated<'a> {
    pool: &'a Pool,
    name: String,
    program: Program,
    running: Option<Running>,
    is_new_game: bool,
}

impl Guest for Seated<'_> {
    fn ask(&mut self, question: &Question<'_>, on_thought: &mut dyn FnMut(&GuestMove)) -> Result<GuestMove, NoMove> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.pool.start(&self.name, &self.program, question)?,
        };
        if self.is_new_game {
            self.pool.prepare(&mut running, &self.program, question)?;
            self.is_new_game = false;
        }
        let left = question.clock.map(|clock| clock.own.left);
        let given = question.limits.time.into_iter().chain(question.move_limit).chain(left).min();
        let given = given.unwrap_or(DEFAULT_TIME);
        running.process.grant(given + GRACE);
        let begun = Instant::now();
        let mut talk = Talk {
            process: &mut running.process,
            until: begun + given + GRACE,
            work: question.work,
            bounds: BOUNDS,
            on_thought,
        };
        let asked = running.client.ask(&mut talk, question, given);
        let time = begun.elapsed();
        if question.clock.is_some() {
            // What it has left is given to it again with the next question.
            running.process.take_back(given.saturating_sub(time));
        }
        match asked {
            Ok(reply) => {
                self.running = Some(running);
                Ok(GuestMove { time, ..reply })
            }
            // What it says after that would be taken for the answer to a later question: a new one plays on.
            Err(miss) => {
                let words = running.process.last_words();
                let late =
                    format!("no answer within {} ms (and {} for the pipe)", given.as_millis(), GRACE.as_millis());
                Err(refusal(miss, &words, &late, time))
            }
        }
    }
}

impl Drop for Seated<'_> {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            self.pool.idle().entry(std::mem::take(&mut self.name)).or_default().push(running);
        }
    }
}

/// What a miss means for the game.
fn refusal(miss: Miss, last_words: &str, late: &str, time: Duration) -> NoMove {
    let (fault, what) = match miss {
        Miss::Fault(fault, what) => (fault, what),
        Miss::Trouble(Trouble::Late) => (Fault::Timeout, late.to_owned()),
        Miss::Trouble(Trouble::Ended(how)) => (Fault::Crash, how),
        Miss::Trouble(Trouble::TooLong(what)) => (Fault::BadAnswer, what),
        Miss::Trouble(Trouble::NoStart(how)) => (Fault::NoStart, how),
        Miss::Trouble(Trouble::Interrupted) => return NoMove::Interrupted,
        Miss::Trouble(Trouble::Ours(error)) => return NoMove::Failure(error),
    };
    match forfeit(fault, what, last_words) {
        NoMove::Forfeit { fault, words, .. } => NoMove::Forfeit { fault, words, time },
        other => other,
    }
}

fn forfeit(fault: Fault, what: String, last_words: &str) -> NoMove {
    let words = if last_words.is_empty() { what } else { format!("{what}; it last said:\n{last_words}") };
    NoMove::Forfeit { fault, words, time: Duration::ZERO }
}
