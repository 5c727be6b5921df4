//! The searches by name, with their options and limits.

use plyscope_core::Choice;

use super::options::PROGRAM;

/// What a search is called and which options it takes.
#[derive(Debug)]
pub struct SearchAbout {
    /// The first word of a player.
    pub id: &'static str,
    /// Short description.
    pub meaning: &'static str,
    /// Its options.
    pub options: &'static [Choice],
    /// The limits that can end it.
    pub limits: &'static [&'static str],
}

/// The limits of searches that look ahead ply by ply.
pub(super) const PLIES: &[&str] = &["depth", "nodes", "time", "clock"];
/// The limits of searches that simulate.
const SIMULATIONS: &[&str] = &["rollouts", "nodes", "time", "clock"];

/// All searches. A new search adds an entry here, its reading and writing below, and its building in `build`.
pub static SEARCHES: &[SearchAbout] = &[
    SearchAbout { id: "random", meaning: "uniformly random moves", options: &[], limits: &[] },
    SearchAbout { id: "human", meaning: "a person", options: &[], limits: &[] },
    SearchAbout {
        id: PROGRAM,
        meaning: "a program of your own, program:COMMAND, or program:NAME of an experiment",
        options: &[],
        limits: PLIES,
    },
    SearchAbout { id: "minimax", meaning: "plain minimax: every move of every position", options: TREE, limits: PLIES },
    SearchAbout {
        id: "alphabeta",
        meaning: "alpha-beta with a maximising and a minimising player",
        options: TREE,
        limits: PLIES,
    },
    SearchAbout { id: "negamax", meaning: "alpha-beta in its negamax form", options: TREE, limits: PLIES },
    SearchAbout { id: "pvs", meaning: "principal variation search", options: TREE, limits: PLIES },
    SearchAbout { id: "mtdf", meaning: "MTD(f): null windows from a first guess", options: NARROW, limits: PLIES },
    SearchAbout { id: "sss", meaning: "SSS* as null windows from above", options: NARROW, limits: PLIES },
    SearchAbout {
        id: "iterative",
        meaning: "iterative deepening of another search",
        options: &[
            Choice {
                name: "over",
                values: &["pvs", "minimax", "alphabeta", "negamax", "mtdf", "sss"],
                default: "pvs",
                meaning: "the search to deepen",
            },
            Choice {
                name: "aspiration",
                values: &["off", "N"],
                default: "off",
                meaning: "half the width of the window around the last value",
            },
            Choice { name: "order", values: ORDER.values, default: "table/history", meaning: ORDER.meaning },
            TABLE_ON,
            ROOT,
            TIES,
        ],
        limits: PLIES,
    },
    SearchAbout {
        id: "engine",
        meaning: "the strongest search: looks deeper where it matters and leaves out what hardly can",
        options: ENGINE,
        limits: PLIES,
    },
    SearchAbout {
        id: "mcts",
        meaning: "Monte-Carlo tree search",
        options: &[
            Choice { name: "c", values: &["F"], default: "1.4142135623730951", meaning: "exploration constant" },
            Choice {
                name: "select",
                values: &["ucb1", "ucb1-tuned"],
                default: "ucb1",
                meaning: "which child is followed",
            },
            Choice {
                name: "merge",
                values: &["yes", "no"],
                default: "no",
                meaning: "whether equal positions share a node",
            },
            Choice {
                name: "choose",
                values: &["mean", "visits", "both"],
                default: "both",
                meaning: "which move is played",
            },
            Choice {
                name: "tree",
                values: &["fresh", "reuse"],
                default: "fresh",
                meaning: "whether the tree is kept between moves",
            },
            Choice {
                name: "solver",
                values: &["on", "off"],
                default: "on",
                meaning: "whether proven results are propagated",
            },
            Choice {
                name: "rollout",
                values: &["uniform", "greedy", "cut"],
                default: "uniform",
                meaning: "how simulations play",
            },
            Choice {
                name: "games",
                values: &["N"],
                default: "1",
                meaning: "random games of a uniform rollout, whose mean counts",
            },
            Choice {
                name: "epsilon",
                values: &["F"],
                default: "0.1",
                meaning: "share of random moves in greedy rollouts",
            },
            Choice { name: "plies", values: &["N"], default: "10", meaning: "length of cut rollouts" },
            Choice {
                name: "scale",
                values: &["F"],
                default: "1",
                meaning: "heuristic value that counts as odds of e to 1 after a cut rollout",
            },
        ],
        limits: SIMULATIONS,
    },
    published("published-andantino-alphabeta", "the Andantino program's alpha-beta"),
    published("published-andantino-iterative", "the same program's iterative deepening"),
    published("published-andantino-minimax", "the same program's minimax"),
    published("published-andantino-negamax", "the same program's negamax"),
    published("published-andantino-pvs", "the same program's PVS, which follows one line"),
    published(
        "published-breakthrough-alphabeta",
        "the Breakthrough report's alpha-beta, which does not see the end of a game",
    ),
    published("published-breakthrough-minimax", "the same report's minimax"),
    published("published-lab-alphabeta", "the Reversi lab's alpha-beta, one ply deeper than it says"),
    published("published-lab-minimax", "the same lab's minimax"),
    published("published-pawned-alphabeta", "alpha-beta with the misprint of Pawned"),
    published("published-pawned-checkmate", "the same paper's later version, which stops at a checkmate"),
    simulating("published-thesis-mcts", "the Pawn Game thesis' MCTS, which overlooks a third of the moves"),
    simulating("published-thesis-mcts-october", "the same in its version of October 2019, with all moves"),
];

