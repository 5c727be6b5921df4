//! Attacks from inside the sandbox, in both of its ways. Those that do no harm are also made without it, so that a test
//! that could not fail is noticed.

use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use plyscope_core::{Limits, Side, Work};
use plyscope_programs::{ProgramSpec, Sandbox, Walls};
use plyscope_registry::{Fault, Guest, Guests, NoMove, Question};

use crate::common::{agent, programs};

const WAYS: [Walls; 2] = [Walls::Bubblewrap, Walls::Landlock];
const OUTSIDE: Sandbox = Sandbox::Asked(false);

/// What an agent says of its attacks, one for each word, or how it failed.
fn attack(words: &[&str], sandbox: Sandbox) -> Result<Vec<String>, (Fault, String)> {
    let command = [&["/usr/bin/python3", "attack.py"], words].concat();
    let mut spec = ProgramSpec { sandbox, ..agent(&command) };
    spec.env.insert("MINE".to_owned(), "yes".to_owned());
    ask(spec).map(|told| told.split(" | ").map(str::to_owned).collect())
}

/// What a program answers in the first move of a game, as a remark.
fn ask(spec: ProgramSpec) -> Result<String, (Fault, String)> {
    let pool = programs(spec).pool();
    ask_seat(&mut *pool.seat("agent").expect("a sandbox"), Duration::from_secs(20))
}

fn ask_seat(seat: &mut dyn Guest, time: Duration) -> Result<String, (Fault, String)> {
    let legal = ["a1".to_owned(), "b2".to_owned()];
    let question = Question {
        game: "tictactoe",
        start: ".../.../... x",
        played: &[],
        position: ".../.../... x",
        side: Side::First,
        legal: &legal,
        limits: Limits { time: Some(time), ..Limits::default() },
        clock: None,
        move_limit: None,
        work: Work::never(),
    };
    match seat.ask(&question, &mut |_| {}) {
        Ok(reply) => Ok(reply.text.unwrap_or_default()),
        Err(NoMove::Forfeit { fault, words, .. }) => Err((fault, words)),
        Err(other) => panic!("{other:?}"),
    }
}

/// All of these attacks fail inside.
fn assert_repelled(words: &[&str]) {
    for way in WAYS {
        let inside = attack(words, Sandbox::With(way)).expect("it plays on");
        assert_eq!(inside.len(), words.len(), "{way:?}: {inside:?}");
        for (told, words) in inside.iter().zip(words) {
            assert!(told.starts_with("failure"), "{words} with {way:?}: {told}");
        }
    }
}

/// All of these attacks succeed outside and fail inside.
fn check(words: &[&str]) {
    let outside = attack(words, OUTSIDE).expect("it plays on");
    for (told, words) in outside.iter().zip(words) {
        assert!(told.starts_with("success"), "{words} outside: {told}");
    }
    assert_repelled(words);
}

#[test]
fn files_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (secret, neighbour) = (place("secret"), place("neighbour"));
    std::fs::write(&secret, "the answers").expect("a file");
    let own = crate::common::agents().join("written").display().to_string();
    let words = [
        format!("read,{secret}"),
        "read,/etc/passwd".to_owned(),
        format!("list,{}", folder.path().display()),
        format!("write,{neighbour}"),
        format!("chmod,{secret}"),
        format!("touch,{secret}"),
        format!("write,{own}"),
        format!("remove,{own}"),
        "environments,CARGO_MANIFEST_DIR".to_owned(),
    ];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    check(&words);
    assert_repelled(&[
        &format!("remove,{secret}"),
        "write,/plant",
        "write,/dev/plant",
        "write,/usr/plant",
        &format!("list,{}", std::env::var("HOME").expect("a home folder")),
        "list,/home",
    ]);
    assert_eq!(std::fs::read_to_string(&secret).expect("it is still there"), "the answers");
}

#[test]
fn the_network() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let datagrams = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("socket");
    let _local = UnixListener::bind(&path).expect("a socket");
    check(&[
        &format!("connect,{}", listener.local_addr().expect("an address").port()),
        &format!("send,{}", datagrams.local_addr().expect("an address").port()),
        &format!("unix,{}", path.display()),
    ]);
    assert_repelled(&["resolve"]);
}

/// Another program, such as the opponent, can neither be ended nor hindered.
#[test]
fn other_processes() {
    let mut sleeper = std::process::Command::new("sleep").arg("60").spawn().expect("a process");
    let pid = sleeper.id();
    let words = ["kill", "ptrace", "slow down", "limit"].map(|how| format!("{how},{pid}"));
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["namespace"]).collect();
    assert_repelled(&words);
    assert!(matches!(sleeper.try_wait(), Ok(None)), "it lives");
    let outside = attack(&[words[2], words[0]], OUTSIDE).expect("it plays on");
    assert!(outside.iter().all(|told| told.starts_with("success")), "{outside:?}");
    sleeper.wait().expect("it was ended outside");
}

