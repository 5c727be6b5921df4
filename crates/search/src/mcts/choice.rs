//! Which move is played in the end, and the line that is expected to follow.

use std::cmp::Ordering;

use super::tree::{ROOT, Tree};

/// How the final move is chosen. Proven moves need no statistics: a win is played, a loss only if nothing else is left,
/// and a draw if the move chosen otherwise scores no better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choose {
    /// The highest mean reward, as the thesis does; of equal ones, the most visited.
    Mean,
    /// The most visits; of equal ones, the one that was tried first.
    Visits,
    /// The most visits; of equal ones, the one with the highest mean.
    #[default]
    Both,
}

impl Choose {
    fn compare<M: Copy>(self, tree: &Tree<M>, a: usize, b: usize) -> Ordering {
        let visits = |edge: usize| tree.visits(edge);
        let by_visits = visits(a).cmp(&visits(b));
        let by_mean = tree.mean(a).total_cmp(&tree.mean(b));
        match self {
            Choose::Mean => by_mean.then(by_visits),
            Choose::Visits => by_visits,
            Choose::Both => by_visits.then(by_mean),
        }
    }

    /// The best tried edge of a node. `None` if untried moves are all that is left, or are better than a certain loss.
    pub(super) fn best<M: Copy>(self, tree: &Tree<M>, node: u32) -> Option<usize> {
        // From the back, because `max_by` takes the last of equal ones.
        let tried = || tree.node(node).tried().rev();
        let proven = |edge: &usize| tree.proven(*edge);
        let open = tried().filter(|edge| proven(edge).is_none()).max_by(|&a, &b| self.compare(tree, a, b));
        let sure = tried().filter(|edge| proven(edge).is_some()).max_by_key(proven);
        let score = sure.as_ref().and_then(proven);
        match (open, sure) {
            (_, Some(sure)) if score.is_some_and(|score| score.is_win()) => Some(sure),
            (Some(open), Some(sure)) => {
                let has_draw = score.is_some_and(|score| !score.is_decided());
                Some(if has_draw && tree.mean(open) <= 0.5 { sure } else { open })
            }
            (Some(open), None) => Some(open),
            (None, Some(sure)) => {
                let lost = score.is_some_and(|score| score.is_decided());
                Some(sure).filter(|_| !lost || tree.node(node).untried().is_empty())
            }
            (None, None) => None,
        }
    }

    /// The moves from the root that follow from its best edge, each the best by visits of its node.
    pub(super) fn line<M: Copy>(self, tree: &Tree<M>) -> Vec<M> {
        let mut line = Vec::new();
        let mut next = self.best(tree, ROOT);
        while let Some(edge) = next {
            line.push(tree.edge(edge).m);
            next = tree.child(edge).and_then(|child| Choose::Both.best(tree, child));
        }
        line
    }
}
