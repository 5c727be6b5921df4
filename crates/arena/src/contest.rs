//! A match: many games between two players from one position, and what they show.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Outcome, Progress, Rng, Side, Work};
use plyscope_registry::{AnyPosition, Chance, Fault, GameConditions, Guests, Player, Record};
use plyscope_stats::{Interval, Pairs, Tally};
use serde::Serialize;

use crate::forfeits::ForfeitSummary;
use crate::sampling::Sampling;
use crate::summary::LEVEL;

/// The games that are asked for.
#[derive(Clone, Copy)]
pub struct ContestRequest<'a> {
    /// The player named first, who moves first, and the other.
    pub players: [&'a Player; 2],
    /// The number of games.
    pub games: u64,
    /// Decides everything random.
    pub seed: u64,
    /// Whether the players take turns moving first.
    pub swap: bool,
    /// Random moves at the beginning of each game; both games of a pair have the same ones.
    pub random_plies: u32,
    /// The referee's limit: a player whose move takes this long loses.
    pub move_limit: Option<Duration>,
    /// The players from outside.
    pub guests: &'a dyn Guests,
    /// The number of threads.
    pub jobs: usize,
    /// Stops the match, and hears of its progress.
    pub work: Work<'a>,
}

/// What a match showed, for the player named first.
#[derive(Clone, Debug, Serialize)]
pub struct ContestResult {
    /// The spec of the game.
    pub game: String,
    /// Games played.
    pub games: u64,
    /// The player named first.
    pub first: ContestSeat,
    /// The other player.
    pub second: ContestSeat,
    /// Drawn games.
    pub draws: u64,
    /// Games that differ from each other.
    pub distinct_games: usize,
    /// What makes one observation different from the next.
    pub sampling: Sampling,
    /// The number of observations.
    pub observations: u64,
    /// The interval of the score.
    pub interval: [f64; 2],
    /// Positions visited by both.
    pub nodes: u64,
    /// The time it took, in milliseconds.
    pub time_ms: f64,
    /// Games lost by a fault.
    pub forfeits: Vec<ForfeitSummary>,
}

/// A player of a match.
#[derive(Clone, Debug, Serialize)]
pub struct ContestSeat {
    /// Its spec.
    pub player: String,
    /// Games that it won.
    pub wins: u64,
}

impl ContestResult {
    /// The share of the points that the player named first has scored.
    pub fn score(&self) -> f64 {
        (self.first.wins as f64 + self.draws as f64 / 2.0) / self.games as f64
    }
}

/// The results of many games, for the player named first.
#[derive(Default)]
struct Score {
    wins: u64,
    losses: u64,
    draws: u64,
    /// With --swap, the pairs of games from the same opening by their points.
    pairs: [u64; 5],
    nodes: [u64; 2],
    /// Hashes of the games; different games almost never share one.
    distinct: HashSet<u64>,
    /// How often each player lost by which fault.
    faults: Vec<(usize, Fault, u64, Option<String>)>,
}

/// Plays a match on several threads. Each game depends on its number alone, so the number of threads does not matter.
///
/// # Errors
/// If the game is over, a player cannot play it, or the match was stopped.
pub fn contest(position: &dyn AnyPosition, request: &ContestRequest<'_>) -> Result<ContestResult, BadInput> {
    check_begins(position)?;
    let begun = Instant::now();
    let tally = play_all(position, request)?;
    let sampling = tally.sampling(request);
    let (observations, (low, high)) = tally.interval(sampling, request.swap);
    let seat = |player: &Player, wins| ContestSeat { player: player.to_string(), wins };
    let [first, second] = request.players;
    Ok(ContestResult {
        game: position.spec(),
        games: request.games,
        first: seat(first, tally.wins),
        second: seat(second, tally.losses),
        draws: tally.draws,
        distinct_games: tally.distinct.len(),
        sampling,
        observations,
        interval: [low, high],
        nodes: tally.nodes[0] + tally.nodes[1],
        time_ms: begun.elapsed().as_secs_f64() * 1000.0,
        forfeits: tally.forfeits(request.players),
    })
}

