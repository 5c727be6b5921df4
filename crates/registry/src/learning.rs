//! Games from which heuristics are learnt: a player against itself, with random moves in between.
//!
//! Ordinary games of a player against itself hardly ever show what a piece is worth, because neither side loses one. So
//! every game begins with a few random moves, and a few more are played somewhere in its middle. Only positions after
//! the last random move are samples: what happened before it says little about who wins.
//!
//! Where a search or a solver has found out who wins, that counts for the positions before it, and not how the game
//! went on.

use plyscope_core::{BadInput, Control, Measure, Outcome, Rng, Score, Side, Verdict, Work};
use plyscope_heuristics::{HeuristicSpec, Judged, View};
use plyscope_solve::{Solvable, Solver, Watch};

use crate::choices::Choices;
use crate::play::replay;
use crate::player::{Player, build};

/// How games for learning are played.
#[derive(Clone, Copy)]
pub struct SelfPlay<'a> {
    /// Who plays both sides.
    pub player: &'a Player,
    /// The fewest and the most random moves at the beginning.
    pub opening: [u32; 2],
    /// The most random moves in the middle; 0 for none.
    pub most_random: u32,
    /// Ends a game early; it is then abandoned.
    pub work: Work<'a>,
}

/// A game for learning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayed {
    /// Its moves.
    pub choices: Choices,
    /// How it ended.
    pub outcome: Outcome,
    /// Why.
    pub reason: &'static str,
    /// The number of moves.
    pub plies: u32,
    /// Positions visited.
    pub nodes: u64,
    /// By ply, the value that the search found, for positions that are samples.
    pub values: Vec<Option<Searched>>,
}

/// What a search found a position worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The value for the side to move, in the unit of the heuristic; ±[`DECIDED`] if the game is decided.
    pub value: i32,
    /// Whether the best move takes nothing off the board: the position is not in the middle of an exchange.
    pub is_quiet: bool,
}

/// A position to learn from.
pub struct Sample<'a> {
    /// The position as models see it.
    pub view: &'a View,
    /// For each feature asked for, how much the side to move has, and the other side. For each term of a formula, what
    /// the side to move sees, and 0.
    pub features: &'a [[f32; 2]],
    /// What a search found it worth.
    pub searched: Searched,
    /// What the game gave the side to move: 1, ½ or 0.
    pub result: f32,
    /// The hash of the position.
    pub key: u64,
}

