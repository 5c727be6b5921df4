//! Reversi: features and heuristics.

mod lab;
pub mod strong;
mod weights;

use plyscope_core::{Choice, Game, Side};
use plyscope_games::Reversi;

use crate::named::{Feature, Judged, Named};
use crate::settings::NUMBER;
use lab::{Alone, BestCapture, Complex, Corners, Mobility, Parity, Pmc, PonderationMax, PossibleCaptures};
use strong::Strong;

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReversiFeature {
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
    /// Discs beside an empty corner.
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
    /// Who will move last if nobody passes.
    LastMove,
    /// Whose turn it is.
    Turn,
}

impl Judged for Reversi {
    type Feature = ReversiFeature;

    const FEATURES: &'static [Feature<ReversiFeature>] = &[
        Feature { id: ReversiFeature::Discs, name: "discs", unit: "discs", meaning: "discs of this side on the board" },
        Feature {
            id: ReversiFeature::Mobility,
            name: "mobility",
            unit: "moves",
            meaning: "places where this side could move if it were its turn",
        },
        Feature {
            id: ReversiFeature::PotentialMobility,
            name: "potential_mobility",
            unit: "cells",
            meaning: "empty cells next to a disc of the other side",
        },
        Feature {
            id: ReversiFeature::Frontier,
            name: "frontier",
            unit: "discs",
            meaning: "discs of this side next to an empty cell",
        },
        Feature { id: ReversiFeature::Corners, name: "corners", unit: "corners", meaning: "corners this side holds" },
        Feature {
            id: ReversiFeature::XSquares,
            name: "x_squares",
            unit: "discs",
            meaning: "discs of this side diagonally next to an empty corner",
        },
        Feature {
            id: ReversiFeature::CSquares,
            name: "c_squares",
            unit: "discs",
            meaning: "discs of this side on the edge beside an empty corner",
        },
        Feature {
            id: ReversiFeature::EdgeDiscs,
            name: "edge_discs",
            unit: "discs",
            meaning: "discs of this side on the edge of the board, corners included",
        },
        Feature {
            id: ReversiFeature::Stable,
            name: "stable",
            unit: "discs",
            meaning: "discs of this side that are seen at once to be safe for the rest of the game",
        },
        Feature {
            id: ReversiFeature::PossibleCaptures,
            name: "possible_captures",
            unit: "discs",
            meaning: "how much the disc difference would change by every move of this side, added up",
        },
        Feature {
            id: ReversiFeature::BestCapture,
            name: "best_capture",
            unit: "discs",
            meaning: "how much the disc difference would change by the most greedy move of this side",
        },
        Feature {
            id: ReversiFeature::Empties,
            name: "empties",
            unit: "cells",
            meaning: "empty cells of the board, the same for both sides",
        },
        Feature {
            id: ReversiFeature::LastMove,
            name: "last_move",
            unit: "0 or 1",
            meaning: "1 for the side that fills the last cell if nobody passes (parity), 0 for the other",
        },
        Feature {
            id: ReversiFeature::Turn,
            name: "turn",
            unit: "0 or 1",
            meaning: "1 for the side to move, 0 for the other",
        },
    ];

    #[inline(always)]
    fn measure(&self, feature: ReversiFeature, side: Side) -> f64 {
        f64::from(match feature {
            ReversiFeature::Discs => self.n_discs(side),
            ReversiFeature::Mobility => self.mobility(side),
            ReversiFeature::PotentialMobility => self.potential_mobility(side),
            ReversiFeature::Frontier => self.frontier(side),
            ReversiFeature::Corners => self.corners(side),
            ReversiFeature::XSquares => self.x_squares(side),
            ReversiFeature::CSquares => self.c_squares(side),
            ReversiFeature::EdgeDiscs => self.edge_discs(side),
            ReversiFeature::Stable => self.stable(side),
            ReversiFeature::PossibleCaptures => self.flips(side).map(lab::gain).sum(),
            ReversiFeature::BestCapture => self.flips(side).map(lab::gain).max().unwrap_or(0),
            ReversiFeature::Empties => self.empties().count_ones(),
            ReversiFeature::LastMove => {
                u32::from((self.side_to_move() == side) == (self.empties().count_ones() % 2 == 1))
            }
            ReversiFeature::Turn => u32::from(self.side_to_move() == side),
        })
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::rule::<Strong>("strong", "mobility, corners and edges with weights fitted by phase", &[]),
            Named::formula("dummy", "127 for every position", &[], "127"),
            Named::formula("discs", "discs", &[], "discs"),
            Named::rule::<Alone<PossibleCaptures>>(
                "possible-captures",
                "what all moves of the side to move would win, added up",
                &[],
            ),
            Named::rule::<Alone<BestCapture>>("best-capture", "what my best capture would win, if it is my turn", &[]),
            Named::rule::<Alone<Corners>>("corners", "share of the corners taken, in percent", &[lab::FORM]),
            Named::rule::<Alone<Parity>>("parity", "share of the discs, in percent", &[]),
            Named::rule::<Alone<Mobility>>("mobility", "share of the places to move to, in percent", &[]),
            Named::rule::<PonderationMax>("ponderation-max", "discs, captures and corners", lab::PONDERATION),
            Named::rule::<Pmc>("pmc1", "corners, parity and mobility, first weights", PMC1),
            Named::rule::<Pmc>("pmc2", "corners, parity and mobility, second weights", PMC2),
            Named::rule::<Complex>("complex", "moves of the side that waits less moves of the side to move", &[]),
        ]
    }
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
