//! Computes the summary of a run from its counts.

use plyscope_core::effective_branching;
use plyscope_stats::{
    Beats, Cycle, Games, Interval, Model, PairResults, Pairs, Results, SeatResults, Tally, bootstrap,
    confidence_sequence, difference_p, games_to_settle, holm, transitivity_test, worst_cycles,
};

use crate::forfeits;
use crate::plan::{Entrant, PlanCell};
use crate::summary::{
    BoardSummary, CellCounts, CellSummary, Counts, FirstMove, LEVEL, PairSummary, PlayerSummary, Rating, SeatCounts,
    Summary,
};

/// The probability that the suggested number of games settles an open question.
const POWER: f64 = 0.8;
/// Rounds of the bootstrap.
const ROUNDS: usize = 500;

/// The kind of interval: ordinary ones for a complete run, and wider ones that are valid at any time while it is
/// running or if a stop rule looked at the results.
#[derive(Clone, Copy)]
struct Ruler {
    sequential: bool,
}

impl Ruler {
    fn interval<const N: usize>(self, tally: &Tally<N>) -> Interval {
        if self.sequential { confidence_sequence(tally, LEVEL) } else { tally.interval(LEVEL) }
    }
}

impl Summary {
    /// The summary of these counts.
    pub fn new(counts: &Counts<'_>) -> Summary {
        let Counts { plan, complete, .. } = *counts;
        let sequential = !complete || plan.stop.sprt.is_some() || plan.stop.width.is_some();
        let ruler = Ruler { sequential };
        let results = results(counts);
        let rated = bootstrap(&results, &Model::default(), LEVEL, ROUNDS, plan.seed);
        let pairs = pairs(counts, ruler);
        let beats: Vec<Beats> = pairs.iter().filter_map(beats).collect();
        let fit_p = rated.as_ref().and_then(|rated| transitivity_test(&results, &rated.fit)).map(|test| test.p);
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
        let first_seat = balanced_first_seat(counts, |_| true);
        let mut summary = Summary {
            run: counts.run,
            name: plan.name.clone(),
            games: counts.planned.iter().map(|&games| u64::from(games)).sum(),
            played: counts.cells.iter().map(|cell| cell.tally.iter().sum::<u64>()).sum(),
            complete,
            schedule: plan.schedule,
            boards: boards(counts, ruler),
            players: players(counts, ruler),
            cells: cells(counts, ruler),
            pairs,
            ratings,
            first_move: FirstMove {
                score: first_seat.mean(),
                interval: ruler.interval(&first_seat),
                elo: rated.map(|rated| (rated.fit.first_seat.0, rated.first_seat)),
            },
            fit_p,
            cycles: worst_cycles(&beats, 0.05, 3).iter().map(|cycle: &Cycle| cycle.players).collect(),
            forfeits: forfeits::by_player(counts),
            sprt: counts.sprt.clone(),
            findings: Vec::new(),
            notes: plan.notes.clone(),
            report: String::new(),
        };
        crate::findings::write(&mut summary);
        summary
    }
}

/// All results in the form that ratings need: pairs where there are pairs, and single games.
fn results(counts: &Counts<'_>) -> Results {
    let plan = counts.plan;
    let pairs = counts.pairs.iter().map(|&(cell, counts)| {
        let cell = &plan.cells[cell];
        PairResults { a: cell.first, b: cell.second, counts }
    });
    let mut results = Results { players: plan.players.len(), pairs: pairs.collect(), games: Vec::new() };
    for (index, cell) in plan.cells.iter().enumerate() {
        let left = unpaired(counts, index);
        if left.iter().any(|&n| n > 0) {
            results.games.push(SeatResults { first: cell.first, second: cell.second, counts: left });
        }
    }
    results
}

/// The games of a cell that are not part of a pair.
fn unpaired(counts: &Counts<'_>, index: usize) -> [u64; 3] {
    let mut left = counts.cells[index].tally;
    for (cell, pairs) in &counts.pairs {
        let paired = if *cell == index {
            pairs.as_first().0
        } else if counts.plan.cells[*cell].partner == Some(index) {
            // Seen from the other seat.
            pairs.as_second().mirrored().0
        } else {
            continue;
        };
        (0..3).for_each(|i| left[i] = left[i].saturating_sub(paired[i]));
    }
    left
}

/// The results of the first seat in the chosen cells.
fn first_seat(counts: &Counts<'_>, wanted: impl Fn(usize) -> bool) -> Games {
    let mut tally = Tally([0; 3]);
    for (_, cell) in counts.cells.iter().enumerate().filter(|(index, _)| wanted(*index)) {
        tally += Tally(cell.tally);
    }
    tally
}

