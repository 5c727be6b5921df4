//! Why a search prefers a move: where its line leads, and where the next best move leads.

use std::time::Duration;

use plyscope_core::{BadInput, Bound, Counters, Limits, Outcome, Stop, Verdict, Work};
use plyscope_heuristics::{HeuristicSpec, Term};

use crate::answer::{Answer, AnswerMove, SearchRequest};
use crate::player::{Player, SearchSpec};
use crate::position::AnyPosition;
use crate::solution::SolveRequest;

/// A move of the root and where it leads.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves, the one of the root first.
    pub moves: Vec<String>,
    /// What they lead to, as the side to move at the root sees it.
    pub score: Verdict,
    /// The position at the end of the line.
    pub end: String,
    /// How the game ended there, if it did.
    pub outcome: Option<Outcome>,
    /// The heuristic's value at the end, as the side to move at the root sees it; `None` if the game is over there, or
    /// if there was no time to follow the line to its end.
    pub value: Option<f64>,
    /// What that value is made of.
    pub terms: Vec<Term>,
}

impl Line {
    /// Plays `moves` from `position` and asks the heuristic about the end. `score` is what the search found them worth.
    ///
    /// # Errors
    /// If a move is not legal, or it is not a heuristic of this game.
    pub fn follow(
        position: &dyn AnyPosition,
        moves: &[String],
        score: Verdict,
        heuristic: &HeuristicSpec,
        seed: u64,
    ) -> Result<Line, BadInput> {
        let mut end = position.boxed_clone();
        moves.iter().try_for_each(|m| end.play(m))?;
        let seat = position.side_to_move().index();
        let (value, terms) = match end.outcome() {
            Some(_) => (None, Vec::new()),
            None => {
                let mut judged = end.evaluate(heuristic, seed)?;
                (Some(judged.seen_by[seat]), std::mem::take(&mut judged.terms_of[seat]))
            }
        };
        Ok(Line { moves: moves.to_vec(), score, end: end.text(), outcome: end.outcome(), value, terms })
    }
}

/// The heuristic by which a player judges: its own, or else the first of the game.
///
/// # Errors
/// Never for registered games, whose heuristics all have readable names.
pub fn judge_of(player: &Player, position: &dyn AnyPosition) -> Result<HeuristicSpec, BadInput> {
    match &player.heuristic {
        Some(heuristic) => Ok(heuristic.clone()),
        None => position.heuristics().first().map_or("strong", |about| about.name).parse(),
    }
}

/// The best move and the next best, both searched alike.
#[derive(Clone, Debug)]
pub struct Why {
    /// The line of the move that is played.
    pub best: Line,
    /// The line of the best other move; `None` if there is no other, or if there was no time to compare them.
    pub second: Option<Line>,
    /// The depth at which both were searched; `None` if both values are exact, or come from simulations.
    pub depth: Option<u32>,
}

impl Why {
    /// Each term at the ends of the two lines, the largest difference first: its name, its share after the best move
    /// and after the other. Empty if a line ends the game, because then the heuristic does not count.
    pub fn differences(&self) -> Vec<(String, f64, f64)> {
        let Some(second) = &self.second else { return Vec::new() };
        if self.best.value.is_none() || second.value.is_none() {
            return Vec::new();
        }
        let mut names: Vec<&str> = Vec::new();
        for term in self.best.terms.iter().chain(&second.terms) {
            if !names.contains(&term.name.as_str()) {
                names.push(&term.name);
            }
        }
        let share = |line: &Line, name: &str| {
            line.terms.iter().filter(|term| term.name == name).map(|term| term.weight * term.value).sum()
        };
        let row = |name: &str| (name.to_owned(), share(&self.best, name), share(second, name));
        let mut rows: Vec<(String, f64, f64)> = names.into_iter().map(row).collect();
        rows.sort_by(|a, b| (b.1 - b.2).abs().total_cmp(&(a.1 - a.2).abs()));
        rows
    }
}

