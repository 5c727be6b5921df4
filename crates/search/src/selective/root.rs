//! The root of a selective search: one depth after the other, each within a window around the last value.

use plyscope_core::{Bound, Game, Heuristic, NodeKind, Observer, Report, RootMove, Score, Stop, Verdict};

use super::moves::Candidate;
use super::node::{Node, Role};
use super::searcher::{Searcher, Selective};
use crate::clock::Stopped;
use crate::frame::{TreePlace, Window};
use crate::machine::Move;
use crate::root::fallback;
use crate::table::Entry;

/// A move of the root with what is known about it.
struct Choice<M> {
    candidate: Candidate<M>,
    known: RootMove<M>,
}

/// The best move so far at one depth.
struct Found<M> {
    best: M,
    score: Score,
    line: Vec<M>,
}

/// Searches one depth after the other, from 1 on, until the last one is done, the clock stops the search, or a deeper
/// search could find nothing new.
pub(super) fn search_depths<S: Selective>(
    searcher: &mut Searcher<'_, S>,
    position: &S::Game,
    deepest: u32,
    on_iteration: &mut dyn FnMut(&Report<Move<S>>),
) -> Report<Move<S>> {
    let mut choices = choices_of(searcher, position);
    let mut report = fallback(position, searcher.heuristic, choices[0].candidate.m);
    report.root_moves = in_game_order(&choices);
    let mut last = None;
    for depth in 1..=deepest {
        if depth > 1 && !searcher.clock.may_deepen() {
            report.stop = Stop::Time;
            break;
        }
        let (guesses_before, doubts_before) = (searcher.guesses, searcher.doubts());
        searcher.extension_limit = 2 * depth + 4;
        let mut found = None;
        let stopped = search_depth(searcher, position, &mut choices, depth, last, &mut found).is_err();
        if let Some(Found { best, score, line }) = found {
            put_first(&mut choices, best);
            (report.best, report.score, report.pv) = (best, score, line);
            report.root_moves = in_game_order(&choices);
        }
        if stopped {
            report.stop = searcher.clock.stopped.unwrap_or(report.stop);
            break;
        }
        let complete = searcher.doubts() == doubts_before;
        // If only the table had doubts, they go back to shallower searches: look again without them.
        searcher.is_exact |= searcher.guesses == guesses_before;
        // A win or loss is proven. Deeper searches look for a shorter win or a longer defence.
        let decided = match report.score.verdict(false) {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies <= depth,
            Verdict::Draw | Verdict::Estimate(_) => false,
        };
        last = Some(report.score);
        (report.depth, report.complete) = (depth, complete);
        report.stop = if (complete || decided) && depth < deepest { Stop::Complete } else { Stop::Depth };
        (report.counters, report.time) = (searcher.counted(), searcher.clock.elapsed());
        on_iteration(&report);
        if complete || decided {
            break;
        }
    }
    (report.counters, report.time) = (searcher.counted(), searcher.clock.elapsed());
    report
}

/// The moves of the root, the most promising ones first.
fn choices_of<S: Selective>(searcher: &mut Searcher<'_, S>, position: &S::Game) -> Vec<Choice<Move<S>>> {
    let remembered = searcher.table.get(position.key()).and_then(|entry| entry.best);
    let mut moves = searcher.moves_of(position, remembered, 0);
    let mut choices = Vec::new();
    while let Some(candidate) = searcher.pick(&mut moves, position, 0) {
        choices.push(Choice { candidate, known: unknown(candidate.m) });
        moves.advance();
    }
    choices
}

/// A move about which nothing is known: its score is at least the lowest one.
fn unknown<M>(m: M) -> RootMove<M> {
    RootMove { m, score: Score::MIN, bound: Bound::Lower, nodes: 0 }
}

fn in_game_order<M: Copy>(choices: &[Choice<M>]) -> Vec<RootMove<M>> {
    let mut moves: Vec<_> = choices.iter().map(|choice| (choice.candidate.index, choice.known)).collect();
    moves.sort_by_key(|(index, _)| *index);
    moves.into_iter().map(|(_, known)| known).collect()
}

/// The best move is searched first at the next depth, the others by the work that they needed.
fn put_first<M: Copy + PartialEq>(choices: &mut [Choice<M>], best: M) {
    choices.sort_by_key(|choice| std::cmp::Reverse((choice.candidate.m == best, choice.known.nodes)));
}

