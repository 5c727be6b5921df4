//! The best line so far from each ply on, as the value travels up.
//!
//! Most positions have no best line: they are leaves, or no move of theirs lies inside the window. So that none of them need say so, each line
//! carries the time at which it was written, counted in nodes, and one that is older than the position it should belong to does not count.

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

    /// The best line from this ply is now this move and the best line after it, if that was written since `entered`, when the child had not been
    /// visited yet. Rare enough to be kept out of the loops that call it.
    #[cold]
    pub(crate) fn extend(&mut self, m: M, ply: u32, entered: u64, now: u64) -> &[M] {
        let ply = ply as usize;
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, || Line { written: 0, moves: Vec::new() });
        }
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
}
