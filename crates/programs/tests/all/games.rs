//! Games that are played to their end.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indexmap::IndexMap;
use plyscope_core::{Verdict, Work};
use plyscope_programs::Programs;
use plyscope_registry::{Answer, GAMES, GameConditions, consult, start};

use crate::common::{agent, broken, play, player, programs};

/// The player of the specification is complete, and at most 15 lines long.
#[test]
fn the_agent_of_the_specification_plays_every_game() {
    let specification = include_str!("../../../../docs/protocol.md");
    let (_, rest) = specification.split_once("```python\n").expect("an agent");
    let (agent_text, _) = rest.split_once("```").expect("its end");
    assert!(agent_text.lines().count() <= 15, "{agent_text}");
    let pool = programs(agent(&["python3", "-c", agent_text])).pool();
    for game in GAMES {
        for variant in game.about().variants.iter().take(2) {
            let spec = format!("{}:{variant}", game.about().id);
            for players in [["program:agent", "random"], ["random", "program:agent"]] {
                let record = play(&spec, players, 1, &pool);
                assert_eq!(record.forfeit, None, "{spec}: {:?}", record.words);
            }
        }
    }
}

/// What a program says of its thoughts is recorded as its cost; moves are read in any spelling.
#[test]
fn thoughts_are_recorded() {
    let script = "
for line in __import__('sys').stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'lines': print('lines 1', flush=True)
    if word == 'legal': legal = rest.split()
    if word == 'go':
        print('info depth 1 nodes 1000')
        print('info depth 3 nodes 70 value -1.5 line', legal[0].upper(), 'z9')
        print('move', legal[0].upper(), flush=True)
";
    let pool = programs(agent(&["python3", "-c", script])).pool();
    let record = play("tictactoe", ["program:agent", "random"], 3, &pool);
    assert_eq!(record.forfeit, None, "{:?}", record.words);
    let moves = u64::from(record.plies.div_ceil(2));
    assert_eq!((record.cost[0].depths, record.cost[0].nodes), (3 * moves, 70 * moves));
    assert_eq!((record.cost[1].depths, record.cost[1].nodes), (0, 0));
    let position = start("tictactoe").unwrap();
    let answer = consult(&*position, &player("program:agent"), &pool, Work::never(), &mut |_| {}).expect("an answer");
    assert_eq!((&answer.best[..], answer.score, answer.depth), ("a1", Verdict::Estimate(-1.5), 3));
    assert_eq!((answer.pv, answer.counters.nodes, answer.has_value), (vec!["a1".to_owned()], 70, true));
}

/// Thoughts are told when they are said: the agent gives its move only after somebody heard the first one.
#[test]
fn thoughts_are_told_while_it_thinks() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    let script = "
import os, sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'lines': print('lines 1', flush=True)
    if word == 'legal': legal = rest.split()
    if word == 'go':
        print('info text hm', flush=True)
        while not os.path.exists(sys.argv[1]): time.sleep(0.01)
        print('info depth 2 value 0.5 line', legal[1], 'z9', flush=True)
        print('move', legal[1], flush=True)
";
    let pool = programs(agent(&["python3", "-c", script, &heard.display().to_string()])).pool();
    let mut thoughts = Vec::new();
    let mut on_thought = |answer: &Answer| {
        std::fs::write(&heard, "").expect("a file");
        thoughts.push((answer.best.clone(), answer.pv.clone(), answer.depth, answer.has_value, answer.remark.clone()));
    };
    let position = start("tictactoe").unwrap();
    let answer = consult(&*position, &player("program:agent@time=20s"), &pool, Work::never(), &mut on_thought);
    let answer = answer.expect("an answer");
    let line = vec!["b1".to_owned()];
    let hm = Some("hm".to_owned());
    assert_eq!(
        thoughts,
        [(String::new(), Vec::new(), 0, false, hm.clone()), ("b1".to_owned(), line.clone(), 2, true, hm.clone())]
    );
    assert_eq!((answer.best.as_str(), answer.pv, answer.remark), ("b1", line, hm));
}

/// The same process plays game after game, and two games at once have two.
#[test]
fn processes_are_reused() {
    let script = "
import os, sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'lines': print('lines 1', flush=True)
    if word == 'legal': legal = rest.split()
    if word == 'go': print('info nodes', os.getpid()); print('move', legal[0], flush=True)
";
    let pool = programs(agent(&["python3", "-c", script])).pool();
    let position = start("tictactoe").unwrap();
    let pid =
        || consult(&*position, &player("program:agent"), &pool, Work::never(), &mut |_| {}).unwrap().counters.nodes;
    let first = pid();
    assert_eq!([pid(), pid()], [first, first]);
    let record = play("tictactoe", ["program:agent", "program:agent"], 1, &pool);
    let moves = [record.plies.div_ceil(2), record.plies / 2].map(u64::from);
    let pids = [record.cost[0].nodes / moves[0], record.cost[1].nodes / moves[1]];
    assert!(pids.contains(&first) && pids[0] != pids[1], "{pids:?} and {first}");
}

#[test]
fn a_stopped_game_is_abandoned_at_once() {
    let pool = broken("silence", 0).pool();
    let stop = AtomicBool::new(false);
    let (agent, random) = (player("program:agent@time=30s"), player("random"));
    let conditions = GameConditions { work: Work::new(&stop), guests: Some(&pool), ..GameConditions::default() };
    std::thread::scope(|scope| {
        let position = start("tictactoe").unwrap();
        let game = scope.spawn(move || position.play_out([&agent, &random], 1, &conditions));
        std::thread::sleep(Duration::from_millis(500));
        let begun = Instant::now();
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(matches!(game.join().unwrap(), Ok(None)));
        assert!(begun.elapsed() < Duration::from_millis(200), "{:?}", begun.elapsed());
    });
}

#[test]
fn commands_are_for_the_command_line_only() {
    let specs = IndexMap::from([("agent".to_owned(), agent(&["python3", "broken.py"]))]);
    let listed = Programs::listed(&specs, &crate::common::agents()).unwrap();
    assert!(listed.find("python3 broken.py").is_err());
    let pool = listed.and_commands().pool();
    // Commands run in the current folder, listed programs in their own.
    for name in
        ["program:python3 tests/agents/broken.py", "program:lines:python3 tests/agents/broken.py", "program:agent"]
    {
        assert_eq!(play("tictactoe", [name, "random"], 1, &pool).forfeit, None, "{name}");
    }
}
