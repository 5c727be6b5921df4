//! Every tree search finds what plain minimax finds: the value, the distance to the end, and one of the best moves.

use crate::common::{Shape, Written, plain, random_game, run, to_depth};
use plyscope_core::{Bound, Game, Heuristic, Report, Rng, Score};
use plyscope_games::{Andantino, Breakthrough, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_search::{DepthPlan, Kind, Options, Order, Root, Ties, TreeSearch};

const KINDS: [Kind; 6] = [Kind::Minimax, Kind::AlphaBeta, Kind::Negamax, Kind::Pvs, Kind::Mtdf, Kind::Sss];

/// One of all the combinations of switches.
fn any_options(rng: &mut Rng) -> (Options, DepthPlan) {
    let mut coin = || rng.below(2) == 0;
    let order = Order { table: coin(), killer: coin(), heuristic: coin(), history: coin() };
    let (root, ties) =
        (if coin() { Root::Shared } else { Root::Fresh }, if coin() { Ties::First } else { Ties::Random });
    let (has_table, small, deepening, wide) = (coin(), coin(), coin(), coin());
    let table = has_table.then_some(if small { 200 } else { 1 << 18 });
    let aspiration = coin().then_some(if wide { 3.0 } else { 0.25 });
    let plan = if deepening { DepthPlan::Deepening { aspiration } } else { DepthPlan::OneDepth };
    (Options { order, table, root, ties }, plan)
}

/// Checks a report against plain minimax.
fn check<G: Game>(position: &G, depth: u32, heuristic: &impl Heuristic<G>, report: &Report<G::Move>, what: &str) {
    let (value, _) = plain(position, depth, heuristic);
    assert_eq!(report.score, value, "{what}: {position:?}");
    let worth = |m| plain(&position.child(m), depth - 1, heuristic).0.from_child();
    assert_eq!(worth(report.best), value, "{what}: {position:?}");
    assert_eq!(report.pv.first(), Some(&report.best), "{what}");
    let moves: Vec<G::Move> = position.moves().collect();
    assert_eq!(report.root_moves.iter().map(|root| root.m).collect::<Vec<_>>(), moves, "{what}: root moves in order");
    for root in report.root_moves.iter().filter(|root| root.score > Score::MIN) {
        let holds = match root.bound {
            Bound::Exact => root.score == worth(root.m),
            Bound::Lower => root.score <= worth(root.m),
            Bound::Upper => root.score >= worth(root.m),
        };
        assert!(holds, "{what}: {root:?}, really {:?}", worth(root.m));
    }
}

/// Follows the best line; without a table it ends where the value comes from.
fn check_line<G: Game>(position: &G, depth: u32, heuristic: &impl Heuristic<G>, report: &Report<G::Move>, what: &str) {
    let mut at = position.clone();
    for &m in &report.pv {
        assert!(at.outcome().is_none() && at.moves().any(|legal| legal == m), "{what}: the line is legal");
        at.play(m);
    }
    let left = depth - report.pv.len() as u32;
    assert!(at.outcome().is_some() || left == 0, "{what}: the line goes on to the horizon");
    let end = plain(&at, left, heuristic).0;
    let seen_from_root = (0..report.pv.len()).fold(end, |score, _| score.from_child());
    assert_eq!(seen_from_root, report.score, "{what}: the line leads to the value");
}

#[test]
fn explicit_trees() {
    let mut rng = Rng::new(1);
    for round in 0..4000 {
        let shape = Shape {
            depth: 2 + rng.below(6),
            max_moves: 1 + rng.below(5),
            width: 1 + rng.below(12),
            ends: 2 + rng.below(12),
            values: [0, 1, 3, 50][rng.below(4)],
        };
        let start = random_game(shape, &mut rng);
        if start.count_moves() < 2 {
            continue;
        }
        let depth = 1 + rng.below(shape.depth) as u32;
        for kind in KINDS {
            for _ in 0..4 {
                let (options, plan) = any_options(&mut rng);
                let what = format!("round {round}, {kind:?}, {options:?}, {plan:?}, depth {depth}, {shape:?}");
                let mut search = TreeSearch::new(kind, options, plan, Written, round);
                let report = run(&mut search, &start, to_depth(depth));
                if report.depth < depth {
                    // Deepening ended because everything is known; then plain minimax agrees at the depth that was
                    // reached.
                    assert!(report.complete || report.score.is_decided(), "{what}");
                }
                check(&start, report.depth, &Written, &report, &what);
                if report.complete || report.score.is_decided() {
                    assert_eq!(plain(&start, 1000, &Written).0, report.score, "{what}: complete means exact");
                }
                if options.table.is_none() && !matches!(kind, Kind::Mtdf | Kind::Sss) {
                    check_line(&start, report.depth, &Written, &report, &what);
                }
            }
        }
    }
}

/// Pieces, as far as notation shows them: enough of a heuristic to test searches on real games.
struct Wobbly;

impl<G: Game> Heuristic<G> for Wobbly {
    fn evaluate(&self, position: &G) -> f64 {
        // Any function of the position will do; small whole numbers make ties.
        (position.key() % 7) as f64 - 3.0
    }
}

fn real_positions<G: Game>(variant: &str, deepest: u32) {
    let mut rng = Rng::new(5);
    for round in 0..25 {
        let mut position = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
        for _ in 0..rng.below(20) {
            let mut next = position.clone();
            match next.pick(|n| rng.below(n)) {
                Some(m) => next.play(m),
                None => break,
            }
            if next.outcome().is_none() {
                position = next;
            }
        }
        if position.count_moves() < 2 {
            continue;
        }
        let depth = 1 + rng.below(deepest as usize) as u32;
        for kind in KINDS {
            let (options, plan) = any_options(&mut rng);
            let what = format!("{variant}, round {round}, {kind:?}, {options:?}, {plan:?}, depth {depth}");
            let mut search = TreeSearch::new(kind, options, plan, Wobbly, round);
            let report = run(&mut search, &position, to_depth(depth));
            check(&position, report.depth, &Wobbly, &report, &what);
        }
    }
}

#[test]
fn positions_of_all_games() {
    real_positions::<TicTacToe>("", 6);
    real_positions::<Reversi>("6x6", 4);
    real_positions::<Pawn<u64>>("4x4", 7);
    real_positions::<Pawn<u128>>("6x6,classic,en-passant", 4);
    real_positions::<Pawned<u64>>("4x4", 7);
    real_positions::<Breakthrough<u64>>("5x4", 4);
    real_positions::<Andantino>("4", 4);
}

/// A search that can see a win plays the shortest one, and in a lost position resists as long as possible.
#[test]
fn wins_are_short_and_losses_long() {
    let start = Pawn::<u64>::start(&"4x4".parse().expect("a size"));
    for kind in [Kind::AlphaBeta, Kind::Negamax, Kind::Pvs, Kind::Mtdf] {
        let options = Options { table: Some(1 << 22), ..Options::default() };
        let mut search = TreeSearch::new(kind, options, DepthPlan::Deepening { aspiration: None }, Wobbly, 0);
        let (mut position, mut expected) = (start.clone(), 11);
        while position.outcome().is_none() {
            let report = run(&mut search, &position, to_depth(20));
            // With one legal move nothing is searched.
            if position.count_moves() > 1 {
                let score = if expected % 2 == 1 { Score::win_in(expected) } else { Score::loss_in(expected) };
                assert_eq!(report.score, score, "{kind:?}");
            }
            position.play(report.best);
            expected -= 1;
        }
        assert_eq!(expected, 0);
    }
}
