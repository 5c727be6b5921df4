//! What the paper prints: two search trees of the same position, and response times.
//!
//! Source: Yuqing Tan, *Pawned* (course report, 2 trees in its section 4). The position itself is not printed;
//! `identify` finds it.

use super::program::Program;

/// A printed node: its depth, its value, the index of the first child with that value, and the values of its children.
pub(super) struct Node {
    pub(super) depth: usize,
    pub(super) value: i32,
    pub(super) index: i32,
    pub(super) children: &'static [i32],
}

const fn node(depth: usize, value: i32, index: i32, children: &'static [i32]) -> Node {
    Node { depth, value, index, children }
}

/// Every node of the alpha-beta tree has this index.
const NO_INDEX: i32 = -1;

/// The printed game boards: the root of the tree with W1 one row back, and what followed. White moves first.
pub(super) const BOARDS: [&str; 5] = [
    ".....o/oo..o./..oo../.....x/xxxxx./...... x",
    ".....o/oo..o./..oo../.x...x/x.xxx./...... o",
    "....../oo..oo/..oo../.x...x/x.xxx./...... x",
    "....../oo..oo/..xo../.....x/x.xxx./...... o",
    "....../o...oo/..oo../.....x/x.xxx./...... x",
];

/// The cells of the pawns on the first of these boards, in order of their numbers.
pub(super) const FIRST_BOARD: [[&str; 6]; 2] =
    [["a2", "b2", "c2", "d2", "e2", "f3"], ["a5", "b5", "c4", "d4", "e5", "f6"]];

/// The root of both trees; Black is to move.
pub fn root() -> Program {
    Program::new(
        ".....o/oo..o./..oo../x....x/.xxxx./...... o",
        [["a3", "b2", "c2", "d2", "e2", "f3"], ["a5", "b5", "c4", "d4", "e5", "f6"]],
    )
}

/// The tree of pure minimax. Only the first three of six subtrees are printed.
pub(super) const MINIMAX: [Node; 23] = [
    node(0, 4, 0, &[4, 0, -1, -1, -4, 4]),
    node(1, 4, 0, &[4, 4, 4, 4, 5]),
    node(2, 4, 0, &[4, 0, 0, 4, 0, 0, 0]),
    node(2, 4, 2, &[-36, 0, 4, 0, 0]),
    node(2, 4, 2, &[-36, 0, 4, 0, 0]),
    node(2, 4, 3, &[-36, 0, 0, 4, -36, 0]),
    node(2, 5, 4, &[-36, 0, 0, 0, 5, -36]),
    node(1, 0, 0, &[0, 1, 36, 4, 36, 4, 5]),
    node(2, 0, 0, &[0, 0, 0, 0, 0]),
    node(2, 1, 1, &[-36, 1, -4, -4, -36, -36]),
    node(2, 36, 1, &[0, 36, 0, 4, 0, 0, 0]),
    node(2, 4, 2, &[-36, 0, 4, 4, 0, 4, 0, 0]),
    node(2, 36, 1, &[-36, 36, 36, 0, 4, -36, -36]),
    node(2, 4, 2, &[-36, 0, 4, 0, 0, 4, -36, 0]),
    node(2, 5, 6, &[-36, 0, 4, 0, 0, 0, 5, -36]),
    node(1, -1, 2, &[36, 36, -1, 36, -1, 36, 36]),
    node(2, 36, 2, &[0, 5, 36, 36, 0, 0, 0]),
    node(2, 36, 2, &[0, 0, 36, 0, 0, 0]),
    node(2, -1, 3, &[-5, -5, -5, -1, -5, -5]),
    node(2, 36, 2, &[0, 0, 36, 0, 0]),
    node(2, -1, 3, &[-5, -5, -5, -1, -5, -5]),
    node(2, 36, 2, &[0, 0, 36, 36, 0, 4, 36, 0]),
    node(2, 36, 2, &[0, 0, 36, 36, 0, 0, 5, 0]),
];

/// The tree of alpha-beta.
pub(super) const ALPHA_BETA: [Node; 17] = [
    node(0, 4, NO_INDEX, &[4, 0, -1, -1, 4, 4]),
    node(1, 4, NO_INDEX, &[4, 4, 4, 4, 5]),
    node(2, 4, NO_INDEX, &[4, 0, 0, 4, 0, 0, 0]),
    node(2, 4, NO_INDEX, &[-36, 0, 4]),
    node(2, 4, NO_INDEX, &[-36, 0, 4]),
    node(2, 4, NO_INDEX, &[-36, 0, 0, 4]),
    node(2, 5, NO_INDEX, &[-36, 0, 0, 0, 5]),
    node(1, 0, NO_INDEX, &[0]),
    node(2, 0, NO_INDEX, &[0, 0, 0, 0, 0]),
    node(1, -1, NO_INDEX, &[-1]),
    node(1, -1, NO_INDEX, &[-1]),
    node(1, 4, NO_INDEX, &[5, 4]),
    node(2, 5, NO_INDEX, &[0, 5, 0, 0, 0, 4, -36]),
    node(2, 4, NO_INDEX, &[0, 0, 0, 4, 0, 0, 4, 0]),
    node(1, 4, NO_INDEX, &[5, 4]),
    node(2, 5, NO_INDEX, &[0, 5, 0, 0, -36, -36]),
    node(2, 4, NO_INDEX, &[0, 0, 0, 4, 0, 0, 0]),
];

/// Average seconds for a move by depth: pure minimax, alpha-beta.
pub(super) const SECONDS: [(u32, Option<f64>, Option<f64>); 5] = [
    (4, Some(0.5), None),
    (5, Some(2.0), Some(0.5)),
    (6, Some(10.0), Some(2.0)),
    (7, None, Some(5.0)),
    (8, None, Some(20.0)),
];
