//! A board as a picture: cells, pieces and coordinates, with marks and arrows on request.
//!
//! The two players differ in brightness or shape, and the last move has an outline, so that nothing is lost in
//! greyscale.

use plyscope_core::{BadInput, Cell, CellShape, EndMark, Picture, Pieces, Side};

use crate::pieces::piece;
use crate::scene::{Anchor, Colour, Point, Scene, Shape, text_width, wrap};

/// Half the width of a cell.
pub(crate) const HALF: f64 = 22.0;
/// The margin around the picture.
const MARGIN: f64 = 10.0;
/// Font sizes: coordinates, the line below the board, the caption.
const COORDINATE: f64 = 13.0;
const STATUS: f64 = 14.0;
const CAPTION: f64 = 15.0;
/// The least width, so that a sentence fits below a small board.
const NARROWEST: f64 = 210.0;

/// A highlighted cell.
#[derive(Clone, Debug)]
pub struct CellMark {
    /// Its name.
    pub cell: String,
    /// The colour of the ring.
    pub colour: Colour,
    /// The text on it.
    pub label: Option<String>,
}

/// An arrow between two cells.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// The name of the cell where it starts.
    pub from: String,
    /// The name of the cell where it ends.
    pub to: String,
    /// Its colour.
    pub colour: Colour,
}

/// Everything that a picture of a board shows.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// A description for readers who cannot see it.
    pub title: String,
    /// The cells and their pieces.
    pub picture: Picture,
    /// The cells that the last move touched.
    pub last_move: Vec<String>,
    /// Cells that a move can go to.
    pub targets: Vec<String>,
    /// Cells with a ring.
    pub marks: Vec<CellMark>,
    /// For each cell what the piece on it is worth to the side to move, shown as a colour and a number; empty for none.
    pub heat: Vec<f64>,
    /// Arrows, drawn above everything else.
    pub arrows: Vec<Arrow>,
    /// The line below the board: whose turn it is or who won, with one of that side's pieces.
    pub status: (Option<Side>, String),
    /// Text below that.
    pub caption: Option<String>,
    /// Whether the board is rotated by 180 degrees.
    pub flipped: bool,
}

/// The colours of a board.
struct Theme {
    cells: [Colour; 2],
    lines: Colour,
    recent: Colour,
}

impl Theme {
    fn of(pieces: Pieces) -> Theme {
        let (cells, lines, recent) = match pieces {
            Pieces::Discs => ([Colour(0xa9, 0xcd, 0xac); 2], Colour(0x5d, 0x88, 0x65), Colour(0xd8, 0xdf, 0x9a)),
            Pieces::Stones => ([Colour(0xf3, 0xe6, 0xcb); 2], Colour(0xb0, 0x9a, 0x6d), Colour(0xf7, 0xd0, 0x78)),
            Pieces::Pawns => (
                [Colour(0xf6, 0xf1, 0xe7), Colour(0xdf, 0xd3, 0xbd)],
                Colour(0x8d, 0x7f, 0x66),
                Colour(0xf4, 0xd8, 0x84),
            ),
            Pieces::Crosses => ([Colour::PAPER; 2], Colour(0x99, 0x99, 0x99), Colour(0xfd, 0xee, 0xb8)),
        };
        Theme { cells, lines, recent }
    }
}

/// The outline of the last move.
const RECENT: Colour = Colour(0xa8, 0x6a, 0x00);
/// The dots of legal moves.
const TARGET: Colour = Colour(0x00, 0x72, 0xb2);
/// The rings around a line that won and around enclosed pieces: green and red that the colour-blind tell apart.
const WINNING: Colour = Colour(0x00, 0x9e, 0x73);
const ENCLOSED: Colour = Colour(0xd5, 0x5e, 0x00);

