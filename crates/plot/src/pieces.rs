//! The pieces of all games. Each is drawn around its centre, for a cell of any size.

use plyscope_core::{Pieces, Side};

use crate::scene::{Colour, PathStep, Point, Shape};

const BLACK: Colour = Colour(0x26, 0x26, 0x26);
const WHITE: Colour = Colour(0xfd, 0xfd, 0xfb);
/// Crosses and noughts also differ in shape.
const CROSS: Colour = Colour(0x00, 0x5a, 0x8f);
const NOUGHT: Colour = Colour(0xb8, 0x4a, 0x00);

/// The shapes of a piece; `half` is half the width of its cell.
pub(crate) fn piece(pieces: Pieces, side: Side, centre: Point, half: f64) -> Vec<Shape> {
    match pieces {
        Pieces::Discs | Pieces::Stones => {
            let fill = if side == Side::First { BLACK } else { WHITE };
            vec![Shape::circle(centre, 0.76 * half).fill(fill).stroke(BLACK, 0.06 * half).class(class(side))]
        }
        Pieces::Pawns => pawn(side, centre, half),
        Pieces::Crosses => cross_or_nought(side, centre, half),
    }
}

/// The class of a side's pieces, once for each piece.
fn class(side: Side) -> &'static str {
    if side == Side::First { "first" } else { "second" }
}

/// A foot, a neck with a collar, and a head.
fn pawn(side: Side, (x, y): Point, half: f64) -> Vec<Shape> {
    let fill = if side == Side::First { WHITE } else { BLACK };
    let scale = 1.18 * half;
    let at = |dx: f64, dy: f64| (x + dx * scale, y + dy * scale);
    let body = vec![
        PathStep::Move(at(-0.54, 0.68)),
        PathStep::Line(at(0.54, 0.68)),
        PathStep::Curve(at(0.54, 0.34), at(0.22, 0.36), at(0.17, -0.06)),
        PathStep::Line(at(0.33, -0.06)),
        PathStep::Line(at(0.25, -0.2)),
        PathStep::Line(at(-0.25, -0.2)),
        PathStep::Line(at(-0.33, -0.06)),
        PathStep::Line(at(-0.17, -0.06)),
        PathStep::Curve(at(-0.22, 0.36), at(-0.54, 0.34), at(-0.54, 0.68)),
        PathStep::Close,
    ];
    let stroke = 0.08 * half;
    vec![
        Shape::outline(body).fill(fill).stroke(BLACK, stroke).class(class(side)),
        Shape::circle(at(0.0, -0.4), 0.27 * scale).fill(fill).stroke(BLACK, stroke),
    ]
}

fn cross_or_nought(side: Side, (x, y): Point, half: f64) -> Vec<Shape> {
    let reach = 0.52 * half;
    let width = 0.2 * half;
    match side {
        Side::First => {
            let steps = vec![
                PathStep::Move((x - reach, y - reach)),
                PathStep::Line((x + reach, y + reach)),
                PathStep::Move((x + reach, y - reach)),
                PathStep::Line((x - reach, y + reach)),
            ];
            vec![Shape::outline(steps).stroke(CROSS, width).class(class(side))]
        }
        Side::Second => vec![Shape::circle((x, y), 0.56 * half).stroke(NOUGHT, width).class(class(side))],
    }
}
