//! Grades against figures from elsewhere, against a slow oracle, and at both ends of the scale.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::{Known, Oracle, SAMPLE, cards, named, start_of, truth, worth};
use plyscope_core::Score;
use plyscope_games::{Breakthrough, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_grade::{DepthCard, Figure, Maker, Positions, Truth};
use plyscope_heuristics::{Judged, Opinion};
use plyscope_solve::{Measure, Solvable};

fn all<G: Judged + Solvable>(variant: &str) -> Truth<G> {
    truth(variant, Positions::All, SAMPLE)
}

/// 5478 positions, 958 of them finished, are well known. That 3191 ask for a decision, and what the heuristics keep of
/// them, was found by a separate program in another language (docs/heuristics/tictactoe.md).
#[test]
fn tic_tac_toe_as_others_counted_it() {
    let card = named(&all::<TicTacToe>(""), 1, &["fitted", "lines", "dummy"]);
    let population = &card.population;
    assert_eq!((population.reachable, population.positions, population.decisions), (Some(5478), 4520, 3191));
    assert!(population.is_exact);
    let kept = card.cards.iter().map(|card| card.depths[0].all.kept.expect("there are decisions"));
    let kept: Vec<f64> = kept.map(|figure| (figure.mean * figure.n as f64).round()).collect();
    assert_eq!(kept, [3124.0, 2647.0, 2342.0]);
    assert_eq!(population.phases.iter().map(|phase| phase.positions).sum::<u64>(), 4520);
    assert_eq!(
        population.phases.iter().map(|phase| (phase.first, phase.last)).collect::<Vec<_>>(),
        [(0, 2), (3, 5), (6, 8)]
    );
}

/// 20,286 positions of which 8866 are finished: the numbers of the thesis (games/tests/all/reachable.rs).
#[test]
fn pawn_game_has_the_published_number_of_positions() {
    let card = named(&all::<Pawn<u64>>("4x4"), 1, &["dummy"]);
    assert_eq!((card.population.reachable, card.population.positions), (Some(20_286), 20_286 - 8_866));
}

fn mean(figure: Option<Figure>) -> f64 {
    figure.expect("there are such positions").mean
}

/// The values of the positions are those of plain minimax, and so are all that it says of itself.
fn check_ends<G: Judged + Solvable>(variant: &str) {
    let mut known = Known::new();
    worth(&start_of::<G>(variant), &mut known);
    let known = Arc::new(known);
    let truth = all::<G>(variant);
    let oracle = |sign: f64| {
        let known = known.clone();
        let make = move || Opinion::of(Oracle { known: known.clone(), sign });
        Box::new(make) as Maker<'_, G>
    };
    let card = cards(&truth, 3, vec![("truth", oracle(1.0)), ("lie", oracle(-1.0)), ("constant", oracle(0.0))]);
    let Truth::All(graph) = &truth else { panic!("{variant}: all positions were asked for") };
    assert_eq!(graph.len(), known.len(), "{variant}");
    assert!(graph.unfinished().all(|(position, _, score)| known[position] == score), "{variant}");
    for DepthCard { all, .. } in &card.cards[0].depths {
        assert_eq!([all.kept, all.kept_everywhere].map(mean), [1.0; 2], "{variant}");
        assert_eq!(mean(all.points_lost), 0.0, "{variant}");
        // Where a margin counts, a search that only wants to win is content with a small one.
        if G::MEASURE == Measure::Plies {
            assert_eq!([all.optimal, all.optimal_everywhere].map(mean), [1.0; 2], "{variant}");
            assert_eq!([mean(all.order), mean(all.measure_lost)], [1.0, 0.0], "{variant}");
        }
    }
    assert!(card.cards[0].calibration.as_ref().and_then(|found| found.skill).is_some_and(|skill| skill > 0.95));
    // A search sees finished games no matter which heuristic judges the others; so a lie is compared with a constant,
    // which sees as much.
    let [lie, constant] = [1, 2].map(|place: usize| card.cards[place].depths[0].all);
    for (lie, constant) in [(lie.kept, constant.kept), (lie.optimal, constant.optimal), (lie.order, constant.order)] {
        assert!(mean(lie) < mean(constant), "{variant}: {lie:?} {constant:?}");
    }
    assert!(mean(lie.points_lost) > mean(constant.points_lost), "{variant}");
}

#[test]
fn the_truth_gets_the_best_grades_and_its_opposite_bad_ones() {
    check_ends::<TicTacToe>("");
    check_ends::<Pawn<u64>>("4x3");
    check_ends::<Pawned<u64>>("4x3");
    check_ends::<Breakthrough<u64>>("5x3,rows=1");
    check_ends::<Reversi>("4x4");
}

#[test]
fn marks_by_a_slow_reckoning() {
    check_slowly::<TicTacToe>("", &["fitted", "lines", "dummy"]);
    check_slowly::<Pawn<u64>>("4x3", &["material", "{mobility}", "{mine.steps}"]);
    check_slowly::<Reversi>("4x4", &["strong", "{discs}", "{mine.mobility}"]);
}

/// What a move is worth to the side that plays it, if the game ends or `judge` is asked after `depth` more plies; as
/// that side sees it.
fn slow_search<G: Judged>(position: &G, judge: &Opinion<G>, for_side: plyscope_core::Side, depth: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of(outcome, position.side_to_move());
    }
    if depth == 0 {
        let value = judge.seen_by(position, for_side);
        return Score::estimate(if position.side_to_move() == for_side { value } else { -value });
    }
    let scores = position.moves().map(|m| slow_search(&position.child(m), judge, for_side, depth - 1).from_child());
    scores.max().expect("a move")
}

