//! When stones are enclosed.
//!
//! Take all cells that one side does not hold. A connected region of them without a cell on the edge is enclosed by
//! that side; it may hold empty cells and enemy stones, and one enemy stone makes it a win. Flooding the board after every move
//! would find it, but a stone can only close a region if it joins two groups of its colour around it that were already joined
//! elsewhere, and that is rare and cheap to see.

use super::hex::{Board, Set};

/// The cells that a side with these stones encloses.
pub(super) fn enclosed(board: &Board, own: Set) -> Set {
    let free = board.all & !own;
    free & !board.border.flood(free)
}

/// The same where the edge is a wall too: then of the regions that touch the edge only the largest is open; those that
/// tie for it are all open.
pub(super) fn enclosed_with_edge(board: &Board, own: Set) -> Set {
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

/// Whether a stone just placed on `cell` closes a region: whether two groups of its colour around it, with a gap between them on
/// either side, are joined without it. `ring` is [`Set::ring`] of the stones around the cell.
#[inline(always)]
pub(super) fn closes_region(own: &Set, cell: usize, ring: u32) -> bool {
    // The first stone of each group, going around: set here, not set one place before.
    let firsts = ring & !(ring << 1 | ring >> 5) & 0x3F;
    // Fewer than two groups.
    if firsts & firsts.wrapping_sub(1) == 0 {
        return false;
    }
    groups_are_joined(own, cell, firsts)
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

/// The neighbour at this place of a ring.
#[inline(always)]
pub(super) fn neighbour(cell: usize, place: u32) -> usize {
    /// What to add, plus 20 to stay positive: −20, −19, 1, 20, 19, −1.
    const ADD: [u8; 6] = [0, 1, 21, 40, 39, 19];
    cell + usize::from(ADD[place as usize]) - 20
}
