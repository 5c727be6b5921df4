//! The games of the Breakthrough report, and the faults of its program.

use plyscope_core::{Control, Game, Limits, Notation, Report, Search, Stop, Work};
use plyscope_games::{Breakthrough, PawnMove};
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};
use plyscope_search::{DepthPlan, Kind, Options, TreeSearch, published};
use plyscope_studies::{Figure, StudyRequest, StudyTable, breakthrough};
use std::num::NonZeroUsize;

type BreakthroughBoard = Breakthrough<u64>;

/// White (`x`) wins with either move of a7. Two captures are possible too, but only if played at once.
const WIN_IN_ONE: &str = "......oo/x......./......../...o.o.o/..x.x.x./.....x.x/......../........ x";

/// Black (`o`) threatens b2-b1; only a1xb2 stops it, but h6 could advance to the last row, which counts for more.
const LOSS_IN_TWO: &str = "oo....../......../.......x/......../......../......../.o....../x....... x";

fn opinion(heuristic: &str, seed: u64) -> Opinion<BreakthroughBoard> {
    let spec: HeuristicSpec = heuristic.parse().expect("a heuristic");
    BreakthroughBoard::opinion(Some(&spec), seed).expect("a heuristic of the game")
}

fn run_search(
    search: &mut dyn Search<BreakthroughBoard>,
    position: &str,
    depth: Option<u32>,
) -> (String, Report<PawnMove>) {
    let position = BreakthroughBoard::read_position(&Default::default(), position).expect("a position");
    let limits = Limits { depth, ..Limits::default() };
    let report = search.search(&position, &limits, &mut Control::new(Work::never(), &mut |_| {}));
    (position.move_text(report.best), report)
}

/// The answer of a published search.
fn published(id: &str, heuristic: &str, position: &str, depth: Option<u32>, seed: u64) -> (String, Report<PawnMove>) {
    let mut search = published::breakthrough(id, opinion(heuristic, seed), seed).expect("a published search");
    run_search(&mut search, position, depth)
}

const MINIMAX: &str = "published-breakthrough-minimax";
const ALPHABETA: &str = "published-breakthrough-alphabeta";

/// Both published searches fail on a position with any seed; sound ones of the same depth and heuristic do not.
fn only_sound_searches_play(wanted: &[&str], position: &str, heuristic: &str) {
    for (id, kind) in [(MINIMAX, Kind::Minimax), (ALPHABETA, Kind::AlphaBeta)] {
        for seed in 0..10 {
            let played = published(id, heuristic, position, Some(3), seed).0;
            assert!(!wanted.contains(&&played[..]), "{id}, seed {seed}: {played}");
            let noisy = opinion(&format!("{heuristic}:noise=1"), seed);
            let mut sound = TreeSearch::new(kind, Options::default(), DepthPlan::OneDepth, noisy, seed);
            let played = run_search(&mut sound, position, Some(3)).0;
            assert!(wanted.contains(&&played[..]), "{kind:?}, seed {seed}: {played}");
        }
    }
}

#[test]
fn a_win_in_one_is_missed() {
    only_sound_searches_play(&["a7-a8", "a7-b8"], WIN_IN_ONE, "offensive1");
}

/// They run for the last row and lose before they arrive; sound searches stop the enemy first.
#[test]
fn a_loss_is_missed() {
    only_sound_searches_play(&["a1xb2"], LOSS_IN_TWO, "offensive2");
}

/// Three plies from the start: the root, its 22 moves and the 484 replies are expanded, and the report's counts are
/// close to that.
#[test]
fn expanded_means_interior() {
    let start = "oooooooo/oooooooo/......../......../......../......../xxxxxxxx/xxxxxxxx x";
    let (_, report) = published(MINIMAX, "offensive1", start, None, 1);
    assert_eq!((report.counters.interior + 1, report.counters.leaves, report.depth), (507, 11_132, 3));
    let (_, report) = published(ALPHABETA, "offensive1", start, None, 1);
    assert_eq!(report.depth, 4);
    assert!(report.counters.interior + 1 < 11_639, "something is pruned: {}", report.counters.interior);
}

