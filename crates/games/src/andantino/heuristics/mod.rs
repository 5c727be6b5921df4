//! Andantino: features and heuristics.

mod line_length;
mod strong;

use plyscope_core::{Choice, Game, Side};
use plyscope_heuristics::{Feature, Judged, Named, View, descriptions, ids};

use crate::Andantino;
use line_length::PublishedLineLength;
use strong::Strong;

/// What can be measured.
#[derive(Clone, Copy)]
enum F {
    /// Stones on the board.
    Stones,
    /// The longest row.
    LongestLine,
    /// Whose turn it is.
    Turn,
    /// Playable cells.
    Mobility,
    /// Empty ends of the rows of this length.
    OpenEnds(u8),
    /// Windows with this many stones and no enemy stone.
    Windows(u8),
    /// Windows with this many stones whose other cells are playable.
    Ready(u8),
    /// Cells that make five.
    Threats,
    /// Cells that make two threats.
    DoubleThreats,
    /// Cells that close a ring around an enemy stone.
    RingThreats,
    /// Enemy stones with this many stones and otherwise empty cells around them.
    Rings(u8),
    /// Empty cells next to the stones.
    Liberties,
    /// The same for the group that has the fewest.
    FewestLiberties,
    /// The row of the last stone.
    LastLine,
    /// Whether the last stone has no own stone next to it.
    LastAlone,
    /// Whether the last stone has enclosed an enemy stone.
    Enclosure,
    /// Whether the published test says so.
    PublishedEnclosure,
}

const PUBLISHED_OPTIONS: &[Choice] = &[Choice {
    name: "view",
    values: &["signed", "unsigned"],
    default: "signed",
    meaning: "signed: good for the side that placed the last stone, bad for the other; unsigned: the same for both",
}];

const TABLE: &[(F, Feature)] = &[
    (F::Stones, Feature::new("stones", "stones", "stones of this side on the board")),
    (F::LongestLine, Feature::new("longest_line", "stones", "stones in this side's longest row")),
    (F::Turn, Feature::new("turn", "0 or 1", "1 for the side to move, 0 for the other")),
    (
        F::Mobility,
        Feature::new("mobility", "cells", "cells on which a stone may be placed now, the same for both sides"),
    ),
    (F::OpenEnds(2), Feature::new("open_ends2", "cells", "empty ends of this side's rows of exactly two stones")),
    (F::OpenEnds(3), Feature::new("open_ends3", "cells", "empty ends of this side's rows of exactly three stones")),
    (F::OpenEnds(4), Feature::new("open_ends4", "cells", "empty ends of this side's rows of exactly four stones")),
    (
        F::Windows(1),
        Feature::new("windows1", "windows", "five cells in a row with one stone of this side and no enemy stone"),
    ),
    (
        F::Windows(2),
        Feature::new("windows2", "windows", "five cells in a row with two stones of this side and no enemy stone"),
    ),
    (
        F::Windows(3),
        Feature::new("windows3", "windows", "five cells in a row with three stones of this side and no enemy stone"),
    ),
    (
        F::Windows(4),
        Feature::new("windows4", "windows", "five cells in a row with four stones of this side and no enemy stone"),
    ),
    (
        F::Ready(2),
        Feature::new("ready2", "windows", "five cells in a row with two stones of this side, the others playable now"),
    ),
    (
        F::Ready(3),
        Feature::new(
            "ready3",
            "windows",
            "five cells in a row with three stones of this side, the others playable now",
        ),
    ),
    (
        F::Ready(4),
        Feature::new("ready4", "windows", "five cells in a row with four stones of this side, the other playable now"),
    ),
    (F::Threats, Feature::new("threats", "cells", "playable cells that make five in a row")),
    (
        F::DoubleThreats,
        Feature::new("double_threats", "cells", "playable cells that do not win but make two threats or more"),
    ),
    (F::RingThreats, Feature::new("ring_threats", "cells", "playable cells that enclose an enemy stone")),
    (
        F::Rings(4),
        Feature::new(
            "rings4",
            "stones",
            "enemy stones with four of this side's stones and two empty cells around them",
        ),
    ),
    (
        F::Rings(5),
        Feature::new("rings5", "stones", "enemy stones with five of this side's stones and one empty cell around them"),
    ),
    (F::Liberties, Feature::new("liberties", "cells", "empty cells next to this side's stones")),
    (
        F::FewestLiberties,
        Feature::new("fewest_liberties", "cells", "empty cells next to this side's group with the fewest"),
    ),
    (
        F::LastLine,
        Feature::new(
            "last_line",
            "stones",
            "the longest row through the last stone, at most five, if it is this side's",
        ),
    ),
    (
        F::LastAlone,
        Feature::new("last_alone", "0 or 1", "1 if the last stone is this side's and has no own stone next to it"),
    ),
    (
        F::Enclosure,
        Feature::new("enclosure", "0 or 1", "1 if the last stone is this side's and an enemy stone is enclosed"),
    ),
    (
        F::PublishedEnclosure,
        Feature::new(
            "published_enclosure",
            "0 or 1",
            "1 if the last stone is this side's and seems to enclose an enemy stone by line of sight",
        ),
    ),
];

static IDS: [F; TABLE.len()] = ids(TABLE);

impl Judged for Andantino {
    const FEATURES: &'static [Feature] = &descriptions::<_, { TABLE.len() }>(TABLE);

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        f64::from(match IDS[feature] {
            F::Stones => self.stones(side),
            F::LongestLine => self.longest_line(side),
            F::Turn => u32::from(self.side_to_move() == side),
            F::Mobility => self.count_moves() as u32,
            F::OpenEnds(length) => self.open_ends(side, length.into()),
            F::Windows(stones) => self.open_windows(side, stones.into()),
            F::Ready(stones) => self.ready_windows(side, stones.into()),
            F::Threats => self.threats(side),
            F::DoubleThreats => self.double_threats(side),
            F::RingThreats => self.ring_threats(side),
            F::Rings(stones) => self.rings(side, stones.into()),
            F::Liberties => self.liberties(side),
            F::FewestLiberties => self.fewest_liberties(side),
            F::LastLine => self.last_line(side),
            F::LastAlone => u32::from(self.last_is_alone(side)),
            F::Enclosure => u32::from(self.encloses(side)),
            F::PublishedEnclosure => u32::from(self.seems_to_enclose(side)),
        })
    }

    #[inline(always)]
    fn view(&self) -> View {
        let [own, other] = [self.side, !self.side].map(|side| *self.stones[side.index()].words());
        View { own, other }
    }

    fn cell_bits(&self, _: Side) -> Vec<u16> {
        self.board.all.cells().map(|cell| cell as u16).collect()
    }

    #[inline(always)]
    fn plays_like(&self, other: &Self) -> bool {
        self.board.side == other.board.side && self.rules == other.rules
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::rule::<Strong>("strong", "the same as fitted: nothing that was learnt is better", &[]),
            Named::rule::<Strong>(
                "fitted",
                "immediate wins, threats and windows of five, weighted by what can be played",
                &[],
            ),
            Named::formula(
                "line-length",
                "the row of the last stone, with the exact test for an enclosure",
                &[],
                "last_line+5*enclosure-last_alone",
            ),
            Named::rule::<PublishedLineLength>(
                "published-line-length",
                "the row of the last stone, with the line-of-sight test for an enclosure",
                PUBLISHED_OPTIONS,
            ),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
