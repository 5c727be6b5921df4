//! Where a lost game was lost: the moves after which the value fell most.
//!
//! Both values of a move, before it and after it, come from the same judge: the solver where it settles both positions,
//! otherwise the engine, which then looks at the same last ply in both. They are always those of the side that moved.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Side, Verdict, Work};
use plyscope_registry::{Answer, AnyPosition, Player, SearchRequest, settled};

/// What a position is worth to the side under review.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Proven: a result, or a margin where that counts.
    Exact(Verdict),
    /// A heuristic says so much.
    Estimate(f64),
}

impl Value {
    fn found(answer: &Answer, verdict: Verdict) -> Value {
        match verdict {
            Verdict::Estimate(value) if !answer.complete => Value::Estimate(value),
            proven => Value::Exact(proven),
        }
    }

    /// Whether it is a proven win (1), draw (0) or loss (−1).
    pub fn result(self) -> Option<i8> {
        match self {
            Value::Estimate(_) => None,
            Value::Exact(Verdict::Win(_)) => Some(1),
            Value::Exact(Verdict::Loss(_)) => Some(-1),
            Value::Exact(Verdict::Draw) => Some(0),
            Value::Exact(Verdict::Estimate(margin)) => Some(i8::from(margin > 0.0) - i8::from(margin < 0.0)),
        }
    }
}

/// How much a move lost; what is certain weighs more than every estimate.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Fall {
    /// This much of the value of a heuristic.
    Estimate(f64),
    /// A certain win for something unclear, or something unclear for a certain loss.
    Unclear,
    /// This many steps from win over draw to loss.
    Results(i8),
}

impl Fall {
    /// The larger fall is the greater one. Values of heuristics are always numbers.
    pub(crate) fn order(self, other: Fall) -> Ordering {
        self.partial_cmp(&other).unwrap_or(Ordering::Equal)
    }

    pub(crate) fn between(before: Value, after: Value) -> Option<Fall> {
        match (before.result(), after.result(), before, after) {
            (Some(had), Some(has), ..) => (has < had).then_some(Fall::Results(had - has)),
            (Some(1), None, ..) | (None, Some(-1), ..) => Some(Fall::Unclear),
            (_, _, Value::Estimate(had), Value::Estimate(has)) => (has < had).then_some(Fall::Estimate(had - has)),
            _ => None,
        }
    }
}

/// A move after which the value fell.
pub struct Mistake {
    /// The number of the move in the game, from 1; both sides count.
    pub number: usize,
    /// The position before it.
    pub position: Box<dyn AnyPosition>,
    /// The move.
    pub played: String,
    /// A better one.
    pub better: String,
    /// The value with the better one.
    pub before: Value,
    /// The value with the one played.
    pub after: Value,
    /// How much it lost.
    pub fall: Fall,
    /// How many plies the engine looked ahead; `None` if the solver settled it.
    pub depth: Option<u32>,
}

/// What was found out about a game.
#[derive(Default)]
pub struct GameReview {
    /// The moves that lost something, the worst first.
    pub mistakes: Vec<Mistake>,
    /// Moves that could be judged in time; those without an alternative count.
    pub judged: usize,
    /// All moves of the side.
    pub moves: usize,
}

/// After this many positions in a row that the solver did not settle, earlier ones are left to the engine.
const SOLVER_PATIENCE: u32 = 2;
/// No search goes deeper; time ends most of them sooner.
const DEEPEST: u32 = 40;

