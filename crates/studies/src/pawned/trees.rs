//! The two printed trees, node for node.

use plyscope_core::{Control, Game, Heuristic, Limits, Score, Search, Side, Verdict, Work};
use plyscope_games::PawnMove;
use plyscope_search::{DepthPlan, Kind, Options, Tree, TreeRecorder, TreeSearch, published::PawnedAlphaBeta};

use super::detector::Detector;
use super::printed::{self, Node};
use super::program::Program;
use crate::{StudyCell, StudyTable};

/// Depth of the printed trees in plies.
pub(super) const PLIES: u32 = 3;

/// A node of a searched tree as the paper prints it: depth, value for Black, values of the children searched.
pub(super) type Searched = (usize, i32, Vec<i32>);

/// The tree that one of our searches visits from the printed position, without its leaves.
pub fn searched(kind: Kind, detector: Detector) -> Vec<(usize, i32, Vec<i32>)> {
    let heuristic: Box<dyn Heuristic<Program>> = Box::new(detector);
    let mut search = TreeSearch::new(kind, Options::default(), DepthPlan::OneDepth, heuristic, 0);
    let mut recorder = TreeRecorder::new(PLIES as usize, usize::MAX);
    let limits = Limits { depth: Some(PLIES), ..Limits::default() };
    search.search_observed(&printed::root(), &limits, &mut Control::new(Work::never(), &mut |_| {}), &mut recorder);
    let tree = recorder.into_tree(PLIES);
    let mut lines = Vec::new();
    list(&tree, 0, 0, &mut lines);
    lines
}

/// Lists a node and those below it as the paper does.
fn list(tree: &Tree<PawnMove>, index: usize, depth: usize, lines: &mut Vec<Searched>) {
    let value = |index: usize, depth: usize| {
        // Black is to move at the root, so at even depths.
        let score = tree.nodes[index].score;
        number(if depth.is_multiple_of(2) { score } else { score.for_other_side() })
    };
    let children = &tree.nodes[index].children;
    if children.is_empty() {
        return;
    }
    lines.push((depth, value(index, depth), children.iter().map(|&child| value(child, depth + 1)).collect()));
    children.iter().for_each(|&child| list(tree, child, depth + 1, lines));
}

/// A score as the paper writes it; its trees contain no wins.
fn number(score: Score) -> i32 {
    match score.verdict(false) {
        Verdict::Estimate(value) => value as i32,
        Verdict::Draw => 0,
        Verdict::Win(_) | Verdict::Loss(_) => unreachable!("no game of the printed trees ends within them"),
    }
}

fn shown(value: i32, children: &[i32]) -> String {
    format!("{value} {children:?}")
}

/// The label of a tree line: its number and depth.
fn row(index: usize, node: &Node) -> String {
    format!("{:2} depth {}", index + 1, node.depth)
}

/// The tree of pure minimax next to ours.
pub(super) fn minimax_table() -> StudyTable {
    let with_slip = searched(Kind::Minimax, Detector::RunnerWithSlip);
    let without = searched(Kind::Minimax, Detector::Runner);
    let cells = printed::MINIMAX.iter().enumerate().flat_map(|(index, node)| {
        let published = shown(node.value, node.children);
        let cell = |column: &str, ours: &[Searched]| {
            let (depth, value, children) = &ours[index];
            debug_assert_eq!(*depth, node.depth);
            StudyCell::new(row(index, node), column, shown(*value, children)).exactly(published.clone())
        };
        let fair = cell("runner rule", &without);
        let fair = match fair.verdict.agrees() {
            Some(false) => fair.because(
                "a capture to the right, for which our rule looks at the correct columns and the program probably at \
                 the wrong ones",
            ),
            _ => fair,
        };
        let (_, value, children) = &with_slip[index];
        let first = children.iter().position(|child| child == value).unwrap_or_default() as f64;
        let index_cell = StudyCell::new(row(index, node), "index", first).exactly(f64::from(node.index));
        [cell("runner rule with the slip", &with_slip), index_cell, fair]
    });
    StudyTable {
        id: "minimax-tree",
        title: "The printed tree of pure minimax: value and children of each node, in printed order".to_owned(),
        notes: vec![
            "The position is that of the table `position`; values are for Black, who is to move at the root. The tree \
             is three plies deep."
                .to_owned(),
            "The leaves are 2·pieces + steps without the documented mobility, or ±36 by a rule that the paper does \
             not state; ours was fitted to the leaves and is a hypothesis. Without the slip, which was fitted to seven \
             leaves, 16 of the 23 nodes have the printed children."
                .to_owned(),
            "The index is that of the first child with the value of the node.".to_owned(),
        ],
        cells: cells.collect(),
    }
}

/// The tree of the alpha-beta that stops at a checkmate.
pub fn stopping_at_checkmates() -> Vec<(usize, i32, Vec<i32>)> {
    let is_checkmate = |position: &Program| Detector::Runner.is_checkmate(position);
    let search = PawnedAlphaBeta::checkmate(Detector::Runner, is_checkmate, 0);
    let whole = |value: f64| value as i32;
    let lines = search.tree(&printed::root(), PLIES).into_iter();
    lines.map(|(depth, value, children)| (depth, whole(value), children.into_iter().map(whole).collect())).collect()
}