fn check_slowly<G: Judged + Solvable>(variant: &str, names: &[&str]) {
    const DEPTH: u32 = 2;
    let mut known = HashMap::new();
    worth(&start_of::<G>(variant), &mut known);
    let card = named(&all::<G>(variant), DEPTH, names);
    for (name, card) in names.iter().zip(&card.cards) {
        let judge = G::opinion(Some(&name.parse().expect("a heuristic")), 1).expect("a heuristic");
        for depth in 1..=DEPTH {
            let (mut kept, mut decisions, mut best, mut unequal) = (0.0, 0, 0.0, 0);
            for position in known.keys().filter(|position| position.outcome().is_none()) {
                let (side, mut moves) = (position.side_to_move(), Vec::new());
                for child in position.moves().map(|m| position.child(m)) {
                    let given = slow_search(&child, &judge, side, depth - 1).from_child();
                    moves.push((given, known[&child].from_child()));
                }
                let liked = moves.iter().map(|m| m.0).max().expect("a move");
                let chosen: Vec<Score> = moves.iter().filter(|m| m.0 == liked).map(|m| m.1).collect();
                let top = moves.iter().map(|m| m.1).max().expect("a move");
                let result = |score: Score| score.cmp(&Score::EVEN);
                let share = |fits: &dyn Fn(Score) -> bool| {
                    chosen.iter().filter(|&&score| fits(score)).count() as f64 / chosen.len() as f64
                };
                if moves.iter().any(|m| result(m.1) != result(top)) {
                    kept += share(&|score| result(score) == result(top));
                    decisions += 1;
                }
                if moves.iter().any(|m| m.1 != top) {
                    best += share(&|score| score == top);
                    unequal += 1;
                }
            }
            let marks = &card.depths[depth as usize - 1].all;
            let (found_kept, found_best) = (marks.kept.expect("decisions"), marks.optimal.expect("choices"));
            assert_eq!((found_kept.n, found_best.n), (decisions, unequal), "{variant} {name}");
            assert!((found_kept.mean - kept / decisions as f64).abs() < 1e-9, "{variant} {name} depth {depth}");
            assert!((found_best.mean - best / unequal as f64).abs() < 1e-9, "{variant} {name} depth {depth}");
        }
    }
}
