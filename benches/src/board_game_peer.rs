//! The workloads through the crate `board-game`: our positions behind its trait, its own perft and random moves.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter;
use std::ops::ControlFlow;

use board_game::board::{Alternating, Board, BoardDone, BoardMoves, BoardSymmetry, Outcome, PlayError, Player};
use board_game::symmetry::UnitSymmetry;
use board_game::util::game_stats::{perft, perft_naive};
use board_game::util::iter::ClonableInternal;
use internal_iterator::InternalIterator;
use plyscope_core::{self as core, Game, Side};
use plyscope_games::{Breakthrough, Pawn, Reversi, TicTacToe};
use rand::Rng as _;

use crate::ours::start;
use crate::rows::{Run, SameRng};

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
];

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
