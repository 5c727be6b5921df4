//! The result of a study: tables of published and our figures, pictures, and a verdict in words.

use std::fmt;

use plyscope_plot::{Bars, Plot};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// A reproduced study.
#[derive(Clone, Debug, Serialize)]
pub struct Reproduction {
    /// The name of the study.
    pub study: &'static str,
    /// Its tables.
    pub tables: Vec<StudyTable>,
    /// What holds and what does not, in a few sentences.
    pub verdict: String,
    /// Plots of the results.
    #[serde(skip)]
    pub pictures: Vec<StudyPicture>,
}

/// A published table, or one of ours that explains a published one.
#[derive(Clone, Debug, Serialize)]
pub struct StudyTable {
    /// A short name such as `fig-20`.
    pub id: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it, what was computed, and what explains the differences; a sentence each.
    pub notes: Vec<String>,
    /// Its cells, row by row.
    pub cells: Vec<StudyCell>,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub struct StudyCell {
    /// The name of its row.
    pub row: String,
    /// The name of its column.
    pub column: String,
    /// The published figure; `None` in our own tables.
    pub published: Option<Figure>,
    /// Our figure.
    pub ours: Figure,
    /// The interval of our figure, if it was sampled.
    pub interval: Option<(f64, f64)>,
    /// How the two compare.
    pub verdict: CellVerdict,
    /// What explains a difference, or another remark.
    pub why: Option<String>,
}

impl StudyCell {
    /// A cell with a figure that the paper does not give.
    pub fn new(row: impl Into<String>, column: impl Into<String>, ours: impl Into<Figure>) -> StudyCell {
        let (row, column, ours) = (row.into(), column.into(), ours.into());
        StudyCell { row, column, published: None, ours, interval: None, verdict: CellVerdict::NotPublished, why: None }
    }

    /// The same cell next to a published figure that must match exactly.
    #[must_use]
    pub fn exactly(self, published: impl Into<Figure>) -> StudyCell {
        let published = published.into();
        let verdict = if published == self.ours { CellVerdict::Equal } else { CellVerdict::Differs };
        StudyCell { published: Some(published), verdict, ..self }
    }

    /// The same cell next to a published figure that was sampled, as ours may be.
    #[must_use]
    pub fn within_noise(self, published: impl Into<Figure>, is_within: bool) -> StudyCell {
        let published = published.into();
        let verdict = match () {
            () if published == self.ours => CellVerdict::Equal,
            () if is_within => CellVerdict::WithinNoise,
            () => CellVerdict::Differs,
        };
        StudyCell { published: Some(published), verdict, ..self }
    }

    /// The same cell with a published time, which was measured on another machine and is not compared.
    #[must_use]
    pub fn elsewhere(self, published: impl Into<Figure>) -> StudyCell {
        StudyCell { published: Some(published.into()), verdict: CellVerdict::OtherMachine, ..self }
    }

    /// The same cell with the interval of its figure.
    #[must_use]
    pub fn between(self, interval: (f64, f64)) -> StudyCell {
        StudyCell { interval: Some(interval), ..self }
    }

    /// How far the true figure may be from ours, to two digits: the wider half of the interval.
    pub fn margin(&self) -> Option<String> {
        let ours = match self.ours {
            Figure::Count(count) => count as f64,
            Figure::Number(number) => number,
            Figure::Text(_) => return None,
        };
        let (low, high) = self.interval?;
        let margin = (ours - low).max(high - ours);
        let decimals = if margin > 0.0 { (1.0 - margin.log10().floor()).clamp(0.0, 6.0) } else { 0.0 };
        Some(format!("{margin:.*}", decimals as usize))
    }

    /// The same cell with a remark.
    #[must_use]
    pub fn because(self, why: impl Into<String>) -> StudyCell {
        StudyCell { why: Some(why.into()), ..self }
    }
}

impl Serialize for StudyCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cell = serializer.serialize_struct("StudyCell", 8)?;
        cell.serialize_field("row", &self.row)?;
        cell.serialize_field("column", &self.column)?;
        cell.serialize_field("published", &self.published)?;
        cell.serialize_field("ours", &self.ours)?;
        cell.serialize_field("interval", &self.interval)?;
        cell.serialize_field("agrees", &self.verdict.agrees())?;
        cell.serialize_field("verdict", self.verdict.name())?;
        cell.serialize_field("why", &self.why)?;
        cell.end()
    }
}

/// A figure of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number of things.
    Count(u64),
    /// Any other number.
    Number(f64),
    /// Words.
    Text(String),
}

impl From<u64> for Figure {
    fn from(count: u64) -> Self {
        Figure::Count(count)
    }
}

impl From<f64> for Figure {
    fn from(number: f64) -> Self {
        Figure::Number(number)
    }
}

