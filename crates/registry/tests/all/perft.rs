//! Perft against counts that others made; see `data/perft.json`.
//!
//! Rows are followed as deep as PERFT_LIMIT leaves allow (100 million by default), so that the whole takes seconds:
//! `PERFT_LIMIT=100000000000 cargo test --release -p plyscope-registry --test all perft` goes through all that a night
//! allows.

use std::num::NonZeroUsize;

use crate::common::{all_specs, data, list, start_of, text};
use plyscope_core::Work;
use plyscope_registry::{AnyPosition, GAMES, Jobs};

fn perft(position: &dyn AnyPosition, depth: usize, jobs: usize) -> plyscope_registry::PerftCounts {
    let jobs = Jobs(NonZeroUsize::new(jobs).expect("some jobs"));
    position.perft(depth, jobs, Work::never()).expect("it is not stopped")
}

fn limit() -> u64 {
    std::env::var("PERFT_LIMIT").map_or(100_000_000, |text| text.parse().expect("PERFT_LIMIT is a number"))
}

#[test]
fn published_counts() {
    let data = data(include_str!("../data/perft.json"));
    let mut games_seen = std::collections::HashSet::new();
    for row in list(&data, "rows") {
        let spec = text(row, "game");
        let expected: Vec<u64> = list(row, "leaves").iter().map(|count| count.as_u64().expect("a count")).collect();
        let depth = expected.iter().take_while(|&&leaves| leaves <= limit()).count();
        assert!(depth > 2, "{spec}: a row worth checking");
        let counts = perft(&*start_of(spec), depth, 2);
        assert_eq!(counts.by_depth, expected[..depth], "{spec}");
        games_seen.insert(spec.split(':').next().unwrap_or(spec).to_owned());
    }
    for game in GAMES {
        assert!(games_seen.contains(game.about().id), "no perft data for {}", game.about().id);
    }
}

#[test]
fn threads_and_cuts_do_not_change_the_counts() {
    for spec in all_specs() {
        let position = start_of(&spec);
        for depth in 0..=4 {
            let one = perft(&*position, depth, 1);
            assert_eq!(one, perft(&*position, depth, 3), "{spec} to depth {depth}");
            assert_eq!(one.by_depth.len(), depth);
            let divided: u64 = one.divide.iter().map(|(_, leaves)| leaves).sum();
            assert_eq!(if depth == 0 { 1 } else { divided }, one.leaves(), "{spec} to depth {depth}");
            if depth > 0 {
                assert_eq!(one.divide.iter().map(|(m, _)| m.clone()).collect::<Vec<_>>(), position.moves());
            }
        }
    }
}

#[test]
fn finished_games_have_no_leaves() {
    let over = plyscope_registry::read("tictactoe", "xxx/oo./... o").expect("a finished game");
    assert_eq!(perft(&*over, 3, 2).by_depth, [0, 0, 0]);
    assert_eq!(perft(&*over, 0, 2).leaves(), 1);
}
