//! The tree in memory: nodes for positions, edges for moves, both in one growing list each.
//!
//! ```text
//! node ── first, n_moves ──►  edge │ edge │ edge │ edge       all moves of a node lie side by side,
//!                               │child                        the tried ones first
//!                               ▼
//!                              node                           made when the edge is first followed
//! ```
//!
//! Positions are not stored; a simulation plays its way down from the root. What selection compares is kept in the
//! edges, because a simulation changes one edge of a node but reads all of them. Everything is kept small: large trees
//! do not fit into the caches, and waiting for memory is most of their cost.
//!
//! With `merge` equal positions share a node, and the tree is a graph without cycles. A node counts all its visits,
//! whichever way they came; an edge counts those that came through it. So the mean of a move is that of its position,
//! but a parent goes on exploring until it has tried the move often enough itself, and a node's visits are one more
//! than those of its edges.

mod keys;
mod reuse;

use std::ops::Range;

use plyscope_core::{Game, Rng, Score};

use super::backup::Proof;
use keys::Keys;
pub(super) use reuse::find;

/// The index of the root.
pub(super) const ROOT: u32 = 0;
/// The child of an edge that was never followed.
const NONE: u32 = u32::MAX;
/// Far enough below what an index can hold for the moves of one more node.
const MAX_EDGES: usize = 1 << 31;
/// The mean of an edge whose position is proven: below every other, so that it is not selected again.
const CLOSED: f32 = -1.0;

/// A position and what simulations found there. Rewards belong to the side that moved into it, which compares it with
/// its siblings.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    value: f64,
    squares: f64,
    pub(super) visits: u32,
    first: u32,
    pub(super) n_moves: u16,
    n_tried: u16,
    pub(super) proof: Proof,
}

/// A move, and what selection compares: the mean reward and 1/√visits of the edge.
#[derive(Clone, Debug)]
pub(super) struct Edge<M> {
    pub(super) mean: f32,
    pub(super) spread: f32,
    child: u32,
    pub(super) m: M,
}

/// Where a simulation went: a node and one of its edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) node: u32,
    pub(super) edge: usize,
}

/// See the head of the file.
pub(super) struct Tree<M> {
    pub(super) shape: Shape,
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// For each edge: the variance of its rewards; only if selection asks for it.
    variances: Vec<f32>,
    /// For each edge, how often it was followed; only if equal positions share a node. Otherwise a node has as many
    /// visits as the edge to it.
    edge_visits: Vec<u32>,
    /// The nodes by their positions, with the same condition.
    keys: Keys,
}

/// What the options say about the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) merge: bool,
    pub(super) tuned: bool,
    pub(super) solver: bool,
    pub(super) max_edges: usize,
}

impl Node {
    /// One more simulation came by, with this reward.
    #[inline(always)]
    pub(super) fn add(&mut self, reward: f64) {
        self.value += reward;
        self.squares += reward * reward;
        self.visits += 1;
    }

    /// The mean reward; of a node never visited, not a number.
    #[inline(always)]
    pub(super) fn mean(&self) -> f64 {
        self.value / f64::from(self.visits)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        (self.squares / f64::from(self.visits) - mean * mean).max(0.0)
    }

    /// The edges of all moves; empty if the node was not expanded.
    #[inline(always)]
    pub(super) fn edges(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.n_moves)
    }

    /// The edges of the moves that were tried.
    #[inline(always)]
    pub(super) fn tried(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.n_tried)
    }

    /// The edges of the moves that were not.
    #[inline(always)]
    pub(super) fn untried(&self) -> Range<usize> {
        self.tried().end..self.edges().end
    }
}

impl<M: Copy> Tree<M> {
    /// The bytes of all nodes and edges that there is room for.
    pub(super) fn bytes(&self) -> u64 {
        let lists = self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge<M>>()
            + self.variances.capacity() * size_of::<f32>()
            + self.edge_visits.capacity() * size_of::<u32>();
        lists as u64 + self.keys.bytes()
    }

    /// A tree that is only a root.
    pub(super) fn new(shape: Shape) -> Self {
        Tree {
            shape: Shape { max_edges: shape.max_edges.min(MAX_EDGES), ..shape },
            nodes: vec![Node::default()],
            edges: Vec::new(),
            variances: Vec::new(),
            edge_visits: Vec::new(),
            keys: Keys::new(),
        }
    }

    /// Back to a root alone; the memory is kept for the next search.
    pub(super) fn clear(&mut self) {
        self.nodes.truncate(1);
        self.nodes[0] = Node::default();
        self.edges.clear();
        self.variances.clear();
        self.edge_visits.clear();
        self.keys.clear();
    }

