//! Games whose rules are Python: a class with five methods becomes a game like all others.
//!
//! A position is a node: the state that Python gave, and what Python said of it, which is asked only once. Nodes know
//! their children, so a search that comes back to a position, in the next iteration or on another thread, does not ask
//! Python again. What fails in Python ends the call in progress ([`crate::call::fail`]); until the search has noticed,
//! the position counts as a draw.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use plyscope_core::{BadInput, Outcome, Rng, Side};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::call::fail;

/// Positions of one game that keep their children; beyond that, Python is asked again.
const MAX_KEPT: usize = 2_000_000;

/// The most moves of a position: searches count them in 16 bits.
const MAX_MOVES: usize = 10_000;

/// The rules of a game: an object of Python.
pub(crate) struct PyRules {
    pub(crate) name: String,
    object: Py<PyAny>,
    /// The moves that were named so far, by number: their text and the object that Python knows.
    moves: RwLock<Moves>,
    kept: AtomicUsize,
}

#[derive(Default)]
struct Moves {
    known: Vec<(String, Py<PyAny>)>,
    numbers: BTreeMap<String, u32>,
}

static GAMES: Mutex<BTreeMap<String, Arc<PyRules>>> = Mutex::new(BTreeMap::new());

impl PyRules {
    /// Makes the rules available under this name, instead of other ones.
    pub(crate) fn register(name: &str, object: Py<PyAny>) -> Result<(), BadInput> {
        plyscope_registry::check_name(name)?;
        let (moves, kept) = (RwLock::default(), AtomicUsize::new(0));
        let rules = Arc::new(PyRules { name: name.to_owned(), object, moves, kept });
        GAMES.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), rules);
        Ok(())
    }

    fn named(name: &str) -> Result<Arc<PyRules>, BadInput> {
        let games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = || games.keys().map(String::as_str).collect::<Vec<_>>();
        games.get(name).cloned().ok_or_else(|| BadInput::unknown("game from outside", name, known()))
    }

    /// The text of a move.
    pub(crate) fn move_text(&self, m: u32) -> String {
        let moves = self.moves.read().unwrap_or_else(PoisonError::into_inner);
        moves.known.get(m as usize).map_or_else(|| "?".to_owned(), |(text, _)| text.clone())
    }

    /// The number of a move, by its text.
    fn number(&self, text: &str, object: &Bound<'_, PyAny>) -> u32 {
        if let Some(&number) = self.moves.read().unwrap_or_else(PoisonError::into_inner).numbers.get(text) {
            return number;
        }
        let mut moves = self.moves.write().unwrap_or_else(PoisonError::into_inner);
        let next = moves.known.len() as u32;
        let number = *moves.numbers.entry(text.to_owned()).or_insert(next);
        if number == next {
            moves.known.push((text.to_owned(), object.clone().unbind()));
        }
        number
    }

    fn start(self: &Arc<Self>) -> Node {
        Python::attach(|py| match self.object.call_method0(py, "start") {
            Ok(state) => self.node(py, state, Side::First, Vec::new()),
            Err(error) => self.failed(py, error, Side::First),
        })
    }

    /// The node after a move of a node.
    fn after(self: &Arc<Self>, node: &Node, m: u32) -> Node {
        let side = !node.side;
        Python::attach(|py| {
            let object = {
                let moves = self.moves.read().unwrap_or_else(PoisonError::into_inner);
                moves.known.get(m as usize).map(|(_, object)| object.clone_ref(py))
            };
            let path = [&node.path[..], &[m]].concat();
            match self.object.call_method1(py, "play", (&node.state, object)) {
                Ok(state) => self.node(py, state, side, path),
                Err(error) => self.failed(py, error, side),
            }
        })
    }

    fn node(&self, py: Python<'_>, state: Py<PyAny>, side: Side, path: Vec<u32>) -> Node {
        match self.asked(py, &state, side) {
            Ok((key, outcome, moves)) => {
                let children = moves.iter().map(|_| OnceLock::new()).collect();
                Node { state, key, side, path, outcome, moves, children }
            }
            Err(error) => self.failed(py, error, side),
        }
    }

    /// What Python says of a state: its hash, how the game ended, or else the moves.
    fn asked(&self, py: Python<'_>, state: &Py<PyAny>, side: Side) -> PyResult<(u64, Option<Outcome>, Box<[u32]>)> {
        let hash = state.bind(py).hash()? as u64;
        let key = Rng::part(hash, side.index() as u64).next_u64();
        let said = self.object.call_method1(py, "outcome", (state,))?;
        if let Some(outcome) = outcome(said.bind(py), !side)? {
            return Ok((key, Some(outcome), Box::default()));
        }
        let listed = self.object.call_method1(py, "moves", (state,))?;
        let mut moves = Vec::new();
        for m in listed.bind(py).try_iter()? {
            let m = m?;
            let text = match m.cast::<PyString>() {
                Ok(text) => text.extract::<String>()?,
                Err(_) => m.str()?.extract::<String>()?,
            };
            if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == ',' || c.is_control()) {
                let name = &self.name;
                return Err(PyValueError::new_err(format!("{name}: the move {text:?} has a space or a comma")));
            }
            moves.push(self.number(&text.to_lowercase(), &m));
        }
        let (name, n) = (&self.name, moves.len());
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let why = match n {
            0 => format!("{name}: there is no move and the game is not over; outcome must say how it ended"),
            _ if n > MAX_MOVES => format!("{name}: {n} moves are too many; at most {MAX_MOVES}"),
            _ if sorted.len() < n => format!("{name}: two moves have the same text"),
            _ => return Ok((key, None, moves.into())),
        };
        Err(PyValueError::new_err(why))
    }

    /// A position to go on with until the search has noticed that it must end.
    fn failed(&self, py: Python<'_>, error: PyErr, side: Side) -> Node {
        fail(error);
        let (moves, children) = (Box::default(), Box::default());
        Node { state: py.None(), key: 0, side, path: Vec::new(), outcome: Some(Outcome::Draw), moves, children }
    }

    /// The rows of the board from the top, with `x`, `o` and `.`.
    pub(crate) fn board(&self, state: &Py<PyAny>) -> Vec<String> {
        let rows = Python::attach(|py| {
            let board = self.object.call_method1(py, "board", (state,))?;
            let board = board.bind(py);
            let rows: Vec<String> = match board.cast::<PyString>() {
                Ok(text) => text.extract::<String>()?.lines().map(str::to_owned).collect(),
                Err(_) => board.extract()?,
            };
            let cells = rows.iter().map(|row| row.chars().filter(|c| !c.is_whitespace()).count()).sum::<usize>();
            if cells > MAX_CELLS {
                return Err(PyValueError::new_err(format!("{}: {cells} cells are more than {MAX_CELLS}", self.name)));
            }
            Ok(rows)
        });
        rows.unwrap_or_else(|error| {
            fail(error);
            Vec::new()
        })
    }
}

