//! How a simulation goes on below the tree, and what its end is worth.

use plyscope_core::{Counters, Game, Heuristic, Outcome, Rng, Score, Side, playout, playouts};

use crate::clock::Clock;

/// How the moves below the tree are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Rollout {
    /// Uniformly at random to the end of the game, once or several times ([`super::Options::games`]).
    #[default]
    Uniform,
    /// To the end of the game: any move with the chance `epsilon`, otherwise the one that the heuristic likes best.
    Greedy {
        /// The chance of a random move, from 0 to 1.
        epsilon: f64,
    },
    /// Uniformly at random for some plies; then the heuristic judges, unless the game is over.
    Cut {
        /// The number of random moves; 0 judges the new position itself.
        plies: u32,
    },
}

/// How a rollout ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// What it is worth to the first player: 1 for a win, ½ for a draw, 0 for a loss.
    pub(super) first: f64,
    /// The result, if there is one of the position or of the only game.
    pub(super) outcome: Option<Outcome>,
    /// The number of moves played.
    pub(super) plies: u32,
}

impl Ending {
    fn of(outcome: Outcome, plies: u32) -> Self {
        let first = match outcome {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Win(Side::Second) => 0.0,
            Outcome::Draw => 0.5,
        };
        Ending { first, outcome: Some(outcome), plies }
    }

    /// The reward of a side.
    #[inline(always)]
    pub(super) fn reward(&self, side: Side) -> f64 {
        if side == Side::First { self.first } else { 1.0 - self.first }
    }
}

/// What a rollout needs besides the position.
pub(super) struct Roller<'a, 'flag, H> {
    pub(super) rule: Rollout,
    /// See [`super::Options::games`].
    pub(super) games: u32,
    pub(super) heuristic: &'a H,
    /// See [`super::Options::scale`].
    pub(super) scale: f64,
    pub(super) rng: &'a mut Rng,
    pub(super) clock: &'a mut Clock<'flag>,
    pub(super) counters: &'a mut Counters,
}

impl<H> Roller<'_, '_, H> {
    /// Plays on from this position.
    #[inline(always)]
    pub(super) fn play<G: Game>(&mut self, position: G) -> Ending
    where
        H: Heuristic<G>,
    {
        match self.rule {
            Rollout::Uniform if self.games > 1 => self.play_several(&position),
            Rollout::Uniform => {
                let played = playout(position, self.rng);
                Ending::of(played.outcome, played.plies)
            }
            Rollout::Greedy { epsilon } => self.play_greedily(position, epsilon),
            Rollout::Cut { plies } => self.play_and_judge(position, plies),
        }
    }

    /// Random games from the same position, each with a generator of its own; together they are worth their mean.
    #[inline(never)]
    fn play_several<G: Game>(&mut self, position: &G) -> Ending {
        let mut rngs: Vec<Rng> = (0..self.games).map(|_| Rng::new(self.rng.next_u64())).collect();
        let endings = playouts(position, &mut rngs).into_iter().map(|played| Ending::of(played.outcome, played.plies));
        let (sum, plies) = endings.fold((0.0, 0), |(sum, plies), ending| (sum + ending.first, plies + ending.plies));
        Ending { first: sum / f64::from(self.games), outcome: position.outcome(), plies }
    }

    fn play_greedily<G: Game>(&mut self, mut position: G, epsilon: f64) -> Ending
    where
        H: Heuristic<G>,
    {
        let mut plies = 0;
        loop {
            if let Some(outcome) = position.outcome() {
                return Ending::of(outcome, plies);
            }
            // Heuristics may be slow. When time is up, the game still ends, but quickly.
            if self.clock.look(self.counters.nodes + u64::from(plies)).is_err() {
                let rest = playout(position, self.rng);
                return Ending::of(rest.outcome, plies + rest.plies);
            }
            let choice = if share(self.rng.next_u64()) < epsilon { None } else { self.liked_best(&position) };
            let m = choice.or_else(|| position.pick(|n| self.rng.below(n)));
            position.play(m.expect("an unfinished game has a move"));
            plies += 1;
        }
    }

    /// The move after which the opponent's position is worth least; of equal ones, any.
    fn liked_best<G: Game>(&mut self, position: &G) -> Option<G::Move>
    where
        H: Heuristic<G>,
    {
        let (mut best, mut highest, mut n_equal) = (None, Score::MIN, 0);
        for m in position.moves() {
            let child = position.child(m);
            let score = match child.outcome() {
                Some(outcome) => Score::of(outcome, child.side_to_move()),
                None => {
                    self.counters.evaluations += 1;
                    Score::estimate(self.heuristic.evaluate(&child))
                }
            }
            .from_child();
            n_equal = if score > highest { 1 } else { n_equal + usize::from(score == highest) };
            // Each of n equal moves takes the place with the chance 1/n, so in the end all had the same.
            if score > highest || score == highest && self.rng.below(n_equal) == 0 {
                (best, highest) = (Some(m), score);
            }
        }
        best
    }

    fn play_and_judge<G: Game>(&mut self, mut position: G, max_plies: u32) -> Ending
    where
        H: Heuristic<G>,
    {
        let mut plies = 0;
        while plies < max_plies
            && let Some(m) = position.pick(|n| self.rng.below(n))
        {
            position.play(m);
            plies += 1;
        }
        if let Some(outcome) = position.outcome() {
            return Ending::of(outcome, plies);
        }
        self.counters.evaluations += 1;
        let chance = winning_chance(self.heuristic.evaluate(&position), self.scale);
        let first = if position.side_to_move() == Side::First { chance } else { 1.0 - chance };
        Ending { first, outcome: None, plies }
    }
}

/// A heuristic value as a reward for the same side: 1 / (1 + e^(−value / scale)).
///
/// Rounded to a multiple of 2⁻²⁰, because the last bits of e^x differ from machine to machine; sums are then exact,
/// too.
fn winning_chance(value: f64, scale: f64) -> f64 {
    const STEPS: f64 = (1 << 20) as f64;
    let chance = 1.0 / (1.0 + (-value / scale).exp());
    if chance.is_nan() { 0.5 } else { (chance * STEPS).round() / STEPS }
}

/// Random bits as a number from 0 up to, but not, 1.
fn share(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_chances() {
        assert_eq!(winning_chance(0.0, 1.0), 0.5);
        assert!((winning_chance(1.0, 1.0) - 0.731_059).abs() < 1e-6);
        assert!((winning_chance(-30.0, 10.0) - 0.047_426).abs() < 1e-6);
        assert_eq!(winning_chance(f64::INFINITY, 1.0), 1.0);
        assert_eq!(winning_chance(f64::MIN, 1.0), 0.0);
        assert_eq!(winning_chance(f64::NAN, 1.0), 0.5);
        assert_eq!(winning_chance(0.0, 0.0), 0.5);
        for value in [0.3, 2.0, 7.5] {
            assert_eq!(winning_chance(value, 2.0) + winning_chance(-value, 2.0), 1.0);
        }
    }

    #[test]
    fn shares_are_between_0_and_1() {
        assert_eq!(share(0), 0.0);
        assert!(share(u64::MAX) < 1.0);
        assert_eq!(share(1 << 63), 0.5);
    }
}
