//! A search tree as a picture, from left to right: each node is one line of text, so that many fit on a page.
//!
//! The layout is that of Reingold and Tilford (1981): each subtree is laid out once, siblings are pushed together until
//! their outlines meet, and a parent is centred on its children.

use plyscope_core::{BadInput, NodeKind};

use crate::legend;
use crate::scene::{Anchor, Colour, PathStep, Point, Scene, Shape, text_width};

/// The largest number of nodes; more cannot be read.
pub const MAX_NODES: usize = 400;

const SIZE: f64 = 12.0;
const SMALL: f64 = 10.0;
pub(crate) const BOX: f64 = 20.0;
/// The distance from one line to the next.
const PITCH: f64 = 25.0;
/// Extra space between children of different parents.
const FAMILY_GAP: f64 = 5.0;
/// The space between columns, for the branches.
const BRANCH: f64 = 42.0;
const MARGIN: f64 = 14.0;
/// The triangle that shows the side to move.
const TRIANGLE: f64 = 13.0;
const PADDING: f64 = 6.0;

const LINE: Colour = Colour(0x55, 0x55, 0x55);
const BEST: Colour = Colour(0x00, 0x72, 0xb2);
const GREY: Colour = Colour(0x8a, 0x8a, 0x8a);
const MIN_FILL: Colour = Colour(0xe9, 0xe9, 0xe9);

/// A node of a drawn tree. Values and windows are text, from the view of the player at the root.
#[derive(Clone, Debug)]
pub struct DrawnNode {
    /// The move that led to it; empty at the root.
    pub m: String,
    /// Its value, with the sign of a bound before it.
    pub value: String,
    /// What stands next to the value: the window in which it was searched, or how often it was visited.
    pub beside: String,
    /// The kind of node: interior, or why the search ended there.
    pub kind: NodeKind,
    /// The indices of its children.
    pub children: Vec<usize>,
    /// Moves that were not tried.
    pub cut: Option<Cut>,
    /// Nodes below it that are not drawn.
    pub hidden: u64,
    /// Whether it belongs to the line of best play.
    pub is_best_line: bool,
}

/// Branches that were cut.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The move that caused the cutoff.
    pub by: String,
    /// The number of moves not tried.
    pub untried: usize,
}

/// A tree to draw; node 0 is the root, whose player maximises.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// What it shows.
    pub title: String,
    /// Text below the title.
    pub caption: Option<String>,
    /// What the values mean.
    pub note: String,
    /// Whether values are means of simulations, not maxima and minima.
    pub is_simulated: bool,
    /// The names of the player at the root and of the other.
    pub players: [String; 2],
    /// The nodes; each is the child of at most one other.
    pub nodes: Vec<DrawnNode>,
}

/// One line of the drawing: a node, or its moves that were not tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Node(usize),
    CutAt(usize),
}

/// An entry with its position.
struct Placed {
    entry: Entry,
    depth: usize,
    y: f64,
    parent: Option<usize>,
}

/// How far a subtree extends up and down in each column, relative to its root.
type Outline = Vec<(f64, f64)>;

impl SearchTree {
    /// The picture.
    ///
    /// # Errors
    /// If there are more nodes than can be read, or none.
    pub fn scene(&self) -> Result<Scene, BadInput> {
        let n_nodes = self.nodes.len();
        if n_nodes > MAX_NODES {
            return Err(BadInput::new(format!(
                "the tree has {n_nodes} nodes, and a picture with more than {MAX_NODES} is not readable; show fewer \
                 plies or search less deeply"
            )));
        }
        if n_nodes == 0 {
            return Err(BadInput::new("there is no tree to draw"));
        }
        let mut entries = Vec::new();
        let (_, outline) = self.place(Entry::Node(0), 0, None, &mut entries);
        let columns = self.columns(&entries, outline.len());
        let ends = entries.iter().map(|placed| columns[placed.depth] + self.width(placed.entry));
        let right = ends.fold(0.0, f64::max).max(legend::NARROWEST);
        let mut shapes = Vec::new();
        let head = legend::draw(self, MARGIN, right, &mut shapes);
        let top = outline.iter().map(|reach| reach.0).fold(f64::MAX, f64::min);
        let bottom = outline.iter().map(|reach| reach.1).fold(f64::MIN, f64::max);
        let place = |placed: &Placed| (columns[placed.depth], head + placed.y - top);
        // The best line above the others.
        let mut branches: Vec<&Placed> = entries.iter().filter(|placed| placed.parent.is_some()).collect();
        branches.sort_by_key(|placed| self.is_best(placed.entry));
        for placed in branches {
            let parent = &entries[placed.parent.unwrap_or(0)];
            let (x, y) = place(parent);
            self.branch(placed.entry, (x + self.box_width(parent.entry), y), place(placed), &mut shapes);
        }
        for placed in &entries {
            self.draw(placed.entry, placed.depth, place(placed), &mut shapes);
        }
        let height = head + bottom - top + MARGIN;
        Ok(Scene { width: right + MARGIN, height, title: self.title.clone(), shapes })
    }

