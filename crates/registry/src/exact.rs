//! Matches computed instead of played: where both players are fixed distributions over moves, the chance of every
//! result follows from the positions alone.
//!
//! Each position is worth the mean of what follows it, weighted by the chances of its mover's choices. No position can
//! come back, so one pass over the reachable ones is enough.

use plyscope_core::{
    BadInput, Bound, Control, Game, Interrupted, Keyed, KeyedMap, Limits, Outcome, Progress, Search, Work,
};
use plyscope_heuristics::Judged;
use plyscope_search::{Techniques, Ties};
use plyscope_solve::Solvable;

use crate::ends::check_ends;
use crate::exact_size::{ExactSize, estimate};
use crate::player::{Player, SearchSpec, build};

/// The expected result of a match. The first player is the one who moves first from the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactMatch {
    /// The chance that the first player wins.
    pub first: f64,
    /// The chance that the second wins.
    pub second: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The expected number of moves.
    pub plies: f64,
    /// How many positions can occur.
    pub positions: u64,
}

/// How an exact match is computed.
#[derive(Clone, Copy, Debug)]
pub struct ExactRequest<'a> {
    /// A match with more positions than this is refused, if possible before anything is computed.
    pub max_positions: usize,
    /// Stops it, and is told how many positions are computed, and of how many at least.
    pub work: Work<'a>,
}

/// What follows a position: chances that the player who began wins, that it is a draw, and the moves still to come.
#[derive(Clone, Copy)]
struct Prospect {
    first: f64,
    draw: f64,
    plies: f64,
}

struct Computation<'a, G: Judged + Solvable> {
    seats: [Distribution<G>; 2],
    known: KeyedMap<G, Prospect>,
    n_known: u64,
    /// About how many positions there will be at least.
    expected: u64,
    request: ExactRequest<'a>,
}

/// How a player chooses.
pub(crate) enum Distribution<G> {
    Uniform,
    /// One of the best moves: the first, or each with the same chance.
    Best {
        search: Box<dyn Search<G>>,
        limits: Limits,
        spread: bool,
    },
}

/// Computes a match from this position.
///
/// # Errors
/// If a player is not a fixed distribution over moves, if it would take too much memory or time, or if it was stopped.
pub(crate) fn exact<G: Judged + Solvable>(
    start: &G,
    players: [&Player; 2],
    request: ExactRequest<'_>,
) -> Result<ExactMatch, BadInput> {
    for player in players {
        check_ends(start, player)?;
    }
    let mut seats = [Distribution::of(start, players[0])?, Distribution::of(start, players[1])?];
    let size = estimate(start, &mut seats, request.max_positions, request.work)?;
    size.check(request.max_positions)?;
    let ExactSize { positions: expected, .. } = size;
    let mut computation = Computation { seats, known: KeyedMap::default(), n_known: 0, expected, request };
    let Prospect { first, draw, plies } = computation.prospect(start, 0)?;
    // Rounding must not show as a chance below 0.
    let second = (1.0 - first - draw).max(0.0);
    Ok(ExactMatch { first, second, draw, plies, positions: computation.n_known })
}

