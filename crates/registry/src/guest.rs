//! Players from outside: what they are asked, and what they answer.
//!
//! This crate knows nothing of processes and protocols. The code that plays a game provides [`Guests`]; a game with a
//! program among its players takes a [`Guest`] from there for as long as it lasts.

use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Budget, ClockReading, Counters, GameClock, Limits, Notation, Side, Stop, Verdict, Work};

use crate::clock::OVERHEAD;
use crate::play::{Cost, Fault, GameConditions};
use crate::{Answer, AnyPosition, Player, start};

/// Provides the players from outside.
pub trait Guests: Sync {
    /// Whether this program, by its name or command, can be asked about this game.
    ///
    /// # Errors
    /// If not, with the reason.
    fn check(&self, program: &str, game: &str) -> Result<(), BadInput>;

    /// The program for one game. It may be the process of an earlier game.
    ///
    /// # Errors
    /// If there is no such program, or this machine cannot run it as asked.
    fn seat(&self, program: &str) -> Result<Box<dyn Guest + '_>, BadInput>;
}

/// A player from outside, for one game.
pub trait Guest {
    /// Asks for a move. What the player says of its thoughts before that is told as it comes, with an empty choice.
    ///
    /// # Errors
    /// If there is none.
    fn ask(&mut self, question: &Question<'_>, on_thought: &mut dyn FnMut(&GuestMove)) -> Result<GuestMove, NoMove>;
}

/// What a player from outside is told when it is its turn.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The spec of the game.
    pub game: &'a str,
    /// The position in which the game began, as text.
    pub start: &'a str,
    /// The moves since then.
    pub played: &'a [String],
    /// The position now.
    pub position: &'a str,
    /// Whose turn it is.
    pub side: Side,
    /// The legal moves.
    pub legal: &'a [String],
    /// The limits of the player.
    pub limits: Limits,
    /// The clocks, if the player has one.
    pub clock: Option<Clocks>,
    /// The referee's limit.
    pub move_limit: Option<Duration>,
    /// Ends the question early.
    pub work: Work<'a>,
}

/// The clocks of both players before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// That of the player to move.
    pub own: ClockReading,
    /// That of the other player, if it has one.
    pub other: Option<ClockReading>,
    /// What a player that divides its time equally would use now.
    pub budget: Budget,
}

/// The answer of a player from outside. Whether the move is legal is for others to find out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GuestMove {
    /// The move, in some spelling.
    pub choice: String,
    /// How far it looked ahead, if it says so.
    pub depth: Option<u32>,
    /// How many positions it visited, if it says so.
    pub nodes: Option<u64>,
    /// What the position is worth to it, if it says so.
    pub value: Option<Verdict>,
    /// The moves it expects, its own first; as it spells them.
    pub line: Vec<String>,
    /// A remark.
    pub text: Option<String>,
    /// How long it took, as measured here.
    pub time: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// The player is at fault, and loses.
    Forfeit {
        /// How.
        fault: Fault,
        /// What happened, for people, with the last words of the program.
        words: String,
        /// How long that took.
        time: Duration,
    },
    /// The work was stopped.
    Interrupted,
    /// We are at fault: nobody loses, and the work cannot go on.
    Failure(BadInput),
}

/// What players from outside must be told of a game, besides the position.
pub(crate) struct Story {
    game: String,
    start: String,
    pub(crate) played: Vec<String>,
}

impl Story {
    pub(crate) fn new<G: Notation>(game: String, start: &G) -> Self {
        Story { game, start: start.position_text(), played: Vec::new() }
    }
}

/// Why a guest plays no move.
pub(crate) enum Missing {
    Fault(Fault, Option<String>),
    Interrupted,
    Failure(BadInput),
}

impl Missing {
    /// The fault of a player of our own.
    pub(crate) fn own(fault: Fault) -> Self {
        Missing::Fault(fault, None)
    }
}

/// What a guest must keep to.
pub(crate) struct Agreed<'a> {
    pub(crate) limits: Limits,
    pub(crate) clock: Option<Clocks>,
    pub(crate) conditions: &'a GameConditions<'a>,
}

