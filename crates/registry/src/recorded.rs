//! A recorded search tree without its type. It is kept as compactly as it was recorded; the text of a node is made when
//! it is asked for.

use std::ops::Range;

use plyscope_core::{BadInput, Draw, Notation, Remark, Skip};
use plyscope_heuristics::Judged;
use plyscope_search::{Tree, TreeNode};
use plyscope_solve::Solvable;

use crate::AnyPosition;
use crate::answer::{AnswerNode, node_text};
use crate::position::Held;

/// A recorded tree; node 0 is the root, and nodes are numbered in the order in which the search entered them.
pub trait AnyTree: Send + Sync {
    /// How many nodes were recorded; none if the search has no tree to show.
    fn n_nodes(&self) -> usize;

    /// Whether nodes were left out because there were too many.
    fn is_truncated(&self) -> bool;

    /// About how much memory it takes.
    fn bytes(&self) -> usize;

    /// One node.
    ///
    /// # Errors
    /// If there is no such node.
    fn node(&self, index: usize) -> Result<RecordedNode, BadInput>;

    /// Some of the children of a node, in the order of the search.
    ///
    /// # Errors
    /// If there is no such node.
    fn children(&self, index: usize, range: Range<usize>) -> Result<Vec<RecordedNode>, BadInput>;

    /// The position of a node.
    ///
    /// # Errors
    /// If there is no such node.
    fn position(&self, index: usize) -> Result<Box<dyn AnyPosition>, BadInput>;

    /// What the search did from step to step: it enters each node and leaves it again.
    fn n_steps(&self) -> usize;

    /// One such step; `None` beyond the last.
    fn step(&self, step: usize) -> Option<TreeStep>;
}

/// What a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// It went down to this node.
    Enter(usize),
    /// It went back up, with a value for this node.
    Leave(usize),
}

/// A node and what follows from the rest of the tree.
#[derive(Clone, Debug)]
pub struct RecordedNode {
    /// Its number.
    pub index: usize,
    /// Plies from the root.
    pub ply: u32,
    /// What was recorded.
    pub node: AnswerNode,
    /// Positions visited here and below, recorded or not.
    pub size: u64,
    /// About how many positions a cut-off here saved: the moves not tried times the mean size of the recorded nodes
    /// that were searched to the depth they would have been searched to.
    pub saved: Option<f64>,
}

/// A tree with its type.
pub(crate) struct Recorded<G: Notation> {
    variant: G::Variant,
    root: G,
    tree: Tree<G::Move>,
    /// Positions visited at and below each node.
    sizes: Vec<u64>,
    /// The mean size of nodes by the plies left to search.
    mean_sizes: Vec<f64>,
    steps: Vec<TreeStep>,
}

impl<G: Notation + Draw + Judged + Solvable> Recorded<G> {
    pub(crate) fn new(variant: G::Variant, root: G, tree: Tree<G::Move>) -> Self {
        let mut sizes: Vec<u64> = tree.nodes.iter().map(|node| 1 + node.hidden).collect();
        for index in (1..sizes.len()).rev() {
            // Parents come before their children, so this one is complete.
            sizes[tree.nodes[index].parent] += sizes[index];
        }
        let mut sums: Vec<(u64, u64)> = Vec::new();
        for (node, size) in tree.nodes.iter().zip(&sizes) {
            let depth = node.depth as usize;
            sums.resize(sums.len().max(depth + 1), (0, 0));
            sums[depth] = (sums[depth].0 + size, sums[depth].1 + 1);
        }
        let mean_sizes = sums.into_iter().map(|(sum, n)| sum as f64 / n.max(1) as f64).collect();
        let steps = steps(&tree);
        Recorded { variant, root, tree, sizes, mean_sizes, steps }
    }

