//! Asking until nothing is open: how much a position is worth, which moves keep that, and a line of such moves.

use std::time::Duration;

use plyscope_core::{Interrupted, Score};

use crate::watch::Watch;
use crate::{Bounds, Solvable, Solver};

/// What is known of a move, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveBounds<M> {
    /// The move.
    pub m: M,
    /// It is worth this or more.
    pub at_least: Score,
    /// It is worth this or less.
    pub at_most: Score,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<M> {
    /// The position is worth this or more to its side to move.
    pub at_least: Score,
    /// And this or less; if both are the same, it is solved.
    pub at_most: Score,
    /// What is known of each move, in the game's order. Of a move that is not best no more than that is known.
    pub moves: Vec<MoveBounds<M>>,
    /// A line of best play as far as it was followed; empty if the position is not solved.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// Bytes of memory that the solver used.
    pub bytes: usize,
    /// Why it ended early, if it did.
    pub stopped: Option<Interrupted>,
}

impl<M: Copy> Solved<M> {
    /// The exact value, if it was found.
    pub fn score(&self) -> Option<Score> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The moves that are certainly best, in the game's order; none if the position is not solved.
    pub fn best(&self) -> impl Iterator<Item = M> {
        let score = self.score();
        self.moves.iter().filter(move |known| Some(known.at_least) == score).map(|known| known.m)
    }
}

/// Finds out what a position is worth. What is returned is certain even if the watch stops it.
pub fn solve<G: Solvable>(position: &G, solver: &mut dyn Solver<G>, watch: &mut Watch<'_>) -> Solved<G::Move> {
    let mut solving = Solving { position, solver, bounds: Bounds::OPEN, moves: Vec::new(), line: Vec::new() };
    let stopped = solving.all(watch).err();
    let bytes = solving.solver.bytes();
    let Solving { bounds: Bounds { at_least, at_most }, moves, line, .. } = solving;
    let known = watch.known();
    Solved { at_least, at_most, moves, line, nodes: known.nodes, time: known.time, bytes, stopped }
}

/// A position that is being solved.
struct Solving<'a, G: Solvable> {
    position: &'a G,
    solver: &'a mut dyn Solver<G>,
    bounds: Bounds,
    moves: Vec<MoveBounds<G::Move>>,
    line: Vec<G::Move>,
}

impl<G: Solvable> Solving<'_, G> {
    fn all(&mut self, watch: &mut Watch<'_>) -> Result<(), Interrupted> {
        if let Some(score) = self.position.final_score() {
            self.bounds = Bounds { at_least: score, at_most: score };
            return Ok(());
        }
        let outlook = self.position.outlook();
        self.bounds = Bounds { at_least: outlook.at_least, at_most: outlook.at_most };
        let unknown = |m| MoveBounds { m, at_least: Score::MIN, at_most: Score::MAX };
        self.moves = self.position.moves().map(unknown).collect();
        self.solver.narrow(self.position, &mut self.bounds, watch)?;
        self.best_moves(watch)?;
        self.best_line(watch)
    }

    /// Finds out which moves keep the value, beginning with the solver's own choice, so that at least one is known if
    /// time runs out.
    fn best_moves(&mut self, watch: &mut Watch<'_>) -> Result<(), Interrupted> {
        let score = self.bounds.at_least;
        for known in &mut self.moves {
            known.at_most = score;
        }
        let hint = self.solver.hint(self.position);
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.sort_by_key(|&index| Some(self.moves[index].m) != hint);
        for index in order {
            let found = worth(self.solver, self.position, self.moves[index].m, score, watch)?;
            if found >= score {
                self.moves[index].at_least = score;
            } else {
                self.moves[index].at_most = found;
            }
        }
        Ok(())
    }

    /// Follows best moves to the end of the game.
    fn best_line(&mut self, watch: &mut Watch<'_>) -> Result<(), Interrupted> {
        let (mut position, mut score) = (self.position.clone(), self.bounds.at_least);
        while position.final_score().is_none() {
            let Some(best) = keeping(self.solver, &position, score, watch)? else { break };
            self.line.push(best);
            position.play(best);
            score = score.to_child();
        }
        Ok(())
    }
}

/// What a move is worth to the side that plays it, as a bound: `aim` or more, or less.
///
/// # Errors
/// If the watch stopped it.
pub fn worth<G: Solvable>(
    solver: &mut dyn Solver<G>,
    position: &G,
    m: G::Move,
    aim: Score,
    watch: &mut Watch<'_>,
) -> Result<Score, Interrupted> {
    let child = position.child(m);
    Ok(match child.final_score() {
        Some(score) => score,
        None => solver.test(&child, aim.to_child().next(), watch)?,
    }
    .from_child())
}

/// A move that is worth `score` or more in a position that is. The solver's own choice is tried first. There is always
/// one, unless two positions had the same key.
pub(crate) fn keeping<G: Solvable>(
    solver: &mut dyn Solver<G>,
    position: &G,
    score: Score,
    watch: &mut Watch<'_>,
) -> Result<Option<G::Move>, Interrupted> {
    let hint = solver.hint(position);
    for m in hint.into_iter().chain(position.moves().filter(|&m| Some(m) != hint)) {
        if worth(solver, position, m, score, watch)? >= score {
            return Ok(Some(m));
        }
    }
    Ok(None)
}
