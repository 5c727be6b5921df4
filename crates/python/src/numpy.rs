//! Arrays of NumPy over memory of ours. Only its constructor is called, so NumPy is not needed to build the package.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyByteArray;

/// The class `numpy.ndarray`.
static NDARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// An array of this shape over these bytes.
pub(crate) fn array<'py>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
    kind: &str,
    bytes: Bound<'py, PyByteArray>,
) -> PyResult<Bound<'py, PyAny>> {
    let ndarray = NDARRAY.get_or_try_init(py, || Ok::<_, PyErr>(py.import("numpy")?.getattr("ndarray")?.unbind()))?;
    ndarray.bind(py).call1((shape, kind, bytes))
}
