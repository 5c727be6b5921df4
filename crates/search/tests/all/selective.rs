//! The selective search: what it claims is true, whatever it leaves out; with time enough it finds the truth; and what
//! an observer sees is what was done.

use crate::common::{Node, Shape, Written, plain, random_game, run, to_depth};
use plyscope_core::{Control, Game, Heuristic, Insight, Limits, Measure, NodeKind, Rng, Score, Search, Skip, Work};
use plyscope_games::{Andantino, Breakthrough, Connect4, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_heuristics::Judged;
use plyscope_search::{Engine, MARGINS, Margins, TECHNIQUES, Techniques, TreeNode, TreeRecorder};

/// Every technique on, or off by a coin toss.
fn random_techniques(rng: &mut Rng) -> Techniques {
    let mut techniques = Techniques::ALL;
    for name in TECHNIQUES {
        *techniques.switch(name).expect("every technique has a switch") = rng.below(3) > 0;
    }
    techniques
}

/// Every number anywhere within its bounds, small ones as likely as large ones.
fn random_margins(rng: &mut Rng) -> Margins {
    let mut margins = Margins::DEFAULT;
    for about in &MARGINS {
        let number = about.least + (about.most - about.least) * rng.unit().powi(4);
        assert!(margins.set(about.name, number), "{}", about.name);
    }
    margins
}

fn nothing() -> Techniques {
    let mut techniques = Techniques::ALL;
    for name in TECHNIQUES {
        *techniques.switch(name).expect("every technique has a switch") = false;
    }
    techniques
}

/// How many threads search in turn: several must keep every promise that one keeps.
const N_THREADS: [usize; 3] = [1, 2, 4];

/// A position after some random moves, if the game still goes on.
fn wander<G: Game>(start: &G, plies: usize, rng: &mut Rng) -> Option<G> {
    let mut position = start.clone();
    for _ in 0..plies {
        let m = position.pick(|n| rng.below(n))?;
        position.play(m);
    }
    (position.count_moves() > 1).then_some(position)
}

/// A win or loss that the engine reports, after searches of every depth, with any techniques and margins, is one by
/// plain minimax to the end of the game, and its moves lead there.
fn claims_are_true<G: Insight + Judged>(variant: &str, rounds: usize, plies: usize) {
    let start = G::start(&variant.parse().expect("a variant"));
    let (mut rng, mut n_decided) = (Rng::new(7), 0);
    for round in 0..rounds {
        let n_plies = rng.below(plies + 1);
        let Some(position) = wander(&start, n_plies, &mut rng) else { continue };
        let techniques = random_techniques(&mut rng);
        let heuristic = G::opinion(None, 0).expect("a default heuristic");
        let margins = if round % 2 == 0 { Margins::DEFAULT } else { random_margins(&mut rng) };
        let threads = N_THREADS[round % N_THREADS.len()];
        let mut engine = Engine::new(heuristic, techniques, 1 << 16, threads).with_margins(margins);
        let depth = 1 + rng.below(8) as u32;
        let report = run(&mut engine, &position, to_depth(depth));
        assert!(position.moves().any(|m| m == report.best));
        if !report.score.is_decided() {
            continue;
        }
        n_decided += 1;
        let place = format!(
            "{variant}, round {round}, {threads} threads, depth {depth}, {techniques:?}, {margins:?}, {position:?}"
        );
        let (exact, _) = plain(&position, 100, &Written0);
        assert_eq!((exact.is_decided(), exact.is_win()), (true, report.score.is_win()), "{place}");
        let after = plain(&position.child(report.best), 100, &Written0).0.from_child();
        assert!(!report.score.is_win() || after.is_win(), "{place}: the move throws the win away");
    }
    assert!(n_decided >= rounds / 40, "{variant}: only {n_decided} of {rounds} searches decided the game");
}

/// Worth nothing to anybody.
struct Written0;

impl<G> Heuristic<G> for Written0 {
    fn evaluate(&self, _: &G) -> f64 {
        0.0
    }
}

#[test]
fn wins_and_losses_are_proven_in_every_game() {
    claims_are_true::<TicTacToe>("", 150, 5);
    claims_are_true::<Pawn<u64>>("4x4", 150, 6);
    claims_are_true::<Pawned<u64>>("4x3", 150, 6);
    claims_are_true::<Breakthrough<u64>>("4x3", 150, 6);
    claims_are_true::<Reversi>("4x4", 150, 7);
    claims_are_true::<Connect4>("4x4", 100, 9);
    claims_are_true::<Andantino>("3", 60, 14);
}

/// In explicit games, whose values are random and so mislead every rule, too.
#[test]
fn wins_and_losses_are_proven_in_random_games() {
    let mut rng = Rng::new(12);
    let mut n_decided = 0;
    for round in 0..600 {
        let shape = Shape {
            depth: 2 + rng.below(8),
            max_moves: 1 + rng.below(5),
            width: 1 + rng.below(12),
            ends: 2 + rng.below(12),
            values: 50,
        };
        let start = random_game(shape, &mut rng);
        if start.count_moves() < 2 {
            continue;
        }
        let (exact, _) = plain(&start, 100, &Written);
        let techniques = random_techniques(&mut rng);
        let threads = N_THREADS[round % N_THREADS.len()];
        let mut engine = Engine::new(Written, techniques, 1 << 14, threads);
        let report = run::<Node>(&mut engine, &start, to_depth(1 + rng.below(12) as u32));
        if report.score.is_decided() {
            n_decided += 1;
            assert_eq!(
                exact.is_win(),
                report.score.is_win(),
                "round {round}, {threads} threads, {shape:?}, {techniques:?}"
            );
            assert!(exact.is_decided(), "round {round}, {threads} threads, {shape:?}, {techniques:?}");
        }
        // A search that calls itself complete has found the value itself.
        if report.complete && !report.score.is_decided() {
            assert_eq!(report.score, exact, "round {round}, {threads} threads, {shape:?}, {techniques:?}");
        }
    }
    assert!(n_decided > 100, "{n_decided}");
}

/// With nothing left out it is an alpha-beta search: the value of every depth is that of plain minimax.
#[test]
fn without_techniques_it_is_minimax() {
    let mut rng = Rng::new(5);
    for round in 0..400 {
        let shape = Shape {
            depth: 2 + rng.below(6),
            max_moves: 2 + rng.below(4),
            // So wide that positions hardly ever meet: the table may answer with a deeper search.
            width: 400,
            ends: 2 + rng.below(12),
            values: 0,
        };
        let start = random_game(shape, &mut rng);
        if start.count_moves() < 2 {
            continue;
        }
        for depth in 1..=shape.depth as u32 {
            let threads = N_THREADS[round % N_THREADS.len()];
            let report = run::<Node>(&mut Engine::new(Slow, nothing(), 1 << 16, threads), &start, to_depth(depth));
            let exact = plain(&start, report.depth, &Written).0;
            assert_eq!(report.score, exact, "round {round}, {threads} threads, depth {depth}, {shape:?}");
        }
    }
}

/// [`Written`], so slowly that helpers come in time to help.
struct Slow;

impl Heuristic<Node> for Slow {
    fn evaluate(&self, node: &Node) -> f64 {
        (0..300).for_each(|_| std::hint::spin_loop());
        Written.evaluate(node)
    }
}

#[test]
fn time_enough_finds_the_truth() {
    let opinion = || Pawn::<u64>::opinion(None, 0).expect("a default heuristic");
    for (size, exact) in [("4x4", Score::win_in(11)), ("5x4", Score::loss_in(16))] {
        let start = Pawn::<u64>::start(&size.parse().expect("a size"));
        for threads in N_THREADS {
            let report = run(&mut Engine::new(opinion(), Techniques::ALL, 1 << 22, threads), &start, Limits::default());
            assert_eq!(report.score, exact, "{size}");
        }
    }
    let start = TicTacToe::start(&Default::default());
    let opinion = TicTacToe::opinion(None, 0).expect("a default heuristic");
    let report = run(&mut Engine::new(opinion, Techniques::ALL, 1 << 20, 1), &start, Limits::default());
    assert_eq!((report.score, report.complete), (Score::EVEN, true));
}

/// The same question, the same answer; and an observer changes nothing.
#[test]
fn one_thread_answers_the_same_every_time_observed_or_not() {
    fn check<G: Insight + Judged>(variant: &str) {
        let start = G::start(&variant.parse().expect("a variant"));
        let start = wander(&start, 4, &mut Rng::new(1)).expect("a game of more than four moves");
        let engine = || Engine::new(G::opinion(None, 0).expect("a default heuristic"), Techniques::ALL, 1 << 20, 1);
        let first = run(&mut engine(), &start, to_depth(8));
        let second = run(&mut engine(), &start, to_depth(8));
        let mut recorder = TreeRecorder::new(3, 100_000);
        let mut ignore = |_: &_| {};
        let mut control = Control::new(Work::never(), &mut ignore);
        let observed = engine().search_observed(&start, &to_depth(8), &mut control, &mut recorder);
        for other in [&second, &observed] {
            assert_eq!((first.best, &first.pv, first.counters), (other.best, &other.pv, other.counters));
        }
        // Every position that was visited is in the tree or counted where it is missing; tests are not positions.
        let tree = recorder.into_tree(observed.depth);
        let is_selective = |node: &TreeNode<_>| !node.remarks.is_empty() || !node.skipped.is_empty();
        assert!(tree.nodes.iter().any(is_selective), "{variant}: {} nodes", tree.nodes.len());
        assert!(tree.nodes.iter().all(|node| node.kind != NodeKind::Pruned || !node.remarks.is_empty()));
        for node in &tree.nodes {
            assert!(node.m.is_some() || node.test.is_some() || node.parent == 0);
            assert!(node.test.is_none() || node.children.is_empty());
            let tried: Vec<_> = node.children.iter().filter_map(|&child| tree.nodes[child].m).collect();
            assert!(node.skipped.iter().all(|(m, why)| *why == Skip::Unforced || !tried.contains(m)));
        }
    }
    check::<Breakthrough<u64>>("8x8");
    check::<Reversi>("8x8");
    check::<Pawn<u64>>("6x6");
    check::<Andantino>("5");
    assert_eq!(<Reversi as Insight>::MEASURE, Measure::Margin);
}

/// Helpers take part of the work, all of which is counted; who watches sees everything, so a search that is observed
/// has none.
#[test]
fn helpers_search_and_count_and_stay_away_from_observers() {
    let start = Breakthrough::<u64>::start(&"8x8".parse().expect("a size"));
    let engine = |threads| {
        let opinion = Breakthrough::<u64>::opinion(None, 0).expect("a default heuristic");
        Engine::new(opinion, Techniques::ALL, 1 << 20, threads)
    };
    let alone = run(&mut engine(1), &start, to_depth(8));
    let mut recorder = TreeRecorder::new(3, 100_000);
    let mut ignore = |_: &_| {};
    let mut control = Control::new(Work::never(), &mut ignore);
    let observed = engine(3).search_observed(&start, &to_depth(8), &mut control, &mut recorder);
    assert_eq!((alone.best, &alone.pv, alone.counters), (observed.best, &observed.pv, observed.counters));
    for threads in [2, 4] {
        let together = run(&mut engine(threads), &start, to_depth(10));
        let by_root_moves: u64 = together.root_moves.iter().map(|known| known.nodes).sum();
        assert!(together.counters.nodes > by_root_moves, "{threads} threads");
        assert_eq!((together.depth, together.root_moves.len()), (10, alone.root_moves.len()), "{threads} threads");
    }
}
