//! The Monte-Carlo tree search of the Pawn Game thesis (program: repository verdoganai/Heuristic_Analysis), in its two
//! versions.
//!
//! What is wrong with the published one: it requests child 1, 2, … k of a position, but every request shuffles the list
//! again. So the children are the different results of k draws with replacement, and a move is missing with a chance of
//! (1 − 1/k)ᵏ, about a third, at every node, the root included. No number of simulations brings it back: a win on the
//! spot is overlooked that often. The version of October 2019 has no shuffle, and all children.
//!
//! What both have in common, and why [`crate::mcts`] with its options is neither: equal positions share one node *and*
//! its visits, whatever the parent; a child counts as tried if any parent has tried it; the first simulation is spent
//! on the root alone, so that one simulation chooses blindly; the move with the highest mean is played. Among equals
//! the program took the first in the order of a hash set, which is a random order here.

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{Control, Counters, Game, KeyHash, Limits, Outcome, Report, Rng, Search, Side, Stop, playout};
use std::collections::HashMap;

use super::answer::{Valued, report};
use crate::clock::{Clock, Stopped};

/// Simulations of a search that was given no limit: what the thesis used most.
const DEFAULT_ROLLOUTS: u64 = 100;

/// Which children a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Children {
    /// The different results of as many draws with replacement as there are moves.
    Drawn,
    /// All of them.
    Complete,
}

/// See the head of the file.
pub struct ThesisMcts {
    children: Children,
    seed: u64,
    /// The bytes of the last tree.
    memory: u64,
}

impl ThesisMcts {
    pub(super) fn new(children: Children, seed: u64) -> Self {
        ThesisMcts { children, seed, memory: 0 }
    }
}

/// A position and what simulations found there. A win counts for the side that moved into it.
struct Node<G> {
    position: G,
    visits: u32,
    wins: f64,
    /// Where its children begin in the list of all, and how many they are; `None` until it is expanded.
    children: Option<(u32, u32)>,
}

struct Tree<G> {
    nodes: Vec<Node<G>>,
    /// The children of all expanded nodes, side by side.
    children: Vec<u32>,
    by_key: HashMap<u64, u32, KeyHash>,
    kind: Children,
    rng: Rng,
    searcher: Side,
    path: Vec<u32>,
    /// The moves of the root that are among its children, in the order of the children.
    root_moves: Vec<usize>,
}

const ROOT: u32 = 0;

impl<G: Game> Tree<G> {
    fn new(root: &G, kind: Children, rng: Rng) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            children: Vec::new(),
            by_key: HashMap::default(),
            kind,
            rng,
            searcher: root.side_to_move(),
            path: Vec::new(),
            root_moves: Vec::new(),
        };
        tree.node_of(root.clone());
        tree
    }

    /// The node of a position, made if it is not there.
    #[inline(always)]
    fn node_of(&mut self, position: G) -> u32 {
        let new = self.nodes.len() as u32;
        let node = *self.by_key.entry(position.key()).or_insert(new);
        if node == new {
            self.nodes.push(Node { position, visits: 0, wins: 0.0, children: None });
        }
        node
    }

    fn children_of(&self, node: u32) -> &[u32] {
        let (first, n) = self.nodes[node as usize].children.unwrap_or_default();
        &self.children[first as usize..(first + n) as usize]
    }

    /// From the root to the first node that was never expanded, or to an end of the game.
    #[inline(always)]
    fn select(&mut self) {
        self.path.clear();
        let mut node = ROOT;
        loop {
            self.path.push(node);
            let children = self.children_of(node);
            if children.is_empty() {
                return;
            }
            let is_new = |child: &&u32| self.nodes[**child as usize].children.is_none();
            if let Some(&unexplored) = children.iter().find(is_new) {
                self.path.push(unexplored);
                return;
            }
            let ln_visits = f64::from(self.nodes[node as usize].visits).ln();
            let bound = |child: u32| {
                let Node { visits, wins, .. } = self.nodes[child as usize];
                wins / f64::from(visits) + (ln_visits / f64::from(visits)).sqrt()
            };
            node = first_highest(children, bound);
        }
    }

    /// Gives a node its children.
    #[inline(always)]
    fn expand(&mut self, node: u32) {
        if self.nodes[node as usize].children.is_some() {
            return;
        }
        let position = self.nodes[node as usize].position.clone();
        let first = self.children.len();
        let n_moves = position.count_moves();
        if n_moves > 0 {
            let mut order: Vec<usize> = (0..n_moves).collect();
            match self.kind {
                Children::Drawn => order.iter_mut().for_each(|index| *index = self.rng.below(n_moves)),
                Children::Complete => (1..n_moves).rev().for_each(|last| order.swap(last, self.rng.below(last + 1))),
            }
            for index in order {
                let m = position.pick(|_| index).expect("an unfinished game has a move");
                let child = self.node_of(position.child(m));
                if !self.children[first..].contains(&child) {
                    self.children.push(child);
                    if node == ROOT {
                        self.root_moves.push(index);
                    }
                }
            }
        }
        self.nodes[node as usize].children = Some((first as u32, (self.children.len() - first) as u32));
    }

    /// One simulation; the number of plies that it played.
    #[inline(always)]
    fn simulate(&mut self) -> u64 {
        self.select();
        let leaf = self.path[self.path.len() - 1];
        self.expand(leaf);
        let played = playout(self.nodes[leaf as usize].position.clone(), &mut self.rng);
        let reward = match played.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(side) => f64::from(u8::from(side == self.searcher)),
        };
        for (ply, &node) in self.path.iter().enumerate() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            // The searcher moved into positions at odd distances from the root.
            node.wins += if ply % 2 == 1 { reward } else { 1.0 - reward };
        }
        self.path.len() as u64 - 1 + u64::from(played.plies)
    }

    /// The mean of a root child as the searcher sees it, or less than all others if it was never visited.
    fn mean(&self, child: u32) -> f64 {
        let Node { visits, wins, .. } = self.nodes[child as usize];
        if visits == 0 { f64::NEG_INFINITY } else { wins / f64::from(visits) }
    }
}

