//! When stones are enclosed.
//!
//! Take all cells that one side does not hold. A connected region of them without a cell on the edge is enclosed by
//! that side; it may hold empty cells and enemy stones, and one enemy stone makes it a win. Flooding the board after
//! every move would find it, but a stone can only close a region if it joins two groups of its colour around it that
//! were already joined elsewhere, and that is rare and cheap to see.

use super::hex::{HexBoard, Set};

/// The cells that a side with these stones encloses.
pub(super) fn enclosed(board: &HexBoard, own: Set) -> Set {
    let free = board.all & !own;
    free & !board.border.flood(free)
}

/// The same where the edge is a wall too: then of the regions that touch the edge only the largest is open; those that
/// tie for it are all open.
pub(super) fn enclosed_with_edge(board: &HexBoard, own: Set) -> Set {
    let mut unseen = board.all & !own;
    let mut regions = Vec::new();
    while let Some(cell) = unseen.smallest() {
        let region = Set::from_iter([cell]).flood(unseen);
        unseen = unseen & !region;
        regions.push(region);
    }
    let largest = regions.iter().map(Set::count).max().unwrap_or(0);
    let is_enclosed = |region: &&Set| (**region & board.border).is_empty() || region.count() < largest;
    regions.iter().filter(is_enclosed).fold(Set::default(), |all, &region| all | region)
}

/// Whether a stone just placed on `cell` closes a region: whether two groups of its colour around it, with a gap
/// between them on either side, are joined without it. `ring` is [`Set::ring`] of the stones around the cell.
#[inline(always)]
pub(super) fn closes_region(own: &Set, cell: usize, ring: u32) -> bool {
    let firsts = firsts_of_groups(ring);
    is_several(firsts) && groups_are_joined(own, cell, firsts)
}

/// The first stone of each group, going around: set here, not set one place before.
#[inline(always)]
fn firsts_of_groups(ring: u32) -> u32 {
    ring & !(ring << 1 | ring >> 5) & 0x3F
}

#[inline(always)]
fn is_several(firsts: u32) -> bool {
    firsts & firsts.wrapping_sub(1) != 0
}

fn groups_are_joined(own: &Set, cell: usize, firsts: u32) -> bool {
    let mut unseen = *own;
    unseen.remove(cell);
    let mut groups = (0..6).filter(|place| firsts >> place & 1 != 0).map(|place| neighbour(cell, place));
    let mut stack = [0u16; 271];
    // Three groups at most, so following all but the last is enough.
    while let Some(group) = groups.next() {
        if !unseen.has(group) {
            return true;
        }
        unseen.remove(group);
        stack[0] = group as u16;
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let here = usize::from(stack[height]);
            let mut around = unseen.ring(here);
            while around != 0 {
                let next = neighbour(here, around.trailing_zeros());
                unseen.remove(next);
                stack[height] = next as u16;
                height += 1;
                around &= around - 1;
            }
        }
        if groups.clone().any(|other| !unseen.has(other)) {
            return true;
        }
    }
    false
}

/// Stones of one side on the largest board.
const MAX_STONES: usize = 136;

/// Which stones of a side are connected, for questions about many cells around the same stones.
pub(super) struct Chains {
    /// The label of each stone.
    labels: [u8; 384],
    /// The label with which each label was found to be the same, itself for the first of them.
    same_as: [u8; MAX_STONES + 1],
}

impl Chains {
    #[inline(always)]
    pub(super) fn of(own: &Set) -> Self {
        let mut chains = Chains { labels: [0; 384], same_as: [0; MAX_STONES + 1] };
        let mut n_labels = 0;
        for stone in own.cells() {
            // The three neighbours that have smaller numbers have their labels already.
            let mut earlier = own.ring(stone) & (1 | 1 << 1 | 1 << 5);
            if earlier == 0 {
                n_labels += 1;
                chains.labels[stone] = n_labels;
                chains.same_as[usize::from(n_labels)] = n_labels;
                continue;
            }
            let label = chains.root(neighbour(stone, earlier.trailing_zeros()));
            chains.labels[stone] = label;
            earlier &= earlier - 1;
            while earlier != 0 {
                let other = chains.root(neighbour(stone, earlier.trailing_zeros()));
                chains.same_as[usize::from(other)] = label;
                earlier &= earlier - 1;
            }
        }
        chains
    }

    #[inline(always)]
    fn root(&self, stone: usize) -> u8 {
        let mut label = self.labels[stone];
        while self.same_as[usize::from(label)] != label {
            label = self.same_as[usize::from(label)];
        }
        label
    }

    /// What [`closes_region`] says about a stone on this empty cell.
    #[inline(always)]
    pub(super) fn close_region_at(&self, cell: usize, ring: u32) -> bool {
        let mut firsts = firsts_of_groups(ring);
        if !is_several(firsts) {
            return false;
        }
        // Three groups at most.
        let mut roots = [0; 3];
        for place in 0..3 {
            if firsts == 0 {
                return false;
            }
            let root = self.root(neighbour(cell, firsts.trailing_zeros()));
            if roots.contains(&root) {
                return true;
            }
            roots[place] = root;
            firsts &= firsts - 1;
        }
        false
    }
}

/// The neighbour at this place of a ring.
#[inline(always)]
pub(super) fn neighbour(cell: usize, place: u32) -> usize {
    /// What to add, plus 20 to stay positive: −20, −19, 1, 20, 19, −1.
    const ADD: [u8; 6] = [0, 1, 21, 40, 39, 19];
    cell + usize::from(ADD[place as usize]) - 20
}

#[cfg(test)]
mod tests {
    use plyscope_core::Rng;

    use super::*;

    #[test]
    fn chains_close_what_following_the_stones_closes() {
        let (mut rng, mut n_closing) = (Rng::new(5), 0);
        for side in [3, 5, 10] {
            let board = HexBoard::of(side);
            for _ in 0..300 {
                let share = 2 + rng.below(5);
                let mut own: Set = board.all.cells().filter(|_| rng.below(8) < share).collect();
                let chains = Chains::of(&own);
                for cell in (board.all & !own).cells() {
                    let ring = own.ring(cell);
                    own.insert(cell);
                    let closes = closes_region(&own, cell, ring);
                    own.remove(cell);
                    assert_eq!(chains.close_region_at(cell, ring), closes, "side {side}, cell {cell}");
                    n_closing += u32::from(closes);
                }
            }
        }
        assert!(n_closing > 1000, "{n_closing}");
    }
}
