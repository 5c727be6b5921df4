//! Playing the games to learn from, on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use plyscope_core::{BadInput, Rng};
use plyscope_registry::{AnyPosition, SelfPlay, SelfPlayed};

/// Games that are to be played.
#[derive(Clone, Debug)]
pub struct Games {
    /// Their numbers; those in `known` are left out.
    pub numbers: Range<u64>,
    /// What the seeds of all games come from.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

/// Plays games. Each is a function of its number; `on_game` gets them as they end, in no particular order, and ends
/// everything by an error.
///
/// # Errors
/// If the player cannot play, or `on_game` failed.
pub fn play(
    start: &dyn AnyPosition,
    plan: &SelfPlay<'_>,
    games: &Games,
    on_game: &mut dyn FnMut(u64, SelfPlayed) -> Result<(), BadInput>,
) -> Result<(), BadInput> {
    let next = AtomicU64::new(games.numbers.start);
    let (sender, receiver) = mpsc::sync_channel(1024);
    let worker = |sender: mpsc::SyncSender<Result<(u64, SelfPlayed), BadInput>>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games.numbers.end || plan.work.check().is_err() {
                return;
            }
            let seed = Rng::part(games.seed, number).next_u64();
            let answer = match start.self_play(plan, seed) {
                Ok(Some(game)) => Ok((number, game)),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send(answer).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..games.jobs.max(1) {
            let (sender, worker) = (sender.clone(), &worker);
            scope.spawn(move || worker(sender));
        }
        drop(sender);
        // Dropping the receiver by an error ends the workers.
        let receiver = receiver;
        for answer in &receiver {
            let (number, game) = answer?;
            on_game(number, game)?;
        }
        Ok(())
    })
}
