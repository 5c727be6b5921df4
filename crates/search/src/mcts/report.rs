//! What the statistics of the root say, as an answer.

use plyscope_core::{Bound, Game, Heuristic, Report, RootMove, Score, Stop};

use super::simulation::Simulations;
use super::tree::{ROOT, Tree};

impl<G: Game, H: Heuristic<G>> Simulations<'_, '_, G, H> {
    /// The answer so far.
    pub(super) fn report(&self, stop: Stop) -> Report<G::Move> {
        let (tree, choose) = (&*self.tree, self.options.choose);
        let moves = self.root.moves().map(|m| (m, tree.node(ROOT).tried().find(|&edge| tree.edge(edge).m == m)));
        let root_moves: Vec<_> = moves
            .map(|(m, edge)| RootMove {
                m,
                score: edge.map_or(Score::EVEN, |edge| score(tree, edge)),
                bound: Bound::Exact,
                nodes: edge.map_or(0, |edge| tree.visits(edge).into()),
            })
            .collect();
        let mut pv = choose.line(tree);
        // No tried move was chosen: play the first untried one. There is one, or a certain loss would have been chosen.
        if pv.is_empty() {
            pv.extend(root_moves.iter().find(|root_move| root_move.nodes == 0).map(|root_move| root_move.m));
        }
        let mut counters = self.counters;
        // Every simulation ends in one position and tries moves in all others.
        counters.leaves = counters.rollouts.min(counters.nodes);
        counters.interior = counters.nodes - counters.leaves;
        let proven = tree.node(ROOT).proof.score().filter(|_| self.options.solver);
        Report {
            best: pv[0],
            score: proven.or(choose.best(tree, ROOT).map(|edge| score(tree, edge))).unwrap_or(Score::EVEN),
            depth: self.depth,
            complete: proven.is_some(),
            pv,
            root_moves,
            counters,
            stop,
            time: self.clock.elapsed(),
        }
    }
}

/// The worth of a move to its side: what is proven, or else the mean reward, mapped from 0…1 to −1…1.
fn score<M: Copy>(tree: &Tree<M>, edge: usize) -> Score {
    tree.proven(edge).unwrap_or_else(|| Score::estimate(2.0 * tree.mean(edge) - 1.0))
}
