//! Solved positions and the choices of a heuristic among them, without the type of the game: what adds up marks is
//! compiled once, not for every game.

use plyscope_core::{Heuristic, Interrupted, Score, Work};
use plyscope_heuristics::Judged;
use plyscope_solve::{Measure, Solvable};

use crate::GradeError;
use crate::card::Maker;
use crate::graph::check_sometimes;
use crate::marks::{Choice, points};
use crate::truth::Truth;

/// Positions of which the truth is known.
pub(crate) trait Solved: Sync {
    /// What the truth is counted in.
    fn measure(&self) -> Measure;
    /// Whether these are only some of the positions.
    fn is_sample(&self) -> bool;
    /// All positions that can be reached, finished ones too, if they are all here.
    fn reachable(&self) -> Option<u64>;
    /// Positions that were drawn, but not solved in time.
    fn unsolved(&self) -> u64;
    /// Shows the ply and the true worth of every unfinished position.
    fn positions(&self, see: &mut dyn FnMut(u32, Score));
    /// Shows the ply of every unfinished position and what its moves are worth.
    ///
    /// # Errors
    /// If it was stopped.
    fn moves(&self, work: Work<'_>, see: &mut dyn FnMut(u32, &[Score])) -> Result<(), Interrupted>;
}

/// A heuristic that chooses among the moves of solved positions.
pub(crate) trait Chooser: Sync {
    /// Shows every choice at depths 1 to `depth`.
    fn choices(&self, depth: u32, work: Work<'_>, see: &mut dyn FnMut(Choice<'_>)) -> Result<(), GradeError>;
    /// The heuristic's value of every position and the points that it is truly worth, both to its side to move.
    ///
    /// # Errors
    /// If it was stopped.
    fn values(&self, work: Work<'_>) -> Result<Vec<(f64, f64)>, GradeError>;
}

impl<G: Judged + Solvable> Solved for Truth<G> {
    fn measure(&self) -> Measure {
        G::MEASURE
    }

    fn is_sample(&self) -> bool {
        Truth::is_sample(self)
    }

    fn reachable(&self) -> Option<u64> {
        if let Truth::All(graph) = self { Some(graph.len() as u64) } else { None }
    }

    fn unsolved(&self) -> u64 {
        if let Truth::Some(sample) = self { sample.unsolved } else { 0 }
    }

    fn positions(&self, see: &mut dyn FnMut(u32, Score)) {
        Truth::positions(self).for_each(|(_, ply, score)| see(ply, score));
    }

    fn moves(&self, work: Work<'_>, see: &mut dyn FnMut(u32, &[Score])) -> Result<(), Interrupted> {
        match self {
            Truth::All(graph) => graph.move_scores(work, see)?,
            Truth::Some(sample) => sample.items.iter().for_each(|item| see(item.ply, &item.scores)),
        }
        Ok(())
    }
}

/// A heuristic with the positions in which it chooses.
pub(crate) struct Choosing<'a, G> {
    pub(crate) truth: &'a Truth<G>,
    pub(crate) heuristic: &'a Maker<'a, G>,
}

impl<G: Judged + Solvable> Chooser for Choosing<'_, G> {
    fn choices(&self, depth: u32, work: Work<'_>, see: &mut dyn FnMut(Choice<'_>)) -> Result<(), GradeError> {
        self.truth.choices(self.heuristic, depth, work, see)
    }

    fn values(&self, work: Work<'_>) -> Result<Vec<(f64, f64)>, GradeError> {
        // Each side to move gives its own opinion.
        let judge = (self.heuristic)();
        let value = |(index, (position, _, score)): (usize, (&G, u32, Score))| {
            check_sometimes(work, index)?;
            Ok((judge.evaluate(position), points(score)))
        };
        self.truth.positions().enumerate().map(value).collect()
    }
}