/// Refuses a position in which no game can begin.
///
/// # Errors
/// If the game is over there.
pub fn check_begins(position: &dyn AnyPosition) -> Result<(), BadInput> {
    let over = |reason| Err(BadInput::new(format!("the game is already over ({reason})")));
    position.reason().map_or(Ok(()), over)
}

/// Whether all games but the first of each seat are certain to be copies.
pub fn is_repetition(request: &ContestRequest<'_>) -> bool {
    chance(request) == Chance::Nothing && request.games > seats(request)
}

/// What makes games from the same opening differ.
fn chance(request: &ContestRequest<'_>) -> Chance {
    if request.random_plies > 0 {
        return Chance::Seed;
    }
    // Whether the referee ends a game depends on the speed of the machine.
    let referee = if request.move_limit.is_some() { Chance::Speed } else { Chance::Nothing };
    request.players.iter().map(|player| player.chance()).fold(referee, Chance::max)
}

/// The number of ways to seat the players.
fn seats(request: &ContestRequest<'_>) -> u64 {
    1 + u64::from(request.swap)
}

/// Games that a thread plays before it reports them. Both games of a pair belong to the same thread.
const CHUNK: u64 = 64;

fn play_all(position: &dyn AnyPosition, request: &ContestRequest<'_>) -> Result<Score, BadInput> {
    let (next, total, failure) = (AtomicU64::new(0), Mutex::new(Score::default()), Mutex::new(None));
    // Short games are reported in groups, long ones at once.
    let chunk = if request.games >= CHUNK * CHUNK { CHUNK } else { seats(request) };
    std::thread::scope(|scope| {
        for _ in 0..request.jobs {
            scope.spawn(|| {
                loop {
                    let begin = next.fetch_add(chunk, Ordering::Relaxed);
                    if begin >= request.games || failure.lock().is_ok_and(|failure| failure.is_some()) {
                        break;
                    }
                    match play_some(position, request, begin..(begin + chunk).min(request.games)) {
                        Ok(tally) => {
                            let mut total = total.lock().expect("no thread panics while it counts");
                            total.merge(tally);
                            let done = total.wins + total.losses + total.draws;
                            request.work.tell(Progress::of("games", done, request.games));
                        }
                        Err(error) => *failure.lock().expect("no thread panics while it fails") = Some(error),
                    }
                }
            });
        }
    });
    match failure.into_inner().expect("all threads are done") {
        Some(error) => Err(error),
        None => Ok(total.into_inner().expect("all threads are done")),
    }
}

fn play_some(position: &dyn AnyPosition, request: &ContestRequest<'_>, numbers: Range<u64>) -> Result<Score, BadInput> {
    let ContestRequest { players, move_limit, work, .. } = *request;
    let conditions = GameConditions { max_plies: None, move_limit, work, guests: Some(request.guests) };
    let seed_of = |game| Rng::part(request.seed, game).next_u64();
    // Where all games begin here and the seats make no difference, they can be played side by side.
    let mut from_here = if request.random_plies == 0 && players[0] == players[1] {
        let seeds: Vec<u64> = numbers.clone().map(seed_of).collect();
        position.play_out_many(players, &seeds, &conditions)?
    } else {
        Vec::new()
    }
    .into_iter();
    let mut tally = Score::default();
    let mut first_of_pair = None;
    for game in numbers {
        let is_swapped = request.swap && game % 2 == 1;
        let seats = if is_swapped { [players[1], players[0]] } else { players };
        let drawn = (request.random_plies > 0).then(|| opening(position, request, game));
        let place = drawn.as_deref().unwrap_or(position);
        let record = match from_here.next() {
            Some(record) => Some(record),
            None => place.play_out(seats, seed_of(game), &conditions)?,
        };
        let record = record.ok_or_else(|| BadInput::new("the match was stopped before it was complete"))?;
        let half_points = tally.add(&record, place.side_to_move(), is_swapped);
        match first_of_pair.take() {
            Some(first) if is_swapped => tally.pairs[first + half_points] += 1,
            _ => first_of_pair = Some(half_points),
        }
    }
    Ok(tally)
}

