//! Plots as SVG. In a page, colours come from its style sheet, so that they follow the reader's light or dark theme and
//! print well. A standalone plot has its own style.

use std::fmt::Write;

/// The size of a plot in units; the page scales it.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 44.0;

/// The height of a letter: text above this would be cut off.
const LETTER: f64 = 11.0;

/// The names of series per row above a plot.
const LEGEND_COLUMNS: usize = 3;

/// The style of a standalone plot. Colours are those of Okabe and Ito, which colour-blind people can distinguish.
pub(crate) const STYLE: &str = "text{font:11px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:13px}\
    .paper{fill:#fff}.grid{stroke:#ddd}.mark{stroke:#888;stroke-dasharray:4 3}\
    .line{fill:none;stroke-width:2}.band{stroke:none;opacity:.15}.bar{stroke-width:1.5}\
    .s0{color:#0072b2}.s1{color:#d55e00}.s2{color:#009e73}.s3{color:#cc79a7}.s4{color:#8a6d00}.s5{color:#3a9bdc}\
    .line,.bar{stroke:currentColor}.dot,.band{fill:currentColor}";

/// An axis of a plot.
#[derive(Clone, Debug)]
pub struct Axis {
    title: String,
    low: f64,
    high: f64,
    log: bool,
    ticks: Vec<f64>,
    percent: bool,
}

impl Axis {
    /// An axis for these values; logarithmic if they span more than a magnitude.
    pub fn of(title: &str, values: impl Iterator<Item = f64>) -> Axis {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let ends = values.iter().map(|&value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let (mut low, mut high) = ends.unwrap_or((0.0, 1.0));
        let log = low > 0.0 && high / low >= 20.0;
        if log {
            (low, high) = (low / 1.3, high * 1.3);
        } else {
            let margin = if high > low { 0.05 * (high - low) } else { 0.5 };
            (low, high) = (low - margin, high + margin);
        }
        let mut ticks = if log { log_ticks(low, high) } else { ticks(low, high) };
        // Whole numbers such as depths have no ticks in between.
        if values.iter().all(|value| value.fract() == 0.0) {
            ticks.retain(|tick| tick.fract() == 0.0);
        }
        Axis { title: title.to_owned(), low, high, log, ticks, percent: false }
    }

    /// The axis of a share, from 0 to 100 %.
    pub fn share(title: &str) -> Axis {
        let ticks = vec![0.0, 0.25, 0.5, 0.75, 1.0];
        Axis { title: title.to_owned(), low: 0.0, high: 1.0, log: false, ticks, percent: true }
    }

    /// The position of a value from 0 to 1, clamped.
    fn place(&self, value: f64) -> f64 {
        let place = if self.log {
            (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        place.clamp(0.0, 1.0)
    }

    fn label(&self, tick: f64) -> String {
        if self.percent { format!("{:.0} %", 100.0 * tick) } else { short(tick) }
    }
}

/// A number as a short label.
pub fn short(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if size >= 1e6 => return format!("{} M", short(value / 1e6)),
        _ if size >= 1e4 => return format!("{} k", short(value / 1e3)),
        _ if size >= 100.0 || size == size.round() => format!("{value:.0}"),
        _ if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

/// Round numbers between two ends, about five of them.
pub(crate) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let raw = (high - low) / 5.0;
    let power = 10_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| *step >= raw * 0.999).unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// Powers of ten between two ends, with twos and fives in between where there is room.
fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let decades = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let factors: &[f64] = if (high / low).log10() < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let all = decades.flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)));
    all.filter(|tick| (low..=high).contains(tick)).collect()
}

/// Text that is safe between and within tags.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Not allowed in XML.
            c if c.is_control() && c != '\n' && c != '\t' => safe.push('\u{FFFD}'),
            c => safe.push(c),
        }
    }
    safe
}

/// A dot with its interval on a line as wide as its table cell, with a mark at a reference value.
pub fn strip(axis: &Axis, mark: f64, value: f64, interval: (f64, f64)) -> String {
    let at = |value: f64| format!("{:.2}%", 2.0 + 96.0 * axis.place(value));
    format!(
        "<svg class=\"strip\" width=\"100%\" height=\"18\" aria-hidden=\"true\">\
         <line class=\"mark\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"18\"/>\
         <line class=\"bar\" x1=\"{1}\" x2=\"{2}\" y1=\"9\" y2=\"9\"/>\
         <circle class=\"dot\" cx=\"{3}\" cy=\"9\" r=\"4.5\"/></svg>",
        at(mark),
        at(interval.0),
        at(interval.1),
        at(value)
    )
}

