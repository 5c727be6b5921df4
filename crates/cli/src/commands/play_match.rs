//! `plyscope match`: many games between two players.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use plyscope_arena::ForfeitSummary;
use plyscope_core::{BadInput, Outcome, Progress, Rng, Side};
use plyscope_files::printable;
use plyscope_programs::Pool;
use plyscope_registry::{AnyPosition, Fault, GameConditions, Player, Record, heuristic_note};
use plyscope_stats::{Z_95, wilson};
use plyscope_view::time_text;
use serde::Serialize;

use crate::args::Match;
use crate::commands::exact_match;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json};
use crate::progress::Bars;

#[derive(Serialize)]
struct Json {
    game: String,
    games: u64,
    first: SeatJson,
    second: SeatJson,
    draws: u64,
    distinct_games: usize,
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
struct Tally {
    wins: u64,
    losses: u64,
    draws: u64,
    nodes: [u64; 2],
    /// Hashes of the games; different games almost never share one.
    distinct: HashSet<u64>,
    /// How often each player lost by which fault.
    faults: Vec<(usize, Fault, u64, Option<String>)>,
}

pub(crate) fn run(options: &Match) -> Result<(), Failure> {
    let position = options.place.find()?;
    if let Some(reason) = position.reason() {
        return Err(BadInput::new(format!("the game is over ({reason}): no move can be played")).into());
    }
    let players: [Player; 2] = [options.first.parse()?, options.second.parse()?];
    let programs = options.programs.find()?;
    let pool = programs.pool();
    if options.exact {
        return exact_match::run(&*position, &players, options.time, options.output.json);
    }
    interrupt::flag_or_end("stopped; the games so far do not count")?;
    for player in &players {
        match player.program() {
            Some(program) => programs.check(program, &position.spec())?,
            None => position.check_ends(player)?,
        }
    }
    let begun = Instant::now();
    let tally = play_all(&*position, &players, options, &pool)?;
    // They end before the result is shown.
    drop(pool);
    let time = begun.elapsed();
    let share = tally.wins as f64 + tally.draws as f64 / 2.0;
    let (low, high) = wilson(share, options.games as f64, Z_95);
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
            interval: [low, high],
            nodes,
            time_ms: time.as_secs_f64() * 1000.0,
            forfeits: tally.forfeits(&players),
        });
    }
    let seats = if options.swap { "taking turns to move first" } else { "always moving first" };
    let mut text = format!("{}: {} games\n\n", position.spec(), grouped(options.games));
    text.push_str(&format!("{:>10} wins   {} ({seats})\n", grouped(tally.wins), players[0]));
    text.push_str(&format!(
        "{:>10} wins   {}\n{:>10} draws\n\n",
        grouped(tally.losses),
        players[1],
        grouped(tally.draws)
    ));
    text.push_str(&format!(
        "{} scores {:.1} %; the true score lies between {:.1} % and {:.1} % (95 % Wilson interval)\n",
        players[0],
        100.0 * share / options.games as f64,
        100.0 * low,
        100.0 * high
    ));
    // Players without any randomness play the same game again and again.
    let n_distinct = tally.distinct.len() as u64;
    let caution = if n_distinct * 10 <= options.games {
        ": the interval assumes independent games, which these are not"
    } else {
        ""
    };
    text.push_str(&format!("{} distinct games{caution}\n", grouped(n_distinct)));
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

/// Games that a thread plays before it reports them.
const CHUNK: u64 = 64;

/// Plays all games on several threads. Each game depends on its number alone, so the number of threads does not matter.
fn play_all(
    position: &dyn AnyPosition,
    players: &[Player; 2],
    options: &Match,
    pool: &Pool,
) -> Result<Tally, BadInput> {
    let (next, total, failure) = (AtomicU64::new(0), Mutex::new(Tally::default()), Mutex::new(None));
    let bars = Bars::default();
    let jobs = options.parallel.jobs().0.get();
    // Short games are reported in groups, long ones at once.
    let chunk = if options.games >= CHUNK * CHUNK { CHUNK } else { 1 };
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
) -> Result<Tally, BadInput> {
    let mut tally = Tally::default();
    for game in numbers {
        let is_swapped = options.swap && game % 2 == 1;
        let seats = if is_swapped { [&players[1], &players[0]] } else { [&players[0], &players[1]] };
        let drawn = (options.random_plies > 0).then(|| opening(position, options, game));
        let place = drawn.as_deref().unwrap_or(position);
        let seed = Rng::part(options.chance.seed, game).next_u64();
        let conditions =
            GameConditions { move_limit: options.move_limit, guests: Some(pool), ..GameConditions::default() };
        if let Some(record) = place.play_out(seats, seed, &conditions)? {
            tally.add(&record, place.side_to_move(), is_swapped);
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

impl Tally {
    fn add(&mut self, record: &Record, first_mover: Side, is_swapped: bool) {
        let own_side = if is_swapped { !first_mover } else { first_mover };
        match record.outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(side) if side == own_side => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
        }
        let own_seat = usize::from(is_swapped);
        self.nodes[0] += record.cost[own_seat].nodes;
        self.nodes[1] += record.cost[1 - own_seat].nodes;
        self.distinct.insert(record.choices.stable_hash());
        if let (Some(fault), Outcome::Win(winner)) = (record.forfeit, record.outcome) {
            self.add_fault(usize::from(winner == own_side), fault, 1, record.words.clone());
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

    fn merge(&mut self, other: Tally) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        (0..2).for_each(|seat| self.nodes[seat] += other.nodes[seat]);
        self.distinct.extend(other.distinct);
        for (player, fault, games, words) in other.faults {
            self.add_fault(player, fault, games, words);
        }
    }
}
