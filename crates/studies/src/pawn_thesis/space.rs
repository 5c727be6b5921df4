//! All positions of a small board with their successors and exact values, so that whole matches can be computed.

use std::collections::{HashMap, HashSet};

use plyscope_core::{Game, Interrupted, KeyHash, Side, Work};
use plyscope_games::Pawn;

/// A board of at most 64 cells.
pub(super) type PawnBoard = Pawn<u64>;

/// All positions reachable from the start. Successors always come before the positions that lead to them, so one pass
/// in order computes anything that depends on successors.
pub(super) struct Space {
    pub(super) positions: Vec<PawnBoard>,
    by_key: HashMap<u64, u32, KeyHash>,
    /// Where the successors of a position begin; one more entry than positions.
    first: Vec<u32>,
    successors: Vec<u32>,
    pub(super) truth: Vec<Truth>,
}

/// The value of a position for its side to move if both sides play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth {
    pub(super) wins: bool,
    /// Its length: the shortest win, the longest loss.
    pub(super) plies: u16,
}

impl Space {
    /// Everything reachable on a board such as `4x4`.
    ///
    /// # Errors
    /// If the work must end.
    pub(super) fn new(variant: &str, work: Work<'_>) -> Result<Self, Interrupted> {
        let start = PawnBoard::start(&variant.parse().expect("the boards of the study are boards of the game"));
        let mut space = Space {
            positions: Vec::new(),
            by_key: HashMap::default(),
            first: vec![0],
            successors: Vec::new(),
            truth: Vec::new(),
        };
        space.visit(start, work)?;
        Ok(space)
    }

    fn visit(&mut self, position: PawnBoard, work: Work<'_>) -> Result<u32, Interrupted> {
        let key = position.key();
        if let Some(&known) = self.by_key.get(&key) {
            return Ok(known);
        }
        work.check()?;
        let successors: Vec<u32> = match position.outcome() {
            Some(_) => Vec::new(),
            None => position
                .moves()
                .map(|m| position.child(m))
                .collect::<Vec<_>>()
                .into_iter()
                .map(|p| self.visit(p, work))
                .collect::<Result<_, _>>()?,
        };
        // The side to move at the end has lost; otherwise the best successor is the worst for the other side.
        let lost = successors.iter().map(|&s| self.truth[s as usize]).filter(|truth| !truth.wins);
        let truth = match lost.map(|truth| truth.plies).min() {
            Some(plies) => Truth { wins: true, plies: plies + 1 },
            None => {
                let longest = successors.iter().map(|&s| self.truth[s as usize].plies + 1).max();
                Truth { wins: false, plies: longest.unwrap_or(0) }
            }
        };
        let index = self.positions.len() as u32;
        self.by_key.insert(key, index);
        self.positions.push(position);
        self.successors.extend(successors);
        self.first.push(self.successors.len() as u32);
        self.truth.push(truth);
        Ok(index)
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The index of the start, which leads to all others.
    pub(super) fn start(&self) -> usize {
        self.len() - 1
    }

    /// The index of a position of this board.
    pub(super) fn index(&self, position: &PawnBoard) -> usize {
        self.by_key[&position.key()] as usize
    }

    /// The successors of a position in move order; empty where the game is over.
    pub(super) fn successors(&self, index: usize) -> &[u32] {
        &self.successors[self.first[index] as usize..self.first[index + 1] as usize]
    }

    /// The unfinished positions.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&index| !self.successors(index).is_empty())
    }

    /// The pawns of the side to move and of the other side, seen from the edge of the side to move and mirrored if
    /// that gives the smaller numbers: equal for equivalent positions.
    fn up_to_symmetry(&self, index: usize) -> (u64, u64) {
        let position = &self.positions[index];
        let (mover, _) = position.camps();
        let cols = mover.n_cells() / mover.n_rows();
        let seen = |set: u64, mirrored: bool| {
            let cells = (0..mover.n_cells()).filter(|cell| set >> cell & 1 == 1);
            let moved = cells.map(|cell| {
                let (row, col) = (cell / cols, cell % cols);
                let row = if position.side_to_move() == Side::First { row } else { mover.n_rows() - 1 - row };
                1_u64 << (row * cols + if mirrored { cols - 1 - col } else { col })
            });
            moved.fold(0, |all, cell| all | cell)
        };
        let both = |mirrored: bool| (seen(mover.own, mirrored), seen(mover.enemies, mirrored));
        both(false).min(both(true))
    }

    /// The unfinished positions, one of each set of equivalent ones.
    pub(super) fn distinct(&self) -> Vec<usize> {
        let mut seen = HashSet::new();
        self.open().filter(|&index| seen.insert(self.up_to_symmetry(index))).collect()
    }

    /// The nodes of the whole game tree below the start: what minimax without memory visits.
    pub(super) fn tree_size(&self) -> f64 {
        let mut below = vec![0.0; self.len()];
        for index in 0..self.len() {
            below[index] = self.successors(index).iter().map(|&s| 1.0 + below[s as usize]).sum();
        }
        below[self.start()]
    }
}

/// The number of positions of a board and of the nodes of its game tree below the start, without keeping the positions:
/// for boards that are too large for a [`Space`] in a short run.
///
/// # Errors
/// If the work must end.
pub(super) fn positions_and_nodes(board: &str, work: Work<'_>) -> Result<(u64, f64), Interrupted> {
    type Known = HashMap<u64, f64, KeyHash>;
    fn below(position: &PawnBoard, known: &mut Known, work: Work<'_>) -> Result<f64, Interrupted> {
        if let Some(&nodes) = known.get(&position.key()) {
            return Ok(nodes);
        }
        work.check()?;
        let mut nodes = 0.0;
        if position.outcome().is_none() {
            for m in position.moves() {
                nodes += 1.0 + below(&position.child(m), known, work)?;
            }
        }
        known.insert(position.key(), nodes);
        Ok(nodes)
    }
    let mut known = Known::default();
    let start = PawnBoard::start(&board.parse().expect("a board of the game"));
    let nodes = below(&start, &mut known, work)?;
    Ok((known.len() as u64, nodes))
}
