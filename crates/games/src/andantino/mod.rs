//! Andantino (David Smith 1995) on a hexagonal board: five in a row, or enemy stones enclosed.
//!
//! The first stone goes to the centre, the second next to it, and every later one must touch two stones of any colour.
//! Five or more of one colour in a row win, and so does enclosing an enemy stone; the edge is no wall. A stone played
//! into a closed enemy region loses. A full board is a draw, and until then there is always a move: the stones hang
//! together, and around any of them that has an empty neighbour some empty cell touches two.

mod enclosure;
mod heuristics;
mod hex;
mod insight;
mod last_stone;
mod measure;
mod patterns;
mod symmetry;
mod text;

pub use patterns::Patterns;
pub use text::Variant;

use plyscope_core::{Game, Outcome, Rng, Side};
use std::sync::LazyLock;

use enclosure::{closes_region, enclosed, enclosed_with_edge, neighbour};
use hex::{HexBoard, Set};

/// A position of Andantino.
#[derive(Clone, Debug)]
pub struct Andantino {
    stones: [Set; 2],
    /// The cells with a stone next to them, and those with two or more; cells off the board and taken ones included.
    touched: Set,
    touched_twice: Set,
    key: u64,
    board: &'static HexBoard,
    n_stones: u16,
    /// Where the last stone was placed; [`NOWHERE`] if that is not known. No part of the position: it neither changes
    /// what can happen nor the key.
    last: u16,
    side: Side,
    rules: Rules,
    /// For each side, whether it encloses any cell at all; hardly ever true, so the cells themselves are not kept.
    has_eye: [bool; 2],
    end: Option<End>,
}

/// What the options change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Rules {
    free_first_stone: bool,
    ignore_suicide: bool,
    edge_wall: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Line,
    Enclosure,
    Suicide,
    FullBoard,
}

const LINE: usize = 5;

/// No cell of any board.
const NOWHERE: u16 = 0;

/// A random number for each stone on each cell; the key of a position is their sum without carry.
static STONE_KEYS: LazyLock<[[u64; 384]; 2]> = LazyLock::new(|| {
    let mut rng = Rng::new(0xA2DA_2719);
    std::array::from_fn(|_| std::array::from_fn(|_| rng.next_u64()))
});

impl Andantino {
    fn empty_board(board: &'static HexBoard, rules: Rules) -> Self {
        Andantino {
            stones: [Set::default(); 2],
            touched: Set::default(),
            touched_twice: Set::default(),
            key: 0,
            board,
            n_stones: 0,
            last: NOWHERE,
            side: Side::First,
            rules,
            has_eye: [false; 2],
            end: None,
        }
    }

    /// The cells on which a stone may be placed, if the game is not over.
    #[inline(always)]
    fn places(&self) -> Set {
        let allowed = match self.n_stones {
            0 if self.rules.free_first_stone => &self.board.all,
            0 => &self.board.centre_only,
            1 => &self.touched,
            _ => &self.touched_twice,
        };
        *allowed & self.board.all & !(self.stones[0] | self.stones[1])
    }

    /// Puts down a stone of the side to move and gives the turn away, without asking whether that ends the game.
    #[inline(always)]
    fn place(&mut self, cell: usize) {
        let side = self.side.index();
        self.stones[side].insert(cell);
        self.key ^= STONE_KEYS[side][cell];
        Set::add_neighbours(&mut self.touched, &mut self.touched_twice, cell);
        self.n_stones += 1;
        self.side = !self.side;
    }

    /// Whether and how the stone just placed on this cell ended the game.
    #[inline(always)]
    fn end_after(&mut self, cell: usize) -> Option<End> {
        let (mover, other) = ((!self.side).index(), self.side.index());
        let own = &self.stones[mover];
        let ring = own.ring(cell);
        if has_line_through(own, cell, ring) {
            return Some(End::Line);
        }
        if self.rules.edge_wall || self.rules.ignore_suicide {
            return self.end_by_flooding(cell);
        }
        if closes_region(own, cell, ring) {
            self.has_eye[mover] = true;
            if !(enclosed(self.board, *own) & self.stones[other]).is_empty() {
                return Some(End::Enclosure);
            }
        }
        // Inside a closed enemy region the stone has no own stone next to it: the first one there ended the game.
        if self.has_eye[other] && ring == 0 && enclosed(self.board, self.stones[other]).has(cell) {
            return Some(End::Suicide);
        }
        self.end_by_space()
    }

    /// The same for the unusual rules, by the plain definition.
    fn end_by_flooding(&self, cell: usize) -> Option<End> {
        let (mover, other) = (!self.side, self.side);
        if !(self.enclosed_by(mover) & self.stones[other.index()]).is_empty() {
            Some(End::Enclosure)
        } else if !self.rules.ignore_suicide && self.enclosed_by(other).has(cell) {
            Some(End::Suicide)
        } else {
            self.end_by_space()
        }
    }

    /// The cells that a side encloses by these rules.
    fn enclosed_by(&self, side: Side) -> Set {
        let own = self.stones[side.index()];
        if self.rules.edge_wall { enclosed_with_edge(self.board, own) } else { enclosed(self.board, own) }
    }

    #[inline(always)]
    fn end_by_space(&self) -> Option<End> {
        (usize::from(self.n_stones) == self.board.n_cells).then_some(End::FullBoard)
    }
}

/// Whether five or more stones stand in a row through this cell. `ring` tells which of its neighbours are in the set.
#[inline(always)]
fn has_line_through(own: &Set, cell: usize, ring: u32) -> bool {
    // Opposite places of a ring are three apart, so this has a bit for each of the three directions in which the stone
    // has company.
    let mut directions = (ring | ring >> 3) & 7;
    while directions != 0 {
        let place = directions.trailing_zeros();
        let mut length = 1;
        for place in [place, place + 3] {
            let mut next = neighbour(cell, place);
            while own.has(next) {
                length += 1;
                next = neighbour(next, place);
            }
        }
        if length >= LINE {
            return true;
        }
        directions &= directions - 1;
    }
    false
}

impl Game for Andantino {
    /// The number of a cell.
    type Move = u16;
    type Variant = Variant;

    fn start(variant: &Variant) -> Self {
        Andantino::empty_board(HexBoard::of(variant.side()), variant.rules())
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.end.map(|end| match end {
            End::Line | End::Enclosure => Outcome::Win(!self.side),
            End::Suicide => Outcome::Win(self.side),
            End::FullBoard => Outcome::Draw,
        })
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u16> {
        self.places().cells().map(|cell| cell as u16)
    }

    #[inline(always)]
    fn play(&mut self, m: u16) {
        self.place(m.into());
        self.last = m;
        self.end = self.end_after(m.into());
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.end.is_some() { 0 } else { self.places().count() }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<u16> {
        if self.end.is_some() {
            return None;
        }
        let places = self.places();
        Some(places.nth(choose(places.count())) as u16)
    }
}

// Everything else follows from the stones, whose number also tells whose turn it is.
impl PartialEq for Andantino {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones && self.board.side == other.board.side && self.rules == other.rules
    }
}

impl Eq for Andantino {}

impl std::hash::Hash for Andantino {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}
