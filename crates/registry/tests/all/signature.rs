//! How many nodes each search visits on fixed positions: a change of these numbers is a change of what a search does.
//!
//! `UPDATE=1 cargo test -p plyscope-registry --test all signature` writes the file again; the commit message then gives
//! the new total.

use std::fmt::Write;

use plyscope_core::Work;
use plyscope_registry::{Player, SEARCHES, SearchRequest, read};

/// A few positions of each game, from opening to end.
const POSITIONS: [(&str, &str); 9] = [
    ("tictactoe", ".../.x./... o"),
    ("reversi:8x8", "......../......../......../...ox.../...xo.../......../......../........ x"),
    ("reversi:8x8", "..x.o.ox/.oxoooo./ooo.ooox/ooxooooo/xoxxo.../xoxoxxx./xoox..../xo.x.... x"),
    ("pawn:5x5", "ooooo/...../...../...../xxxxx x"),
    ("pawn:6x6", "o.oooo/.o..../....../x...../.xx..x/...xx. o"),
    ("pawned:6x6", ".....o/oo..o./..oo../x....x/.xxxx./...... o"),
    ("breakthrough:8x8", ".oooo.oo/...o.ooo/ooo.o.o./x......./....x.../....xx../xx..xxxx/xx....xx x"),
    ("breakthrough:5x5", "ooooo/oo.o./..ox./x.xxx/xxx.x o"),
    (
        "andantino:6",
        "....../......./......../........./....oxx.../.....xo..../........../........./......../......./...... o",
    ),
];

const PLAYERS: [&str; 15] = [
    "random",
    "minimax@depth=3",
    "alphabeta@depth=4",
    "alphabeta:root=fresh@depth=4",
    "alphabeta:order=heuristic@depth=4",
    "negamax:order=killer/history@depth=5",
    "negamax:order=table,table=1MB@depth=5",
    "pvs@depth=4",
    "pvs:order=table/killer/history,table=1MB@depth=5",
    "mtdf:table=1MB@depth=4",
    "sss:table=1MB@depth=4",
    "iterative:table=1MB,aspiration=2@depth=5",
    "engine:table=1MB,selective=off@depth=6",
    "engine:table=1MB@depth=8",
    "mcts@rollouts=300",
];

/// A simple heuristic that never changes, so that only searches can change the figures.
fn formula(spec: &str) -> &'static str {
    match spec.split(':').next().unwrap_or_default() {
        "tictactoe" => "{0}",
        "reversi" => "{mobility+10*corners}",
        "andantino" => "{longest_line}",
        _ => "{10*pieces+steps}",
    }
}

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/signatures.txt");

#[test]
fn node_counts_are_those_on_file() {
    let mut text = String::from(
        "# Nodes of each player on each fixed position; see signature.rs. The last line is the signature.\n",
    );
    let mut total = 0;
    for player_text in PLAYERS {
        let mut counts = Vec::new();
        for (spec, position) in POSITIONS {
            let position = read(spec, position).unwrap_or_else(|error| panic!("{spec}: {position}: {error}"));
            let mut player: Player = player_text.parse().expect("a player");
            player.heuristic = Some(formula(spec).parse().expect("a formula"));
            let request = SearchRequest { player: &player, seed: 7, work: Work::never() };
            counts.push(position.search(&request, &mut |_| {}).expect("an answer").counters.nodes);
        }
        total += counts.iter().sum::<u64>();
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        writeln!(text, "{player_text:52} {}", counts.join(" ")).expect("writing to a string");
    }
    writeln!(text, "signature {total}").expect("writing to a string");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(FILE, &text).expect("the data folder can be written");
    }
    let known = std::fs::read_to_string(FILE).expect("signatures on file: UPDATE=1 writes them");
    assert_eq!(text, known, "what searches visit has changed; if that is wanted, UPDATE=1 writes the new figures");
}

/// The published searches are pinned by the figures of their studies instead.
#[test]
fn every_search_has_a_signature() {
    let searches = SEARCHES
        .iter()
        .filter(|about| !["human", "program"].contains(&about.id) && !about.id.starts_with("published-"));
    for about in searches {
        assert!(PLAYERS.iter().any(|player| player.split([':', '@', '+']).next() == Some(about.id)), "{}", about.id);
    }
}
