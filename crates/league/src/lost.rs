//! The lost games of an entrant, and which of them teach most.

use std::time::{Duration, Instant};

use plyscope_arena::{ArenaError, Starts};
use plyscope_core::Work;
use plyscope_store::{Game, GameResult, RunId, Setup, Store};

use crate::review::{Fall, GameReview};
use crate::reviews::Reviews;

/// A lost game under review.
pub struct LostGame {
    /// Its run.
    pub run: RunId,
    /// Who won it.
    pub opponent: String,
    /// Whether the entrant moved first.
    pub moved_first: bool,
    /// Its number within its pairing.
    pub number: u32,
    /// Why it ended.
    pub reason: String,
    /// Its moves, judged.
    pub review: GameReview,
}

impl LostGame {
    /// The better result that the entrant certainly had in hand: `won` or `drawn`.
    pub fn had_been(&self) -> Option<&'static str> {
        let fallen = self.review.mistakes.iter().filter(|one| matches!(one.fall, Fall::Results(_) | Fall::Unclear));
        match fallen.filter_map(|one| one.before.result()).max()? {
            1 => Some("won"),
            _ => Some("drawn"),
        }
    }
}

/// What the lost games of an entrant show.
#[derive(Default)]
pub struct Lessons {
    /// The games with the largest falls, the worst first.
    pub games: Vec<LostGame>,
    /// Games that were judged.
    pub judged: usize,
    /// Games that it lost by the rules.
    pub lost: usize,
    /// Reasons of games that it lost by a fault, with their numbers.
    pub faults: Vec<(String, usize)>,
}

/// The number of games that are shown.
pub const SHOWN_GAMES: usize = 5;
/// At least this many games are judged: each gets this part of the time.
pub(crate) const GAMES_IN_TIME: u32 = 5;

/// Judges lost games until the time is over, one of each opponent before the second of any. Those that were judged in
/// an earlier call take no time.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn lessons(
    store: &Store,
    runs: &[RunId],
    name: &str,
    (time, reviews): (Duration, &Reviews),
    work: Work<'_>,
) -> Result<Lessons, ArenaError> {
    let begun = Instant::now();
    let mut lessons = Lessons::default();
    let setups = runs.iter().map(|&run| Ok((run, store.setup(run)?))).collect::<Result<Vec<_>, ArenaError>>()?;
    let mut lost = Vec::new();
    for (run, setup) in &setups {
        for (game, seat) in lost_games(store, *run, setup, name)? {
            if !game.forfeit {
                lost.push((*run, setup, game, seat));
            } else if let Some((_, count)) = lessons.faults.iter_mut().find(|(reason, _)| *reason == game.reason) {
                *count += 1;
            } else {
                lessons.faults.push((game.reason.into_owned(), 1));
            }
        }
    }
    lessons.lost = lost.len();
    // The sort is stable: opponents stay in their order.
    lost.sort_by_key(|(_, _, game, _)| game.number);
    for (run, setup, game, seat) in lost {
        let left = time.saturating_sub(begun.elapsed());
        if left.is_zero() || work.is_cancelled() {
            break;
        }
        let mut starts = Starts::new(setup);
        let moves = starts.moves(&game)?;
        let start = starts.of(&game)?;
        let side = if seat == 0 { start.side_to_move() } else { !start.side_to_move() };
        let review = reviews.of(start, &moves, side, left.min(time / GAMES_IN_TIME), work)?;
        lessons.judged += 1;
        let pairing = &setup.pairings[game.pairing as usize];
        let opponent = [pairing.second, pairing.first][seat] as usize;
        let opponent = setup.players[opponent].name.clone();
        let (number, reason) = (game.number, game.reason.into_owned());
        lessons.games.push(LostGame { run, opponent, moved_first: seat == 0, number, reason, review });
    }
    lessons.games.retain(|game| !game.review.mistakes.is_empty());
    let worst = |game: &LostGame| game.review.mistakes[0].fall;
    lessons.games.sort_by(|a, b| worst(b).order(worst(a)));
    lessons.games.truncate(SHOWN_GAMES);
    Ok(lessons)
}

/// The games of a run that the player of this name lost, with its seat.
fn lost_games(store: &Store, run: RunId, setup: &Setup, name: &str) -> Result<Vec<(Game, usize)>, ArenaError> {
    let mut lost = Vec::new();
    for (index, pairing) in setup.pairings.iter().enumerate() {
        for (seat, player) in [pairing.first, pairing.second].into_iter().enumerate() {
            if setup.players[player as usize].name != name {
                continue;
            }
            let result = [GameResult::SecondWins, GameResult::FirstWins][seat];
            for game in store.games(run, index as u32, 0, Some(result))? {
                lost.push((game?, seat));
            }
        }
    }
    Ok(lost)
}
