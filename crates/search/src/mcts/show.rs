//! The tree that simulations grew, shown to an observer when it is finished: the most visited moves first.

use plyscope_core::{Bound, DynObserver, Game, NodeKind, Score};

use super::tree::{ROOT, Tree};

/// Shows a tree from its root down. If it has more positions than the observer has room for, those with the fewest
/// visits are left out. A position is never visited more often than the one above it, so what is shown is connected.
/// Where equal positions share a node there may be far more paths than nodes; then the last paths are left out.
pub(super) fn show<G: Game>(tree: &Tree<G::Move>, root: &G, observer: &mut dyn DynObserver<G>) {
    let room = observer.room();
    let mut guide = Guide { tree, least: least_visits(tree, room), room, observer };
    guide.below(ROOT, root, None);
}

struct Guide<'a, G: Game> {
    tree: &'a Tree<G::Move>,
    /// The number of visits that a position needs to be shown.
    least: u32,
    /// Number of positions that can still be shown.
    room: usize,
    observer: &'a mut dyn DynObserver<G>,
}

/// The number of visits that a position needs to be shown.
fn least_visits<M: Copy>(tree: &Tree<M>, room: usize) -> u32 {
    let mut visits: Vec<u32> = tree.all_visits().collect();
    if visits.len() <= room {
        return 1;
    }
    // One more than the most visited position that has no room.
    let (_, first_without_room, _) = visits.select_nth_unstable_by(room, |a, b| b.cmp(a));
    first_without_room.saturating_add(1)
}

impl<G: Game> Guide<'_, G> {
    fn below(&mut self, index: u32, position: &G, m: Option<G::Move>) {
        let (tree, least) = (self.tree, self.least);
        let node = tree.node(index);
        self.room = self.room.saturating_sub(1);
        self.observer.enter(position, m, 0, Score::MIN, Score::MAX);
        if node.visits > 0 {
            self.observer.simulated(node.visits.into(), node.mean());
        }
        let mut edges: Vec<usize> = node.tried().filter(|&edge| tree.visits(edge) >= least).collect();
        edges.sort_by_key(|&edge| std::cmp::Reverse(tree.visits(edge)));
        for edge in edges {
            let m = tree.edge(edge).m;
            if let Some(child) = tree.child(edge).filter(|_| self.room > 0) {
                self.below(child, &position.child(m), Some(m));
            }
        }
        let proven = node.proof.score().filter(|_| tree.shape.solver);
        // The mean is that of the side that moved here; the score belongs to the side to move.
        let mean = if node.visits > 0 { Score::estimate(1.0 - 2.0 * node.mean()) } else { Score::EVEN };
        let kind = match position.outcome() {
            Some(_) => NodeKind::End,
            None if node.n_moves == 0 => NodeKind::Horizon,
            None => NodeKind::Interior,
        };
        self.observer.leave(proven.unwrap_or(mean), Bound::Exact, kind);
    }
}
