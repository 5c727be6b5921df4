//! Searches one depth after the other. At each depth the value of the root is found by one search, within an aspiration
//! window, or by narrow windows alone.

use std::ops::RangeInclusive;

use plyscope_core::{Report, Rng, Score, Stop, Verdict};

use crate::clock::Stopped;
use crate::frame::{Frame, Window};
use crate::kind::Driver;
use crate::machine::{Machine, Move, Setup};
use crate::narrow::{Bounds, narrow_searches};
use crate::options::DepthPlan;
use crate::root::{Found, RootMoves, fallback, search_root};

/// Searches these depths until the last one is done, the clock stops the search, or a deeper search could find nothing
/// new.
pub(crate) fn search_depths<S: Setup>(
    machine: &mut Machine<'_, S>,
    position: &S::Game,
    depths: RangeInclusive<u32>,
    rng: &mut Rng,
    on_iteration: &mut dyn FnMut(&Report<Move<S>>),
) -> Report<Move<S>> {
    let (first, deepest) = (*depths.start(), *depths.end());
    let mut roots = RootMoves::of(machine, position);
    let mut report = fallback(position, machine.heuristic, roots.moves[0].known.m);
    report.root_moves = roots.in_game_order();
    for depth in depths {
        if depth > first && !machine.clock.may_deepen() {
            report.stop = Stop::Time;
            break;
        }
        let last = (depth > first).then_some(report.score);
        roots.forget();
        let found = match search_depth(machine, position, &mut roots, depth, last, rng) {
            Ok(found) => found,
            Err(Stopped) => {
                report.stop = machine.clock.stopped().unwrap_or(report.stop);
                break;
            }
        };
        roots.put_first(found.best);
        // A deeper search finds nothing new if no heuristic value was used, or if the game is decided within this
        // depth. An end beyond this depth, which only the table can show, may hide a nearer one.
        let decided = match found.score.verdict(false) {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies <= depth,
            Verdict::Draw | Verdict::Estimate(_) => false,
        };
        let finished = found.complete || decided;
        report = Report {
            best: found.best,
            score: found.score,
            depth,
            complete: found.complete,
            pv: found.line,
            root_moves: roots.in_game_order(),
            counters: machine.counted(),
            stop: if finished && depth < deepest { Stop::Complete } else { Stop::Depth },
            time: machine.clock.elapsed(),
        };
        on_iteration(&report);
        if finished {
            break;
        }
    }
    (report.counters, report.time) = (machine.counted(), machine.clock.elapsed());
    report
}

/// Finds the value of the root at one depth. `last` is the value of the depth before, if there was one.
fn search_depth<S: Setup>(
    machine: &mut Machine<'_, S>,
    position: &S::Game,
    roots: &mut RootMoves<Move<S>>,
    depth: u32,
    last: Option<Score>,
    rng: &mut Rng,
) -> Result<Found<Move<S>>, Stopped> {
    let bounds = match machine.method.driver {
        Driver::Window => return search_window(machine, position, roots, depth, last, rng),
        Driver::Mtdf => Bounds::around(last.unwrap_or(Score::EVEN)),
        Driver::Sss => Bounds::from_above(),
    };
    narrow_searches(machine, position, roots, depth, bounds, rng)
}

/// Searches within a window around the last value, if the plan asks for one, and opens it if the value lies outside.
fn search_window<S: Setup>(
    machine: &mut Machine<'_, S>,
    position: &S::Game,
    roots: &mut RootMoves<Move<S>>,
    depth: u32,
    last: Option<Score>,
    rng: &mut Rng,
) -> Result<Found<Move<S>>, Stopped> {
    let Window { mut alpha, mut beta } = match (machine.method.depths, last) {
        (DepthPlan::Deepening { aspiration: Some(width) }, Some(score)) if !score.is_decided() => {
            Window { alpha: Score::estimate(score.value() - width), beta: Score::estimate(score.value() + width) }
        }
        _ => Window::FULL,
    };
    loop {
        let options = machine.method.options;
        let found = search_root(machine, position, roots, Frame::root(depth, alpha, beta), options, rng)?;
        // Outside the window the value is only a bound: open that side and search again.
        if found.score <= alpha && alpha > Window::FULL.alpha {
            alpha = Window::FULL.alpha;
        } else if found.score >= beta && beta < Window::FULL.beta {
            beta = Window::FULL.beta;
        } else {
            return Ok(found);
        }
        machine.counters.researches += 1;
    }
}
