//! Values with intervals, one below the other: a dot and a line for each name, beside a mark at zero.

use std::fmt::Write;

use crate::plot::{STYLE, escape, short, ticks};

const WIDTH: f64 = 560.0;
const ROW: f64 = 20.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;
/// Space for the names, and for ends that are beyond the scale.
const LEFT: f64 = 190.0;
const RIGHT: f64 = 20.0;

/// Values with intervals.
#[derive(Clone, Debug)]
pub struct Ranges {
    /// What it shows.
    pub title: String,
    /// What is measured.
    pub axis: String,
    /// The rows, from the top.
    pub rows: Vec<Range>,
}

/// A value with its interval.
#[derive(Clone, Debug)]
pub struct Range {
    /// What it belongs to.
    pub name: String,
    /// The value; `None` where it is infinite.
    pub value: Option<f64>,
    /// The ends of the interval; `None` for infinity.
    pub interval: (Option<f64>, Option<f64>),
    /// The number of its colour.
    pub series: usize,
}

impl Ranges {
    /// The chart as a standalone file.
    pub fn standalone(&self) -> String {
        let known = |row: &Range| [row.value, row.interval.0, row.interval.1, Some(0.0)].into_iter().flatten();
        let (low, high) = self
            .rows
            .iter()
            .flat_map(known)
            .fold((-1.0_f64, 1.0_f64), |(low, high), end| (low.min(end), high.max(end)));
        let margin = 0.05 * (high - low);
        let (low, high) = (low - margin, high + margin);
        let x = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low);
        let floor = TOP + ROW * self.rows.len() as f64;
        let height = floor + BOTTOM;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{}\" role=\"img\">\
             <title>{1}</title><style>{STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>\
             <text class=\"title\" x=\"{2:.1}\" y=\"17\" text-anchor=\"middle\">{1}</text>",
            1.5 * WIDTH,
            escape(&self.title),
            WIDTH / 2.0
        );
        for tick in ticks(low, high) {
            let (class, x) = (if tick == 0.0 { "mark" } else { "grid" }, x(tick));
            let _ = write!(
                svg,
                "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{floor:.1}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                TOP - 4.0,
                floor + 15.0,
                short(tick)
            );
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * (index as f64 + 0.5);
            let [from, to] = [(row.interval.0, low), (row.interval.1, high)].map(|(end, edge)| x(end.unwrap_or(edge)));
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
                 <g class=\"s{}\"><line class=\"bar\" x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\"/>",
                LEFT - 8.0,
                y + 4.0,
                escape(&row.name),
                row.series % 6
            );
            if let Some(value) = row.value {
                let _ = write!(svg, "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>", x(value));
            }
            svg.push_str("</g>");
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            f64::midpoint(LEFT, WIDTH - RIGHT),
            floor + 34.0,
            escape(&self.axis)
        );
        svg + "</svg>\n"
    }
}
