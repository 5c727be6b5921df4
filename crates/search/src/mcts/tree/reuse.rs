//! What is kept of a tree when the game has gone on.

use plyscope_core::Game;

use super::{Edge, NONE, ROOT, Tree};

/// The node of a position at most two plies below the root, if it was visited.
pub(in crate::mcts) fn find<G: Game>(tree: &Tree<G::Move>, root: &G, wanted: &G) -> Option<u32> {
    let children = |node: u32, position: &G| {
        let followed = tree.node(node).tried().filter_map(|edge| Some((tree.child(edge)?, tree.edge(edge).m)));
        followed.map(|(child, m)| (child, position.child(m))).collect::<Vec<_>>()
    };
    let replies = children(ROOT, root);
    let next = replies.iter().flat_map(|(node, position)| children(*node, position));
    let mut all = std::iter::once((ROOT, root.clone())).chain(replies.iter().cloned()).chain(next);
    all.find(|(_, position)| position == wanted).map(|(node, _)| node)
}

impl<M: Copy> Tree<M> {
    /// Makes this node the root and forgets what cannot be reached from it. For a moment both trees are in memory.
    pub(in crate::mcts) fn reroot(&mut self, root: u32) {
        let old = std::mem::replace(self, Tree::new(self.shape));
        self.nodes[0] = old.node(root).clone();
        // Where the nodes of the old tree are in the new one. Those that have come over are worked on in order.
        let mut moved = vec![NONE; old.nodes.len()];
        let mut next = 0;
        while next < self.nodes.len() {
            let edges = self.nodes[next].edges();
            self.nodes[next].first = self.edges.len() as u32;
            for edge in &old.edges[edges.clone()] {
                let child = if edge.child == NONE { NONE } else { self.bring(edge.child, &old, &mut moved) };
                self.edges.push(Edge { child, ..*edge });
            }
            if self.shape.tuned {
                self.variances.extend_from_slice(&old.variances[edges.clone()]);
            }
            if self.shape.merge {
                self.edge_visits.extend_from_slice(&old.edge_visits[edges]);
            }
            next += 1;
        }
    }

    /// Copies a node of the old tree, unless that was done, and returns where it is now.
    fn bring(&mut self, node: u32, old: &Tree<M>, moved: &mut [u32]) -> u32 {
        let place = &mut moved[node as usize];
        if *place == NONE {
            *place = self.nodes.len() as u32;
            self.nodes.push(old.node(node).clone());
            if self.shape.merge {
                self.keys.find_or_add(old.keys.of(node), *place);
            }
        }
        *place
    }
}
