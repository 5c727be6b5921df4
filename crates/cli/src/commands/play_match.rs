//! `plyscope match`: many games between two players.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use plyscope_arena::{ForfeitSummary, LEVEL, Sampling};
use plyscope_core::{BadInput, Outcome, Progress, Rng, Side};
use plyscope_files::printable;
use plyscope_programs::Pool;
use plyscope_registry::{AnyPosition, Chance, Fault, GameConditions, Player, Record, heuristic_note};
use plyscope_stats::{Interval, Pairs, Tally};
use plyscope_view::time_text;
use serde::Serialize;

use crate::args::{Match, read_player};
use crate::commands::exact_match;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json, tell};
use crate::progress::Bars;

#[derive(Serialize)]
struct Json {
    game: String,
    games: u64,
    first: SeatJson,
    second: SeatJson,
    draws: u64,
    distinct_games: usize,
    /// What makes one observation different from the next, and the number of observations.
    sampling: Sampling,
    observations: u64,
    interval: [f64; 2],
    nodes: u64,
    time_ms: f64,
    forfeits: Vec<ForfeitSummary>,
}

#[derive(Serialize)]
struct SeatJson {
    player: String,
    wins: u64,
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

pub(crate) fn run(options: &Match) -> Result<(), Failure> {
    let position = options.place.find()?;
    if let Some(reason) = position.reason() {
        return Err(BadInput::new(format!("the game is already over ({reason})")).into());
    }
    let players: [Player; 2] = [read_player(&options.first)?, read_player(&options.second)?];
    let programs = options.programs.find()?;
    let pool = programs.pool();
    if options.exact {
        return exact_match::run(&*position, &players, options.time, options.output.json);
    }
    interrupt::flag_or_end("stopped; the games played so far were discarded")?;
    for player in &players {
        match player.program() {
            Some(program) => programs.check(program, &position.spec())?,
            None => position.check_ends(player)?,
        }
    }
    if is_repetition(&players, options) && !options.output.json {
        tell(&format!("Note: {REPETITION}."));
    }
    let begun = Instant::now();
    let tally = play_all(&*position, &players, options, &pool)?;
    // They end before the result is shown.
    drop(pool);
    let time = begun.elapsed();
    let share = tally.wins as f64 + tally.draws as f64 / 2.0;
    let sampling = tally.sampling(&players, options);
    let (observations, (low, high)) = tally.interval(sampling, options.swap);
    let nodes = tally.nodes[0] + tally.nodes[1];
    if options.output.json {
        let seat = |player: &Player, wins| SeatJson { player: player.to_string(), wins };
        return print_json(&Json {
            game: position.spec(),
            games: options.games,
            first: seat(&players[0], tally.wins),
            second: seat(&players[1], tally.losses),
            draws: tally.draws,
            distinct_games: tally.distinct.len(),
            sampling,
            observations,
            interval: [low, high],
            nodes,
            time_ms: time.as_secs_f64() * 1000.0,
            forfeits: tally.forfeits(&players),
        });
    }
    let seats = if options.swap { "taking turns moving first" } else { "always moving first" };
    let mut text = format!("{}: {} games\n\n", position.spec(), grouped(options.games));
    text.push_str(&format!("{:>10} wins   {} ({seats})\n", grouped(tally.wins), players[0]));
    text.push_str(&format!(
        "{:>10} wins   {}\n{:>10} draws\n\n",
        grouped(tally.losses),
        players[1],
        grouped(tally.draws)
    ));
    text.push_str(&format!("{} scores {:.1} %", players[0], 100.0 * share / options.games as f64));
    text.push_str(&match sampling {
        Sampling::Nothing if options.swap => ": these two always play the same two games\n".to_owned(),
        Sampling::Nothing => ": these two always play the same game\n".to_owned(),
        _ => {
            let unit = if options.swap { "pairs of games" } else { "games" };
            format!(
                "; the true score lies between {:.1} % and {:.1} % (95 % interval, {} {unit})\n",
                100.0 * low,
                100.0 * high,
                grouped(observations)
            )
        }
    });
    text.push_str(&format!("{} distinct games\n", grouped(tally.distinct.len() as u64)));
    for lost in tally.forfeits(&players) {
        text.push_str(&format!("{} forfeited {} games: {}\n", lost.player, grouped(lost.count), lost.reason));
        for line in lost.words.iter().flat_map(|words| words.lines()) {
            text.push_str(&format!("  {}\n", printable(line)));
        }
    }
    text.push_str(&format!("{} nodes in {}\n", grouped(nodes), time_text(time)));
    for note in players.iter().filter_map(|player| heuristic_note(&*position, player)) {
        text.push_str(&format!("Note: {note}.\n"));
    }
    print(&text)
}

/// What is wrong with a match that can only repeat its first games.
const REPETITION: &str = "neither player leaves anything to chance, so all games in the same seats are the same game; \
    vary the openings, for example with --random-plies 4";

/// Whether all games but the first of each seat are certain to be copies.
fn is_repetition(players: &[Player; 2], options: &Match) -> bool {
    chance(players, options) == Chance::Nothing && options.games > seats(options)
}

/// What makes games from the same opening differ.
fn chance(players: &[Player; 2], options: &Match) -> Chance {
    if options.random_plies > 0 {
        return Chance::Seed;
    }
    // Whether the referee ends a game depends on the speed of the machine.
    let referee = if options.move_limit.is_some() { Chance::Speed } else { Chance::Nothing };
    referee.max(players[0].chance()).max(players[1].chance())
}

/// The number of ways to seat the players.
fn seats(options: &Match) -> u64 {
    1 + u64::from(options.swap)
}

/// Games that a thread plays before it reports them. Both games of a pair belong to the same thread.
const CHUNK: u64 = 64;

/// Plays all games on several threads. Each game depends on its number alone, so the number of threads does not matter.
fn play_all(
    position: &dyn AnyPosition,
    players: &[Player; 2],
    options: &Match,
    pool: &Pool,
) -> Result<Score, BadInput> {
    let (next, total, failure) = (AtomicU64::new(0), Mutex::new(Score::default()), Mutex::new(None));
    let bars = Bars::default();
    let jobs = options.parallel.jobs().0.get();
    // Short games are reported in groups, long ones at once.
    let chunk = if options.games >= CHUNK * CHUNK { CHUNK } else { seats(options) };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let begin = next.fetch_add(chunk, Ordering::Relaxed);
                    if begin >= options.games || failure.lock().is_ok_and(|failure| failure.is_some()) {
                        break;
                    }
                    match play_some(position, players, options, pool, begin..(begin + chunk).min(options.games)) {
                        Ok(tally) => {
                            let mut total = total.lock().expect("no thread panics while it counts");
                            total.merge(tally);
                            let done = total.wins + total.losses + total.draws;
                            bars.show(Progress::of("games", done, options.games));
                        }
                        Err(error) => *failure.lock().expect("no thread panics while it fails") = Some(error),
                    }
                }
            });
        }
    });
    bars.finish();
    match failure.into_inner().expect("all threads are done") {
        Some(error) => Err(error),
        None => Ok(total.into_inner().expect("all threads are done")),
    }
}

