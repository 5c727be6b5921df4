//! What several pairings say together: the advantage of moving first, the scores of players, ratings.
//!
//! All pairings of a board share its openings, so games are not independent across them. Clusters are (`sampling.rs`).

use plyscope_stats::{
    Bootstrap, BootstrapRequest, Cluster, Interval, Look, Model, Results, SeatResults, Strata, bootstrap,
    cluster_interval, cluster_mean, cluster_p,
};

use crate::sampling::{CellSample, Clusters};
use crate::summary::{Counts, LEVEL};

/// Rounds of the bootstrap.
const ROUNDS: usize = 500;

/// The score of one seat in several cells, in clusters.
#[derive(Clone, Default)]
pub(crate) struct Pool {
    /// One stratum for each board.
    strata: Strata,
}

impl Pool {
    /// Adds the games of a cell, as the first seat sees them or as the second does.
    pub(crate) fn add(&mut self, board: usize, clusters: &Clusters, is_first: bool) {
        self.strata.resize(self.strata.len().max(board + 1), Vec::new());
        let stratum = &mut self.strata[board];
        stratum.resize(stratum.len().max(clusters.len()), Cluster::default());
        for (cluster, counts) in stratum.iter_mut().zip(clusters) {
            let [lost, drawn, won] = counts.map(f64::from);
            cluster.points += if is_first { won } else { lost } + drawn / 2.0;
            let games = lost + drawn + won;
            cluster.games += games;
            cluster.different += f64::from(u8::from(games > 0.0));
        }
    }

    /// The part of one board.
    pub(crate) fn on(&self, board: usize) -> Pool {
        Pool { strata: self.strata.get(board).cloned().into_iter().collect() }
    }

    pub(crate) fn games(&self) -> u64 {
        self.strata.iter().flatten().map(|cluster| cluster.games).sum::<f64>() as u64
    }

    pub(crate) fn score(&self) -> Option<f64> {
        cluster_mean(&self.strata)
    }

    pub(crate) fn interval(&self, look: Look) -> Interval {
        cluster_interval(&self.strata, LEVEL, look)
    }

    /// The probability of such a score between equals.
    pub(crate) fn p(&self, look: Look) -> f64 {
        cluster_p(&self.strata, look)
    }
}

/// The results of the first seat, to measure whether moving first helps.
///
/// While games are missing, one player may have moved first more often than the other, and its strength would look like
/// an advantage of the seat. So only games whose counterpart was played count, if there are any.
pub(crate) fn first_seat(counts: &Counts<'_>) -> Pool {
    let collect = |of: fn(&CellSample) -> &Clusters| {
        let mut pool = Pool::default();
        for (cell, sample) in counts.plan.cells.iter().zip(&counts.samples) {
            pool.add(cell.board, of(sample), true);
        }
        pool
    };
    let balanced = collect(|sample| &sample.balanced);
    if balanced.games() > 0 { balanced } else { collect(|sample| &sample.played) }
}

/// The games of each player.
pub(crate) fn players(counts: &Counts<'_>) -> Vec<Pool> {
    let mut pools = vec![Pool::default(); counts.plan.players.len()];
    for (cell, sample) in counts.plan.cells.iter().zip(&counts.samples) {
        pools[cell.first].add(cell.board, &sample.played, true);
        pools[cell.second].add(cell.board, &sample.played, false);
    }
    pools
}

/// The ratings of all players.
pub(crate) fn ratings(counts: &Counts<'_>, look: Look) -> Option<Bootstrap> {
    let plan = counts.plan;
    // Clusters of different boards are different clusters.
    let per_board = counts.samples.iter().map(|sample| sample.observed_clusters.len()).max().unwrap_or(0);
    let mut games = Vec::new();
    for (cell, sample) in plan.cells.iter().zip(&counts.samples) {
        for (cluster, results) in sample.observed_clusters.iter().enumerate().filter(|(_, counts)| **counts != [0; 3]) {
            games.push(SeatResults {
                first: cell.first,
                second: cell.second,
                cluster: cell.board * per_board + cluster,
                counts: results.map(u64::from),
            });
        }
    }
    let results = Results { players: plan.players.len(), games };
    bootstrap(&results, &Model::default(), &BootstrapRequest { level: LEVEL, look, rounds: ROUNDS, seed: plan.seed })
}
