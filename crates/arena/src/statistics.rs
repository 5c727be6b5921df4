//! Computes the summary of a run from its counts.

use std::collections::HashMap;

use plyscope_core::effective_branching;
use plyscope_stats::{
    Beats, Cycle, Interval, Look, Pairs, Tally, confidence_sequence, difference_p, elo_of_score, games_to_settle, holm,
    sequential_p, worst_cycles,
};

use crate::plan::{Entrant, PlanCell};
use crate::pooled::{self, Pool};
use crate::sampling::{CellSample, Sampling};
use crate::summary::{
    BoardSummary, CellCounts, CellSummary, Counts, FirstMove, LEVEL, PairSummary, PlayerOnBoard, PlayerSummary, Rating,
    SeatCounts, Summary,
};
use crate::{ablation, forfeits, sequential};

/// The probability that the suggested number of games settles an open question.
const POWER: f64 = 0.8;

/// The statistics of one pairing: ordinary ones for a complete run, and wider ones that are valid at any time while it
/// is running or if a stop rule looked at the results.
#[derive(Clone, Copy)]
struct Ruler(Look);

impl Ruler {
    fn interval<const N: usize>(self, tally: &Tally<N>, sampling: Sampling, pool: &Pool) -> Interval {
        match (sampling, self.0) {
            // One observation says nothing about others.
            (Sampling::Nothing, _) => (0.0, 1.0),
            (Sampling::Clusters, look) => pool.interval(look),
            (Sampling::Games | Sampling::Openings, Look::Once) => tally.interval(LEVEL),
            (Sampling::Games | Sampling::Openings, Look::AnyTime) => confidence_sequence(tally, LEVEL),
        }
    }

    fn p(self, contest: &Contest) -> f64 {
        match (contest.sampling, self.0) {
            (Sampling::Nothing, _) => 1.0,
            (Sampling::Clusters, look) => contest.pool.p(look),
            (Sampling::Games | Sampling::Openings, Look::Once) => difference_p(&contest.tally),
            (Sampling::Games | Sampling::Openings, Look::AnyTime) => sequential_p(&contest.tally),
        }
    }
}