    /// Places a subtree around height 0 and returns its place in `entries` and its outline.
    fn place(&self, entry: Entry, depth: usize, parent: Option<usize>, entries: &mut Vec<Placed>) -> (usize, Outline) {
        let own = entries.len();
        entries.push(Placed { entry, depth, y: 0.0, parent });
        let mut all: Outline = Vec::new();
        let mut heights = Vec::new();
        for child in self.below(entry) {
            let first = entries.len();
            let (_, outline) = self.place(child, depth + 1, Some(own), entries);
            let apart = |level: usize| if level == 0 { 0.0 } else { FAMILY_GAP };
            let overlaps = all.iter().zip(&outline).enumerate();
            let shift = overlaps.map(|(level, (above, new))| above.1 + apart(level) - new.0).fold(f64::MIN, f64::max);
            let shift = if heights.is_empty() { 0.0 } else { shift };
            entries[first..].iter_mut().for_each(|placed| placed.y += shift);
            heights.push(shift);
            for (level, reach) in outline.iter().enumerate() {
                match all.get_mut(level) {
                    Some(known) => known.1 = shift + reach.1,
                    None => all.push((shift + reach.0, shift + reach.1)),
                }
            }
        }
        let middle = (heights.first().unwrap_or(&0.0) + heights.last().unwrap_or(&0.0)) / 2.0;
        entries[own + 1..].iter_mut().for_each(|placed| placed.y -= middle);
        let mut outline = vec![(-PITCH / 2.0, PITCH / 2.0)];
        outline.extend(all.iter().map(|reach| (reach.0 - middle, reach.1 - middle)));
        (own, outline)
    }

    fn below(&self, entry: Entry) -> Vec<Entry> {
        let Entry::Node(index) = entry else { return Vec::new() };
        let node = &self.nodes[index];
        let mut below: Vec<Entry> = node.children.iter().map(|&child| Entry::Node(child)).collect();
        if node.cut.as_ref().is_some_and(|cut| cut.untried > 0) {
            below.push(Entry::CutAt(index));
        }
        below
    }

    /// The left end of each column.
    fn columns(&self, entries: &[Placed], depth: usize) -> Vec<f64> {
        let mut widths = vec![0.0_f64; depth];
        for placed in entries.iter().filter(|placed| placed.depth + 1 < depth) {
            // Only boxes with branches set the width of a column.
            let width = if self.below(placed.entry).is_empty() { 0.0 } else { self.box_width(placed.entry) };
            widths[placed.depth] = widths[placed.depth].max(width);
        }
        let starts = widths.iter().scan(MARGIN, |x, width| {
            let start = *x;
            *x += width + BRANCH;
            Some(start)
        });
        starts.collect()
    }

    fn width(&self, entry: Entry) -> f64 {
        match entry {
            Entry::Node(index) => {
                let hidden = self.hidden_text(index).map_or(0.0, |text| 6.0 + text_width(&text, SMALL));
                self.box_width(entry) + hidden
            }
            Entry::CutAt(_) => text_width(&self.cut_text(entry), SMALL) + 4.0,
        }
    }

    fn box_width(&self, entry: Entry) -> f64 {
        let Entry::Node(index) = entry else { return 0.0 };
        let node = &self.nodes[index];
        2.0 * PADDING + TRIANGLE + text_width(&node.text(), SIZE) + 6.0 + text_width(&node.beside, SMALL)
    }

    fn hidden_text(&self, index: usize) -> Option<String> {
        let hidden = self.nodes[index].hidden;
        (hidden > 0).then(|| format!("{hidden} below"))
    }

    fn cut_text(&self, entry: Entry) -> String {
        let Entry::CutAt(index) = entry else { return String::new() };
        self.nodes[index]
            .cut
            .as_ref()
            .map_or(String::new(), |cut| format!("cut by {}, {} not tried", cut.by, cut.untried))
    }

