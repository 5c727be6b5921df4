//! The games of tuning: comparisons of two players by pairs of games with swapped seats, kept in a database.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_core::{BadInput, Progress, Rng, Work};
use plyscope_registry::{AnyPosition, GameConditions, Player, Record};
use plyscope_store::{Game, GameResult, Opening, SeatCost};

use super::session::TunePlan;
use crate::check::half_points;
use crate::run_log::{LogPlan, RunLog};
use crate::tables::in_parallel;

/// A player with the numbers that make it.
pub(super) struct Candidate {
    pub player: Player,
    /// Its numbers, for people who look into the database.
    pub numbers: String,
}

/// Plays the comparisons of a session, or takes their results from the database.
pub(super) struct Duels<'a> {
    table: Table<'a>,
    log: RunLog,
    /// The results that are known: what the player who moved first got, in half points.
    known: Vec<usize>,
    /// Games that are part of the session so far.
    n_games: u64,
    total: u64,
}

/// What threads share that play.
struct Table<'a> {
    plan: &'a TunePlan<'a>,
    openings: Vec<Box<dyn AnyPosition>>,
}

/// The most openings of a session; after them the first ones come again.
const MOST_OPENINGS: u64 = 500;

/// Games that are written together: what is lost if the machine fails.
const BATCH: usize = 64;

impl<'a> Duels<'a> {
    /// Opens or begins the run of a session of this many games, in which `at_start` is the player of the start.
    pub(super) fn open(plan: &'a TunePlan<'a>, at_start: &Player, total: u64) -> Result<Self, BadInput> {
        let n_openings = (total / 2).min(MOST_OPENINGS);
        let seed_of = |index: u64| Rng::part(plan.seed ^ 0x09E4_1465, index).next_u64();
        let openings: Vec<Box<dyn AnyPosition>> =
            (0..n_openings).map(|index| plan.start.at_random(plan.random_plies, seed_of(index))).collect();
        let stored = openings.iter().map(|opening| Opening { name: String::new(), text: opening.text() }).collect();
        let fingerprint = fingerprint(plan);
        let log = RunLog::open(LogPlan {
            data: plan.data,
            name: format!("tune {}", plan.method.name()),
            fingerprint: fingerprint.clone(),
            command: plan.command,
            program: plan.program,
            seed: plan.seed,
            game: plan.start.spec(),
            player: ("tuned", at_start.to_string()),
            openings: stored,
            planned: u32::try_from(total).unwrap_or(u32::MAX),
            batch: BATCH,
        })?;
        let mut known = Vec::new();
        RunLog::read(plan.data, &fingerprint, log.known, &mut |game| known.push(game.result as usize))?;
        Ok(Duels { table: Table { plan, openings }, log, known, n_games: 0, total })
    }

    /// Games that are part of the session so far.
    pub(super) fn n_games(&self) -> u64 {
        self.n_games
    }

    /// How much better the first of each two candidates is, from −1 to 1; `None` if it was stopped. All of them play
    /// from the same openings.
    pub(super) fn answers(
        &mut self,
        step: u64,
        duels: &[[Candidate; 2]],
        work: Work<'_>,
    ) -> Result<Option<Vec<f64>>, BadInput> {
        let (table, total) = (&self.table, self.total);
        let per_duel = 2 * table.plan.pairs as usize;
        let n = per_duel * duels.len();
        let first = self.n_games as usize;
        let n_known = self.known.len().saturating_sub(first).min(n);
        let mut points: Vec<usize> = self.known[first.min(self.known.len())..][..n_known].to_vec();
        let done = AtomicU64::new(self.n_games + n_known as u64);
        let played = in_parallel(n - n_known, table.plan.jobs, &|index| {
            let game = table.play(step, n_known + index, duels, work);
            if work.check().is_ok() {
                let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                work.tell(Progress::of("games of tuning", done, total));
            }
            game
        });
        for game in played {
            let Some(mut game) = game? else { return Ok(None) };
            points.push(game.result as usize);
            game.number = (first + points.len() - 1) as u32;
            self.log.add(game)?;
        }
        self.n_games += n as u64;
        let answer = |points: &[usize]| {
            let own = points
                .iter()
                .enumerate()
                .map(|(game, &points)| if game.is_multiple_of(2) { points } else { 2 - points });
            own.sum::<usize>() as f64 / per_duel as f64 - 1.0
        };
        Ok(Some(points.chunks(per_duel).map(answer).collect()))
    }

    /// Ends writing.
    pub(super) fn finish(self, is_complete: bool) -> Result<(), BadInput> {
        self.log.finish(is_complete).map(drop)
    }
}

impl Table<'_> {
    /// Plays one game of a step; `None` if it was stopped.
    fn play(
        &self,
        step: u64,
        index: usize,
        duels: &[[Candidate; 2]],
        work: Work<'_>,
    ) -> Result<Option<Game>, BadInput> {
        let pairs = self.plan.pairs as usize;
        let [new, old] = &duels[index / (2 * pairs)];
        let pair = step * self.plan.pairs + (index % (2 * pairs) / 2) as u64;
        let place = pair % self.openings.len() as u64;
        let opening = &self.openings[place as usize];
        let seed = Rng::part(self.plan.seed, pair).next_u64();
        let [first, second] = if index.is_multiple_of(2) { [new, old] } else { [old, new] };
        let conditions = GameConditions { work, ..GameConditions::default() };
        let record = opening.play_out([&first.player, &second.player], seed, &conditions)?;
        Ok(record.map(|record| {
            let words = format!("{} against {}", first.numbers, second.numbers);
            let result = GameResult::ALL[half_points(&**opening, record.outcome)];
            stored(&record, result, seed, place as u32, words)
        }))
    }
}

/// What decides the games of a session.
fn fingerprint(plan: &TunePlan<'_>) -> String {
    let ranges: Vec<String> = plan.parameters.iter().map(ToString::to_string).collect();
    format!(
        "tune 1: {}, {}, {}, {}, games {}, pairs {}, random plies {}, seed {}",
        plan.start.spec(),
        plan.player,
        ranges.join("; "),
        plan.method.name(),
        plan.games,
        plan.pairs,
        plan.random_plies,
        plan.seed
    )
}

fn stored(record: &Record, result: GameResult, seed: u64, opening: u32, words: String) -> Game {
    let cost = record.cost.map(|cost| SeatCost {
        nodes: cost.nodes,
        time_us: cost.time.as_micros() as u64,
        depth_sum: cost.depths,
    });
    Game {
        pairing: 0,
        number: 0,
        seed,
        opening: Some(opening),
        result,
        reason: Cow::Borrowed(record.reason),
        forfeit: record.forfeit.is_some(),
        plies: record.plies,
        moves: record.choices.as_bytes().to_vec(),
        moves_hash: record.choices.stable_hash(),
        cost,
        counts: None,
        words: Some(words),
    }
}
