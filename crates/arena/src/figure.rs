//! Figures of the HTML pages: a plot with the words around it. `figure.html` lays them out.

use serde::Serialize;

/// The macro `figure(item)`, to be put before the template of a page.
macro_rules! with_figures {
    ($template:literal) => {
        concat!(include_str!("../figure.html"), "\n", include_str!($template))
    };
}
pub(crate) use with_figures;

/// A plot with the words around it.
#[derive(Serialize)]
pub(crate) struct Figure {
    pub(crate) heading: String,
    pub(crate) svg: String,
    pub(crate) caption: String,
    /// What the colours or numbers of the plot stand for.
    pub(crate) legend: Vec<String>,
    /// Whether they are numbers.
    pub(crate) is_numbered: bool,
}
