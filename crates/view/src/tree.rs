//! The nodes of a recorded search tree.

use plyscope_core::NodeKind;
use plyscope_registry::RecordedNode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::remarks::{SkippedView, remark_text, skipped_views, test_name};
use crate::score::{BoundView, ScoreView};

/// Why a search did not go on at a node, or that it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KindView {
    /// The game is over there.
    End,
    /// The heuristic judged it, or a simulation left the tree there.
    Horizon,
    /// The table knew it.
    Table,
    /// Its moves were tried.
    Interior,
    /// The game knows its value without a search.
    Certain,
    /// It was not searched; a remark says why.
    Pruned,
    /// The search was stopped there.
    Stopped,
}

impl From<NodeKind> for KindView {
    fn from(kind: NodeKind) -> Self {
        match kind {
            NodeKind::End => KindView::End,
            NodeKind::Horizon => KindView::Horizon,
            NodeKind::Table => KindView::Table,
            NodeKind::Interior => KindView::Interior,
            NodeKind::Certain => KindView::Certain,
            NodeKind::Pruned => KindView::Pruned,
            NodeKind::Stopped => KindView::Stopped,
        }
    }
}

/// The type of a node by its value (Knuth and Moore 1975).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NodeType {
    /// Its value lies within the window: on the line of best play, or a candidate for it.
    Pv,
    /// One move was good enough; the others were cut off.
    Cut,
    /// No move reached the window.
    All,
}

/// The moves that were not searched at a node, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CutView {
    /// The move that was good enough.
    pub by: String,
    /// The moves that were not tried.
    pub untried: Vec<String>,
    /// About how many positions the cut saved: the number of moves not tried times the mean size of subtrees of their
    /// depth in this tree.
    pub saved: f64,
    /// The reason in a sentence.
    pub reason: String,
}

/// The simulations that passed through a node.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SimulatedView {
    /// Their number.
    pub visits: u64,
    /// Their mean reward from 0 to 1 for the side that moved into the node.
    pub mean: f64,
}

/// A node of a recorded tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeView {
    /// Its number. Nodes are numbered in the order in which the search entered them.
    pub node: usize,
    /// The node above; null at the root.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: u32,
    /// The move that led to it; empty at the root.
    #[serde(rename = "move")]
    pub m: String,
    /// Plies left to search below it; null for simulations.
    pub depth: Option<u32>,
    /// Its value for its side to move; null if the search was stopped before it knew.
    pub score: Option<ScoreView>,
    /// Whether that value is exact or a bound.
    pub bound: BoundView,
    /// What the move that led to it is worth to the side that made it; null if the search was stopped before it knew.
    pub move_score: Option<ScoreView>,
    /// Whether that worth is exact or a bound.
    pub move_bound: BoundView,
    /// The lower end of the window, for its side to move; null where the window is open.
    pub alpha: Option<ScoreView>,
    /// The upper end of the window; null where it is open.
    pub beta: Option<ScoreView>,
    /// Why the search did not go on there, or that it did.
    pub kind: KindView,
    /// Its type; only where a tree search tried moves.
    pub node_type: Option<NodeType>,
    /// The number of recorded children. A child that was searched twice counts twice.
    pub children: usize,
    /// What was cut off.
    pub cut: Option<CutView>,
    /// Its simulations, if the search makes any.
    pub simulated: Option<SimulatedView>,
    /// Positions visited here and below, recorded or not.
    pub size: u64,
    /// Positions directly below it that were not recorded.
    pub hidden: u64,
    /// Whether it is a test that a selective search makes without a move; `move` then says which.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_test: bool,
    /// Why it was searched less deep, deeper or not at all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The moves that were not searched, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<SkippedView>,
}

impl From<RecordedNode> for NodeView {
    fn from(recorded: RecordedNode) -> Self {
        let cut = cut(&recorded);
        let RecordedNode { index, ply, node, size, .. } = recorded;
        let (kind, bound) = (KindView::from(node.kind), BoundView::from(node.bound));
        let node_type = match (kind, &node.simulated, bound) {
            (KindView::Interior, None, BoundView::Exact) => Some(NodeType::Pv),
            (KindView::Interior, None, BoundView::AtLeast) => Some(NodeType::Cut),
            (KindView::Interior, None, BoundView::AtMost) => Some(NodeType::All),
            _ => None,
        };
        NodeView {
            node: index,
            parent: (index > 0).then_some(node.parent),
            ply,
            is_test: node.test.is_some(),
            remarks: node.remarks.iter().copied().map(remark_text).collect(),
            skipped: skipped_views(&node.skipped),
            m: node.test.map_or(node.m, |test| test_name(test).to_owned()),
            depth: node.simulated.is_none().then_some(node.depth),
            score: (kind != KindView::Stopped).then(|| node.score.into()),
            bound,
            move_score: (kind != KindView::Stopped).then(|| node.score.for_mover().into()),
            move_bound: node.bound.for_mover().into(),
            alpha: node.window.0.map(ScoreView::from),
            beta: node.window.1.map(ScoreView::from),
            kind,
            node_type,
            children: node.children.len(),
            cut,
            simulated: node.simulated.map(|(visits, mean)| SimulatedView { visits, mean }),
            size,
            hidden: node.hidden,
        }
    }
}

/// What was cut off at a node.
pub(crate) fn cut(recorded: &RecordedNode) -> Option<CutView> {
    let node = &recorded.node;
    let (by, untried) = node.cut.as_ref()?;
    let (score, beta) = (ScoreView::from(node.score), node.window.1.map(ScoreView::from));
    Some(CutView {
        reason: reason(by, score, node.bound.into(), beta, untried.len()),
        by: by.clone(),
        untried: untried.clone(),
        saved: recorded.saved.unwrap_or(0.0),
    })
}

/// Why the other moves were not tried.
fn reason(by: &str, score: ScoreView, bound: BoundView, beta: Option<ScoreView>, untried: usize) -> String {
    let others = match untried {
        0 => "there was no other move".to_owned(),
        1 => "1 move was not tried".to_owned(),
        n => format!("{n} moves were not tried"),
    };
    let elsewhere = beta.map_or_else(String::new, |beta| {
        let beta = beta.noun();
        format!(" The other side can hold this side to {beta} with an earlier move, so it will avoid this position:")
    });
    format!("{by} is worth {}{} to the side to move.{elsewhere} {others}.", bound.words(), score.noun())
}
