//! Whether what was learnt plays better than what it began with: pairs of games with swapped seats, until a sequential
//! test decides.

use plyscope_core::{BadInput, Outcome, Progress, Rng, Work};
use plyscope_registry::{AnyPosition, GameConditions, Player};
use plyscope_stats::{Decision, EloModel, Pairs, Sprt, Tally};

use crate::tables::in_parallel;

/// What a check found.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The gain in Elo, with its 95 % interval.
    pub elo: Option<[f64; 3]>,
    /// What the test says.
    pub decision: Decision,
    /// Whether the test says that it is better, or, if it cannot say, the score.
    pub is_better: bool,
    /// The games played.
    pub games: u64,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// Pairs that are played between two looks at the result.
const ROUND: usize = 32;

pub(crate) fn check(
    start: &dyn AnyPosition,
    players: [&Player; 2],
    random_plies: u32,
    most_games: u64,
    seed: u64,
    jobs: usize,
    work: Work<'_>,
) -> Result<Check, BadInput> {
    // Half a chance in ten for either error; 0 or 20 Elo.
    let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05, EloModel::Logistic).expect("sensible bounds");
    let mut pairs: Pairs = Tally([0; 5]);
    let mut decision = Decision::Continue;
    while pairs.games() < most_games && decision == Decision::Continue {
        let first = pairs.n();
        let missing = (most_games - pairs.games()).div_ceil(2);
        let round = in_parallel(ROUND.min(missing as usize), jobs, &|pair| {
            let mut rng = Rng::part(seed, first + pair as u64);
            let opening = start.at_random(random_plies, rng.next_u64());
            let (seed, conditions) = (rng.next_u64(), GameConditions { work, ..GameConditions::default() });
            let points = |seats: [&Player; 2], own: usize| -> Result<Option<usize>, BadInput> {
                let record = opening.play_out(seats, seed, &conditions)?;
                let of_first = record.map(|record| half_points(&*opening, record.outcome));
                Ok(of_first.map(|points| if own == 0 { points } else { 2 - points }))
            };
            let [new, old] = players;
            Ok(points([new, old], 0)?.zip(points([old, new], 1)?).map(|(a, b)| a + b))
        });
        for points in round {
            match points? {
                Some(points) => pairs.0[points] += 1,
                None => {
                    let games = pairs.games();
                    return Ok(Check { elo: None, decision, is_better: false, games, stopped: true });
                }
            }
        }
        work.tell(Progress::of("games of the check", pairs.games(), most_games));
        decision = sprt.decide(&pairs);
    }
    let elo = pairs.elo(0.95).map(|elo| {
        // A score of 0 or 1 has no Elo; this is as far as a few hundred games can tell.
        const FAR: f64 = 1000.0;
        [elo.value, elo.low, elo.high].map(|value| value.map_or(0.0, |value| value.clamp(-FAR, FAR)))
    });
    let is_better = match decision {
        Decision::AcceptUpper => true,
        Decision::AcceptLower => false,
        Decision::Continue => pairs.mean().is_some_and(|mean| mean > 0.5),
    };
    Ok(Check { elo, decision, is_better, games: pairs.games(), stopped: false })
}

/// What the player who moved first in a game gets for its outcome, in half points.
pub(crate) fn half_points(opening: &dyn AnyPosition, outcome: Outcome) -> usize {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(side) => 2 * usize::from(side == opening.side_to_move()),
    }
}