impl From<&str> for Figure {
    fn from(text: &str) -> Self {
        Figure::Text(text.to_owned())
    }
}

impl From<String> for Figure {
    fn from(text: String) -> Self {
        Figure::Text(text)
    }
}

impl fmt::Display for Figure {
    /// Numbers get four significant digits at most, but never fewer than their whole digits; small ones get two.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Count(count) => count.fmt(f),
            Figure::Text(text) => f.write_str(text),
            Figure::Number(number) if *number == number.trunc() && number.abs() < 1e15 => write!(f, "{number}"),
            Figure::Number(number) if number.abs() < 0.01 => {
                let zeros = -number.abs().log10().floor() as usize;
                write!(f, "{number:.*}", (zeros + 1).min(7))
            }
            Figure::Number(number) => {
                let whole_digits = number.abs().max(1.0).log10().floor() as usize + 1;
                write!(f, "{number:.*}", 4_usize.saturating_sub(whole_digits))
            }
        }
    }
}

/// How a figure of ours compares with a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellVerdict {
    /// The same number.
    Equal,
    /// As close as chance allows.
    WithinNoise,
    /// A difference that needs an explanation.
    Differs,
    /// Times of two machines, shown side by side and not compared.
    OtherMachine,
    /// Nothing to compare with.
    NotPublished,
}

impl CellVerdict {
    /// A word for people and programs.
    pub const fn name(self) -> &'static str {
        match self {
            CellVerdict::Equal => "equal",
            CellVerdict::WithinNoise => "within noise",
            CellVerdict::Differs => "differs",
            CellVerdict::OtherMachine => "other machine",
            CellVerdict::NotPublished => "not published",
        }
    }

    /// Whether the two agree, if there are two.
    pub const fn agrees(self) -> Option<bool> {
        match self {
            CellVerdict::Equal | CellVerdict::WithinNoise => Some(true),
            CellVerdict::Differs => Some(false),
            CellVerdict::OtherMachine | CellVerdict::NotPublished => None,
        }
    }
}

/// A picture for the documentation.
#[derive(Clone, Debug)]
pub struct StudyPicture {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// What is drawn.
    pub drawing: Drawing,
}

/// A plot with the names of its series, or a bar chart.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// Points and lines.
    Plot(Plot, Vec<String>),
    /// Bars.
    Bars(Bars),
}

impl StudyPicture {
    /// A picture of points and lines.
    pub(crate) fn plot(name: &'static str, plot: Plot, names: Vec<String>) -> StudyPicture {
        StudyPicture { name, drawing: Drawing::Plot(plot, names) }
    }

    /// The picture as a file.
    pub fn svg(&self) -> String {
        match &self.drawing {
            Drawing::Plot(plot, names) => plot.standalone(names),
            Drawing::Bars(bars) => bars.standalone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_judged() {
        let cell = |ours: u64| StudyCell::new("a", "b", ours);
        assert_eq!(cell(3).verdict.agrees(), None);
        assert_eq!(cell(3).exactly(3).verdict, CellVerdict::Equal);
        assert_eq!(cell(3).exactly(4).verdict, CellVerdict::Differs);
        assert_eq!(cell(3).within_noise(4, true).verdict, CellVerdict::WithinNoise);
        assert_eq!(cell(3).within_noise(4, false).verdict, CellVerdict::Differs);
        assert_eq!(
            (cell(3).elsewhere(3).verdict, cell(3).elsewhere(9).verdict.agrees()),
            (CellVerdict::OtherMachine, None)
        );
        let json = serde_json::to_value(cell(3).within_noise(4, true).between((2.5, 4.5))).unwrap();
        assert_eq!(json["published"], 4);
        assert_eq!(json["ours"], 3);
        assert_eq!(json["agrees"], true);
        assert_eq!(json["interval"][1], 4.5);
    }

    #[test]
    fn margins_are_the_wider_half() {
        let margin = |interval| StudyCell::new("a", "b", 0.5).between(interval).margin();
        assert_eq!(margin((0.404, 0.58)).as_deref(), Some("0.096"));
        assert_eq!(margin((-5.7, 6.8)).as_deref(), Some("6.3"));
        assert_eq!(margin((0.5, 0.5)).as_deref(), Some("0"));
        assert_eq!(StudyCell::new("a", "b", 3).margin(), None);
    }

    #[test]
    fn figures_have_the_digits_that_help() {
        let shown = [0.0, 0.12345, 3.25159, 31.4159, 314.159, 31415.9, -2.5].map(|n| Figure::Number(n).to_string());
        assert_eq!(shown, ["0", "0.123", "3.252", "31.42", "314.2", "31416", "-2.500"]);
        let small = [0.00123, 0.0000456, 1e-12].map(|n| Figure::Number(n).to_string());
        assert_eq!(small, ["0.0012", "0.000046", "0.0000000"]);
    }
}
