//! The workloads through the crate `minimax`: our positions behind its trait, its own perft, its own kind of rollout.

use std::cell::Cell;
use std::marker::PhantomData;

use minimax::{
    Evaluation, Evaluator, Game as _, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Negamax,
    Strategy as _, Winner,
};
use plyscope_core::{Game, Outcome};
use plyscope_games::{Armies, Breakthrough, Pawn, PawnMove, Reversi, TicTacToe};
use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::ours::start;
use crate::peers::SameRng;
use crate::rows::Run;
use crate::searches::{
    BEST_DEPTH, Found, Once, PLAIN_DEPTH, ROLLOUTS, TABLE, TICTACTOE_DEPTH, advance, material, middle_game, repeated,
};

/// What this peer can do, by the names of our workloads.
pub(crate) const RUNS: &[(&str, Run)] = &[
    ("breakthrough-playouts", |n, seed| playouts::<Breakthrough<u64>>("8x8", n, seed, rollout)),
    ("reversi-playouts", |n, seed| playouts::<Reversi>("8x8", n, seed, rollout)),
    ("tictactoe-playouts", |n, seed| playouts::<TicTacToe>("", n, seed, rollout)),
    ("pawn-playouts", |n, seed| playouts::<Pawn<u64>>("8x8", n, seed, rollout)),
    ("breakthrough-playouts-pick", |n, seed| playouts::<Breakthrough<u64>>("8x8", n, seed, rollout_by_pick)),
    ("reversi-playouts-pick", |n, seed| playouts::<Reversi>("8x8", n, seed, rollout_by_pick)),
    ("tictactoe-playouts-pick", |n, seed| playouts::<TicTacToe>("", n, seed, rollout_by_pick)),
    ("pawn-playouts-pick", |n, seed| playouts::<Pawn<u64>>("8x8", n, seed, rollout_by_pick)),
    ("reversi-perft", |n, _| perfts::<Reversi>("8x8", 9, n)),
    ("breakthrough-perft", |n, _| perfts::<Breakthrough<u64>>("8x8", 5, n)),
    ("pawn-perft", |n, _| perfts::<Pawn<u64>>("6x6", 9, n)),
    ("search-alphabeta", |n, _| repeated(n, PLAIN_DEPTH, plain::<Rules<_>>)),
    ("search-negamax", |n, _| repeated(n, PLAIN_DEPTH, plain::<Rules<_>>)),
    ("search-best-middle-game", |n, _| repeated(n, BEST_DEPTH, best)),
    ("search-best-middle-game-pvs", |n, _| repeated(n, BEST_DEPTH, best)),
    ("search-tictactoe", |n, _| repeated(n, TICTACTOE_DEPTH, tictactoe::<Rules<_>>)),
    ("uct-breakthrough", |n, _| uct::<Breakthrough<u64>>(n)),
    ("uct-reversi", |n, _| uct::<Reversi>(n)),
];

/// The tree searches, with nodes counted.
pub(crate) const ONCE: &[(&str, Once)] = &[
    ("search-alphabeta", |depth| applied(depth, plain::<Counted<_>>)),
    ("search-negamax", |depth| applied(depth, plain::<Counted<_>>)),
    ("search-best-middle-game", best),
    ("search-best-middle-game-pvs", best),
    ("search-tictactoe", |depth| applied(depth, tictactoe::<Counted<_>>)),
];

/// The rules of one of our games. The crate wants them on an empty type next to the state.
struct Rules<G>(PhantomData<G>);