/// Compares the move that a search has chosen with the best other one. `answer` is what it found.
///
/// - If its value is exact, so are both values here, if the solver is quick enough.
/// - Otherwise a tree search only proves that the other moves are no better. So all are searched again with open
///   windows, as deep as the first search looked or for as long as `patience` allows, and both values are those of the
///   same depth. If that is a smaller depth, at which another move looks better, there is nothing to compare.
/// - A selective search sees more than an exhaustive one of the same depth, so it searches after every move itself, all
///   to the same depth.
/// - Simulations compare all moves anyway.
///
/// # Errors
/// If the player is not one for this game.
pub fn why(
    position: &dyn AnyPosition,
    request: &SearchRequest<'_>,
    answer: &Answer,
    patience: Duration,
) -> Result<Why, BadInput> {
    let heuristic = judge_of(request.player, position)?;
    let request = SearchRequest { work: request.work.within(Some(patience)), ..*request };
    let explainer = Explainer { position, request, patience, heuristic };
    let alone = Why { best: explainer.line(&answer.pv, answer.score)?, second: None, depth: None };
    if answer.complete
        && answer.counters.rollouts == 0
        && let Some(exact) = explainer.exact_second(answer)?
    {
        return Ok(Why { second: Some(exact), ..alone });
    }
    match request.player.search {
        SearchSpec::Engine { techniques: Some(_), .. } if answer.depth > 1 => {
            Ok(explainer.searched_selectively(answer)?.unwrap_or(alone))
        }
        SearchSpec::Tree { .. } | SearchSpec::Iterative { .. } | SearchSpec::Engine { .. } => {
            Ok(explainer.searched_again(answer)?.unwrap_or(alone))
        }
        SearchSpec::Mcts(_)
        | SearchSpec::Random
        | SearchSpec::Human
        | SearchSpec::Published(_)
        | SearchSpec::Program(_)
        | SearchSpec::Outside(_) => {
            let second = next_best(answer).map(|(m, score)| explainer.line(&[m.to_owned()], score)).transpose()?;
            Ok(Why { second, ..alone })
        }
    }
}

/// The best move besides the one that was chosen, and its worth.
fn next_best(answer: &Answer) -> Option<(&str, Verdict)> {
    let others = answer.root_moves.iter().filter(|root| root.m != answer.best);
    let scored = others.filter_map(|root| Some((root.m.as_str(), root.score?)));
    scored.max_by(|(_, a), (_, b)| worth(*a).total_cmp(&worth(*b)))
}

/// How long the solver may take where a hint is wanted: where it settles the position at once, the truth is the hint.
const AT_ONCE: Duration = Duration::from_millis(250);
/// Memory for its tables.
const SOLVER_BYTES: usize = 64 << 20;

/// The truth about a position as the answer of a search, if the solver finds it at once.
pub fn settled(position: &dyn AnyPosition, work: Work<'_>) -> Option<Answer> {
    if position.outcome().is_some() {
        return None;
    }
    let work = work.silent().within(Some(AT_ONCE));
    let request = SolveRequest { bytes: SOLVER_BYTES, threads: 1, work, proof: None };
    let found = position.solve(request, &mut |_| {});
    found.claim?;
    // A line that was not finished may be empty; then any best move will do.
    let best = found.line.first().or(found.best.first())?.clone();
    let pv = if found.line.is_empty() { vec![best.clone()] } else { found.line };
    let mut end = position.boxed_clone();
    pv.iter().try_for_each(|m| end.play(m)).ok()?;
    let root_moves = found.moves.into_iter().map(|known| {
        let (score, bound) = match (known.at_least, known.at_most) {
            (Some(least), Some(most)) if least == most => (Some(least), Bound::Exact),
            (Some(least), None) => (Some(least), Bound::Lower),
            (_, most) => (most, Bound::Upper),
        };
        AnswerMove { m: known.m, score, bound, nodes: 0 }
    });
    Some(Answer {
        best,
        score: found.at_least,
        depth: pv.len() as u32,
        complete: true,
        has_value: true,
        root_moves: root_moves.collect(),
        counters: Counters { nodes: found.nodes, ..Counters::default() },
        stop: Stop::Complete,
        time: found.time,
        line_end: (end.picture(), end.text()),
        remark: None,
        pv,
    })
}

/// What explaining a choice needs.
struct Explainer<'a> {
    position: &'a dyn AnyPosition,
    request: SearchRequest<'a>,
    patience: Duration,
    heuristic: HeuristicSpec,
}

/// The moves of a line, the one of the root first, and what that one is worth.
type ValuedLine = (Vec<String>, Verdict);