/// The numbers above a column of strips.
pub fn strip_scale(axis: &Axis) -> String {
    // Three are enough, and fit on a phone.
    let n = axis.ticks.len();
    let shown = if n <= 3 { axis.ticks.clone() } else { vec![axis.ticks[0], axis.ticks[n / 2], axis.ticks[n - 1]] };
    let mut svg = "<svg class=\"strip\" width=\"100%\" height=\"16\" aria-hidden=\"true\">".to_owned();
    for tick in shown {
        let place = axis.place(tick);
        let anchor = if place < 0.15 {
            "start"
        } else if place > 0.85 {
            "end"
        } else {
            "middle"
        };
        let _ = write!(
            svg,
            "<text x=\"{:.2}%\" y=\"12\" text-anchor=\"{anchor}\">{}</text>",
            2.0 + 96.0 * place,
            axis.label(tick)
        );
    }
    svg + "</svg>"
}

/// A point of a plot.
#[derive(Clone, Debug)]
pub struct Point {
    /// The horizontal value.
    pub x: f64,
    /// The vertical value.
    pub y: f64,
    /// The vertical interval; an empty one (low = high) is not drawn.
    pub interval: (f64, f64),
    /// The text next to it; may be empty.
    pub label: String,
    /// The tooltip.
    pub title: String,
}

/// A plot of points: series are lines with bands, single points have error bars.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// The axis along the bottom.
    pub x: Axis,
    /// The axis at the left.
    pub y: Axis,
    /// A value of `y` that is marked by a dashed line.
    pub mark: Option<f64>,
    /// The series; single points are one series without a line.
    pub series: Vec<Vec<Point>>,
    /// Whether points of a series are joined.
    pub joined: bool,
}

impl Plot {
    fn x(&self, value: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * self.x.place(value)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * self.y.place(value)
    }

