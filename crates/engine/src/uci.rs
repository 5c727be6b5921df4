//! Answers in the Universal Chess Interface, for programs that play Breakthrough as a variant of chess.

use std::io;
use std::time::Duration;

use plyscope_core::{ClockReading, Limits, Side};
use plyscope_protocols::uci::{Go, Request, Variant, move_text, read_fen, score};
use plyscope_registry::{Answer, AnyPosition, PerftCounts, SearchSpec, read, start};

use crate::clock::{OVERHEAD, net};
use crate::desk::{Desk, Found, Until, What};
use crate::{Flow, Session, Urgency};

pub(crate) struct Uci {
    /// The game that the program was started with.
    own_game: String,
    game: String,
    /// The position to search; `None` after one that was not understood.
    position: Option<Box<dyn AnyPosition>>,
    overhead: Duration,
    /// What `go` asked for, as long as it may not be answered.
    held: Option<Held>,
}

/// Why there is no answer yet.
enum Held {
    /// `go infinite` is answered after `stop`, with what was found, if it is found already.
    Infinite(Option<Box<Answer>>),
    /// Without pondering, the search begins with `ponderhit` or `stop`.
    Declined(Box<Go>),
    /// `go ponder` is answered after `ponderhit` or `stop`; also with what was found, if it is found already.
    Ponder(Box<Go>, Option<Box<Answer>>),
}

const MOST_OVERHEAD: u64 = 5000;
const MOST_THREADS: usize = 1024;
const MOST_TABLE: usize = 65_536;
const MEGABYTE: usize = 1 << 20;

impl Uci {
    pub(crate) fn new(start: &dyn AnyPosition) -> Self {
        let game = start.spec();
        Uci { own_game: game.clone(), game, position: Some(start.boxed_clone()), overhead: OVERHEAD, held: None }
    }

    fn introduce(&self, desk: &mut Desk<'_>) -> io::Result<()> {
        let own = Variant::of(&self.own_game).map_or_else(|_| String::new(), |variant| variant.name);
        let mut lines = vec![
            format!("id name Plyscope {} {}", env!("CARGO_PKG_VERSION"), desk.mind.player),
            "id author the authors of Plyscope".to_owned(),
        ];
        if let SearchSpec::Engine { threads, table, ponder, .. } = desk.mind.player.search {
            let table = (table / MEGABYTE).max(1);
            lines.push(format!("option name Threads type spin default {threads} min 1 max {MOST_THREADS}"));
            lines.push(format!("option name Hash type spin default {table} min 1 max {MOST_TABLE}"));
            lines.push(format!("option name Ponder type check default {ponder}"));
        }
        let others = if own == STANDARD { String::new() } else { format!(" var {STANDARD}") };
        lines.push(format!("option name UCI_Variant type combo default {own} var {own}{others}"));
        let overhead = OVERHEAD.as_millis();
        lines.push(format!("option name Move Overhead type spin default {overhead} min 0 max {MOST_OVERHEAD}"));
        lines.push("uciok".to_owned());
        desk.say(&lines.join("\n"))
    }

    fn set_option(&mut self, name: &str, value: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let number = value.parse::<usize>().ok();
        let bounded = |most: usize| number.filter(|number| (1..=most).contains(number));
        let is_set = match (name.to_ascii_lowercase().as_str(), &mut desk.mind.player.search) {
            ("uci_variant", _) => Variant::spec(value).is_some_and(|game| self.change_game(game)),
            ("move overhead", _) => {
                let overhead = number.filter(|&number| number as u64 <= MOST_OVERHEAD);
                self.overhead = overhead.map_or(self.overhead, |number| Duration::from_millis(number as u64));
                overhead.is_some()
            }
            ("threads", SearchSpec::Engine { threads, .. }) => {
                *threads = bounded(MOST_THREADS).unwrap_or(*threads);
                bounded(MOST_THREADS).is_some()
            }
            ("hash", SearchSpec::Engine { table, .. }) => {
                *table = bounded(MOST_TABLE).map_or(*table, |number| number * MEGABYTE);
                bounded(MOST_TABLE).is_some()
            }
            ("ponder", SearchSpec::Engine { ponder, .. }) => {
                let wanted = value.to_ascii_lowercase().parse::<bool>();
                *ponder = wanted.clone().unwrap_or(*ponder);
                wanted.is_ok()
            }
            _ => false,
        };
        if is_set { Ok(()) } else { remark(desk, &format!("option {name} cannot be set to {value:?}")) }
    }

