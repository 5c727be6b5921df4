//! The order in which the missing games of a plan are begun.

use std::collections::VecDeque;
use std::ops::Range;

use crate::plan::Plan;

/// Games that nobody has begun yet. They are taken round by round: all cells play their game of one number before
/// any plays the next, and cells with swapped seats follow each other. So the games of every moment are a fair sample
/// of the whole.
pub struct Queue {
    /// The cells with their missing numbers.
    cells: Vec<(usize, VecDeque<Range<u32>>)>,
    /// The number of this round, and the place of the next cell in it.
    number: u32,
    next: usize,
}

impl Queue {
    /// These games of a plan.
    pub fn new(plan: &Plan, missing: Vec<(usize, Range<u32>)>) -> Self {
        let mut by_cell = vec![VecDeque::new(); plan.cells.len()];
        missing.into_iter().for_each(|(cell, range)| by_cell[cell].push_back(range));
        let mut cells = Vec::new();
        for (index, cell) in plan.cells.iter().enumerate() {
            let pair = [Some(index), cell.partner].into_iter().flatten();
            cells.extend(pair.map(|cell| (cell, std::mem::take(&mut by_cell[cell]))));
        }
        // Behind the last cell, so that the first round begins.
        let next = cells.len();
        Queue { cells, number: 0, next }
    }

    /// Whether all games were begun.
    pub fn is_empty(&self) -> bool {
        self.n_left() == 0
    }

    /// The number of games that nobody has begun.
    pub fn n_left(&self) -> u64 {
        let ranges = self.cells.iter().flat_map(|(_, missing)| missing);
        ranges.map(|range| range.len() as u64).sum()
    }

    /// The next games: their cells and numbers, at most `max`.
    pub fn take(&mut self, max: usize) -> Vec<(usize, u32)> {
        let mut taken = Vec::with_capacity(max);
        while taken.len() < max {
            if self.next == self.cells.len() {
                self.cells.retain(|(_, missing)| !missing.is_empty());
                self.next = self.cells.len();
                let firsts = self.cells.iter().filter_map(|(_, missing)| missing.front());
                let Some(number) = firsts.map(|range| range.start).min() else { break };
                (self.number, self.next) = (number, 0);
            }
            let (cell, missing) = &mut self.cells[self.next];
            self.next += 1;
            let Some(range) = missing.front_mut().filter(|range| range.start == self.number) else { continue };
            taken.push((*cell, self.number));
            range.start += 1;
            if range.start == range.end {
                missing.pop_front();
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiment::Experiment;

    /// All cells play a number before any plays the next, both seats of a pair one after the other, in pieces of any
    /// size, and also where games are missing.
    #[test]
    fn games_are_taken_round_by_round() {
        let text = "game = 'tictactoe'\nschedule = 'matrix'\ngames = 4\n[players]\na = 'random'\nb = 'random'\n";
        let plan = Plan::new(&Experiment::read(text).expect("an experiment"), Path::new("")).expect("a plan");
        assert_eq!(plan.cells.iter().map(|cell| cell.partner).collect::<Vec<_>>(), [None, Some(2), Some(1), None]);
        let missing = || vec![(0, 0..4), (1, 0..1), (1, 3..4), (2, 1..4), (3, 2..3)];
        let expected: Vec<(usize, u32)> =
            [(0, 0), (1, 0), (0, 1), (2, 1), (0, 2), (2, 2), (3, 2), (0, 3), (1, 3), (2, 3)].to_vec();
        for max in 1..12 {
            let mut queue = Queue::new(&plan, missing());
            let taken: Vec<_> =
                std::iter::repeat_with(|| queue.take(max)).take_while(|some| !some.is_empty()).collect();
            assert!(taken.iter().all(|some| some.len() <= max));
            assert_eq!(taken.concat(), expected, "{max} at a time");
        }
    }
}
