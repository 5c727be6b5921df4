//! Several processes, some of which are killed. This program has its own `main`, because it starts itself in other
//! roles.

#![allow(clippy::print_stdout)]

#[path = "all/common.rs"]
mod common;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::{game, small_run};
use plyscope_store::{Game, Status, Store};
use rusqlite::Connection;

const ROLE: &str = "PLYSCOPE_STORE_TEST_ROLE";
const FILE: &str = "PLYSCOPE_STORE_TEST_FILE";

fn main() {
    let Ok(role) = std::env::var(ROLE) else {
        killed_writers_lose_nothing();
        killed_at_the_start();
        one_process_plays_a_run();
        two_processes_write_two_runs();
        #[cfg(unix)]
        unix::a_folder_without_permission_can_be_read();
        return;
    };
    let path = std::env::var(FILE).unwrap();
    match role.as_str() {
        "append forever" => append_forever(&path),
        "append to a new run" => append_to_a_new_run(&path),
        "hold" => hold(&path),
        "try to open" => try_to_open(&path),
        _ => panic!("unknown role {role}"),
    }
}

fn start(program: &Path, role: &str, path: &Path) -> Command {
    let mut command = Command::new(program);
    command.env(ROLE, role).env(FILE, path).stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

fn start_self(role: &str, path: &Path) -> Child {
    start(&std::env::current_exe().unwrap(), role, path).spawn().unwrap()
}

/// SIGKILL, or its closest equivalent.
fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A large game, so that the log fills quickly and is moved into the database while writers are killed.
fn heavy_game(pairing: u32, number: u32) -> Game {
    let game = game(pairing, number);
    Game { moves: game.moves.repeat(16), ..game }
}

/// Adds missing games in batches of different sizes, and prints what was stored after each batch: a pairing and the
/// numbers.
fn append_forever(path: &str) {
    let store = Store::open_or_create(path).unwrap();
    let unfinished = store.unfinished().unwrap();
    let mut writer =
        unfinished.first().map_or_else(|| store.start(&small_run()), |(run, _)| store.resume(*run)).unwrap();
    let present = store.present(writer.run()).unwrap();
    let mut output = std::io::stdout().lock();
    for round in 0_u32.. {
        let pairing = round % 3;
        // Later games before earlier ones, so that a kill leaves gaps.
        let (size, from) = (1 + round * 7919 % 300, (round / 6) * 600 + (1 - round / 3 % 2) * 300);
        let missing = |number: &u32| !present[pairing as usize].iter().any(|range| range.contains(number));
        let numbers: Vec<u32> = (from..from + size).filter(missing).collect();
        if numbers.is_empty() {
            continue;
        }
        let games: Vec<Game> = numbers.iter().map(|&number| heavy_game(pairing, number)).collect();
        writer.append(&games).unwrap();
        let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
        // The dot tells the parent that the line is complete.
        writeln!(output, "{pairing} {} .", numbers.join(" ")).unwrap();
        output.flush().unwrap();
    }
}

/// Reads the output of a child, and kills it some time after this number of lines.
fn acknowledged_until_killed(child: &mut Child, n_lines: u64, after: Duration) -> Vec<(u32, u32)> {
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..n_lines {
        assert!(output.read_line(&mut text).unwrap() > 0, "the child died by itself");
    }
    let reader = std::thread::spawn(move || {
        output.read_to_string(&mut text).unwrap();
        text
    });
    sleep(after);
    assert!(child.try_wait().unwrap().is_none(), "the child died by itself");
    kill(child);
    let text = reader.join().unwrap();
    let whole = text.lines().filter_map(|line| line.strip_suffix(" ."));
    whole
        .flat_map(|line| {
            let mut numbers = line.split_whitespace().map(|word| word.parse::<u32>().unwrap());
            let pairing = numbers.next().unwrap();
            numbers.map(move |number| (pairing, number)).collect::<Vec<_>>()
        })
        .collect()
}

/// The store has all acknowledged games with their contents, and the file is not damaged.
fn assert_sound(path: &Path, acknowledged: &BTreeSet<(u32, u32)>) {
    let store = Store::open(path).unwrap();
    let mut stored = BTreeSet::new();
    for pairing in 0..3 {
        for found in store.games(1, pairing, 0, None).unwrap() {
            let found = found.unwrap();
            assert_eq!(found, heavy_game(pairing, found.number));
            assert!(stored.insert((pairing, found.number)), "game {} of pairing {pairing} twice", found.number);
        }
    }
    let lost: Vec<_> = acknowledged.difference(&stored).collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    assert_eq!(store.runs().unwrap().len(), 1);
    assert_eq!(store.run(1).unwrap().status, Status::Stopped);
    let file = Connection::open(path).unwrap();
    let verdict: String = file.pragma_query_value(None, "integrity_check", |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
    let faults = file.prepare("PRAGMA foreign_key_check").unwrap().exists([]).unwrap();
    assert!(!faults, "foreign keys");
}

fn killed_writers_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.db");
    let mut acknowledged = BTreeSet::new();
    let mut n_moved = 0;
    let size = || std::fs::metadata(&path).map_or(0, |file| file.len());
    for round in 0..30_u64 {
        let before = size();
        let mut child = start_self("append forever", &path);
        let after = Duration::from_millis(round * 37 % 47);
        for game in acknowledged_until_killed(&mut child, 1 + round % 4, after) {
            assert!(acknowledged.insert(game), "{game:?} was stored again");
        }
        // Once it exists, it grows only when the log is moved into it.
        n_moved += u32::from(before > 0 && size() > before);
        // Not every time: usually the next writer must recover alone.
        if round % 7 == 6 {
            assert_sound(&path, &acknowledged);
        }
    }
    assert_sound(&path, &acknowledged);
    assert!(acknowledged.len() > 500, "only {} games", acknowledged.len());
    assert!(n_moved > 0, "the log was moved by {n_moved} of the writers");
    println!("30 kills, {} games, the log was moved by {n_moved} of the writers", acknowledged.len());
}

fn killed_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..20_u64 {
        let path = folder.path().join(format!("{round}.db"));
        let mut child = start_self("append forever", &path);
        sleep(Duration::from_millis(round));
        kill(&mut child);
        let store = Store::open_or_create(&path).unwrap();
        assert!(store.runs().unwrap().len() <= 1);
        store.start(&small_run()).unwrap().append(&[game(0, 0)]).unwrap();
    }
}