/// Finds the value of the root at one depth. Whatever was found lies in `found`, even if the clock stops the search.
fn search_depth<S: Selective>(
    searcher: &mut Searcher<'_, S>,
    position: &S::Game,
    choices: &mut [Choice<Move<S>>],
    depth: u32,
    last: Option<Score>,
    found: &mut Option<Found<Move<S>>>,
) -> Result<(), Stopped> {
    let swing = searcher.memory.swing.mean().filter(|_| searcher.rules.techniques.aspiration && depth >= 4);
    let (mut window, mut width) = match (last, swing) {
        (Some(score), Some(swing)) if !score.is_decided() => {
            let width = searcher.rules.aspiration() * swing;
            (Window { alpha: below(score, width), beta: above(score, width) }, width)
        }
        _ => (Window::FULL, 0.0),
    };
    loop {
        let score = search_window(searcher, position, choices, depth, window, found)?;
        width *= 3.0;
        // Outside the window the value is only a bound: open that side further and search again.
        let is_far = width > 100.0 * searcher.rules.aspiration() * swing.unwrap_or(0.0) || score.is_decided();
        if score <= window.alpha && window.alpha > Window::FULL.alpha {
            window.alpha = if is_far { Window::FULL.alpha } else { below(score, width) };
        } else if score >= window.beta && window.beta < Window::FULL.beta {
            window.beta = if is_far { Window::FULL.beta } else { above(score, width) };
        } else {
            return Ok(());
        }
        searcher.counters.researches += 1;
    }
}

fn below(score: Score, width: f64) -> Score {
    Score::estimate(score.value() - width)
}

fn above(score: Score, width: f64) -> Score {
    Score::estimate(score.value() + width)
}

/// Searches all moves of the root within a window.
fn search_window<S: Selective>(
    searcher: &mut Searcher<'_, S>,
    position: &S::Game,
    choices: &mut [Choice<Move<S>>],
    depth: u32,
    window: Window,
    found: &mut Option<Found<Move<S>>>,
) -> Result<Score, Stopped> {
    searcher.observer.enter(position, None, depth, window.alpha, window.beta);
    let value = Some(searcher.heuristic.evaluate(position));
    searcher.level(0).value = value;
    let place = TreePlace { depth, ply: 0 };
    let key = position.key();
    let node = Node { place, window, role: Role::EXPECTED, known: None, value, is_improving: true, only_to: None };
    let (mut best, mut alpha) = (Score::MIN, window.alpha);
    let mut best_index = None;
    let mut current = 0;
    while current < choices.len() {
        // Step 1. Search the next move.
        let candidate = choices[current].candidate;
        let nodes_before = searcher.counters.nodes;
        searcher.level(0).slot = candidate.slot;
        let child = position.child(candidate.m);
        let score = searcher.search_move(&child, &node, &candidate, alpha, current as u32, 0)?;
        // Step 2. Keep what was found.
        let nodes = searcher.counters.nodes - nodes_before;
        let bound = Bound::of(score, alpha, window.beta);
        choices[current].known = RootMove { m: candidate.m, score, bound, nodes };
        if score > best {
            best = score;
            best_index = Some(candidate.index);
            if score > alpha {
                searcher.lines.extend(candidate.m, 0, nodes_before + 1, searcher.counters.nodes);
                let line = searcher.lines.line(0).to_vec();
                let line = continued(searcher, position, line, score);
                *found = Some(Found { best: candidate.m, score, line });
                alpha = score;
            }
            // Step 3. Stop above the window; the caller searches again with a higher one.
            if score >= window.beta {
                break;
            }
        }
        current += 1;
    }
    let bound = Bound::of(best, window.alpha, window.beta);
    searcher.table.put(key, &Entry { score: best, bound, depth, complete: false, best: best_index });
    searcher.observer.leave(best, bound, NodeKind::Interior);
    Ok(best)
}

/// A line that ends in the table, followed through the table as long as that proves the same win or loss.
fn continued<S: Selective>(
    searcher: &Searcher<'_, S>,
    position: &S::Game,
    mut line: Vec<Move<S>>,
    score: Score,
) -> Vec<Move<S>> {
    let (Verdict::Win(plies) | Verdict::Loss(plies)) = score.verdict(false) else { return line };
    let mut end = position.clone();
    line.iter().for_each(|&m| end.play(m));
    while line.len() < plies as usize && end.outcome().is_none() {
        let ply = line.len() as u32;
        let promised = if ply.is_multiple_of(2) { score } else { score.for_other_side() };
        let Some(known) = searcher.table.get(end.key()) else { break };
        let proves = known.score.seen_from(ply) == promised;
        let next = known.best.filter(|_| proves).and_then(|index| end.moves().nth(index.into()));
        let Some(m) = next else { break };
        end.play(m);
        line.push(m);
    }
    line
}
