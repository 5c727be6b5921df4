//! What the program's PVS visits once it is corrected: the same evaluation and order, but all children are searched,
//! and leaves are valued for the side to move.
//!
//! The rest follows the report's pseudocode: later children are searched with a window of one first, and again from
//! the value found if it was too high.

use plyscope_core::{Game, Heuristic};

use super::program::{Program, evaluation};

/// What a search visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Calls of the recursive function, excluding the root.
    pub calls: u64,
    /// Positions made for them, excluding those after the root moves.
    pub states: u64,
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} / {}", self.calls, self.states)
    }
}

/// How the corrected search prunes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Every move of every position.
    Exhaustive,
    /// Alpha-beta in its negamax form.
    Negamax,
    /// Principal variation search.
    Pvs,
}

/// A search without the program's faults.
pub struct Corrected {
    heuristic: Box<dyn Heuristic<Program>>,
    way: Way,
    count: Count,
}

impl Corrected {
    /// A search with the program's evaluation.
    pub fn new(way: Way) -> Self {
        Corrected { heuristic: evaluation(), way, count: Count::default() }
    }

    /// The positions after each move, best-looking first, in the program's order.
    fn children(&mut self, position: &Program) -> Vec<(u16, Program)> {
        let child = |m| {
            let child = position.child(m);
            (self.heuristic.evaluate(&child), m, child)
        };
        let mut children: Vec<(f64, u16, Program)> = position.moves().map(child).collect();
        self.count.states += children.len() as u64;
        // What is bad for the side to move there is good here. Sorting and reversing makes ties come in reverse move
        // order.
        children.sort_by(|a, b| b.0.total_cmp(&a.0));
        children.reverse();
        children.into_iter().map(|(_, m, child)| (m, child)).collect()
    }

    /// The value of a position for its side to move.
    fn value(&mut self, position: &Program, depth: u32, alpha: f64, beta: f64) -> f64 {
        self.count.calls += 1;
        if depth == 0 || position.outcome().is_some() {
            return self.heuristic.evaluate(position);
        }
        let (mut best, mut alpha) = (f64::NEG_INFINITY, alpha);
        for (index, (_, child)) in self.children(position).into_iter().enumerate() {
            let value = self.child(&child, depth - 1, index == 0, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value of a child for its parent, whose window is given.
    fn child(&mut self, child: &Program, depth: u32, is_first: bool, alpha: f64, beta: f64) -> f64 {
        match self.way {
            Way::Exhaustive => -self.value(child, depth, f64::NEG_INFINITY, f64::INFINITY),
            Way::Pvs if !is_first => {
                let value = -self.value(child, depth, -alpha - 1.0, -alpha);
                if alpha < value && value < beta { -self.value(child, depth, -beta, -value) } else { value }
            }
            Way::Negamax | Way::Pvs => -self.value(child, depth, -beta, -alpha),
        }
    }

    /// The best move of a position, `below` plies below each root move, and its value for the side to move. The bound
    /// is passed from one root move to the next.
    ///
    /// # Panics
    /// If there is no move.
    pub fn shared(mut self, position: &Program, below: u32) -> ((u16, f64), Count) {
        let mut best: Option<(u16, f64)> = None;
        for (m, child) in self.children(position) {
            let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
            let value = self.child(&child, below, best.is_none(), alpha, f64::INFINITY);
            if value > alpha {
                best = Some((m, value));
            }
        }
        (best.expect("an unfinished game has a move"), self.below_root(position))
    }

    /// The values of all moves of a position, each with the full window as the program does it.
    pub fn fresh(mut self, position: &Program, below: u32) -> (Vec<(u16, f64)>, Count) {
        let mut valued = Vec::new();
        for (m, child) in self.children(position) {
            valued.push((m, self.child(&child, below, true, f64::NEG_INFINITY, f64::INFINITY)));
        }
        (valued, self.below_root(position))
    }

    /// The count without the positions after the root moves.
    fn below_root(&self, position: &Program) -> Count {
        Count { states: self.count.states - position.moves().count() as u64, ..self.count }
    }
}