/// The same, to measure whether moving first helps. While games are missing, one player may have moved first more often
/// than the other, and its strength would look like an advantage of the seat. So until then only openings that were
/// played from both sides count, if there are any.
fn balanced_first_seat(counts: &Counts<'_>, wanted: impl Fn(usize) -> bool) -> Games {
    let mut tally = Tally([0; 3]);
    for (_, pairs) in counts.pairs.iter().filter(|(cell, _)| wanted(*cell)) {
        tally += pairs.as_first();
        tally += pairs.as_second().mirrored();
    }
    if counts.complete || tally.n() == 0 {
        return first_seat(counts, wanted);
    }
    // A player against itself has both seats.
    let against_itself = |cell: usize| counts.plan.cells[cell].first == counts.plan.cells[cell].second;
    tally += first_seat(counts, |cell| wanted(cell) && against_itself(cell));
    tally
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn boards(counts: &Counts<'_>, ruler: Ruler) -> Vec<BoardSummary> {
    let of_board = |board: usize| {
        let is_there = |cell: usize| counts.plan.cells[cell].board == board;
        let (tally, balanced) = (first_seat(counts, is_there), balanced_first_seat(counts, is_there));
        let plies =
            counts.cells.iter().enumerate().filter(|(cell, _)| is_there(*cell)).map(|(_, cell)| cell.plies).sum();
        BoardSummary {
            game: counts.plan.boards[board].spec.clone(),
            games: tally.n(),
            first_score: balanced.mean(),
            first_interval: ruler.interval(&balanced),
            draws: share(tally.0[1], tally.n()),
            plies: share(plies, tally.n()),
        }
    };
    (0..counts.plan.boards.len()).map(of_board).collect()
}

fn players(counts: &Counts<'_>, ruler: Ruler) -> Vec<PlayerSummary> {
    let plan = counts.plan;
    let of_player = |(index, entrant): (usize, &Entrant)| {
        let (mut tally, mut seat) = (Tally([0; 3]), SeatCounts::default());
        for (cell, counted) in plan.cells.iter().zip(&counts.cells) {
            let seats = [(cell.first, Tally(counted.tally)), (cell.second, Tally(counted.tally).mirrored())];
            for (seat_index, (_, own)) in seats.into_iter().enumerate().filter(|(_, (player, _))| *player == index) {
                tally += own;
                let more = counted.seats[seat_index];
                seat.moves += more.moves;
                seat.nodes += more.nodes;
                seat.time_us += more.time_us;
                seat.depths += more.depths;
                seat.counted += more.counted;
                seat.counts.captures += more.counts.captures;
                seat.counts.pieces += more.counts.pieces;
                seat.counts.memory += more.counts.memory;
            }
        }
        let per_game = |sum: u64| (seat.counted > 0).then(|| share(sum, seat.counted));
        let (nodes_per_move, depth) = (share(seat.nodes, seat.moves), share(seat.depths, seat.moves));
        PlayerSummary {
            name: entrant.name.clone(),
            player: entrant.player.to_string(),
            values: entrant.values.clone(),
            games: tally.n(),
            score: tally.mean(),
            interval: ruler.interval(&tally),
            nodes_per_move,
            ms_per_move: share(seat.time_us, seat.moves) / 1000.0,
            depth,
            branching: effective_branching(nodes_per_move, depth),
            captures: per_game(seat.counts.captures),
            pieces: per_game(seat.counts.pieces),
            memory: per_game(seat.counts.memory),
        }
    };
    plan.players.iter().enumerate().map(of_player).collect()
}

fn cells(counts: &Counts<'_>, ruler: Ruler) -> Vec<CellSummary> {
    let plan = counts.plan;
    let summary = |(cell, counted): (&PlanCell, &CellCounts)| {
        let tally = Tally(counted.tally);
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
            score: tally.mean(),
            interval: ruler.interval(&tally),
            plies: share(counted.plies, tally.n()),
        }
    };
    plan.cells.iter().zip(&counts.cells).map(summary).collect()
}

/// Every two players who met, over all boards, counted in pairs of games.
fn pairs(counts: &Counts<'_>, ruler: Ruler) -> Vec<PairSummary> {
    let plan = counts.plan;
    let mut found: Vec<(usize, usize, Pairs)> = Vec::new();
    for &(cell, pairs) in &counts.pairs {
        let (first, second) = (plan.cells[cell].first, plan.cells[cell].second);
        let (a, b) = (first.min(second), first.max(second));
        let tally = if first == a { pairs.by_player() } else { pairs.by_player().mirrored() };
        match found.iter_mut().find(|known| (known.0, known.1) == (a, b)) {
            Some(known) => known.2 += tally,
            None => found.push((a, b, tally)),
        }
    }
    found.retain(|known| known.2.n() > 0);
    let corrected = holm(&found.iter().map(|(_, _, tally)| difference_p(tally)).collect::<Vec<_>>());
    let summary = |((a, b, tally), p): ((usize, usize, Pairs), f64)| {
        let elo = tally.elo(LEVEL);
        PairSummary {
            a,
            b,
            games: tally.games(),
            pairs: tally.0,
            score: tally.mean().unwrap_or(0.5),
            interval: ruler.interval(&tally),
            elo: elo.and_then(|elo| elo.value),
            elo_interval: elo.map_or((None, None), |elo| (elo.low, elo.high)),
            normalised_elo: tally.normalised_elo(LEVEL).map(|elo| elo.value),
            los: tally.los(),
            p,
            more_games: games_to_settle(&tally, LEVEL, POWER),
        }
    };
    found.into_iter().zip(corrected).map(summary).collect()
}

fn beats(pair: &PairSummary) -> Option<Beats> {
    let (winner, loser, score) =
        if pair.score >= 0.5 { (pair.a, pair.b, pair.score) } else { (pair.b, pair.a, 1.0 - pair.score) };
    (score > 0.5).then_some(Beats { winner, loser, score, p: pair.p })
}
