//! Every position that can be reached, each once, with its moves and its true worth.
//!
//! No position can come back, so positions can be listed after all those that follow them. The truth is then one walk
//! along the list, and so is every further ply of search: the worth of a position at depth d is the best worth of its
//! children at depth d − 1, which is one number for each position instead of a tree below each.

use plyscope_core::{Game, Heuristic, Interrupted, Keyed, KeyedMap, Score, Side, Work};
use plyscope_heuristics::Opinion;
use plyscope_solve::Solvable;

use crate::GradeError;
use crate::marks::Choice;

/// All positions that can be reached from one.
pub struct Graph<G> {
    /// Positions, each after all that follow it; the start is the last.
    positions: Vec<G>,
    /// Where the children of each position begin, and where those of the last end.
    first_child: Vec<u32>,
    /// Places of children, in the order of moves.
    children: Vec<u32>,
    /// What each position is worth to its side to move.
    scores: Vec<Score>,
    /// The least number of moves that lead to it.
    plies: Vec<u32>,
}

struct Walk<'a, G> {
    graph: Graph<G>,
    places: KeyedMap<G, u32>,
    max_positions: usize,
    work: Work<'a>,
}

/// Positions handled between two checks of the clock: some milliseconds.
const POSITIONS_BETWEEN_CHECKS: usize = 4096;

/// Why the walk ended early.
enum Halt {
    TooMany,
    Stopped,
}

impl<G: Solvable> Graph<G> {
    /// All positions that can be reached from this one; `None` if there are more than `max_positions`.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn from(position: &G, max_positions: usize, work: Work<'_>) -> Result<Option<Self>, GradeError> {
        let graph = Graph {
            positions: Vec::new(),
            first_child: vec![0],
            children: Vec::new(),
            scores: Vec::new(),
            plies: Vec::new(),
        };
        let mut walk = Walk { graph, places: KeyedMap::default(), max_positions, work };
        match walk.visit(position) {
            Ok(_) => {}
            Err(Halt::TooMany) => return Ok(None),
            Err(Halt::Stopped) => return Err(GradeError::Stopped),
        }
        let mut graph = walk.graph;
        graph.count_plies(work)?;
        Ok(Some(graph))
    }

    fn count_plies(&mut self, work: Work<'_>) -> Result<(), Interrupted> {
        self.plies = vec![u32::MAX; self.len()];
        if let Some(start) = self.plies.last_mut() {
            *start = 0;
        }
        for place in (0..self.len()).rev() {
            check_sometimes(work, place)?;
            let ply = self.plies[place] + 1;
            for &child in &self.children[self.range(place)] {
                let known = &mut self.plies[child as usize];
                *known = ply.min(*known);
            }
        }
        Ok(())
    }
}

impl<G: Game> Graph<G> {
    /// The number of positions, finished ones included.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Never: there is at least the start.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The unfinished positions with the least number of moves that lead to each and its worth to its side to move.
    pub fn unfinished(&self) -> impl Iterator<Item = (&G, u32, Score)> {
        let places = (0..self.len()).filter(|&place| !self.range(place).is_empty());
        places.map(|place| (&self.positions[place], self.plies[place], self.scores[place]))
    }

    fn range(&self, place: usize) -> std::ops::Range<usize> {
        self.first_child[place] as usize..self.first_child[place + 1] as usize
    }

    /// What the moves of a position are worth to the side that plays them, if its children are worth this.
    fn moves(&self, place: usize, worth: &[Score], list: &mut Vec<Score>) {
        list.clear();
        list.extend(self.children[self.range(place)].iter().map(|&child| worth[child as usize].from_child()));
    }

    /// Shows what the moves of every unfinished position are worth, with its ply: first where the first player is to
    /// move.
    pub(crate) fn move_scores(&self, work: Work<'_>, see: &mut dyn FnMut(u32, &[Score])) -> Result<(), Interrupted> {
        let mut scores = Vec::new();
        for side in Side::BOTH {
            for (place, position) in self.positions.iter().enumerate() {
                check_sometimes(work, place)?;
                if position.side_to_move() == side && !self.range(place).is_empty() {
                    self.moves(place, &self.scores, &mut scores);
                    see(self.plies[place], &scores);
                }
            }
        }
        Ok(())
    }

    /// Shows every choice of a heuristic at depths 1 to `depth`, once for each unfinished position and depth.
    pub(crate) fn choices(
        &self,
        mut heuristic: Opinion<G>,
        depth: u32,
        work: Work<'_>,
        see: &mut dyn FnMut(Choice<'_>),
    ) -> Result<(), GradeError> {
        let (mut truth, mut given) = (Vec::new(), Vec::new());
        for side in Side::BOTH {
            // Heuristics need not be zero-sum: each side searches with its own opinion.
            heuristic.speak_for(side);
            let mut worth = Vec::with_capacity(self.len());
            for (place, position) in self.positions.iter().enumerate() {
                check_sometimes(work, place)?;
                worth.push(match position.outcome() {
                    Some(outcome) => Score::of(outcome, position.side_to_move()),
                    None => Score::estimate(heuristic.evaluate(position)),
                });
            }
            for depth in 1..=depth {
                let mut deeper = Vec::with_capacity(self.len());
                for (place, position) in self.positions.iter().enumerate() {
                    check_sometimes(work, place)?;
                    self.moves(place, &worth, &mut given);
                    deeper.push(given.iter().copied().max().unwrap_or(worth[place]));
                    if position.side_to_move() == side && !given.is_empty() {
                        self.moves(place, &self.scores, &mut truth);
                        see(Choice { depth, ply: self.plies[place], truth: &truth, given: &given });
                    }
                }
                worth = deeper;
            }
        }
        Ok(())
    }
}

/// Checks whether the work must end, once every [`POSITIONS_BETWEEN_CHECKS`] positions.
#[inline]
pub(crate) fn check_sometimes(work: Work<'_>, index: usize) -> Result<(), Interrupted> {
    if index.is_multiple_of(POSITIONS_BETWEEN_CHECKS) { work.check() } else { Ok(()) }
}

impl<G: Solvable> Walk<'_, G> {
    /// The place of a position, which is entered after all that follow it.
    fn visit(&mut self, position: &G) -> Result<u32, Halt> {
        // A copy to look it up; positions are small.
        let keyed = Keyed(position.clone());
        if let Some(place) = self.places.get(&keyed) {
            return Ok(place);
        }
        let (mut children, mut score) = (Vec::new(), position.final_score());
        if score.is_none() {
            for m in position.moves() {
                let child = self.visit(&position.child(m))?;
                children.push(child);
                score = score.max(Some(self.graph.scores[child as usize].from_child()));
            }
        }
        let place = self.graph.positions.len();
        if place >= self.max_positions {
            return Err(Halt::TooMany);
        }
        check_sometimes(self.work, place).map_err(|_| Halt::Stopped)?;
        self.graph.positions.push(position.clone());
        self.graph.children.extend(children);
        self.graph.first_child.push(self.graph.children.len() as u32);
        self.graph.scores.push(score.unwrap_or(Score::EVEN));
        self.places.insert(keyed, place as u32);
        Ok(place as u32)
    }
}
