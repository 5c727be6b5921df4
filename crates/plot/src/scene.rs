//! A picture as a list of simple shapes, and its SVG.
//!
//! Text stays text in the SVG, so that it can be searched, edited and read aloud. Its width is only estimated here,
//! generously.

use std::fmt::{self, Write};

use crate::plot::escape;

/// The fonts of a picture. PNG files use the first, which is part of the program.
const FONTS: &str = "'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif";

/// A colour without transparency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The named colours: close to those of Okabe and Ito, which colour-blind people can distinguish, and two greys.
const NAMED: &[(&str, Colour)] = &[
    ("red", Colour(0xd5, 0x2b, 0x1e)),
    ("orange", Colour(0xe6, 0x8a, 0x00)),
    ("yellow", Colour(0xf0, 0xd2, 0x2e)),
    ("green", Colour(0x00, 0x8f, 0x5f)),
    ("blue", Colour(0x00, 0x72, 0xb2)),
    ("purple", Colour(0xa8, 0x4f, 0x8c)),
    ("grey", Colour(0x77, 0x77, 0x77)),
    ("black", Colour(0x1a, 0x1a, 0x1a)),
];

impl Colour {
    /// Nearly black, for text and outlines.
    pub const INK: Colour = Colour(0x22, 0x22, 0x22);
    /// White paper.
    pub const PAPER: Colour = Colour(0xff, 0xff, 0xff);
    /// Grey, for secondary text.
    pub const FAINT: Colour = Colour(0x66, 0x66, 0x66);

    /// The colour of this name.
    pub fn named(name: &str) -> Option<Colour> {
        NAMED.iter().find(|(known, _)| *known == name).map(|&(_, colour)| colour)
    }

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|&(name, _)| name)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A point in a picture; y grows downwards.
pub(crate) type Point = (f64, f64);

/// One step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathStep {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

/// How text is aligned to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    Circle {
        centre: Point,
        radius: f64,
    },
    Outline(Vec<PathStep>),
    /// The place is on the base line.
    Text {
        at: Point,
        size: f64,
        anchor: Anchor,
        text: String,
    },
}

/// A form and how it is painted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) form: Form,
    pub(crate) fill: Option<Colour>,
    pub(crate) stroke: Option<(Colour, f64)>,
    pub(crate) dashed: bool,
    pub(crate) opacity: f64,
    /// What the shape is, for programs and style sheets.
    pub(crate) class: Option<&'static str>,
    /// The tooltip.
    pub(crate) title: Option<String>,
}

impl Shape {
    fn new(form: Form) -> Shape {
        Shape { form, fill: None, stroke: None, dashed: false, opacity: 1.0, class: None, title: None }
    }

    pub(crate) fn circle(centre: Point, radius: f64) -> Shape {
        Shape::new(Form::Circle { centre, radius })
    }

    pub(crate) fn outline(steps: Vec<PathStep>) -> Shape {
        Shape::new(Form::Outline(steps))
    }

    pub(crate) fn polygon(corners: impl IntoIterator<Item = Point>) -> Shape {
        let corners = corners.into_iter().enumerate();
        let mut steps: Vec<PathStep> = corners
            .map(|(index, corner)| if index == 0 { PathStep::Move(corner) } else { PathStep::Line(corner) })
            .collect();
        steps.push(PathStep::Close);
        Shape::outline(steps)
    }

    pub(crate) fn line(from: Point, to: Point) -> Shape {
        Shape::outline(vec![PathStep::Move(from), PathStep::Line(to)])
    }

    /// A rectangle with round corners.
    pub(crate) fn rectangle((x, y): Point, width: f64, height: f64, radius: f64) -> Shape {
        let (right, bottom, r) = (x + width, y + height, radius.min(width / 2.0).min(height / 2.0));
        if r <= 0.0 {
            return Shape::polygon([(x, y), (right, y), (right, bottom), (x, bottom)]);
        }
        // A quarter of a circle as one curve.
        let k = r * 0.4477;
        Shape::outline(vec![
            PathStep::Move((x + r, y)),
            PathStep::Line((right - r, y)),
            PathStep::Curve((right - k, y), (right, y + k), (right, y + r)),
            PathStep::Line((right, bottom - r)),
            PathStep::Curve((right, bottom - k), (right - k, bottom), (right - r, bottom)),
            PathStep::Line((x + r, bottom)),
            PathStep::Curve((x + k, bottom), (x, bottom - k), (x, bottom - r)),
            PathStep::Line((x, y + r)),
            PathStep::Curve((x, y + k), (x + k, y), (x + r, y)),
            PathStep::Close,
        ])
    }

