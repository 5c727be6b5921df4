//! The engine's endgame in Reversi: the solver takes over when it can be expected to finish in the time there is.

use std::any::Any;
use std::time::{Duration, Instant};

use plyscope_core::{Bound, Control, Counters, Game, Insight, Interrupted, Limits, Report, RootMove, Score, Stop};
use plyscope_games::Reversi;
use plyscope_search::Endings;
use plyscope_solve::{Solvable, Solver, Watch, worth};

/// Who solves endings of this game, if somebody does. Found by type, like the solver itself, so that no other game need
/// say anything.
pub(super) fn endings<G: Insight>() -> Option<Box<dyn Endings<G>>> {
    let reversi: Maker<Reversi> = || Box::new(ReversiEndings { solver: Reversi::solver(SOLVER_BYTES, 1) });
    (&reversi as &dyn Any).downcast_ref::<Maker<G>>().map(|own| own())
}

type Maker<G> = fn() -> Box<dyn Endings<G>>;

/// Memory for its table.
const SOLVER_BYTES: usize = 16 << 20;

/// Empty cells with which the question who wins takes about [`USUAL_TIME`]; each further one takes about twice as long.
const USUAL_EMPTIES: u32 = 20;
const USUAL_TIME: Duration = Duration::from_millis(150);
/// With fewer empty cells it takes no time worth mentioning.
const AT_ONCE: u32 = 12;

struct ReversiEndings {
    solver: Box<dyn Solver<Reversi>>,
}

impl Endings<Reversi> for ReversiEndings {
    /// First whether the side to move wins, then whether it draws. In a lost position the search goes on: it sets more
    /// problems than a solver that knows that everything loses.
    fn solve(
        &mut self,
        position: &Reversi,
        limits: &Limits,
        control: &Control<'_, <Reversi as Game>::Move>,
    ) -> Option<Report<<Reversi as Game>::Move>> {
        let time = limits.soft_time.or(limits.time).filter(|_| limits.depth.is_none() && limits.nodes.is_none())?;
        let empties = position.empties().count_ones();
        let doublings = empties.saturating_sub(AT_ONCE);
        let usual = USUAL_TIME / (1 << (USUAL_EMPTIES - AT_ONCE)) * 1_u32.checked_shl(doublings.min(31))?;
        if usual > time / 2 {
            return None;
        }
        let begun = Instant::now();
        let mut ignore = |_: &_| {};
        let mut watch = Watch::new(control.work().silent().within(Some(time * 3 / 5)), &mut ignore);
        let (best, score) = self.best_move(position, empties, &mut watch).ok().flatten()?;
        let known = |m| {
            let (score, bound) = if m == best { (score, Bound::Exact) } else { (Score::MIN, Bound::Lower) };
            RootMove { m, score, bound, nodes: if m == best { watch.nodes() } else { 0 } }
        };
        Some(Report {
            best,
            score,
            depth: empties,
            complete: true,
            pv: vec![best],
            root_moves: position.moves().map(known).collect(),
            counters: Counters { nodes: watch.nodes(), ..Counters::default() },
            stop: Stop::Complete,
            time: begun.elapsed(),
        })
    }
}

impl ReversiEndings {
    /// A move that wins or, if none does, one that draws. `None` in a lost position.
    fn best_move(
        &mut self,
        position: &Reversi,
        empties: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(<Reversi as Game>::Move, Score)>, Interrupted> {
        for (margin, score) in [(1.0, Score::win_in(empties)), (0.0, Score::EVEN)] {
            let aim = Score::estimate(margin);
            if self.solver.test(position, aim, watch)? < aim {
                continue;
            }
            let hint = self.solver.hint(position);
            let mut moves: Vec<_> = position.moves().collect();
            moves.sort_by_key(|&m| Some(m) != hint);
            for m in moves {
                if worth(&mut *self.solver, position, m, aim, watch)? >= aim {
                    return Ok(Some((m, score)));
                }
            }
        }
        Ok(None)
    }
}