    #[inline(always)]
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline(always)]
    pub(super) fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    #[inline(always)]
    pub(super) fn edge(&self, edge: usize) -> &Edge<M> {
        &self.edges[edge]
    }

    /// Where an edge leads, if it was ever followed.
    #[inline(always)]
    pub(super) fn child(&self, edge: usize) -> Option<u32> {
        Some(self.edges[edge].child).filter(|&child| child != NONE)
    }

    /// All edges and their variances, for selection.
    #[inline(always)]
    pub(super) fn figures(&self, edges: Range<usize>) -> (&[Edge<M>], &[f32]) {
        let variances = if self.shape.tuned { &self.variances[edges.clone()] } else { &[] };
        (&self.edges[edges], variances)
    }

    /// The visits of all nodes, in no order that matters.
    pub(super) fn all_visits(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter().map(|node| node.visits)
    }

    /// How often an edge was followed.
    #[inline(always)]
    pub(super) fn visits(&self, edge: usize) -> u32 {
        if self.shape.merge {
            self.edge_visits[edge]
        } else {
            self.child(edge).map_or(0, |child| self.node(child).visits)
        }
    }

    /// The mean reward of a move that was tried.
    pub(super) fn mean(&self, edge: usize) -> f64 {
        self.node(self.edges[edge].child).mean()
    }

    /// What is proven about a move, as its side sees it.
    pub(super) fn proven(&self, edge: usize) -> Option<Score> {
        let child = self.child(edge).filter(|_| self.shape.solver)?;
        self.node(child).proof.score().map(Score::from_child)
    }

    /// Whether there is room for the moves of one more node.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.edges.len() < self.shape.max_edges
    }

    /// Gives a node edges for all moves of its position.
    #[inline(always)]
    pub(super) fn expand<G: Game<Move = M>>(&mut self, node: u32, position: &G) {
        let (first, n_moves) = (self.edges.len(), position.count_moves());
        let end = first + n_moves;
        // Filling places that are there is faster than pushing, which asks for room at every move.
        let mut moves = position.moves();
        if let Some(m) = moves.next() {
            self.edges.resize(end, Edge { mean: 0.0, spread: 0.0, child: NONE, m });
            self.edges[first + 1..].iter_mut().zip(moves).for_each(|(edge, m)| edge.m = m);
        }
        if self.shape.tuned {
            self.variances.resize(end, 0.0);
        }
        if self.shape.merge {
            self.edge_visits.resize(end, 0);
        }
        let node = self.node_mut(node);
        node.first = first as u32;
        node.n_moves = n_moves as u16;
    }

    /// One of the untried edges, each with equal chance. It is tried from now on.
    #[inline(always)]
    pub(super) fn try_next(&mut self, node: u32, rng: &mut Rng) -> usize {
        let node = self.node_mut(node);
        let untried = node.untried();
        node.n_tried += 1;
        // Untried edges differ in nothing but the move, so exchanging them moves no figures.
        self.edges.swap(untried.start, untried.start + rng.below(untried.len()));
        untried.start
    }

    /// Leads an edge to the node of this position: a new one (then true), or with `merge` the one that is there.
    #[inline(always)]
    pub(super) fn link<G: Game<Move = M>>(&mut self, edge: usize, position: &G) -> (u32, bool) {
        let new = self.nodes.len() as u32;
        let child = if self.shape.merge { self.keys.find_or_add(position.key(), new) } else { new };
        if child == new {
            self.nodes.push(Node::default());
        }
        self.edges[edge].child = child;
        (child, child == new)
    }

    /// A simulation went along this edge and was added to its node.
    #[inline(always)]
    pub(super) fn count(&mut self, edge: usize) {
        if self.shape.merge {
            self.edge_visits[edge] += 1;
        }
        self.edges[edge].spread = (1.0 / self.visits(edge) as f32).sqrt();
    }

    /// Brings the figures of an edge up to date with its node.
    #[inline(always)]
    pub(super) fn update(&mut self, edge: usize) {
        let child = &self.nodes[self.edges[edge].child as usize];
        self.edges[edge].mean = child.mean() as f32;
        if self.shape.tuned {
            self.variances[edge] = child.variance() as f32;
        }
    }

    /// Takes an edge out of selection, for its position is proven.
    pub(super) fn close(&mut self, edge: usize) {
        self.edges[edge].mean = CLOSED;
        self.edges[edge].spread = 0.0;
    }

    #[inline(always)]
    pub(super) fn is_closed(&self, edge: usize) -> bool {
        self.edges[edge].mean == CLOSED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two nodes or four edges fill a line of the cache.
    #[test]
    fn small_parts() {
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<Edge<[u8; 2]>>(), 16);
    }
}
