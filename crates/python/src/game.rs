//! Games by their specs, and the lists of what there is.

use std::any::Any;
use std::ffi::OsString;
use std::sync::{Arc, PoisonError, RwLock};

use plyscope_core::About;
use plyscope_registry::{AnyPosition, GAMES, read, start};
use plyscope_view::{GameInfo, HeuristicInfo, heuristic_infos, search_infos};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::arguments::text;
use crate::call::{bad_input, short};
use crate::layout::Layout;
use crate::position::Position;

/// What all positions of a game have in common.
pub(crate) struct Rules {
    pub(crate) spec: String,
    pub(crate) layout: Layout,
    start: Box<dyn AnyPosition>,
}

/// The games that were asked for, the newest last. Functions in Python are given positions of these.
static KNOWN: RwLock<Vec<Arc<Rules>>> = RwLock::new(Vec::new());

/// The most games that are remembered.
const MAX_KNOWN: usize = 256;

impl Rules {
    /// Those of the game in which a position occurs.
    pub(crate) fn of(position: &dyn AnyPosition) -> PyResult<Arc<Rules>> {
        let spec = position.spec();
        // A game in Python may have other rules under the same name by now; those of ours never change.
        let is_same = |rules: &&Arc<Rules>| rules.spec == spec && rules.start.like(position.as_any()).is_some();
        let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner).iter().rev().find(is_same).cloned();
        if let Some(rules) = known {
            return Ok(rules);
        }
        let start = start(&spec).map_err(bad_input)?;
        let rules = Arc::new(Rules { spec: start.spec(), layout: Layout::of(&*start), start });
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() == MAX_KNOWN {
            known.remove(0);
        }
        known.push(Arc::clone(&rules));
        Ok(rules)
    }

    /// The position of a known game that has this type and board.
    pub(crate) fn position(position: &dyn Any) -> PyResult<Position> {
        let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().rev().find_map(|rules| Some((rules.start.like(position)?, Arc::clone(rules))));
        let (inner, rules) = found.ok_or_else(|| PyRuntimeError::new_err("a position of a game that is not known"))?;
        let begin = Some(inner.text());
        Ok(Position::new(inner, rules, begin))
    }

    pub(crate) fn about(&self) -> &'static About {
        self.start.about()
    }
}

/// A game with its size and options, by its spec, such as `breakthrough:6x6`.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct Game {
    pub(crate) rules: Arc<Rules>,
}

#[pymethods]
impl Game {
    #[new]
    pub(crate) fn new(spec: &Bound<'_, PyAny>) -> PyResult<Game> {
        let spec = text("game", spec)?;
        short(|| {
            let start = start(&spec).map_err(bad_input)?;
            Ok(Game { rules: Rules::of(&*start)? })
        })
    }

    /// The canonical spec, such as `breakthrough:6x6`.
    #[getter]
    fn spec(&self) -> &str {
        &self.rules.spec
    }

    /// The word before the colon of the spec.
    #[getter]
    fn id(&self) -> &'static str {
        self.rules.about().id
    }

    /// The name for people.
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.about().name
    }

    /// The rules in one sentence.
    #[getter]
    fn summary(&self) -> &'static str {
        self.rules.about().summary
    }

    /// The rows and columns of the array of a position.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.rules.layout.rows, self.rules.layout.columns)
    }

    /// The names of the cells in the order of the array; `None` where there is no cell.
    #[getter]
    fn cells(&self) -> Vec<Option<String>> {
        self.rules.layout.names(&self.rules.start.picture())
    }

    /// The names of its heuristics; the first is the default.
    #[getter]
    fn heuristics(&self) -> Vec<&'static str> {
        self.rules.start.heuristics().iter().map(|about| about.name).collect()
    }

    /// The names of what formulas can be made of.
    #[getter]
    fn features(&self) -> Vec<&'static str> {
        self.rules.start.features().iter().map(|about| about.name).collect()
    }

    /// The position in which the game begins.
    pub(crate) fn start(&self) -> Position {
        Position::new(self.rules.start.boxed_clone(), Arc::clone(&self.rules), None)
    }

    /// The position that a text describes.
    pub(crate) fn position(&self, text: &Bound<'_, PyAny>) -> PyResult<Position> {
        let text = crate::arguments::text("position", text)?;
        let position = short(|| read(&self.rules.spec, &text).map_err(bad_input))?;
        let begin = position.text();
        Ok(Position::new(position, Arc::clone(&self.rules), Some(begin)))
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.rules.spec)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().rules.spec == self.rules.spec)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        pyo3::types::PyString::new(py, &self.rules.spec).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (slf.get_type(), (slf.get().rules.spec.clone(),))
    }
}

#[derive(Serialize)]
struct GameJson {
    #[serde(flatten)]
    info: GameInfo,
    heuristics: Vec<HeuristicInfo>,
}

/// All games with their options, features and heuristics, as JSON.
#[pyfunction]
pub(crate) fn games() -> PyResult<String> {
    let game = |game: &&dyn plyscope_registry::AnyGame| {
        let (info, position) = GameInfo::of(*game)?;
        Ok(GameJson { info, heuristics: heuristic_infos(&*position) })
    };
    let games = GAMES.iter().map(game).collect::<Result<Vec<_>, _>>().map_err(bad_input)?;
    json(&games)
}

/// All searches with their options, as JSON.
#[pyfunction]
pub(crate) fn searches() -> PyResult<String> {
    json(&search_infos())
}

/// Runs the command line; the first word is the name of the program.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| plyscope_cli::run(&words))
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))
}