    fn is_best(&self, entry: Entry) -> bool {
        matches!(entry, Entry::Node(index) if self.nodes[index].is_best_line)
    }

    fn branch(&self, to: Entry, from: Point, end: Point, shapes: &mut Vec<Shape>) {
        let middle = end.0 - BRANCH / 2.0;
        // Straight from the box to the branching point, then a curve to the child.
        let steps = vec![
            PathStep::Move(from),
            PathStep::Line((end.0 - BRANCH, from.1)),
            PathStep::Curve((middle, from.1), (middle, end.1), end),
        ];
        let shape = Shape::outline(steps).class("branch");
        match to {
            Entry::CutAt(_) => paint_cut(shape, end, shapes),
            Entry::Node(_) if self.is_best(to) => shapes.push(paint_best(shape)),
            Entry::Node(_) => shapes.push(shape.stroke(LINE, 1.0)),
        }
    }

    fn draw(&self, entry: Entry, depth: usize, (x, y): Point, shapes: &mut Vec<Shape>) {
        let Entry::Node(index) = entry else {
            let text = Shape::text((x + 4.0, y + 0.36 * SMALL), SMALL, Anchor::Start, self.cut_text(entry));
            return shapes.push(text.fill(GREY).class("cut"));
        };
        let node = &self.nodes[index];
        let width = self.box_width(entry);
        node_box(node.kind, depth.is_multiple_of(2), node.is_best_line, (x, y), width, shapes);
        let left = x + PADDING + TRIANGLE;
        shapes.push(Shape::text((left, y + 0.36 * SIZE), SIZE, Anchor::Start, node.text()));
        let right = (x + width - PADDING, y + 0.36 * SMALL);
        shapes.push(Shape::text(right, SMALL, Anchor::End, node.beside.as_str()).fill(Colour::FAINT));
        if let Some(text) = self.hidden_text(index) {
            let at = (x + width + 6.0, y + 0.36 * SMALL);
            shapes.push(Shape::text(at, SMALL, Anchor::Start, text).fill(GREY));
        }
    }
}

impl DrawnNode {
    fn text(&self) -> String {
        if self.m.is_empty() { self.value.clone() } else { format!("{} {}", self.m, self.value) }
    }
}

/// The box of a node, placed by the middle of its left side. The legend uses it too.
pub(crate) fn node_box(
    kind: NodeKind,
    is_max: bool,
    is_best: bool,
    (x, y): Point,
    width: f64,
    shapes: &mut Vec<Shape>,
) {
    let radius = if kind == NodeKind::Horizon { BOX / 2.0 } else { 3.0 };
    let (line, thickness) = if is_best { (BEST, 2.2) } else { (LINE, 1.0) };
    let frame = Shape::rectangle((x, y - BOX / 2.0), width, BOX, radius).class("node");
    let frame = frame.fill(if is_max { Colour::PAPER } else { MIN_FILL }).stroke(line, thickness);
    shapes.push(if matches!(kind, NodeKind::Table | NodeKind::Stopped) { frame.dashed() } else { frame });
    if kind == NodeKind::End {
        shapes.push(Shape::rectangle((x + width - 3.0, y - BOX / 2.0), 4.0, BOX, 0.0).fill(Colour::INK));
    }
    let middle = x + PADDING + 3.5;
    let (base, top) = if is_max { (y + 4.0, y - 4.0) } else { (y - 4.0, y + 4.0) };
    let triangle = Shape::polygon([(middle - 4.5, base), (middle + 4.5, base), (middle, top)]);
    shapes.push(triangle.fill(if is_max { Colour::INK } else { Colour::PAPER }).stroke(Colour::INK, 1.0));
}

/// A branch of the best line.
pub(crate) fn paint_best(branch: Shape) -> Shape {
    branch.stroke(BEST, 2.6)
}

/// A branch that was cut: dashed, with two strokes across its end.
pub(crate) fn paint_cut(branch: Shape, end: Point, shapes: &mut Vec<Shape>) {
    shapes.push(branch.stroke(GREY, 1.0).dashed());
    for x in [end.0 - 9.0, end.0 - 5.0] {
        shapes.push(Shape::line((x - 2.0, end.1 + 5.0), (x + 2.0, end.1 - 5.0)).stroke(GREY, 1.3));
    }
}