/// The opening of a game. Both games of a pair have the same one.
fn opening(position: &dyn AnyPosition, request: &ContestRequest<'_>, game: u64) -> Box<dyn AnyPosition> {
    /// Keeps the seeds of openings apart from those of games.
    const OPENINGS: u64 = 0x6F70_656E;
    let number = if request.swap { game / 2 } else { game };
    position.at_random(request.random_plies, Rng::part(request.seed ^ OPENINGS, number).next_u64())
}

impl Score {
    /// Adds a game and returns its half points.
    fn add(&mut self, record: &Record, first_mover: Side, is_swapped: bool) -> usize {
        let own_side = if is_swapped { !first_mover } else { first_mover };
        let (count, half_points) = match record.outcome {
            Outcome::Draw => (&mut self.draws, 1),
            Outcome::Win(side) if side == own_side => (&mut self.wins, 2),
            Outcome::Win(_) => (&mut self.losses, 0),
        };
        *count += 1;
        let own_seat = usize::from(is_swapped);
        self.nodes[0] += record.cost[own_seat].nodes;
        self.nodes[1] += record.cost[1 - own_seat].nodes;
        self.distinct.insert(record.choices.stable_hash());
        if let (Some(fault), Outcome::Win(winner)) = (record.forfeit, record.outcome) {
            self.add_fault(usize::from(winner == own_side), fault, 1, record.words.clone());
        }
        half_points
    }

    /// Players without a seed play the same game again and again, unless their speed makes a difference.
    fn sampling(&self, request: &ContestRequest<'_>) -> Sampling {
        let varies = self.distinct.len() as u64 > seats(request);
        if chance(request) == Chance::Seed || varies { Sampling::Games } else { Sampling::Nothing }
    }

    /// The number of observations, and the interval of the score.
    fn interval(&self, sampling: Sampling, in_pairs: bool) -> (u64, Interval) {
        let games = Tally([self.losses, self.draws, self.wins]);
        let pairs: Pairs = Tally(self.pairs);
        match sampling {
            Sampling::Nothing => (1, (0.0, 1.0)),
            _ if in_pairs && pairs.n() > 0 => (pairs.n(), pairs.interval(LEVEL)),
            _ => (games.n(), games.interval(LEVEL)),
        }
    }

    fn add_fault(&mut self, player: usize, fault: Fault, games: u64, words: Option<String>) {
        match self.faults.iter_mut().find(|known| (known.0, known.1) == (player, fault)) {
            Some(known) => {
                known.2 += games;
                known.3 = known.3.take().or(words);
            }
            None => self.faults.push((player, fault, games, words)),
        }
    }

    /// The faults in the order of the players and of the words for them.
    fn forfeits(&self, players: [&Player; 2]) -> Vec<ForfeitSummary> {
        let mut sorted: Vec<_> = self.faults.iter().collect();
        sorted.sort_unstable_by_key(|(player, fault, ..)| (*player, fault.name()));
        let summary = |(player, fault, count, words): &(usize, Fault, u64, Option<String>)| ForfeitSummary {
            player: players[*player].to_string(),
            reason: fault.name().to_owned(),
            count: *count,
            words: words.clone(),
        };
        sorted.into_iter().map(summary).collect()
    }

    fn merge(&mut self, other: Score) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.pairs.iter_mut().zip(other.pairs).for_each(|(count, more)| *count += more);
        (0..2).for_each(|seat| self.nodes[seat] += other.nodes[seat]);
        self.distinct.extend(other.distinct);
        for (player, fault, games, words) in other.faults {
            self.add_fault(player, fault, games, words);
        }
    }
}
