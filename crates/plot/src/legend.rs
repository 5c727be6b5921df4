//! The head of a drawn search tree: its title and its legend. The legend explains only the signs that occur.

use plyscope_core::NodeKind;

use crate::scene::{Anchor, Colour, Point, Shape, text_width, wrap};
use crate::tree::{BOX, SearchTree, node_box, paint_best, paint_cut};

/// The least width of title and legend.
pub(crate) const NARROWEST: f64 = 560.0;

const TITLE: f64 = 15.0;
const SIZE: f64 = 12.0;
const SAMPLE: f64 = 26.0;
const LINE: f64 = 26.0;

/// The picture of one sign.
enum Sample {
    Box(NodeKind, bool),
    Branch { is_cut: bool },
}

/// Draws title and legend between two margins and returns where the tree starts.
pub(crate) fn draw(tree: &SearchTree, left: f64, right: f64, shapes: &mut Vec<Shape>) -> f64 {
    let mut y = 10.0;
    for line in wrap(&tree.title, TITLE, right - left) {
        shapes.push(Shape::text((left, y + TITLE), TITLE, Anchor::Start, line).class("title"));
        y += 21.0;
    }
    for line in tree.caption.iter().flat_map(|caption| wrap(caption, SIZE, right - left)) {
        shapes.push(Shape::text((left, y + SIZE), SIZE, Anchor::Start, line).class("caption"));
        y += 18.0;
    }
    for line in wrap(&tree.note, SIZE, right - left) {
        shapes.push(Shape::text((left, y + SIZE), SIZE, Anchor::Start, line).fill(Colour::FAINT));
        y += 18.0;
    }
    y += BOX / 2.0 + 4.0;
    let mut x = left;
    for (sample, text) in signs(tree) {
        let width = SAMPLE + 6.0 + text_width(&text, SIZE);
        if x > left && x + width > right {
            (x, y) = (left, y + LINE);
        }
        draw_sample(&sample, (x, y), shapes);
        shapes.push(Shape::text((x + SAMPLE + 6.0, y + 0.36 * SIZE), SIZE, Anchor::Start, text));
        x += width + 18.0;
    }
    y + LINE
}

fn signs(tree: &SearchTree) -> Vec<(Sample, String)> {
    let has = |kind: NodeKind| tree.nodes.iter().any(|node| node.kind == kind);
    let [max, min] = &tree.players;
    let [maximum, minimum] = if tree.is_simulated { ["", ""] } else { [": maximum", ": minimum"] };
    let mut signs = vec![
        (Sample::Box(NodeKind::Interior, true), format!("{max} to move{maximum}")),
        (Sample::Box(NodeKind::Interior, false), format!("{min} to move{minimum}")),
    ];
    let kinds = [
        (NodeKind::Horizon, "horizon: estimated"),
        (NodeKind::End, "end of the game"),
        (NodeKind::Table, "from the table"),
        (NodeKind::Stopped, "stopped here"),
    ];
    let present = kinds.into_iter().filter(|(kind, _)| has(*kind));
    signs.extend(present.map(|(kind, text)| (Sample::Box(kind, true), text.to_owned())));
    if tree.nodes.iter().any(|node| node.is_best_line) {
        signs.push((Sample::Branch { is_cut: false }, "best line".to_owned()));
    }
    if tree.nodes.iter().any(|node| node.cut.as_ref().is_some_and(|cut| cut.untried > 0)) {
        signs.push((Sample::Branch { is_cut: true }, "cut: the other moves cannot matter".to_owned()));
    }
    signs
}

fn draw_sample(sample: &Sample, at: Point, shapes: &mut Vec<Shape>) {
    match *sample {
        Sample::Box(kind, is_max) => node_box(kind, is_max, false, at, SAMPLE, shapes),
        Sample::Branch { is_cut } => {
            let end = (at.0 + SAMPLE, at.1);
            let branch = Shape::line(at, end);
            if is_cut { paint_cut(branch, end, shapes) } else { shapes.push(paint_best(branch)) }
        }
    }
}
