//! Answers in the Go Text Protocol, for programs that play Othello.
//!
//! Programs disagree about passes. Here a pass may be sent or left out: a command for the side that is not to move lets
//! the other one pass if it has no other move, and `undo` takes that back together with the command.

use std::io;
use std::time::Duration;

use plyscope_core::{ClockReading, Limits, Side};
use plyscope_protocols::gtp::{Choice, Command, Response, board_size, colour, read_colour, vertex};
use plyscope_registry::{AnyPosition, start};

use crate::clock::{OVERHEAD, net};
use crate::desk::{Desk, Found, Until, What};
use crate::{Flow, Session, Urgency};

const COMMANDS: [&str; 19] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

pub(crate) struct Gtp {
    position: Box<dyn AnyPosition>,
    /// The positions before each command that changed the board.
    before: Vec<Box<dyn AnyPosition>>,
    clock: Clock,
    /// The `genmove` that is being thought about.
    asked: Option<Asked>,
}

struct Asked {
    id: Option<u32>,
    /// Whether the move is also made.
    plays: bool,
    /// Where the search began, after a pass that was left out.
    position: Box<dyn AnyPosition>,
}

/// Why a command cannot be carried out.
type Refusal = String;

/// What a command leads to.
enum Reaction {
    Answer(String),
    Think { plays: bool, side: Side },
    End,
}

impl Gtp {
    pub(crate) fn new(start: Box<dyn AnyPosition>) -> Self {
        Gtp { position: start, before: Vec::new(), clock: Clock::default(), asked: None }
    }

    fn react(&mut self, command: &Command, desk: &Desk<'_>) -> Result<Reaction, Refusal> {
        let argument = |index: usize| command.arguments.get(index).map_or("", String::as_str);
        let answer = match command.name.as_str() {
            "protocol_version" => "2".to_owned(),
            "name" => format!("Plyscope {}", desk.mind.player),
            "version" => env!("CARGO_PKG_VERSION").to_owned(),
            "known_command" => COMMANDS.contains(&argument(0)).to_string(),
            "list_commands" => COMMANDS.join("\n"),
            "list_games" => "Othello".to_owned(),
            "set_game" if ["othello", "reversi"].contains(&argument(0).to_ascii_lowercase().as_str()) => String::new(),
            "set_game" => return Err("unsupported game".to_owned()),
            // Othello has none, and programs for Go send it to every engine.
            "komi" => String::new(),
            "boardsize" => self.resize(argument(0), desk)?,
            "clear_board" => {
                let size = board_size(&self.position.spec()).map_err(|error| error.to_string())?;
                self.resize(&size.to_string(), desk)?
            }
            "play" => self.play(argument(0), argument(1))?,
            "undo" => {
                self.position = self.before.pop().ok_or("cannot undo")?;
                String::new()
            }
            "time_settings" => self.clock.set(&command.arguments)?,
            "time_left" => self.clock.left(&command.arguments)?,
            "final_score" => self.final_score()?,
            "showboard" => self.board(),
            "genmove" | "reg_genmove" => {
                let side = read_colour(argument(0)).ok_or("syntax error: black or white expected")?;
                return Ok(Reaction::Think { plays: command.name == "genmove", side });
            }
            "quit" => return Ok(Reaction::End),
            _ => return Err("unknown command".to_owned()),
        };
        Ok(Reaction::Answer(answer))
    }

    fn resize(&mut self, size: &str, desk: &Desk<'_>) -> Result<String, Refusal> {
        let unacceptable = |_| "unacceptable size".to_owned();
        let n_rows: u32 = size.parse().map_err(|_| "syntax error: a size expected".to_owned())?;
        let position = start(&format!("reversi:{n_rows}x{n_rows}")).map_err(unacceptable)?;
        position.check_player(&desk.mind.player).map_err(unacceptable)?;
        self.position = position;
        self.before.clear();
        Ok(String::new())
    }

    /// The position in which this side is to move: this one, or the one after a pass that was left out.
    fn turn_of(&self, side: Side) -> Option<Box<dyn AnyPosition>> {
        let mut position = self.position.boxed_clone();
        if position.side_to_move() != side {
            // Only legal where there is no other move.
            position.play("pass").ok()?;
        }
        Some(position)
    }

    fn play(&mut self, side: &str, m: &str) -> Result<String, Refusal> {
        let side = read_colour(side).ok_or("syntax error: black or white expected")?;
        let Choice::Move(m) = Choice::read(m) else { return Ok(String::new()) };
        let illegal = || "illegal move".to_owned();
        let mut position = self.turn_of(side).ok_or_else(illegal)?;
        position.play(&m).map_err(|_| illegal())?;
        self.make(position);
        Ok(String::new())
    }

    fn make(&mut self, position: Box<dyn AnyPosition>) {
        self.before.push(std::mem::replace(&mut self.position, position));
    }

