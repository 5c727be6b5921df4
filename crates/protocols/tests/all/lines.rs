//! The `lines` protocol, against the transcript and the tables of docs/protocol.md.

use std::time::Duration;

use plyscope_core::{Side, Verdict};
use plyscope_protocols::Thought;
use plyscope_protocols::lines::{Clock, FromProgram, Info, Request, RequestReader, ToProgram};

const SPECIFICATION: &str = include_str!("../../../../docs/protocol.md");

/// The lines of the transcript that one side says, without their marks.
fn transcript(mark: &str) -> Vec<&'static str> {
    let (_, rest) = SPECIFICATION.split_once("```text\n").expect("a transcript");
    let (transcript, _) = rest.split_once("```").expect("an end");
    transcript.lines().filter_map(|line| line.strip_prefix(mark)).map(str::trim_start).collect()
}

fn opening() -> Request {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    Request {
        game: "breakthrough:4x3".to_owned(),
        side: Some(Side::First),
        position: "ooo/ooo/xxx/xxx x".to_owned(),
        played: Vec::new(),
        legal: words("b2xa3 c2xb3 a2xb3 b2xc3"),
        time: Some(Duration::from_secs(1)),
        clock: None,
        depth: None,
        nodes: None,
    }
}

#[test]
fn the_transcript_is_what_we_write() {
    let later = Request {
        position: "o.o/ooo/x.x/xxx x".to_owned(),
        played: vec!["b2xa3".to_owned(), "b4xa3".to_owned()],
        legal: "c1-b2 c2xb3 a1-b2 a2xb3 b1-b2".split(' ').map(str::to_owned).collect(),
        ..opening()
    };
    let written = format!("lines 1\nnew\n{}{later}quit\n", opening());
    assert_eq!(written.lines().collect::<Vec<_>>(), transcript(">"));
}

#[test]
fn the_transcript_is_understood_by_the_side_that_answers() {
    let mut reader = RequestReader::default();
    let messages: Vec<ToProgram> = transcript(">").into_iter().filter_map(|line| reader.read(line)).collect();
    assert!(matches!(
        &messages[..],
        [ToProgram::Hello(1), ToProgram::New, ToProgram::Go(first), ToProgram::Go(second), ToProgram::Quit]
            if **first == opening() && second.played == ["b2xa3", "b4xa3"]
    ));
}

#[test]
fn the_transcript_is_understood_by_the_side_that_asks() {
    let said: Vec<_> = transcript("<").into_iter().map(FromProgram::read).collect();
    let thought = Thought {
        depth: Some(4),
        nodes: Some(2310),
        value: Some(Verdict::Estimate(1.5)),
        line: vec!["b2xa3".to_owned(), "b4xa3".to_owned()],
    };
    let thoughts = Info { thought, text: None };
    let remark = Info { text: Some("capturing before I am captured".to_owned()), ..Info::default() };
    let expected = [
        FromProgram::Hello { version: 1, name: "my-agent".to_owned() },
        FromProgram::Info(thoughts),
        FromProgram::Info(remark),
        FromProgram::Move("b2xa3".to_owned()),
        FromProgram::Move("a2xb3".to_owned()),
    ];
    assert_eq!(said, expected.map(Some));
}

#[test]
fn what_a_program_writes_is_read_back() {
    let info = |text: &str| FromProgram::read(&format!("info {text}")).expect("an info line");
    for said in [
        FromProgram::Hello { version: 1, name: String::new() },
        FromProgram::Hello { version: 2, name: "Deep Pawn II".to_owned() },
        FromProgram::Move("10 J".to_owned()),
        FromProgram::Resign,
        FromProgram::Error("only Reversi, please".to_owned()),
        info("depth 3 line a1 b2"),
        info("value -2.5 text depth 9 is part of the text"),
    ] {
        let written = said.to_string();
        assert_eq!(written.matches('\n').count(), 1, "{written}");
        assert_eq!(FromProgram::read(written.trim_end()), Some(said), "{written}");
    }
}

#[test]
fn clocks_are_written_and_read() {
    let ms = Duration::from_millis;
    for (clock, line) in [
        (Clock { left: ms(60_000), increment: ms(1000), opponent: Some(ms(58_500)) }, "clock 60000 1000 58500"),
        (Clock { left: ms(5), increment: Duration::ZERO, opponent: None }, "clock 5 0"),
    ] {
        let request = Request { clock: Some(clock), ..opening() };
        let (written, mut reader) = (request.to_string(), RequestReader::default());
        assert!(written.lines().any(|written| written == line), "{written}");
        let read = written.lines().find_map(|line| reader.read(line));
        assert_eq!(read, Some(ToProgram::Go(Box::new(request))));
    }
    let read = |line: &str| {
        let mut reader = RequestReader::default();
        reader.read(line);
        match reader.read("go") {
            Some(ToProgram::Go(request)) => request.clock,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(read("clock 700").map(|clock| (clock.left, clock.increment)), Some((ms(700), Duration::ZERO)));
    for odd in ["clock", "clock soon", "clock -5", "clock 5 much"] {
        assert_eq!(read(odd), None, "{odd}");
    }
}

#[test]
fn odd_lines() {
    for no_answer in ["", " ", "a1-a2", "move", "move ", "Move a1", "moves a1", "lines", "lines one", "hello"] {
        assert_eq!(FromProgram::read(no_answer), None, "{no_answer:?}");
    }
    assert_eq!(FromProgram::read("move  a1-a2 \r"), Some(FromProgram::Move("a1-a2".to_owned())));
    let info = FromProgram::read("info depth x mood 3 nodes 12 value NaN line");
    assert_eq!(
        info,
        Some(FromProgram::Info(Info { thought: Thought { nodes: Some(12), ..Thought::default() }, text: None }))
    );
    let mut reader = RequestReader::default();
    assert_eq!(["colour red", "legal a1", "time soon"].map(|line| reader.read(line)), [None, None, None]);
    let Some(ToProgram::Go(request)) = reader.read("go\r") else { panic!("a request") };
    assert_eq!(*request, Request { legal: vec!["a1".to_owned()], ..Request::default() });
    // Nothing is carried over to the next request.
    assert_eq!(reader.read("go"), Some(ToProgram::Go(Box::default())));
}

#[test]
fn later_thoughts_replace_earlier_ones() {
    let read = |text: &str| match FromProgram::read(text) {
        Some(FromProgram::Info(info)) => info,
        other => panic!("{other:?}"),
    };
    let mut info = read("info depth 2 line a1");
    info.update(read("info text hm"));
    info.update(read("info depth 3 nodes 7"));
    let expected = Info { text: Some("hm".to_owned()), ..read("info depth 3 nodes 7 line a1") };
    assert_eq!(info, expected);
}
