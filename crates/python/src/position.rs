//! Positions: values that never change, as in Rust.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use plyscope_core::{Outcome, Side};
use plyscope_plot::BoardPicture;
use plyscope_registry::{AnyPosition, read};
use plyscope_view::{PositionView, board_drawing, board_text, target_cells};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};

use crate::arguments::{text, whole};
use crate::call::{bad_input, short};
use crate::foreign::Foreign;
use crate::game::{Game, Rules, json};
use crate::numpy::array;

/// A position of a game.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct Position {
    pub(crate) inner: Box<dyn AnyPosition>,
    pub(crate) rules: Arc<Rules>,
    /// The position in which its moves began, if that is not the start of the game.
    begin: Option<String>,
}

impl Position {
    pub(crate) fn new(inner: Box<dyn AnyPosition>, rules: Arc<Rules>, begin: Option<String>) -> Position {
        Position { inner, rules, begin }
    }
}

/// The name of a side in Python.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "x",
        Side::Second => "o",
    }
}

pub(crate) fn outcome_name(outcome: Outcome) -> &'static str {
    outcome.winner().map_or("draw", side_name)
}

#[pymethods]
impl Position {
    /// The game to which it belongs.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: Arc::clone(&self.rules) }
    }

    /// The legal moves; none when the game is over.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.inner.moves()
    }

    /// Whose turn it is; `None` when the game is over.
    #[getter]
    fn side(&self) -> Option<&'static str> {
        self.inner.outcome().is_none().then(|| side_name(self.inner.side_to_move()))
    }

    /// Who won, or `"draw"`; `None` while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.inner.outcome().map(outcome_name)
    }

    /// Why the game ended.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.inner.reason()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.outcome().is_some()
    }

    /// The state of a game in Python; `None` for other games.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.inner.as_any().downcast_ref::<Foreign>().map(|position| position.state(py))
    }

    /// The canonical text; `Game.position` reads it.
    #[getter]
    fn text(&self) -> String {
        self.inner.text()
    }

    /// The hash of the position, the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The number of moves since it was started or read.
    #[getter]
    fn ply(&self) -> usize {
        self.inner.ply()
    }

    /// The moves since it was started or read.
    #[getter]
    fn played(&self) -> Vec<String> {
        self.inner.played().to_vec()
    }

    /// The board in several lines.
    #[getter]
    fn board(&self) -> PyResult<String> {
        short(|| Ok(plain(&board_text(&self.inner.picture(), &[]))))
    }

    /// The position after some moves, in any spelling of the command line.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let words = moves.iter().map(|m| text("move", &m)).collect::<PyResult<Vec<_>>>()?;
        let mut after = self.inner.boxed_clone();
        short(|| match &words[..] {
            // One move in any spelling, with the sentence for one move.
            [one] if after.play(one).is_ok() => Ok(()),
            words => after.play_all(&words.join(" ")).map_err(bad_input),
        })?;
        Ok(Position::new(after, Arc::clone(&self.rules), self.begin.clone()))
    }

    /// A position this many random moves later, from which a new game begins.
    #[pyo3(signature = (plies, seed=None))]
    fn random(&self, plies: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        let plies = whole("plies", plies, 0..=1000)? as u32;
        let seed = seed.map_or(Ok(1), |seed| whole("seed", seed, 0..=u64::MAX))?;
        short(|| {
            let text = self.inner.at_random(plies, seed).text();
            let position = read(&self.rules.spec, &text).map_err(bad_input)?;
            Ok(Position::new(position, Arc::clone(&self.rules), Some(text)))
        })
    }

    /// The board as an array: 1 for `x`, −1 for `o`, 0 for empty, rows from the top.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = &self.rules.layout;
        let view = short(|| Ok(self.inner.view()))?;
        let bytes = PyByteArray::new_with(py, layout.len(), |bytes| {
            layout.fill(self.inner.side_to_move(), &view, bytes);
            Ok(())
        })?;
        array(py, (layout.rows, layout.columns), "int8", bytes)
    }

    /// A picture of the board.
    #[pyo3(signature = (*, legal=false, flip=false, caption=None))]
    fn svg(&self, legal: bool, flip: bool, caption: Option<String>) -> PyResult<String> {
        short(|| {
            let targets = if legal { target_cells(&*self.inner).map_err(bad_input)? } else { Vec::new() };
            let drawing = BoardPicture { targets, flipped: flip, caption, ..board_drawing(&*self.inner) };
            Ok(drawing.scene().map_err(bad_input)?.svg())
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(false, false, None)
    }

    /// The position with everything that a board shows, as JSON.
    fn _json(&self) -> PyResult<String> {
        json(&PositionView::new(&*self.inner, self.begin.clone()))
    }

    fn __repr__(&self) -> PyResult<String> {
        let state = match (self.inner.outcome(), self.inner.reason()) {
            (Some(Outcome::Win(side)), reason) => format!("{} has won: {}", side.letter(), reason.unwrap_or("")),
            (Some(Outcome::Draw), reason) => format!("draw: {}", reason.unwrap_or("")),
            (None, _) => format!("{} to move", self.inner.side_to_move().letter()),
        };
        Ok(format!("{}\n{}, {state}", self.board()?, self.rules.spec))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            let other = other.get();
            self.inner.key() == other.inner.key()
                && self.rules.spec == other.rules.spec
                && self.inner.text() == other.inner.text()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.inner.key(), &self.rules.spec).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (own, restored) = (slf.get(), slf.get_type().getattr("_restored")?);
        (restored, (own.rules.spec.clone(), own.begin.clone(), own.inner.played().to_vec())).into_pyobject(slf.py())
    }

    /// A position that was pickled.
    #[staticmethod]
    fn _restored(
        spec: &Bound<'_, PyAny>,
        begin: Option<&Bound<'_, PyAny>>,
        played: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        let game = Game::new(spec)?;
        let position = begin.map_or_else(|| Ok(game.start()), |text| game.position(text))?;
        position.play(&PyTuple::new(spec.py(), played)?)
    }
}

/// Text without colours.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
