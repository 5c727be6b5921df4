//! The protocol of NBoard. It knows depths but no times: a program that thinks for too long is only stopped by the
//! referee.

use std::time::Duration;

use plyscope_protocols::Thought;
use plyscope_protocols::ggf::Game;
use plyscope_protocols::nboard::{Reply, Request};
use plyscope_registry::{GuestMove, Question};

use super::{Client, Miss, Talk, reply};
use crate::process::Trouble;

pub(super) struct Nboard;

/// Plies that a program looks ahead if the player has no depth.
const DEPTH: u32 = 8;

/// Waits until the program has read everything.
fn ping(talk: &mut Talk<'_>) -> Result<(), Miss> {
    talk.send(&format!("{}\n", Request::Ping(1)))?;
    while Reply::read(&talk.line()?) != Reply::Pong(1) {}
    Ok(())
}

impl Client for Nboard {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Miss> {
        talk.send(&format!("{}\n", Request::Hello(2)))?;
        ping(talk)
    }

    fn prepare(&mut self, talk: &mut Talk<'_>, question: &Question<'_>) -> Result<(), Miss> {
        talk.send(&format!("{}\n", Request::Depth(question.limits.depth.unwrap_or(DEPTH))))?;
        ping(talk)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>, _: Duration) -> Result<GuestMove, Miss> {
        let game = Game { start: question.start.to_owned(), moves: question.played.to_vec() };
        let ggf = game.write().map_err(|error| Miss::Trouble(Trouble::Ours(error)))?;
        talk.send(&format!("{}\n", Request::Game(ggf)))?;
        ping(talk)?;
        talk.send(&format!("{}\n", Request::Go))?;
        let mut thought = Thought::default();
        loop {
            match Reply::read(&talk.line()?) {
                Reply::Move(m, last) => {
                    thought.update(last);
                    return Ok(reply(m, thought, None));
                }
                Reply::Search(later) | Reply::NodeStats(later) => {
                    thought.update(later);
                    talk.tell(&thought, None);
                }
                Reply::Name(_) | Reply::Pong(_) | Reply::Other => {}
            }
        }
    }
}
