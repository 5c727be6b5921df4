//! A picture as PNG. The font comes with the program, so that pictures look the same on every machine.

use plyscope_core::BadInput;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};
use ttf_parser::{Face, OutlineBuilder};

use crate::scene::{Anchor, Colour, DASH, Form, PathStep, Point, Scene, Shape};

/// The largest width and height in pixels; many programs cannot open larger files.
const LARGEST: f64 = 16_384.0;

impl Scene {
    /// The picture as a PNG file of this width in pixels.
    ///
    /// # Errors
    /// If it would be too large, or if the font lacks a letter.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, BadInput> {
        let scale = f64::from(width) / self.width;
        let height = (self.height * scale).round().max(1.0);
        if f64::from(width) > LARGEST || height > LARGEST {
            return Err(BadInput::new(format!(
                "a picture of {width}×{height} pixels is too large; at most {LARGEST} in each direction"
            )));
        }
        let unwritten =
            |what: &dyn std::fmt::Display| BadInput::new(format!("the picture cannot be drawn as PNG: {what}"));
        let face = Face::parse(dejavu::sans::regular(), 0).map_err(|error| unwritten(&error))?;
        let mut pixels = Pixmap::new(width, height as u32).ok_or_else(|| unwritten(&"it needs at least one pixel"))?;
        let Colour(red, green, blue) = Colour::PAPER;
        pixels.fill(Color::from_rgba8(red, green, blue, u8::MAX));
        let transform = Transform::from_scale(scale as f32, scale as f32);
        for shape in &self.shapes {
            if let Some(path) = outline(&shape.form, &face)? {
                paint(shape, &path, transform, &mut pixels);
            }
        }
        pixels.encode_png().map(marked).map_err(|error| unwritten(&error))
    }
}

/// The chunk of a PNG file that names the program: its length, its type, a keyword, a text, and their checksum.
const SOFTWARE: &[u8] = b"\0\0\0\x11tEXtSoftware\0Plyscope\xDB\x28\xF7\xC7";

/// Puts the name of the program into a file, so that it can recognise the file as its own later.
fn marked(mut png: Vec<u8>) -> Vec<u8> {
    // After the signature (8 bytes) and the header (25 bytes), which must come first.
    png.splice(33..33, SOFTWARE.iter().copied());
    png
}

fn paint(shape: &Shape, path: &Path, transform: Transform, pixels: &mut Pixmap) {
    let colour = |Colour(red, green, blue): Colour| {
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, (255.0 * shape.opacity).round() as u8);
        paint
    };
    if let Some(fill) = shape.fill {
        pixels.fill_path(path, &colour(fill), FillRule::Winding, transform, None);
    }
    if let Some((line, width)) = shape.stroke {
        let dash = if shape.dashed { StrokeDash::new(DASH.to_vec(), 0.0) } else { None };
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        pixels.stroke_path(path, &colour(line), &stroke, transform, None);
    }
}

/// The outline of a form; `None` if it is empty.
fn outline(form: &Form, face: &Face<'_>) -> Result<Option<Path>, BadInput> {
    match form {
        Form::Circle { centre, radius } => {
            Ok(PathBuilder::from_circle(centre.0 as f32, centre.1 as f32, *radius as f32))
        }
        Form::Outline(steps) => {
            let mut path = PathBuilder::new();
            let f = |place: Point| (place.0 as f32, place.1 as f32);
            for step in steps {
                match *step {
                    PathStep::Move(to) => path.move_to(f(to).0, f(to).1),
                    PathStep::Line(to) => path.line_to(f(to).0, f(to).1),
                    PathStep::Curve(a, b, to) => path.cubic_to(f(a).0, f(a).1, f(b).0, f(b).1, f(to).0, f(to).1),
                    PathStep::Close => path.close(),
                }
            }
            Ok(path.finish())
        }
        Form::Text { at, size, anchor, text } => text_outline(text, *at, *size, *anchor, face),
    }
}

fn text_outline(text: &str, at: Point, size: f64, anchor: Anchor, face: &Face<'_>) -> Result<Option<Path>, BadInput> {
    let scale = size / f64::from(face.units_per_em());
    let mut glyphs = Vec::new();
    let mut width = 0.0;
    for c in text.chars() {
        let Some(glyph) = face.glyph_index(c) else {
            return Err(BadInput::new(format!(
                "the font for PNG files has no letter {c:?}; write an SVG file instead, which uses the fonts of its \
                 viewer"
            )));
        };
        glyphs.push((glyph, width));
        width += scale * f64::from(face.glyph_hor_advance(glyph).unwrap_or(0));
    }
    let left = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - width / 2.0,
        Anchor::End => at.0 - width,
    };
    let mut pen = Pen { path: PathBuilder::new(), origin: (0.0, at.1), scale };
    for (glyph, x) in glyphs {
        pen.origin.0 = left + x;
        // A space has no outline.
        let _ = face.outline_glyph(glyph, &mut pen);
    }
    Ok(pen.path.finish())
}

/// Moves the outline of a glyph, whose y axis points up, to its place.
struct Pen {
    path: PathBuilder,
    origin: Point,
    scale: f64,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (f64::from(x) * self.scale, f64::from(y) * self.scale);
        ((self.origin.0 + x) as f32, (self.origin.1 - y) as f32)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