    /// The plot as an SVG element.
    pub fn svg(&self) -> String {
        let title = escape(&self.title);
        let mut svg = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\
             <title>{title}</title>"
        );
        self.axes(&mut svg);
        for (index, series) in self.series.iter().enumerate() {
            // There are six colours, each with its own line style.
            let _ = write!(svg, "<g class=\"s{}\">", index % 6);
            if self.joined {
                self.line(&mut svg, series);
            }
            series.iter().for_each(|point| self.point(&mut svg, point));
            svg.push_str("</g>");
        }
        svg + "</svg>"
    }

    /// The same plot with these labels for the points of its first series.
    #[must_use]
    pub fn labelled(&self, labels: &[String]) -> Plot {
        let mut plot = self.clone();
        let points = plot.series.iter_mut().take(1).flatten();
        points.zip(labels).for_each(|(point, label)| point.label.clone_from(label));
        plot
    }

    /// The plot as a standalone file, with the names of its series above it.
    pub fn standalone(&self, names: &[String]) -> String {
        let rows = names.len().div_ceil(LEGEND_COLUMNS);
        let above = 24.0 + 16.0 * rows as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" width=\"{}\">\
             <style>{STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>",
            HEIGHT + above,
            1.5 * WIDTH
        );
        let _ = write!(
            svg,
            "<text class=\"title\" x=\"{:.1}\" y=\"17\" text-anchor=\"middle\">{}</text>",
            WIDTH / 2.0,
            escape(&self.title)
        );
        for (index, name) in names.iter().enumerate() {
            let x = LEFT + (WIDTH - LEFT - RIGHT) / LEGEND_COLUMNS as f64 * (index % LEGEND_COLUMNS) as f64;
            let y = 34.0 + 16.0 * (index / LEGEND_COLUMNS) as f64;
            let _ = write!(
                svg,
                "<g class=\"s{}\"><circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/></g>\
                 <text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                index % 6,
                x + 6.0,
                y - 4.0,
                x + 16.0,
                escape(name)
            );
        }
        let _ = writeln!(svg, "<svg y=\"{above:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">{}</svg></svg>", self.svg());
        svg
    }

    fn axes(&self, svg: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for &tick in &self.x.ticks {
            let (x, label) = (self.x(tick), self.x.label(tick));
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                bottom + 16.0
            );
        }
        for &tick in &self.y.ticks {
            let (y, label) = (self.y(tick), self.y.label(tick));
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        if let Some(mark) = self.mark {
            let y = self.y(mark);
            let _ = write!(svg, "<line class=\"mark\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
        }
        let (x, y) = ((LEFT + right) / 2.0, (TOP + bottom) / 2.0);
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(12 {y}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 8.0,
            escape(&self.x.title),
            escape(&self.y.title)
        );
    }

    fn line(&self, svg: &mut String, series: &[Point]) {
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
            let places: Vec<String> = points.map(|(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y))).collect();
            places.join(" ")
        };
        let upper = series.iter().map(|point| (point.x, point.interval.1));
        let lower = series.iter().rev().map(|point| (point.x, point.interval.0));
        let band = path(&mut upper.chain(lower));
        let line = path(&mut series.iter().map(|point| (point.x, point.y)));
        let _ = write!(svg, "<polygon class=\"band\" points=\"{band}\"/><polyline class=\"line\" points=\"{line}\"/>");
    }

    fn point(&self, svg: &mut String, point: &Point) {
        let (x, y) = (self.x(point.x), self.y(point.y));
        let (low, high) = (self.y(point.interval.0), self.y(point.interval.1));
        let _ = write!(svg, "<g><title>{}</title>", escape(&point.title));
        if !self.joined {
            let _ = write!(svg, "<line class=\"bar\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\"/>");
        }
        let _ = write!(svg, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
        if !point.label.is_empty() {
            let _ = write!(
                svg,
                "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 7.0,
                (y - 5.0).max(LETTER),
                escape(&point.label)
            );
        }
        svg.push_str("</g>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_ends() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-130.0, 95.0), [-100.0, -50.0, 0.0, 50.0]);
        assert_eq!(log_ticks(3.0, 60.0), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!(log_ticks(0.7, 200_000.0), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
    }

    #[test]
    fn whole_numbers_have_whole_ticks() {
        assert_eq!(Axis::of("depth", [1.0, 2.0, 3.0].into_iter()).ticks, [1.0, 2.0, 3.0]);
        assert_eq!(Axis::of("c", [0.0, 0.5, 2.0].into_iter()).ticks, [0.0, 0.5, 1.0, 1.5, 2.0]);
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 12.0, -3.5, 0.125, 123.4, 12_345.0, 2_500_000.0].map(short);
        assert_eq!(shown, ["0", "12", "−3.5", "0.125", "123", "12.35 k", "2.5 M"]);
    }

    /// A standalone file has the title and every name, and is well-formed.
    #[test]
    fn a_standalone_file_is_complete() {
        let axis = Axis::of("x", [0.0, 1.0].into_iter());
        let point = Point { x: 0.5, y: 0.5, interval: (0.4, 0.6), label: String::new(), title: String::new() };
        let series = vec![vec![point.clone()], vec![point]];
        let plot = Plot { title: "a < b".into(), x: axis.clone(), y: axis, mark: None, series, joined: false };
        let svg = plot.standalone(&["one & two".into(), "three".into()]);
        assert!(svg.starts_with("<svg xmlns=") && svg.contains("a &lt; b") && svg.contains("one &amp; two"));
        assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    }

    #[test]
    fn the_label_of_the_highest_point_is_within_the_plot() {
        let point = Point { x: 0.5, y: 1.0, interval: (1.0, 1.0), label: "all".into(), title: String::new() };
        let (x, y) = (Axis::share("x"), Axis::share("y"));
        let plot = Plot { title: "t".into(), x, y, mark: None, series: vec![vec![point]], joined: false };
        let svg = plot.svg();
        let (_, after) = svg.split_once("class=\"name\"").expect("the point has a label");
        let y = after.split('"').nth(3).and_then(|y| y.parse::<f64>().ok());
        assert!(y.is_some_and(|y| y >= LETTER), "{svg}");
    }

    /// One value, no values and infinite values still give a valid plot.
    #[test]
    fn odd_values_do_no_harm() {
        for values in [vec![], vec![3.0], vec![f64::INFINITY, f64::NAN, 1.0]] {
            let axis = Axis::of("<x>", values.iter().copied());
            let interval = (f64::NEG_INFINITY, f64::INFINITY);
            let point = Point { x: 1.0, y: 2.0, interval, label: "<a>".into(), title: "\"b\"".into() };
            let series = vec![vec![point.clone(), point]];
            let plot =
                Plot { title: "t".into(), x: axis.clone(), y: axis.clone(), mark: Some(0.0), series, joined: true };
            let svg = plot.svg() + &strip(&axis, 0.0, 1.0, interval) + &strip_scale(&axis);
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<a>"), "{svg}");
        }
    }
}