/// The largest board that learnt models and arrays can see.
const MAX_CELLS: usize = 384;

/// How a game ended, as Python says it; `win` is for the side that moved last.
fn outcome(said: &Bound<'_, PyAny>, last: Side) -> PyResult<Option<Outcome>> {
    if said.is_none() {
        return Ok(None);
    }
    let accepted = "outcome must be None, 'x', 'o', 'draw', 'win' or 'loss' (of the side that moved last)";
    let Ok(word) = said.extract::<String>() else {
        return Err(PyTypeError::new_err(format!("{accepted}, not {}", said.get_type().name()?)));
    };
    Ok(Some(match word.as_str() {
        "x" => Outcome::Win(Side::First),
        "o" => Outcome::Win(Side::Second),
        "draw" => Outcome::Draw,
        "win" => Outcome::Win(last),
        "loss" => Outcome::Win(!last),
        other => return Err(PyValueError::new_err(format!("{accepted}, not {other:?}"))),
    }))
}

/// A state and what is known of it.
struct Node {
    state: Py<PyAny>,
    key: u64,
    side: Side,
    /// The moves that led here.
    path: Vec<u32>,
    outcome: Option<Outcome>,
    moves: Box<[u32]>,
    children: Box<[OnceLock<Arc<Node>>]>,
}

