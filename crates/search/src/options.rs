//! The switches that the tree searches share.

/// Which clues decide the order in which moves are tried. Without any, it is the game's own order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The best move that the table remembers comes first.
    pub table: bool,
    /// Then moves that cut off at the same ply elsewhere.
    pub killer: bool,
    /// Then by the heuristic value of the position after the move, as the Andantino paper does.
    pub heuristic: bool,
    /// Then by how often and how deep a move has cut off anywhere.
    pub history: bool,
}

impl Order {
    /// Whether the game's own order is kept.
    pub const fn is_none(self) -> bool {
        !(self.table || self.killer || self.heuristic || self.history)
    }
}

/// What one root move tells the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Root {
    /// The best value so far is the next move's lower bound.
    #[default]
    Shared,
    /// Every root move is searched with the full window, so that all its values are exact.
    Fresh,
}

/// Which of several equally good root moves is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order of search.
    #[default]
    First,
    /// Any, by the seed; every root move is then searched far enough to know whether it is equal.
    Random,
}

/// All switches of a tree search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// In which order moves are tried.
    pub order: Order,
    /// The size of the transposition table in bytes; `None` for no table.
    pub table: Option<usize>,
    /// What root moves tell each other.
    pub root: Root,
    /// How ties are broken.
    pub ties: Ties,
}

/// Which depths are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// Only the depth that was asked for.
    OneDepth,
    /// 1, 2, 3, … up to it, each with a window around the last value if a width is given.
    Deepening {
        /// Half the width of that window, in units of the heuristic.
        aspiration: Option<f64>,
    },
}