    fn final_score(&self) -> Result<String, Refusal> {
        self.position.outcome().ok_or("cannot score")?;
        let count = |piece| self.position.picture().cells.iter().filter(|cell| cell.piece == piece).count();
        let [black, white, empty] = [Some(Side::First), Some(Side::Second), None].map(count);
        // In Othello the winner also gets the empty squares.
        Ok(match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("B+{}", black - white + empty),
            std::cmp::Ordering::Less => format!("W+{}", white - black + empty),
            std::cmp::Ordering::Equal => "0".to_owned(),
        })
    }

    /// The board with names of columns and rows, Black as X and White as O.
    fn board(&self) -> String {
        let (text, is_over) = (self.position.text(), self.position.outcome().is_some());
        let rows: Vec<&str> = text.split(' ').next().unwrap_or_default().split('/').collect();
        let spaced = |row: &str| row.chars().flat_map(|cell| [' ', cell.to_ascii_uppercase()]).collect::<String>();
        let columns: String = (b'A'..).take(rows[0].len()).flat_map(|letter| [' ', char::from(letter)]).collect();
        let turn =
            if is_over { "game over".to_owned() } else { format!("{} to move", colour(self.position.side_to_move())) };
        let lines = rows.iter().enumerate().map(|(index, row)| format!("{:2}{}", index + 1, spaced(row)));
        format!("{turn}\n  {columns}\n{}", lines.collect::<Vec<_>>().join("\n"))
    }

    /// Begins to think, or answers at once where there is nothing to think about.
    fn think(&mut self, id: Option<u32>, side: Side, plays: bool, desk: &mut Desk<'_>) -> io::Result<()> {
        if self.position.outcome().is_some() {
            // As gtp-rhino does: the game is over, and nobody is any worse off.
            return answer(desk, id, Ok("pass".to_owned()));
        }
        let Some(position) = self.turn_of(side) else {
            let turn = colour(self.position.side_to_move());
            return answer(desk, id, Err(format!("it is the turn of {turn}")));
        };
        if position.outcome().is_some() {
            return answer(desk, id, Ok("pass".to_owned()));
        }
        desk.think(&*position, &Until::Limits(self.clock.limits(side, position.moves_ahead())));
        self.asked = Some(Asked { id, plays, position });
        Ok(())
    }
}

impl Session for Gtp {
    fn urgency(&self, _line: &str) -> Urgency {
        Urgency::InOrder
    }

    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let Some(command) = Command::read(line) else { return Ok(Flow::GoOn) };
        match self.react(&command, desk) {
            Ok(Reaction::Answer(text)) => answer(desk, command.id, Ok(text))?,
            Ok(Reaction::Think { plays, side }) => self.think(command.id, side, plays, desk)?,
            Ok(Reaction::End) => {
                answer(desk, command.id, Ok(String::new()))?;
                return Ok(Flow::End);
            }
            Err(why) => answer(desk, command.id, Err(why))?,
        }
        Ok(Flow::GoOn)
    }

    fn found(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()> {
        let What::Answer(result) = found.what else { return Ok(()) };
        let Some(Asked { id, plays, mut position }) = self.asked.take() else { return Ok(()) };
        let played = result.and_then(|answer| position.play(&answer.best).map(|()| answer.best));
        if plays && played.is_ok() {
            self.make(position);
        }
        answer(desk, id, played.map(|m| vertex(&m)).map_err(|error| error.to_string()))
    }
}

fn answer(desk: &mut Desk<'_>, id: Option<u32>, result: Result<String, String>) -> io::Result<()> {
    desk.say(&Response { id, result }.to_string())
}

/// The clocks of Canadian byo-yomi: a main time, and after it some moves within a period.
#[derive(Default)]
struct Clock {
    /// Main time, period, and moves in a period.
    settings: Option<(Duration, Duration, u32)>,
    /// What is left, and for how many moves; 0 moves: of the main time.
    left: [Option<(Duration, u32)>; 2],
}

impl Clock {
    fn set(&mut self, arguments: &[String]) -> Result<String, Refusal> {
        let [main, period, moves] = arguments else { return Err("syntax error: three numbers expected".to_owned()) };
        let (main, period) = (seconds(main)?, seconds(period)?);
        let moves = moves.parse().map_err(|_| "syntax error: a number of moves expected")?;
        // A period without moves means no limit at all.
        let is_unlimited = !period.is_zero() && moves == 0;
        self.settings = (!is_unlimited).then_some((main, period, moves));
        self.left = [None; 2];
        Ok(String::new())
    }

    fn left(&mut self, arguments: &[String]) -> Result<String, Refusal> {
        let [side, time, moves] = arguments else {
            return Err("syntax error: colour, time, moves expected".to_owned());
        };
        let side = read_colour(side).ok_or("syntax error: black or white expected")?;
        let moves = moves.parse().map_err(|_| "syntax error: a number of moves expected")?;
        self.left[side.index()] = Some((seconds(time)?, moves));
        Ok(String::new())
    }

    /// The limits of the next move; none if there is no clock.
    fn limits(&self, side: Side, moves_ahead: u32) -> Limits {
        let within = |left, increment, moves| {
            Limits::default().with_budget(ClockReading { left, increment }.budget(moves, OVERHEAD))
        };
        let exactly = |time| Limits { time: Some(net(time, OVERHEAD)), ..Limits::default() };
        match (self.left[side.index()], self.settings) {
            (Some((left, 0)), Some((_, period, moves))) if moves > 0 => within(left, period / moves, moves_ahead),
            (Some((left, 0)), _) => within(left, Duration::ZERO, moves_ahead),
            (Some((left, moves)), _) => exactly(left / moves),
            (None, Some((main, period, moves))) if main.is_zero() && moves > 0 => exactly(period / moves),
            // Nobody says what is left of it: at the beginning it is everything, and it may never be said.
            (None, Some((main, _, _))) => exactly(main / (2 * moves_ahead)),
            (None, None) => Limits::default(),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, Refusal> {
    let seconds: f64 = text.parse().map_err(|_| "syntax error: a time in seconds expected")?;
    Duration::try_from_secs_f64(seconds.max(0.0)).map_err(|_| "syntax error: a time in seconds expected".to_owned())
}