/// Takes a run, prints so, and waits.
fn hold(path: &str) {
    let store = Store::open(path).unwrap();
    let mut writer = store.resume(1).unwrap();
    writer.append(&[game(0, 0)]).unwrap();
    println!("held");
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

fn one_process_plays_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shared.db");
    let store = Store::open_or_create(&path).unwrap();
    store.start(&small_run()).unwrap().stop(0).unwrap();

    let mut child = start_self("hold", &path);
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
    let refused = store.resume(1).err().unwrap().to_string();
    let expected =
        format!("run 1 of {} is being played by another process: wait for it, or stop it and resume", path.display());
    assert_eq!(refused, expected);
    // The same file under another name has the same locks.
    #[cfg(unix)]
    {
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let refused = Store::open(&link).unwrap().resume(1).err().unwrap().to_string();
        assert!(refused.contains("is being played by another process"), "{refused}");
    }
    // Reading is always possible, and so is another run.
    assert_eq!(store.run(1).unwrap().status, Status::Running);
    assert_eq!(store.present(1).unwrap()[0], std::slice::from_ref(&(0..1)));
    store.start(&small_run()).unwrap().append(&[game(0, 0)]).unwrap();

    kill(&mut child);
    assert_eq!(store.run(1).unwrap().status, Status::Stopped);
    let mut writer = store.resume(1).unwrap();
    assert_eq!(store.run(1).unwrap().status, Status::Running);
    assert!(store.resume(1).is_err(), "not even the same process may play it twice");
    writer.append(&[game(0, 1)]).unwrap();
    writer.finish(1).unwrap();
    assert_eq!(store.run(1).unwrap().status, Status::Finished);
    assert!(!folder.path().join("shared.db-lock-1").exists());
}