/// Judges the moves of a side from the last to the first, because ends of games are settled most easily.
///
/// # Errors
/// If the moves are not those of a game from `start`.
pub fn review(
    start: &dyn AnyPosition,
    moves: &[String],
    side: Side,
    time: Duration,
    work: Work<'_>,
) -> Result<GameReview, BadInput> {
    let mut position = start.boxed_clone();
    let mut own: Vec<(usize, Box<dyn AnyPosition>)> = Vec::new();
    for (index, m) in moves.iter().enumerate() {
        if position.side_to_move() == side {
            own.push((index, position.boxed_clone()));
        }
        position.play(m)?;
    }
    let (begun, mut unsettled) = (Instant::now(), 0);
    let mut review = GameReview { moves: own.len(), ..GameReview::default() };
    for (left, (index, position)) in own.into_iter().enumerate().rev() {
        let slice = time.saturating_sub(begun.elapsed()) / (left as u32 + 1);
        if work.is_cancelled() || slice.is_zero() {
            break;
        }
        if position.moves().len() == 1 {
            review.judged += 1;
            continue;
        }
        let judge = Judge { position: &*position, played: &moves[index], slice, work: work.silent() };
        let exact = if unsettled < SOLVER_PATIENCE { judge.exactly()? } else { None };
        unsettled = if exact.is_some() { 0 } else { unsettled + 1 };
        let Some(judged) = exact.map_or_else(|| judge.by_engine(), |exact| Ok(Some(exact)))? else { continue };
        review.judged += 1;
        let Judged { better, before, after, depth } = judged;
        if let Some(fall) = Fall::between(before, after) {
            let (number, played) = (index + 1, moves[index].clone());
            review.mistakes.push(Mistake { number, position, played, better, before, after, fall, depth });
        }
    }
    review.mistakes.sort_by(|a, b| b.fall.order(a.fall).then(a.number.cmp(&b.number)));
    Ok(review)
}

struct Judged {
    better: String,
    before: Value,
    after: Value,
    depth: Option<u32>,
}

/// A move to be judged, and the time for it.
struct Judge<'a> {
    position: &'a dyn AnyPosition,
    played: &'a str,
    slice: Duration,
    work: Work<'a>,
}

impl Judge<'_> {
    /// The solver and the engine share the time, and so do the positions before and after the move.
    fn quarter(&self) -> Work<'_> {
        self.work.within(Some(self.slice / 4))
    }

    /// The truth, if the solver finds it in time.
    fn exactly(&self) -> Result<Option<Judged>, BadInput> {
        let Some(before) = settled(self.position, self.quarter()) else { return Ok(None) };
        let mut next = self.position.boxed_clone();
        next.play(self.played)?;
        let after = next.final_verdict().or_else(|| settled(&*next, self.quarter()).map(|answer| answer.score));
        Ok(after.map(|after| Judged {
            before: Value::Exact(before.score),
            after: Value::Exact(after.for_mover()),
            better: before.best,
            depth: None,
        }))
    }

    /// What the engine says; `None` if it could not look equally far in both positions in time.
    fn by_engine(&self) -> Result<Option<Judged>, BadInput> {
        let mut before = engine(self.position, DEEPEST, self.quarter())?;
        if !before.has_value {
            return Ok(None);
        }
        let judged = |before: Answer, after: Value, depth: u32| {
            let value = Value::found(&before, before.score);
            Some(Judged { before: value, after, depth: Some(depth.max(before.depth)), better: before.best })
        };
        if before.best == self.played {
            let value = Value::found(&before, before.score);
            return Ok(judged(before, value, 0));
        }
        // The engine does not search where there is no choice, so forced replies are played.
        let (mut next, mut plies) = (self.position.boxed_clone(), 1);
        next.play(self.played)?;
        while let [only] = next.moves().as_slice() {
            next.play(only)?;
            plies += 1;
        }
        let for_mover = |verdict: Verdict| (0..plies).fold(verdict, |verdict, _| verdict.for_mover());
        if let Some(verdict) = next.final_verdict() {
            return Ok(judged(before, Value::Exact(for_mover(verdict)), plies));
        }
        // What is certain does not depend on a depth: then the longest look tells most about the other position.
        let depth = if before.complete { DEEPEST } else { before.depth.saturating_sub(plies).max(1) };
        let after = engine(&*next, depth, self.quarter())?;
        if !after.has_value {
            return Ok(None);
        }
        if !after.complete && !before.complete && after.depth + plies != before.depth {
            before = engine(self.position, after.depth + plies, self.quarter())?;
            if !before.complete && after.depth + plies != before.depth {
                return Ok(None);
            }
        }
        let value = Value::found(&after, for_mover(after.score));
        Ok(judged(before, value, after.depth + plies))
    }
}

fn engine(position: &dyn AnyPosition, depth: u32, work: Work<'_>) -> Result<Answer, BadInput> {
    let player: Player = format!("engine:selective=off@depth={depth}").parse()?;
    position.search(&SearchRequest { player: &player, seed: 1, work }, &mut |_| {})
}
