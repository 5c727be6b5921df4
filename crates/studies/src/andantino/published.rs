//! What the report prints: seconds for a move, and how deep iterative deepening got.
//!
//! Source: Tomasz Stańczyk, *Final project – Andantino Assignment* (Intelligent Search and Games, Maastricht
//! University, October 2019), Tables 1 to 4. The games began with the user's 10 J, 9 J, 9 I, 8 J, with the program's
//! answers in between (the report has 9 I, some copies of its text 9 J twice).

/// The positions of all tables: the number of moves made, and the moves. The program's answers come from its fixed
/// order of ties.
pub const POSITIONS: [(u32, &str); 4] =
    [(1, "j10"), (3, "j10 k10 j9"), (5, "j10 k10 j9 k11 i9"), (7, "j10 k10 j9 k11 i9 k9 j8")];

/// The searches in column order, by their names in the report and here.
pub const SEARCHES: [(&str, &str); 4] = [
    ("MiniMax", "published-andantino-minimax"),
    ("AlphaBeta", "published-andantino-alphabeta"),
    ("NegaMax", "published-andantino-negamax"),
    ("PVS", "published-andantino-pvs"),
];

/// Tables 1 and 2: the depth, and seconds for a move after 1, 3, 5 and 7 moves.
pub(super) const SECONDS: [(u32, [[f64; 4]; 4]); 2] = [
    (
        3,
        [
            [0.330051, 0.331139, 0.455735, 0.115920],
            [0.785621, 0.585668, 0.753866, 0.098925],
            [2.781000, 1.971544, 1.701300, 0.194925],
            [5.587028, 2.931860, 2.856786, 0.272829],
        ],
    ),
    (
        5,
        [
            [10.323606, 2.668387, 11.847068, 0.245247],
            [39.368713, 6.393835, 6.817475, 0.194909],
            [183.019375, 29.576717, 22.753526, 0.334821],
            [347.197967, 44.522248, 43.537603, 0.312819],
        ],
    ),
];

/// Tables 3 and 4: the depth reached within 3 seconds, by AlphaBeta and by PVS. 19 is the last depth tried.
pub(super) const DEPTHS_REACHED: [[u32; 4]; 2] = [[3, 3, 3, 1], [15, 19, 15, 19]];

/// The program's time for a move, in seconds.
pub(super) const TIME_LIMIT: f64 = 3.0;

/// The speed-ups claimed in the text, all after 7 moves: the depth, the columns compared, and the factor in the
/// report's words.
pub(super) const CLAIMS: [(u32, usize, usize, &str); 6] = [
    (3, 0, 3, "over 20"),
    (3, 1, 3, "about 11"),
    (3, 2, 3, "about 11"),
    (5, 0, 3, "about 1110"),
    (5, 1, 3, "about 141"),
    (5, 2, 3, "about 141"),
];