/// What is measured of a position.
#[derive(Clone, Copy)]
pub enum Measures<'a> {
    /// Features of the game, by name.
    Features(&'a [String]),
    /// The terms of a formula without their weights.
    Terms(&'a HeuristicSpec),
}

/// The value of a position that a search saw won.
pub const DECIDED: i32 = 1_000_000;

/// A game that is won by a margin is solved when so few cells are empty: it takes about a millisecond.
const SOLVED_EMPTIES: usize = 12;
/// Bytes of the solver's table.
const SOLVER_BYTES: usize = 1 << 20;

/// Who wins, if few cells are empty in a game that is won by a margin: the value of a decided game, or 0 for a draw.
fn solved<G: Solvable>(position: &G, n_empty: usize, solver: &mut dyn Solver<G>, work: Work<'_>) -> Option<i32> {
    if G::MEASURE != Measure::Margin || n_empty > SOLVED_EMPTIES {
        return None;
    }
    let mut ignore = |_: &_| {};
    let mut watch = Watch::new(work, &mut ignore);
    let mut reaches = |margin: f64| {
        let aim = Score::estimate(margin);
        solver.test(position, aim, &mut watch).ok().map(|found| found >= aim)
    };
    match (reaches(1.0)?, reaches(0.0)?) {
        (true, _) => Some(DECIDED),
        (false, true) => Some(0),
        (false, false) => Some(-DECIDED),
    }
}

pub(crate) fn self_play<G: Judged + Solvable>(
    start: &G,
    plan: &SelfPlay<'_>,
    seed: u64,
) -> Result<Option<SelfPlayed>, BadInput> {
    let mut rng = Rng::new(seed);
    let mut search = build(start, plan.player, rng.next_u64())?;
    let mut solver = G::solver(SOLVER_BYTES, 1);
    let [fewest, most] = plan.opening;
    let opening = fewest + rng.below((most.max(fewest) - fewest + 1) as usize) as u32;
    // A game lasts about as many plies as there are cells, give or take; where it is shorter, nothing random follows.
    let n_cells = start.picture().cells.len().max(1);
    let middle = opening + rng.below(n_cells.max(2) * 3 / 4) as u32;
    let n_random = if plan.most_random == 0 { 0 } else { 1 + rng.below(plan.most_random as usize) as u32 };
    let (mut position, mut game) = (
        start.clone(),
        SelfPlayed {
            choices: Choices::default(),
            outcome: Outcome::Draw,
            reason: "",
            plies: 0,
            nodes: 0,
            values: Vec::new(),
        },
    );
    while position.outcome().is_none() {
        let ply = game.plies;
        let is_random = ply < opening || (middle..middle + n_random).contains(&ply);
        if is_random {
            // What led to a random move is no sample.
            game.values.iter_mut().for_each(|value| *value = None);
        }
        let mut index = 0;
        let m = if is_random {
            position.pick(|n| {
                index = rng.below(n);
                index
            })
        } else {
            let report = search.search(&position, &plan.player.limits, &mut Control::new(plan.work, &mut |_| {}));
            if plan.work.check().is_err() {
                return Ok(None);
            }
            game.nodes += report.counters.nodes;
            let mut searched = value_of(&position, report.best, report.score.verdict(report.complete), report.depth);
            let n_empty = n_cells.saturating_sub(n_pieces(&position) as usize);
            if let (Some(searched), Some(value)) = (&mut searched, solved(&position, n_empty, &mut *solver, plan.work))
            {
                searched.value = value;
            }
            game.values.push(searched);
            index = position.moves().position(|m| m == report.best).unwrap_or(0);
            Some(report.best)
        };
        if is_random {
            game.values.push(None);
        }
        let Some(m) = m else { break };
        game.choices.push(index);
        position.play(m);
        game.plies += 1;
    }
    game.outcome = position.outcome().unwrap_or(Outcome::Draw);
    game.reason = position.reason().unwrap_or("decided");
    Ok(Some(game))
}

fn n_pieces<G: Judged>(position: &G) -> u32 {
    Side::BOTH.into_iter().map(|side| position.count_pieces(side)).sum()
}

/// The value of a position; a search that completed no depth has none.
fn value_of<G: Judged>(position: &G, best: G::Move, verdict: Verdict, depth: u32) -> Option<Searched> {
    let is_quiet = n_pieces(&position.child(best)) >= n_pieces(position);
    let value = match verdict {
        Verdict::Estimate(_) if depth == 0 => return None,
        Verdict::Estimate(value) => value.round().clamp(-1e5, 1e5) as i32,
        Verdict::Draw => 0,
        Verdict::Win(_) => DECIDED,
        Verdict::Loss(_) => -DECIDED,
    };
    Some(Searched { value, is_quiet })
}

/// The samples of a game from `start`.
pub(crate) fn samples<G: Judged>(
    start: &G,
    (choices, values, outcome): (&Choices, &[Option<Searched>], Outcome),
    measures: Measures<'_>,
    on_sample: &mut dyn FnMut(&Sample<'_>),
) -> Result<(), BadInput> {
    let mut measured = Vec::new();
    let measure = measure_of(start, measures)?;
    let mut position = start.clone();
    let winners = winners(start.side_to_move(), values, outcome);
    for ((m, value), outcome) in replay(start, choices)?.into_iter().zip(values).zip(winners) {
        let at = position.clone();
        position.play(m);
        let (position, Some(searched)) = (at, value) else { continue };
        let mover = position.side_to_move();
        measured.clear();
        measure(&position, &mut measured);
        let result = match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(side) => f32::from(side == mover),
        };
        let view = position.view();
        on_sample(&Sample { view: &view, features: &measured, searched: *searched, result, key: position.key() });
    }
    Ok(())
}

/// By ply, the first result that was certain from there on, or how the game ended.
fn winners(first: Side, values: &[Option<Searched>], outcome: Outcome) -> Vec<Outcome> {
    let mut known = outcome;
    let mut winners: Vec<Outcome> = Vec::with_capacity(values.len());
    for (ply, searched) in values.iter().enumerate().rev() {
        let mover = if ply % 2 == 0 { first } else { !first };
        match searched {
            Some(Searched { value: DECIDED, .. }) => known = Outcome::Win(mover),
            Some(Searched { value, .. }) if *value == -DECIDED => known = Outcome::Win(!mover),
            _ => {}
        }
        winners.push(known);
    }
    winners.reverse();
    winners
}

/// What a position is measured by: the numbers are added to a list.
type Meter<G> = Box<dyn Fn(&G, &mut Vec<[f32; 2]>)>;

fn measure_of<G: Judged>(start: &G, measures: Measures<'_>) -> Result<Meter<G>, BadInput> {
    Ok(match measures {
        Measures::Features(names) => {
            let features = feature_indices::<G>(names)?;
            Box::new(move |position, measured| {
                let mover = position.side_to_move();
                let both = |feature: &usize| [mover, !mover].map(|side| position.measure(*feature, side) as f32);
                measured.extend(features.iter().map(both));
            })
        }
        Measures::Terms(formula) => {
            let opinion = G::opinion(Some(formula), 0)?;
            opinion.fits(start)?;
            Box::new(move |position, measured| {
                let terms = opinion.terms(position, position.side_to_move());
                measured.extend(terms.iter().map(|term| [term.value as f32, 0.0]));
            })
        }
    })
}

/// The indices of features by name.
fn feature_indices<G: Judged>(names: &[String]) -> Result<Vec<usize>, BadInput> {
    let known = || G::FEATURES.iter().map(|feature| feature.name);
    let index = |name: &String| known().position(|known| known == name);
    names.iter().map(|name| index(name).ok_or_else(|| BadInput::unknown("feature", name, known()))).collect()
}
