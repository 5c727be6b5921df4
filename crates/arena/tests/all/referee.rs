//! The referee's limit for a move, and what is counted of a game besides its cost.

use crate::common::{self, games, plan};
use plyscope_arena::{Experiment, Plan, html, summarise, write_csv, write_pgn};
use plyscope_registry::start;
use plyscope_store::GameResult;
use std::path::Path;

/// One player cannot decide within a millisecond, the others decide at once.
const LATE: &str = "game = 'breakthrough:6x6'\ngames = 4\nmove-limit = '1ms'\n[players]\n\
    deep = 'minimax@depth=9'\nflat = 'random'\nother = 'random'";

#[test]
fn overstepping_the_referees_limit_loses_the_game() {
    let (_folder, store, run) = common::play(LATE);
    let setup = store.setup(run).expect("the setup");
    let is_deep = |player: u32| setup.players[player as usize].name == "deep";
    for game in games(&store, run) {
        let pairing = &setup.pairings[game.pairing as usize];
        let deep_plays = is_deep(pairing.first) || is_deep(pairing.second);
        assert_eq!((game.forfeit, game.reason == "timeout"), (deep_plays, deep_plays), "{game:?}");
        if deep_plays {
            let lost = if is_deep(pairing.first) { GameResult::SecondWins } else { GameResult::FirstWins };
            assert_eq!((game.result, game.plies), (lost, u32::from(!is_deep(pairing.first))));
        }
    }
    let summary = summarise(&store, run).expect("a summary");
    let forfeits: Vec<_> =
        summary.forfeits.iter().map(|lost| (&lost.player[..], &lost.reason[..], lost.count)).collect();
    assert_eq!(forfeits, [("deep", "timeout", 8)]);
    let cells: Vec<u64> = summary.cells.iter().map(|cell| cell.forfeits).collect();
    assert_eq!(cells, [2, 2, 2, 2, 0, 0]);
    let sentence = "deep forfeited 8 of its 8 games: all by timeout.";
    assert!(summary.findings.iter().any(|finding| finding == sentence), "{:?}", summary.findings);
    // Its moves were searched although they were not played.
    assert!(summary.players[0].nodes_per_move > 1.0);
    let page = html(&store, run).expect("a page");
    assert!(page.contains(sentence) && page.contains("; 2 forfeited") && page.contains("depend on the machine"));
    let (mut table, mut text) = (Vec::new(), Vec::new());
    write_csv(&store, run, &mut table).expect("games");
    write_pgn(&store, run, &mut text).expect("games");
    let (table, text) = (String::from_utf8_lossy(&table), String::from_utf8_lossy(&text));
    assert_eq!(table.matches(",timeout,true,").count(), 8);
    assert_eq!(text.matches("[Termination \"time forfeit\"]").count(), 8);
    assert_eq!(text.matches("[Termination \"normal\"]").count(), 4);
}

/// The same players under a limit that nothing oversteps, and without one.
#[test]
fn a_limit_that_is_kept_changes_nothing() {
    let text = "game = 'pawn:3x3'\ngames = 4\n[players]\na = 'alphabeta@depth=2'\nb = 'random'";
    let limited = format!("move-limit = '10m'\n{text}");
    let moves = |text: &str| {
        let (_folder, store, run) = common::play(text);
        assert_eq!(summarise(&store, run).expect("a summary").forfeits, []);
        games(&store, run).into_iter().map(|game| game.moves).collect::<Vec<_>>()
    };
    assert_eq!(moves(&limited), moves(text));
    let (with, without) = (plan(&limited), plan(text));
    assert_ne!(with.fingerprint(), without.fingerprint(), "it is another experiment");
    assert!(with.depends_on_time() && !without.depends_on_time());
    assert!(plan(&text.replace("depth=2", "time=1s")).depends_on_time());
    assert!(with.notes.iter().any(|note| note.contains("load of this machine")), "{:?}", with.notes);
}

