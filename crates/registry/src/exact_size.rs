//! How large an exact match is, estimated from sample games before anything is computed.
//!
//! The positions at one ply of the sample games are draws from all that can occur there. How many there are at least
//! follows from how many were drawn once and twice (A. Chao: Nonparametric estimation of the number of classes in a
//! population, Scandinavian Journal of Statistics 1984). Positions that hardly ever occur are missing in the estimate,
//! so it is a lower bound: what it calls too large is.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, KeyHash, Rng, Work};
use plyscope_heuristics::Judged;
use plyscope_solve::Solvable;

use crate::exact::{Distribution, stopped};

/// What an exact match takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactSize {
    /// About how many positions can occur, at least.
    pub(crate) positions: u64,
    /// The mean time for one of them, where that of the searches is most of it.
    pub(crate) each: Duration,
}

/// Sample games at most. If all positions of a ply are different, the bound is half the square of this number, so it
/// must be large for boards on which games end at many different plies.
const GAMES: u64 = 20_000;
/// Games after which it is asked whether they still find anything new, and whether that is too much already.
const BATCH: u64 = 1000;
/// A bound this many times too large ends the sample: it rests on few positions that were drawn twice.
const CLEARLY: u64 = 4;
/// Time for the estimate. Random games need half of it; players that search may not get through all games.
const PATIENCE: Duration = Duration::from_secs(1);
/// The longest computation that is begun.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

impl ExactSize {
    /// Refuses a match with more positions than this, or one that would take days.
    pub(crate) fn check(&self, max_positions: usize) -> Result<(), BadInput> {
        let positions = rounded(self.positions);
        if self.positions > max_positions as u64 {
            return Err(BadInput::new(format!(
                "about {positions} positions or more can occur in this match, and at most {} can be computed; \
                play it instead of computing it, or choose a smaller board",
                rounded(max_positions as u64)
            )));
        }
        let time = self.each.as_secs_f64() * self.positions as f64;
        if time > LONGEST.as_secs_f64() {
            return Err(BadInput::new(format!(
                "computing this match would take about {:.0} hours or more ({positions} positions); \
                play it instead, choose a smaller board or search less deeply",
                time / 3600.0
            )));
        }
        Ok(())
    }
}

/// A number of positions in words, with two digits.
fn rounded(positions: u64) -> String {
    let units = [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")];
    match units.into_iter().find(|(unit, _)| positions as f64 >= *unit) {
        Some((unit, name)) if positions as f64 / unit < 10.0 => format!("{:.1} {name}", positions as f64 / unit),
        Some((unit, name)) => format!("{:.0} {name}", positions as f64 / unit),
        None => positions.to_string(),
    }
}

/// The positions of one ply: how often each was drawn, by key.
type Drawn = HashMap<u64, u32, KeyHash>;

/// Plays sample games and estimates how many positions can occur. Ends early if they are clearly more than
/// `max_positions`.
///
/// # Errors
/// If the work was stopped.
pub(crate) fn estimate<G: Judged + Solvable>(
    start: &G,
    seats: &mut [Distribution<G>; 2],
    max_positions: usize,
    work: Work<'_>,
) -> Result<ExactSize, BadInput> {
    let begun = Instant::now();
    let hurried = work.silent().within(Some(PATIENCE));
    let (mut known, mut plies) = (HashMap::default(), Vec::new());
    let mut before = 0;
    for game in 0..GAMES {
        if play(start, seats, &mut Rng::new(game), hurried, &mut known, &mut plies).is_err() {
            break;
        }
        // Players without any chance play the same game again and again.
        if game % BATCH == BATCH - 1 {
            let found = plies.iter().map(Drawn::len).sum();
            if found == before || plies.iter().map(at_least).sum::<u64>() > CLEARLY * max_positions as u64 {
                break;
            }
            before = found;
        }
    }
    work.check().map_err(stopped)?;
    let found: usize = plies.iter().map(Drawn::len).sum();
    let each = begun.elapsed().div_f64(found.max(1) as f64);
    Ok(ExactSize { positions: plies.iter().map(at_least).sum(), each })
}

/// Plays a sample game. `known` keeps the choices of searches, because they are slow.
fn play<G: Judged + Solvable>(
    start: &G,
    seats: &mut [Distribution<G>; 2],
    rng: &mut Rng,
    work: Work<'_>,
    known: &mut HashMap<u64, Vec<G::Move>, KeyHash>,
    plies: &mut Vec<Drawn>,
) -> Result<(), BadInput> {
    let mut position = start.clone();
    for ply in 0.. {
        if plies.len() == ply {
            plies.push(Drawn::default());
        }
        let key = position.key();
        *plies[ply].entry(key).or_default() += 1;
        if position.outcome().is_some() {
            break;
        }
        work.check().map_err(stopped)?;
        let seat = &mut seats[ply % 2];
        let m = match (&seat, known.get(&key)) {
            (Distribution::Uniform, _) => position.pick(|n| rng.below(n)),
            (_, Some(choices)) => Some(choices[rng.below(choices.len())]),
            (_, None) => {
                let choices = seat.choices(&position, work)?;
                let m = choices[rng.below(choices.len())];
                known.insert(key, choices);
                Some(m)
            }
        };
        position.play(m.expect("an unfinished game has a move"));
    }
    Ok(())
}

/// How many positions there are at least, if these were drawn: Chao's bound, corrected for small numbers.
fn at_least(drawn: &Drawn) -> u64 {
    let [mut once, mut twice] = [0.0, 0.0];
    for &times in drawn.values() {
        once += f64::from(u8::from(times == 1));
        twice += f64::from(u8::from(times == 2));
    }
    drawn.len() as u64 + (once * (once - 1.0) / (2.0 * (twice + 1.0))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unseen_positions_are_estimated() {
        // All of ten positions were drawn many times; then nothing is missing.
        assert_eq!(at_least(&(0..10).map(|key| (key, 100)).collect()), 10);
        // A thousand draws from a million positions, by the expected numbers: 999 different, one twice.
        let drawn: Drawn = (0..998).map(|key| (key, 1)).chain([(998, 2)]).collect();
        assert!((200_000..1_000_000).contains(&at_least(&drawn)), "{}", at_least(&drawn));
        assert_eq!(at_least(&Drawn::default()), 0);
    }

    #[test]
    fn what_takes_too_much_is_refused_with_the_estimate() {
        let size = |positions, each| ExactSize { positions, each };
        assert!(size(1_000_000, Duration::from_micros(10)).check(50_000_000).is_ok());
        let said = size(3_456_000_000, Duration::ZERO).check(50_000_000).expect_err("too many").to_string();
        assert!(said.contains("3.5 billion positions or more") && said.contains("at most 50 million"), "{said}");
        let said = size(1_000_000, Duration::from_secs(1)).check(50_000_000).expect_err("too long").to_string();
        assert!(said.contains("about 278 hours"), "{said}");
    }
}
