//! The best line so far from each ply on, as the value travels up.
//!
//! Most positions have no best line: they are leaves, or no move of theirs lies inside the window. To spare them the
//! work of clearing a line, each line has the node count at which it was written. A line older than its position is
//! ignored.

/// The lines, one for each ply.
pub(crate) struct Lines<M> {
    lines: Vec<Line<M>>,
}

struct Line<M> {
    written: u64,
    moves: Vec<M>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Self {
        Lines { lines: Vec::new() }
    }

    /// Makes this move and the best line after it the best line from this ply. The line after it counts only if it was
    /// written after node `entered`, just before the child was visited. Rare enough to be kept out of the loops that
    /// call it.
    #[cold]
    pub(crate) fn extend(&mut self, m: M, ply: u32, entered: u64, now: u64) -> &[M] {
        let ply = ply as usize;
        self.line(ply + 1);
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let (line, after) = (&mut upper[ply], &lower[0]);
        line.written = now;
        line.moves.clear();
        line.moves.push(m);
        // The child itself is a node, and its line is written when one of its own children has been visited.
        if after.written > entered + 1 {
            line.moves.extend_from_slice(&after.moves);
        }
        &line.moves
    }

    fn line(&mut self, ply: usize) -> &mut Line<M> {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, || Line { written: 0, moves: Vec::new() });
        }
        &mut self.lines[ply]
    }

    /// Makes this the best line from this ply, found when `now` nodes had been visited.
    pub(crate) fn put(&mut self, ply: u32, moves: &[M], now: u64) {
        let line = self.line(ply as usize);
        line.written = now;
        line.moves.clear();
        line.moves.extend_from_slice(moves);
    }
}