fn play_some(
    position: &dyn AnyPosition,
    players: &[Player; 2],
    options: &Match,
    pool: &Pool,
    numbers: Range<u64>,
) -> Result<Score, BadInput> {
    let conditions = GameConditions { move_limit: options.move_limit, guests: Some(pool), ..GameConditions::default() };
    let seed_of = |game| Rng::part(options.chance.seed, game).next_u64();
    // Where all games begin here and the seats make no difference, they can be played side by side.
    let mut from_here = if options.random_plies == 0 && players[0] == players[1] {
        let seeds: Vec<u64> = numbers.clone().map(seed_of).collect();
        position.play_out_many(players.each_ref(), &seeds, &conditions)?
    } else {
        Vec::new()
    }
    .into_iter();
    let mut tally = Score::default();
    let mut first_of_pair = None;
    for game in numbers {
        let is_swapped = options.swap && game % 2 == 1;
        let seats = if is_swapped { [&players[1], &players[0]] } else { [&players[0], &players[1]] };
        let drawn = (options.random_plies > 0).then(|| opening(position, options, game));
        let place = drawn.as_deref().unwrap_or(position);
        let record = match from_here.next() {
            Some(record) => Some(record),
            None => place.play_out(seats, seed_of(game), &conditions)?,
        };
        if let Some(record) = record {
            let half_points = tally.add(&record, place.side_to_move(), is_swapped);
            match first_of_pair.take() {
                Some(first) if is_swapped => tally.pairs[first + half_points] += 1,
                _ => first_of_pair = Some(half_points),
            }
        }
    }
    Ok(tally)
}

/// The opening of a game. Both games of a pair have the same one.
fn opening(position: &dyn AnyPosition, options: &Match, game: u64) -> Box<dyn AnyPosition> {
    /// Keeps the seeds of openings apart from those of games.
    const OPENINGS: u64 = 0x6F70_656E;
    let number = if options.swap { game / 2 } else { game };
    position.at_random(options.random_plies, Rng::part(options.chance.seed ^ OPENINGS, number).next_u64())
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
    fn sampling(&self, players: &[Player; 2], options: &Match) -> Sampling {
        let varies = self.distinct.len() as u64 > seats(options);
        if chance(players, options) == Chance::Seed || varies { Sampling::Games } else { Sampling::Nothing }
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
    fn forfeits(&self, players: &[Player; 2]) -> Vec<ForfeitSummary> {
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
