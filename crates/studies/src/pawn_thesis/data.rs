//! What the thesis published: the players of its tables, Fig. 19 and Fig. 20. Source: V. Erdogan, *Heuristic Analysis
//! and Comparison of the Game Searching Algorithms*, University of Hertfordshire, 2020. Both were read from the
//! figures and compared with the text.

use std::fmt;

/// A player of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// Any move.
    Random,
    /// Monte-Carlo tree search with this many simulations.
    Mcts(u64),
    /// The depth-cut search with a heuristic and its depth as the thesis counts it, one ply less than its look-ahead.
    DepthCut(Utility, u32),
}

/// The two heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Utility {
    Advanced,
    Simple,
}

use Label::{DepthCut, Mcts, Random};
use Utility::{Advanced, Simple};

/// The players of Fig. 20, in its order.
pub(super) const PLAYERS: [Label; 13] = [
    Random,
    Mcts(1),
    Mcts(10),
    Mcts(100),
    Mcts(500),
    DepthCut(Advanced, 2),
    DepthCut(Advanced, 3),
    DepthCut(Advanced, 4),
    DepthCut(Advanced, 5),
    DepthCut(Simple, 2),
    DepthCut(Simple, 3),
    DepthCut(Simple, 4),
    DepthCut(Simple, 5),
];

/// Fig. 20: wins of the first and of the second player; rows are first players, columns second players. Five cells do
/// not add up to 199.
#[rustfmt::skip]
pub(super) const FIG_20: [[(u64, u64); 13]; 13] = [
    [
        (104, 94), (112, 87), (40, 159), (36, 163), (37, 162), (12, 187), (8, 191),
        (9, 183), (17, 182), (30, 169), (16, 183), (14, 185), (12, 187),
    ],
    [
        (117, 82), (112, 87), (46, 153), (39, 160), (48, 151), (19, 180), (9, 190),
        (4, 195), (3, 196), (26, 173), (19, 180), (21, 178), (7, 192),
    ],
    [
        (183, 16), (158, 41), (107, 92), (86, 113), (78, 121), (68, 131), (32, 167),
        (52, 147), (35, 162), (74, 125), (39, 160), (42, 157), (33, 166),
    ],
    [
        (192, 7), (177, 22), (117, 82), (92, 107), (90, 109), (150, 49), (107, 92),
        (104, 95), (35, 163), (82, 117), (43, 156), (62, 137), (36, 163),
    ],
    [
        (198, 1), (159, 40), (109, 88), (102, 97), (106, 93), (190, 9), (197, 2),
        (197, 2), (28, 171), (33, 166), (50, 149), (77, 122), (37, 162),
    ],
    [
        (190, 9), (194, 5), (170, 29), (139, 60), (146, 53), (79, 120), (60, 139),
        (21, 178), (159, 40), (159, 40), (107, 92), (102, 97), (110, 89),
    ],
    [
        (184, 15), (191, 8), (184, 15), (166, 33), (170, 29), (138, 61), (87, 112),
        (109, 90), (199, 0), (171, 28), (136, 63), (134, 65), (116, 83),
    ],
    [
        (197, 2), (193, 6), (170, 29), (169, 30), (162, 37), (129, 70), (128, 71),
        (199, 0), (66, 133), (164, 35), (131, 68), (158, 41), (120, 79),
    ],
    [
        (197, 2), (199, 0), (191, 8), (189, 10), (184, 15), (174, 25), (158, 41),
        (199, 0), (191, 8), (188, 11), (178, 21), (176, 23), (153, 46),
    ],
    [
        (186, 13), (196, 3), (170, 29), (144, 55), (133, 66), (75, 124), (33, 166),
        (49, 150), (40, 159), (103, 96), (55, 144), (55, 144), (48, 151),
    ],
    [
        (188, 11), (180, 19), (130, 69), (115, 84), (121, 78), (117, 82), (86, 113),
        (101, 98), (94, 105), (179, 20), (165, 34), (168, 31), (93, 106),
    ],
    [
        (192, 7), (186, 13), (158, 41), (144, 55), (143, 56), (118, 81), (89, 110),
        (124, 75), (93, 106), (162, 37), (118, 81), (114, 85), (89, 110),
    ],
    [
        (192, 7), (196, 3), (189, 10), (188, 11), (183, 16), (176, 23), (140, 59),
        (199, 0), (173, 26), (183, 16), (190, 9), (175, 24), (120, 79),
    ],
];

/// A cell of Fig. 19.
pub(super) struct SizeCell {
    /// Rows and columns of the board.
    pub(super) side: u8,
    pub(super) first: Label,
    pub(super) second: Label,
    /// Wins of the first and of the second player. On 6x6 they add up to 189.
    pub(super) score: (u64, u64),
    /// Seconds for a game.
    pub(super) seconds: f64,
}

/// Fig. 19.
pub(super) const FIG_19: [SizeCell; 5] = [
    SizeCell { side: 4, first: Mcts(100), second: Mcts(100), score: (120, 79), seconds: 11.0 },
    SizeCell { side: 4, first: Mcts(100), second: DepthCut(Advanced, 4), score: (104, 95), seconds: 10.63 },
    SizeCell { side: 4, first: DepthCut(Advanced, 4), second: Mcts(100), score: (76, 123), seconds: 8.69 },
    SizeCell { side: 5, first: Mcts(100), second: DepthCut(Advanced, 4), score: (96, 103), seconds: 39.27 },
    SizeCell { side: 6, first: Mcts(100), second: DepthCut(Advanced, 4), score: (85, 104), seconds: 162.25 },
];

impl Label {
    /// Whether this player simulates, so that its games must be played.
    pub(super) fn is_mcts(self) -> bool {
        matches!(self, Mcts(_))
    }

    /// Whether the program of October 2019 had this player: the simple heuristic was added in November.
    pub(super) fn in_october(self) -> bool {
        !matches!(self, DepthCut(Simple, _))
    }

    /// Whether two players differ in exactly one parameter, as after a manual slip.
    pub(super) fn differs_in_one_parameter(self, other: Label) -> bool {
        match (self, other) {
            (Mcts(a), Mcts(b)) => a != b,
            (DepthCut(a, d), DepthCut(b, e)) => (a == b) != (d == e),
            _ => false,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Random => f.write_str("R"),
            Mcts(rollouts) => write!(f, "M{rollouts}"),
            DepthCut(Advanced, depth) => write!(f, "A{depth}"),
            DepthCut(Simple, depth) => write!(f, "S{depth}"),
        }
    }
}
