//! The workloads through the crate `board-game`: our positions behind its trait, its own perft and random moves.

use std::cell::Cell;
use std::cmp::Ordering;
use std::f32::consts::SQRT_2;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter;
use std::ops::ControlFlow;

use board_game::ai::mcts::mcts_build_tree;
use board_game::ai::minimax::{Heuristic, minimax};
use board_game::ai::solver::{SolverHeuristic, SolverValue, solve};
use board_game::board::{Alternating, Board, BoardDone, BoardMoves, BoardSymmetry, Outcome, PlayError, Player};
use board_game::symmetry::UnitSymmetry;
use board_game::util::game_stats::{perft, perft_naive};
use board_game::util::iter::ClonableInternal;
use internal_iterator::InternalIterator;
use plyscope_core::{self as core, Game, Side};
use plyscope_games::{Armies, Breakthrough, Pawn, Reversi, TicTacToe};
use rand::Rng as _;

use crate::ours::start;
use crate::peers::SameRng;
use crate::rows::Run;
use crate::searches::{Found, Once, PLAIN_DEPTH, ROLLOUTS, TICTACTOE_DEPTH, material, repeated};

/// What this peer can do, by the names of our workloads.
pub(crate) const RUNS: &[(&str, Run)] = &[
    ("breakthrough-playouts", |n, seed| playouts::<Breakthrough<u64>>("8x8", n, seed, random_game)),
    ("reversi-playouts", |n, seed| playouts::<Reversi>("8x8", n, seed, random_game)),
    ("tictactoe-playouts", |n, seed| playouts::<TicTacToe>("", n, seed, random_game)),
    ("pawn-playouts", |n, seed| playouts::<Pawn<u64>>("8x8", n, seed, random_game)),
    ("breakthrough-playouts-pick", |n, seed| playouts::<Breakthrough<u64>>("8x8", n, seed, random_game_by_pick)),
    ("reversi-playouts-pick", |n, seed| playouts::<Reversi>("8x8", n, seed, random_game_by_pick)),
    ("tictactoe-playouts-pick", |n, seed| playouts::<TicTacToe>("", n, seed, random_game_by_pick)),
    ("pawn-playouts-pick", |n, seed| playouts::<Pawn<u64>>("8x8", n, seed, random_game_by_pick)),
    ("reversi-perft", |n, _| perfts::<Reversi>("8x8", 9, n, perft_naive)),
    ("breakthrough-perft", |n, _| perfts::<Breakthrough<u64>>("8x8", 5, n, perft_naive)),
    ("pawn-perft", |n, _| perfts::<Pawn<u64>>("6x6", 9, n, perft_naive)),
    ("reversi-perft-memo", |n, _| perfts::<Reversi>("8x8", 9, n, perft)),
    ("breakthrough-perft-memo", |n, _| perfts::<Breakthrough<u64>>("8x8", 5, n, perft)),
    ("pawn-perft-memo", |n, _| perfts::<Pawn<u64>>("6x6", 9, n, perft)),
    ("search-alphabeta", |n, _| repeated(n, PLAIN_DEPTH, plain::<false>)),
    ("search-negamax", |n, _| repeated(n, PLAIN_DEPTH, plain::<false>)),
    ("search-tictactoe", |n, _| repeated(n, TICTACTOE_DEPTH, tictactoe::<false>)),
    ("uct-breakthrough", uct::<Breakthrough<u64>>),
    ("uct-reversi", uct::<Reversi>),
];

/// The tree searches, with nodes counted.
pub(crate) const ONCE: &[(&str, Once)] =
    &[("search-alphabeta", plain::<true>), ("search-negamax", plain::<true>), ("search-tictactoe", tictactoe::<true>)];

/// One of our positions as a board. The outcome is kept, as in all games of that crate, because it is asked for often.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Adapted<G> {
    position: G,
    outcome: Option<Outcome>,
}

/// One of our moves; theirs must have a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply<M>(M);

/// The moves of a position.
#[derive(Clone)]
struct Moves<'a, G> {
    position: &'a G,
}

impl<G: Game> InternalIterator for Moves<'_, G> {
    type Item = Ply<G::Move>;

    fn try_for_each<R, F>(self, f: F) -> ControlFlow<R>
    where
        F: FnMut(Ply<G::Move>) -> ControlFlow<R>,
    {
        self.position.moves().map(Ply).try_for_each(f)
    }

    /// Faster than listing them.
    fn count(self) -> usize {
        self.position.count_moves()
    }
}

impl<G: Game> Adapted<G> {
    fn new(position: G) -> Self {
        let outcome = position.outcome().map(translated);
        Adapted { position, outcome }
    }
}

fn translated(outcome: core::Outcome) -> Outcome {
    match outcome {
        core::Outcome::Draw => Outcome::Draw,
        core::Outcome::Win(side) => Outcome::WonBy(player(side)),
    }
}

fn player(side: Side) -> Player {
    match side {
        Side::First => Player::A,
        Side::Second => Player::B,
    }
}

impl<G: Game> Board for Adapted<G> {
    type Move = Ply<G::Move>;

    fn next_player(&self) -> Player {
        player(self.position.side_to_move())
    }

    fn is_available_move(&self, Ply(wanted): Self::Move) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.position.moves().any(|m| m == wanted))
    }

    /// That crate wants an error for an illegal move. Ours do not look, and no loop that is measured here plays one, so
    /// in favour of the peer only debug builds do.
    fn play(&mut self, mv: Self::Move) -> Result<(), PlayError> {
        self.check_done()?;
        debug_assert_eq!(self.is_available_move(mv), Ok(true));
        self.position.play(mv.0);
        self.outcome = self.position.outcome().map(translated);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

impl<G> Alternating for Adapted<G> {}

impl<'a, G: Game> BoardMoves<'a, Adapted<G>> for Adapted<G> {
    type AllMovesIterator = ClonableInternal<iter::Empty<Ply<G::Move>>>;
    type AvailableMovesIterator = Moves<'a, G>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        unreachable!("only boards that try out all moves ask for them")
    }

    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.check_done()?;
        Ok(Moves { position: &self.position })
    }
}