impl<G: Judged + Solvable> Computation<'_, G> {
    fn prospect(&mut self, position: &G, ply: usize) -> Result<Prospect, BadInput> {
        let keyed = Keyed(position.clone());
        if let Some(known) = self.known.get(&keyed) {
            return Ok(known);
        }
        let prospect = match position.outcome() {
            Some(outcome) => ended(outcome, position, ply),
            None => {
                let choices = self.seats[ply % 2].choices(position, self.request.work)?;
                let share = 1.0 / choices.len() as f64;
                let mut sum = Prospect { first: 0.0, draw: 0.0, plies: 1.0 };
                for m in choices {
                    let child = self.prospect(&position.child(m), ply + 1)?;
                    sum.first += share * child.first;
                    sum.draw += share * child.draw;
                    sum.plies += share * child.plies;
                }
                sum
            }
        };
        self.known.insert(keyed, prospect);
        self.n_known += 1;
        self.check()?;
        Ok(prospect)
    }

    fn check(&self) -> Result<(), BadInput> {
        let n = self.n_known;
        if n > self.request.max_positions as u64 {
            return Err(BadInput::new(format!(
                "more than {} positions can occur in this match; \
                play it instead of computing it, or choose a smaller board",
                self.request.max_positions
            )));
        }
        if n.is_multiple_of(256) {
            self.request.work.check().map_err(stopped)?;
            self.request.work.tell(match n < self.expected {
                true => Progress::of("positions", n, self.expected),
                // There are more than was estimated.
                false => Progress::count("positions", n),
            });
        }
        Ok(())
    }
}

pub(crate) fn stopped(_: Interrupted) -> BadInput {
    BadInput::new("the computation was stopped before it was complete")
}

fn ended<G: Game>(outcome: Outcome, position: &G, ply: usize) -> Prospect {
    let first_side = if ply.is_multiple_of(2) { position.side_to_move() } else { !position.side_to_move() };
    Prospect {
        first: f64::from(u8::from(outcome == Outcome::Win(first_side))),
        draw: f64::from(u8::from(outcome == Outcome::Draw)),
        plies: 0.0,
    }
}

impl<G: Judged + Solvable> Distribution<G> {
    /// The distribution of a player, if it has one that depends on the position alone.
    fn of(start: &G, player: &Player) -> Result<Self, BadInput> {
        let varies = |why: &str| {
            BadInput::new(format!(
                "{player} cannot be computed exactly: {why}; random, and tree searches limited by depth or nodes, can"
            ))
        };
        if player.is_timed() {
            return Err(varies("what it finds in a limited time varies"));
        }
        if player.heuristic.as_ref().is_some_and(|heuristic| heuristic.noise > 0.0) {
            return Err(varies("its heuristic has noise"));
        }
        let spread = match &player.search {
            SearchSpec::Random => return Ok(Distribution::Uniform),
            SearchSpec::Human => return Err(varies("it is a person")),
            SearchSpec::Program(_) | SearchSpec::Outside(_) => return Err(varies("only its moves are known")),
            SearchSpec::Mcts(_) => return Err(varies("its choices depend on simulations")),
            SearchSpec::Published(_) => return Err(varies("published programs may leave a choice to chance")),
            SearchSpec::Engine { threads, .. } if *threads > 1 => {
                return Err(varies("its result depends on the timing of its threads"));
            }
            SearchSpec::Engine { techniques: Some(Techniques { keep_table: true, .. }), .. } => {
                return Err(varies("it remembers earlier moves of a game; engine:keep-table=off does not"));
            }
            SearchSpec::Engine { .. } => false,
            SearchSpec::Tree { options, .. } | SearchSpec::Iterative { options, .. } => options.ties == Ties::Random,
        };
        Ok(Distribution::Best { search: build(start, player, 0)?, limits: player.limits, spread })
    }

    /// The moves it may play, each with the same chance.
    pub(crate) fn choices(&mut self, position: &G, work: Work<'_>) -> Result<Vec<G::Move>, BadInput> {
        Ok(match self {
            Distribution::Uniform => position.moves().collect(),
            Distribution::Best { search, limits, spread } => {
                let report = search.search(position, limits, &mut Control::new(work, &mut |_| {}));
                // A search that was cut short may have chosen another move.
                work.check().map_err(stopped)?;
                if !*spread {
                    return Ok(vec![report.best]);
                }
                let is_best = |score, bound| score == report.score && bound == Bound::Exact;
                let best = report.root_moves.iter().filter(|known| is_best(known.score, known.bound));
                let best: Vec<G::Move> = best.map(|known| known.m).collect();
                if best.is_empty() { vec![report.best] } else { best }
            }
        })
    }
}
