//! Reversi: features and heuristics.

mod lab;
pub mod strong;
mod weights;

use plyscope_core::{Choice, Game, Side};
use plyscope_heuristics::{Feature, Judged, NUMBER, Named, PackedModel, View, descriptions, ids};

use crate::bits::Word;
use crate::grid::OnGrid;
use crate::reversi::{Board, ReversiOn};
use lab::{Alone, BestCapture, Complex, Corners, Mobility, Parity, Pmc, PonderationMax, PossibleCaptures};
use strong::Strong;

/// What can be measured.
#[derive(Clone, Copy)]
enum F {
    /// Discs.
    Discs,
    /// Places to move to.
    Mobility,
    /// Empty cells that may become places to move to.
    PotentialMobility,
    /// Discs next to an empty cell.
    Frontier,
    /// Corners.
    Corners,
    /// Discs diagonally next to an empty corner.
    XSquares,
    /// Discs next to an empty corner.
    CSquares,
    /// Discs on the edge.
    EdgeDiscs,
    /// Discs that cannot be flipped.
    Stable,
    /// What all moves together would win.
    PossibleCaptures,
    /// What the best capture would win.
    BestCapture,
    /// Empty cells.
    Empties,
    /// The side that moves last if there is no pass.
    LastMove,
    /// Whose turn it is.
    Turn,
}

const TABLE: &[(F, Feature)] = &[
    (F::Discs, Feature::new("discs", "discs", "discs of this side on the board")),
    (F::Mobility, Feature::new("mobility", "moves", "places where this side could move if it were its turn")),
    (F::PotentialMobility, Feature::new("potential_mobility", "cells", "empty cells next to a disc of the other side")),
    (F::Frontier, Feature::new("frontier", "discs", "discs of this side next to an empty cell")),
    (F::Corners, Feature::new("corners", "corners", "corners this side holds")),
    (F::XSquares, Feature::new("x_squares", "discs", "discs of this side diagonally next to an empty corner")),
    (F::CSquares, Feature::new("c_squares", "discs", "discs of this side on the edge next to an empty corner")),
    (
        F::EdgeDiscs,
        Feature::new("edge_discs", "discs", "discs of this side on the edge of the board, corners included"),
    ),
    (
        F::Stable,
        Feature::new("stable", "discs", "discs of this side that are known to be safe for the rest of the game"),
    ),
    (
        F::PossibleCaptures,
        Feature::new("possible_captures", "discs", "sum over this side's moves of the change in the disc difference"),
    ),
    (
        F::BestCapture,
        Feature::new("best_capture", "discs", "largest change in the disc difference by a move of this side"),
    ),
    (F::Empties, Feature::new("empties", "cells", "empty cells of the board, the same for both sides")),
    (
        F::LastMove,
        Feature::new(
            "last_move",
            "0 or 1",
            "1 for the side that fills the last cell if there is no pass (parity), 0 for the other",
        ),
    ),
    (F::Turn, Feature::new("turn", "0 or 1", "1 for the side to move, 0 for the other")),
];

static IDS: [F; TABLE.len()] = ids(TABLE);

impl<B: Board> Judged for ReversiOn<B> {
    const FEATURES: &'static [Feature] = &descriptions::<_, { TABLE.len() }>(TABLE);
    const LEARNT_WITH: &'static [&'static str] = &["mobility"];

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        f64::from(match IDS[feature] {
            F::Discs => self.n_discs(side),
            F::Mobility => self.mobility(side),
            F::PotentialMobility => self.potential_mobility(side),
            F::Frontier => self.frontier(side),
            F::Corners => self.corners(side),
            F::XSquares => self.x_squares(side),
            F::CSquares => self.c_squares(side),
            F::EdgeDiscs => self.edge_discs(side),
            F::Stable => self.stable(side),
            F::PossibleCaptures => self.flips(side).map(lab::gain).sum(),
            F::BestCapture => self.flips(side).map(lab::gain).max().unwrap_or(0),
            F::Empties => self.empties().count(),
            F::LastMove => u32::from((self.side_to_move() == side) == (self.empties().count() % 2 == 1)),
            F::Turn => u32::from(self.side_to_move() == side),
        })
    }

    #[inline(always)]
    fn view(&self) -> View {
        View::wide(self.mover.halves(), self.other.halves())
    }

    fn cell_bits(&self, _: Side) -> Vec<u16> {
        let size = self.board.size();
        let cells = (0..size.cells()).map(|index| (index / u32::from(size.cols), index % u32::from(size.cols)));
        cells.map(|(row, column)| self.board.number(row, column) as u16).collect()
    }

    #[inline(always)]
    fn plays_like(&self, other: &Self) -> bool {
        self.board == other.board
    }

    fn holds(variant: &Self::Variant) -> bool {
        B::holds(variant.size())
    }

    fn heuristics() -> Vec<Named<Self>> {
        B::heuristics()
    }
}

/// What `plyscope learn` found; docs/heuristics/learning.md has the commands.
static MODELS: [PackedModel; 1] = [PackedModel::embedded(include_bytes!("../../../models/reversi-8x8.heuristic"))];

fn fitted<B: Board>() -> Named<ReversiOn<B>> {
    Named::rule::<Strong>("fitted", "mobility, corners and edges with weights fitted by phase", &[])
}

/// The heuristics that a position can be judged by; the first is the default.
pub(super) fn all<B: Board>() -> Vec<Named<ReversiOn<B>>> {
    vec![
        Named::learnt("strong", "patterns learnt from games on 8x8; fitted on other boards", &MODELS, fitted()),
        fitted(),
        Named::formula("dummy", "127 for every position", &[], "127"),
        Named::formula("discs", "discs", &[], "discs"),
        Named::rule::<Alone<PossibleCaptures>>(
            "possible-captures",
            "sum of what each move of the side to move would win",
            &[],
        ),
        Named::rule::<Alone<BestCapture>>("best-capture", "what my best capture would win, if it is my turn", &[]),
        Named::rule::<Alone<Corners>>("corners", "share of the corners taken, in percent", &[lab::FORM]),
        Named::rule::<Alone<Parity>>("parity", "share of the discs, in percent", &[]),
        Named::rule::<Alone<Mobility>>("mobility", "share of the places to move to, in percent", &[]),
        Named::rule::<PonderationMax>("ponderation-max", "discs, captures and corners", lab::PONDERATION),
        Named::rule::<Pmc>("pmc1", "corners, parity and mobility, first weights", PMC1),
        Named::rule::<Pmc>("pmc2", "corners, parity and mobility, second weights", PMC2),
        Named::rule::<Complex>("complex", "moves of the side not to move minus moves of the side to move", &[]),
    ]
}

const PMC1: &[Choice] = &pmc("0.3", "0.3", "0.4");
const PMC2: &[Choice] = &pmc("0.7", "0.1", "0.2");

const fn pmc(corners: &'static str, parity: &'static str, mobility: &'static str) -> [Choice; 4] {
    [
        Choice { name: "corners", values: NUMBER, default: corners, meaning: "weight of the share of corners" },
        Choice { name: "parity", values: NUMBER, default: parity, meaning: "weight of the share of discs" },
        Choice { name: "mobility", values: NUMBER, default: mobility, meaning: "weight of the share of moves" },
        lab::FORM,
    ]
}