#[test]
fn memory_and_disk() {
    assert_repelled(&["disk", "shared files", "memory", "memory file"]);
    for way in WAYS {
        for (how, words) in [("memory of many", "1024 MB of memory"), ("shared memory", "1024 MB of memory")] {
            let (fault, said) = attack(&[how], Sandbox::With(way)).expect_err("too much together");
            assert!(fault == Fault::Crash && said.contains(words), "{how} with {way:?}: {said}");
        }
    }
    let bubblewrap = attack(&["many files"], Sandbox::With(Walls::Bubblewrap)).expect("it plays on");
    assert!(bubblewrap[0].contains("No space left"), "{bubblewrap:?}");
    let (fault, said) = attack(&["many files"], Sandbox::With(Walls::Landlock)).expect_err("too much together");
    assert!(fault == Fault::Crash && said.contains("64 MB of files"), "{said}");
}

/// Processes that gave up their environment, and tried to leave their group, are found too.
#[test]
fn processes_without_end() {
    for (way, time) in WAYS.into_iter().zip(["1004", "1005"]) {
        // It is either refused more of them, or ended.
        match attack(&[&format!("fork,{time}")], Sandbox::With(way)) {
            Ok(told) => assert!(told[0].contains("Resource temporarily unavailable"), "{way:?}: {told:?}"),
            Err((fault, words)) => assert!(fault == Fault::Crash && words.contains("processes"), "{way:?}: {words}"),
        }
        assert_gone(&format!("sleep {time}"));
    }
}

/// A process that goes on computing while nobody asks uses up the time of its program, which is then ended with it.
#[test]
fn time_without_end() {
    let burn = |way: Walls, mark: &str| {
        let (sandbox, start) = (Sandbox::With(way), Some("1500ms".to_owned()));
        let pool = programs(ProgramSpec { sandbox, start, ..agent(&["/usr/bin/python3", "attack.py", mark]) }).pool();
        let mut seat = pool.seat("agent").expect("a sandbox");
        let time = Duration::from_millis(500);
        assert_eq!(ask_seat(&mut *seat, time), Ok("success: started".to_owned()), "{way:?}");
        assert!(!crate::leftovers::processes(mark).is_empty(), "{way:?}: it computes");
        assert_gone(mark);
        let (fault, said) = ask_seat(&mut *seat, time).expect_err("it was ended");
        assert!(fault == Fault::Crash && said.contains("of processor time"), "{way:?}: {said}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| burn(Walls::Bubblewrap, "burn,1008"));
        scope.spawn(|| burn(Walls::Landlock, "burn,1009"));
    });
}

#[test]
fn a_daemon_ends_with_its_program() {
    for (way, time) in WAYS.into_iter().zip(["1006", "1007"]) {
        let told = attack(&[&format!("daemon,{time}")], Sandbox::With(way));
        assert_eq!(told, Ok(vec!["success: started".to_owned()]), "{way:?}");
        assert_gone(&format!("sleep {time}"));
    }
}

#[test]
fn what_it_is_given() {
    for way in WAYS {
        let words =
            ["environment,MINE", "environment,CARGO_MANIFEST_DIR", "cores", "more cores", "capabilities", "scratch"];
        let told = attack(&words, Sandbox::With(way)).expect("it plays on");
        assert_eq!(told[..3], ["success: yes", "success: unset", "success: 1"], "{way:?}");
        assert!(told[3].contains("Operation not permitted") && told[4] == "success: 0", "{way:?}: {told:?}");
        let scratch = told[5].strip_prefix("success: ").unwrap_or_else(|| panic!("{way:?}: {told:?}"));
        assert!(scratch == "/tmp" || !std::path::Path::new(scratch).exists(), "{scratch} is left");
    }
}

/// Memory and cores can be limited without a sandbox too.
#[test]
fn limits_without_walls() {
    let mut spec = agent(&["/usr/bin/python3", "attack.py", "cores", "memory"]);
    (spec.memory, spec.cores) = (Some("256MB".to_owned()), Some(1));
    let told = ask(spec).expect("it plays on");
    assert!(told.starts_with("success: 1 | failure: MemoryError"), "{told}");
    let cores = attack(&["cores"], OUTSIDE).expect("a number");
    let all = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    assert_eq!(cores, [format!("success: {all}")]);
}

/// Waits until no process with this command line is left.
fn assert_gone(text: &str) {
    let begun = Instant::now();
    while !crate::leftovers::processes(text).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{text} is left");
        std::thread::sleep(Duration::from_millis(50));
    }
}