/// The move of a guest, as its index and itself, checked by the rules.
pub(crate) fn guest_choice<G: Notation>(
    position: &G,
    guest: &mut dyn Guest,
    story: &Story,
    agreed: &Agreed<'_>,
    cost: &mut Cost,
) -> Result<(usize, G::Move), Missing> {
    let legal: Vec<String> = position.moves().map(|m| position.move_text(m)).collect();
    let text = position.position_text();
    let question = Question {
        game: &story.game,
        start: &story.start,
        played: &story.played,
        position: &text,
        side: position.side_to_move(),
        legal: &legal,
        limits: agreed.limits,
        clock: agreed.clock,
        move_limit: agreed.conditions.move_limit,
        work: agreed.conditions.work,
    };
    let reply = match guest.ask(&question, &mut |_| {}) {
        Ok(reply) => reply,
        Err(NoMove::Forfeit { fault, words, time }) => {
            cost.time += time;
            return Err(Missing::Fault(fault, Some(words)));
        }
        Err(NoMove::Interrupted) => return Err(Missing::Interrupted),
        Err(NoMove::Failure(error)) => return Err(Missing::Failure(error)),
    };
    cost.time += reply.time;
    cost.nodes += reply.nodes.unwrap_or(0);
    cost.depths += u64::from(reply.depth.unwrap_or(0));
    // Most answers are one of the texts that were offered.
    if let Some(index) = legal.iter().position(|offered| *offered == reply.choice) {
        return Ok((index, position.moves().nth(index).expect("as many moves as texts")));
    }
    let illegal = |error: BadInput| Missing::Fault(Fault::IllegalMove, Some(error.to_string()));
    let m = position.read_move(&reply.choice).map_err(illegal)?;
    let index = position.moves().position(|known| known == m).expect("what was read is legal");
    Ok((index, m))
}

/// Asks the program that a player is for its move in a position, outside of any match. What it says while it thinks is
/// told as it comes: the best move and the line are empty as long as it has not named them.
///
/// # Errors
/// If the player is no program, the game is over, or the program does not answer with a legal move.
pub fn consult(
    position: &dyn AnyPosition,
    player: &Player,
    guests: &dyn Guests,
    work: Work<'_>,
    on_thought: &mut dyn FnMut(&Answer),
) -> Result<Answer, BadInput> {
    let program = player.program().ok_or_else(|| BadInput::new(format!("{player} is no program")))?;
    if let Some(reason) = position.reason() {
        return Err(BadInput::new(format!("the game is over ({reason}): there is nothing to ask")));
    }
    let (game, text, legal) = (position.spec(), position.text(), position.moves());
    guests.check(program, &game)?;
    // The moves since the start of the game, where they are all known; otherwise the game begins here.
    let mut again = start(&game)?;
    let start_text = again.text();
    let is_told = position.played().iter().all(|m| again.play(m).is_ok()) && again.text() == text;
    let (begin, played) = if is_told { (&start_text, position.played()) } else { (&text, &[][..]) };
    let question = Question {
        game: &game,
        start: begin,
        played,
        position: &text,
        side: position.side_to_move(),
        legal: &legal,
        limits: player.limits,
        clock: player.clock.map(GameClock::start).map(|own| Clocks {
            own,
            other: None,
            budget: own.budget(position.moves_ahead(), OVERHEAD),
        }),
        move_limit: None,
        work,
    };
    let begun = Instant::now();
    let mut on_thought = |thought: &GuestMove| {
        let first = thought.line.first().cloned().unwrap_or_default();
        on_thought(&answer(position, &GuestMove { choice: first, time: begun.elapsed(), ..thought.clone() }));
    };
    match guests.seat(program)?.ask(&question, &mut on_thought) {
        Ok(reply) => {
            let found = answer(position, &reply);
            let legal = |error| BadInput::new(format!("{player}: illegal move: {error}"));
            position.boxed_clone().play(&reply.choice).map_err(legal).map(|()| found)
        }
        Err(NoMove::Forfeit { fault, words, .. }) => Err(BadInput::new(format!("{player}: {}: {words}", fault.name()))),
        Err(NoMove::Interrupted) => Err(BadInput::new("stopped")),
        Err(NoMove::Failure(error)) => Err(error),
    }
}

/// What a program says, with as much of its line as the rules allow.
fn answer(position: &dyn AnyPosition, said: &GuestMove) -> Answer {
    let (mut at, mut other) = (position.boxed_clone(), position.boxed_clone());
    let is_legal = at.play(&said.choice).is_ok();
    // A line that begins with another move is not that of the move.
    let is_own = is_legal && said.line.first().is_some_and(|m| other.play(m).is_ok() && other.text() == at.text());
    for m in said.line.iter().skip(1).take_while(|_| is_own) {
        if at.play(m).is_err() {
            break;
        }
    }
    let pv = at.played().get(position.played().len()..).unwrap_or_default().to_vec();
    Answer {
        best: pv.first().cloned().unwrap_or_default(),
        score: said.value.unwrap_or(Verdict::Estimate(0.0)),
        depth: said.depth.unwrap_or(0),
        complete: false,
        has_value: said.value.is_some(),
        pv,
        root_moves: Vec::new(),
        counters: Counters { nodes: said.nodes.unwrap_or(0), ..Counters::default() },
        stop: Stop::Answered,
        time: said.time,
        line_end: (at.picture(), at.text()),
        remark: said.text.clone(),
    }
}