/// The tree of alpha-beta next to ours: of the search that stops at a checkmate, line by line, and of plain alpha-beta,
/// which has more lines, matched by their order within the same subtree.
pub(super) fn alphabeta_table() -> StudyTable {
    let (stopping, ours) = (stopping_at_checkmates(), searched(Kind::AlphaBeta, Detector::RunnerWithSlip));
    let mut at = 0;
    let mut cells = Vec::new();
    for (index, node) in printed::ALPHA_BETA.iter().enumerate() {
        // Lines that only our tree has lie below a node that the paper prints as a leaf.
        while ours[at].0 > node.depth {
            let (depth, value, children) = &ours[at];
            let row = format!("   depth {depth}, not printed (our line {})", at + 1);
            cells.push(StudyCell::new(row, "plain alpha-beta", shown(*value, children)));
            at += 1;
        }
        let published = shown(node.value, node.children);
        let stopped = stopping.get(index).map_or_else(|| "none".to_owned(), |(_, value, found)| shown(*value, found));
        cells.push(StudyCell::new(row(index, node), "published-pawned-checkmate", stopped).exactly(published.clone()));
        let (_, value, children) = &ours[at];
        let cell = StudyCell::new(row(index, node), "plain alpha-beta", shown(*value, children)).exactly(published);
        cells.push(match cell.verdict.agrees() {
            Some(false) => cell.because(
                "after the first reply both sides have a checkmate, equally far from the goal; the program stopped \
                 there with the plain value, while plain alpha-beta searches on",
            ),
            _ => cell,
        });
        let first = children.iter().position(|child| child == value).unwrap_or_default() as f64;
        let cell = StudyCell::new(row(index, node), "index", first).exactly(f64::from(node.index));
        cells.push(cell.because("the program's alpha-beta never sets the index, and prints -1 for every node"));
        at += 1;
    }
    StudyTable {
        id: "alphabeta-tree",
        title: "The printed tree of alpha-beta: value and children of each node, in printed order".to_owned(),
        notes: vec![
            "The same position and the same order of moves. `published-pawned-checkmate` stops at a checkmate, as the \
             paper's \"new version\" does, and gives every printed line with the runner rule, without the slip. Plain \
             alpha-beta, with the slip, tries 24 nodes."
                .to_owned(),
            "A minimising node with five children is printed, so the program cannot have had the misprint of the \
             pseudocode: see `typo`."
                .to_owned(),
            "optimal() takes succ[indexValue]. With -1 this is the last successor in Python, regardless of what the \
             search found. Here it is B6f, which happens to be as good as the best move."
                .to_owned(),
        ],
        cells,
    }
}

/// The subtrees that the paper does not print, and both root lists.
pub(super) fn root_table() -> StudyTable {
    let list = |detector| searched(Kind::Minimax, detector).remove(0).2;
    let published = |children: &[i32]| format!("{children:?}");
    let exactly = |row: &str, ours: Vec<i32>, printed: &[i32]| {
        StudyCell::new(row, "values", published(&ours)).exactly(published(printed))
    };
    let cells = vec![
        exactly("minimax, runner rule with the slip", list(Detector::RunnerWithSlip), printed::MINIMAX[0].children),
        exactly("minimax, runner rule", list(Detector::Runner), printed::MINIMAX[0].children),
        exactly("minimax, 2·pieces + steps alone", list(Detector::Plain), printed::MINIMAX[0].children)
            .because("the checkmates change no value of the root here, so this list says nothing about the rule"),
        exactly(
            "alpha-beta, runner rule with the slip",
            searched(Kind::AlphaBeta, Detector::RunnerWithSlip).remove(0).2,
            printed::ALPHA_BETA[0].children,
        ),
        exactly("misprinted alpha-beta", misprinted_root(), printed::ALPHA_BETA[0].children)
            .because("each minimising node returns the value of its first child"),
    ];
    StudyTable {
        id: "root-lists",
        title: "The values of the six root moves".to_owned(),
        notes: vec![
            "Three of the six subtrees are not printed in the minimax tree. That their values are right confirms the \
             position and the order of moves, but does not test the rule for checkmates."
                .to_owned(),
        ],
        cells,
    }
}

/// The root list of alpha-beta with the misprint.
///
/// # Panics
/// Never: the search is a registered one.
pub fn misprinted_root() -> Vec<i32> {
    let position = printed::root();
    let values = misprinted(&position, Box::new(Detector::RunnerWithSlip), PLIES);
    debug_assert_eq!(position.side_to_move(), Side::Second);
    values.into_iter().map(|value| value as i32).collect()
}

/// The values of all moves by the misprinted alpha-beta, for the side to move.
pub(super) fn misprinted(position: &Program, heuristic: Box<dyn Heuristic<Program>>, plies: u32) -> Vec<f64> {
    let mut search = PawnedAlphaBeta::printed(heuristic, 0);
    let limits = Limits { depth: Some(plies), ..Limits::default() };
    let report = search.search(position, &limits, &mut Control::new(Work::never(), &mut |_| {}));
    report.root_moves.iter().map(|known| known.score.value()).collect()
}