/// A position of a game in Python.
#[derive(Clone)]
pub(crate) struct Foreign {
    node: Arc<Node>,
    pub(crate) rules: Arc<PyRules>,
}

impl Foreign {
    pub(crate) fn start(rules: &Arc<PyRules>) -> Foreign {
        Foreign { node: Arc::new(rules.start()), rules: Arc::clone(rules) }
    }

    pub(crate) fn side(&self) -> Side {
        self.node.side
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.node.outcome
    }

    pub(crate) fn moves(&self) -> impl Iterator<Item = u32> {
        self.node.moves.iter().copied()
    }

    pub(crate) fn key(&self) -> u64 {
        self.node.key
    }

    pub(crate) fn path(&self) -> &[u32] {
        &self.node.path
    }

    pub(crate) fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.node.state.bind(py).clone()
    }

    pub(crate) fn board(&self) -> Vec<String> {
        self.rules.board(&self.node.state)
    }

    pub(crate) fn play(&mut self, m: u32) {
        let place = self.node.moves.iter().position(|&known| known == m);
        let node = match place.map(|place| &self.node.children[place]) {
            Some(child) => match child.get() {
                Some(known) => Arc::clone(known),
                None => {
                    let node = Arc::new(self.rules.after(&self.node, m));
                    if self.rules.kept.fetch_add(1, Ordering::Relaxed) < MAX_KEPT {
                        // Another thread may have been faster; both asked the same.
                        let _ = child.set(Arc::clone(&node));
                    }
                    node
                }
            },
            None => Arc::new(self.rules.after(&self.node, m)),
        };
        self.node = node;
    }
}

impl Drop for Node {
    /// Long lines of children are taken apart one by one, not by a recursion.
    fn drop(&mut self) {
        let mut children: Vec<Arc<Node>> = self.children.iter_mut().filter_map(OnceLock::take).collect();
        while let Some(child) = children.pop() {
            if let Ok(mut node) = Arc::try_unwrap(child) {
                children.extend(node.children.iter_mut().filter_map(OnceLock::take));
            }
        }
    }
}

impl PartialEq for Foreign {
    fn eq(&self, other: &Self) -> bool {
        let (own, other) = (&self.node, &other.node);
        if Arc::ptr_eq(own, other) {
            return true;
        }
        own.key == other.key
            && own.side == other.side
            && Python::attach(|py| own.state.bind(py).eq(&other.state)).unwrap_or_else(|error| {
                fail(error);
                false
            })
    }
}

impl Eq for Foreign {}

impl Hash for Foreign {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.key.hash(state);
    }
}

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {:?}", self.rules.name, self.node.path)
    }
}

/// A game in Python, by its name.
#[derive(Clone)]
pub(crate) struct Named(pub(crate) Arc<PyRules>);

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Named {}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl Default for Named {
    /// No game: it has no rules, so its start is a failure.
    fn default() -> Self {
        let object = Python::attach(|py| PyList::empty(py).into_any().unbind());
        let (moves, kept) = (RwLock::default(), AtomicUsize::new(0));
        Named(Arc::new(PyRules { name: String::new(), object, moves, kept }))
    }
}

impl FromStr for Named {
    type Err = BadInput;

    fn from_str(name: &str) -> Result<Self, BadInput> {
        PyRules::named(name.trim()).map(Named)
    }
}
