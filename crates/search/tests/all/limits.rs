//! Limits and stopping: the first limit ends a search, it answers with the last complete depth, and always with a legal
//! move.
//!
//! Times are checked generously, because machines are busy; `plyscope bench` and the benchmarks measure.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{run, to_depth};
use plyscope_core::{Bound, Control, Game, Heuristic, Insight, Limits, NodeKind, Notation, Search, Stop};
use plyscope_games::{Breakthrough, Pawn};
use plyscope_search::{DepthPlan, Engine, Kind, Options, Random, Root, Techniques, TreeRecorder, TreeSearch, mcts};

struct Even;

impl<G> Heuristic<G> for Even {
    fn evaluate(&self, _: &G) -> f64 {
        0.0
    }
}

type Board = Breakthrough<u64>;

fn start() -> Board {
    Board::start(&"8x8".parse().expect("a size"))
}

/// One of each kind, the tree searches to one depth and deepening.
fn searches<G: Insight>() -> Vec<(String, Box<dyn Search<G>>)> {
    let mut all: Vec<(String, Box<dyn Search<G>>)> = Vec::new();
    for kind in [Kind::Minimax, Kind::AlphaBeta, Kind::Negamax, Kind::Pvs, Kind::Mtdf, Kind::Sss] {
        for plan in [DepthPlan::OneDepth, DepthPlan::Deepening { aspiration: None }] {
            let options = Options { table: Some(1 << 16), ..Options::default() };
            all.push((format!("{kind:?} {plan:?}"), Box::new(TreeSearch::new(kind, options, plan, Even, 1))));
            if matches!(kind, Kind::Minimax | Kind::AlphaBeta) {
                let plain = TreeSearch::new(kind, Options::default(), plan, Even, 1);
                all.push((format!("plain {kind:?} {plan:?}"), Box::new(plain)));
            }
        }
    }
    for threads in [1, 2, 4] {
        let exhaustive = TreeSearch::engine(Even, 1 << 16, threads);
        all.push((format!("engine:selective=off on {threads} threads"), Box::new(exhaustive)));
        let selective = Engine::new(Even, Techniques::ALL, 1 << 16, threads);
        all.push((format!("engine on {threads} threads"), Box::new(selective)));
    }
    all.push(("mcts".to_owned(), Box::new(mcts::Mcts::new(mcts::Options::default(), Even, 1))));
    all.push(("random".to_owned(), Box::new(Random::new(1))));
    all
}

#[test]
fn no_time_at_all_still_gives_a_legal_move() {
    for (name, mut search) in searches::<Board>() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let report = run(&mut *search, &start(), limits);
        assert!(start().moves().any(|m| m == report.best), "{name}");
        assert_eq!(report.pv.first(), Some(&report.best), "{name}");
    }
}

#[test]
fn time_is_kept() {
    for (name, mut search) in searches::<Board>() {
        let begun = Instant::now();
        let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::default() };
        let report = run(&mut *search, &start(), limits);
        assert!(begun.elapsed() < Duration::from_millis(400), "{name}: {:?}", begun.elapsed());
        assert!(name == "random" || report.stop == Stop::Time, "{name}: {:?}", report.stop);
    }
}

/// With a soft limit that is over at once, a search finishes the depth that it is at and begins no other; one without
/// depths has no time at all.
#[test]
fn after_the_soft_limit_no_depth_is_begun() {
    let limits = Limits { soft_time: Some(Duration::ZERO), nodes: Some(1_000_000), ..Limits::default() };
    for (name, mut search) in searches::<Board>() {
        let report = run(&mut *search, &start(), limits);
        if name.starts_with("engine") || name.ends_with("Deepening { aspiration: None }") {
            assert_eq!((report.stop, report.depth), (Stop::Time, 1), "{name}");
        } else if name == "mcts" {
            assert_eq!((report.stop, report.counters.rollouts), (Stop::Time, 0), "{name}");
        }
    }
}

#[test]
fn nodes_are_counted_exactly() {
    for (name, mut search) in
        searches::<Board>().into_iter().filter(|(name, _)| !["random", "mcts"].contains(&&name[..]))
    {
        let report = run(&mut *search, &start(), Limits { nodes: Some(5000), ..Limits::default() });
        assert_eq!(report.stop, Stop::Nodes, "{name}");
        // Threads that share the nodes equally may not have used up their shares when the search ends; those that take
        // some at a time may leave a few.
        let n_threads = name.strip_suffix(" threads").and_then(|name| name.rsplit(' ').next());
        let n_threads: u64 = n_threads.map_or(1, |number| number.parse().expect("a number of threads"));
        let least = match &name[..] {
            _ if n_threads == 1 => 5000,
            name if name.contains("selective=off") => 5000 / n_threads,
            _ => 5000 - 32 * n_threads,
        };
        assert!((least..=5000).contains(&report.counters.nodes), "{name}: {}", report.counters.nodes);
    }
}

#[test]
fn a_stopped_search_answers_with_its_last_complete_depth() {
    let mut search = TreeSearch::new(Kind::Pvs, Options::default(), DepthPlan::Deepening { aspiration: None }, Even, 1);
    let stopped = run(&mut search, &start(), Limits { nodes: Some(20_000), ..Limits::default() });
    let complete = run(&mut search, &start(), to_depth(stopped.depth));
    assert!(stopped.depth >= 3);
    assert_eq!((stopped.best, stopped.score, stopped.pv), (complete.best, complete.score, complete.pv));
}

