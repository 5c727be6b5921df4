//! A recorded search tree, node by node.

use plyscope_core::NodeKind;
use plyscope_registry::RecordedNode;
use serde::Serialize;
use utoipa::ToSchema;

use super::report::{BoundView, ScoreView, SearchReport, bound_sign, score_text};

/// Why a search did not go on at a node, or that it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum KindView {
    /// The game is over there.
    End,
    /// The heuristic judged it, or a simulation left the tree there.
    Horizon,
    /// The table knew it.
    Table,
    /// Its moves were tried.
    Interior,
    /// The search was stopped there.
    Stopped,
}

/// What the value of a node came to (Knuth and Moore 1975).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NodeType {
    /// Its value lies within the window: on the line of best play, or a candidate for it.
    Pv,
    /// One move was good enough, the others were cut off.
    Cut,
    /// No move reached the window.
    All,
}

/// What was not searched at a node, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CutView {
    /// The move that was good enough.
    pub(crate) by: String,
    /// The moves that were not tried.
    pub(crate) untried: Vec<String>,
    /// About how many positions that saved: the moves not tried times the mean size of subtrees of their depth in this tree.
    pub(crate) saved: f64,
    /// Why, in a sentence.
    pub(crate) reason: String,
}

/// How simulations went through a node.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SimulatedView {
    pub(crate) visits: u64,
    /// The mean reward from 0 to 1 for the side that moved into it.
    pub(crate) mean: f64,
}

/// A node of a recorded tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NodeView {
    /// Its number, by which it is asked for. Nodes are numbered in the order in which the search entered them.
    pub(crate) node: usize,
    /// The node above; none at the root.
    pub(crate) parent: Option<usize>,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// The move that led to it; empty at the root.
    #[serde(rename = "move")]
    pub(crate) m: String,
    /// Plies left to search below it; none for simulations.
    pub(crate) depth: Option<u32>,
    /// Its value for its side to move.
    pub(crate) score: ScoreView,
    pub(crate) bound: BoundView,
    /// What the move that led to it is worth to the side that made it.
    pub(crate) move_score: ScoreView,
    pub(crate) move_bound: BoundView,
    /// The lower end of the window, for its side to move; none where it is open.
    pub(crate) alpha: Option<ScoreView>,
    /// The upper end.
    pub(crate) beta: Option<ScoreView>,
    pub(crate) kind: KindView,
    /// Only where moves were tried by a tree search.
    pub(crate) node_type: Option<NodeType>,
    /// Recorded children. One that was searched twice is there twice.
    pub(crate) children: usize,
    /// What was cut off here.
    pub(crate) cut: Option<CutView>,
    pub(crate) simulated: Option<SimulatedView>,
    /// Positions visited here and below, recorded or not.
    pub(crate) size: u64,
    /// Those directly below it that were not recorded.
    pub(crate) hidden: u64,
}

impl From<RecordedNode> for NodeView {
    fn from(recorded: RecordedNode) -> Self {
        let RecordedNode { index, ply, node, size, saved } = recorded;
        let (score, bound): (ScoreView, BoundView) = (node.score.into(), node.bound.into());
        let kind = match node.kind {
            NodeKind::End => KindView::End,
            NodeKind::Horizon => KindView::Horizon,
            NodeKind::Table => KindView::Table,
            NodeKind::Interior => KindView::Interior,
            NodeKind::Stopped => KindView::Stopped,
        };
        let node_type = match (kind, &node.simulated, bound) {
            (KindView::Interior, None, BoundView::Exact) => Some(NodeType::Pv),
            (KindView::Interior, None, BoundView::AtLeast) => Some(NodeType::Cut),
            (KindView::Interior, None, BoundView::AtMost) => Some(NodeType::All),
            _ => None,
        };
        let beta = node.window.1.map(ScoreView::from);
        let cut = node.cut.map(|(by, untried)| CutView {
            reason: reason(&by, score, bound, beta, untried.len()),
            by,
            untried,
            saved: saved.unwrap_or(0.0),
        });
        NodeView {
            node: index,
            parent: (index > 0).then_some(node.parent),
            ply,
            m: node.m,
            depth: node.simulated.is_none().then_some(node.depth),
            score,
            bound,
            move_score: node.score.for_mover().into(),
            move_bound: node.bound.for_mover().into(),
            alpha: node.window.0.map(ScoreView::from),
            beta,
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

/// Why the other moves were not tried.
fn reason(by: &str, score: ScoreView, bound: BoundView, beta: Option<ScoreView>, untried: usize) -> String {
    let others = match untried {
        0 => "nothing was left to try".to_owned(),
        1 => "1 move was not tried".to_owned(),
        n => format!("{n} moves were not tried"),
    };
    let elsewhere = beta.map_or_else(String::new, |beta| {
        format!(
            " The other side can hold this side to {} by another move earlier on, so it will not come here:",
            score_text(beta)
        )
    });
    format!("{by} is worth {}{} to the side to move.{elsewhere} {others}.", bound_sign(bound), score_text(score))
}

/// A recorded tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TreeView {
    /// The name by which it is asked for. It is forgotten when there are too many others.
    pub(crate) id: String,
    /// The game.
    pub(crate) game: String,
    /// The position at the root.
    pub(crate) position: String,
    pub(crate) report: SearchReport,
    /// Recorded nodes; none if the search has no tree to show.
    pub(crate) nodes: usize,
    /// Whether nodes were left out because there were too many.
    pub(crate) truncated: bool,
    /// What the search did, one entering or leaving each.
    pub(crate) steps: usize,
    /// The root; none if there are no nodes.
    pub(crate) root: Option<NodeView>,
}

/// What happened in one step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ActionView {
    /// It went down to the node.
    Enter,
    /// It went back up, with a value for the node.
    Leave,
}

/// One step of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StepView {
    /// Its number, from 0.
    pub(crate) step: usize,
    pub(crate) action: ActionView,
    /// The node; what it came to is known only when it is left.
    pub(crate) node: NodeView,
}