fn append_to_a_new_run(path: &str) {
    let store = Store::open_or_create(path).unwrap();
    let mut writer = store.start(&small_run()).unwrap();
    for batch in 0..40 {
        let games: Vec<Game> = (batch * 50..batch * 50 + 50).map(|number| game(batch % 3, number)).collect();
        writer.append(&games).unwrap();
    }
    writer.finish(0).unwrap();
}

fn two_processes_write_two_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.db");
    // Both also try to create the file.
    let children = [(); 2].map(|()| start_self("append to a new run", &path));
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let store = Store::open(&path).unwrap();
    let runs = store.runs().unwrap();
    assert_eq!(runs.iter().map(|run| (run.status, run.played)).collect::<Vec<_>>(), [(Status::Finished, 2000); 2]);
    for run in runs {
        for pairing in 0..3 {
            assert!(store.games(run.id, pairing, 0, None).unwrap().all(|found| {
                let found = found.unwrap();
                found == game(pairing, found.number)
            }));
        }
    }
}

/// Opens for reading and for writing, and prints the results.
fn try_to_open(path: &str) {
    let read = Store::open(path).and_then(|store| store.totals(1)).map(|totals| totals[0].games);
    println!("{}", read.map_or_else(|error| error.to_string(), |games| format!("{games} games")));
    println!("{}", Store::open_or_create(path).map_or_else(|error| error.to_string(), |_| "writable".into()));
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use super::*;

    pub(super) fn a_folder_without_permission_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        // A copy that any user can run. The superuser can write anywhere, so another user tries.
        let program = folder.path().join("program");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        let is_superuser = fs::metadata(&program).unwrap().uid() == 0;
        let place = folder.path().join("what is 100%?");
        fs::create_dir(&place).unwrap();
        let path = place.join("read#only.db");
        let store = Store::open_or_create(&path).unwrap();
        let mut writer = store.start(&small_run()).unwrap();
        writer.append(&(0..500).map(|number| game(0, number)).collect::<Vec<_>>()).unwrap();
        let allow = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        let answers = |path: &Path| {
            allow(folder.path(), 0o755);
            allow(&place, 0o555);
            let mut command = start(&program, "try to open", path);
            if is_superuser {
                command.uid(65534);
            }
            let output = command.output().unwrap();
            allow(&place, 0o755);
            assert!(output.status.success());
            String::from_utf8(output.stdout).unwrap()
        };

        // A copy without the shared-memory file, as in a backup made while games were stored.
        let copy = place.join("copy.db");
        fs::copy(&path, &copy).unwrap();
        fs::copy(place.join("read#only.db-wal"), place.join("copy.db-wal")).unwrap();
        let answer = answers(&copy);
        assert!(answer.contains("cannot be read in a read-only folder"), "{answer}");

        // First while it is being written, then after a clean end, when there are no files next to it.
        let answer = answers(&path);
        assert!(answer.starts_with("500 games\n"), "{answer}");
        writer.finish(0).unwrap();
        drop(store);
        assert!(!place.join("read#only.db-wal").exists());
        allow(&path, 0o444);
        let answer = answers(&path);
        let file = path.display();
        assert_eq!(
            answer,
            format!(
                "500 games\n{file} cannot be written: allow writing to it and to its folder, or use another file\n"
            )
        );

        let absent = place.join("absent.db");
        let file = absent.display();
        assert_eq!(
            answers(&absent),
            format!(
                "there is no database {file}: name another one, or play an experiment first\n\
                 {file} cannot be opened: allow reading and writing there, or use another file\n"
            )
        );
    }
}
