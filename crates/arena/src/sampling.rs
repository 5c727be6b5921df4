//! What the games of a run are a sample of.
//!
//! A game is an observation only if something random made it. Players that leave nothing to chance always play the same
//! game from the same opening, so a thousand copies of it are one observation, and only another opening is another one.
//! Players that use the seed make each game an observation, also where two of them happen to be equal. Limits of time
//! count as nothing random unless games differ.
//!
//! Where several pairings are put together, all games from one opening depend on each other. They form a cluster.

use std::collections::{HashMap, HashSet};

use plyscope_registry::Chance;
use plyscope_stats::PairCounts;
use plyscope_store::Played;
use serde::Serialize;

use crate::plan::Plan;

/// What makes one observation of a pairing different from the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampling {
    /// The players: each game is an observation, or each pair of games with swapped seats.
    #[default]
    Games,
    /// The players and the openings, which were drawn and used several times: games from the same one depend on each
    /// other.
    Clusters,
    /// Only the openings: each is one observation, however often it was played.
    Openings,
    /// Nothing: there is one observation.
    Nothing,
}

impl Sampling {
    /// What two of them together vary.
    pub(crate) fn with(self, other: Sampling) -> Sampling {
        match (self, other) {
            (Sampling::Clusters, _) | (_, Sampling::Clusters) => Sampling::Clusters,
            (Sampling::Games, _) | (_, Sampling::Games) => Sampling::Games,
            (Sampling::Openings, _) | (_, Sampling::Openings) => Sampling::Openings,
            (Sampling::Nothing, Sampling::Nothing) => Sampling::Nothing,
        }
    }
}

/// Losses, draws and wins of the first seat, by cluster.
pub type Clusters = Vec<[u32; 3]>;

/// The games of a cell as observations.
#[derive(Clone, Debug, Default)]
pub struct CellSample {
    /// What varies.
    pub sampling: Sampling,
    /// Losses, draws and wins of the first seat, each observation counted once.
    pub observed: [u64; 3],
    /// The same by cluster.
    pub observed_clusters: Clusters,
    /// All games by cluster, copies included.
    pub played: Clusters,
    /// The same without games whose counterpart with swapped seats was not played yet.
    pub balanced: Clusters,
}

/// The pairs of games of two cells as observations.
#[derive(Clone, Debug)]
pub struct PairSample {
    /// The first of the two cells.
    pub cell: usize,
    /// What varies.
    pub sampling: Sampling,
    /// From the view of the player who moves first in that cell, each observation counted once.
    pub counts: PairCounts,
    /// The pairs by their points for that player, in the order of their numbers; only kept for sequential tests.
    pub classes: Vec<u8>,
}

/// The most entries of all clusters together.
const MAX_ENTRIES: usize = 500_000;
/// The numbers of clusters of a board. More openings than the second share clusters, which keeps clusters independent.
const CLUSTERS: (usize, usize) = (50, 1000);

impl Plan {
    /// What the games of a cell leave to chance, apart from their openings.
    pub(crate) fn chance(&self, cell: usize) -> Chance {
        let cell = &self.cells[cell];
        let players = [cell.first, cell.second].map(|player| self.players[player].player.chance());
        // Whether the referee ends a game depends on the speed of the machine.
        let referee = if self.move_limit.is_some() { Chance::Speed } else { Chance::Nothing };
        referee.max(players[0]).max(players[1])
    }
}

/// How games are put into clusters.
struct Clustering {
    n_clusters: usize,
    /// For each board, whether openings are its clusters: they were drawn, or nothing else makes some of the games
    /// differ. Elsewhere the openings are those that were asked for, and games of the same number are a cluster.
    by_opening: Vec<bool>,
}

impl Clustering {
    fn new(plan: &Plan) -> Self {
        let mut by_opening = vec![plan.draws_openings; plan.boards.len()];
        for (index, cell) in plan.cells.iter().enumerate() {
            by_opening[cell.board] |= plan.chance(index) < Chance::Seed;
        }
        Clustering { n_clusters: (MAX_ENTRIES / plan.cells.len().max(1)).clamp(CLUSTERS.0, CLUSTERS.1), by_opening }
    }
}

