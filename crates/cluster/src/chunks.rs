//! Which places are with workers, and how many make a chunk.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use plyscope_arena::Queue;

use crate::wire::MAX_CHUNK;

/// How long a chunk takes one thread, if there is enough to do.
pub(crate) const CHUNK_TIME: Duration = Duration::from_secs(2);
/// How long it takes at least: a smaller one is not worth the way.
const LEAST_TIME: Duration = Duration::from_millis(5);
/// How many times larger than the largest one that came back a chunk may be. The first games may have been the
/// quick ones.
const GROWTH: usize = 4;
/// How often a chunk may fail.
const MAX_FAILURES: u32 = 3;

/// A place in the plan: a cell and a number.
pub(crate) type Place = (usize, u32);

/// A chunk that was handed out.
pub(crate) struct Out {
    /// All its places.
    pub(crate) places: Vec<Place>,
    /// Those that did not come back yet.
    left: HashSet<Place>,
    failures: u32,
}

/// The games of a round: those that nobody has, and those that workers have.
pub(crate) struct Chunks {
    queue: Queue,
    /// Places that came back unplayed.
    again: VecDeque<Place>,
    pub(crate) out: HashMap<String, Out>,
    /// Games that came although nobody was asked: they were played for an earlier process.
    strays: HashSet<Place>,
    /// Seconds of one thread for a game, lately.
    per_game: Option<f64>,
    /// The games of the largest chunk that came back whole.
    largest: usize,
}

impl Chunks {
    pub(crate) fn new(queue: Queue) -> Self {
        Chunks {
            queue,
            again: VecDeque::new(),
            out: HashMap::new(),
            strays: HashSet::new(),
            per_game: None,
            largest: 0,
        }
    }

    /// Begins a round.
    pub(crate) fn begin(&mut self, queue: Queue) {
        self.queue = queue;
        self.again.clear();
    }

    /// Whether there is nothing to hand out and nothing to wait for.
    pub(crate) fn is_done(&self) -> bool {
        self.out.is_empty() && self.again.is_empty() && self.queue.is_empty()
    }

    /// Whether everything was handed out.
    pub(crate) fn is_out(&self) -> bool {
        self.again.is_empty() && self.queue.is_empty()
    }

    /// The places of the next chunk for this number of threads; none if there are no more.
    pub(crate) fn next(&mut self, threads: usize) -> Vec<Place> {
        let left = self.queue.n_left() as usize + self.again.len();
        let size = size(left, threads, self.per_game, self.largest);
        let mut places = Vec::new();
        while places.len() < size {
            let wanted = size - places.len();
            let mut more: Vec<Place> = self.again.drain(..wanted.min(self.again.len())).collect();
            if more.is_empty() {
                more = self.queue.take(wanted);
            }
            if more.is_empty() {
                break;
            }
            places.extend(more.into_iter().filter(|place| !self.strays.remove(place)));
        }
        places
    }

    /// A chunk is on its way.
    pub(crate) fn hand_out(&mut self, id: String, places: Vec<Place>) {
        let left = places.iter().copied().collect();
        self.out.insert(id, Out { places, left, failures: 0 });
    }

    /// A chunk of an earlier process that is still on the hub. Its places are not handed out again.
    pub(crate) fn adopt(&mut self, id: String, places: Vec<Place>) {
        self.strays.extend(places.iter().copied());
        self.hand_out(id, places);
    }

    /// Games of a chunk came back, and took one thread so long. If it was the last part, what is missing is handed out
    /// again.
    pub(crate) fn come_back(&mut self, id: &str, places: impl Iterator<Item = Place>, busy: Duration, is_last: bool) {
        let mut n = 0;
        let Some(out) = self.out.get_mut(id) else {
            self.strays.extend(places);
            return;
        };
        for place in places {
            out.left.remove(&place);
            n += 1;
        }
        if n > 0 {
            let new = (busy.as_secs_f64() / f64::from(n)).max(1e-7);
            // The more games, the more they say.
            let weight = if busy < CHUNK_TIME / 20 { 0.2 } else { 0.5 };
            self.per_game = Some(self.per_game.map_or(new, |old| old + weight * (new - old)));
        }
        if out.left.is_empty() {
            self.largest = self.largest.max(out.places.len());
        }
        if (out.left.is_empty() || is_last)
            && let Some(out) = self.out.remove(id)
        {
            self.again.extend(out.places.iter().filter(|place| out.left.contains(place)));
        }
    }

    /// A chunk failed. Returns whether that was once too often: then its places are given up, and otherwise they are
    /// handed out again.
    pub(crate) fn fail(&mut self, id: &str) -> Option<Failed> {
        let out = self.out.get_mut(id)?;
        out.failures += 1;
        if out.failures < MAX_FAILURES {
            return Some(Failed::Again(out.places.clone()));
        }
        self.out.remove(id).map(|out| Failed::GivenUp(out.left.len()))
    }
}

/// What becomes of a chunk that failed.
pub(crate) enum Failed {
    /// These places are tried again.
    Again(Vec<Place>),
    /// This number of games is missing.
    GivenUp(usize),
}

/// The games of a chunk if this many are left: about [`CHUNK_TIME`], less near the end, so that nobody waits for the
/// last one.
fn size(left: usize, threads: usize, per_game: Option<f64>, largest: usize) -> usize {
    let Some(per_game) = per_game else { return left.min(1) };
    let games = |time: Duration| (time.as_secs_f64() / per_game).clamp(1.0, MAX_CHUNK as f64) as usize;
    let fair = left.div_ceil(3 * threads.max(1)).max(games(LEAST_TIME));
    games(CHUNK_TIME).min(fair).min(GROWTH * largest.max(1)).min(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_take_two_seconds_and_become_small_at_the_end() {
        let long = 1_000_000;
        assert_eq!(size(long, 2, Some(0.001), long), 2000);
        assert_eq!(size(long, 2, Some(10.0), long), 1);
        assert_eq!(size(600, 2, Some(0.001), long), 100);
        // Not smaller than what is worth the way.
        assert_eq!(size(100, 50, Some(0.000_1), long), 50);
        assert_eq!(size(3, 50, Some(0.000_1), long), 3);
        // One at first, and then no leaps.
        assert_eq!(size(long, 2, None, 0), 1);
        assert_eq!(size(long, 2, Some(1e-6), 1), 4);
    }
}
