//! The missing children of the published MCTS: what they cost against the depth-cut players, and how often they hide
//! an immediate win.

use plyscope_core::{Control, Game, Limits, Notation, Rng, Search, Work};
use plyscope_search::published;
use plyscope_stats::{Z_95, wilson};

use super::data::{Label, PLAYERS};
use super::depth_cut::{Choices, Parts, published_choices};
use super::estimate::Estimate;
use super::faults::{must_see, opponents};
use super::fig20::Fig20;
use super::matches::{COMPLETE, DRAWN, Seat, Wanted, play};
use super::space::{PawnBoard, Space};
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// Starts where the streams of Fig. 19 end.
const STREAM: u64 = 3000;

/// MCTS with complete children against the published depth-cut players.
pub(super) struct Corrected {
    /// For each number of rollouts and opponent, the chance of MCTS as first and as second player.
    results: Vec<(u64, usize, [Estimate; 2])>,
}

/// The score with a given number of rollouts.
pub(super) struct ByRollouts {
    pub(super) rollouts: u64,
    pub(super) drawn: Mean,
    pub(super) complete: Mean,
}

/// The mean of several shares.
#[derive(Clone, Copy)]
pub(super) struct Mean {
    pub(super) share: f64,
    pub(super) interval: (f64, f64),
}

impl Mean {
    fn of(estimates: &[Estimate]) -> Self {
        let n = estimates.len() as f64;
        let share = estimates.iter().map(|estimate| estimate.share).sum::<f64>() / n;
        let variance = |estimate: &Estimate| {
            estimate.sample.map_or(0.0, |(_, games)| estimate.share * (1.0 - estimate.share) / games as f64)
        };
        let error = estimates.iter().map(variance).sum::<f64>().sqrt() / n;
        Mean { share, interval: ((share - Z_95 * error).max(0.0), (share + Z_95 * error).min(1.0)) }
    }
}

/// The thesis' numbers of rollouts, with the index of each player.
fn rollouts() -> impl Iterator<Item = (usize, u64)> {
    PLAYERS.iter().enumerate().filter_map(|(place, label)| match label {
        Label::Mcts(rollouts) => Some((place, *rollouts)),
        _ => None,
    })
}

impl Corrected {
    pub(super) fn run(
        request: &StudyRequest<'_>,
        space: &Space,
        parts: &Parts,
        games: u64,
    ) -> Result<Self, Interrupted> {
        let choices: Vec<(usize, Choices)> =
            opponents().filter_map(|place| Some((place, published_choices(space, parts, PLAYERS[place])?))).collect();
        let pairs: Vec<(u64, usize)> =
            rollouts().flat_map(|(_, rollouts)| (0..choices.len()).map(move |index| (rollouts, index))).collect();
        let mut matches = Vec::new();
        for (number, &(rollouts, index)) in pairs.iter().enumerate() {
            let (mcts, other) = (Seat::Mcts { id: COMPLETE, rollouts }, Seat::Listed(space, &choices[index].1));
            for (turn, seats) in [[mcts, other], [other, mcts]].into_iter().enumerate() {
                let stream = STREAM + 2 * number as u64 + turn as u64;
                matches.push(Wanted { start: PawnBoard::start(&Default::default()), seats, from: 0, games, stream });
            }
        }
        let won = play(request, "MCTS with all children", &matches)?;
        let result = |(number, &(rollouts, index)): (usize, &(u64, usize))| {
            let (first, second) = (won[2 * number], games - won[2 * number + 1]);
            (rollouts, choices[index].0, [Estimate::sampled(first, games), Estimate::sampled(second, games)])
        };
        Ok(Corrected { results: pairs.iter().enumerate().map(result).collect() })
    }

    /// For each number of rollouts the mean score over all opponents and both seats, with drawn and with complete
    /// children.
    pub(super) fn by_rollouts(&self, fig20: &Fig20) -> Vec<ByRollouts> {
        let row = |(place, rollouts): (usize, u64)| {
            let drawn: Vec<Estimate> = opponents().flat_map(|other| drawn(fig20, place, other)).collect();
            let complete: Vec<Estimate> =
                self.results.iter().filter(|result| result.0 == rollouts).flat_map(|result| result.2).collect();
            ByRollouts { rollouts, drawn: Mean::of(&drawn), complete: Mean::of(&complete) }
        };
        rollouts().map(row).collect()
    }