/// A colour with a share of another one.
fn mixed(from: Colour, to: Colour, share: f64) -> Colour {
    let part = |from: u8, to: u8| (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8;
    Colour(part(from.0, to.0), part(from.1, to.1), part(from.2, to.2))
}

impl BoardPicture {
    /// The picture.
    ///
    /// # Errors
    /// If a mark or an arrow names a cell that the board does not have.
    pub fn scene(&self) -> Result<Scene, BadInput> {
        let labels = self.labels();
        let corners = self.picture.cells.iter().flat_map(|cell| self.corners(cell));
        let around = labels.iter().flat_map(|(at, text)| {
            let (width, height) = (text_width(text, COORDINATE) / 2.0, COORDINATE / 2.0);
            [(at.0 - width, at.1 - height), (at.0 + width, at.1 + height)]
        });
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (x, y) in corners.chain(around) {
            (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
        }
        let width = (high.0 - low.0).max(NARROWEST) + 2.0 * MARGIN;
        let origin = ((width - high.0 - low.0) / 2.0, MARGIN - low.1);
        let mut drawing = Drawing { board: self, origin, shapes: Vec::new() };
        drawing.cells();
        drawing.coordinates(&labels);
        drawing.pieces();
        drawing.end_marks();
        drawing.heat();
        drawing.targets()?;
        drawing.marks()?;
        drawing.arrows()?;
        drawing.labels_of_marks()?;
        let bottom = drawing.below(origin.1 + high.1, width);
        Ok(Scene { width, height: bottom + MARGIN, title: self.title.clone(), shapes: drawing.shapes })
    }

    /// The centre of a cell, relative to the board.
    fn centre(&self, cell: &Cell) -> Point {
        self.turned((f64::from(cell.x) * HALF, f64::from(cell.row) * self.row_height()))
    }

    fn turned(&self, (x, y): Point) -> Point {
        if self.flipped { (-x, -y) } else { (x, y) }
    }

    fn row_height(&self) -> f64 {
        match self.picture.shape {
            CellShape::Square => 2.0 * HALF,
            // Hexagons reach into the gaps of the next row.
            CellShape::Hexagon => 3_f64.sqrt() * HALF,
        }
    }

    /// The corners of a cell. The distance of a hexagon's corners from its centre is the length of its sides.
    fn corners(&self, cell: &Cell) -> Vec<Point> {
        let long = 2.0 / 3_f64.sqrt();
        let unit: &[Point] = match self.picture.shape {
            CellShape::Square => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
            CellShape::Hexagon => &[
                (0.0, -long),
                (1.0, -long / 2.0),
                (1.0, long / 2.0),
                (0.0, long),
                (-1.0, long / 2.0),
                (-1.0, -long / 2.0),
            ],
        };
        let (x, y) = self.centre(cell);
        unit.iter().map(|corner| (x + corner.0 * HALF, y + corner.1 * HALF)).collect()
    }

    /// Coordinates and their centres: left of the rows and below the columns of squares. The columns of a hexagon
    /// slant, so their labels are at the upper right ends.
    fn labels(&self) -> Vec<(Point, String)> {
        let cells = &self.picture.cells;
        let row_of = |cell: &Cell| cell.name[letters(&cell.name).len()..].to_owned();
        let column_of = |cell: &Cell| letters(&cell.name).to_owned();
        let mut labels = Vec::new();
        match self.picture.shape {
            CellShape::Square => {
                let left = cells.iter().map(|cell| self.centre(cell).0).fold(f64::MAX, f64::min);
                let bottom = cells.iter().map(|cell| self.centre(cell).1).fold(f64::MIN, f64::max);
                for (cell, (x, y)) in cells.iter().map(|cell| (cell, self.centre(cell))) {
                    if x == left {
                        labels.push(((left - HALF - 13.0, y), row_of(cell)));
                    }
                    if y == bottom {
                        labels.push(((x, bottom + HALF + 13.0), column_of(cell)));
                    }
                }
            }
            CellShape::Hexagon => {
                let at = |cell: &Cell, x: f64, rows: f64| {
                    let row = f64::from(cell.row) + rows;
                    self.turned(((f64::from(cell.x) + x) * HALF, row * self.row_height()))
                };
                for (index, cell) in cells.iter().enumerate() {
                    if index == 0 || cells[index - 1].row != cell.row {
                        labels.push((at(cell, -1.75, 0.0), row_of(cell)));
                    }
                    let is_above = |other: &Cell| other.row + 1 == cell.row && column_of(other) == column_of(cell);
                    if !cells.iter().any(is_above) {
                        labels.push((at(cell, 0.9, -0.9), column_of(cell)));
                    }
                }
            }
        }
        labels
    }

    fn cell(&self, name: &str) -> Result<&Cell, BadInput> {
        let cells = &self.picture.cells;
        cells.iter().find(|cell| cell.name == name).ok_or_else(|| {
            let end = |cell: Option<&Cell>| cell.map_or(String::new(), |cell| cell.name.clone());
            BadInput::new(format!(
                "there is no cell {name:?} on this board; its cells go from {} to {}",
                end(cells.first()),
                end(cells.last())
            ))
        })
    }
}

fn letters(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// A picture under construction.
struct Drawing<'a> {
    board: &'a BoardPicture,
    origin: Point,
    shapes: Vec<Shape>,
}

impl Drawing<'_> {
    fn placed(&self, (x, y): Point) -> Point {
        (x + self.origin.0, y + self.origin.1)
    }

    fn centre(&self, cell: &Cell) -> Point {
        self.placed(self.board.centre(cell))
    }

    fn centre_of(&self, name: &str) -> Result<Point, BadInput> {
        Ok(self.centre(self.board.cell(name)?))
    }

    fn cells(&mut self) {
        let theme = Theme::of(self.board.picture.pieces);
        let last_row = self.board.picture.cells.iter().map(|cell| cell.row).max().unwrap_or(0);
        let is_recent = |cell: &Cell| self.board.last_move.contains(&cell.name);
        let most = self.board.heat.iter().fold(0.0, |most: f64, heat| most.max(heat.abs()));
        let shapes = self.board.picture.cells.iter().enumerate().map(|(number, cell)| {
            // The lower left corner is dark, as on a chess board.
            let shade = 1 - (cell.x / 2 + last_row - cell.row).rem_euclid(2) as usize;
            let plain = if is_recent(cell) { theme.recent } else { theme.cells[shade] };
            let fill = match self.board.heat.get(number) {
                Some(&heat) if most > 0.0 => {
                    mixed(plain, if heat > 0.0 { WINNING } else { ENCLOSED }, heat.abs() / most)
                }
                _ => plain,
            };
            let corners = self.board.corners(cell).into_iter().map(|corner| self.placed(corner));
            Shape::polygon(corners).fill(fill).stroke(theme.lines, 1.0).class("cell").title(cell.name.clone())
        });
        let recent = self.board.picture.cells.iter().filter(|cell| is_recent(cell)).map(|cell| {
            let centre = self.centre(cell);
            let inner = self.board.corners(cell).into_iter().map(|corner| {
                let (x, y) = self.placed(corner);
                (centre.0 + 0.92 * (x - centre.0), centre.1 + 0.92 * (y - centre.1))
            });
            Shape::polygon(inner).stroke(RECENT, 2.0).class("last-move")
        });
        let shapes: Vec<Shape> = shapes.chain(recent).collect();
        self.shapes.extend(shapes);
    }

    /// The worth of each cell that has one, in its lower part.
    fn heat(&mut self) {
        const SIZE: f64 = 10.0;
        for (cell, &heat) in self.board.picture.cells.iter().zip(&self.board.heat) {
            let text = format!("{heat:+.0}");
            if text == "+0" || text == "-0" {
                continue;
            }
            let (x, y) = self.centre(cell);
            let (width, height) = (text_width(&text, SIZE) + 3.0, SIZE + 1.0);
            let middle = y + 0.66 * HALF;
            let pill = Shape::rectangle((x - width / 2.0, middle - height / 2.0), width, height, 3.0);
            self.shapes.push(pill.fill(Colour::PAPER).class("heat"));
            self.shapes.push(Shape::text((x, middle + 0.36 * SIZE), SIZE, Anchor::Middle, text));
        }
    }

    fn coordinates(&mut self, labels: &[(Point, String)]) {
        for (at, text) in labels {
            let (x, y) = self.placed(*at);
            let shape = Shape::text((x, y + 0.36 * COORDINATE), COORDINATE, Anchor::Middle, text.as_str());
            self.shapes.push(shape.fill(Colour::FAINT));
        }
    }

    fn pieces(&mut self) {
        for cell in &self.board.picture.cells {
            if let Some(side) = cell.piece {
                self.shapes.extend(piece(self.board.picture.pieces, side, self.centre(cell), HALF));
            }
        }
    }

    /// Rings around the pieces that decided the game.
    fn end_marks(&mut self) {
        for cell in &self.board.picture.cells {
            let (colour, class) = match cell.end_mark {
                None => continue,
                Some(EndMark::Line) => (WINNING, "line"),
                Some(EndMark::Enclosed) => (ENCLOSED, "enclosed"),
            };
            self.shapes.push(Shape::circle(self.centre(cell), 0.86 * HALF).stroke(colour, 4.0).class(class));
        }
    }

    fn targets(&mut self) -> Result<(), BadInput> {
        for name in &self.board.targets {
            let (cell, centre) = (self.board.cell(name)?, self.centre_of(name)?);
            self.shapes.push(match cell.piece {
                None => Shape::circle(centre, 0.2 * HALF).fill(TARGET).opacity(0.8).class("target"),
                Some(_) => Shape::circle(centre, 0.88 * HALF).stroke(TARGET, 2.5).opacity(0.8).class("target"),
            });
        }
        Ok(())
    }

    fn marks(&mut self) -> Result<(), BadInput> {
        for CellMark { cell, colour, .. } in &self.board.marks {
            let centre = self.centre_of(cell)?;
            // A tint could make a piece look like an opposing one.
            if self.board.cell(cell)?.piece.is_none() {
                self.shapes.push(Shape::circle(centre, 0.86 * HALF).fill(*colour).opacity(0.25));
            }
            self.shapes.push(Shape::circle(centre, 0.86 * HALF).stroke(*colour, 3.0).class("mark"));
        }
        Ok(())
    }

    fn labels_of_marks(&mut self) -> Result<(), BadInput> {
        for CellMark { cell, colour, label } in &self.board.marks {
            let Some(label) = label else { continue };
            let (x, y) = self.centre_of(cell)?;
            let size = 13.0 * (1.5 * HALF / text_width(label, 13.0)).min(1.0);
            let (width, height) = (text_width(label, size) + 6.0, size + 4.0);
            let pill = Shape::rectangle((x - width / 2.0, y - height / 2.0), width, height, 4.0);
            self.shapes.push(pill.fill(Colour::PAPER).stroke(*colour, 1.0));
            self.shapes.push(Shape::text((x, y + 0.36 * size), size, Anchor::Middle, label.as_str()));
        }
        Ok(())
    }

    /// Arrows start and end a little off the centres of their cells, so that pieces stay visible.
    fn arrows(&mut self) -> Result<(), BadInput> {
        for Arrow { from, to, colour } in &self.board.arrows {
            let (tail, head) = (self.centre_of(from)?, self.centre_of(to)?);
            let (dx, dy) = (head.0 - tail.0, head.1 - tail.1);
            let length = dx.hypot(dy);
            if length == 0.0 {
                return Err(BadInput::new(format!(
                    "an arrow from {from} to {to} has no length; name two different cells"
                )));
            }
            let (start, tip) = (0.35 * HALF, length - 0.2 * HALF);
            let neck = tip - 0.75 * HALF;
            let at = |along: f64, aside: f64| {
                (tail.0 + (dx * along - dy * aside) / length, tail.1 + (dy * along + dx * aside) / length)
            };
            let (thin, wide) = (0.13 * HALF, 0.42 * HALF);
            let corners = [
                at(start, thin),
                at(neck, thin),
                at(neck, wide),
                at(tip, 0.0),
                at(neck, -wide),
                at(neck, -thin),
                at(start, -thin),
            ];
            let shape = Shape::polygon(corners).fill(*colour).stroke(Colour::PAPER, 1.0).opacity(0.88);
            self.shapes.push(shape.class("arrow").title(format!("{from}-{to}")));
        }
        Ok(())
    }

    /// The lines below the board; returns where they end.
    fn below(&mut self, board_bottom: f64, width: f64) -> f64 {
        let (side, status) = &self.board.status;
        let room = width - 2.0 * MARGIN;
        let mut bottom = board_bottom + 8.0;
        let icon = if side.is_some() { 22.0 } else { 0.0 };
        for (index, line) in wrap(status, STATUS, room - icon).into_iter().enumerate() {
            let icon = if index == 0 { icon } else { 0.0 };
            let left = (width - text_width(&line, STATUS) - icon) / 2.0;
            if let (Some(side), 0) = (side, index) {
                self.shapes.extend(piece(self.board.picture.pieces, *side, (left + 8.0, bottom + 11.0), 11.0));
            }
            self.shapes.push(Shape::text((left + icon, bottom + 16.0), STATUS, Anchor::Start, line));
            bottom += 22.0;
        }
        for line in self.board.caption.iter().flat_map(|caption| wrap(caption, CAPTION, room)) {
            self.shapes.push(Shape::text((width / 2.0, bottom + 18.0), CAPTION, Anchor::Middle, line).class("caption"));
            bottom += 22.0;
        }
        bottom
    }
}
