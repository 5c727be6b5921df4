//! Variants, text and pictures of Andantino.

use std::fmt;
use std::str::FromStr;

use plyscope_core::{
    About, BadInput, Cell, CellShape, Choice, Draw, EndMark, Notation, Picture, Pieces, Side, Symmetry,
};

use super::hex::{self, HexBoard, SIDES, Set, coordinates};
use super::{Andantino, End, LINE, Rules, has_line_through, neighbour};
use crate::grid::{already_won, column_name, read_cells};
use crate::spec::Parts;

/// The board and the rules of a game of Andantino.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    side: usize,
    rules: Rules,
}

static ABOUT: About = About {
    id: "andantino",
    name: "Andantino",
    summary: "Every stone touches two others; five in a row or an enclosed enemy stone wins.",
    sizes: "N (the side of the hexagonal board, 3 to 10)",
    default: "10",
    variants: &["3", "4", "5", "6", "10", "10,first-stone=free", "5,suicide=ignore", "4,edge-wall"],
    odd_variants: &[
        "7",
        "8",
        "9",
        "3,first-stone=free",
        "4,suicide=ignore",
        "3,edge-wall",
        "5,first-stone=free,suicide=ignore,edge-wall",
    ],
    small_variant: "3",
    options: &[
        Choice {
            name: "first-stone",
            values: &["centre", "free"],
            default: "centre",
            meaning: "where the first stone goes",
        },
        Choice {
            name: "suicide",
            values: &["loss", "ignore"],
            default: "loss",
            meaning: "what a stone in a closed enemy region means",
        },
        Choice {
            name: "edge-wall",
            values: &[],
            default: "",
            meaning: "the edge helps to enclose; the largest open region stays open",
        },
    ],
    symmetries: &[Symmetry::HexagonTurn, Symmetry::HexagonMirror],
};

impl Andantino {
    fn at(&self, cell: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones[side.index()].has(cell))
    }

    fn has_line(&self, side: Side) -> bool {
        let own = self.stones[side.index()];
        own.cells().any(|cell| has_line_through(&own, cell, own.ring(cell)))
    }

    /// The stones that stand in rows of five or more.
    fn lines(&self, side: Side) -> Set {
        let own = self.stones[side.index()];
        let mut lines = Set::default();
        // Rows in the three other directions are found from their other end.
        for (cell, place) in own.cells().flat_map(|cell| (0..3).map(move |place| (cell, place))) {
            let next = |&cell: &usize| Some(neighbour(cell, place)).filter(|&next| own.has(next));
            let row: Vec<usize> = std::iter::successors(Some(cell), next).collect();
            if row.len() >= LINE {
                row.into_iter().for_each(|cell| lines.insert(cell));
            }
        }
        lines
    }

    /// The stones that decided the game, and how.
    fn deciding_stones(&self) -> Option<(Set, EndMark)> {
        match self.end? {
            End::Line => Some((self.lines(!self.side), EndMark::Line)),
            End::Enclosure => Some((self.enclosed_by(!self.side) & self.stones[self.side.index()], EndMark::Enclosed)),
            End::Suicide => Some((self.enclosed_by(self.side) & self.stones[(!self.side).index()], EndMark::Enclosed)),
            End::FullBoard => None,
        }
    }

    /// The position with these stones, or why the rules cannot produce it.
    fn from_stones(variant: &Variant, stones: [Set; 2], to_move: Side) -> Result<Self, BadInput> {
        let board = HexBoard::of(variant.side);
        let [n_first, n_second] = stones.map(|set| set.count());
        let turn = if n_first == n_second { Side::First } else { Side::Second };
        if to_move != turn || n_first.wrapping_sub(n_second) > 1 {
            return Err(BadInput::new(format!(
                "{} cannot be to move with {n_first} stones of x and {n_second} of o: \
                 x begins and the sides take turns",
                to_move.letter()
            )));
        }
        let both = stones[0] | stones[1];
        if let Some(any) = both.smallest() {
            if !variant.rules.free_first_stone && (both & board.centre_only).is_empty() {
                return Err(BadInput::new("the first stone must be in the centre, but the centre is empty"));
            }
            if Set::from_iter([any]).flood(both) != both {
                return Err(BadInput::new("the stones must be connected: every stone is placed next to others"));
            }
        }
        let mut position = Andantino::empty_board(board, variant.rules);
        // Placing needs turns, so the stones come in any order that alternates.
        let mut queues = stones.map(Set::cells);
        while let Some(cell) = queues[position.side.index()].next() {
            position.place(cell);
        }
        position.settle()
    }

    /// Finds out by the plain definitions whether the game is over.
    fn settle(mut self) -> Result<Self, BadInput> {
        if self.has_line(self.side) {
            return Err(already_won(self.side, "line"));
        }
        self.has_eye = self.stones.map(|own| !super::enclosed(self.board, own).is_empty());
        self.end = if self.has_line(!self.side) {
            Some(End::Line)
        } else {
            // Which stone came last is not known, so every stone that could have is asked.
            let last_mover = self.stones[(!self.side).index()];
            let ends: Vec<End> = last_mover.cells().filter_map(|cell| self.end_by_flooding(cell)).collect();
            [End::Enclosure, End::Suicide, End::FullBoard].into_iter().find(|end| ends.contains(end))
        };
        Ok(self)
    }
}

