//! A whole recorded tree as text and as nested JSON. Scores are for the side that moved: what its move is worth to it.

use plyscope_core::{BadInput, NodeKind, Verdict};
use plyscope_registry::{AnswerNode, AnyTree, RecordedNode};
use serde::Serialize;

use crate::numbers::grouped;
use crate::remarks::{SkippedView, remark_text, skipped_views, test_name};
use crate::score::{BoundView, ScoreView};
use crate::tree::{CutView, KindView, SimulatedView, cut};

/// A node with everything below it.
#[derive(Clone, Debug, Serialize)]
pub struct NestedNode {
    /// The move that led to it; empty at the root.
    #[serde(rename = "move")]
    pub m: String,
    /// What that move is worth to the side that made it; null if the search was stopped before it knew.
    pub score: Option<ScoreView>,
    /// Whether that worth is exact or a bound.
    pub bound: BoundView,
    /// Why the search did not go on there, or that it did.
    pub kind: KindView,
    /// The lower end of the window, for the side that moved; null where it is open.
    pub alpha: Option<ScoreView>,
    /// The upper end of the window.
    pub beta: Option<ScoreView>,
    /// Its simulations, if the search makes any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulated: Option<SimulatedView>,
    /// What was cut off.
    pub cut: Option<CutView>,
    /// Positions below it that were not recorded.
    pub hidden: u64,
    /// Why it was searched less deep, deeper or not at all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The moves that were not searched, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<SkippedView>,
    /// Its recorded children, in the order of the search.
    pub children: Vec<NestedNode>,
}

impl NestedNode {
    /// The whole tree; `None` if the search recorded none.
    ///
    /// # Errors
    /// Never: all nodes come from the tree itself.
    pub fn of(tree: &dyn AnyTree) -> Result<Option<Self>, BadInput> {
        if tree.n_nodes() == 0 {
            return Ok(None);
        }
        NestedNode::below(tree, &tree.node(0)?).map(Some)
    }

    fn below(tree: &dyn AnyTree, recorded: &RecordedNode) -> Result<Self, BadInput> {
        let children = tree.children(recorded.index, 0..usize::MAX)?;
        let children = children.iter().map(|child| NestedNode::below(tree, child)).collect::<Result<_, _>>()?;
        let (node, (alpha, beta)) = (&recorded.node, mover_window(recorded));
        Ok(NestedNode {
            m: name(node),
            score: (node.kind != NodeKind::Stopped).then(|| node.score.for_mover().into()),
            bound: node.bound.for_mover().into(),
            kind: node.kind.into(),
            alpha,
            beta,
            simulated: node.simulated.map(|(visits, mean)| SimulatedView { visits, mean }),
            cut: cut(recorded),
            hidden: node.hidden,
            remarks: node.remarks.iter().copied().map(remark_text).collect(),
            skipped: skipped_views(&node.skipped),
            children,
        })
    }
}

/// The move that led to a node, or what is tested without one.
fn name(node: &AnswerNode) -> String {
    node.test.map_or_else(|| node.m.clone(), |test| test_name(test).to_owned())
}

/// The window as the side that moved sees it: its ends change places.
fn mover_window(recorded: &RecordedNode) -> (Option<ScoreView>, Option<ScoreView>) {
    let turned = |end: Option<Verdict>| end.map(|score| score.for_mover().into());
    (turned(recorded.node.window.1), turned(recorded.node.window.0))
}

/// Children shown below one node; the others are only counted.
const MAX_CHILDREN: usize = 100;
/// Moves that were not tried and are listed by name.
const MAX_UNTRIED: usize = 8;

/// The whole tree, indented.
///
/// # Errors
/// Never: all nodes come from the tree itself.
pub fn tree_text(tree: &dyn AnyTree) -> Result<String, BadInput> {
    if tree.n_nodes() == 0 {
        return Ok("This search does not record a tree.\n".to_owned());
    }
    let root = tree.node(0)?;
    let mut text = String::from(match root.node.simulated {
        None => "tree (scores for the side that moved)\n",
        Some(_) => "tree (mean results for the side that moved, and visits)\n",
    });
    write_below(tree, &root, "", &mut text)?;
    if tree.is_truncated() {
        text.push_str("The tree was too large to record in full; later nodes are missing.\n");
    }
    Ok(text)
}