/// The samples of all cells and of all pairs of cells. `games` gives the games of a cell in the order of their numbers.
///
/// # Errors
/// Those of `games`.
pub fn collect_samples<E, I: Iterator<Item = Result<Played, E>>>(
    plan: &Plan,
    mut games: impl FnMut(usize) -> Result<I, E>,
) -> Result<(Vec<CellSample>, Vec<PairSample>), E> {
    let clustering = Clustering::new(plan);
    let mut cells = vec![CellSample::default(); plan.cells.len()];
    let mut pairs = Vec::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        // A pair is collected at the first of its two cells.
        if cell.partner.is_some_and(|partner| partner < index) {
            continue;
        }
        let mut collector = Collector::new(plan, &clustering, index, cell.partner);
        let mut own = games(index)?.peekable();
        let mut other = cell.partner.map(&mut games).transpose()?.into_iter().flatten().peekable();
        while let Some(number) = next_number(own.peek(), other.peek()) {
            let is_next = |game: &Result<Played, E>| game.as_ref().map_or(true, |game| game.number == number);
            collector.add([own.next_if(is_next).transpose()?, other.next_if(is_next).transpose()?]);
        }
        let (samples, pair) = collector.finish();
        [Some(index), cell.partner].into_iter().flatten().zip(samples).for_each(|(cell, sample)| cells[cell] = sample);
        pairs.extend(pair);
    }
    for board in 0..plan.boards.len() {
        join_if_nothing_varies(plan, board, &mut cells);
    }
    Ok((cells, pairs))
}

/// Where no game of a board can differ from the others in its seats, all its games are one cluster. Where some can, the
/// others add nothing to the spread, and stay apart.
fn join_if_nothing_varies(plan: &Plan, board: usize, cells: &mut [CellSample]) {
    let is_there = |cell: &(usize, &mut CellSample)| plan.cells[cell.0].board == board;
    let varies = |(cell, sample): (usize, &mut CellSample)| {
        plan.cells[cell].board == board && sample.sampling != Sampling::Nothing
    };
    if cells.iter_mut().enumerate().any(varies) {
        return;
    }
    for (_, sample) in cells.iter_mut().enumerate().filter(is_there) {
        for clusters in [&mut sample.played, &mut sample.balanced, &mut sample.observed_clusters] {
            let sum = |result: usize| clusters.iter().map(|counts| counts[result]).sum();
            *clusters = vec![[sum(0), sum(1), sum(2)]];
        }
    }
}

/// The number of the next game of two cells; 0 if the next one is an error.
fn next_number<E>(own: Option<&Result<Played, E>>, other: Option<&Result<Played, E>>) -> Option<u32> {
    let number = |game: &Result<Played, E>| game.as_ref().map_or(0, |game| game.number);
    own.map(number).into_iter().chain(other.map(number)).min()
}

/// Collects the games of a cell and of its partner, if it has one.
struct Collector {
    cell: usize,
    chance: Chance,
    draws_openings: bool,
    seats: Vec<Seat>,
    pairs: PairCollector,
    n_clusters: usize,
    by_opening: bool,
}

impl Collector {
    /// For the games of this cell and of the cell with swapped seats.
    fn new(plan: &Plan, clustering: &Clustering, cell: usize, partner: Option<usize>) -> Self {
        let n_seats = 1 + usize::from(partner.is_some());
        Collector {
            cell,
            chance: plan.chance(cell),
            draws_openings: plan.draws_openings,
            seats: (0..n_seats).map(|_| Seat::default()).collect(),
            pairs: PairCollector { keeps_classes: plan.stop.sprt.is_some(), ..PairCollector::default() },
            n_clusters: clustering.n_clusters,
            by_opening: clustering.by_opening[plan.cells[cell].board],
        }
    }