    fn get(&self, index: usize) -> Result<&TreeNode<G::Move>, BadInput> {
        let last = self.tree.nodes.len().saturating_sub(1);
        self.tree.nodes.get(index).ok_or_else(|| {
            BadInput::new(format!("the tree has no node {index}; its nodes are numbered from 0 to {last}"))
        })
    }

    /// The moves from the root to a node; a test is made without a move.
    fn moves_to(&self, index: usize) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut at = index;
        while at > 0 {
            moves.extend(self.tree.nodes[at].m);
            at = self.tree.nodes[at].parent;
        }
        moves.reverse();
        moves
    }

    fn at(&self, moves: &[G::Move]) -> G {
        moves.iter().fold(self.root.clone(), |position, &m| position.child(m))
    }

    fn describe(&self, index: usize, ply: usize, above: &G) -> RecordedNode {
        let node = &self.tree.nodes[index];
        let saved = node.cut.as_ref().map(|(_, untried)| {
            let depth = (node.depth as usize).saturating_sub(1);
            untried.len() as f64 * self.mean_sizes.get(depth).copied().unwrap_or(1.0).max(1.0)
        });
        RecordedNode { index, ply: ply as u32, node: node_text(above, node), size: self.sizes[index], saved }
    }
}

/// Entering and leaving, in the order in which it happened.
fn steps<M>(tree: &Tree<M>) -> Vec<TreeStep> {
    let (mut steps, mut path) = (Vec::with_capacity(2 * tree.nodes.len()), Vec::new());
    for (index, node) in tree.nodes.iter().enumerate() {
        // Every node that is not above this one was left before this one was entered.
        while path.last().is_some_and(|&last| last != node.parent) {
            steps.extend(path.pop().map(TreeStep::Leave));
        }
        steps.push(TreeStep::Enter(index));
        path.push(index);
    }
    steps.extend(path.into_iter().rev().map(TreeStep::Leave));
    steps
}

impl<G: Notation + Draw + Judged + Solvable> AnyTree for Recorded<G> {
    fn n_nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    fn is_truncated(&self) -> bool {
        self.tree.truncated
    }

    fn bytes(&self) -> usize {
        let untried = |node: &TreeNode<G::Move>| node.cut.as_ref().map_or(0, |(_, untried)| untried.capacity());
        let lists = |node: &TreeNode<G::Move>| {
            node.children.capacity() * size_of::<usize>()
                + untried(node) * size_of::<G::Move>()
                + node.remarks.capacity() * size_of::<Remark>()
                + node.skipped.capacity() * size_of::<(G::Move, Skip)>()
        };
        let fixed = size_of::<TreeNode<G::Move>>() + size_of::<u64>() + 2 * size_of::<TreeStep>();
        self.tree.nodes.iter().map(|node| fixed + lists(node)).sum()
    }

    fn node(&self, index: usize) -> Result<RecordedNode, BadInput> {
        let node = self.get(index)?;
        if index == 0 {
            return Ok(self.describe(0, 0, &self.root));
        }
        let moves = self.moves_to(node.parent);
        Ok(self.describe(index, moves.len() + 1, &self.at(&moves)))
    }

    fn children(&self, index: usize, range: Range<usize>) -> Result<Vec<RecordedNode>, BadInput> {
        let children = &self.get(index)?.children;
        let (from, to) = (range.start.min(children.len()), range.end.min(children.len()));
        let moves = self.moves_to(index);
        let position = self.at(&moves);
        let wanted = children.get(from..to).unwrap_or_default();
        Ok(wanted.iter().map(|&child| self.describe(child, moves.len() + 1, &position)).collect())
    }

    fn position(&self, index: usize) -> Result<Box<dyn AnyPosition>, BadInput> {
        self.get(index)?;
        Ok(Held::after(self.variant.clone(), self.root.clone(), self.moves_to(index)))
    }

    fn n_steps(&self) -> usize {
        self.steps.len()
    }

    fn step(&self, step: usize) -> Option<TreeStep> {
        self.steps.get(step).copied()
    }
}