impl Summary {
    /// The summary of these counts.
    pub fn new(counts: &Counts<'_>) -> Summary {
        let Counts { plan, complete, .. } = *counts;
        let is_sequential = !complete || plan.stop.sprt.is_some() || plan.stop.width.is_some();
        let look = if is_sequential { Look::AnyTime } else { Look::Once };
        let rated = pooled::ratings(counts, look);
        let pairs = pairs(counts, Ruler(look));
        let beats: Vec<Beats> = pairs.iter().filter_map(beats).collect();
        let mut ratings: Vec<Rating> = rated.as_ref().map_or(Vec::new(), |rated| {
            let rating = |player: usize| Rating {
                player,
                name: plan.players[player].name.clone(),
                elo: rated.fit.ratings[player],
                interval: rated.ratings[player],
                group: rated.fit.groups[player],
            };
            (0..plan.players.len()).map(rating).collect()
        });
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        let first_seat = pooled::first_seat(counts);
        let mut summary = Summary {
            run: counts.run,
            name: plan.name.clone(),
            games: counts.planned.iter().map(|&games| u64::from(games)).sum(),
            played: counts.cells.iter().map(|cell| cell.tally.iter().sum::<u64>()).sum(),
            complete,
            schedule: plan.schedule,
            boards: boards(counts, &first_seat, look),
            players: players(counts, look),
            cells: cells(counts, Ruler(look)),
            pairs,
            ratings,
            first_move: FirstMove {
                score: first_seat.score(),
                interval: first_seat.interval(look),
                elo: rated.as_ref().map(|rated| (rated.fit.first_seat.0, rated.first_seat)),
            },
            fit_p: rated.and_then(|rated| rated.misfit_p),
            cycles: worst_cycles(&beats, 1.0 - LEVEL, 3).iter().map(|cycle: &Cycle| cycle.players).collect(),
            forfeits: forfeits::by_player(counts),
            sprt: sequential::summaries(plan, &counts.pairs),
            options: Vec::new(),
            findings: Vec::new(),
            notes: plan.notes.clone(),
            workers: Vec::new(),
            report: String::new(),
        };
        summary.options = ablation::worths(plan.schedule, &summary.players, &summary.pairs);
        crate::findings::write(&mut summary);
        summary
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn boards(counts: &Counts<'_>, first_seat: &Pool, look: Look) -> Vec<BoardSummary> {
    let of_board = |board: usize| {
        let is_there = |cell: usize| counts.plan.cells[cell].board == board;
        let pool = first_seat.on(board);
        let (mut tally, mut plies) = (Tally([0; 3]), 0);
        for (_, cell) in counts.cells.iter().enumerate().filter(|(cell, _)| is_there(*cell)) {
            tally += Tally(cell.tally);
            plies += cell.plies;
        }
        BoardSummary {
            game: counts.plan.boards[board].spec.clone(),
            games: tally.n(),
            first_score: pool.score(),
            first_interval: pool.interval(look),
            draws: share(tally.0[1], tally.n()),
            plies: share(plies, tally.n()),
        }
    };
    (0..counts.plan.boards.len()).map(of_board).collect()
}

/// What the moves of a player cost, added up over its seats.
fn costs(counts: &Counts<'_>, player: usize) -> SeatCounts {
    let mut sum = SeatCounts::default();
    for (cell, counted) in counts.plan.cells.iter().zip(&counts.cells) {
        for (_, more) in [cell.first, cell.second].iter().zip(&counted.seats).filter(|(seated, _)| **seated == player) {
            sum.moves += more.moves;
            sum.nodes += more.nodes;
            sum.time_us += more.time_us;
            sum.depths += more.depths;
            sum.counted += more.counted;
            sum.counts.captures += more.counts.captures;
            sum.counts.pieces += more.counts.pieces;
            sum.counts.memory += more.counts.memory;
        }
    }
    sum
}

fn players(counts: &Counts<'_>, look: Look) -> Vec<PlayerSummary> {
    let of_player = |((index, entrant), pool): ((usize, &Entrant), Pool)| {
        let seat = costs(counts, index);
        let on_board = |board: usize| {
            let pool = pool.on(board);
            PlayerOnBoard { games: pool.games(), score: pool.score(), interval: pool.interval(look) }
        };
        let per_game = |sum: u64| (seat.counted > 0).then(|| share(sum, seat.counted));
        let (nodes_per_move, depth) = (share(seat.nodes, seat.moves), share(seat.depths, seat.moves));
        PlayerSummary {
            name: entrant.name.clone(),
            player: entrant.player.to_string(),
            values: entrant.values.clone(),
            games: pool.games(),
            score: pool.score(),
            interval: pool.interval(look),
            nodes_per_move,
            ms_per_move: share(seat.time_us, seat.moves) / 1000.0,
            depth,
            branching: effective_branching(nodes_per_move, depth),
            captures: per_game(seat.counts.captures),
            pieces: per_game(seat.counts.pieces),
            memory: per_game(seat.counts.memory),
            boards: (0..counts.plan.boards.len()).map(on_board).collect(),
        }
    };
    counts.plan.players.iter().enumerate().zip(pooled::players(counts)).map(of_player).collect()
}

fn cells(counts: &Counts<'_>, ruler: Ruler) -> Vec<CellSummary> {
    let plan = counts.plan;
    let summary = |((cell, counted), sample): ((&PlanCell, &CellCounts), &CellSample)| {
        let tally = Tally(counted.tally);
        let mut pool = Pool::default();
        pool.add(0, &sample.observed_clusters, true);
        CellSummary {
            game: plan.boards[cell.board].spec.clone(),
            first: plan.players[cell.first].name.clone(),
            second: plan.players[cell.second].name.clone(),
            games: tally.n(),
            wins: counted.tally[2],
            draws: counted.tally[1],
            losses: counted.tally[0],
            forfeits: counted.forfeits.iter().map(|lost| lost.games).sum(),
            distinct_games: counted.distinct,
            distinct_pairs: counted.distinct_pairs,
            sampling: sample.sampling,
            observed: sample.observed,
            observed_clusters: sample.observed_clusters.clone(),
            score: tally.mean(),
            interval: ruler.interval(&Tally(sample.observed), sample.sampling, &pool),
            plies: share(counted.plies, tally.n()),
        }
    };
    plan.cells.iter().zip(&counts.cells).zip(&counts.samples).map(summary).collect()
}

/// The games of two players in pairs, over all boards.
struct Contest {
    a: usize,
    b: usize,
    tally: Pairs,
    sampling: Sampling,
    games: u64,
    /// The score of `a`.
    pool: Pool,
}

/// Every two players who met.
fn contests(counts: &Counts<'_>) -> Vec<Contest> {
    let plan = counts.plan;
    let (mut found, mut places): (Vec<Contest>, HashMap<_, usize>) = (Vec::new(), HashMap::new());
    for pairs in counts.pairs.iter().filter(|pairs| pairs.counts.n() > 0) {
        let cell = &plan.cells[pairs.cell];
        let (a, b) = (cell.first.min(cell.second), cell.first.max(cell.second));
        let tally = if cell.first == a { pairs.counts.by_player() } else { pairs.counts.by_player().mirrored() };
        let balanced = |cell: usize| counts.samples[cell].balanced.iter().flatten().map(|&n| u64::from(n)).sum::<u64>();
        let games = balanced(pairs.cell) + cell.partner.map_or(0, balanced);
        let place = *places.entry((a, b)).or_insert(found.len());
        if place == found.len() {
            let (tally, pool) = (Tally([0; 5]), Pool::default());
            found.push(Contest { a, b, tally, sampling: pairs.sampling, games: 0, pool });
        }
        let contest = &mut found[place];
        contest.tally += tally;
        contest.sampling = contest.sampling.with(pairs.sampling);
        contest.games += games;
        for index in [Some(pairs.cell), cell.partner].into_iter().flatten() {
            contest.pool.add(cell.board, &counts.samples[index].balanced, plan.cells[index].first == a);
        }
    }
    found
}

fn pairs(counts: &Counts<'_>, ruler: Ruler) -> Vec<PairSummary> {
    let found = contests(counts);
    let corrected = holm(&found.iter().map(|contest| ruler.p(contest)).collect::<Vec<_>>());
    let summary = |(Contest { a, b, tally, sampling, games, pool }, p): (Contest, f64)| {
        let score = tally.mean().unwrap_or(0.5);
        let (low, high) = ruler.interval(&tally, sampling, &pool);
        let is_sampled = sampling != Sampling::Nothing;
        PairSummary {
            a,
            b,
            games,
            sampling,
            pairs: tally.0,
            score,
            interval: (low, high),
            elo: elo_of_score(score),
            elo_interval: (elo_of_score(low), elo_of_score(high)),
            normalised_elo: tally.normalised_elo(LEVEL).map(|elo| elo.value),
            los: if is_sampled { tally.los() } else { 0.5 },
            p,
            more_games: games_to_settle(&tally, LEVEL, POWER, ruler.0).filter(|_| is_sampled),
        }
    };
    found.into_iter().zip(corrected).map(summary).collect()
}

fn beats(pair: &PairSummary) -> Option<Beats> {
    let (winner, loser, score) =
        if pair.score >= 0.5 { (pair.a, pair.b, pair.score) } else { (pair.b, pair.a, 1.0 - pair.score) };
    (score > 0.5).then_some(Beats { winner, loser, score, p: pair.p })
}
