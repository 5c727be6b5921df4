//! Arguments from Python: checked as the command line checks them, with errors that name the argument.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use plyscope_arena::read_heuristic as read_heuristic_file;
use plyscope_registry::{HeuristicSpec, Jobs, Player, read_size, read_time};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use crate::call::bad_input;

/// A whole number within a range.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    if !value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
        return Err(wrong_type(name, "a whole number", value));
    }
    let number = value.extract::<u64>().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| refused(name, value, format!("not in {}..={}", range.start(), range.end())))
}

/// A text.
pub(crate) fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "a str", value))?;
    // Text with lone surrogates is not Unicode, and nothing that we read is written so.
    text.extract().map_err(|_| refused(name, value, "not text in Unicode"))
}

/// A time such as `"1s"`, or a number of seconds.
pub(crate) fn time(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if value.is_instance_of::<PyString>() {
        return read_time(&text(name, value)?).map_err(|error| PyValueError::new_err(format!("{name}: {error}")));
    }
    if value.is_instance_of::<PyBool>() || !(value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>()) {
        return Err(wrong_type(name, "a str such as '1s' or a number of seconds", value));
    }
    let seconds = value.extract::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| refused(name, value, "not a number of seconds"))
}

/// A size in memory such as `"64MB"`.
pub(crate) fn size(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let text = text(name, value)?;
    read_size(&text).ok_or_else(|| refused(name, value, "not a size from 1KB to 64GB such as 64MB"))
}

/// A number of threads; all cores if none is given.
pub(crate) fn jobs(value: Option<&Bound<'_, PyAny>>) -> PyResult<Jobs> {
    let Some(value) = value else { return Ok(Jobs::all_cores()) };
    let n = whole("jobs", value, 1..=1024)? as usize;
    Ok(Jobs(n.try_into().map_err(|_| refused("jobs", value, "not a number of threads"))?))
}

/// A player as text, with the file of its heuristic.
pub(crate) fn player(value: &Bound<'_, PyAny>) -> PyResult<Player> {
    let mut player: Player = text("player", value)?.parse().map_err(bad_input)?;
    player.load(&|path| read_heuristic_file(Path::new(path))).map_err(bad_input)?;
    Ok(player)
}

/// A heuristic as text, with its file.
pub(crate) fn heuristic(value: &Bound<'_, PyAny>) -> PyResult<HeuristicSpec> {
    let mut spec: HeuristicSpec = text("heuristic", value)?.parse().map_err(bad_input)?;
    spec.load(&|path| read_heuristic_file(Path::new(path))).map_err(bad_input)?;
    Ok(spec)
}

fn wrong_type(name: &str, wanted: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let given = value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{name} must be {wanted}, not {given}"))
}

fn refused(name: &str, value: &Bound<'_, PyAny>, why: impl Display) -> PyErr {
    let mut shown = value.repr().map_or_else(|_| "the value".to_owned(), |shown| shown.to_string_lossy().into_owned());
    if shown.chars().count() > 60 {
        shown = shown.chars().take(60).chain(['…']).collect();
    }
    PyValueError::new_err(format!("{name}: {shown} is {why}"))
}
