//! Nodes with a table: results are kept, and moves are ordered with care because the trees below are large.

use plyscope_core::cpu::{Build, Recursion};
use plyscope_games::Word;

use super::discs::Discs;
use super::few::{FEW, Few};
use super::images::AS_IT_IS;
use super::last::{Last2, Last3};
use super::order::{BEYOND, Child};
use super::shape::Shape;
use super::table::{EndgameTable, KnownBounds, NO_CELL};
use super::worker::{NOTHING, Worker};

/// More than a few empty cells.
struct Middle<'w, 'a, B>(&'w mut Worker<'a, B>);

/// With this many empty cells or more, the table is asked about each move before any is tried (enhanced transposition
/// cutoff).
const LOOK_UP: u32 = 10;

/// With this many empty cells or more, the heuristic orders the moves.
const JUDGE: u32 = 12;

/// For this many further empty cells it looks one ply further ahead. With four instead of three, FFO 41 and 42 took a
/// sixth more nodes.
const CELLS_FOR_A_PLY: u32 = 3;

/// What each reply is worth besides what the heuristic says, in hundredths of a disc: few replies make a small tree.
const REPLY: i32 = 75;

/// With this many empty cells or more, threads avoid what others are searching.
const SPREAD: u32 = 12;

/// The promise of a move that another thread is searching.
const PUT_OFF: i32 = i32::MIN;

impl<B: Build> Recursion<Discs, i32, i32, u32> for Middle<'_, '_, B> {
    type Output = i32;

    #[inline(always)]
    fn call(self, discs: Discs, alpha: i32, beta: i32, n_empties: u32) -> i32 {
        self.0.middle(discs, alpha, beta, n_empties)
    }
}

