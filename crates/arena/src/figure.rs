//! What the HTML pages share: their rendering, and figures with heading, caption and legend (`figure.html`).

use minijinja::Environment;
use minijinja::value::Serde;
use plyscope_core::BadInput;
use plyscope_files::printable_lines;
use serde::Serialize;

/// More lines than this cannot be distinguished in a plot.
pub(crate) const MAX_LINES: usize = 6;

/// Puts the template macro `figure(item)` before the template of a page.
macro_rules! with_figures {
    ($template:literal) => {
        concat!(include_str!("../figure.html"), "\n", include_str!($template))
    };
}
pub(crate) use with_figures;

/// A plot with heading, caption and legend.
#[derive(Serialize)]
pub(crate) struct Figure {
    pub(crate) heading: String,
    pub(crate) svg: String,
    /// The plot as a file of its own.
    #[serde(skip)]
    pub(crate) standalone: String,
    pub(crate) caption: String,
    /// The meaning of the colours or numbers of the plot.
    pub(crate) legend: Vec<String>,
    /// Whether the legend explains numbers.
    pub(crate) is_numbered: bool,
}

/// Fills a template.
///
/// # Errors
/// If the template and the page do not fit together, which would be a bug.
pub(crate) fn render(template: &str, page: &impl Serialize) -> Result<String, BadInput> {
    // The name makes the engine escape all text. Values marked as safe in the template are already escaped.
    const NAME: &str = "page.html";
    let mut environment = Environment::new();
    let added = environment.add_template(NAME, template);
    let rendered =
        added.and_then(|()| environment.get_template(NAME)).and_then(|template| template.render(Serde(page)));
    // HTML has no way to write most control characters, not even escaped.
    let rendered = rendered.map(|page| printable_lines(&page).into_owned());
    rendered.map_err(|error| BadInput::new(format!("the report cannot be written: {error}")))
}