/// The first of those with the highest figure.
#[inline(always)]
fn first_highest(children: &[u32], figure: impl Fn(u32) -> f64) -> u32 {
    let mut best = (children[0], figure(children[0]));
    for &child in &children[1..] {
        let figure = figure(child);
        if figure > best.1 {
            best = (child, figure);
        }
    }
    best.0
}

/// All simulations of a search, as one boosted loop.
struct Simulations<'a, 'flag, G> {
    tree: &'a mut Tree<G>,
    clock: &'a mut Clock<'flag>,
    counters: &'a mut Counters,
    wanted: u64,
}

impl<G: Game> Task for Simulations<'_, '_, G> {
    type Output = Stop;

    #[inline(always)]
    fn run(self) -> Stop {
        while self.counters.rollouts < self.wanted {
            if let (Err(Stopped), Some(stop)) = (self.clock.tick(self.counters.nodes), self.clock.stopped) {
                return stop;
            }
            self.counters.nodes += self.tree.simulate();
            self.counters.rollouts += 1;
        }
        Stop::Rollouts
    }
}

impl<G: Game> Search<G> for ThesisMcts {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let mut clock = Clock::start_sampling(limits, control.work());
        let mut counters = Counters::default();
        let mut tree = Tree::new(position, self.children, Rng::part(self.seed, position.key()));
        let moves: Vec<G::Move> = position.moves().collect();
        let unlimited = *limits == Limits { depth: limits.depth, ..Limits::default() };
        let wanted = limits.rollouts.unwrap_or(if unlimited { DEFAULT_ROLLOUTS } else { u64::MAX });
        // Visits are counted in 32 bits.
        let wanted = wanted.min(u32::MAX.into());
        let stop = if moves.len() == 1 {
            Stop::OnlyMove
        } else {
            boost(Simulations { tree: &mut tree, clock: &mut clock, counters: &mut counters, wanted })
        };
        let mut valued: Vec<Valued<G::Move>> = moves.iter().map(|&m| (m, 0.0, 0)).collect();
        let children = tree.children_of(ROOT);
        for (&child, &index) in children.iter().zip(&tree.root_moves) {
            let visits = tree.nodes[child as usize].visits;
            if visits > 0 {
                valued[index] = (moves[index], 2.0 * tree.mean(child) - 1.0, visits.into());
            }
        }
        let chosen = if children.is_empty() {
            tree.rng.below(moves.len())
        } else {
            let best = first_highest(children, |child| tree.mean(child));
            tree.root_moves[children.iter().position(|&child| child == best).unwrap_or_default()]
        };
        self.memory = (tree.nodes.capacity() * size_of::<Node<G>>()
            + tree.children.capacity() * size_of::<u32>()
            + tree.by_key.capacity() * size_of::<(u64, u32)>()) as u64;
        report(&valued, chosen, 0, counters, stop, clock.elapsed())
    }

    fn memory(&self) -> u64 {
        self.memory
    }
}
