//! Games in which both players leave everything to chance, played side by side.

use plyscope_core::cpu::{Seen, ToldTask, boost_told};
use plyscope_core::{Draw, Notation, Outcome, Rng, Stepwise, side_by_side};

use crate::choices::Choices;
use crate::play::{Cost, Record, TOO_LONG, ended, pieces, seat_seed};

/// The games of these seeds from this position. Each depends on its own seed alone.
pub(crate) fn random_games<G: Notation + Draw>(start: &G, seeds: &[u64], max_plies: Option<u32>) -> Vec<Record> {
    boost_told(RandomGames { start, seeds, max_plies }, G::GAINS_BY_WIDE)
}

struct RandomGames<'a, G> {
    start: &'a G,
    seeds: &'a [u64],
    max_plies: Option<u32>,
}

/// A game in progress.
struct Running<G> {
    position: G,
    /// Those of the player to move and of the other.
    rngs: [Rng; 2],
    choices: Choices,
    captures: [u32; 2],
    plies: u32,
    /// After this many moves it is over.
    last: u32,
}

impl<G: Notation + Draw> ToldTask for RandomGames<'_, G> {
    type Output = Vec<Record>;

    #[inline(always)]
    fn run(self, seen: Seen) -> Vec<Record> {
        let n = self.seeds.len();
        let mut games = Games { of: self, ended: Vec::with_capacity(n) };
        side_by_side(n, seen, &mut games);
        games.ended.sort_unstable_by_key(|(number, _)| *number);
        games.ended.into_iter().map(|(_, game)| game.recorded(games.of.max_plies)).collect()
    }
}

/// The games, and those that have ended with their numbers.
struct Games<'a, G> {
    of: RandomGames<'a, G>,
    ended: Vec<(usize, Running<G>)>,
}

impl<G: Notation + Draw> Stepwise for Games<'_, G> {
    type Piece = Running<G>;

    #[inline(always)]
    fn begin(&mut self, number: usize) -> Running<G> {
        Running {
            position: self.of.start.clone(),
            rngs: [0, 1].map(|seat| Rng::new(seat_seed(self.of.seeds[number], seat))),
            choices: Choices::with_room_for(128),
            captures: [0; 2],
            plies: 0,
            last: self.of.max_plies.unwrap_or(u32::MAX),
        }
    }

    #[inline(always)]
    fn step(&mut self, seen: Seen, game: &mut Running<G>) -> bool {
        if game.plies >= game.last {
            return false;
        }
        let opponent = !game.position.side_to_move();
        let pieces_before = game.position.count_pieces(opponent);
        let mut index = 0;
        let m = game.position.play_picked(seen, |n| {
            index = game.rngs[0].below(n);
            index
        });
        if m.is_none() {
            return false;
        }
        let captured = pieces_before.saturating_sub(game.position.count_pieces(opponent));
        game.captures[game.plies as usize % 2] += captured;
        game.choices.push(index);
        game.plies += 1;
        game.rngs.swap(0, 1);
        true
    }

    #[inline(always)]
    fn end(&mut self, number: usize, game: Running<G>) {
        self.ended.push((number, game));
    }
}

impl<G: Notation + Draw> Running<G> {
    fn recorded(self, max_plies: Option<u32>) -> Record {
        let Running { position, choices, captures, plies, .. } = self;
        let (outcome, reason) = ended(&position, plies, max_plies).unwrap_or((Outcome::Draw, TOO_LONG));
        let (cost, pieces) = ([Cost::default(); 2], pieces(&position, plies));
        Record { choices, outcome, reason, forfeit: None, words: None, plies, cost, captures, pieces }
    }
}