    fn change_game(&mut self, game: String) -> bool {
        let Ok(position) = start(&game) else { return false };
        self.position = Some(position);
        self.game = game;
        true
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String], desk: &mut Desk<'_>) -> io::Result<()> {
        let begun = match fen {
            None => start(&self.game),
            Some(fen) => read_fen(fen).and_then(|text| read(&self.game, &text)),
        };
        let set = begun.and_then(|mut position| {
            moves.iter().try_for_each(|m| position.play(m))?;
            Ok(position)
        });
        match set {
            Ok(position) => self.position = Some(position),
            Err(error) => {
                self.position = None;
                remark(desk, &format!("this position is not understood: {error}"))?;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(position) = &self.position else { return desk.say(NO_MOVE) };
        if let Some(depth) = go.perft {
            desk.count(&**position, depth as usize);
            return Ok(());
        }
        if position.outcome().is_some() {
            return desk.say(NO_MOVE);
        }
        if !go.search_moves.is_empty() {
            remark(desk, "searchmoves is not supported: all moves are searched")?;
        }
        if go.ponder && desk.mind.ponders() {
            // Until the opponent has moved, our clock does not run.
            let limits = Limits { time: None, soft_time: None, ..limits(&go, &**position, self.overhead) };
            desk.think(&**position, &Until::Stopped(limits));
            self.held = Some(Held::Ponder(Box::new(go), None));
            return Ok(());
        }
        if go.ponder {
            remark(desk, "pondering is off: the search begins with ponderhit")?;
            self.held = Some(Held::Declined(Box::new(go)));
            return Ok(());
        }
        if go.infinite {
            self.held = Some(Held::Infinite(None));
            desk.think(&**position, &Until::Stopped(Limits::default()));
        } else {
            desk.think(&**position, &Until::Limits(limits(&go, &**position, self.overhead)));
        }
        Ok(())
    }

    fn stop(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.stop();
        match self.held.take() {
            Some(Held::Infinite(Some(answer)) | Held::Ponder(_, Some(answer))) => best(desk, &answer),
            Some(Held::Declined(go)) => {
                self.go(Go { ponder: false, ..*go }, desk)?;
                desk.stop();
                Ok(())
            }
            // The answer comes when the search has ended.
            Some(Held::Infinite(None) | Held::Ponder(_, None)) | None => Ok(()),
        }
    }

    /// The opponent has made the expected move, and our clock runs.
    fn ponder_hit(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        match self.held.take_if(|held| !matches!(held, Held::Infinite(_))) {
            Some(Held::Declined(go)) => self.go(Go { ponder: false, ..*go }, desk),
            Some(Held::Ponder(_, Some(answer))) => best(desk, &answer),
            Some(Held::Ponder(go, None)) => {
                let limits = self.position.as_ref().map(|position| limits(&go, &**position, self.overhead));
                let time = limits.and_then(|limits| limits.soft_time.or(limits.time));
                let has_other = go.depth.is_some() || go.nodes.is_some() || desk.mind.player.has_limit();
                match time {
                    Some(time) => desk.stop_after(time),
                    None if go.infinite => self.held = Some(Held::Infinite(None)),
                    None if has_other => {}
                    None => desk.stop_after(Duration::from_secs(1)),
                }
                Ok(())
            }
            Some(Held::Infinite(_)) | None => Ok(()),
        }
    }

    fn show(&self, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(position) = &self.position else { return remark(desk, "there is no position") };
        let text = position.text();
        let board = text.split(' ').next().unwrap_or_default().replace('/', "\n");
        let fen = plyscope_protocols::uci::fen(&text).unwrap_or_default();
        desk.say(&format!("{}\n\nFen: {fen}", board.replace('x', "P").replace('o', "p")))
    }
}

const STANDARD: &str = "breakthrough";
const NO_MOVE: &str = "bestmove (none)";

/// What `go` asks for, for the side to move of a position.
fn limits(go: &Go, position: &dyn AnyPosition, overhead: Duration) -> Limits {
    let side: Side = position.side_to_move();
    let (clock, gain) = go.clock_of(side);
    let moves = go.moves_to_go.unwrap_or_else(|| position.moves_ahead());
    let time = go.move_time.map(|time| net(time, overhead));
    let limits = Limits { depth: go.depth.map(|depth| depth.max(1)), nodes: go.nodes, time, ..Limits::default() };
    let budget = clock.map(|left| ClockReading { left, increment: gain }.budget(moves, overhead));
    budget.map_or(limits, |budget| limits.with_budget(budget))
}

fn remark(desk: &mut Desk<'_>, text: &str) -> io::Result<()> {
    desk.say(&format!("info string {text}"))
}

fn inform(desk: &mut Desk<'_>, answer: &Answer) -> io::Result<()> {
    let (nodes, ms) = (answer.counters.nodes, answer.time.as_millis() as u64);
    let per_second = nodes.saturating_mul(1000) / ms.max(1);
    let line: Vec<String> = answer.pv.iter().map(|m| move_text(m)).collect();
    let (depth, score) = (answer.depth, score(answer.score));
    desk.say(&format!(
        "info depth {depth} score {score} nodes {nodes} nps {per_second} time {ms} pv {}",
        line.join(" ")
    ))
}

/// The answer, and the reply to think about meanwhile for those who ponder.
fn best(desk: &mut Desk<'_>, answer: &Answer) -> io::Result<()> {
    let reply = answer.pv.get(1).filter(|_| desk.mind.ponders());
    let ponder = reply.map_or(String::new(), |m| format!(" ponder {}", move_text(m)));
    desk.say(&format!("bestmove {}{ponder}", move_text(&answer.best)))
}

fn show_counts(desk: &mut Desk<'_>, counts: &PerftCounts) -> io::Result<()> {
    let moves: String = counts.divide.iter().map(|(m, count)| format!("{}: {count}\n", move_text(m))).collect();
    desk.say(&format!("{moves}\nNodes searched: {}\n", counts.leaves()))
}

impl Session for Uci {
    fn urgency(&self, line: &str) -> Urgency {
        match Request::read(line) {
            Some(Request::Quit) => Urgency::AtOnce,
            Some(Request::Stop | Request::IsReady | Request::PonderHit | Request::Debug(_)) | None => {
                Urgency::WhileThinking
            }
            _ => Urgency::InOrder,
        }
    }

    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        // Unknown requests are ignored, as the protocol asks.
        match Request::read(line) {
            Some(Request::Uci) => self.introduce(desk)?,
            Some(Request::IsReady) => desk.say("readyok")?,
            Some(Request::SetOption { name, value }) => {
                self.set_option(&name, value.as_deref().unwrap_or_default(), desk)?;
            }
            Some(Request::Position { fen, moves }) => self.set_position(fen.as_deref(), &moves, desk)?,
            Some(Request::Go(go)) => self.go(go, desk)?,
            Some(Request::Stop) => self.stop(desk)?,
            Some(Request::PonderHit) => self.ponder_hit(desk)?,
            Some(Request::Show) => self.show(desk)?,
            Some(Request::NewGame | Request::Debug(_)) | None => {}
            Some(Request::Quit) => {
                desk.stop();
                return Ok(Flow::End);
            }
        }
        Ok(Flow::GoOn)
    }

    fn found(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()> {
        match found.what {
            What::Progress(answer) => inform(desk, &answer),
            What::Perft(counts) => counts.map_or(Ok(()), |counts| show_counts(desk, &counts)),
            What::Answer(Ok(answer)) => match &mut self.held {
                Some(Held::Infinite(held) | Held::Ponder(_, held)) => {
                    *held = Some(answer);
                    Ok(())
                }
                _ => best(desk, &answer),
            },
            What::Answer(Err(error)) => {
                self.held = None;
                remark(desk, &error.to_string())?;
                desk.say(NO_MOVE)
            }
        }
    }

    fn end(&mut self, desk: &mut Desk<'_>) {
        desk.stop();
    }
}