    /// Adds the games of one number: that of the cell and that of its partner, where they were played.
    fn add(&mut self, games: [Option<Played>; 2]) {
        let is_balanced = games.iter().filter(|game| game.is_some()).count() == self.seats.len();
        for (seat, game) in self.seats.iter_mut().zip(&games) {
            let Some(game) = game else { continue };
            let cluster = match game.opening {
                Some(opening) if self.by_opening => opening,
                _ => game.number,
            };
            let cluster = cluster as usize % self.n_clusters;
            seat.add(game, cluster, self.chance);
            if is_balanced {
                count(&mut seat.balanced, cluster, game.result as usize);
            }
        }
        if let [Some(own), Some(other)] = games {
            self.pairs.add(&own, &other);
        }
    }

    /// The samples of the cells and of their pairs.
    fn finish(self) -> (Vec<CellSample>, Option<PairSample>) {
        let varies = self.chance == Chance::Seed || self.seats.iter().any(|seat| seat.varies);
        let PairCollector { all, first, classes, first_classes, .. } = self.pairs;
        let (counts, classes) = if varies { (all, classes) } else { (first, first_classes) };
        let n_openings = self.seats.iter().map(|seat| seat.seen.len()).max().unwrap_or(0);
        let n_games = self.seats.iter().map(|seat| seat.all.iter().sum::<u64>()).max().unwrap_or(0);
        let sampling = match n_openings {
            _ if varies && self.draws_openings && n_games > n_openings as u64 => Sampling::Clusters,
            _ if varies => Sampling::Games,
            0 | 1 => Sampling::Nothing,
            _ => Sampling::Openings,
        };
        let pair = (self.seats.len() > 1).then_some(PairSample { cell: self.cell, sampling, counts, classes });
        let cells = self.seats.into_iter().map(|seat| {
            let (observed, observed_clusters) =
                if varies { (seat.all, seat.all_clusters.clone()) } else { (seat.first, seat.first_clusters) };
            CellSample { sampling, observed, observed_clusters, played: seat.all_clusters, balanced: seat.balanced }
        });
        (cells.collect(), pair)
    }
}

/// The games of one cell: all of them, and the first from each opening.
#[derive(Default)]
struct Seat {
    all: [u64; 3],
    first: [u64; 3],
    all_clusters: Clusters,
    first_clusters: Clusters,
    balanced: Clusters,
    /// The moves of the first game from each opening.
    seen: HashMap<Option<u32>, u64>,
    /// Whether two games from the same opening differ.
    varies: bool,
}

impl Seat {
    fn add(&mut self, game: &Played, cluster: usize, chance: Chance) {
        let result = game.result as usize;
        self.all[result] += 1;
        count(&mut self.all_clusters, cluster, result);
        match self.seen.get(&game.opening) {
            // With a seed every game is an observation, also if it repeats another.
            Some(&moves) => self.varies |= chance == Chance::Seed || moves != game.moves_hash,
            None => {
                self.seen.insert(game.opening, game.moves_hash);
                self.first[result] += 1;
                count(&mut self.first_clusters, cluster, result);
            }
        }
    }
}

fn count(clusters: &mut Clusters, cluster: usize, result: usize) {
    if clusters.len() <= cluster {
        clusters.resize(cluster + 1, [0; 3]);
    }
    clusters[cluster][result] += 1;
}

/// Pairs of games: all of them, and the first from each opening.
#[derive(Default)]
struct PairCollector {
    all: PairCounts,
    first: PairCounts,
    classes: Vec<u8>,
    first_classes: Vec<u8>,
    seen: HashSet<Option<u32>>,
    keeps_classes: bool,
}

impl PairCollector {
    fn add(&mut self, own: &Played, other: &Played) {
        // The partner counts from the other seat.
        let (as_first, as_second) = (own.result as usize, 2 - other.result as usize);
        let class = (as_first + as_second) as u8;
        self.all.0[as_first][as_second] += 1;
        if self.keeps_classes {
            self.classes.push(class);
        }
        if self.seen.insert(own.opening) {
            self.first.0[as_first][as_second] += 1;
            if self.keeps_classes {
                self.first_classes.push(class);
            }
        }
    }
}