#[test]
fn the_tree_of_a_stopped_search_is_that_of_its_last_complete_depth() {
    for kind in [Kind::Minimax, Kind::Pvs, Kind::Mtdf, Kind::Sss] {
        let mut recorder = TreeRecorder::new(3, 100_000);
        let mut search = TreeSearch::new(kind, Options::default(), DepthPlan::Deepening { aspiration: None }, Even, 1);
        let (limits, never) = (Limits { nodes: Some(20_000), ..Limits::default() }, AtomicBool::new(false));
        let mut silent = |_: &_| {};
        let mut control = Control::new(&never, &mut silent);
        let report = search.search_observed(&start(), &limits, &mut control, &mut recorder);
        assert_eq!(report.stop, Stop::Nodes, "{kind:?}");
        let tree = recorder.into_tree(report.depth);
        let root = &tree.nodes[0];
        assert_eq!((root.depth, root.score), (report.depth, report.score), "{kind:?}");
        assert!(tree.nodes.iter().all(|node| node.kind != NodeKind::Stopped), "{kind:?}");
    }
}

#[test]
fn a_tree_without_a_complete_depth_says_where_it_was_stopped() {
    let mut recorder = TreeRecorder::new(usize::MAX, 100_000);
    let mut search = TreeSearch::new(Kind::Minimax, Options::default(), DepthPlan::OneDepth, Even, 1);
    let (limits, never) = (Limits { nodes: Some(5000), ..to_depth(9) }, AtomicBool::new(false));
    let mut silent = |_: &_| {};
    let report = search.search_observed(&start(), &limits, &mut Control::new(&never, &mut silent), &mut recorder);
    assert_eq!((report.stop, report.depth), (Stop::Nodes, 0));
    assert_eq!(recorder.into_tree(report.depth).nodes[0].kind, NodeKind::Stopped);
}

/// A plain search without an observer is other code than with one (`plain.rs`). Both must count, stop and answer alike
/// wherever they are stopped.
#[test]
fn a_plain_search_does_the_same_for_an_observer() {
    let compare = |kind, plan, limits: Limits| {
        let search = || TreeSearch::new(kind, Options::default(), plan, Even, 1);
        let (never, mut silent) = (AtomicBool::new(false), |_: &_| {});
        let mut recorder = TreeRecorder::new(1, 1);
        let mut control = Control::new(&never, &mut silent);
        let seen = search().search_observed(&start(), &limits, &mut control, &mut recorder);
        let unseen = run(&mut search(), &start(), limits);
        let all = [seen, unseen].map(|report| {
            (report.counters, report.stop, report.depth, report.score, report.best, report.pv, report.root_moves)
        });
        assert_eq!(all[0], all[1], "{kind:?} {plan:?} {limits:?}");
    };
    for kind in [Kind::Minimax, Kind::AlphaBeta, Kind::Mtdf, Kind::Sss] {
        for plan in [DepthPlan::OneDepth, DepthPlan::Deepening { aspiration: Some(1.0) }] {
            for nodes in (0..30).chain([511, 512, 513, 1023, 1024, 1025, 5000]) {
                compare(kind, plan, Limits { nodes: Some(nodes), ..to_depth(3) });
            }
            (1..4).for_each(|depth| compare(kind, plan, to_depth(depth)));
        }
    }
}

/// Plain minimax searches every move with the full window, so it knows all values and not only bounds.
#[test]
fn minimax_knows_the_value_of_every_move() {
    let values = |root| {
        let options = Options { root, ..Options::default() };
        let mut search = TreeSearch::new(Kind::Minimax, options, DepthPlan::OneDepth, Even, 1);
        run(&mut search, &start(), to_depth(3)).root_moves
    };
    assert_eq!(values(Root::Shared), values(Root::Fresh));
    assert!(values(Root::Shared).iter().all(|known| known.bound == Bound::Exact));
}

/// Zeroing a table of this size would take longer than the search may.
#[test]
fn a_large_table_does_not_delay_a_search() {
    let options = Options { table: Some(2 << 30), ..Options::default() };
    let begun = Instant::now();
    let mut search = TreeSearch::new(Kind::Pvs, options, DepthPlan::Deepening { aspiration: None }, Even, 1);
    run(&mut search, &start(), Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
    drop(search);
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
}

#[test]
fn another_thread_can_stop_a_search() {
    for (name, mut search) in searches::<Board>().into_iter().filter(|(name, _)| name != "random") {
        let flag = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let asked = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                flag.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let limits = Limits { rollouts: Some(u64::MAX), ..Limits::default() };
            let report = search.search(&start(), &limits, &mut Control::new(&flag, &mut |_| {}));
            let answered = Instant::now();
            let asked = asked.join().expect("the other thread ends");
            assert_eq!(report.stop, Stop::Cancelled, "{name}");
            // The machine may be busy with other tests; a search that does not listen goes on much longer.
            assert!(answered.duration_since(asked) < Duration::from_millis(500), "{name}");
        });
    }
}

#[test]
fn a_lone_move_is_played_at_once() {
    let position =
        Pawn::<u64>::read_position(&"4x4".parse().expect("a size"), ".o../.x../..../x... x").expect("a position");
    let only: Vec<_> = position.moves().collect();
    assert_eq!(only.len(), 1);
    for (name, mut search) in searches::<Pawn<u64>>() {
        let report = run(&mut *search, &position, to_depth(30));
        assert_eq!((report.best, report.stop, report.counters.nodes), (only[0], Stop::OnlyMove, 0), "{name}");
    }
}

#[test]
fn iterations_are_reported_as_they_come() {
    let mut depths = Vec::new();
    let mut search =
        TreeSearch::new(Kind::Negamax, Options::default(), DepthPlan::Deepening { aspiration: None }, Even, 1);
    let flag = AtomicBool::new(false);
    search.search(&start(), &to_depth(4), &mut Control::new(&flag, &mut |report| depths.push(report.depth)));
    assert_eq!(depths, [1, 2, 3, 4]);
}
