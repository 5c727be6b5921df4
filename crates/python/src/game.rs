//! Games by their specs, and the lists of what there is.

use std::ffi::OsString;
use std::sync::Arc;

use plyscope_core::About;
use plyscope_registry::{AnyPosition, GAMES, read, start};
use plyscope_view::{GameInfo, HeuristicInfo, heuristic_infos, search_infos};
use pyo3::prelude::*;
use serde::Serialize;

use crate::arguments::text;
use crate::call::bad_input;
use crate::layout::Layout;
use crate::position::Position;

/// What all positions of a game have in common.
pub(crate) struct Rules {
    pub(crate) spec: String,
    pub(crate) layout: Layout,
    start: Box<dyn AnyPosition>,
}

impl Rules {
    /// Those of the game in which a position occurs.
    pub(crate) fn of(position: &dyn AnyPosition) -> PyResult<Arc<Rules>> {
        let start = start(&position.spec()).map_err(bad_input)?;
        Ok(Arc::new(Rules { spec: start.spec(), layout: Layout::of(&*start), start }))
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
        let start = start(&text("game", spec)?).map_err(bad_input)?;
        Ok(Game { rules: Rules::of(&*start)? })
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
        let position = read(&self.rules.spec, &crate::arguments::text("position", text)?).map_err(bad_input)?;
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
