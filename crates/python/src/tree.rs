//! Recorded search trees.

use plyscope_core::{BadInput, Verdict};
use plyscope_registry::{Answer, AnyPosition, AnyTree, Player, RecordedNode};
use plyscope_view::{BoundView, KindView, NodeView, tree_drawing, tree_text};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;

use crate::arguments::whole;
use crate::call::{bad_input, long};
use crate::game::{Rules, json};
use crate::position::Position;

/// The tree that a search walked.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct Tree {
    root: Box<dyn AnyPosition>,
    player: Player,
    answer: Answer,
    tree: Box<dyn AnyTree>,
}

impl Tree {
    pub(crate) fn new(root: Box<dyn AnyPosition>, player: Player, answer: Answer, tree: Box<dyn AnyTree>) -> Tree {
        Tree { root, player, answer, tree }
    }

    /// A number of a node, checked.
    fn number(&self, index: &Bound<'_, PyAny>) -> PyResult<usize> {
        let index = whole("node", index, 0..=u64::MAX)? as usize;
        self.tree.node(index).map(|_| index).map_err(bad_input)
    }
}

/// The columns of a table of nodes.
#[derive(Default)]
struct Columns {
    parent: Vec<Option<usize>>,
    ply: Vec<u32>,
    m: Vec<String>,
    value: Vec<Option<f64>>,
    plies_to_end: Vec<Option<u32>>,
    bound: Vec<String>,
    alpha: Vec<Option<f64>>,
    beta: Vec<Option<f64>>,
    kind: Vec<String>,
    depth: Vec<Option<u32>>,
    size: Vec<u64>,
    children: Vec<usize>,
    untried: Vec<usize>,
    visits: Vec<Option<u64>>,
    mean: Vec<Option<f64>>,
}

/// A verdict as a number: infinite if the game is decided.
fn number(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Win(_) => f64::INFINITY,
        Verdict::Loss(_) => f64::NEG_INFINITY,
        Verdict::Draw => 0.0,
        Verdict::Estimate(value) => value,
    }
}

/// A word of the command line's JSON.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

impl Columns {
    fn push(&mut self, RecordedNode { index, ply, node, size, .. }: &RecordedNode) {
        let kind = KindView::from(node.kind);
        let known = (kind != KindView::Stopped).then_some(node.score);
        self.parent.push((*index > 0).then_some(node.parent));
        self.ply.push(*ply);
        self.m.push(node.m.clone());
        self.value.push(known.map(number));
        self.plies_to_end.push(known.and_then(|score| match score {
            Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies),
            Verdict::Draw | Verdict::Estimate(_) => None,
        }));
        self.bound.push(word(&BoundView::from(node.bound)));
        self.alpha.push(node.window.0.map(number));
        self.beta.push(node.window.1.map(number));
        self.kind.push(word(&kind));
        self.depth.push(node.simulated.is_none().then_some(node.depth));
        self.size.push(*size);
        self.children.push(node.children.len());
        self.untried.push(node.cut.as_ref().map_or(0, |(_, untried)| untried.len()));
        self.visits.push(node.simulated.map(|(visits, _)| visits));
        self.mean.push(node.simulated.map(|(_, mean)| mean));
    }
}

#[pymethods]
impl Tree {
    fn __len__(&self) -> usize {
        self.tree.n_nodes()
    }

    /// Whether nodes were left out because there were too many.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.tree.is_truncated()
    }

    /// The position that was searched.
    #[getter]
    fn root(&self) -> PyResult<Position> {
        self.at(0)
    }

    /// One node, as JSON.
    fn _node(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        let index = self.number(index)?;
        json(&NodeView::from(self.tree.node(index).map_err(bad_input)?))
    }

    /// The numbers of the children of a node.
    fn children(&self, index: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let index = self.number(index)?;
        Ok(self.tree.node(index).map_err(bad_input)?.node.children)
    }

    /// The position of a node.
    fn position(&self, index: &Bound<'_, PyAny>) -> PyResult<Position> {
        self.at(self.number(index)?)
    }

    /// The nodes as columns of equal length.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = long(py, |work| {
            let mut columns = Columns::default();
            for index in 0..self.tree.n_nodes() {
                if index % 1024 == 0 && work.is_cancelled() {
                    break;
                }
                columns.push(&self.tree.node(index)?);
            }
            Ok(columns)
        })?;
        let dict = PyDict::new(py);
        dict.set_item("node", PyList::new(py, 0..columns.ply.len())?)?;
        dict.set_item("parent", columns.parent)?;
        dict.set_item("ply", columns.ply)?;
        dict.set_item("move", columns.m)?;
        dict.set_item("value", columns.value)?;
        dict.set_item("plies_to_end", columns.plies_to_end)?;
        dict.set_item("bound", columns.bound)?;
        dict.set_item("alpha", columns.alpha)?;
        dict.set_item("beta", columns.beta)?;
        dict.set_item("kind", columns.kind)?;
        dict.set_item("depth", columns.depth)?;
        dict.set_item("size", columns.size)?;
        dict.set_item("children", columns.children)?;
        dict.set_item("untried", columns.untried)?;
        dict.set_item("visits", columns.visits)?;
        dict.set_item("mean", columns.mean)?;
        Ok(dict)
    }

    /// A picture of the tree.
    #[pyo3(signature = (caption=None))]
    fn svg(&self, caption: Option<&str>) -> PyResult<String> {
        self.drawn(caption).map_err(bad_input)
    }

    fn _repr_svg_(&self) -> Option<String> {
        // A tree that is too large for a picture is shown as text.
        self.drawn(None).ok()
    }

    /// The whole tree, indented.
    #[getter]
    fn text(&self) -> PyResult<String> {
        tree_text(&*self.tree).map_err(bad_input)
    }

    fn __repr__(&self) -> String {
        format!("<Tree of {} with {} nodes>", self.player, self.tree.n_nodes())
    }
}

impl Tree {
    fn drawn(&self, caption: Option<&str>) -> Result<String, BadInput> {
        Ok(tree_drawing(&*self.root, &self.player, &self.answer, &*self.tree, caption)?.scene()?.svg())
    }

    fn at(&self, index: usize) -> PyResult<Position> {
        let position = self.tree.position(index).map_err(bad_input)?;
        let (rules, begin) = (Rules::of(&*position)?, self.root.text());
        Ok(Position::new(position, rules, Some(begin)))
    }
}
