//! Searches, as Plyscope does them: through the public generic API, on one thread, with a new search object each time,
//! since not every peer can forget what it knows.

use std::f64::consts::SQRT_2;

use plyscope_core::{Control, Game, Heuristic, Limits, Notation, Report, Search, Verdict, Work};
use plyscope_games::{Armies, Breakthrough, Reversi, TicTacToe};
use plyscope_search::mcts::{self, Mcts};
use plyscope_search::{DepthPlan, Kind as Algorithm, Options, Order, TreeSearch};

use crate::ours::{Kind, Workload, start};

/// The depth of the plain searches of Breakthrough.
pub(crate) const PLAIN_DEPTH: u32 = 6;
/// The depth of the best searches of the middle game.
pub(crate) const BEST_DEPTH: u32 = 8;
/// The depth that ends every game of tic-tac-toe.
pub(crate) const TICTACTOE_DEPTH: u32 = 9;
/// The simulations of one Monte-Carlo tree search.
pub(crate) const ROLLOUTS: u64 = 20_000;
/// Bytes in a transposition table.
pub(crate) const TABLE: usize = 1 << 20;

/// What one search found.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    /// The value of the root for its side to move.
    pub(crate) value: i32,
    /// Positions visited, the root not included; 0 if they are not counted.
    pub(crate) nodes: u64,
}

/// One search of a workload, to any depth.
pub(crate) type Once = fn(depth: u32) -> Found;

/// The tree searches, to ask for their values and nodes.
pub(crate) const ONCE: &[(&str, Once)] = &[
    ("search-alphabeta", |depth| plain(Algorithm::AlphaBeta, depth)),
    ("search-negamax", |depth| plain(Algorithm::Negamax, depth)),
    ("search-best-middle-game", best_by_engine),
    ("search-best-middle-game-pvs", best_by_pvs),
    ("search-tictactoe", tictactoe),
];

/// Everything that is measured.
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "search-alphabeta",
        kind: Kind::Search(PLAIN_DEPTH),
        run: |n, _| repeated(n, PLAIN_DEPTH, |depth| plain(Algorithm::AlphaBeta, depth)),
    },
    Workload {
        name: "search-negamax",
        kind: Kind::Search(PLAIN_DEPTH),
        run: |n, _| repeated(n, PLAIN_DEPTH, |depth| plain(Algorithm::Negamax, depth)),
    },
    Workload {
        name: "search-best-middle-game",
        kind: Kind::Search(BEST_DEPTH),
        run: |n, _| repeated(n, BEST_DEPTH, best_by_engine),
    },
    Workload {
        name: "search-best-middle-game-pvs",
        kind: Kind::Search(BEST_DEPTH),
        run: |n, _| repeated(n, BEST_DEPTH, best_by_pvs),
    },
    Workload {
        name: "search-tictactoe",
        kind: Kind::Search(TICTACTOE_DEPTH),
        run: |n, _| repeated(n, TICTACTOE_DEPTH, tictactoe),
    },
    Workload { name: "uct-breakthrough", kind: Kind::Simulations, run: uct::<Breakthrough<u64>> },
    Workload { name: "uct-reversi", kind: Kind::Simulations, run: uct::<Reversi> },
];

/// Does a search `n` times. The sum is that of the values, moved up so that none is negative.
pub(crate) fn repeated(n: u64, depth: u32, once: Once) -> (u64, u64) {
    (n, (0..n).map(|_| u64::try_from(once(depth).value + (1 << 20)).expect("values are small")).sum())
}

/// What one side has more pieces than the other, for the side to move.
#[inline(always)]
pub(crate) fn material<G: Game + Armies>(position: &G) -> i32 {
    let side = position.side_to_move();
    position.n_pieces(side) as i32 - position.n_pieces(!side) as i32
}

/// 10 for each piece, 1 for each row advanced.
#[inline(always)]
pub(crate) fn advance<G: Game + Armies>(position: &G) -> i32 {
    let side = position.side_to_move();
    10 * material(position) + position.n_steps(side) as i32 - position.n_steps(!side) as i32
}

/// The middle game that `plyscope bench` searches, too.
pub(crate) fn middle_game() -> Breakthrough<u64> {
    let text = ".oooo.oo/...o.ooo/ooo.o.o./x......./....x.../....xx../xx..xxxx/xx....xx x";
    Breakthrough::read_position(&Default::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) struct Material;
struct Advance;
struct Even;

impl<G: Game + Armies> Heuristic<G> for Material {
    #[inline(always)]
    fn evaluate(&self, position: &G) -> f64 {
        f64::from(material(position))
    }
}

impl<G: Game + Armies> Heuristic<G> for Advance {
    #[inline(always)]
    fn evaluate(&self, position: &G) -> f64 {
        f64::from(advance(position))
    }
}

impl<G: Game> Heuristic<G> for Even {
    #[inline(always)]
    fn evaluate(&self, _: &G) -> f64 {
        0.0
    }
}

/// Searches a position to a depth.
pub(crate) fn searched<G: Game>(search: &mut dyn Search<G>, position: &G, depth: u32) -> Report<G::Move> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    search.search(position, &limits, &mut Control::new(Work::never(), &mut |_| {}))
}

fn found<M>(report: &Report<M>) -> Found {
    let value = match report.score.verdict(report.complete) {
        Verdict::Draw => 0,
        Verdict::Estimate(value) => value as i32,
        decided => panic!("the position is decided: {decided:?}; the peers call that by other numbers"),
    };
    Found { value, nodes: report.counters.nodes }
}

fn plain(algorithm: Algorithm, depth: u32) -> Found {
    let mut search = TreeSearch::new(algorithm, Options::default(), DepthPlan::OneDepth, Material, 0);
    found(&searched(&mut search, &start::<Breakthrough<u64>>("8x8"), depth))
}

fn best_by_engine(depth: u32) -> Found {
    found(&searched(&mut TreeSearch::engine(Advance, TABLE, 1), &middle_game(), depth))
}

fn best_by_pvs(depth: u32) -> Found {
    let order = Order { table: true, killer: true, history: true, heuristic: false };
    let options = Options { order, table: Some(TABLE), ..Options::default() };
    let mut search = TreeSearch::new(Algorithm::Pvs, options, DepthPlan::Deepening { aspiration: None }, Advance, 0);
    found(&searched(&mut search, &middle_game(), depth))
}

fn tictactoe(depth: u32) -> Found {
    let mut search = TreeSearch::new(Algorithm::AlphaBeta, Options::default(), DepthPlan::OneDepth, Even, 0);
    found(&searched(&mut search, &start::<TicTacToe>(""), depth))
}

/// Plain UCT from the start. The sum is that of the simulations.
fn uct<G: Game>(n: u64, seed: u64) -> (u64, u64) {
    let start = start::<G>("");
    let limits = Limits { rollouts: Some(ROLLOUTS), ..Limits::default() };
    let options = mcts::Options { c: SQRT_2, solver: false, merge: false, ..mcts::Options::default() };
    let rollouts = (0..n).map(|i| {
        let mut search = Mcts::new(options.clone(), Even, seed + i);
        search.search(&start, &limits, &mut Control::new(Work::never(), &mut |_| {})).counters.rollouts
    });
    let rollouts = rollouts.sum();
    (rollouts, rollouts)
}