    /// MCTS(500) against each depth-cut player, before and after.
    pub(super) fn table(&self, fig20: &Fig20) -> StudyTable {
        let most = rollouts().last().expect("there are some");
        let mut cells = Vec::new();
        for (_, opponent, complete) in self.results.iter().filter(|result| result.0 == most.1) {
            let before = drawn(fig20, most.0, *opponent);
            for (seat, name) in ["first", "second"].into_iter().enumerate() {
                for (children, estimate) in [("some", before[seat]), ("all", complete[seat])] {
                    let cell =
                        StudyCell::new(PLAYERS[*opponent].to_string(), format!("{name}, {children}"), estimate.share);
                    cells.push(match estimate.interval() {
                        Some(interval) => cell.between(interval),
                        None => cell,
                    });
                }
            }
        }
        StudyTable {
            id: "fault-subset",
            title: format!(
                "Share of games that MCTS({}) wins against each published depth-cut player, moving first and second, \
                 with some of the children and with all",
                most.1
            ),
            notes: vec![
                "Nothing else is changed: the same search and the same opponents. \"Depth-cut methods are better \
                 players than MCTS\" is an effect of the missing children."
                    .into(),
            ],
            cells,
        }
    }

    /// What more rollouts gain, before and after.
    pub(super) fn rollouts_table(&self, fig20: &Fig20) -> StudyTable {
        let cells = self.by_rollouts(fig20).into_iter().flat_map(|ByRollouts { rollouts, drawn, complete }| {
            let both = [("some of the children", drawn), ("all children", complete)];
            both.map(|(name, mean)| {
                StudyCell::new(name, format!("MCTS({rollouts})"), mean.share).between(mean.interval)
            })
        });
        StudyTable {
            id: "question-6-rollouts",
            title: "How rollouts matter: mean share of games that MCTS wins against the eight published depth-cut \
                    players, both seats"
                .into(),
            notes: vec![
                "With some of the children missing, more than a hundred rollouts do not help; with all of them they \
                 do."
                .into(),
            ],
            cells: cells.collect(),
        }
    }
}

/// The published MCTS' score against an opponent, as first and as second player.
fn drawn(fig20: &Fig20, mcts: usize, opponent: usize) -> [Estimate; 2] {
    let n = PLAYERS.len();
    let turned = |estimate: Estimate| Estimate {
        share: 1.0 - estimate.share,
        sample: estimate.sample.map(|(wins, games)| (games - wins, games)),
    };
    [fig20.published[mcts * n + opponent], turned(fig20.published[opponent * n + mcts])]
}

/// How often an immediate win is overlooked, next to the chance that it is not among the children.
pub(super) fn overlooked(request: &StudyRequest<'_>, space: &Space, tries: u64) -> Result<StudyTable, Interrupted> {
    let positions: Vec<(usize, usize)> = (2..=5).filter_map(|moves| Some((moves, must_see(space, moves)?))).collect();
    let players = [
        ("published, 100 rollouts", DRAWN, 100),
        ("published, 500 rollouts", DRAWN, 500),
        ("all children, 100 rollouts", COMPLETE, 100),
    ];
    let pieces: Vec<(usize, usize, &str, &str, u64)> = positions
        .iter()
        .flat_map(|&(moves, index)| players.iter().map(move |&(name, id, rollouts)| (moves, index, name, id, rollouts)))
        .collect();
    let found = spread(request, "overlooked wins", &pieces, |&(_, index, _, id, rollouts)| {
        misses(
            &space.positions[index],
            id,
            rollouts,
            tries,
            Rng::part(request.seed, STREAM + 500 + rollouts).next_u64(),
        )
    })?;
    let mut cells = Vec::new();
    for &(moves, index) in &positions {
        let (row, chance) = (format!("{moves} moves"), (1.0 - 1.0 / moves as f64).powi(moves as i32));
        cells.push(
            StudyCell::new(&row, "not among the children", chance)
                .because(format!("the position is {}", space.positions[index].position_text())),
        );
        for ((_, _, name, ..), missed) in pieces.iter().zip(&found).filter(|(piece, _)| piece.0 == moves) {
            let interval = wilson(*missed as f64, tries as f64, Z_95);
            cells.push(StudyCell::new(&row, *name, *missed as f64 / tries as f64).between(interval));
        }
    }
    Ok(StudyTable {
        id: "fault-overlooked",
        title: "How often MCTS overlooks the only move that wins at once, by number of moves".into(),
        notes: vec![format!(
            "{tries} searches per cell. The children are k draws with replacement from k moves, so each move is \
             missing with probability (1 - 1/k)^k, regardless of the number of rollouts."
        )],
        cells,
    })
}

/// In how many of `tries` searches the immediately winning move is not chosen.
pub(super) fn misses(position: &PawnBoard, id: &str, rollouts: u64, tries: u64, seed: u64) -> u64 {
    let limits = Limits { rollouts: Some(rollouts), ..Limits::default() };
    let missed = (0..tries).filter(|&index| {
        let mut search = published::thesis(id, Rng::part(seed, index).next_u64()).expect("a search of the thesis");
        let report = search.search(position, &limits, &mut Control::new(Work::never(), &mut |_| {}));
        position.child(report.best).outcome().is_none()
    });
    missed.count() as u64
}
