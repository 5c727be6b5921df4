//! What a simulation leaves behind on its way back to the root: a reward in every mean, and proofs.
//!
//! Proofs are those of the MCTS-Solver (Winands, Björnsson, Saito 2008), with draws: one lost child makes a win, and
//! when all children are proven, so is the best of them. A proven position is not visited again. Distances are correct
//! as claims ("can be won within n plies") but not the shortest, because a win counts as soon as one is found.

use plyscope_core::{Score, Verdict};

use super::tree::{ROOT, Tree, Visit};

/// What is proven about a position, for its side to move; a [`Score`] in four bytes, or that nothing exact is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Proof {
    /// Nothing.
    #[default]
    Open,
    /// At least a draw, but moves are left that may be better.
    Safe,
    /// A draw.
    Draw,
    /// A win within this many plies.
    Win(u16),
    /// A loss within this many plies.
    Loss(u16),
}

impl Proof {
    /// The proof that this score is exact.
    pub(super) fn of(score: Score) -> Self {
        let short = |plies| u16::try_from(plies).unwrap_or(u16::MAX);
        match score.verdict(true) {
            Verdict::Win(plies) => Proof::Win(short(plies)),
            Verdict::Loss(plies) => Proof::Loss(short(plies)),
            Verdict::Draw | Verdict::Estimate(_) => Proof::Draw,
        }
    }

    /// The exact score.
    pub(super) fn score(self) -> Option<Score> {
        match self {
            Proof::Open | Proof::Safe => None,
            Proof::Draw => Some(Score::EVEN),
            Proof::Win(plies) => Some(Score::win_in(plies.into())),
            Proof::Loss(plies) => Some(Score::loss_in(plies.into())),
        }
    }

    /// The exact reward of the side that moved here.
    #[inline(always)]
    pub(super) fn reward(self) -> Option<f64> {
        match self {
            Proof::Open | Proof::Safe => None,
            Proof::Draw => Some(0.5),
            Proof::Win(_) => Some(0.0),
            Proof::Loss(_) => Some(1.0),
        }
    }
}

/// Adds a simulation to all nodes and edges on its path. The reward belongs to the side that moved into the last
/// position.
#[inline(always)]
pub(super) fn back_up<M: Copy>(tree: &mut Tree<M>, path: &[Visit], mut reward: f64) {
    for &Visit { node, edge } in path.iter().rev() {
        let child = tree.child(edge).expect("a path has followed its edges");
        let proven = tree.node(child).proof.reward();
        // What is proven outweighs what was played.
        reward = proven.unwrap_or(reward);
        tree.node_mut(child).add(reward);
        tree.count(edge);
        if tree.shape.solver && proven.is_some() {
            tree.close(edge);
            settle(tree, node, edge);
        } else {
            tree.update(edge);
        }
        // A side that is sure of a draw does not choose anything worse. Without this its draws would look like losses
        // to the parent, because they are proven and no longer visited.
        if tree.node(node).proof == Proof::Safe && proven.unwrap_or_else(|| tree.node(child).mean()) < 0.5 {
            reward = 0.5;
        }
        reward = 1.0 - reward;
    }
    tree.node_mut(ROOT).add(reward);
}

/// Brings the edges of a node up to date with children that were also visited from elsewhere.
pub(super) fn refresh<M: Copy>(tree: &mut Tree<M>, node: u32) {
    for edge in tree.node(node).tried() {
        if tree.is_closed(edge) {
            continue;
        }
        if tree.proven(edge).is_some() {
            tree.close(edge);
            settle(tree, node, edge);
        } else {
            tree.update(edge);
        }
    }
}

/// Draws the conclusions for a node from one of its edges that has just been closed.
#[cold]
fn settle<M: Copy>(tree: &mut Tree<M>, node: u32, closed: usize) {
    let score = tree.proven(closed).unwrap_or(Score::EVEN);
    let edges = tree.node(node).edges();
    let best = if score.is_win() {
        Some(score)
    } else if edges.clone().all(|edge| tree.is_closed(edge)) {
        edges.filter_map(|edge| tree.proven(edge)).max()
    } else {
        None
    };
    let node = tree.node_mut(node);
    match best {
        Some(best) if node.proof.score().is_none_or(|known| best > known) => node.proof = Proof::of(best),
        None if score == Score::EVEN && node.proof == Proof::Open => node.proof = Proof::Safe,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_scores() {
        for score in [Score::EVEN, Score::win_in(1), Score::win_in(300), Score::loss_in(0), Score::loss_in(8)] {
            assert_eq!(Proof::of(score).score(), Some(score));
        }
        assert_eq!(Proof::Safe.score(), None);
        assert_eq!(Proof::Open.reward(), None);
    }
}
