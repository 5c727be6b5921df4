//! Playing uniformly random moves to the end of a game.

use crate::cpu::{Task, boost};
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
    boost(RandomGame { position, rng })
}

struct RandomGame<'a, G> {
    position: G,
    rng: &'a mut Rng,
}

impl<G: Game> Task for RandomGame<'_, G> {
    type Output = Playout;

    #[inline(always)]
    fn run(self) -> Playout {
        let RandomGame { mut position, rng } = self;
        // A local copy of the generator stays in registers; behind the reference it would be stored at every ply.
        let mut local = rng.clone();
        let mut plies = 0;
        let outcome = loop {
            match position.pick(|n| local.below(n)) {
                Some(m) => position.play(m),
                None => break position.outcome(),
            }
            plies += 1;
        };
        *rng = local;
        let outcome = outcome.expect("`pick` finds no move only when the game is over, by the contract of `Game`");
        Playout { outcome, plies }
    }
}