/// Every search, published or not, stops at its limit and answers with a legal move.
#[test]
fn limits_end_a_search() {
    let position = BreakthroughBoard::read_position(&Default::default(), WIN_IN_ONE).expect("a position");
    for id in [MINIMAX, ALPHABETA, "published-lab-minimax", "published-lab-alphabeta"] {
        for nodes in [1, 100] {
            let own = published::breakthrough(id, opinion("offensive1", 1), 1);
            let mut search: Box<dyn Search<BreakthroughBoard>> = match own {
                Some(search) => Box::new(search),
                None => Box::new(published::lab(id, opinion("offensive1", 1)).expect("a published search")),
            };
            let limits = Limits { nodes: Some(nodes), depth: Some(4), ..Limits::default() };
            let report = search.search(&position, &limits, &mut Control::new(Work::never(), &mut |_| {}));
            assert_eq!((report.stop, report.counters.nodes, report.depth), (Stop::Nodes, nodes, 0), "{id}");
            assert!(position.moves().any(|m| m == report.best), "{id}");
        }
    }
}

/// The same seed gives the same numbers, another seed different ones, and none reaches 1.
#[test]
fn a_random_number_is_added() {
    let value = |seed| published(MINIMAX, "offensive1", LOSS_IN_TWO, Some(2), seed).1.score.value();
    assert_eq!(value(1), value(1));
    assert_ne!(value(1), value(2));
    let plain = (0..20).map(|seed| value(seed).floor()).collect::<Vec<_>>();
    assert!(plain.iter().all(|floor| *floor == plain[0]), "{plain:?}");
}

/// Results of 40 games of an independent program: White's wins, and the pieces that White and Black lost, for each
/// match and reading.
const SIMULATED: [[(u32, f64, f64); 6]; 2] = [
    [(1, 11.2, 2.7), (40, 2.9, 8.3), (39, 3.2, 0.6), (30, 1.5, 1.4), (40, 3.5, 9.2), (16, 4.8, 3.4)],
    [(9, 12.2, 11.4), (35, 1.9, 1.4), (40, 3.6, 9.6), (40, 2.9, 8.2), (39, 2.5, 0.5), (7, 4.0, 4.4)],
];

/// Our games resemble those. The margin for a mean is four standard errors of the difference of the two means, ours
/// of `GAMES` games and theirs of 40, plus half a unit of their last digit and a quarter of a piece, because their
/// move order differed. For wins it is at most four standard errors.
#[test]
fn captures_and_winners_match_another_program() {
    const GAMES: u64 = 12;
    let jobs = NonZeroUsize::new(2).expect("two");
    let request = StudyRequest { full: false, seed: 5, jobs, work: Work::never() };
    let tables = breakthrough::matches(&request, GAMES).expect("not stopped");
    let matches: Vec<&StudyTable> = tables.iter().filter(|table| table.id.starts_with("match-")).collect();
    assert_eq!(matches.len(), 6);
    for (reading, column) in ["White's view", "own view"].into_iter().enumerate() {
        for (table, (wins, white, black)) in matches.iter().zip(SIMULATED[reading]) {
            let cell =
                |row: &str| table.cells.iter().find(|cell| cell.row == row && cell.column == column).expect("a cell");
            for (row, simulated) in [("White pieces captured", white), ("Black pieces captured", black)] {
                let cell = cell(row);
                let Figure::Number(mean) = cell.ours else { panic!("a mean") };
                let (low, high) = cell.interval.expect("an interval");
                let error = (high - low) / (2.0 * 1.96);
                let margin = 4.0 * error * (1.0 + GAMES as f64 / 40.0).sqrt() + 0.3;
                assert!(
                    (mean - simulated).abs() <= margin,
                    "{}, {column}, {row}: {mean} ± {margin}, not {simulated}",
                    table.id
                );
            }
            let (low, high) = cell("winner").interval.expect("an interval");
            let Some(Figure::Text(winner)) = &cell("winner").published else { panic!("a winner") };
            let simulated = 100.0 * f64::from(if winner == "White" { wins } else { 40 - wins }) / 40.0;
            let margin = high - low;
            assert!(
                (low - margin..=high + margin).contains(&simulated),
                "{}, {column}: {low} to {high}, not {simulated}",
                table.id
            );
        }
    }
}
