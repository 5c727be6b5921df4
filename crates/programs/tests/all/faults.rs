//! Every way to break loses the game with its reason, and the next game is played.

use std::time::{Duration, Instant};

use plyscope_core::{Outcome, Side};
use plyscope_registry::{Fault, Record};

use crate::common::{agent, broken, play, programs};

const AGENT: &str = "program:agent@time=300ms";

/// A game won by somebody's fault: the fault and what was said of it.
fn forfeit(record: &Record) -> (Fault, &str) {
    assert_eq!(record.outcome, Outcome::Win(Side::Second), "{record:?}");
    (record.forfeit.expect("a forfeit"), record.words.as_deref().unwrap_or_default())
}

/// An agent breaks in its second game, which it loses; the third is played by another process of it.
fn check(how: &str, fault: Fault, words: &[&str]) {
    let pool = broken(how, 1).pool();
    let begun = Instant::now();
    let first = play("tictactoe", [AGENT, "random"], 1, &pool);
    assert_eq!((first.forfeit, first.words.as_deref()), (None, None), "{how}: {:?}", first.words);
    let second = play("tictactoe", [AGENT, "random"], 2, &pool);
    let (seen, said) = forfeit(&second);
    assert_eq!((seen, second.reason), (fault, fault.name()), "{how}: {said}");
    assert!(words.iter().all(|word| said.contains(word)), "{how}: {said}");
    let third = play("tictactoe", [AGENT, "random"], 3, &pool);
    assert_eq!(third.forfeit, None, "{how}: {:?}", third.words);
    assert!(begun.elapsed() < Duration::from_secs(20), "{how}: {:?}", begun.elapsed());
}

#[test]
fn crashes() {
    check("crash", Fault::Crash, &["exit status: 1", "ValueError: an error on purpose"]);
    check("exit", Fault::Crash, &["exit status: 0"]);
    check("killed", Fault::Crash, &["signal: 11"]);
    check("closed", Fault::Crash, &["closed its standard input or output"]);
}

#[test]
fn late_answers() {
    check("silence", Fault::Timeout, &["no answer within 300 ms (and 100 for the pipe)"]);
    check("hang", Fault::Timeout, &["300 ms"]);
    check("late", Fault::Timeout, &["300 ms"]);
}

#[test]
fn wrong_answers() {
    check("prose", Fault::BadAnswer, &["I think I will play", "move MOVE"]);
    check("empty", Fault::BadAnswer, &["\"\""]);
    check("error", Fault::BadAnswer, &["I do not know this game"]);
    check("flood", Fault::BadAnswer, &["a line of more than 65536 bytes"]);
    check("lines of flood", Fault::BadAnswer, &["an answer of more than 1048576 bytes"]);
    check("resign", Fault::Resigned, &["it resigned"]);
}

/// An illegal move is no reason to start the program again, so this one breaks in every later game.
#[test]
fn illegal_moves() {
    for (how, words) in [("illegal", "\"z9\" is not a legal move"), ("not utf-8", "is not a legal move")] {
        let pool = broken(how, 1).pool();
        assert_eq!(play("tictactoe", [AGENT, "random"], 1, &pool).forfeit, None);
        for seed in 2..4 {
            let lost = play("tictactoe", [AGENT, "random"], seed, &pool);
            let (fault, said) = forfeit(&lost);
            assert!(fault == Fault::IllegalMove && said.contains(words), "{said}");
        }
    }
}

/// The second answer to one question is not taken for an answer to the next.
#[test]
fn answers_without_a_question() {
    let pool = broken("twice", 0).pool();
    let lost = play("tictactoe", [AGENT, "random"], 1, &pool);
    let (fault, said) = forfeit(&lost);
    assert_eq!((fault, lost.plies), (Fault::BadAnswer, 2), "{said}");
    assert!(said.contains("without being asked"), "{said}");
}

/// A program that stopped listening answered one question, and cannot be sent the next.
#[test]
fn a_program_that_does_not_listen() {
    let pool = broken("deaf", 0).pool();
    let lost = play("tictactoe", [AGENT, "random"], 1, &pool);
    assert_eq!((forfeit(&lost).0, lost.plies), (Fault::Crash, 2));
}

#[test]
fn a_flood_of_errors_is_no_fault_and_only_its_end_is_kept() {
    let pool = broken("flood of errors", 0).pool();
    assert_eq!(play("tictactoe", [AGENT, "random"], 1, &pool).forfeit, None);
}

#[test]
fn programs_that_do_not_start() {
    let start = |how: &str| {
        let mut spec = agent(&["python3", "broken.py", how]);
        spec.start = Some("700ms".to_owned());
        programs(spec)
    };
    let missing = programs(agent(&["./no-such-program"]));
    let not_executable = programs(agent(&["./broken.py"]));
    for (programs, words) in [
        (start("no start"), "I will not start"),
        (start("silent start"), "within 700 ms of its start"),
        (start("wrong version"), "version 7"),
        (start("chatty start"), "Welcome to my agent!"),
        (missing, "No such file"),
        (not_executable, "Permission denied"),
    ] {
        let pool = programs.pool();
        for tries in 0..5 {
            let begun = Instant::now();
            let lost = play("tictactoe", [AGENT, "random"], 1, &pool);
            let (fault, said) = forfeit(&lost);
            assert_eq!((fault, lost.plies), (Fault::NoStart, 0), "{said}");
            assert!(said.contains(words), "{said}");
            // It is not tried for ever.
            assert!(tries < 3 || begun.elapsed() < Duration::from_millis(100), "{:?}", begun.elapsed());
        }
    }
}

/// The start has its own time: this agent would be far too late otherwise.
#[test]
fn the_start_does_not_count_as_thinking() {
    let script = "import time; time.sleep(0.6); exec(open('broken.py').read())";
    let pool = programs(agent(&["python3", "-c", script])).pool();
    let record = play("tictactoe", ["program:agent@time=100ms", "random"], 1, &pool);
    assert_eq!(record.forfeit, None, "{:?}", record.words);
    assert!(record.cost[0].time < Duration::from_millis(300), "{:?}", record.cost);
}

/// Without a limit of its own, a player has the referee's; the smaller of the two counts.
#[test]
fn the_referee_s_limit_holds_too() {
    use plyscope_registry::{GameConditions, start};
    let pool = broken("silence", 0).pool();
    let (agent, random) = (crate::common::player("program:agent@time=5s"), crate::common::player("random"));
    let conditions = GameConditions {
        guests: Some(&pool),
        move_limit: Some(Duration::from_millis(100)),
        ..GameConditions::default()
    };
    let begun = Instant::now();
    let record = start("tictactoe").unwrap().play_out([&agent, &random], 1, &conditions).unwrap().unwrap();
    assert_eq!(forfeit(&record).0, Fault::Timeout);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}
