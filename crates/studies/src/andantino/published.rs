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

/// Table 3: the longest time of a root move of AlphaBeta at depths 1 and 3, in seconds; columns are positions.
pub(super) const ALPHABETA_SECONDS: [[Option<f64>; 4]; 2] = [
    [Some(0.008982), Some(0.016005), Some(0.035968), Some(0.033958)],
    [Some(0.089935), Some(0.255208), Some(0.677339), None],
];

/// Table 4: the same for PVS at depths 1, 3, … 19.
pub(super) const PVS_SECONDS: [[Option<f64>; 4]; 10] = [
    [Some(0.006983), Some(0.0129923), Some(0.021972), Some(0.027985)],
    [Some(0.034971), Some(0.0409920), Some(0.060935), Some(0.063962)],
    [Some(0.046986), Some(0.0679755), Some(0.076956), Some(0.078937)],
    [Some(0.118963), Some(0.1049706), Some(0.124956), Some(0.070945)],
    [Some(0.115956), Some(0.0909829), Some(0.142950), Some(0.070976)],
    [Some(0.079035), Some(0.0890080), Some(0.141972), Some(0.070959)],
    [Some(0.118034), Some(0.0900294), Some(0.141934), Some(0.080936)],
    [Some(0.118920), Some(0.0899305), Some(0.142935), Some(0.070964)],
    [None, Some(0.0892171), None, Some(0.071975)],
    [None, Some(0.0899300), None, Some(0.070958)],
];

/// The largest factor between the times of Table 4 that were taken for the same work: those of depths that cost as many
/// states as the depth before. It says how far single timings of that program can be trusted.
pub(super) fn spread_of_same_work() -> f64 {
    // From these rows on nothing is added at any depth; see the counts of table-4.
    let first_without_growth = [3, 3, 4, 2];
    let of = |position: usize| {
        let times = PVS_SECONDS[first_without_growth[position]..].iter().filter_map(move |row| row[position]);
        let (low, high) = times.fold((f64::INFINITY, 0.0_f64), |ends, time| (ends.0.min(time), ends.1.max(time)));
        high / low
    };
    (0..4).map(of).fold(0.0, f64::max)
}

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
