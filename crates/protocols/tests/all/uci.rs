//! Messages of UCI.

use std::time::Duration;

use plyscope_core::{Side, Verdict};
use plyscope_protocols::uci::{Go, Reply, Request, move_text, score};
use plyscope_protocols::{Protocol, Thought};

use crate::said;

#[test]
fn requests_are_read_and_written() {
    for line in [
        "uci",
        "debug on",
        "debug off",
        "isready",
        "setoption name Clear Hash",
        "setoption name UCI_Variant value breakthrough",
        "ucinewgame",
        "position startpos",
        "position startpos moves a2a3 b7b6",
        "position fen 8/p7/8/8/8/8/P7/8 w - - 0 1 moves a2a3",
        "go infinite",
        "go ponder wtime 1000 winc 10 btime 900 binc 20 movestogo 5",
        "go movetime 200 depth 4 nodes 1000",
        "go perft 3",
        "go depth 2 searchmoves a2a3 b2b3",
        "stop",
        "ponderhit",
        "d",
        "quit",
    ] {
        assert_eq!(Request::read(line).expect("a request").to_string(), line);
    }
}

#[test]
fn unknown_words_are_skipped_as_the_protocol_asks() {
    assert_eq!(Request::read("  joho   debug  off "), Some(Request::Debug(false)));
    for line in [
        "",
        "nonsense",
        "position",
        "position here",
        "position fen",
        "position startpos e2e4",
        "setoption",
        "setoption name",
        "setoption value 3",
    ] {
        assert_eq!(Request::read(line), None, "{line}");
    }
    let go = Go::read("depth 5 quickly wtime -30 btime many nodes searchmoves a2a3 movetime 7 mate 3");
    let expected = Go {
        depth: Some(5),
        clock: [Some(Duration::ZERO), None],
        search_moves: vec!["a2a3".to_owned()],
        move_time: Some(Duration::from_millis(7)),
        ..Go::default()
    };
    assert_eq!(go, Go { depth: Some(5), ..expected });
}

#[test]
fn clocks_belong_to_the_sides() {
    let go = Go::read("wtime 1000 btime 2000 winc 10 binc 20");
    let time = Duration::from_millis;
    assert_eq!(go.clock_of(Side::First), (Some(time(1000)), time(10)));
    assert_eq!(go.clock_of(Side::Second), (Some(time(2000)), time(20)));
}

#[test]
fn a_transcript_of_fairy_stockfish_is_understood() {
    let transcript = include_str!("../data/fairy-stockfish.txt");
    for line in said(transcript, ">") {
        assert_eq!(Request::read(line).expect("a request").to_string(), line);
    }
    let replies: Vec<Reply> = said(transcript, "<").into_iter().map(Reply::read).collect();
    assert!(replies.contains(&Reply::Name("Fairy-Stockfish 11.1 LB 64".to_owned())));
    assert!(replies.contains(&Reply::UciOk) && replies.contains(&Reply::ReadyOk));
    let has_option = |wanted: &str, part: &str| {
        replies
            .iter()
            .any(|reply| matches!(reply, Reply::Option { name, about } if name == wanted && about.contains(part)))
    };
    assert!(has_option("UCI_Variant", "var breakthrough") && has_option("Clear Hash", "button"));
    let moves: Vec<_> = replies.iter().filter(|reply| matches!(reply, Reply::BestMove(_))).cloned().collect();
    let best = |m: Option<&str>| Reply::BestMove(m.map(str::to_owned));
    assert_eq!(moves, [best(Some("a3b4")), best(Some("a6b7")), best(None)]);
    let thoughts: Vec<&Thought> = replies
        .iter()
        .filter_map(|reply| if let Reply::Info(thought) = reply { Some(thought) } else { None })
        .collect();
    assert_eq!(thoughts.len(), 4 + 3 + 1, "lines with only a string are not thoughts");
    let expected = Thought {
        depth: Some(4),
        nodes: Some(536),
        value: Some(Verdict::Estimate(0.35)),
        line: ["a3b4", "b6b5", "b4a5", "a8b7"].map(str::to_owned).to_vec(),
    };
    assert_eq!(thoughts[3], &expected);
    assert_eq!(thoughts[6].value, Some(Verdict::Loss(2)), "it moves, the other side reaches the end");
    assert_eq!(thoughts[7].value, Some(Verdict::Loss(0)));
}

#[test]
fn values_survive_the_way_there_and_back() {
    for value in [Verdict::Win(1), Verdict::Win(7), Verdict::Loss(2), Verdict::Loss(0), Verdict::Estimate(-1.25)] {
        let Reply::Info(thought) = Reply::read(&format!("info score {}", score(value))) else { panic!("a thought") };
        assert_eq!(thought.value, Some(value));
    }
    assert_eq!(score(Verdict::Draw), "cp 0");
    assert_eq!(score(Verdict::Estimate(1e300)), "cp 1000000");
    assert_eq!(Reply::read("info multipv 2 depth 3 pv a2a3"), Reply::Other, "not the best line");
}

#[test]
fn later_reports_replace_earlier_ones_where_they_say_something() {
    let thought = |line| match Reply::read(line) {
        Reply::Info(thought) => thought,
        other => panic!("{other:?}"),
    };
    let mut all = thought("info depth 3 nodes 10 score cp 50 pv a2a3");
    all.update(thought("info depth 4 nodes 20"));
    assert_eq!(all, thought("info depth 4 nodes 20 score cp 50 pv a2a3"));
}

#[test]
fn moves_lose_their_marks_and_columns_do_not() {
    for (ours, theirs) in [
        ("a2-a3", "a2a3"),
        ("b4xa5", "b4a5"),
        ("x2-x3", "x2x3"),
        ("w2xx3", "w2x3"),
        ("a9-a10", "a9a10"),
        ("aa10xab11", "aa10ab11"),
    ] {
        assert_eq!(move_text(ours), theirs);
    }
}

#[test]
fn protocols_have_names_and_games() {
    for protocol in Protocol::ALL {
        assert_eq!(protocol.to_string().parse(), Ok(protocol));
    }
    assert!("gpt".parse::<Protocol>().expect_err("unknown").to_string().contains("did you mean \"gtp\""));
    let can = |spec| Protocol::ALL.map(|protocol| protocol.check(spec).is_ok());
    assert_eq!(can("reversi:8x8"), [true, true, false, true]);
    assert_eq!(can("reversi:6x6"), [true, true, false, false]);
    assert_eq!(can("breakthrough:6x6"), [true, false, true, false]);
    assert_eq!(can("andantino:4"), [true, false, false, false]);
}
