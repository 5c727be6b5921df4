//! Games against Debian's gtp-rhino and fairy-stockfish, led by a small driver that knows the rules.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use plyscope_protocols::Protocol;
use plyscope_protocols::gtp::{self, Choice, Response, ResponseReader};
use plyscope_protocols::uci;
use plyscope_registry::start;

use crate::talk::Talk;

/// A line at a time, there and back.
trait Speaker {
    fn send(&mut self, line: &str);
    fn line(&mut self) -> String;
}

impl Speaker for Talk {
    fn send(&mut self, line: &str) {
        Talk::send(self, line);
    }

    fn line(&mut self) -> String {
        Talk::line(self)
    }
}

/// A program of somebody else, ended with this value.
struct Program {
    child: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn new(name: &str) -> Program {
        let path = ["/usr/games", "/usr/bin", "/usr/local/bin"].map(|folder| PathBuf::from(folder).join(name));
        let path = path.iter().find(|path| path.exists()).unwrap_or_else(|| {
            panic!("{name} is not installed, and these tests need it: apt-get install fairy-stockfish grhino")
        });
        let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let (to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Program { child, to, from: BufReader::new(from).lines() }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Speaker for Program {
    fn send(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("it reads");
    }

    fn line(&mut self) -> String {
        self.from.next().expect("it is running").expect("text")
    }
}

fn ask_gtp(speaker: &mut dyn Speaker, command: &gtp::Command) -> String {
    speaker.send(&command.to_string());
    let mut reader = ResponseReader::default();
    loop {
        if let Some(Response { result, .. }) = reader.line(&speaker.line()).expect("an answer of GTP") {
            return result.unwrap_or_else(|why| panic!("{command}: {why}"));
        }
    }
}

#[test]
fn reversi_against_gtp_rhino() {
    for we_begin in [true, false] {
        let mut ours = Talk::new("reversi", "engine@depth=3", Protocol::Gtp);
        let mut rhino = Program::new("gtp-rhino");
        let mut position = start("reversi").expect("a game");
        while position.outcome().is_none() {
            let side = position.side_to_move();
            let is_ours = we_begin == (side == plyscope_core::Side::First);
            let (mover, other): (&mut dyn Speaker, &mut dyn Speaker) =
                if is_ours { (&mut ours, &mut rhino) } else { (&mut rhino, &mut ours) };
            let text = ask_gtp(mover, &gtp::Command::new("genmove", &[gtp::colour(side)]));
            let Choice::Move(m) = Choice::read(&text) else { panic!("nobody gives up") };
            position.play(&m).unwrap_or_else(|error| panic!("{error}"));
            if let Some(command) = gtp::play(side, &m) {
                ask_gtp(other, &command);
            }
        }
        let score = gtp::Command::new("final_score", &[]);
        assert_eq!(ask_gtp(&mut ours, &score), ask_gtp(&mut rhino, &score), "{}", position.text());
    }
}

/// The move that answers a position and a `go`.
fn ask_uci(speaker: &mut dyn Speaker, moves: &[String], go: &str) -> Option<String> {
    let moves = moves.iter().map(|m| uci::move_text(m)).collect();
    speaker.send(&uci::Request::Position { fen: None, moves }.to_string());
    speaker.send(go);
    loop {
        if let uci::Reply::BestMove(m) = uci::Reply::read(&speaker.line()) {
            return m;
        }
    }
}

#[test]
fn breakthrough_against_fairy_stockfish() {
    for we_begin in [true, false] {
        let mut ours = Talk::new("breakthrough", "engine", Protocol::Uci);
        let mut fairy = Program::new("fairy-stockfish");
        for speaker in [&mut ours as &mut dyn Speaker, &mut fairy] {
            speaker.send("uci");
            while uci::Reply::read(&speaker.line()) != uci::Reply::UciOk {}
            speaker.send("setoption name UCI_Variant value breakthrough");
        }
        let mut position = start("breakthrough").expect("a game");
        while position.outcome().is_none() {
            let is_ours = we_begin == (position.ply().is_multiple_of(2));
            let speaker: &mut dyn Speaker = if is_ours { &mut ours } else { &mut fairy };
            let m = ask_uci(speaker, position.played(), "go depth 3").expect("a move while the game goes on");
            position.play(&m).unwrap_or_else(|error| panic!("{error}"));
        }
        // Both know that it is over.
        for speaker in [&mut ours as &mut dyn Speaker, &mut fairy] {
            assert_eq!(ask_uci(speaker, position.played(), "go depth 3"), None, "{}", position.text());
        }
    }
}
