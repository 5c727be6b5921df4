//! How a position is searched: how deep, and between which bounds.
//!
//! A [`Frame`] has two halves of two machine words each. Passed to a function one by one, they travel in registers; the
//! whole frame would go through memory at every position. That is why the recursion in `ply.rs` takes it apart.

use plyscope_core::Score;

/// A position's place in the search tree, between the root and the horizon.
#[derive(Clone, Copy)]
pub(crate) struct TreePlace {
    /// Plies left to search below it.
    pub(crate) depth: u32,
    /// Plies from the root.
    pub(crate) ply: u32,
}

/// The values that matter to the side to move: more than `alpha`, which it can already get, and less than `beta`, which
/// the other side will not allow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

/// How a position is searched.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) place: TreePlace,
    pub(crate) window: Window,
}

impl Window {
    /// The window that no value is outside of.
    pub(crate) const FULL: Window = Window { alpha: Score::MIN, beta: Score::MAX };

    /// The same window for the other side.
    #[inline(always)]
    pub(crate) fn for_other_side(self) -> Window {
        Window { alpha: self.beta.for_other_side(), beta: self.alpha.for_other_side() }
    }
}

impl Frame {
    /// The frame of the root.
    pub(crate) fn root(depth: u32, alpha: Score, beta: Score) -> Frame {
        Frame { place: TreePlace { depth, ply: 0 }, window: Window { alpha, beta } }
    }

    /// The same frame with alpha raised to the best value found so far.
    #[inline(always)]
    pub(crate) fn raised_to(self, alpha: Score) -> Frame {
        Frame { window: Window { alpha, ..self.window }, ..self }
    }

    /// The frame of a child, given the child's window as the parent sees it.
    #[inline(always)]
    pub(crate) fn child(self, window: Window) -> Frame {
        let place = TreePlace { depth: self.place.depth - 1, ply: self.place.ply + 1 };
        Frame { place, window: window.for_other_side() }
    }
}
