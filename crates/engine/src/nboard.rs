//! Answers in the protocol of NBoard.
//!
//! Values are meant in discs. Those of our heuristics have units of their own; a certain win counts as all 64.

use std::io;

use plyscope_core::{BadInput, Bound, Limits, Verdict};
use plyscope_protocols::ggf::Game;
use plyscope_protocols::nboard::{Request, choice, search};
use plyscope_registry::{Answer, AnyPosition, read};

use crate::desk::{Desk, Found, Until, What};
use crate::{Flow, Session, Urgency};

pub(crate) struct Nboard {
    position: Box<dyn AnyPosition>,
    depth: Option<u32>,
    asked: Asked,
}

/// What the search under way is for.
#[derive(Clone, Copy)]
enum Asked {
    Go,
    Hint(usize),
}

impl Nboard {
    pub(crate) fn new(position: Box<dyn AnyPosition>) -> Self {
        Nboard { position, depth: None, asked: Asked::Go }
    }

    fn set_game(&self, ggf: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
        let game = Game::read(ggf)?;
        let mut position = read(&self.position.spec(), &game.start)?;
        position.play_all(&game.moves.join(" "))?;
        Ok(position)
    }

    /// Takes over a new position, or says why not.
    fn change(&mut self, to: Result<Box<dyn AnyPosition>, BadInput>, desk: &mut Desk<'_>) -> io::Result<()> {
        match to {
            Ok(position) => {
                self.position = position;
                Ok(())
            }
            Err(error) => desk.say(&format!("status {error}")),
        }
    }

    fn think(&mut self, asked: Asked, desk: &mut Desk<'_>) -> io::Result<()> {
        if self.position.outcome().is_some() {
            return desk.say("status the game is over");
        }
        desk.say("status Plyscope is thinking")?;
        self.asked = asked;
        desk.think(&*self.position, &Until::Limits(Limits { depth: self.depth, ..Limits::default() }));
        Ok(())
    }

    fn finish(&self, answer: &Answer, desk: &mut Desk<'_>) -> io::Result<()> {
        let ms = answer.time.as_secs_f64();
        desk.say(&format!("nodestats {} {ms:.2}", answer.counters.nodes))?;
        match self.asked {
            Asked::Go => desk.say(&choice(&answer.best, value(answer.score), answer.time))?,
            Asked::Hint(n_moves) => {
                // Of moves that were cut off only a bound is known, which is no value.
                let known = answer.root_moves.iter().filter(|root| root.bound == Bound::Exact && root.m != answer.best);
                let mut known: Vec<(&str, f64)> =
                    known.filter_map(|root| Some((root.m.as_str(), value(root.score?)))).collect();
                known.sort_by(|one, other| other.1.total_cmp(&one.1));
                desk.say(&search(&answer.pv, value(answer.score), answer.depth))?;
                for (m, value) in known.into_iter().take(n_moves.saturating_sub(1)) {
                    desk.say(&search(&[m.to_owned()], value, answer.depth))?;
                }
            }
        }
        desk.say("status Plyscope is waiting")
    }
}

fn value(score: Verdict) -> f64 {
    match score {
        Verdict::Win(_) => 64.0,
        Verdict::Loss(_) => -64.0,
        Verdict::Draw => 0.0,
        Verdict::Estimate(value) => value,
    }
}

impl Session for Nboard {
    fn urgency(&self, line: &str) -> Urgency {
        match Request::read(line) {
            Some(Request::Quit) => Urgency::AtOnce,
            Some(Request::Ping(_)) | None => Urgency::WhileThinking,
            _ => Urgency::InOrder,
        }
    }

    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        match Request::read(line) {
            Some(Request::Depth(plies)) => {
                self.depth = Some(plies.max(1));
                desk.say(&format!("set myname Plyscope {}", desk.mind.player))?;
            }
            Some(Request::Game(ggf)) => self.change(self.set_game(&ggf), desk)?,
            Some(Request::Move(m)) => {
                let mut position = self.position.boxed_clone();
                self.change(position.play(&m).map(|()| position), desk)?;
            }
            Some(Request::Hint(n_moves)) => self.think(Asked::Hint(n_moves.max(1) as usize), desk)?,
            Some(Request::Go) => self.think(Asked::Go, desk)?,
            Some(Request::Ping(number)) => {
                desk.discard();
                desk.say(&format!("pong {number}"))?;
            }
            Some(Request::Learn) => desk.say("learned")?,
            Some(Request::Hello(_)) | None => {}
            Some(Request::Quit) => {
                desk.stop();
                return Ok(Flow::End);
            }
        }
        Ok(Flow::GoOn)
    }

    fn found(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()> {
        match found.what {
            What::Progress(answer) => desk.say(&search(&answer.pv, value(answer.score), answer.depth)),
            What::Answer(Ok(answer)) => self.finish(&answer, desk),
            What::Answer(Err(error)) => desk.say(&format!("status {error}")),
            What::Perft(_) => Ok(()),
        }
    }
}
