//! Games that must be played because a player simulates.

use std::collections::BTreeMap;

use plyscope_core::{Control, Game, Limits, Rng, Search, Side, Work};
use plyscope_games::PawnMove;
use plyscope_search::published;

use super::depth_cut::Choices;
use super::october::OctoberPlayer;
use super::space::{PawnBoard, Space};
use crate::clock::timed;
use crate::{Interrupted, StudyRequest, spread};

/// A player of a simulated match.
#[derive(Clone, Copy)]
pub(super) enum Seat<'a> {
    /// Draws from listed choices.
    Listed(&'a Space, &'a Choices),
    /// A published search with this many simulations.
    Mcts { id: &'static str, rollouts: u64 },
    /// The depth-cut player of October 2019 with this depth.
    October(u32),
}

/// The thesis' Monte-Carlo tree search as published, and with complete children.
pub(super) const DRAWN: &str = "published-thesis-mcts";
pub(super) const COMPLETE: &str = "published-thesis-mcts-october";

/// A player of one game.
enum Seated<'a> {
    Listed(&'a Space, &'a Choices, Rng),
    Searching(Box<dyn Search<PawnBoard>>, Limits),
    October(OctoberPlayer),
}

impl Seat<'_> {
    fn take(&self, seed: u64) -> Seated<'_> {
        match *self {
            Seat::Listed(space, choices) => Seated::Listed(space, choices, Rng::new(seed)),
            Seat::Mcts { id, rollouts } => {
                let search = published::thesis(id, seed).expect("a search of the thesis");
                Seated::Searching(Box::new(search), Limits { rollouts: Some(rollouts), ..Limits::default() })
            }
            Seat::October(label) => Seated::October(OctoberPlayer::new(label)),
        }
    }
}

impl Seated<'_> {
    fn choose(&mut self, position: &PawnBoard) -> PawnMove {
        match self {
            Seated::Listed(space, choices, rng) => {
                let places = choices.of(space.index(position));
                let place = places[rng.below(places.len())];
                position.moves().nth(place.into()).expect("a choice is a legal move")
            }
            Seated::Searching(search, limits) => {
                search.search(position, limits, &mut Control::new(Work::never(), &mut |_| {})).best
            }
            Seated::October(player) => player.choose(position),
        }
    }
}

/// Whether the first player wins the game of this seed.
fn first_wins(start: &PawnBoard, seats: [Seat<'_>; 2], seed: u64) -> bool {
    let [first, second] = [0, 1].map(|seat| Rng::part(seed, seat).next_u64());
    let mut seated = [seats[0].take(first), seats[1].take(second)];
    let mut position = start.clone();
    while position.outcome().is_none() {
        let m = seated[position.side_to_move().index()].choose(&position);
        position.play(m);
    }
    // However the game ended, the side to move has lost it.
    position.side_to_move() == Side::Second
}

/// A match to be played.
pub(super) struct Wanted<'a> {
    pub(super) start: PawnBoard,
    pub(super) seats: [Seat<'a>; 2],
    /// Number of games already played, so that further ones differ.
    pub(super) from: u64,
    pub(super) games: u64,
    /// Makes its games differ from those of other matches.
    pub(super) stream: u64,
}

/// How much processor time a game of a match takes here, as a mean over a few.
///
/// # Errors
/// If the run is stopped.
pub(super) fn seconds_per_game(
    request: &StudyRequest<'_>,
    wanted: &Wanted<'_>,
    games: u64,
) -> Result<f64, Interrupted> {
    let seed = Rng::part(request.seed, wanted.stream).next_u64();
    let (played, time) = timed(|| {
        (0..games).try_for_each(|game| {
            request.work.check()?;
            first_wins(&wanted.start, wanted.seats, Rng::part(seed, game).next_u64());
            Ok(())
        })
    });
    played.map(|()| time.as_secs_f64() / games as f64)
}

/// Games per unit of work; small enough to keep all threads busy to the end.
const STRETCH: u64 = 50;

/// How many games of each match the first player wins.
///
/// # Errors
/// If the run is stopped.
pub(super) fn play(request: &StudyRequest<'_>, part: &str, matches: &[Wanted<'_>]) -> Result<Vec<u64>, Interrupted> {
    let stretches = |index: usize| {
        let Wanted { from, games, .. } = matches[index];
        (from..from + games)
            .step_by(STRETCH as usize)
            .map(move |begin| (index, begin, (begin + STRETCH).min(from + games)))
    };
    let pieces: Vec<(usize, u64, u64)> = (0..matches.len()).flat_map(stretches).collect();
    let won = spread(request, part, &pieces, |&(index, begin, end)| {
        let wanted = &matches[index];
        let seed = Rng::part(request.seed, wanted.stream).next_u64();
        let games = (begin..end).map(|game| Rng::part(seed, game).next_u64());
        games.filter(|&seed| first_wins(&wanted.start, wanted.seats, seed)).count() as u64
    })?;
    let mut totals: BTreeMap<usize, u64> = BTreeMap::new();
    for ((index, ..), won) in pieces.iter().zip(won) {
        *totals.entry(*index).or_default() += won;
    }
    Ok((0..matches.len()).map(|index| totals.get(&index).copied().unwrap_or(0)).collect())
}