impl<G: Game> minimax::Game for Rules<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(state: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend(state.moves());
        }
        winner
    }

    /// Small states are returned as new values, as the crate advises, so there is no undo.
    fn apply(state: &mut G, m: G::Move) -> Option<G> {
        Some(state.child(m))
    }

    fn get_winner(state: &G) -> Option<Winner> {
        Some(match state.outcome()? {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == state.side_to_move() => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }
}

/// A random game from this state; returns the number of its plies.
type Rollout<G> = fn(state: G, moves: &mut Vec<<G as Game>::Move>, rng: &mut SameRng) -> u64;

fn playouts<G: Game>(variant: &str, n: u64, seed: u64, rollout: Rollout<G>) -> (u64, u64) {
    let (start, mut rng) = (start::<G>(variant), SameRng::new(seed));
    let mut moves = Vec::new();
    (n, (0..n).map(|_| rollout(start.clone(), &mut moves, &mut rng)).sum())
}

/// What a rollout of its Monte Carlo tree search does (`RolloutPolicy::rollout` with `DumbRolloutPolicy`, which is
/// private). That makes a list and seeds a generator for each game; here both are kept, in favour of the peer.
fn rollout<G: Game>(mut state: G, moves: &mut Vec<G::Move>, rng: &mut SameRng) -> u64 {
    let mut plies = 0;
    loop {
        moves.clear();
        if Rules::<G>::generate_moves(&state, moves).is_some() {
            return plies;
        }
        let m = *moves.choose(rng).expect("an unfinished game has a move");
        if let Some(new) = Rules::<G>::apply(&mut state, m) {
            state = new;
        }
        plies += 1;
    }
}

/// The same with a policy of one's own that knows our `pick`: the best that a user of both crates can do.
fn rollout_by_pick<G: Game>(mut state: G, _: &mut Vec<G::Move>, rng: &mut SameRng) -> u64 {
    let mut plies = 0;
    while let Some(m) = state.pick(|n| rng.gen_range(0..n)) {
        if let Some(new) = Rules::<G>::apply(&mut state, m) {
            state = new;
        }
        plies += 1;
    }
    plies
}

/// Its perft on one thread. A finished game has no continuation there either, so its counts are ours.
///
/// It walks once for each depth from 1 to the given one. All leaves that it counts are units, in favour of the peer;
/// only those of the last depth go into the sum that must be equal to ours.
fn perfts<G: Game>(variant: &str, depth: usize, n: u64) -> (u64, u64) {
    let mut start = start::<G>(variant);
    let (mut units, mut leaves) = (0, 0);
    for _ in 0..n {
        let counts = minimax::perft::<Rules<G>>(&mut start, depth as u8, false);
        units += counts[1..].iter().sum::<u64>();
        leaves += counts[depth];
    }
    (units, leaves)
}

thread_local! {
    /// Moves applied by [`Counted`] rules.
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// The same rules with moves counted, because its plain search does not count.
struct Counted<G>(PhantomData<G>);

impl<G: Game> minimax::Game for Counted<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(state: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        Rules::generate_moves(state, moves)
    }

    fn apply(state: &mut G, m: G::Move) -> Option<G> {
        APPLIED.set(APPLIED.get() + 1);
        Rules::apply(state, m)
    }

    fn get_winner(state: &G) -> Option<Winner> {
        Rules::get_winner(state)
    }
}

fn applied(depth: u32, search: Once) -> Found {
    APPLIED.set(0);
    let found = search(depth);
    Found { nodes: APPLIED.get(), ..found }
}

/// The rules of Breakthrough with everything that its iterative search can use.
struct Hashed;

impl minimax::Game for Hashed {
    type S = Breakthrough<u64>;
    type M = PawnMove;

    fn generate_moves(state: &Self::S, moves: &mut Vec<PawnMove>) -> Option<Winner> {
        Rules::generate_moves(state, moves)
    }

    fn apply(state: &mut Self::S, m: PawnMove) -> Option<Self::S> {
        Rules::apply(state, m)
    }

    fn get_winner(state: &Self::S) -> Option<Winner> {
        Rules::get_winner(state)
    }

    fn zobrist_hash(state: &Self::S) -> u64 {
        state.key()
    }

    /// Only fills its table of answers to moves; null moves are not searched.
    fn null_move(_: &Self::S) -> Option<PawnMove> {
        Some(PawnMove::PASS)
    }

    fn table_index(m: PawnMove) -> u16 {
        u16::from(m.from) << 6 | u16::from(m.to)
    }

    fn max_table_index() -> u16 {
        (1 << 12) - 1
    }
}

struct Material<R>(PhantomData<R>);
struct Advance;
struct Even<R>(PhantomData<R>);

impl<R: minimax::Game<S: Game + Armies>> Evaluator for Material<R> {
    type G = R;

    #[inline(always)]
    fn evaluate(&self, state: &R::S) -> Evaluation {
        material(state) as Evaluation
    }
}

impl Evaluator for Advance {
    type G = Hashed;

    #[inline(always)]
    fn evaluate(&self, state: &Breakthrough<u64>) -> Evaluation {
        advance(state) as Evaluation
    }
}

impl<R: minimax::Game> Evaluator for Even<R> {
    type G = R;

    #[inline(always)]
    fn evaluate(&self, _: &R::S) -> Evaluation {
        0
    }
}

/// Its plain alpha-beta, which shuffles the moves of the root.
fn plain<R: minimax::Game<S = Breakthrough<u64>>>(depth: u32) -> Found {
    let mut search = Negamax::new(Material::<R>(PhantomData), depth as u8);
    search.choose_move(&start("8x8")).expect("an unfinished game has a move");
    Found { value: search.root_value().into(), nodes: 0 }
}

fn tictactoe<R: minimax::Game<S = TicTacToe>>(depth: u32) -> Found {
    let mut search = Negamax::new(Even::<R>(PhantomData), depth as u8);
    search.choose_move(&start("")).expect("an unfinished game has a move");
    Found { value: search.root_value().into(), nodes: 0 }
}

/// Its iterative principal variation search with the options that were fastest here, tables of other sizes, history,
/// MTD(f) and aspiration windows being slower. Deepening by two plies at a time is something that ours does not do.
fn best(depth: u32) -> Found {
    let options = IterativeOptions::new().with_table_byte_size(TABLE).with_countermoves().with_double_step_increment();
    let mut search = IterativeSearch::new(Advance, options);
    search.set_max_depth(depth as u8);
    let mut position = middle_game();
    search.choose_move(&position).expect("an unfinished game has a move");
    Found { value: search.root_value().into(), nodes: nodes(&search.stats(&mut position)) }
}

/// The nodes in its summary, the only place where it reports them.
fn nodes(stats: &str) -> u64 {
    let word = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no nodes in {stats:?}"))
}

/// Its Monte-Carlo tree search. It proves won positions on the way, which cannot be turned off.
fn uct<G: Game>(n: u64) -> (u64, u64) {
    let start = start::<G>("");
    let options = MCTSOptions::default().with_num_threads(1).with_max_rollout_depth(1000);
    for _ in 0..n {
        let mut search = MonteCarloTreeSearch::<Rules<G>>::new(options.clone());
        search.set_max_rollouts(ROLLOUTS as u32);
        search.choose_move(&start).expect("an unfinished game has a move");
    }
    (n * ROLLOUTS, n * ROLLOUTS)
}
