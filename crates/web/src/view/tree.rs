//! A recorded search tree and the steps in which it was walked.

use plyscope_registry::TreeStep;
use plyscope_view::{NodeView, SearchReport};
use serde::Serialize;
use utoipa::ToSchema;

/// A recorded tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TreeView {
    /// Its name in later requests. The server forgets it when it has too many others.
    pub(crate) id: String,
    /// The game.
    pub(crate) game: String,
    /// The position at the root.
    pub(crate) position: String,
    /// What the search found.
    pub(crate) report: SearchReport,
    /// The number of recorded nodes; 0 if the search records no tree.
    pub(crate) nodes: usize,
    /// Whether nodes were left out because there were too many.
    pub(crate) truncated: bool,
    /// The number of steps: the search enters and leaves each node.
    pub(crate) steps: usize,
    /// The root; null if there are no nodes.
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

impl ActionView {
    /// What a step does, and to which node.
    pub(crate) fn of(step: TreeStep) -> (Self, usize) {
        match step {
            TreeStep::Enter(node) => (ActionView::Enter, node),
            TreeStep::Leave(node) => (ActionView::Leave, node),
        }
    }
}

/// One step of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StepView {
    /// Its number, from 0.
    pub(crate) step: usize,
    pub(crate) action: ActionView,
    /// The node. Its value is known only when it is left.
    pub(crate) node: NodeView,
}
