//! What a position is searched with: how far, and between which bounds.
//!
//! The two halves of a [`Frame`] are two machine words each. Handed to a function one by one they travel in registers;
//! the whole would go through memory at every position.

use plyscope_core::Score;

/// A position's place between the root and the horizon.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Plies left to search below it.
    pub(crate) depth: u32,
    /// Plies from the root.
    pub(crate) ply: u32,
}

/// The values that matter to the side to move: what it has already, and what the other side will not let it exceed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

/// Place and window.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) place: Place,
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
        Frame { place: Place { depth, ply: 0 }, window: Window { alpha, beta } }
    }

    /// The same place with a lower end of the window that has been reached meanwhile.
    #[inline(always)]
    pub(crate) fn raised_to(self, alpha: Score) -> Frame {
        Frame { window: Window { alpha, ..self.window }, ..self }
    }

    /// The frame of a child. The window is given as the parent sees it.
    #[inline(always)]
    pub(crate) fn child(self, window: Window) -> Frame {
        let place = Place { depth: self.place.depth - 1, ply: self.place.ply + 1 };
        Frame { place, window: window.for_other_side() }
    }
}
