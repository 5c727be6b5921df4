//! The rows of the table: which of the three programs can do which workload.

#[cfg(target_arch = "x86_64")]
use crate::limits;
use crate::ours::{Kind, WORKLOADS};
use crate::searches::{self, Once};
use crate::{keys, observers, peers};

/// Does a workload `n` times with this seed; returns how many units were done, and a sum that is the same for every
/// program that does the work right: the leaves of all perfts, the values of all searches, the simulations of all
/// Monte-Carlo tree searches, or the plies of all playouts (there up to chance).
pub(crate) type Run = fn(n: u64, seed: u64) -> (u64, u64);

/// Who does the work; each name is the head of a column.
pub(crate) const COLUMNS: [&str; 3] = ["ours", "minimax", "board-game"];

/// The workloads of ours that some peer can also do in a special way, and the name of that row; see [`Row::summary`].
const SPECIAL: [(&str, &str); 7] = [
    ("breakthrough-playouts", "breakthrough-playouts-pick"),
    ("reversi-playouts", "reversi-playouts-pick"),
    ("tictactoe-playouts", "tictactoe-playouts-pick"),
    ("pawn-playouts", "pawn-playouts-pick"),
    ("reversi-perft", "reversi-perft-memo"),
    ("breakthrough-perft", "breakthrough-perft-memo"),
    ("pawn-perft", "pawn-perft-memo"),
];

/// One row.
pub(crate) struct Row {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// What is counted.
    pub(crate) kind: Kind,
    /// The ways to do it, in the order of [`COLUMNS`]. Ours is always there.
    pub(crate) runs: [Option<Run>; COLUMNS.len()],
}

impl Row {
    fn new(name: &'static str, kind: Kind, ours: Run) -> Self {
        let find = |peer: &[(&str, Run)]| peer.iter().find(|(known, _)| *known == name).map(|&(_, run)| run);
        let [minimax, board_game] = peers::RUNS.map(find);
        Row { name, kind, runs: [Some(ours), minimax, board_game] }
    }

    /// One search each, if it is a tree search, in the order of [`COLUMNS`]: to ask for its value and nodes.
    pub(crate) fn once(&self) -> [Option<Once>; COLUMNS.len()] {
        let [minimax, board_game] = peers::ONCE;
        [searches::ONCE, minimax, board_game]
            .map(|all| all.iter().find(|(known, _)| *known == self.name).map(|&(_, once)| once))
    }

    /// The unit of its rates.
    pub(crate) fn unit(&self) -> &'static str {
        match self.kind {
            Kind::Playouts => "playouts/s",
            Kind::Perft(_) => "leaves/s",
            Kind::Search(_) => "searches/s",
            Kind::Nodes(_) => "nodes/s",
            Kind::Simulations => "simulations/s",
        }
    }

    /// What is done, for the list of names.
    pub(crate) fn summary(&self) -> String {
        let special = match self.name {
            name if name.ends_with("-pick") => ", where the peers choose moves by our `pick` instead of listing them",
            name if name.ends_with("-memo") => ", where board-game remembers the positions it has counted",
            keys::BASELINE => ", to compare with those that have a key",
            "walk-key-on-demand" => ", asking inner positions for their key as our games compute it",
            "walk-key-zobrist" => ", asking inner positions for a Zobrist key that every move brings up to date",
            "search-alphabeta" => ": Breakthrough 8x8 from the start, alpha-beta with the number of pieces",
            "search-negamax" => ": the same by our negamax",
            "search-best-middle-game" => {
                ": Breakthrough 8x8, pieces and rows; our engine and the best options of minimax"
            }
            "search-best-middle-game-pvs" => ": the same by our iterative principal variation search",
            "search-tictactoe" => ": the whole game of tic-tac-toe by plain alpha-beta",
            name if name.ends_with("-side-by-side") => ", four at a time",
            name if name.starts_with("limit-") => " by a program written by hand",
            "observer-none" => " by a negamax written by hand that knows nothing but the value",
            observers::BASELINE => {
                " by a negamax written by hand that counts, looks at the clock and keeps the best line"
            }
            "observer-off" => " by our negamax without an observer",
            "observer-recording" => " by our negamax with an observer that records every node",
            _ => "",
        };
        match self.kind {
            Kind::Playouts => format!("random games{special}"),
            Kind::Perft(depth) => format!("perft of depth {depth}{special}"),
            Kind::Search(depth) => format!("tree search of depth {depth}{special}"),
            Kind::Nodes(depth) => format!("Breakthrough 8x8 to depth {depth}{special}"),
            Kind::Simulations => format!("UCT from the start, {} simulations for each search", searches::ROLLOUTS),
        }
    }
}

/// Every row, in the order of the table.
pub(crate) fn all() -> Vec<Row> {
    let plain = WORKLOADS.iter().map(|ours| Row::new(ours.name, ours.kind, ours.run));
    let special = SPECIAL.iter().map(|&(base, name)| {
        let ours = WORKLOADS.iter().find(|ours| ours.name == base).expect("special rows name a workload of ours");
        Row::new(name, ours.kind, ours.run)
    });
    let keyed = keys::WORKLOADS.iter().map(|ours| Row::new(ours.name, ours.kind, ours.run));
    let searches = searches::WORKLOADS.iter().map(|ours| Row::new(ours.name, ours.kind, ours.run));
    let observed = observers::WORKLOADS.iter().map(|ours| Row::new(ours.name, ours.kind, ours.run));
    let all = plain.chain(special).chain(keyed).chain(searches).chain(observed);
    #[cfg(target_arch = "x86_64")]
    let all = all.chain(limits::WORKLOADS.iter().map(|ours| Row::new(ours.name, ours.kind, ours.run)));
    all.collect()
}
