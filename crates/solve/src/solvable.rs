//! Which games can be solved, and by which solver.

use std::any::Any;

use plyscope_core::{Insight, Notation};
use plyscope_games::Reversi;

use crate::reversi::EndgameSolver;
use crate::{Solver, TreeSolver};

/// A game that can be solved: any game with text, by what it tells in [`Insight`].
pub trait Solvable: Notation + Insight {
    /// The best solver for this game. It uses about this many bytes and threads at most.
    fn solver(bytes: usize, threads: usize) -> Box<dyn Solver<Self>> {
        // Only Reversi has a solver of its own. It is found by type, so that no other game need say anything.
        let reversi: Maker<Reversi> = |bytes, threads| Box::new(EndgameSolver::new(bytes, threads));
        match (&reversi as &dyn Any).downcast_ref::<Maker<Self>>() {
            Some(own) => own(bytes, threads),
            None => Box::new(TreeSolver::new(bytes, threads)),
        }
    }
}

impl<G: Notation + Insight> Solvable for G {}

type Maker<G> = fn(usize, usize) -> Box<dyn Solver<G>>;
