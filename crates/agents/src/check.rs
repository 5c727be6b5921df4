//! Plays a player through positions and odd situations, and says what is wrong.

use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Limits, Progress, Rng, Work};
use plyscope_programs::Pool;
use plyscope_registry::{AnyPosition, Fault, Guest, GuestMove, Guests, NoMove, Question};
use serde::Serialize;

use crate::agent::{Agent, NAME};
use crate::problem::{ILLEGAL, Problem};
use crate::situations::{Situation, situations};

/// What a check found.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Whether nothing is wrong.
    pub ok: bool,
    /// What is wrong; of each kind at most two.
    pub problems: Vec<Problem>,
    /// The player.
    pub name: String,
    /// The game.
    pub game: String,
    /// How many moves it was asked for.
    pub questions: u32,
    /// Its slowest answer.
    pub slowest_ms: f64,
    /// The mean of its answers.
    pub mean_ms: f64,
}

/// After this many faults there is enough to do.
const MOST_FAULTS: usize = 8;
/// How many of them may be of the same kind; of others it is enough that they count.
const MOST_ALIKE: usize = 2;
/// Whole games, half of them as each side, against random moves.
const GAMES: u64 = 4;
/// A program that takes nearly as long as it may to end was killed.
const FAREWELL: Duration = Duration::from_millis(450);

/// Checks a player of a game that begins in this position.
///
/// # Errors
/// If it was stopped, or this machine cannot run it.
pub fn check(agent: &Agent, start: &dyn AnyPosition, work: Work<'_>) -> Result<Checked, BadInput> {
    let checked = Checked {
        ok: true,
        problems: Vec::new(),
        name: agent.name.clone(),
        game: start.spec(),
        questions: 0,
        slowest_ms: 0.0,
        mean_ms: 0.0,
    };
    let mut check = Check { checked, start: start.text(), n_faults: 0, work };
    if let Err(said) = agent.build(work) {
        work.check().map_err(|_| stopped())?;
        let hint = "Run the command after `build` in agent.toml by hand, in the folder of the agent.";
        check.add(Problem::new("it cannot be built".to_owned(), &said, hint));
        return Ok(check.checked);
    }
    let pool = agent.programs()?.pool();
    check.ask_situations(&pool, situations(start, agent.speaks_lines()))?;
    for game in 0..GAMES {
        if check.n_faults < MOST_FAULTS {
            check.play(&pool, start, game)?;
        }
    }
    check.end(pool);
    Ok(check.checked)
}

struct Check<'a> {
    checked: Checked,
    /// The position in which all games begin.
    start: String,
    n_faults: usize,
    work: Work<'a>,
}

impl Check<'_> {
    fn add(&mut self, problem: Problem) {
        self.checked.ok = false;
        self.n_faults += 1;
        // The same fault in every situation would hide the others.
        let n_alike = self.checked.problems.iter().filter(|known| known.hint == problem.hint).count();
        if n_alike < MOST_ALIKE {
            self.checked.problems.push(problem);
        }
    }

    fn ask_situations(&mut self, pool: &Pool, situations: Vec<Situation>) -> Result<(), BadInput> {
        let total = situations.len() as u64 + GAMES;
        let mut seat = pool.seat(NAME)?;
        for (index, situation) in situations.into_iter().enumerate() {
            if situation.is_new_game {
                // The process goes back to the pool first, and comes from there again.
                drop(seat);
                seat = pool.seat(NAME)?;
            }
            self.ask(&mut *seat, &situation)?;
            if self.n_faults >= MOST_FAULTS {
                return Ok(());
            }
            self.work.tell(Progress::of("situations", index as u64 + 1, total));
        }
        Ok(())
    }

    /// The legal move that it answers with, if it does.
    fn ask(&mut self, seat: &mut dyn Guest, situation: &Situation) -> Result<Option<Box<dyn AnyPosition>>, BadInput> {
        let position = &*situation.position;
        let (text, legal) = (position.text(), position.moves());
        let mut game = position.spec();
        if situation.has_unknown_line {
            // The text of the game ends its line, so that what follows is a line of its own.
            game += "\nweather sunny";
        }
        let question = Question {
            game: &game,
            start: &self.start,
            played: position.played(),
            position: &text,
            side: position.side_to_move(),
            legal: &legal,
            limits: Limits { time: Some(situation.time), ..Limits::default() },
            clock: None,
            move_limit: None,
            work: self.work,
        };
        self.checked.questions += 1;
        let when = &situation.when;
        let mut asked = seat.ask(&question, &mut |_| {});
        for _ in 1..situation.tries {
            if !matches!(asked, Err(NoMove::Forfeit { fault: Fault::Timeout, .. })) {
                break;
            }
            asked = seat.ask(&question, &mut |_| {});
        }
        match asked {
            Ok(GuestMove { choice, time, .. }) => {
                let ms = time.as_secs_f64() * 1000.0;
                self.checked.slowest_ms = self.checked.slowest_ms.max(ms);
                self.checked.mean_ms += (ms - self.checked.mean_ms) / f64::from(self.checked.questions);
                let mut next = position.boxed_clone();
                if next.play(&choice).is_ok() {
                    return Ok(Some(next));
                }
                let answer = format!("move {choice} (position {text}, legal {})", shown(&legal));
                self.add(Problem::new(format!("{when}: this move is not legal"), &answer, ILLEGAL));
            }
            Err(NoMove::Forfeit { fault: Fault::NoStart, words, .. }) => {
                self.add(Problem::fault("at the beginning", Fault::NoStart, &words));
                // There is nobody to ask.
                self.n_faults = MOST_FAULTS;
            }
            Err(NoMove::Forfeit { fault, words, .. }) => {
                self.add(Problem::fault(when, fault, &format!("{words} (position {text})")));
            }
            Err(NoMove::Interrupted) => return Err(stopped()),
            Err(NoMove::Failure(error)) => return Err(error),
        }
        Ok(None)
    }

    /// A whole game against random moves; the process is that of the games before.
    fn play(&mut self, pool: &Pool, start: &dyn AnyPosition, number: u64) -> Result<(), BadInput> {
        let mut rng = Rng::new(number);
        let mut seat = pool.seat(NAME)?;
        let mut position = start.boxed_clone();
        while position.outcome().is_none() {
            if position.ply() as u64 % 2 == number % 2 {
                let when = format!("in whole game {} of {GAMES}", number + 1);
                let situation = Situation {
                    when,
                    position: position.boxed_clone(),
                    time: Duration::from_secs(1),
                    tries: 1,
                    has_unknown_line: false,
                    is_new_game: false,
                };
                let Some(next) = self.ask(&mut *seat, &situation)? else { return Ok(()) };
                position = next;
            } else {
                let moves = position.moves();
                position.play(&moves[(rng.next_u64() % moves.len() as u64) as usize])?;
            }
        }
        Ok(())
    }

    /// Says good-bye, and notices if it has to be killed.
    fn end(&mut self, pool: Pool) {
        let begun = Instant::now();
        drop(pool);
        if begun.elapsed() > FAREWELL {
            let what = "after quit: the program does not end within half a second".to_owned();
            let hint = "End when you read `quit`, or at the end of standard input.";
            self.add(Problem::new(what, "it had to be killed", hint));
        }
    }
}

fn stopped() -> BadInput {
    BadInput::new("the check was stopped")
}

/// Some of the legal moves, for a sentence.
fn shown(legal: &[String]) -> String {
    const SHOWN: usize = 12;
    let more = if legal.len() > SHOWN { " …" } else { "" };
    format!("{}{more}", legal[..legal.len().min(SHOWN)].join(" "))
}
