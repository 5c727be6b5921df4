//! What the report prints about its six games. Source: a student's report on Breakthrough for CS 440 / ECE 448 of the
//! University of Illinois (2016 or 2017), section "Result".

use plyscope_core::Side;

/// One of the six matches, each a single game.
pub(super) struct Match {
    /// The pairing as text.
    pub(super) name: &'static str,
    /// White, which moves first, and Black.
    pub(super) players: [Player; 2],
    pub(super) printed: Printed,
}

/// A search with a heuristic of the report.
#[derive(Clone, Copy)]
pub(super) struct Player {
    pub(super) search: Search,
    pub(super) heuristic: &'static str,
}

/// The searches of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    Minimax,
    AlphaBeta,
}

/// The figures below the final board, for White and for Black.
pub(super) struct Printed {
    pub(super) moves: [u64; 2],
    /// Nodes expanded for each move.
    pub(super) nodes: [f64; 2],
    /// Seconds for each move.
    pub(super) seconds: [f64; 2],
    /// "Number of White captured": pieces that White lost, and Black.
    pub(super) lost: [u64; 2],
    pub(super) winner: Side,
    /// The final board, Black's home row first. Some rows have fewer than eight cells: dots were lost in the copy of
    /// the text that we have, so columns are uncertain there.
    pub(super) board: [&'static str; 8],
}

const fn player(search: Search, heuristic: &'static str) -> Player {
    Player { search, heuristic }
}

use Search::{AlphaBeta, Minimax};

pub(super) static MATCHES: [Match; 6] = [
    Match {
        name: "1. minimax Offensive 1 – alpha-beta Offensive 1",
        players: [player(Minimax, "offensive1"), player(AlphaBeta, "offensive1")],
        printed: Printed {
            moves: [47, 47],
            nodes: [550.340_425_531_914_9, 2_716.085_106_382_978_7],
            seconds: [0.363_187_262_352_476_7, 0.747_770_791_358_136_1],
            lost: [11, 5],
            winner: Side::Second,
            board: [".....", ".WB..B..", ".BBB.BB.", ".....", ".....W.", ".B..W..", "B.B..W..", ".....BW."],
        },
    },
    Match {
        name: "2. alpha-beta Offensive 2 – alpha-beta Defensive 1",
        players: [player(AlphaBeta, "offensive2"), player(AlphaBeta, "defensive1")],
        printed: Printed {
            moves: [25, 24],
            nodes: [2312.84, 2_659.416_666_666_666_5],
            seconds: [0.584_839_200_973_510_7, 0.730_615_148_941_675_8],
            lost: [4, 11],
            winner: Side::First,
            board: ["...WB.B.", ".....", ".B...B..", ".B.....", ".....", ".....", "....W.WW", "WWWWWWW"],
        },
    },
    Match {
        name: "3. alpha-beta Defensive 2 – alpha-beta Offensive 1",
        players: [player(AlphaBeta, "defensive2"), player(AlphaBeta, "offensive1")],
        printed: Printed {
            moves: [10, 9],
            nodes: [4514.6, 4_526.333_333_333_333],
            seconds: [1.096_440_529_823_303_3, 1.790_739_907_158_745_8],
            lost: [0, 1],
            winner: Side::First,
            board: ["BB.BB.BW", ".BB.BB.B", "B...B.BW", "B.B....", ".....", ".....", "WWWW.WW.", "WWWWWWWW"],
        },
    },
    Match {
        name: "4. alpha-beta Offensive 2 – alpha-beta Offensive 1",
        players: [player(AlphaBeta, "offensive2"), player(AlphaBeta, "offensive1")],
        printed: Printed {
            moves: [35, 34],
            nodes: [2_881.114_285_714_286, 4_194.911_764_705_882],
            seconds: [0.662_219_783_238_002_2, 1.458_213_532_672_209],
            lost: [7, 0],
            winner: Side::First,
            board: ["W.....", "...B.BB.", "B.B.BB..", "BB.B.B.B", "..B.BB.B", ".....W", ".....", "W.WWWWWW"],
        },
    },
    Match {
        name: "5. alpha-beta Defensive 2 – alpha-beta Defensive 1",
        players: [player(AlphaBeta, "defensive2"), player(AlphaBeta, "defensive1")],
        printed: Printed {
            moves: [25, 24],
            nodes: [3964.72, 3_236.083_333_333_333_5],
            seconds: [1.026_927_604_675_292_9, 0.849_614_222_844_441_8],
            lost: [4, 10],
            winner: Side::First,
            board: ["...B..W.", "B.....B.", "...B....", ".B......", ".B......", "......W", "...W.W..", "WWWWWWWW"],
        },
    },
    Match {
        name: "6. alpha-beta Offensive 2 – alpha-beta Defensive 2",
        players: [player(AlphaBeta, "offensive2"), player(AlphaBeta, "defensive2")],
        printed: Printed {
            moves: [41, 41],
            nodes: [3_519.512_195_121_951, 4_700.048_780_487_805],
            seconds: [0.974_174_080_825_433_6, 1.760_015_144_580_748],
            lost: [10, 4],
            winner: Side::Second,
            board: [".BB..B..", ".B.....B", "....B...", ".BWBB.BB", ".......", ".....W..", ".......", "W.W.W.WB"],
        },
    },
];
