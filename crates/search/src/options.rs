//! The options that all tree searches share.

/// What decides the order in which moves are tried. With everything off, it is the game's own order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The best move that the table remembers comes first.
    pub table: bool,
    /// Then moves that caused a cut-off at the same ply elsewhere.
    pub killer: bool,
    /// Then by the heuristic value of the position after the move, as the Andantino paper does.
    pub heuristic: bool,
    /// Then by how often, and at which depths, a move has caused a cut-off anywhere.
    pub history: bool,
}

impl Order {
    /// Whether the game's own order is kept.
    pub const fn is_none(self) -> bool {
        !(self.table || self.killer || self.heuristic || self.history)
    }
}

/// Which window the moves of the root get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Root {
    /// The best value so far is the next move's lower bound.
    #[default]
    Shared,
    /// Every root move is searched with the full window, so that all values are exact.
    Fresh,
}

/// Which of several equally good root moves is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order of search.
    #[default]
    First,
    /// One at random, by the seed. Every root move is then searched far enough to know whether it is equal.
    Random,
}

/// All options of a tree search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// In which order moves are tried.
    pub order: Order,
    /// The size of the transposition table in bytes; `None` for no table.
    pub table: Option<usize>,
    /// Which window the moves of the root get.
    pub root: Root,
    /// How ties are broken.
    pub ties: Ties,
}

/// Which depths are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DepthPlan {
    /// Only the depth that was asked for.
    OneDepth,
    /// 1, 2, 3, … up to that depth, each with a window around the last value if a width is given.
    Deepening {
        /// Half the width of that window, in units of the heuristic.
        aspiration: Option<f64>,
    },
}