    pub(crate) fn text(at: Point, size: f64, anchor: Anchor, text: impl Into<String>) -> Shape {
        Shape::new(Form::Text { at, size, anchor, text: text.into() }).fill(Colour::INK)
    }

    pub(crate) fn fill(mut self, colour: Colour) -> Shape {
        self.fill = Some(colour);
        self
    }

    pub(crate) fn stroke(mut self, colour: Colour, width: f64) -> Shape {
        self.stroke = Some((colour, width));
        self
    }

    pub(crate) fn dashed(mut self) -> Shape {
        self.dashed = true;
        self
    }

    pub(crate) fn opacity(mut self, opacity: f64) -> Shape {
        self.opacity = opacity;
        self
    }

    pub(crate) fn class(mut self, class: &'static str) -> Shape {
        self.class = Some(class);
        self
    }

    pub(crate) fn title(mut self, title: impl Into<String>) -> Shape {
        self.title = Some(title.into());
        self
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width in CSS pixels.
    pub width: f64,
    /// The height in CSS pixels.
    pub height: f64,
    /// A description for readers who cannot see it.
    pub title: String,
    pub(crate) shapes: Vec<Shape>,
}

impl Scene {
    /// The picture as an SVG file.
    pub fn svg(&self) -> String {
        let (width, height, title) = (number(self.width), number(self.height), escape(&self.title));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"{FONTS}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            Colour::PAPER
        );
        self.shapes.iter().for_each(|shape| write_shape(shape, &mut svg));
        svg + "</svg>\n"
    }
}

fn write_shape(shape: &Shape, svg: &mut String) {
    let (tag, geometry, content) = match &shape.form {
        Form::Circle { centre, radius } => {
            ("circle", format!("cx=\"{}\" cy=\"{}\" r=\"{}\"", number(centre.0), number(centre.1), number(*radius)), "")
        }
        Form::Outline(steps) => ("path", format!("d=\"{}\"", path(steps)), ""),
        Form::Text { at, size, anchor, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let geometry =
                format!("x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}", number(at.0), number(at.1), number(*size));
            ("text", geometry, text.as_str())
        }
    };
    let _ = write!(svg, "<{tag} {geometry} fill=\"{}\"", shape.fill.map_or("none".to_owned(), |fill| fill.to_string()));
    if let Some((colour, width)) = shape.stroke {
        let _ = write!(svg, " stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", number(width));
        let _ = write!(svg, " stroke-linecap=\"round\"");
    }
    if shape.dashed {
        let _ = write!(svg, " stroke-dasharray=\"{} {}\"", DASH[0], DASH[1]);
    }
    if shape.opacity < 1.0 {
        let _ = write!(svg, " opacity=\"{}\"", number(shape.opacity));
    }
    if let Some(class) = shape.class {
        let _ = write!(svg, " class=\"{class}\"");
    }
    let title = shape.title.as_ref().map_or(String::new(), |title| format!("<title>{}</title>", escape(title)));
    let _ = if title.is_empty() && content.is_empty() {
        writeln!(svg, "/>")
    } else {
        writeln!(svg, ">{title}{}</{tag}>", escape(content))
    };
}

/// Lengths of dashes and of gaps between them.
pub(crate) const DASH: [f32; 2] = [4.0, 4.0];

fn path(steps: &[PathStep]) -> String {
    let at = |place: Point| format!("{} {}", number(place.0), number(place.1));
    let text = steps.iter().map(|step| match *step {
        PathStep::Move(to) => format!("M{}", at(to)),
        PathStep::Line(to) => format!("L{}", at(to)),
        PathStep::Curve(a, b, to) => format!("C{} {} {}", at(a), at(b), at(to)),
        PathStep::Close => "Z".to_owned(),
    });
    text.collect()
}

/// A length with two decimals at most.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The approximate width of a text in a wide font.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let width = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.33,
        '[' | ']' | '(' | ')' | 'f' | 't' | 'r' | '-' => 0.41,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.97,
        '+' | '−' | '≥' | '≤' | '=' | '∞' | '<' | '>' => 0.84,
        // Square characters, as in Chinese.
        c if c as u32 >= 0x2e80 => 1.05,
        c if c.is_uppercase() => 0.72,
        _ => 0.64,
    };
    size * text.chars().map(width).sum::<f64>()
}

/// Text in lines of at most this width, broken between words.
pub(crate) fn wrap(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || text_width(&longer, size) <= width { *line = longer } else { lines.push(word.to_owned()) }
    }
    lines
}
