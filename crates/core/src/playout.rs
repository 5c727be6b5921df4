//! Playing uniformly random moves to the end of a game.
//!
//! Within one game every move waits for the one before. Several games side by side fill the time in which a processor
//! would wait, so they take half the time that they take one after the other.

use crate::cpu::{Seen, ToldTask, boost_told};
use crate::{Game, Outcome, Rng};

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Its result.
    pub outcome: Outcome,
    /// The number of moves played.
    pub plies: u32,
}

/// Plays uniformly random legal moves from this position until the game is over.
pub fn playout<G: Game>(position: G, rng: &mut Rng) -> Playout {
    boost_told(RandomGame { position, rng }, G::GAINS_BY_WIDE)
}

struct RandomGame<'a, G> {
    position: G,
    rng: &'a mut Rng,
}

impl<G: Game> ToldTask for RandomGame<'_, G> {
    type Output = Playout;

    #[inline(always)]
    fn run(self, seen: Seen) -> Playout {
        let RandomGame { position, rng } = self;
        played_out(position, seen, rng)
    }
}

#[inline(always)]
fn played_out<G: Game>(mut position: G, seen: Seen, rng: &mut Rng) -> Playout {
    // A local copy of the generator stays in registers; behind the reference it would be stored at every ply.
    let mut local = rng.clone();
    let plies = position.play_out(seen, |n| local.below(n));
    *rng = local;
    Playout { outcome: end_of(&position), plies }
}

/// How a random game ended.
#[inline(always)]
fn end_of<G: Game>(position: &G) -> Outcome {
    position.outcome().expect("`play_picked` finds no move only when the game is over, by the contract of `Game`")
}

/// How many games are played side by side: more would not fit into the registers and buffers of a processor.
const LANES: usize = 4;

/// Pieces of work, such as games, that are done in steps. Its functions should carry `#[inline(always)]`, as closures
/// cannot: otherwise they are not compiled for the processor.
pub trait Stepwise {
    /// A piece of work in progress.
    type Piece;
    /// Begins the piece with this number.
    fn begin(&mut self, number: usize) -> Self::Piece;
    /// Takes a step, if there is one left; whether there was.
    fn step(&mut self, seen: Seen, piece: &mut Self::Piece) -> bool;
    /// Takes back a piece of which no step is left.
    fn end(&mut self, number: usize, piece: Self::Piece);
}

/// Does `n` pieces of work side by side, a step of each in turn; they end in any order. To be called in a [`ToldTask`].
#[inline(always)]
pub fn side_by_side<W: Stepwise>(n: usize, seen: Seen, work: &mut W) {
    let mut next = LANES.min(n);
    let mut running: Vec<(usize, W::Piece)> = (0..next).map(|number| (number, work.begin(number))).collect();
    while !running.is_empty() {
        let mut lane = 0;
        while lane < running.len() {
            if work.step(seen, &mut running[lane].1) {
                lane += 1;
            } else if next < n {
                let (number, over) = std::mem::replace(&mut running[lane], (next, work.begin(next)));
                work.end(number, over);
                next += 1;
            } else {
                let (number, over) = running.swap_remove(lane);
                work.end(number, over);
            }
        }
    }
}

/// Plays a random game from this position with each of these generators: what [`playout`] gives one by one.
pub fn playouts<G: Game>(position: &G, rngs: &mut [Rng]) -> Vec<Playout> {
    boost_told(RandomGames { position, rngs }, G::GAINS_BY_WIDE)
}

struct RandomGames<'a, G> {
    position: &'a G,
    rngs: &'a mut [Rng],
}

impl<G: Game> ToldTask for RandomGames<'_, G> {
    type Output = Vec<Playout>;

    #[inline(always)]
    fn run(self, seen: Seen) -> Vec<Playout> {
        let RandomGames { position, rngs } = self;
        let mut played = vec![Playout { outcome: Outcome::Draw, plies: 0 }; rngs.len()];
        if G::HAS_SHORT_GAMES {
            for (played, rng) in played.iter_mut().zip(rngs) {
                *played = played_out(position.clone(), seen, rng);
            }
            return played;
        }
        side_by_side(rngs.len(), seen, &mut Games { position, rngs, played: &mut played });
        played
    }
}

/// Random games and how they went.
struct Games<'a, G> {
    position: &'a G,
    rngs: &'a mut [Rng],
    played: &'a mut [Playout],
}

/// A random game in progress.
struct Running<G> {
    position: G,
    rng: Rng,
    plies: u32,
}

impl<G: Game> Stepwise for Games<'_, G> {
    type Piece = Running<G>;

    #[inline(always)]
    fn begin(&mut self, number: usize) -> Running<G> {
        Running { position: self.position.clone(), rng: self.rngs[number].clone(), plies: 0 }
    }

    #[inline(always)]
    fn step(&mut self, seen: Seen, Running { position, rng, plies }: &mut Running<G>) -> bool {
        let has_moved = position.play_picked(seen, |n| rng.below(n)).is_some();
        *plies += u32::from(has_moved);
        has_moved
    }

    #[inline(always)]
    fn end(&mut self, number: usize, Running { position, rng, plies }: Running<G>) {
        (self.played[number], self.rngs[number]) = (Playout { outcome: end_of(&position), plies }, rng);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each piece is the number of steps that are left, and of those that were taken.
    struct Steps(Vec<Option<usize>>);

    fn length(number: usize) -> usize {
        (number * 7) % 11
    }

    impl Stepwise for Steps {
        type Piece = (usize, usize);

        fn begin(&mut self, number: usize) -> (usize, usize) {
            (length(number), 0)
        }

        fn step(&mut self, _: Seen, (left, taken): &mut (usize, usize)) -> bool {
            let is_left = *left > 0;
            (*left, *taken) = (*left - usize::from(is_left), *taken + usize::from(is_left));
            is_left
        }

        fn end(&mut self, number: usize, (left, taken): (usize, usize)) {
            assert_eq!((left, self.0[number].replace(taken)), (0, None));
        }
    }

    #[test]
    fn every_piece_gets_all_its_steps_and_ends_once() {
        for n in 0..40 {
            let mut steps = Steps(vec![None; n]);
            side_by_side(n, crate::cpu::seen(), &mut steps);
            let Steps(ended) = steps;
            assert!((0..n).all(|number| ended[number] == Some(length(number))), "{n}: {ended:?}");
        }
    }
}