fn write_below(tree: &dyn AnyTree, recorded: &RecordedNode, indent: &str, text: &mut String) -> Result<(), BadInput> {
    let n_children = recorded.node.children.len();
    let cut = cut(recorded);
    let shown = tree.children(recorded.index, 0..MAX_CHILDREN)?;
    for (place, child) in shown.iter().enumerate() {
        let is_last = place + 1 == n_children && cut.is_none() && recorded.node.skipped.is_empty();
        let (branch, deeper) = if is_last { ("└ ", "  ") } else { ("├ ", "│ ") };
        text.push_str(&format!("{indent}{branch}{}\n", describe(child)));
        write_below(tree, child, &format!("{indent}{deeper}"), text)?;
    }
    if shown.len() < n_children {
        text.push_str(&format!("{indent}├ … {} more\n", n_children - shown.len()));
    }
    let n_skipped = recorded.node.skipped.len();
    for (place, SkippedView { m, why }) in skipped_views(&recorded.node.skipped).iter().enumerate() {
        let branch = if place + 1 == n_skipped && cut.is_none() { "└" } else { "├" };
        text.push_str(&format!("{indent}{branch} {m} {why}\n"));
    }
    if let Some(CutView { by, untried, .. }) = cut {
        let reached = recorded.node.window.1.map(|beta| {
            let [score, beta] = [recorded.node.score, beta].map(|score| ScoreView::from(score).text());
            format!(" ({score} ≥ {beta})")
        });
        let reached = reached.unwrap_or_default();
        text.push_str(&format!("{indent}└ cut: {by} is good enough{reached}; {}\n", not_tried(&untried)));
    }
    Ok(())
}

fn not_tried(moves: &[String]) -> String {
    match moves.len() {
        0 => "there was no other move".to_owned(),
        n if n <= MAX_UNTRIED => format!("not tried: {}", moves.join(" ")),
        n => format!("not tried: {} … ({n} moves)", moves[..MAX_UNTRIED].join(" ")),
    }
}

fn describe(recorded: &RecordedNode) -> String {
    let node = &recorded.node;
    let kind = match KindView::from(node.kind) {
        KindView::End => " end of the game",
        KindView::Horizon => " horizon",
        KindView::Table => " from the table",
        KindView::Interior => "",
        KindView::Certain => " certain without a search",
        KindView::Pruned => "",
        KindView::Stopped => " stopped here",
    };
    let remarks: String = node.remarks.iter().map(|&remark| format!("; {}", remark_text(remark))).collect();
    let hidden = if node.hidden > 0 { format!(" ({} nodes below)", node.hidden) } else { String::new() };
    let score = ScoreView::from(node.score.for_mover());
    if let Some((visits, mean)) = node.simulated {
        // What is proven says more than the mean.
        let worth = match score {
            ScoreView::Estimate { .. } => format!("{:.1} %", 100.0 * mean),
            proven => proven.text(),
        };
        let times = if visits == 1 { "visit" } else { "visits" };
        return format!("{} {worth}  {} {times}{kind}{hidden}", node.m, grouped(visits));
    }
    let (alpha, beta) = mover_window(recorded);
    let end = |end: Option<ScoreView>, open: &str| end.map_or(open.to_owned(), ScoreView::text);
    let bound = BoundView::from(node.bound.for_mover());
    let score = match node.kind {
        NodeKind::Stopped => "–".to_owned(),
        _ => format!("{}{}", bound.sign(), score.text()),
    };
    let window = format!("[{}, {}]", end(alpha, "−∞"), end(beta, "∞"));
    format!("{} {score}  {window}{kind}{hidden}{remarks}", name(node))
}