impl<G: Game> BoardSymmetry<Adapted<G>> for Adapted<G> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _: UnitSymmetry) -> Self {
        self.clone()
    }

    fn map_move(&self, _: UnitSymmetry, mv: Ply<G::Move>) -> Ply<G::Move> {
        mv
    }

    fn canonical_key(&self) {}
}

/// Only the memory of `perft` uses it; the key of the position is the cheapest thing to hash.
impl<G: Game> Hash for Adapted<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.position.key());
    }
}

impl<G: Game> fmt::Display for Adapted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.position)
    }
}

impl<M: fmt::Debug> fmt::Display for Ply<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// A random game from this board; returns the number of its plies.
type RandomGame<G> = fn(board: Adapted<G>, rng: &mut SameRng) -> u64;

fn playouts<G: Game>(variant: &str, n: u64, seed: u64, random_game: RandomGame<G>) -> (u64, u64) {
    let (start, mut rng) = (Adapted::new(start::<G>(variant)), SameRng::new(seed));
    (n, (0..n).map(|_| random_game(start.clone(), &mut rng)).sum())
}

/// What a playout of its Monte Carlo tree search does. The move comes from its `random_available_move`, which counts
/// the moves and then goes through them.
fn random_game<G: Game>(mut board: Adapted<G>, rng: &mut SameRng) -> u64 {
    let mut plies = 0;
    while board.play_random_available_move(rng).is_ok() {
        plies += 1;
    }
    plies
}

/// The same if `random_available_move` is overridden by our `pick`: the best that a user of both crates can do.
fn random_game_by_pick<G: Game>(mut board: Adapted<G>, rng: &mut SameRng) -> u64 {
    let mut plies = 0;
    while let Some(m) = board.position.pick(|n| rng.gen_range(0..n)) {
        board.play(Ply(m)).expect("`pick` gives legal moves");
        plies += 1;
    }
    plies
}

/// One of its perfts. A finished game has no continuation there either, so its counts are ours.
fn perfts<G: Game>(variant: &str, depth: u32, n: u64, perft: fn(&Adapted<G>, u32) -> u64) -> (u64, u64) {
    let start = Adapted::new(start::<G>(variant));
    let leaves = (0..n).map(|_| perft(&start, depth)).sum();
    (leaves, leaves)
}

/// Pieces; asked at every node, which it can count. A lost game is worth less than any number of pieces, the more the
/// earlier.
#[derive(Debug)]
struct Material<const COUNT: bool>(Cell<u64>);

impl<G: Game + Armies, const COUNT: bool> Heuristic<Adapted<G>> for Material<COUNT> {
    type V = i32;

    #[inline(always)]
    fn value(&self, board: &Adapted<G>, depth: u32) -> i32 {
        if COUNT {
            self.0.set(self.0.get() + 1);
        }
        match board.outcome {
            None => material(&board.position),
            Some(Outcome::Draw) => 0,
            Some(Outcome::WonBy(winner)) if winner == board.next_player() => 10_000 - depth as i32,
            Some(Outcome::WonBy(_)) => depth as i32 - 10_000,
        }
    }

    #[inline(always)]
    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

/// Its only tree search: alpha-beta to a fixed depth.
fn plain<const COUNT: bool>(depth: u32) -> Found {
    let (board, heuristic) = (Adapted::new(start::<Breakthrough<u64>>("8x8")), Material::<COUNT>(Cell::new(0)));
    let value = minimax(&board, &heuristic, depth, &mut SameRng::new(0)).value;
    // The root was asked for, too.
    Found { value, nodes: heuristic.0.get().saturating_sub(1) }
}

/// Its solver's heuristic, with nodes counted.
#[derive(Debug)]
struct Solver(Cell<u64>);

impl<G: Game> Heuristic<Adapted<G>> for Solver {
    type V = SolverValue;

    fn value(&self, board: &Adapted<G>, depth: u32) -> SolverValue {
        self.0.set(self.0.get() + 1);
        SolverHeuristic.value(board, depth)
    }

    fn merge(old: SolverValue, new: SolverValue) -> (SolverValue, Ordering) {
        SolverValue::merge(old, new)
    }
}

/// Its solver, which is the same search without a heuristic.
fn tictactoe<const COUNT: bool>(depth: u32) -> Found {
    let (board, mut rng, solver) = (Adapted::new(start::<TicTacToe>("")), SameRng::new(0), Solver(Cell::new(0)));
    let result = if COUNT { minimax(&board, &solver, depth, &mut rng) } else { solve(&board, depth, &mut rng) };
    let open = matches!(result.value, SolverValue::Draw | SolverValue::Unknown);
    assert!(open, "tic-tac-toe is a draw, not {:?}", result.value);
    Found { value: 0, nodes: solver.0.get().saturating_sub(1) }
}

/// Its Monte-Carlo tree search. It proves positions on the way, which cannot be turned off.
fn uct<G: Game>(n: u64, seed: u64) -> (u64, u64) {
    let (start, mut rng) = (Adapted::new(start::<G>("")), SameRng::new(seed));
    let visits = (0..n).map(|_| mcts_build_tree(&start, ROLLOUTS, SQRT_2, &mut rng)[0].visits as u64);
    let visits = visits.sum();
    (visits, visits)
}