impl Notation for Andantino {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        let row = |number: usize| {
            let cells = self.board.letters(number).map(|letter| hex::cell(number, letter));
            cells.map(|cell| self.at(cell).map_or('.', Side::letter)).collect::<String>()
        };
        let rows: Vec<String> = (0..2 * self.board.side - 1).map(row).collect();
        format!("{} {}", rows.join("/"), self.side.letter())
    }

    fn read_position(variant: &Variant, text: &str) -> Result<Self, BadInput> {
        let (board, n) = (HexBoard::of(variant.side), variant.side);
        let form = format!(
            "an andantino:{n} position is {} rows of {n} to {} to {n} cells (x, o or .), joined by /, \
             and the side to move",
            2 * n - 1,
            2 * n - 1
        );
        let bad = |what: String| BadInput::new(format!("{what}; {form}"));
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [stones_text, side] = fields[..] else {
            return Err(bad(format!("the number of parts is {}", fields.len())));
        };
        let to_move = (side.chars().count() == 1).then(|| side.chars().next().and_then(Side::from_letter)).flatten();
        let to_move = to_move.ok_or_else(|| bad("the side to move is not x or o".to_owned()))?;
        let rows: Vec<&str> = stones_text.split('/').collect();
        if rows.len() != 2 * n - 1 {
            return Err(bad(format!("the number of rows is {}", rows.len())));
        }
        let mut stones = [Set::default(); 2];
        for (number, row) in rows.iter().enumerate() {
            let letters = board.letters(number);
            let mut cells = Vec::new();
            read_cells(row, letters.clone().count(), &mut cells)
                .map_err(|what| bad(format!("row {} {what}", number + 1)))?;
            for (letter, piece) in letters.zip(cells) {
                if let Some(side) = piece {
                    stones[side.index()].insert(hex::cell(number, letter));
                }
            }
        }
        Andantino::from_stones(variant, stones, to_move)
    }

    fn move_text(&self, m: u16) -> String {
        name(m.into())
    }

    /// `j10`, `10j` and `10 j` are the same cell.
    fn spells(&self, m: u16, text: &str) -> bool {
        let (number, letter) = coordinates(m.into());
        let (number, letter) = ((number + 1).to_string(), column_name(letter as u32));
        let is_pair =
            |rest: Option<&str>, end: &str| rest.is_some_and(|rest| rest.trim_start_matches([' ', '-']) == end);
        is_pair(text.strip_prefix(&letter), &number) || is_pair(text.strip_prefix(&number), &letter)
    }

    fn move_form() -> &'static str {
        "a letter and a number such as j10"
    }

    fn reason(&self) -> Option<&'static str> {
        self.end.map(|end| match end {
            End::Line => "line",
            End::Enclosure => "enclosure",
            End::Suicide => "suicide",
            End::FullBoard => "full board",
        })
    }

    /// A number and a letter separated by a space (`10 J`, as the paper writes) are one move.
    fn split_moves(text: &str) -> Vec<String> {
        let mut moves: Vec<String> = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            let letters_only = word.chars().all(char::is_alphabetic);
            match moves.last_mut() {
                Some(last) if letters_only && last.chars().all(|c| c.is_ascii_digit()) => last.push_str(word),
                _ => moves.push(word.to_owned()),
            }
        }
        moves
    }
}

fn name(cell: usize) -> String {
    let (number, letter) = coordinates(cell);
    format!("{}{}", column_name(letter as u32), number + 1)
}

impl Draw for Andantino {
    fn picture(&self) -> Picture {
        let deciding = self.deciding_stones();
        let draw = |cell| {
            let (number, letter) = coordinates(cell);
            // Each row is half a cell further left than the one above; the middle row begins at 0.
            let x = 2 * letter as i32 - number as i32 + self.board.side as i32 - 1;
            let end_mark = deciding.filter(|(stones, _)| stones.has(cell)).map(|(_, mark)| mark);
            Cell { name: name(cell), x, row: number as i32, piece: self.at(cell), end_mark }
        };
        Picture { shape: CellShape::Hexagon, pieces: Pieces::Stones, cells: self.board.all.cells().map(draw).collect() }
    }

    fn move_cells(&self, m: u16) -> Vec<String> {
        vec![name(m.into())]
    }

    #[inline(always)]
    fn count_pieces(&self, side: Side) -> u32 {
        self.stones[side.index()].count() as u32
    }
}

impl Variant {
    pub(super) fn side(&self) -> usize {
        self.side
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }
}

impl Default for Variant {
    fn default() -> Self {
        Variant { side: 10, rules: Rules::default() }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.side)?;
        let Rules { free_first_stone, ignore_suicide, edge_wall } = self.rules;
        f.write_str(if free_first_stone { ",first-stone=free" } else { "" })?;
        f.write_str(if ignore_suicide { ",suicide=ignore" } else { "" })?;
        f.write_str(if edge_wall { ",edge-wall" } else { "" })
    }
}

impl FromStr for Variant {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let parts = Parts::of(&ABOUT, text)?;
        let side = match parts.head {
            None => Variant::default().side,
            Some(head) if head.bytes().all(|byte| byte.is_ascii_digit()) => {
                let side = head.parse().unwrap_or(usize::MAX);
                if !SIDES.contains(&side) {
                    return Err(BadInput::new(format!(
                        "andantino has no board of side {head:.10}; accepted: {}",
                        ABOUT.sizes
                    )));
                }
                side
            }
            Some(head) => return Err(parts.unknown(head, head)),
        };
        let rules = Rules {
            free_first_stone: parts.value("first-stone") == Some("free"),
            ignore_suicide: parts.value("suicide") == Some("ignore"),
            edge_wall: parts.has("edge-wall"),
        };
        Ok(Variant { side, rules })
    }
}