impl<B: Build> Worker<'_, B> {
    /// The score between alpha and beta, or a bound outside.
    #[inline(always)]
    pub(super) fn score(&mut self, discs: Discs, alpha: i32, beta: i32, n_empties: u32) -> i32 {
        let build = self.build;
        if n_empties > FEW {
            return build.call(Middle(self), discs, alpha, beta, n_empties);
        }
        if beta - alpha == 1 {
            return self.score_of_few(discs, alpha);
        }
        // Narrow the window from both sides.
        let (mut lower, mut upper) = (alpha, beta);
        while lower < upper {
            let middle = (lower + upper).div_euclid(2);
            let score = self.score_of_few(discs, middle);
            if score > middle {
                lower = score;
            } else {
                upper = score;
            }
        }
        upper
    }

    /// On which side of alpha the score is, with few empty cells.
    #[inline(always)]
    fn score_of_few(&mut self, discs: Discs, alpha: i32) -> i32 {
        let build = self.build;
        let empties = self.shared.shape.board & !(discs.mover | discs.other);
        let odd = self.shared.shape.odd_quadrants(empties);
        match empties.count_ones() {
            0 => self.final_score(discs),
            1 => self.last_one(discs.mover, empties.trailing_zeros()),
            2 => build.call(Last2(self), discs, empties.trailing_zeros(), 63 - empties.leading_zeros(), alpha),
            3 => build.call(Last3(self), discs, empties, odd, alpha),
            _ => build.call(Few(self), discs, empties, odd, alpha),
        }
    }

    #[inline(always)]
    fn middle(&mut self, discs: Discs, alpha: i32, beta: i32, n_empties: u32) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        let shared = self.shared;
        let discs = if n_empties >= shared.shape.turn_from { shared.shape.representative(discs).0 } else { discs };
        let empties = shared.shape.board & !(discs.mover | discs.other);
        if let Some(bound) = self.stable_bound(discs, empties, n_empties, alpha) {
            return bound;
        }

        // 1. What is known.
        let known = shared.table.get(discs);
        let mut table_move = NO_CELL;
        if let Some(known) = known {
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            table_move = known.best;
        }

        // 2. The moves.
        let places = discs.places(self.build) & shared.shape.board;
        if places == 0 {
            if discs.passed().places(self.build) & shared.shape.board == 0 {
                return self.final_score(discs);
            }
            return -self.score(discs.passed(), -beta, -alpha, n_empties);
        }
        let base = self.children.len();
        for cell in places.cells() {
            let after = discs.after(cell, discs.flipped(self.build, cell));
            let after = if n_empties > shared.shape.turn_from { shared.shape.representative(after).0 } else { after };
            self.children.push(Child { discs: after, promise: 0, cell: cell as u8 });
        }

        // 3. If the table already refutes one of them, nothing needs to be searched.
        if n_empties >= LOOK_UP {
            for index in base..self.children.len() {
                let Child { discs: after, cell, .. } = self.children[index];
                if let Some(known) = shared.table.get(after)
                    && -i32::from(known.upper) >= beta
                {
                    self.children.truncate(base);
                    let lower = -i32::from(known.upper);
                    self.remember(discs, lower, shared.shape.n_cells, cell, 1);
                    return lower;
                }
            }
        }

        // 4. Their order.
        let nodes_before = self.nodes;
        if self.children.len() > base + 1 {
            let odd_cells = shared.shape.quadrants[shared.shape.odd_quadrants(empties) as usize % 16];
            for index in base..self.children.len() {
                let child = self.children[index];
                self.children[index].promise = if child.cell == table_move {
                    i32::MAX
                } else if n_empties >= JUDGE {
                    let depth = (n_empties - JUDGE) / CELLS_FOR_A_PLY;
                    -self.expected(child.discs, depth, -BEYOND, BEYOND) - REPLY * self.n_replies(&child)
                } else {
                    self.fastest_first(&child, odd_cells, empties)
                };
            }
        }

        // 5. Each of them: the first with the whole window, the others only to see that they are not better.
        let (mut best, mut best_cell) = (NOTHING, NO_CELL);
        let busy = shared.busy.filter(|_| n_empties >= SPREAD);
        let mut index = base;
        while index < self.children.len() {
            let child = self.take_best(index);
            if let Some(busy) = busy {
                if index > base && child.promise != PUT_OFF && busy.has(child.discs) {
                    self.children[index].promise = PUT_OFF;
                    continue;
                }
                busy.begin(child.discs);
            }
            let floor = alpha.max(best);
            let mut score;
            if index == base {
                score = -self.score(child.discs, -beta, -floor, n_empties - 1);
            } else {
                score = -self.score(child.discs, -floor - 1, -floor, n_empties - 1);
                if score > floor && score < beta && !self.stopped {
                    score = -self.score(child.discs, -beta, -score, n_empties - 1);
                }
            }
            if let Some(busy) = busy {
                busy.end(child.discs);
            }
            index += 1;
            if self.stopped {
                self.children.truncate(base);
                return alpha;
            }
            if score > best {
                (best, best_cell) = (score, child.cell);
                if best >= beta {
                    break;
                }
            }
        }
        self.children.truncate(base);

        // 6. What is known now.
        let n_cells = shared.shape.n_cells;
        let lower = if best > alpha { best } else { -n_cells };
        let upper = if best < beta { best } else { n_cells };
        let effort = (u64::BITS - (self.nodes - nodes_before).leading_zeros()) as u8;
        self.remember(discs, lower, upper, best_cell, effort);
        best
    }

    /// The cell of the move that the table has for a position.
    pub(super) fn known_move(&self, discs: Discs) -> Option<u32> {
        known_move(self.shared.shape, self.shared.table, discs)
    }

    #[inline(always)]
    fn remember(&self, discs: Discs, lower: i32, upper: i32, best: u8, effort: u8) {
        self.shared.table.put(discs, KnownBounds { lower: lower as i8, upper: upper as i8, best }, effort);
    }
}

/// The cell of the move that a table has for a position on this board.
pub(super) fn known_move(shape: &Shape, table: &EndgameTable, discs: Discs) -> Option<u32> {
    let n_empties = (shape.board & !(discs.mover | discs.other)).count_ones();
    let (asked, image) = if n_empties >= shape.turn_from { shape.representative(discs) } else { (discs, AS_IT_IS) };
    let best = table.get(asked)?.best;
    shape.board.cells().find(|&cell| best != NO_CELL && shape.cell_in(cell, image) == best.into())
}