impl Explainer<'_> {
    /// Searches to this depth; every move with an open window if all values are wanted.
    fn searched(&self, position: &dyn AnyPosition, depth: u32, all: bool, work: Work<'_>) -> Result<Answer, BadInput> {
        let root = if all { "fresh" } else { "shared" };
        let mut player: Player = format!("iterative:root={root}@depth={}", depth.max(1)).parse()?;
        player.heuristic = Some(self.heuristic.clone());
        position.search(&SearchRequest { player: &player, seed: self.request.seed, work }, &mut |_| {})
    }

    /// Both moves by the same search.
    fn searched_again(&self, answer: &Answer) -> Result<Option<Why>, BadInput> {
        // Following the lines takes less time than finding them, but some.
        let work = self.request.work.within(Some(self.patience.mul_f64(0.7)));
        let all = self.searched(self.position, answer.depth, true, work)?;
        let own = all.root_moves.iter().find(|root| root.m == answer.best).and_then(|root| root.score);
        let others = Answer { best: answer.best.clone(), ..all.clone() };
        let (Some(own), Some((second, score))) = (own, next_best(&others)) else { return Ok(None) };
        if !all.has_value || worth(score) > worth(own) {
            return Ok(None);
        }
        let best = match all.best == answer.best {
            true => self.line(&all.pv, own)?,
            false => self.followed(&answer.best, own, all.depth)?,
        };
        let second = self.followed(second, score, all.depth)?;
        Ok(Some(Why { best, second: Some(second), depth: Some(all.depth) }))
    }

    /// Both moves by the selective search itself, at the largest depth for which there is time and at which this move
    /// is the best one.
    fn searched_selectively(&self, answer: &Answer) -> Result<Option<Why>, BadInput> {
        let work = self.request.work.within(Some(self.patience.mul_f64(0.9)));
        let mut compared = None;
        for depth in 2..=answer.depth {
            let Some(moves) = self.searched_after_each(depth, work)? else { break };
            let (own, others): (Vec<_>, Vec<_>) = moves.into_iter().partition(|(line, _)| line[0] == answer.best);
            let second = others.into_iter().max_by(|(_, a), (_, b)| worth(*a).total_cmp(&worth(*b)));
            if let (Some(own), Some(second)) = (own.into_iter().next(), second)
                && worth(own.1) >= worth(second.1)
            {
                compared = Some((depth, own, second));
            }
        }
        let Some((depth, (own, score), (other, other_score))) = compared else { return Ok(None) };
        let (best, second) = (self.line(&own, score)?, self.line(&other, other_score)?);
        Ok(Some(Why { best, second: Some(second), depth: Some(depth) }))
    }

    /// Every move with the line that follows it and its worth, found by the player's own search to this depth; `None`
    /// if there is no time for all of them.
    fn searched_after_each(&self, depth: u32, work: Work<'_>) -> Result<Option<Vec<ValuedLine>>, BadInput> {
        let limits = Limits { depth: Some(depth - 1), ..Limits::default() };
        let player = Player { limits, clock: None, ..self.request.player.clone() };
        let mut found = Vec::new();
        for m in self.position.moves() {
            let mut after = self.position.boxed_clone();
            after.play(&m)?;
            let mut line = vec![m];
            let score = match after.final_verdict() {
                Some(score) => score,
                None => {
                    let request = SearchRequest { player: &player, seed: self.request.seed, work };
                    let reply = after.search(&request, &mut |_| {})?;
                    if !reply.has_value || matches!(reply.stop, Stop::Time | Stop::Cancelled) {
                        return Ok(None);
                    }
                    line.extend(reply.pv);
                    reply.score
                }
            };
            found.push((line, score.for_mover()));
        }
        Ok(Some(found))
    }

    /// The line of a move that a search of this depth found to be worth `score`.
    fn followed(&self, m: &str, score: Verdict, depth: u32) -> Result<Line, BadInput> {
        let mut after = self.position.boxed_clone();
        after.play(m)?;
        let mut moves = vec![m.to_owned()];
        let mut is_whole = true;
        if after.outcome().is_none() && depth > 1 {
            let reply = self.searched(&*after, depth - 1, false, self.request.work)?;
            is_whole = reply.complete || reply.depth + 1 == depth;
            if reply.has_value {
                moves.extend(reply.pv);
            }
        }
        let line = self.line(&moves, score)?;
        // The end of a shorter line cannot be compared with that of the other.
        Ok(if is_whole { line } else { Line { value: None, terms: Vec::new(), ..line } })
    }

    /// The best other move by the solver; `None` if it needs too long for one of them.
    fn exact_second(&self, answer: &Answer) -> Result<Option<Line>, BadInput> {
        let mut second: Option<(Vec<String>, Verdict)> = None;
        for m in self.position.moves().into_iter().filter(|m| *m != answer.best) {
            let mut after = self.position.boxed_clone();
            after.play(&m)?;
            let (score, line) = match after.final_verdict() {
                Some(score) => (score, Vec::new()),
                None => match settled(&*after, self.request.work) {
                    Some(reply) => (reply.score, reply.pv),
                    None => return Ok(None),
                },
            };
            let score = score.for_mover();
            if second.as_ref().is_none_or(|(_, best)| worth(score) > worth(*best)) {
                second = Some((std::iter::once(m).chain(line).collect(), score));
            }
        }
        second.map(|(moves, score)| self.line(&moves, score)).transpose()
    }

    fn line(&self, moves: &[String], score: Verdict) -> Result<Line, BadInput> {
        Line::follow(self.position, moves, score, &self.heuristic, self.request.seed)
    }
}

/// A score as a number that orders moves: wins above all estimates, the nearer the better.
fn worth(score: Verdict) -> f64 {
    match score {
        Verdict::Win(plies) => 1e300 - f64::from(plies) * 1e290,
        Verdict::Loss(plies) => -1e300 + f64::from(plies) * 1e290,
        Verdict::Draw => 0.0,
        Verdict::Estimate(value) => value.clamp(-1e200, 1e200),
    }
}
