//! Bar charts, as papers draw them: one bar for each name, in panels side by side so that two scales can stand next to
//! each other.

use std::fmt::Write;

use crate::plot::{STYLE, escape, short, ticks};

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 260.0;
const TOP: f64 = 52.0;
const BOTTOM: f64 = 48.0;
/// Space for the numbers next to a panel.
const SIDE: f64 = 46.0;

/// A bar chart.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// The panels, from left to right.
    pub panels: Vec<Panel>,
}

/// One set of bars with its own scale, which begins at zero.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What the bars measure.
    pub title: String,
    /// A name and a height each.
    pub bars: Vec<(String, f64)>,
}

impl Bars {
    /// The chart as a standalone file.
    pub fn standalone(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{}\" role=\"img\">\
             <title>{1}</title><style>{STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>\
             <text class=\"title\" x=\"{2:.1}\" y=\"17\" text-anchor=\"middle\">{1}</text>",
            1.5 * WIDTH,
            escape(&self.title),
            WIDTH / 2.0
        );
        let width = WIDTH / self.panels.len().max(1) as f64;
        for (index, panel) in self.panels.iter().enumerate() {
            panel.draw(&mut svg, width * index as f64, width);
        }
        svg + "</svg>\n"
    }
}

impl Panel {
    fn draw(&self, svg: &mut String, left: f64, width: f64) {
        let highest = self.bars.iter().map(|bar| bar.1).filter(|height| height.is_finite()).fold(0.0, f64::max);
        let top = if highest > 0.0 { 1.05 * highest } else { 1.0 };
        let (from, to, floor) = (left + SIDE, left + width - 10.0, HEIGHT - BOTTOM);
        let y = |height: f64| floor - (floor - TOP) * (height / top).clamp(0.0, 1.0);
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (from + to) / 2.0,
            TOP - 14.0,
            escape(&self.title)
        );
        for tick in ticks(0.0, top) {
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{0:.1}\" y2=\"{0:.1}\"/>\
                 <text x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"end\">{3}</text>",
                y(tick),
                from - 5.0,
                y(tick) + 4.0,
                short(tick)
            );
        }
        let step = (to - from) / self.bars.len().max(1) as f64;
        for (index, (name, height)) in self.bars.iter().enumerate() {
            let middle = from + step * (index as f64 + 0.5);
            let (upper, wide) = (y(*height), 0.6 * step);
            let _ = write!(
                svg,
                "<g class=\"s{}\"><title>{name}: {height}</title>\
                 <rect class=\"dot\" x=\"{:.1}\" y=\"{upper:.1}\" width=\"{wide:.1}\" height=\"{:.1}\"/></g>\
                 <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
                 <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
                index % 6,
                middle - wide / 2.0,
                floor - upper,
                upper - 4.0,
                short(*height),
                // Every other name stands a line lower, so that long ones do not overlap.
                floor + 16.0 + 14.0 * (index % 2) as f64,
                name = escape(name),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heights are in proportion to the values, on a scale that begins at zero.
    #[test]
    fn bars_are_as_high_as_their_values() {
        let bars = vec![("one < two".to_owned(), 2.0), ("b".to_owned(), 4.0), ("none".to_owned(), 0.0)];
        let panel = Panel { title: "seconds".into(), bars };
        let svg = Bars { title: "t".into(), panels: vec![panel.clone(), panel] }.standalone();
        let heights: Vec<f64> = svg
            .split("height=\"")
            .skip(2)
            .filter_map(|rest| rest.split('"').next().and_then(|height| height.parse().ok()))
            .collect();
        assert_eq!(heights.len(), 6, "{svg}");
        assert!((heights[1] / heights[0] - 2.0).abs() < 0.01 && heights[2] == 0.0, "{heights:?}");
        assert!(svg.contains("one &lt; two") && !svg.contains("one < two"), "{svg}");
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    }

    #[test]
    fn a_chart_without_bars_is_valid() {
        let empty = Bars { title: "t".into(), panels: vec![Panel { title: String::new(), bars: Vec::new() }] };
        assert!(
            !empty.standalone().contains("NaN") && Bars { title: "t".into(), panels: vec![] }.standalone().len() > 9
        );
    }
}