#[test]
fn limits_that_are_no_times_are_refused() {
    let refused = |lines: &str| {
        let text = format!("game = 'pawn:3x3'\n{lines}\n[players]\na = 'random'\nb = 'random'");
        let experiment = Experiment::read(&text).expect("an experiment");
        Plan::new(&experiment, Path::new("")).expect_err("a bad limit").to_string()
    };
    for limit in ["soon", "0s", "-1s", "5"] {
        let error = refused(&format!("move-limit = '{limit}'"));
        assert_eq!(error, format!("move-limit: {limit:?} is not a time such as \"500ms\", \"1.5s\" or \"2m\""));
    }
    assert!(refused("move-limit = '1s'\nexact = true").starts_with("move-limit: "));
}

/// Captures and pieces as the boards of a replayed game show them; memory as the options say.
#[test]
fn captures_pieces_and_memory_are_those_of_the_games() {
    for game in ["breakthrough:5x4", "reversi:4x4", "pawned:4x4", "connect4:4x4"] {
        let text = format!(
            "game = '{game}'\ngames = 6\nseed = 3\n[players]\na = 'alphabeta:table=64KB,ties=random@depth=2'\n\
             b = 'mcts@rollouts=20'\nc = 'random'"
        );
        let (_folder, store, run) = common::play(&text);
        let mut sums = [0.0; 3];
        for played in games(&store, run) {
            let mut position = start(game).expect("a game");
            let pieces = |position: &dyn plyscope_registry::AnyPosition| {
                let cells = position.picture().cells;
                plyscope_core::Side::BOTH.map(|side| cells.iter().filter(|cell| cell.piece == Some(side)).count())
            };
            let mut captures = [0; 2];
            let choices = plyscope_registry::Choices::from_bytes(played.moves.clone());
            for (ply, m) in position.replay(&choices).expect("moves").iter().enumerate() {
                let before = pieces(&*position);
                position.play(m).expect("a legal move");
                let opponent = 1 - ply % 2;
                captures[ply % 2] += before[opponent].saturating_sub(pieces(&*position)[opponent]) as u64;
            }
            let counts = played.counts.expect("counts");
            assert_eq!(counts.map(|seat| seat.captures), captures, "{game}: {played:?}");
            assert_eq!(counts.map(|seat| seat.pieces), pieces(&*position).map(|n| n as u64), "{game}: {played:?}");
            let setup = store.setup(run).expect("the setup");
            let pairing = &setup.pairings[played.pairing as usize];
            for (seat, player) in [pairing.first, pairing.second].into_iter().enumerate() {
                let memory = counts[seat].memory;
                match player {
                    // The largest power of two of buckets of 48 bytes that fits.
                    0 => assert_eq!(memory, 48 * 1024),
                    1 => assert!((1..1 << 20).contains(&memory), "{memory}"),
                    _ => assert_eq!(memory, 0),
                }
                if player == 0 {
                    sums =
                        [sums[0] + counts[seat].captures as f64, sums[1] + counts[seat].pieces as f64, sums[2] + 1.0];
                }
            }
        }
        let summary = summarise(&store, run).expect("a summary");
        let a = &summary.players[0];
        assert_eq!((a.captures, a.pieces), (Some(sums[0] / sums[2]), Some(sums[1] / sums[2])));
        assert_eq!((a.memory, summary.players[2].memory), (Some(48.0 * 1024.0), Some(0.0)));
        let mut table = Vec::new();
        write_csv(&store, run, &mut table).expect("games");
        let mut reader = csv::Reader::from_reader(&table[..]);
        let headings = reader.headers().expect("headings").clone();
        let column = headings.iter().position(|heading| heading == "first_captures").expect("a column");
        assert_eq!(
            &headings.iter().skip(column).collect::<Vec<_>>()[..3],
            ["first_captures", "second_captures", "first_pieces"]
        );
        let found: Vec<u64> =
            reader.records().map(|row| row.expect("a row")[column].parse().expect("a number")).collect();
        let stored: Vec<u64> = games(&store, run).iter().map(|game| game.counts.expect("counts")[0].captures).collect();
        assert_eq!(found, stored);
    }
}
