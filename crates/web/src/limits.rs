//! The limits of a server.

use std::time::Duration;

/// Bounds on what visitors can make the server do. A request beyond a bound is refused with a sentence; only time is
/// cut instead.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Searches at the same time. Others wait for up to [`Limits::patience`].
    pub searches: usize,
    /// How long one search may take, even if its player allows more.
    pub search_time: Duration,
    /// How long a search waits for its turn before it is refused.
    pub patience: Duration,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Open connections. When all are taken, the slowest client makes room for a new one.
    pub connections: usize,
    /// Connections that watch a search, a run or a study; fewer than [`Limits::connections`], so that ordinary
    /// requests always find a place.
    pub streams: usize,
    /// Bytes of the table of one search.
    pub table_bytes: usize,
    /// Threads of one search.
    pub threads: usize,
    /// Positions that one Monte-Carlo tree keeps, in moves.
    pub mcts_nodes: usize,
    /// Recorded trees that are kept; the least recently used one makes room.
    pub trees: usize,
    /// Nodes of one recorded tree.
    pub tree_nodes: usize,
    /// Bytes of all recorded trees.
    pub tree_bytes: usize,
    /// Players of one comparison.
    pub compared: usize,
    /// Experiments at the same time.
    pub experiments: usize,
    /// Games of one experiment.
    pub experiment_games: u64,
    /// Players of one experiment.
    pub experiment_players: usize,
    /// Threads of one experiment.
    pub experiment_jobs: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            searches: 4,
            search_time: Duration::from_secs(60),
            patience: Duration::from_secs(5),
            body_bytes: 256 << 10,
            connections: 256,
            streams: 128,
            table_bytes: 256 << 20,
            threads: cores,
            mcts_nodes: 2_000_000,
            trees: 16,
            tree_nodes: 200_000,
            tree_bytes: 512 << 20,
            compared: 8,
            experiments: 2,
            experiment_games: 10_000_000,
            experiment_players: 100,
            // One core is left for the page.
            experiment_jobs: cores.saturating_sub(1).max(1),
        }
    }
}

/// Characters of a text in a request.
pub(crate) const MAX_SPEC: usize = 1000;
/// Characters of the name of a search.
pub(crate) const MAX_NAME: usize = 100;
/// Characters of a position or of a list of moves.
pub(crate) const MAX_PLACE: usize = 8000;
/// Rows of a page of anything.
pub(crate) const MAX_PAGE: usize = 500;
