//! The main loop: one simulation after the other, from the root down the tree, on to an end, and back.

use plyscope_core::cpu::Task;
use plyscope_core::{Counters, Game, Heuristic, Rng, Score, Stop};

use super::Options;
use super::backup::{Proof, back_up, refresh};
use super::rollout::{Roller, Rollout};
use super::selection::Selection;
use super::tree::{ROOT, Tree, Visit};
use crate::clock::{Clock, Stopped};

/// All that simulations work on, for as long as a search lasts.
pub(super) struct Simulations<'a, 'flag, G: Game, H> {
    pub(super) options: &'a Options,
    pub(super) heuristic: &'a H,
    pub(super) root: &'a G,
    pub(super) tree: &'a mut Tree<G::Move>,
    pub(super) rng: Rng,
    pub(super) clock: Clock<'flag>,
    pub(super) counters: Counters,
    /// The longest path inside the tree so far.
    pub(super) depth: u32,
    /// The path of the current simulation, kept here so that none is allocated.
    pub(super) path: Vec<Visit>,
}

/// Simulates until this many simulations are done or something else ends the search.
pub(super) struct Batch<'b, 'a, 'flag, G: Game, H> {
    pub(super) simulations: &'b mut Simulations<'a, 'flag, G, H>,
    pub(super) until: u64,
}

impl<G: Game, H: Heuristic<G>> Task for Batch<'_, '_, '_, G, H> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Result<(), Stopped> {
        let Batch { simulations: sim, until } = self;
        // Plies measure time, but a heuristic may take any time: check the clock at every simulation.
        let impatient = sim.options.rollout != Rollout::Uniform;
        let selection = Selection::new(sim.options.select, sim.options.c);
        while sim.counters.rollouts < until {
            if sim.is_solved() {
                return sim.clock.stop(Stop::Complete);
            }
            let nodes = sim.counters.nodes;
            let in_time = if impatient { sim.clock.look(nodes) } else { sim.clock.tick(nodes) };
            in_time?;
            sim.simulate(selection);
        }
        Ok(())
    }
}

impl<G: Game, H: Heuristic<G>> Simulations<'_, '_, G, H> {
    /// Whether the root is proven.
    #[inline(always)]
    pub(super) fn is_solved(&self) -> bool {
        self.options.solver && self.tree.node(ROOT).proof.reward().is_some()
    }

    #[inline(always)]
    fn simulate(&mut self, selection: Selection) {
        let mut position = self.root.clone();
        let mut node = ROOT;
        self.path.clear();
        let known = loop {
            // 1. Where the result is known or there is no room to grow, the tree ends.
            if self.options.merge {
                refresh(self.tree, node);
            }
            let here = self.tree.node(node);
            if let Some(reward) = here.proof.reward() {
                break Some(reward);
            }
            if here.n_moves == 0 {
                if !self.tree.has_room() {
                    break None;
                }
                self.tree.expand(node, &position);
            }
            // 2. Untried moves come first, in random order, so that a few simulations favour none of them.
            let here = self.tree.node(node);
            let edge = if here.untried().is_empty() {
                selection.best(self.tree, here)
            } else {
                self.tree.try_next(node, &mut self.rng)
            };
            position.play(self.tree.edge(edge).m);
            self.path.push(Visit { node, edge });
            // 3. The first new position is added to the tree and ends the way through it.
            node = match self.tree.child(edge) {
                Some(child) => child,
                None => match self.tree.link(edge, &position) {
                    (new, true) => {
                        node = new;
                        break None;
                    }
                    (known, false) => {
                        self.counters.table_hits += 1;
                        known
                    }
                },
            };
        };
        // 4. One call for both ends of the way: what is inlined here is most of what a search compiles to.
        let reward = known.unwrap_or_else(|| self.roll_out(position, node));
        back_up(self.tree, &self.path, reward);
        self.counters.rollouts += 1;
        self.counters.nodes += self.path.len() as u64;
        self.depth = self.depth.max(self.path.len() as u32);
    }

    /// Plays on from a leaf of the tree; the reward of the side that moved into it.
    #[inline(always)]
    fn roll_out(&mut self, position: G, leaf: u32) -> f64 {
        let side = position.side_to_move();
        let ending = Roller {
            rule: self.options.rollout,
            games: self.options.games,
            heuristic: self.heuristic,
            scale: self.options.scale,
            rng: &mut self.rng,
            clock: &mut self.clock,
            counters: &mut self.counters,
        }
        .play(position);
        self.counters.nodes += u64::from(ending.plies);
        if ending.plies == 0
            && let Some(outcome) = ending.outcome
        {
            self.tree.node_mut(leaf).proof = Proof::of(Score::of(outcome, side));
        }
        ending.reward(!side)
    }
}
