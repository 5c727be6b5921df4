//! The best line so far from each ply on, as the value travels up.
//!
//! A position that finds a better move takes over the line of the child that the move led to. It does so by exchanging
//! rows with the ply below, not by copying: in every row the move of a ply has the same column, so the new move only
//! has to be put before the others.
//!
//! Most positions have no best line: they are leaves, or no move of theirs lies inside the window. To spare them the
//! work of clearing a line, each line says when it was confirmed, by some count that grows as positions are searched. A
//! line older than its position is ignored.

/// The lines, one for each ply.
pub(crate) struct Lines<M> {
    /// The rows, one after the other, as many as there are columns.
    moves: Vec<M>,
    lines: Vec<Line>,
}

#[derive(Clone, Copy)]
struct Line {
    row: Row,
    /// The count at which it was confirmed.
    confirmed: u64,
}

/// Where the moves of a line are.
#[derive(Clone, Copy)]
struct Row {
    /// Where the row begins.
    begin: u32,
    /// The column after the last move of the line.
    end: u32,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Self {
        Lines { moves: Vec::new(), lines: Vec::new() }
    }

    /// Makes this move the best line from this ply: with the line after it, or alone.
    #[inline(always)]
    pub(crate) fn improve(&mut self, m: M, ply: u32, goes_on: bool) {
        let column = ply as usize;
        let Some([line, after]) = self.lines.get_mut(column..column + 2) else {
            self.grow(m, column);
            return self.improve(m, ply, goes_on);
        };
        if goes_on {
            std::mem::swap(&mut line.row, &mut after.row);
        } else {
            line.row.end = ply + 1;
        }
        let place = line.row.begin as usize + column;
        self.moves[place] = m;
    }

    /// Marks the line from this ply as confirmed now.
    #[inline(always)]
    pub(crate) fn confirm(&mut self, ply: u32, now: u64) {
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.confirmed = now;
        }
    }

    /// [`Lines::improve`] for a line that goes on if the one after it was confirmed after `since`. Rare enough to be
    /// kept out of the loops that call it.
    #[cold]
    pub(crate) fn extend(&mut self, m: M, ply: u32, since: u64, now: u64) {
        let after = self.lines.get(ply as usize + 1);
        let goes_on = after.is_some_and(|after| after.confirmed > since);
        self.improve(m, ply, goes_on);
        self.confirm(ply, now);
    }

    /// Makes this the best line from this ply, confirmed now.
    pub(crate) fn put(&mut self, ply: u32, moves: &[M], now: u64) {
        let Some(&first) = moves.first() else { return };
        let (column, end) = (ply as usize, ply as usize + moves.len());
        if self.lines.len() <= end {
            self.grow(first, end);
        }
        let line = &mut self.lines[column];
        (line.row.end, line.confirmed) = (end as u32, now);
        let begin = line.row.begin as usize;
        self.moves[begin + column..begin + end].copy_from_slice(moves);
    }

    /// The line from this ply.
    pub(crate) fn line(&self, ply: u32) -> &[M] {
        let Row { begin, end } = self.lines[ply as usize].row;
        &self.moves[(begin + ply) as usize..(begin + end) as usize]
    }

    /// Makes room for this ply and the next.
    #[cold]
    fn grow(&mut self, filler: M, ply: usize) {
        let (before, width) = (self.lines.len(), (ply + 2).next_power_of_two().max(16));
        let mut moves = vec![filler; width * width];
        for (index, line) in self.lines.iter_mut().enumerate() {
            let (old, new) = (line.row.begin as usize, index * width);
            moves[new..new + before].copy_from_slice(&self.moves[old..old + before]);
            line.row.begin = new as u32;
        }
        let new = |index| Line { row: Row { begin: (index * width) as u32, end: 0 }, confirmed: 0 };
        self.lines.extend((before..width).map(new));
        self.moves = moves;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_only_with_one_that_is_newer_than_its_position() {
        let mut lines = Lines::new();
        lines.extend('c', 2, 0, 1);
        lines.extend('b', 1, 0, 1);
        assert_eq!(lines.line(1), ['b', 'c']);
        // The line of the ply below was taken over, and what lies there now is old.
        lines.extend('x', 1, 1, 2);
        assert_eq!(lines.line(1), ['x']);
        lines.extend('a', 0, 1, 3);
        assert_eq!(lines.line(0), ['a', 'x']);
        // A line below that is not confirmed does not count.
        lines.improve('y', 1, false);
        lines.extend('d', 0, 3, 4);
        assert_eq!(lines.line(0), ['d']);
    }

    #[test]
    fn a_line_from_elsewhere_is_like_one_found_here() {
        let mut lines = Lines::new();
        lines.extend('z', 0, 0, 1);
        let long: Vec<char> = ('b'..='y').collect();
        lines.put(1, &long, 2);
        assert_eq!(lines.line(1), long);
        assert_eq!(lines.line(0), ['z']);
        lines.extend('a', 0, 1, 3);
        assert_eq!(lines.line(0), ('a'..='y').collect::<Vec<_>>());
    }

    /// Beyond the first rows, so that they have to be moved.
    #[test]
    fn long_lines_grow_from_the_end() {
        let mut lines = Lines::new();
        let length = 100;
        for ply in (0..20).chain((0..length).rev()) {
            lines.improve(ply, ply, ply + 1 < length && ply >= 20);
        }
        lines.improve(19, 19, true);
        (0..19).rev().for_each(|ply| lines.improve(ply, ply, true));
        assert_eq!(lines.line(0), (0..length).collect::<Vec<u32>>());
    }
}
