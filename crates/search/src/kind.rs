//! The tree searches by name, and what tells them apart: the window that a child is searched with, and how the value of
//! the root is found. Everything else is one and the same search (`ply.rs`).

/// The tree searches, named as in the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every move of every position down to the horizon: slow, and the standard that all others are checked against.
    Minimax,
    /// Alpha-beta as most textbooks write it, with one player maximising and the other minimising. It visits exactly
    /// the positions that negamax visits, so both are the same code; the form with two players is only another
    /// notation.
    AlphaBeta,
    /// Alpha-beta with one function for both sides, each seeing values with its own sign (Knuth and Moore: An analysis
    /// of alpha-beta pruning, Artificial Intelligence 6, 1975).
    Negamax,
    /// Principal variation search, also known as NegaScout. If moves are well ordered, the first one is best, and
    /// the others need only be shown not to be better. A window of one step does that with fewer nodes. A move that
    /// turns out better is searched again with the real window (Marsland and Campbell: Parallel
    /// search of strongly ordered game trees, ACM Computing Surveys 14, 1982; Reinefeld: An improvement to the Scout
    /// tree search algorithm, ICCA Journal 6, 1983).
    Pvs,
    /// MTD(f), narrow windows that begin with a guess; see `narrow.rs`.
    Mtdf,
    /// SSS*, narrow windows that come down from above; see `narrow.rs`.
    Sss,
}

/// Which window a child is searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChildWindows {
    /// The full window, so nothing is ever cut: alpha is never raised.
    Full,
    /// The parent's.
    Parents,
    /// The parent's for the first child and a window of one step for the others, until one of them looks better.
    Scout,
}

/// How the value of the root is found at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Driver {
    /// By one search, within an aspiration window if there is one.
    Window,
    /// By searches with windows of one step, from a guess.
    Mtdf,
    /// By searches with windows of one step, from above.
    Sss,
}

impl Kind {
    pub(crate) fn child_windows(self) -> ChildWindows {
        match self {
            Kind::Minimax => ChildWindows::Full,
            Kind::AlphaBeta | Kind::Negamax | Kind::Mtdf | Kind::Sss => ChildWindows::Parents,
            Kind::Pvs => ChildWindows::Scout,
        }
    }

    pub(crate) fn driver(self) -> Driver {
        match self {
            Kind::Minimax | Kind::AlphaBeta | Kind::Negamax | Kind::Pvs => Driver::Window,
            Kind::Mtdf => Driver::Mtdf,
            Kind::Sss => Driver::Sss,
        }
    }
}
