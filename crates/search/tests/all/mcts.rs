//! Monte-Carlo tree search through its public face: strength, proofs, limits and every combination of options.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::{
    Control, Game, Heuristic, Limits, Notation, Outcome, Report, Rng, Score, Search, Side, Stop, Verdict,
};
use plyscope_games::{Andantino, Breakthrough, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_search::mcts::{Choose, Mcts, Options, Rollout, Select, TreeUse};

/// The more moves, the better.
struct Mobility;

impl<G: Game> Heuristic<G> for Mobility {
    fn evaluate(&self, position: &G) -> f64 {
        position.count_moves() as f64 - 4.0
    }
}

fn start<G: Game>(variant: &str) -> G {
    G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")))
}

fn read<G: Notation>(variant: &str, text: &str) -> G {
    let variant = variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}"));
    G::read_position(&variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn rollouts(n: u64) -> Limits {
    Limits { rollouts: Some(n), ..Limits::default() }
}

/// Searches, and checks what must hold of every report.
fn ask<G: Game>(search: &mut Mcts<G, Mobility>, position: &G, limits: &Limits) -> Report<G::Move> {
    let flag = AtomicBool::new(false);
    let report = search.search(position, limits, &mut Control::new(&flag, &mut |_| {}));
    let moves: Vec<G::Move> = position.moves().collect();
    assert_eq!(report.root_moves.iter().map(|root_move| root_move.m).collect::<Vec<_>>(), moves);
    assert_eq!(report.pv[0], report.best);
    let mut line = position.clone();
    for &m in &report.pv {
        assert!(line.outcome().is_none() && line.moves().any(|legal| legal == m), "{m:?} in {:?}", report.pv);
        line.play(m);
    }
    report
}

fn ask_once<G: Game>(options: Options, position: &G, n: u64, seed: u64) -> Report<G::Move> {
    ask(&mut Mcts::new(options, Mobility, seed), position, &rollouts(n))
}

/// The exact worth of a position and of all below it.
fn solve<G: Game>(position: &G, known: &mut HashMap<G, Score>) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of(outcome, position.side_to_move());
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let score = position.moves().map(|m| solve(&position.child(m), known).from_child()).max().unwrap();
    known.insert(position.clone(), score);
    score
}

/// All combinations of the switches.
fn combinations() -> Vec<Options> {
    let mut all = Vec::new();
    for rollout in [Rollout::Uniform, Rollout::Greedy { epsilon: 0.3 }, Rollout::Cut { plies: 3 }] {
        for (select, merge) in [Select::Ucb1, Select::Ucb1Tuned].into_iter().flat_map(|s| [(s, false), (s, true)]) {
            for (tree, solver) in [TreeUse::Fresh, TreeUse::Reuse].into_iter().flat_map(|t| [(t, false), (t, true)]) {
                for choose in [Choose::Mean, Choose::Visits, Choose::Both] {
                    all.push(Options { select, merge, choose, tree, solver, rollout, ..Options::default() });
                }
            }
        }
    }
    all
}

#[test]
fn immediate_wins_are_found_with_all_options() {
    fn check<G: Notation>(variant: &str, text: &str, winning: &str) {
        let position: G = read(variant, text);
        for options in combinations() {
            let report = ask_once(options.clone(), &position, 1000, 7);
            assert_eq!(position.move_text(report.best), winning, "{options:?}");
            assert!(report.complete == options.solver && (!options.solver || report.score == Score::win_in(1)));
        }
    }
    check::<TicTacToe>("", "xx./oo./... x", "c1");
    check::<TicTacToe>("", "x../oo./x.x o", "c2");
    check::<Pawn<u64>>("4x4", "..../x.../o..o/.x.. x", "a3-a4");
    check::<Breakthrough<u64>>("5x5", "oo.../x..../...../x.x.o/..... x", "a4xb5");
}

/// The children of the thesis were a random subset, so it missed a quarter of these regardless of the number of
/// rollouts.
#[test]
fn the_only_winning_move_is_not_missed() {
    let mut known = HashMap::new();
    solve(&start::<Pawn<u64>>("4x4"), &mut known);
    let only = |position: &Pawn<u64>, score: Score| {
        let winning =
            position.moves().filter(|&m| solve(&position.child(m), &mut HashMap::new()).from_child().is_win());
        (score.is_win() && position.count_moves() > 1).then(|| winning.collect::<Vec<_>>()).filter(|all| all.len() == 1)
    };
    // Hash maps have no order; keys give one.
    let mut puzzles: Vec<_> = known.iter().filter(|(position, _)| position.key() % 16 == 0).collect();
    puzzles.sort_by_key(|(position, _)| position.key());
    let puzzles: Vec<_> = puzzles.iter().filter_map(|(p, score)| Some((*p, **score, only(p, **score)?[0]))).collect();
    assert!(puzzles.len() > 100);
    for (position, score, winning) in puzzles {
        let solver = Options { solver: true, ..Options::default() };
        assert_eq!(ask_once(solver, position, 20_000, 3).best, winning, "{position:?}");
        if score == Score::win_in(1) {
            for choose in [Choose::Mean, Choose::Visits, Choose::Both] {
                let plain = Options { choose, ..Options::default() };
                assert_eq!(ask_once(plain, position, 100, 3).best, winning, "{position:?}");
            }
        }
    }
}

/// Proven scores are right, apart from distances: the first win found counts, and it may not be the shortest.
#[test]
fn proofs_agree_with_minimax() {
    fn check<G: Game>(variant: &str, n_positions: usize, most: u64) {
        let (mut known, mut rng) = (HashMap::new(), Rng::new(5));
        let mut positions = vec![start::<G>(variant)];
        while positions.len() < n_positions {
            let mut position = start::<G>(variant);
            for _ in 0..rng.below(9) {
                position.pick(|n| rng.below(n)).into_iter().for_each(|m| position.play(m));
            }
            if position.count_moves() > 1 {
                positions.push(position);
            }
        }
        for (position, merge) in positions.iter().flat_map(|position| [(position, false), (position, true)]) {
            let report = ask_once(Options { solver: true, merge, ..Options::default() }, position, most, 1);
            assert!(report.complete && report.stop == Stop::Complete, "{variant}: {position:?} {:?}", report.counters);
            match (report.score.verdict(true), solve(position, &mut known).verdict(true)) {
                (Verdict::Win(found), Verdict::Win(shortest)) => assert!(found >= shortest),
                (Verdict::Loss(found), Verdict::Loss(longest)) => assert!(found >= longest),
                (found, exact) => assert_eq!(found, exact, "{variant}: {position:?}"),
            }
            let best = solve(&position.child(report.best), &mut known).from_child();
            assert_eq!(best.is_win(), report.score.is_win());
            assert!(best.is_decided() == report.score.is_decided(), "{variant}: {position:?}");
        }
    }
    check::<TicTacToe>("", 40, 100_000);
    check::<Pawn<u64>>("4x4", 40, 200_000);
    check::<Pawned<u64>>("4x4", 40, 200_000);
    check::<Reversi>("4x4", 6, 1_000_000);
}

#[test]
fn known_games_are_solved() {
    let solver = Options { solver: true, ..Options::default() };
    let report = ask_once(solver.clone(), &start::<TicTacToe>(""), 100_000, 1);
    assert_eq!((report.score.verdict(report.complete), report.stop), (Verdict::Draw, Stop::Complete));
    let report = ask_once(solver, &start::<Pawn<u64>>("4x4"), 100_000, 1);
    assert!(matches!(report.score.verdict(true), Verdict::Win(11..)), "{:?}", report.score);
    assert!(report.complete && report.counters.rollouts < 100_000);
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let position: Breakthrough<u64> = start("6x6");
    for options in combinations().into_iter().filter(|options| options.tree == TreeUse::Fresh) {
        let answer =
            |search: &mut Mcts<_, _>| Report { time: Duration::ZERO, ..ask(search, &position, &rollouts(150)) };
        let mut search = Mcts::new(options.clone(), Mobility, 11);
        let first = answer(&mut search);
        ask(&mut search, &position.child(first.best), &rollouts(50));
        assert_eq!(answer(&mut search), first, "{options:?}");
        assert_eq!(answer(&mut Mcts::new(options.clone(), Mobility, 11)), first);
        assert_ne!(answer(&mut Mcts::new(options, Mobility, 12)).root_moves, first.root_moves);
    }
}

#[test]
fn every_combination_plays_every_game_to_its_end() {
    /// No game on this board has more plies.
    fn play<G: Game>(variant: &str, max_plies: u32) {
        for options in combinations() {
            let mut players = [3, 4].map(|seed| Mcts::new(options.clone(), Mobility, seed));
            let (mut position, mut plies): (G, u32) = (start(variant), 0);
            while position.outcome().is_none() {
                let player = &mut players[position.side_to_move().index()];
                position.play(ask(player, &position, &rollouts(30)).best);
                plies += 1;
                assert!(plies <= max_plies, "{options:?}");
            }
            assert!(plies > 1, "{options:?}");
        }
    }
    // Every move fills a cell or advances a piece; where passes are moves, one follows each of the others at most.
    play::<TicTacToe>("", 9);
    play::<Pawn<u64>>("4x4", 24);
    play::<Pawned<u64>>("4x4", 48);
    play::<Breakthrough<u64>>("4x4", 48);
    play::<Reversi>("4x4", 24);
    play::<Andantino>("3", 19);
}

#[test]
fn limits_end_the_search() {
    let position: Breakthrough<u64> = start("8x8");
    let first = position.moves().next().unwrap();
    let mut search = Mcts::new(Options::default(), Mobility, 1);
    let mut ask = |limits: Limits| ask(&mut search, &position, &limits);

    let report = ask(rollouts(777));
    assert_eq!((report.stop, report.counters.rollouts), (Stop::Rollouts, 777));
    assert_eq!(report.root_moves.iter().map(|root_move| root_move.nodes).sum::<u64>(), 777);
    assert_eq!(report.counters.interior + report.counters.leaves, report.counters.nodes);

    let report = ask(Limits { depth: Some(3), ..Limits::default() });
    assert_eq!((report.stop, report.counters.rollouts), (Stop::Rollouts, 1000));

    let report = ask(Limits { nodes: Some(50_000), ..rollouts(1_000_000) });
    assert_eq!(report.stop, Stop::Nodes);
    assert!((50_000..50_000 + 500).contains(&report.counters.nodes), "one game more at most");

    let report = ask(Limits { time: Some(Duration::from_millis(30)), ..Limits::default() });
    assert_eq!(report.stop, Stop::Time);
    assert!(report.time >= Duration::from_millis(30) && report.time < Duration::from_millis(130), "{:?}", report.time);

    let nothing = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for limits in [rollouts(0), Limits { nodes: Some(0), ..rollouts(9) }, nothing] {
        let report = ask(limits);
        assert_eq!((report.best, report.score, report.counters.rollouts), (first, Score::EVEN, 0));
        assert_eq!(report.pv, [first]);
    }
}

/// Even if the heuristic is slow.
#[test]
fn cancelling_ends_the_search_soon() {
    struct Slow;
    impl<G> Heuristic<G> for Slow {
        fn evaluate(&self, _: &G) -> f64 {
            std::thread::sleep(Duration::from_micros(20));
            0.0
        }
    }
    for rollout in [Rollout::Uniform, Rollout::Greedy { epsilon: 0.0 }, Rollout::Cut { plies: 0 }] {
        let (flag, position) = (AtomicBool::new(false), start::<Breakthrough<u64>>("8x8"));
        let mut search = Mcts::new(Options { rollout, ..Options::default() }, Slow, 1);
        std::thread::scope(|scope| {
            let searcher = scope.spawn(|| {
                let report = search.search(&position, &rollouts(u64::MAX), &mut Control::new(&flag, &mut |_| {}));
                (report.stop, Instant::now())
            });
            std::thread::sleep(Duration::from_millis(40));
            flag.store(true, Ordering::Relaxed);
            let cancelled = Instant::now();
            let (stop, ended) = searcher.join().unwrap();
            assert_eq!(stop, Stop::Cancelled);
            // 10 ms are meant; a busy machine may be late.
            assert!(ended - cancelled < Duration::from_millis(60), "{rollout:?}: {:?}", ended - cancelled);
        });
    }
}

/// One visit stands for all random games of a leaf. So visits add up as they do with one game, and the mean of a move
/// whose children are not visited yet is that of its games: with many of them, its exact value under random play.
#[test]
fn several_games_from_a_leaf_are_one_visit() {
    fn exact(position: &TicTacToe, side: Side) -> f64 {
        match position.outcome() {
            Some(Outcome::Draw) => 0.5,
            Some(outcome) => f64::from(u8::from(outcome == Outcome::Win(side))),
            None => {
                let children: Vec<f64> = position.moves().map(|m| exact(&position.child(m), side)).collect();
                children.iter().sum::<f64>() / children.len() as f64
            }
        }
    }
    let position: TicTacToe = read("", "x.o/.x./..o x");
    let options = |games| Options { games, ..Options::default() };
    let once = ask_once(options(20_000), &position, 5, 1);
    for (m, root_move) in position.moves().zip(&once.root_moves) {
        // Values run from −1 to 1, so the standard error is at most 0.007.
        let expected = 2.0 * exact(&position.child(m), position.side_to_move()) - 1.0;
        assert!(root_move.nodes == 1 && (root_move.score.value() - expected).abs() < 0.03, "{root_move:?} {expected}");
    }

    let position: Reversi = start("8x8");
    for games in [1, 2, 3, 4, 7, 16] {
        let [first, second] = [4, 4].map(|seed| ask_once(options(games), &position, 500, seed));
        assert_eq!(first.root_moves, second.root_moves, "{games} games: the same seed, but not the same tree");
        assert_eq!(first.root_moves.iter().map(|root_move| root_move.nodes).sum::<u64>(), 500, "{games} games");
        // A random game has 60 plies or so, of which a few are in the tree.
        let plies = first.counters.nodes as f64 / (500.0 * f64::from(games));
        assert!((54.0..64.0).contains(&plies) && first.counters.rollouts == 500, "{games} games: {plies}");
        // Sixteen games have a quarter of the scatter of one; the start is even in random play to within 0.05.
        assert!(first.score.value().abs() < 0.3, "{games} games: {:?}", first.score);
    }
}

/// Positions that end the game are proven, however many games would be played from them.
#[test]
fn several_games_leave_proofs_as_they_are() {
    for games in [1, 4] {
        let options = Options { games, solver: true, ..Options::default() };
        let position: TicTacToe = start("");
        let report = ask_once(options, &position, 200_000, 1);
        assert!(report.complete && report.score == Score::EVEN, "{games} games: {:?}", report.score);
    }
}

#[test]
fn a_single_move_is_played_at_once() {
    let position: TicTacToe = read("", "xox/xox/o.o x");
    let report = ask_once(Options::default(), &position, 1000, 1);
    assert_eq!((report.stop, report.counters.rollouts, report.pv), (Stop::OnlyMove, 0, vec![7]));
}

#[test]
fn a_kept_tree_goes_on() {
    for merge in [false, true] {
        let options = Options { tree: TreeUse::Reuse, solver: true, merge, ..Options::default() };
        let mut search = Mcts::new(options, Mobility, 1);
        let visits = |report: &Report<_>| report.root_moves.iter().map(|root_move| root_move.nodes).sum::<u64>();
        let mut position: Pawn<u64> = start("5x5");
        let before = ask(&mut search, &position, &rollouts(2000));
        before.pv[..2].iter().for_each(|&m| position.play(m));
        assert!(visits(&ask(&mut search, &position, &rollouts(100))) > 150);
        // Three plies on, or elsewhere, there is nothing to keep.
        assert_eq!(visits(&ask(&mut search, &start("4x4"), &rollouts(100))), 100);
        // A proof is kept, too, and the answer is there without a simulation.
        let solved = ask(&mut search, &start("4x4"), &rollouts(100_000));
        let reply = start::<Pawn<u64>>("4x4").child(solved.best);
        let report = ask(&mut search, &reply, &rollouts(100));
        assert_eq!((report.stop, report.counters.rollouts), (Stop::Complete, 0));
        assert_eq!(report.score.from_child(), solved.score);
    }
}

/// A full tree still gives better and better means for the moves it has.
#[test]
fn a_full_tree_is_searched_on() {
    let position: Pawn<u64> = read("4x4", "..../x.../o..o/.x.. x");
    for (max_nodes, merge) in [(0, false), (0, true), (40, false), (40, true)] {
        let report = ask_once(Options { max_nodes, merge, ..Options::default() }, &position, 2000, 1);
        assert_eq!(position.move_text(report.best), "a3-a4");
        assert!(report.counters.rollouts == 2000 && report.depth <= 12);
    }
}

#[test]
fn the_answer_so_far_is_told() {
    let (flag, mut told) = (AtomicBool::new(false), Vec::new());
    let mut tell = |report: &Report<_>| told.push((report.counters.rollouts, report.pv.len() > 1));
    let mut search = Mcts::new(Options::default(), Mobility, 1);
    search.search(&start::<Reversi>("8x8"), &rollouts(5000), &mut Control::new(&flag, &mut tell));
    assert_eq!(told, [(1024, true), (2048, true), (4096, true)]);
}

#[test]
fn it_beats_random_play() {
    let mut rng = Rng::new(2);
    let won = (0..100).filter(|&seed| {
        let mut search = Mcts::new(Options::default(), Mobility, seed);
        let mut position: Pawn<u64> = start("4x4");
        let side = Side::BOTH[(seed % 2) as usize];
        while position.outcome().is_none() {
            let m = match position.side_to_move() == side {
                true => Some(ask(&mut search, &position, &rollouts(500)).best),
                false => position.pick(|n| rng.below(n)),
            };
            position.play(m.unwrap());
        }
        position.outcome() == Some(Outcome::Win(side))
    });
    assert!(won.count() >= 95);
}

/// With nothing but exploration all moves are visited equally, so the mean is that of random play: exactly 0.54448 for
/// the first player (study of the pawn thesis). A hundred thousand games have a standard error of 0.0016.
#[test]
fn without_preference_the_mean_is_that_of_random_play() {
    for max_nodes in [0, 1_000_000] {
        let options = Options { c: 1e30, max_nodes, ..Options::default() };
        let report = ask_once(options, &start::<Pawn<u64>>("4x4"), 100_000, 1);
        let sum: f64 = report.root_moves.iter().map(|root_move| root_move.score.value() * root_move.nodes as f64).sum();
        let mean = (sum / 100_000.0 + 1.0) / 2.0;
        assert!((mean - 0.54448).abs() < 0.005, "{mean}");
        assert!(report.root_moves.iter().all(|root_move| root_move.nodes == 25_000));
    }
}