/// A search of `plyscope_search::published`.
const fn published(id: &'static str, meaning: &'static str) -> SearchAbout {
    SearchAbout { id, meaning, options: &[], limits: PLIES }
}

/// A search of `plyscope_search::published` that simulates.
const fn simulating(id: &'static str, meaning: &'static str) -> SearchAbout {
    SearchAbout { id, meaning, options: &[], limits: SIMULATIONS }
}

const ENGINE: &[Choice] = &[
    Choice { name: "threads", values: &["N"], default: "1", meaning: "number of threads" },
    Choice { name: "table", values: &["SIZE"], default: "16MB", meaning: "size of the transposition table" },
    switch("selective", "whether anything is left out on a guess; off: every move is searched to the same depth"),
    switch("reductions", "late moves are searched less deep"),
    switch("late-pruning", "near the horizon the last moves are not searched"),
    switch("futility", "near the horizon quiet moves of bad positions are not searched"),
    switch("reverse-futility", "near the horizon very good positions are not searched"),
    switch("null-move", "if giving the turn away is good enough, nothing else is searched"),
    switch("quiescence", "captures are followed beyond the horizon"),
    switch("extensions", "forced replies are searched one ply deeper"),
    switch("singular", "a move much better than all others is searched one ply deeper"),
    switch("internal-reductions", "positions unknown to the table are searched one ply less deep"),
    switch("probcut", "a shallow search far outside the window stands for a deep one"),
    switch("countermove", "the move that refuted the last one elsewhere is tried early"),
    switch("continuation", "moves are ordered by what they did after the same moves"),
    switch("capture-history", "captures are ordered by what they did elsewhere"),
    switch("aspiration", "each depth begins with a window around the last value"),
    switch("keep-table", "the table is kept from one move of a game to the next"),
    switch("solver", "what is certain without a search is used, and endings are solved"),
    number("reduction-base", "0.5", "plies by which every late move is reduced"),
    number("reduction-divisor", "2.2", "reductions grow with ln(depth)·ln(moves tried) divided by this"),
    Choice { values: &["N"], ..number("late-moves", "3", "quiet moves that late pruning leaves") },
    number("late-growth", "2", "and this many more, times the square of the depth"),
    number("futility-base", "0.6", "a quiet move must be able to gain this, in mean changes of the heuristic"),
    number("futility-margin", "1.2", "and this much more for each ply"),
    number("reverse-futility-margin", "0.9", "how far above the window is very good, for each ply, in the same unit"),
    Choice { values: &["N"], ..number("null-reduction", "3", "plies by which a search after a null move is shorter") },
    Choice { values: &["N"], ..number("null-divisor", "4", "and the depth divided by this") },
    number("singular-margin", "0.03", "how much better than all others a move must be, for each ply, in the same unit"),
    number("probcut-errors", "1.5", "standard errors by which a shallow search must be outside the window"),
    number("aspiration-width", "0.5", "half the width of the first window, in the same unit"),
    Choice {
        name: "ponder",
        values: &["on", "off"],
        default: "off",
        meaning: "thinks on the opponent's time, if it plays through `plyscope engine` over UCI",
    },
];

/// A technique that is on unless it is switched off.
const fn switch(name: &'static str, meaning: &'static str) -> Choice {
    Choice { name, values: &["on", "off"], default: "on", meaning }
}

/// A number behind a technique.
const fn number(name: &'static str, default: &'static str, meaning: &'static str) -> Choice {
    Choice { name, values: &["F"], default, meaning }
}

const TREE: &[Choice] = &[ORDER, TABLE_OFF, ROOT, TIES];
const NARROW: &[Choice] = &[ORDER, TABLE_ON, ROOT, TIES];

const ORDER: Choice = Choice {
    name: "order",
    values: &["none", "heuristic", "table", "killer", "history"],
    default: "none",
    meaning: "which moves are tried first; several joined by /",
};
const TABLE_OFF: Choice = Choice {
    name: "table",
    values: &["off", "SIZE"],
    default: "off",
    meaning: "size of the transposition table, for example 64MB",
};
const TABLE_ON: Choice =
    Choice { name: "table", values: &["off", "SIZE"], default: "16MB", meaning: "size of the transposition table" };
const ROOT: Choice = Choice {
    name: "root",
    values: &["shared", "fresh"],
    default: "shared",
    meaning: "whether root moves share their window",
};
const TIES: Choice = Choice {
    name: "ties",
    values: &["first", "random"],
    default: "first",
    meaning: "which of equally good moves is played",
};
