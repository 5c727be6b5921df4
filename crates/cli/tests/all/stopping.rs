//! Every command stops in time: when its limit is reached, at Ctrl-C and at SIGTERM, for every game, also on the
//! largest boards.
//!
//! A busy machine delays every program. So the time that the program takes to do nothing is measured next to each
//! command, and a command that took too long is tried again, alone: only what is late every time fails.

use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use plyscope_registry::GAMES;

/// The limit of every command.
const LIMIT: Duration = Duration::from_millis(100);
/// How late a command may be.
const LATE: Duration = Duration::from_millis(200);
/// How often a command that was late is tried again.
const TRIES: usize = 6;
/// What takes longer never ends.
const FOREVER: Duration = Duration::from_secs(20);

/// Boards on which nothing ends soon; the large ones need the most memory and have the slowest moves.
const BOARDS: [&str; 12] = [
    "tictactoe",
    "reversi",
    // Its endgame solver fills a large table at once.
    "reversi:5x7",
    "reversi:8x16",
    "pawn:8x8",
    "pawn:10x12",
    "pawned:10x12",
    "breakthrough",
    "breakthrough:4x32",
    "andantino",
    "connect4",
    "connect4:8x8",
];

/// A position in which the endgame solver once looked 545 seconds for the best order of moves.
const REVERSI: &str = "x.ooo.../o..o.x../..x.oox./..oox.../.o.xo.../....o.../......../...o...x x";

fn plyscope(args: &[String], folder: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Waits for a program, and ends it if it never does.
fn wait(child: &mut Child) -> (Duration, Option<i32>) {
    let begun = Instant::now();
    while begun.elapsed() < FOREVER {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return (begun.elapsed(), status.code());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    // It may have ended by now.
    let _ = child.kill();
    (begun.elapsed(), child.wait().expect("it ends").code())
}

/// How long the program takes to do nothing now.
fn idle(folder: &std::path::Path) -> Duration {
    let begun = Instant::now();
    plyscope(&words("position tictactoe"), folder).status().expect("the program starts");
    begun.elapsed()
}

/// Runs a command, with a signal after some time if it has no limit; returns by how much it was late, and its code.
fn lateness(args: &[String], signal: Option<&str>, folder: &std::path::Path) -> (Duration, Option<i32>) {
    let idle = idle(folder);
    // A database that is there already would be refused.
    let own = tempfile::tempdir_in(folder).expect("a folder");
    let mut child = plyscope(args, own.path()).spawn().expect("the program starts");
    let allowed = match signal {
        None => idle + LIMIT,
        Some(signal) => {
            // It should be at work by then.
            std::thread::sleep(2 * idle + LIMIT);
            // Its process can be signalled until it was waited for, so that says nothing.
            assert_eq!(child.try_wait().expect("a child can be waited for"), None, "{args:?} ended by itself");
            let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
            assert!(sent.success(), "{args:?} cannot be stopped");
            idle
        }
    };
    let (time, code) = wait(&mut child);
    (time.saturating_sub(allowed), code)
}

/// Runs all commands, two at a time, and those that were late again. Each must end with one of these codes.
fn check(commands: &[(Vec<String>, Option<&str>)], codes: &[i32]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (next, late) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((args, signal)) = commands.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (time, code) = lateness(args, *signal, folder.path());
                    assert!(code.is_some_and(|code| codes.contains(&code)), "{args:?} {signal:?}: {code:?}");
                    if time > LATE {
                        late.lock().expect("no panic here").push((args, *signal));
                    }
                }
            });
        }
    });
    for (args, signal) in late.into_inner().expect("all threads are done") {
        let again = (0..TRIES).map(|_| lateness(args, signal, folder.path()).0).find(|time| *time <= LATE);
        assert!(again.is_some(), "{args:?} {signal:?} was more than {LATE:?} late every time");
    }
}

#[test]
fn every_command_keeps_its_limit_on_every_game() {
    let is_covered = |id: &str| BOARDS.iter().any(|board| board.split(':').next() == Some(id));
    assert!(GAMES.iter().all(|game| is_covered(game.about().id)), "every game has a board here");
    let mut commands = Vec::new();
    for board in BOARDS {
        for command in [
            "solve BOARD --time 100ms --memory 2GB",
            "search BOARD engine:threads=2,table=1GB@time=100ms",
            "search BOARD minimax@depth=30,time=100ms --tree 2",
            "search BOARD mcts:rollout=greedy@time=100ms",
            "grade BOARD --time 100ms --jobs 2",
            "match BOARD random alphabeta@depth=2 --exact --time 100ms",
            "perft BOARD 60 --time 100ms --jobs 2",
            "verify BOARD --time 100ms",
            "search BOARD engine@time=100ms --ratios",
        ] {
            commands.push((words(&command.replace("BOARD", board)), None));
        }
    }
    for command in
        ["solve reversi --time 100ms", "solve reversi --time 100ms --threads 2", "search reversi sss@time=100ms"]
    {
        let mut args = words(command);
        args.extend(["--position".to_owned(), REVERSI.to_owned()]);
        commands.push((args, None));
    }
    // Success, not solved in time, or refused because it would never end.
    check(&commands, &[0, 1, 2]);
}

#[test]
fn every_command_stops_at_a_signal() {
    let commands = [
        ("solve reversi", "-TERM"),
        ("solve breakthrough --threads 2", "-INT"),
        ("search andantino:10,first-stone=free engine:threads=2", "-TERM"),
        ("search pawn:10x12 minimax@depth=30 --tree 2", "-INT"),
        ("grade connect4 --positions 100000 --jobs 2", "-TERM"),
        ("grade reversi --positions all", "-INT"),
        ("match pawn:6x6 random alphabeta@depth=6 --exact", "-TERM"),
        ("match breakthrough engine@depth=12 random --games 10", "-INT"),
        ("perft reversi 30", "-TERM"),
        ("verify reversi --positions 100000", "-INT"),
        ("bench", "-TERM"),
        ("learn breakthrough --out b.heuristic", "-INT"),
        ("tune breakthrough engine:late-moves=<l>@nodes=100000 --vary l=0..9", "-TERM"),
        ("run --check", "-INT"),
        ("run", "-TERM"),
        ("reproduce breakthrough", "-INT"),
        ("reproduce pawn-thesis --full", "-TERM"),
        ("reproduce reversi-lab", "-TERM"),
    ];
    // Searches answer with what they have; everything else says that it was interrupted.
    check(&commands.map(|(command, signal)| (words(command), Some(signal))), &[0, 130]);
}
