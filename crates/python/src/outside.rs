//! What Python adds: heuristics, players and games.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_core::{Limits, Side, Work};
use plyscope_registry::{Asked, Chooser, One, Outsider, add_game, register_chooser, register_outsider};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};

use crate::arguments::text;
use crate::call::{bad_input, fail, has_failed};
use crate::foreign::{Foreign, PyRules};
use crate::game::Rules;
use crate::numpy::array;
use crate::position::Position;

/// Makes games in Python known to the registry; called once, when the library is loaded.
pub(crate) fn add_games() -> PyResult<()> {
    add_game(&One::<Foreign>::NEW).map_err(bad_input)
}

/// Makes a heuristic available as `outside:NAME`. One that takes batches is called with arrays.
#[pyfunction]
pub(crate) fn register_heuristic(name: &Bound<'_, PyAny>, function: Py<PyAny>, batch: bool) -> PyResult<()> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let heuristic = Arc::new(PyHeuristic { id: NEXT.fetch_add(1, Ordering::Relaxed), function, batch });
    register_outsider(&text("name", name)?, heuristic).map_err(bad_input)
}

/// Makes a player available as `outside:NAME`.
#[pyfunction]
pub(crate) fn register_player(name: &Bound<'_, PyAny>, function: Py<PyAny>) -> PyResult<()> {
    register_chooser(&text("name", name)?, Arc::new(PyPlayer { function })).map_err(bad_input)
}

/// Makes a game available as `outside:NAME`.
#[pyfunction]
pub(crate) fn register_game(name: &Bound<'_, PyAny>, rules: Py<PyAny>) -> PyResult<()> {
    PyRules::register(&text("name", name)?, rules).map_err(bad_input)
}

/// The values of a batched heuristic for positions of one game.
#[pyfunction]
pub(crate) fn evaluate_batch<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
    function: &Bound<'py, PyAny>,
) -> PyResult<Vec<f64>> {
    let Some(first) = positions.first() else { return Ok(Vec::new()) };
    let rules = &first.get().rules;
    if let Some(other) = positions.iter().find(|position| position.get().rules.spec != rules.spec) {
        let specs = [&rules.spec, &other.get().rules.spec];
        return Err(PyValueError::new_err(format!(
            "positions of {} and of {} cannot be one batch",
            specs[0], specs[1]
        )));
    }
    let views = positions.iter().map(|position| {
        let position = &position.get().inner;
        (position.side_to_move(), position.view())
    });
    let boards = boards(py, rules, positions.len(), views)?;
    values(&function.call1((boards,))?, positions.len())
}

/// Boards as one array: 1 for the side to move, −1 for the other.
fn boards<'py>(
    py: Python<'py>,
    rules: &Rules,
    n: usize,
    views: impl Iterator<Item = (Side, plyscope_registry::View)>,
) -> PyResult<Bound<'py, PyAny>> {
    let layout = &rules.layout;
    let bytes = PyByteArray::new_with(py, n * layout.len(), |bytes| {
        for ((mover, view), board) in views.zip(bytes.chunks_exact_mut(layout.len().max(1))) {
            layout.fill_own(mover, &view, board);
        }
        Ok(())
    })?;
    array(py, (n, layout.rows, layout.columns), "int8", bytes)
}

/// The numbers that a batched heuristic gave.
fn values(given: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<f64>> {
    let list = if given.is_instance_of::<PyList>() { given.clone() } else { given.call_method0("tolist")? };
    let values: Vec<f64> = list.extract()?;
    if values.len() != n {
        let n_values = values.len();
        return Err(PyValueError::new_err(format!("a heuristic gave {n_values} values for {n} positions")));
    }
    Ok(values)
}

struct PyHeuristic {
    id: u64,
    function: Py<PyAny>,
    batch: bool,
}

thread_local! {
    /// The values of the batch that this thread expects, by heuristic and key.
    static EXPECTED: RefCell<(u64, HashMap<u64, f64>)> = RefCell::default();
}

impl PyHeuristic {
    /// The values for the sides to move.
    fn ask(&self, asked: &[Asked<'_>]) -> PyResult<Vec<f64>> {
        Python::attach(|py| {
            let positions = asked.iter().map(|asked| Rules::position(asked.position)).collect::<PyResult<Vec<_>>>()?;
            if !self.batch {
                let value = |position: Position| self.function.call1(py, (position,))?.extract::<f64>(py);
                return positions.into_iter().map(value).collect();
            }
            let Some(first) = positions.first() else { return Ok(Vec::new()) };
            let views = positions.iter().map(|position| (position.inner.side_to_move(), position.inner.view()));
            let boards = boards(py, &first.rules, positions.len(), views)?;
            values(self.function.call1(py, (boards,))?.bind(py), positions.len())
        })
    }
}

impl Outsider for PyHeuristic {
    fn seen_by(&self, asked: Asked<'_>, side: Side) -> f64 {
        if has_failed() {
            return 0.0;
        }
        let sign = if asked.mover == side { 1.0 } else { -1.0 };
        let known = EXPECTED.with_borrow(|(id, known)| (*id == self.id).then(|| known.get(&asked.key).copied()));
        if let Some(value) = known.flatten() {
            return sign * value;
        }
        match self.ask(&[asked]) {
            Ok(values) => sign * values.first().copied().unwrap_or(0.0),
            Err(error) => {
                fail(error);
                0.0
            }
        }
    }

    fn takes_batches(&self) -> bool {
        self.batch
    }

    fn expect(&self, asked: &[Asked<'_>]) {
        if has_failed() || asked.len() < 2 {
            return;
        }
        match self.ask(asked) {
            Ok(values) => EXPECTED.with_borrow_mut(|expected| {
                expected.0 = self.id;
                expected.1.clear();
                expected.1.extend(asked.iter().map(|asked| asked.key).zip(values));
            }),
            Err(error) => fail(error),
        }
    }
}

struct PyPlayer {
    function: Py<PyAny>,
}

impl Chooser for PyPlayer {
    fn choose(&self, position: &dyn Any, seed: u64, _: &Limits, _: Work<'_>) -> Option<usize> {
        if has_failed() {
            return None;
        }
        let chosen = Python::attach(|py| {
            let position = Rules::position(position)?;
            let (after, moves) = (position.inner.boxed_clone(), position.inner.moves());
            let said = self.function.call1(py, (position, seed))?;
            let said: String = said.extract(py).map_err(|_| {
                let kind = said.bind(py).get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
                PyTypeError::new_err(format!("a player must return a move as a str, not {kind}"))
            })?;
            if let Some(index) = moves.iter().position(|m| *m == said) {
                return Ok(index);
            }
            // Another spelling of a legal move.
            let mut after = after;
            after.play(&said).map_err(bad_input)?;
            let played = after.played().last().cloned().unwrap_or_default();
            moves.iter().position(|m| *m == played).ok_or_else(|| PyValueError::new_err("no legal move"))
        });
        chosen.map_err(fail).ok()
    }
}
