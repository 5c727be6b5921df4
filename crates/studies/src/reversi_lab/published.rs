//! What the report prints. Source: "Lab assignment 2: games", a report on minimax and alpha-beta (Universidad
//! Autónoma de Madrid, 2022), sections 1.b.ii and 1.b.iii.

/// A row of both tables of the report.
pub(super) struct Row {
    /// Its name here.
    pub(super) name: &'static str,
    pub(super) board: LabGame,
    /// The depth as the report counts it.
    pub(super) depth: u32,
    /// The heuristic that gives these figures, for both players.
    pub(super) heuristic: &'static str,
    /// Recursive calls of a tournament of two games: minimax, alpha-beta.
    pub(super) calls: [u64; 2],
    /// Their quotient as printed.
    pub(super) calls_ratio: f64,
    /// Seconds for the tournament.
    pub(super) seconds: [f64; 2],
    /// Their quotient as printed.
    pub(super) seconds_ratio: f64,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabGame {
    TicTacToe,
    Reversi,
}

/// The row that no run reproduces.
pub(super) const TENTH: &str = "Reversi 3 PonderationMax";

pub(super) static ROWS: [Row; 10] = [
    Row {
        name: "Tic-tac-toe 3 Dummy",
        board: LabGame::TicTacToe,
        depth: 3,
        heuristic: "dummy",
        calls: [14_832, 3594],
        calls_ratio: 4.126_878_13,
        seconds: [2.008_574_009, 0.634_505_271_9],
        seconds_ratio: 3.165_574_973,
    },
    Row {
        name: "Tic-tac-toe 4 Dummy",
        board: LabGame::TicTacToe,
        depth: 4,
        heuristic: "dummy",
        calls: [62_536, 6436],
        calls_ratio: 9.716_594_158,
        seconds: [8.553_754_568, 1.198_735_237],
        seconds_ratio: 7.135_649_561,
    },
    Row {
        name: "Tic-tac-toe 5 Dummy",
        board: LabGame::TicTacToe,
        depth: 5,
        heuristic: "dummy",
        calls: [211_144, 12_006],
        calls_ratio: 17.586_540_06,
        seconds: [27.138_686_9, 2.078_977_585],
        seconds_ratio: 13.053_862_19,
    },
    Row {
        name: "Reversi 2 Dummy",
        board: LabGame::Reversi,
        depth: 2,
        heuristic: "dummy",
        calls: [19_480, 9132],
        calls_ratio: 2.133_158_125,
        seconds: [10.574_956_42, 9.154_441_595],
        seconds_ratio: 1.155_172_198,
    },
    Row {
        name: "Reversi 3 Dummy",
        board: LabGame::Reversi,
        depth: 3,
        heuristic: "dummy",
        calls: [111_166, 26_806],
        calls_ratio: 4.147_056_629,
        seconds: [60.372_962, 24.068_698_64],
        seconds_ratio: 2.508_360_044,
    },
    Row {
        name: "Reversi 4 Dummy",
        board: LabGame::Reversi,
        depth: 4,
        heuristic: "dummy",
        calls: [785_378, 69_076],
        calls_ratio: 11.369_766_63,
        seconds: [419.463_337_2, 71.626_471_28],
        seconds_ratio: 5.856_261_375,
    },
    // The printed name is that of the submitted heuristic, whose weights give different counts; see the table
    // `which-weights`.
    Row {
        name: "Reversi 2 PonderationMax",
        board: LabGame::Reversi,
        depth: 2,
        heuristic: "ponderation-max:weights=table",
        calls: [14_370, 10_222],
        calls_ratio: 1.405_791_43,
        seconds: [42.934_643_03, 29.808_036_09],
        seconds_ratio: 1.440_371_412,
    },
    Row {
        name: TENTH,
        board: LabGame::Reversi,
        depth: 3,
        heuristic: "ponderation-max:weights=table",
        calls: [401_183, 215_892],
        calls_ratio: 1.858_257_833,
        seconds: [9_588.593_43, 3_797.494_96],
        seconds_ratio: 2.524_978_58,
    },
    // Printed as "HeuristicParityMobilityCornersTop2"; the second of the two submitted heuristics of that kind gives
    // these counts.
    Row {
        name: "Reversi 2 ParityMobilityCorners2",
        board: LabGame::Reversi,
        depth: 2,
        heuristic: "pmc2",
        calls: [90_452, 42_926],
        calls_ratio: 2.107_161_161,
        seconds: [70.412_145_38, 51.103_435_04],
        seconds_ratio: 1.377_835_86,
    },
    Row {
        name: "Reversi 3 ParityMobilityCorners2",
        board: LabGame::Reversi,
        depth: 3,
        heuristic: "pmc2",
        calls: [1_338_998, 344_422],
        calls_ratio: 3.887_666_874,
        seconds: [983.055_546, 361.784_329_9],
        seconds_ratio: 2.717_241_917,
    },
];

/// The report expects alpha-beta to visit b^(3d/4) positions where minimax visits b^d.
pub(super) const EXPECTED_EXPONENT: f64 = 0.75;

/// The weights that the report's grid tries for corners and discs; moves get the rest up to 1.
pub(super) const GRID: [f64; 4] = [0.1, 0.2, 0.3, 0.4];
