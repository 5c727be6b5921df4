//! Andantino: features and heuristics.

mod line_length;
mod strong;

use plyscope_core::{Choice, Game, Side};
use plyscope_games::Andantino;

use crate::named::{Feature, Judged, Named};
use line_length::PublishedLineLength;
use strong::Strong;

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AndantinoFeature {
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
    /// Windows with so many stones and no enemy stone.
    Windows(u8),
    /// Windows with so many stones whose other cells are playable.
    Ready(u8),
    /// Cells that make five.
    Threats,
    /// Cells that make two threats.
    DoubleThreats,
    /// Cells that close a ring around an enemy stone.
    RingThreats,
    /// Enemy stones with so many stones and otherwise empty cells around them.
    Rings(u8),
    /// Empty cells beside the stones.
    Liberties,
    /// The same for the group that has the fewest.
    FewestLiberties,
    /// The row of the last stone.
    LastLine,
    /// Whether the last stone has no friend beside it.
    LastAlone,
    /// Whether the last stone has enclosed an enemy stone.
    Enclosure,
    /// Whether the published test says so.
    PublishedEnclosure,
}

use AndantinoFeature as F;

const fn feature(
    id: AndantinoFeature,
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
) -> Feature<AndantinoFeature> {
    Feature { id, name, unit, meaning }
}

const PUBLISHED_OPTIONS: &[Choice] = &[Choice {
    name: "view",
    values: &["signed", "unsigned"],
    default: "signed",
    meaning: "signed: good for who placed the last stone and bad for the other; unsigned: the same number for both, as the program's minimax takes it",
}];

impl Judged for Andantino {
    type Feature = AndantinoFeature;

    const FEATURES: &'static [Feature<AndantinoFeature>] = &[
        feature(F::Stones, "stones", "stones", "stones of this side on the board"),
        feature(F::LongestLine, "longest_line", "stones", "stones in this side's longest row"),
        feature(F::Turn, "turn", "0 or 1", "1 for the side to move, 0 for the other"),
        feature(F::Mobility, "mobility", "cells", "cells on which a stone may be placed now, the same for both sides"),
        feature(F::OpenEnds(2), "open_ends2", "cells", "empty ends of this side's rows of exactly two stones"),
        feature(F::OpenEnds(3), "open_ends3", "cells", "empty ends of this side's rows of exactly three stones"),
        feature(F::OpenEnds(4), "open_ends4", "cells", "empty ends of this side's rows of exactly four stones"),
        feature(
            F::Windows(1),
            "windows1",
            "windows",
            "five cells in a row with one stone of this side and no enemy stone",
        ),
        feature(
            F::Windows(2),
            "windows2",
            "windows",
            "five cells in a row with two stones of this side and no enemy stone",
        ),
        feature(
            F::Windows(3),
            "windows3",
            "windows",
            "five cells in a row with three stones of this side and no enemy stone",
        ),
        feature(
            F::Windows(4),
            "windows4",
            "windows",
            "five cells in a row with four stones of this side and no enemy stone",
        ),
        feature(
            F::Ready(2),
            "ready2",
            "windows",
            "five cells in a row with two stones of this side, the others playable now",
        ),
        feature(
            F::Ready(3),
            "ready3",
            "windows",
            "five cells in a row with three stones of this side, the others playable now",
        ),
        feature(
            F::Ready(4),
            "ready4",
            "windows",
            "five cells in a row with four stones of this side, the other playable now",
        ),
        feature(F::Threats, "threats", "cells", "playable cells that make five in a row"),
        feature(
            F::DoubleThreats,
            "double_threats",
            "cells",
            "playable cells that do not win but make two threats or more",
        ),
        feature(F::RingThreats, "ring_threats", "cells", "playable cells that enclose an enemy stone"),
        feature(
            F::Rings(4),
            "rings4",
            "stones",
            "enemy stones with four of this side's stones and two empty cells around them",
        ),
        feature(
            F::Rings(5),
            "rings5",
            "stones",
            "enemy stones with five of this side's stones and one empty cell around them",
        ),
        feature(F::Liberties, "liberties", "cells", "empty cells beside this side's stones"),
        feature(
            F::FewestLiberties,
            "fewest_liberties",
            "cells",
            "empty cells beside this side's group that has the fewest",
        ),
        feature(
            F::LastLine,
            "last_line",
            "stones",
            "the longest row through the last stone, at most five, if it is this side's",
        ),
        feature(F::LastAlone, "last_alone", "0 or 1", "1 if the last stone is this side's and has no friend beside it"),
        feature(
            F::Enclosure,
            "enclosure",
            "0 or 1",
            "1 if the last stone is this side's and an enemy stone is enclosed",
        ),
        feature(
            F::PublishedEnclosure,
            "published_enclosure",
            "0 or 1",
            "1 if the last stone is this side's and seems to enclose an enemy stone by line of sight",
        ),
    ];

    #[inline(always)]
    fn measure(&self, feature: AndantinoFeature, side: Side) -> f64 {
        f64::from(match feature {
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

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::rule::<Strong>(
                "strong",
                "wins at hand, threats and windows of five, weighted by what can be played",
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
