//! Andantino once more, slowly: everything is asked of a board of letters, cell by cell, straight from the definitions.
//!
//! A cell is (number, letter); its neighbours are the next and the last letter, the next and the last number, and the
//! two cells where both go up or down.

use std::collections::BTreeSet;

pub(crate) type Cell = (i32, i32);

/// The six directions, opposite ones three apart.
const DIRECTIONS: [Cell; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A position as given by its text, and what came before.
pub(crate) struct Slow {
    /// `board[number][letter]`; what is off the board is blank.
    board: [[char; 21]; 21],
    to_move: char,
    is_over: bool,
    /// The last stone, if it is known.
    last: Option<Cell>,
    free_first_stone: bool,
    edge_wall: bool,
}

fn plus((r, l): Cell, (dr, dl): Cell) -> Cell {
    (r + dr, l + dl)
}

pub(crate) fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

/// The cell that a move text such as `j10` names.
pub(crate) fn cell(name: &str) -> Cell {
    let letter = name.bytes().next().map_or(0, |byte| i32::from(byte - b'a' + 1));
    (name[1..].parse().expect("a number"), letter)
}

impl Slow {
    pub(crate) fn read(spec: &str, text: &str, is_over: bool, last: Option<Cell>) -> Slow {
        let (rows, side) = text.split_once(' ').expect("rows and a side");
        let n = (rows.split('/').count() as i32 + 1) / 2;
        let mut board = [[' '; 21]; 21];
        for (row, number) in rows.split('/').zip(1..) {
            for (piece, letter) in row.chars().zip((number - n + 1).max(1)..) {
                board[number as usize][letter as usize] = piece;
            }
        }
        let to_move = side.chars().next().expect("a side");
        let (free_first_stone, edge_wall) = (spec.contains("first-stone=free"), spec.contains("edge-wall"));
        Slow { board, to_move, is_over, last, free_first_stone, edge_wall }
    }

    fn at(&self, (number, letter): Cell) -> char {
        self.board[number as usize][letter as usize]
    }

    fn cells(&self) -> Vec<Cell> {
        let all = (0..21).flat_map(|number| (0..21).map(move |letter| (number, letter)));
        all.filter(|&cell| self.at(cell) != ' ').collect()
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        DIRECTIONS.iter().map(|&way| plus(cell, way)).filter(|&next| self.at(next) != ' ').collect()
    }

    fn around(&self, cell: Cell, what: char) -> usize {
        self.neighbours(cell).iter().filter(|&&next| self.at(next) == what).count()
    }

    pub(crate) fn stones(&self, side: char) -> Vec<Cell> {
        self.cells().into_iter().filter(|&cell| self.at(cell) == side).collect()
    }

    pub(crate) fn playable(&self) -> Vec<Cell> {
        let n_stones = self.stones('x').len() + self.stones('o').len();
        let middle = self.cells().iter().map(|cell| cell.0).max().map_or(0, |last| (last + 1) / 2);
        let may = |&cell: &Cell| match n_stones {
            0 => self.free_first_stone || cell == (middle, middle),
            1 => self.touching(cell) >= 1,
            _ => self.touching(cell) >= 2,
        };
        if self.is_over { Vec::new() } else { self.stones('.').into_iter().filter(may).collect() }
    }

    fn touching(&self, cell: Cell) -> usize {
        self.around(cell, 'x') + self.around(cell, 'o')
    }

    fn with(&self, cell: Cell, side: char) -> Slow {
        let mut board = self.board;
        board[cell.0 as usize][cell.1 as usize] = side;
        Slow { board, last: None, ..*self }
    }

    /// The row of a side through a cell in a direction, without the cell itself.
    fn arm(&self, cell: Cell, way: Cell, side: char) -> i32 {
        let next = plus(cell, way);
        if self.at(next) == side { 1 + self.arm(next, way, side) } else { 0 }
    }

    fn row(&self, cell: Cell, side: char) -> i32 {
        let row = |way: usize| 1 + self.arm(cell, DIRECTIONS[way], side) + self.arm(cell, DIRECTIONS[way + 3], side);
        (0..3).map(row).max().unwrap_or(0)
    }

    pub(crate) fn longest_line(&self, side: char) -> i32 {
        self.stones(side).into_iter().map(|cell| self.row(cell, side)).max().unwrap_or(0)
    }

    pub(crate) fn open_ends(&self, side: char, length: i32) -> i32 {
        let mut n = 0;
        for cell in self.stones(side) {
            for way in DIRECTIONS {
                // A row is found at its first stone, once for each of its two ends.
                let back = (-way.0, -way.1);
                let end = plus(cell, back);
                n += i32::from(self.at(end) == '.' && 1 + self.arm(cell, way, side) == length);
            }
        }
        n
    }

    /// The windows whose cells are all on the board, each as its five cells.
    fn windows(&self) -> Vec<[Cell; 5]> {
        let mut windows = Vec::new();
        for start in self.cells() {
            for way in &DIRECTIONS[..3] {
                let mut cells = [start; 5];
                for index in 1..5 {
                    // A window that leaves the board stops at the blank cell behind the edge.
                    let last = cells[index - 1];
                    cells[index] = if self.at(last) == ' ' { last } else { plus(last, *way) };
                }
                windows.push(cells);
            }
        }
        windows.retain(|cells| cells.iter().all(|&cell| self.at(cell) != ' '));
        windows
    }

    /// The windows with this many stones of a side whose other cells are empty and fulfil a condition.
    pub(crate) fn windows_with(&self, side: char, stones: usize, may: impl Fn(Cell) -> bool) -> Vec<[Cell; 5]> {
        let fits = |cells: &[Cell; 5]| {
            cells.iter().filter(|&&cell| self.at(cell) == side).count() == stones
                && cells.iter().all(|&cell| self.at(cell) == side || self.at(cell) == '.' && may(cell))
        };
        self.windows().into_iter().filter(fits).collect()
    }

    pub(crate) fn is_near(&self, cell: Cell) -> bool {
        self.touching(cell) >= 1
    }

    pub(crate) fn threats(&self, side: char) -> BTreeSet<Cell> {
        // A row through an empty cell is the row that a stone there would make.
        self.playable().into_iter().filter(|&cell| self.row(cell, side) >= 5).collect()
    }

    pub(crate) fn double_threats(&self, side: char) -> i32 {
        let threats = self.threats(side);
        let makes_two = |cell: &Cell| !threats.contains(cell) && self.with(*cell, side).threats(side).len() >= 2;
        self.playable().into_iter().filter(makes_two).count() as i32
    }

    /// Whether some enemy stone cannot reach the edge over cells that are not the side's.
    fn has_enclosed(&self, side: char, edge_wall: bool) -> bool {
        let mut regions: Vec<BTreeSet<Cell>> = Vec::new();
        for start in self.stones(other(side)).into_iter().chain(self.stones('.')) {
            if !regions.iter().any(|region| region.contains(&start)) {
                regions.push(self.region(start, side));
            }
        }
        let largest = regions.iter().map(BTreeSet::len).max().unwrap_or(0);
        regions.iter().any(|region| {
            let is_ringed = region.iter().all(|&cell| self.neighbours(cell).len() == 6);
            let has_enemy = region.iter().any(|&cell| self.at(cell) == other(side));
            has_enemy && (is_ringed || edge_wall && region.len() < largest)
        })
    }

    fn region(&self, start: Cell, owner: char) -> BTreeSet<Cell> {
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(cell) = open.pop() {
            let next: Vec<Cell> = self.neighbours(cell).into_iter().filter(|&c| self.at(c) != owner).collect();
            open.extend(next.into_iter().filter(|&cell| seen.insert(cell)));
        }
        seen
    }

    pub(crate) fn ring_threats(&self, side: char) -> i32 {
        // What is enclosed already ended the game, so a new enclosure is an enclosure at all.
        self.playable().into_iter().filter(|&cell| self.with(cell, side).has_enclosed(side, false)).count() as i32
    }

    pub(crate) fn rings(&self, side: char, stones: usize) -> i32 {
        let is_ring = |cell: &Cell| self.around(*cell, side) == stones && self.around(*cell, '.') == 6 - stones;
        self.stones(other(side)).into_iter().filter(is_ring).count() as i32
    }

    pub(crate) fn half_rings(&self, side: char) -> i32 {
        self.stones(other(side)).into_iter().filter(|&cell| self.around(cell, side) >= 4).count() as i32
    }

    /// Playable cells that make five, or six around one enemy stone.
    pub(crate) fn wins(&self, side: char) -> i32 {
        let rings = |cell: Cell| {
            self.neighbours(cell)
                .into_iter()
                .any(|n| self.at(n) == other(side) && self.around(n, side) == 5 && self.neighbours(n).len() == 6)
        };
        let threats = self.threats(side);
        self.playable().into_iter().filter(|&cell| threats.contains(&cell) || rings(cell)).count() as i32
    }

    pub(crate) fn forks(&self, side: char) -> i32 {
        let playable = self.playable();
        let threes = self.windows_with(side, 3, |cell| playable.contains(&cell));
        playable.iter().filter(|cell| threes.iter().filter(|window| window.contains(cell)).count() >= 2).count() as i32
    }

    fn groups(&self, side: char) -> Vec<BTreeSet<Cell>> {
        let mut groups: Vec<BTreeSet<Cell>> = Vec::new();
        for stone in self.stones(side) {
            if groups.iter().any(|group| group.contains(&stone)) {
                continue;
            }
            let (mut group, mut open) = (BTreeSet::from([stone]), vec![stone]);
            while let Some(cell) = open.pop() {
                let next: Vec<Cell> = self.neighbours(cell).into_iter().filter(|&c| self.at(c) == side).collect();
                open.extend(next.into_iter().filter(|&cell| group.insert(cell)));
            }
            groups.push(group);
        }
        groups
    }

    fn liberties_of(&self, group: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        group.iter().flat_map(|&cell| self.neighbours(cell)).filter(|&cell| self.at(cell) == '.').collect()
    }

    pub(crate) fn liberties(&self, side: char) -> i32 {
        self.liberties_of(&self.stones(side).into_iter().collect()).len() as i32
    }

    pub(crate) fn fewest_liberties(&self, side: char) -> i32 {
        self.groups(side).iter().map(|group| self.liberties_of(group).len() as i32).min().unwrap_or(0)
    }

    /// The last stone, or all that may have been it; none if the side did not move last.
    fn last_stones(&self, side: char) -> Vec<Cell> {
        match self.last {
            _ if side == self.to_move => Vec::new(),
            Some(cell) => vec![cell],
            None => self.stones(side),
        }
    }

    pub(crate) fn last_line(&self, side: char) -> i32 {
        self.last_stones(side).into_iter().map(|cell| self.row(cell, side).min(5)).max().unwrap_or(0)
    }

    pub(crate) fn last_alone(&self, side: char) -> i32 {
        let stones = self.last_stones(side);
        i32::from(!stones.is_empty() && stones.iter().all(|&cell| self.around(cell, side) == 0))
    }

    pub(crate) fn enclosure(&self, side: char) -> i32 {
        i32::from(side != self.to_move && self.has_enclosed(side, self.edge_wall))
    }

    pub(crate) fn published_enclosure(&self, side: char) -> i32 {
        i32::from(self.last_stones(side).into_iter().any(|stone| self.seems_enclosing(stone, side)))
    }

    fn sees_edge(&self, cell: Cell, side: char) -> bool {
        DIRECTIONS.iter().any(|&way| {
            let mut next = plus(cell, way);
            while self.at(next) != ' ' && self.at(next) != side {
                next = plus(next, way);
            }
            self.at(next) == ' '
        })
    }

    /// The report's steps 1 to 25, with its two lists.
    fn seems_enclosing(&self, stone: Cell, side: char) -> bool {
        let (mut open, mut closed, mut current) = (Vec::new(), Vec::new(), stone);
        loop {
            let foreign: Vec<Cell> = self.neighbours(current).into_iter().filter(|&c| self.at(c) != side).collect();
            let (seeing, blind): (Vec<Cell>, Vec<Cell>) = foreign.into_iter().partition(|&c| self.sees_edge(c, side));
            let is_kept =
                |c: &Cell| !closed.contains(c) && !self.neighbours(*c).iter().any(|near| seeing.contains(near));
            open.extend(blind.into_iter().filter(is_kept));
            closed.push(current);
            // The program lets cells into the list twice; dropping those that were closed meanwhile changes nothing but
            // the time.
            open.retain(|c| !closed.contains(c));
            if open.is_empty() {
                break;
            }
            current = open.remove(0);
        }
        closed[1..].iter().any(|&cell| self.at(cell) == other(side))
    }
}
