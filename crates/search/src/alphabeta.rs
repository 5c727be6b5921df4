//! Alpha-beta in its two-player form, as most textbooks and the studies write it: the first player maximises, the second minimises, and all values
//! are the first player's.
//!
//! It visits exactly the positions that `negamax` visits; only the reading differs.

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Score, Side};

use crate::clock::Stopped;
use crate::machine::{Algorithm, Frame, Machine};

/// Searches every child with the window of the first player.
pub(crate) struct AlphaBeta;

/// A window as the first player sees it.
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// The window of a frame whose side to move is this one.
    #[inline(always)]
    fn of(frame: Frame, side: Side) -> Window {
        match side {
            Side::First => Window { alpha: frame.alpha, beta: frame.beta },
            Side::Second => Window { alpha: frame.beta.for_other_side(), beta: frame.alpha.for_other_side() },
        }
    }

    /// The frame of a child in which this side is to move.
    #[inline(always)]
    fn frame(self, side: Side, parent: Frame) -> Frame {
        let (alpha, beta) = match side {
            Side::First => (self.alpha, self.beta),
            Side::Second => (self.beta.for_other_side(), self.alpha.for_other_side()),
        };
        Frame { depth: parent.depth - 1, ply: parent.ply + 1, alpha, beta }
    }
}

impl Algorithm for AlphaBeta {
    #[inline(always)]
    fn child<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        child: &G,
        m: G::Move,
        parent: Frame,
        _is_first: bool,
    ) -> Result<Score, Stopped> {
        let mover = child.side_to_move();
        let frame = Window::of(parent, !mover).frame(mover, parent);
        let score = machine.visit::<AlphaBeta>(child, m, frame)?;
        let for_first = if mover == Side::First { score } else { score.for_other_side() };
        Ok(if mover == Side::First { for_first.for_other_side() } else { for_first })
    }
}
