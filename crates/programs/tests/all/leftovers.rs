//! What is left of programs: nothing.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::common::{broken, play};

/// The processes whose command line contains a text.
pub(crate) fn processes(text: &str) -> HashSet<u32> {
    let pids = std::fs::read_dir("/proc").expect("processes").flatten().filter_map(|entry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        let state = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let is_zombie = state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'));
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        (command.contains(text) && !is_zombie).then_some(pid)
    });
    pids.collect()
}

/// Waits until no such process is left.
fn assert_gone(text: &str) {
    let begun = Instant::now();
    while !processes(text).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(5), "{text}: {:?}", processes(text));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn everything_ends_with_the_pool() {
    for how in ["not at all", "stays", "fork", "zombie", "daemon"] {
        // A number that no other test uses marks the processes of this one.
        let marked = format!("broken.py {how} -77");
        let pool = broken(how, -77).pool();
        let before = processes("sleep 1000");
        let record = play("tictactoe", ["program:agent", "random"], 1, &pool);
        assert_eq!(record.forfeit, None, "{how}: {:?}", record.words);
        assert_eq!(processes(&marked).len(), 1, "{how}");
        let children: HashSet<u32> = processes("sleep 1000").difference(&before).copied().collect();
        assert_eq!(children.is_empty(), !["fork", "daemon"].contains(&how), "{how}");
        let begun = Instant::now();
        drop(pool);
        assert!(begun.elapsed() < Duration::from_secs(2), "{how}: {:?}", begun.elapsed());
        assert_gone(&marked);
        let left = || processes("sleep 1000").intersection(&children).count();
        // They are killed when the pool is gone, and the kernel needs a moment.
        while left() > 0 {
            assert!(begun.elapsed() < Duration::from_secs(5), "{how}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A process that is killed for its fault takes its children with it.
#[test]
fn children_end_with_a_fault() {
    let script = "
import subprocess, sys, time
for line in sys.stdin:
    if line.startswith('lines'): print('lines 1', flush=True)
    if line.startswith('go'): subprocess.Popen(['sleep', '1001']); time.sleep(60)
";
    let pool = crate::common::programs(crate::common::agent(&["python3", "-c", script])).pool();
    let record = play("tictactoe", ["program:agent@time=200ms", "random"], 1, &pool);
    assert!(record.forfeit.is_some());
    assert_gone("sleep 1001");
}

/// The open files and pipes of this process.
fn handles() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("handles").count()
}

/// Crashes again and again leave neither processes nor handles.
#[test]
fn crashes_leak_nothing() {
    let pool = broken("exit", 0).pool();
    play("tictactoe", ["program:agent", "random"], 0, &pool);
    let before = handles();
    for seed in 1..20 {
        assert!(play("tictactoe", ["program:agent", "random"], seed, &pool).forfeit.is_some());
    }
    // Other tests have programs of their own meanwhile, each with three pipes.
    assert!(handles() < before + 60, "{before} and {}", handles());
}

/// The memory of this process, in bytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
    1024 * line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number")
}

/// Ten thousand games against an agent that echoes: one process, no more handles, no more memory. The time of a move is
/// that of the pipe in both directions, of our side and of the agent.
#[test]
fn ten_thousand_games() {
    let script = "
import os, sys
for line in sys.stdin:
    if line.startswith('lines'): print('lines 1 echo', flush=True)
    if line.startswith('legal'): first = line.split()[1]
    if line.startswith('go'): print('info nodes', os.getpid(), flush=False); print('move', first, flush=True)
";
    let pool = crate::common::programs(crate::common::agent(&["python3", "-c", script])).pool();
    let game = |seed| {
        let record = play("tictactoe", ["program:agent@time=10s", "random"], seed, &pool);
        assert_eq!(record.forfeit, None, "{:?}", record.words);
        record
    };
    let of_agent = |record: &plyscope_registry::Record| {
        let moves = u64::from(record.plies.div_ceil(2));
        (record.cost[0].nodes / moves, moves)
    };
    (0..500).for_each(|seed| drop(game(seed)));
    let (pid, before, open) = (of_agent(&game(1)).0, resident(), handles());
    let (begun, mut moves) = (Instant::now(), 0);
    for seed in 0..10_000 {
        let (same, played) = of_agent(&game(seed));
        assert_eq!(same, pid, "the same process plays all games");
        moves += played;
    }
    let per_move = begun.elapsed().div_f64(moves as f64);
    // Other tests have programs of their own meanwhile, and may keep some megabytes.
    assert!(resident() < before + (24 << 20), "{before} and {} bytes", resident());
    assert!(handles() < open + 60, "{open} and {} handles", handles());
    // Alone on a machine it takes a twentieth of this.
    assert!(per_move < Duration::from_millis(1), "{per_move:?} for a move");
}
