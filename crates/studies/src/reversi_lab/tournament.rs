//! The tournament of the heuristics: from many openings, with draws as draws, and by the report's scheme of two games
//! from one position.

use std::collections::HashSet;

use plyscope_core::{Game, Heuristic, Outcome, Side, Work};
use plyscope_games::{Reversi, TicTacToe};
use plyscope_search::published::{Lab, Pruning};
use plyscope_stats::{Tally, difference_p, holm, mean_interval};

use crate::duel::{Duel, Seat, opinion, to_depth};
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// The heuristics of the report; the three submitted ones come first.
pub(super) const HEURISTICS: [&str; 11] = [
    "pmc2",
    "pmc1",
    "ponderation-max",
    "corners",
    "mobility",
    "possible-captures",
    "ponderation-max:weights=table",
    "discs",
    "parity",
    "best-capture",
    "dummy",
];

const SUBMITTED: usize = 3;

/// The depth of the report's tournaments.
pub(super) const DEPTH: u32 = 2;

/// The distinct positions `plies` plies after the start, in move order.
pub(super) fn openings(plies: u32) -> Vec<Reversi> {
    let mut positions = vec![Reversi::start(&Default::default())];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let children = positions.iter().flat_map(|position| position.moves().map(|m| position.child(m)));
        positions = children.filter(|child| seen.insert(child.clone())).collect();
    }
    positions
}

/// Half points of A in the two games from each opening: in the one that A began, and in the other.
pub(super) struct Pairing {
    pub(super) half_points: Vec<[u64; 2]>,
}

impl Pairing {
    /// Plays both games from each opening with the report's alpha-beta.
    pub(super) fn play(a: &str, b: &str, depth: u32, openings: &[Reversi], work: Work<'_>) -> Self {
        let mut players = [a, b].map(|heuristic| Lab::new(opinion::<Reversi>(heuristic, 0), Pruning::BelowRoot));
        let mut game = |opening: &Reversi, a_begins: bool| {
            let [a, b] = &mut players;
            let (a, b) = ((a as &mut dyn plyscope_core::Search<Reversi>, to_depth(depth)), (b as _, to_depth(depth)));
            // The opening decides who is to move; A plays the first player's side here.
            let duel = Duel::play(opening, if a_begins { [a, b] } else { [b, a] }, work);
            half_points(&duel.end, if a_begins { Side::First } else { Side::Second })
        };
        Pairing { half_points: openings.iter().map(|opening| [game(opening, true), game(opening, false)]).collect() }
    }

    pub(super) fn points(&self) -> f64 {
        self.half_points.iter().flatten().sum::<u64>() as f64 / 2.0
    }

    fn draws(&self) -> u64 {
        self.half_points.iter().flatten().filter(|half_points| **half_points == 1).count() as u64
    }

    fn wins(&self) -> u64 {
        self.half_points.iter().flatten().filter(|half_points| **half_points == 2).count() as u64
    }

    pub(super) fn games(&self) -> u64 {
        2 * self.half_points.len() as u64
    }

    /// The pairs by the points of A.
    pub(super) fn tally(&self) -> Tally<5> {
        let mut tally = [0; 5];
        self.half_points.iter().for_each(|[one, other]| tally[(one + other) as usize] += 1);
        Tally(tally)
    }
}

fn half_points<G: Game>(end: &G, side: Side) -> u64 {
    match end.outcome() {
        Some(Outcome::Win(winner)) => 2 * u64::from(winner == side),
        _ => 1,
    }
}

/// All pairings of the heuristics, each with the indices of its players.
pub(super) struct Everyone {
    pairings: Vec<(usize, usize, Pairing)>,
    /// The same from the start position alone, as the report does it.
    reported: Vec<Pairing>,
    n_openings: usize,
}

impl Everyone {
    /// Plays a round robin.
    ///
    /// # Errors
    /// If the run is stopped.
    pub(super) fn play(request: &StudyRequest<'_>, depth: u32) -> Result<Self, Interrupted> {
        let openings = openings(3);
        let start = [Reversi::start(&Default::default())];
        let pairs: Vec<(usize, usize)> =
            (0..HEURISTICS.len()).flat_map(|a| (a + 1..HEURISTICS.len()).map(move |b| (a, b))).collect();
        let part = format!("the tournament at depth {depth}");
        let played = spread(request, &part, &pairs, |&(a, b)| {
            let play =
                |openings: &[Reversi]| Pairing::play(HEURISTICS[a], HEURISTICS[b], depth, openings, request.work);
            (play(&openings), play(&start))
        })?;
        let (all, reported): (Vec<_>, Vec<_>) = played.into_iter().unzip();
        let pairings = pairs.into_iter().zip(all).map(|((a, b), pairing)| (a, b, pairing)).collect();
        Ok(Everyone { pairings, reported, n_openings: openings.len() })
    }

    /// The share of the points that a heuristic won from each opening.
    fn shares(&self, player: usize) -> Vec<f64> {
        let of_opening = |opening: usize| {
            let points = self.pairings.iter().filter_map(|(a, b, pairing)| {
                let points: u64 = pairing.half_points[opening].iter().sum();
                (*a == player).then_some(points).or((*b == player).then_some(4 - points))
            });
            points.sum::<u64>() as f64 / (4 * (HEURISTICS.len() - 1)) as f64
        };
        (0..self.n_openings).map(of_opening).collect()
    }

    /// The final standing: share of the points with its interval, and the points under the report's scheme.
    pub(super) fn standing(&self) -> Vec<Standing> {
        let n = self.n_openings as f64;
        let mut standing: Vec<Standing> = (0..HEURISTICS.len())
            .map(|player| {
                let shares = self.shares(player);
                let share = shares.iter().sum::<f64>() / n;
                let variance = shares.iter().map(|one| (one - share).powi(2)).sum::<f64>() / n;
                let reported = self.pairings.iter().zip(&self.reported).filter_map(|((a, b, _), pairing)| {
                    // A draw is credited to the player named second.
                    let wins = pairing.wins();
                    (*a == player).then_some(wins).or((*b == player).then_some(pairing.games() - wins))
                });
                Standing {
                    heuristic: HEURISTICS[player],
                    points: share * n * 2.0 * (HEURISTICS.len() - 1) as f64,
                    share,
                    interval: mean_interval(share, variance, n, 0.95),
                    reported: reported.sum(),
                }
            })
            .collect();
        standing.sort_by(|one, other| other.share.total_cmp(&one.share));
        standing
    }

    /// The three submitted heuristics against each other.
    fn submitted(&self) -> impl Iterator<Item = (String, &Pairing, &Pairing)> {
        let all = self.pairings.iter().zip(&self.reported).filter(|((a, b, _), _)| *a < SUBMITTED && *b < SUBMITTED);
        all.map(|((a, b, pairing), reported)| (format!("{} – {}", HEURISTICS[*a], HEURISTICS[*b]), pairing, reported))
    }
}

/// A heuristic in the final table.
pub(super) struct Standing {
    pub(super) heuristic: &'static str,
    pub(super) points: f64,
    pub(super) share: f64,
    pub(super) interval: (f64, f64),
    reported: u64,
}

/// The standing of all players.
pub(super) fn standing_table(everyone: &Everyone, id: &'static str, depth: u32) -> StudyTable {
    let cells = everyone.standing().into_iter().flat_map(|standing| {
        let row = standing.heuristic;
        [
            StudyCell::new(row, "points", standing.points),
            StudyCell::new(row, "share, %", 100.0 * standing.share)
                .between((100.0 * standing.interval.0, 100.0 * standing.interval.1)),
            StudyCell::new(row, "from, %", 100.0 * standing.interval.0),
            StudyCell::new(row, "to, %", 100.0 * standing.interval.1),
            StudyCell::new(row, "report's scheme", standing.reported),
        ]
    });
    let n = everyone.n_openings;
    StudyTable {
        id,
        title: format!("Round robin at the report's depth {depth}"),
        notes: vec![
            format!(
                "Points of {} games, two from each of the {n} positions after three plies, a draw counts as half a \
                 point; the sampling unit of the interval is the opening.",
                20 * n
            ),
            "The last column is the report's scheme: two games from the start, 20 in all, a draw credited to the \
             player named second."
                .into(),
            "The report prints no results of its tournaments.".into(),
        ],
        cells: cells.collect(),
    }
}

/// The three submitted heuristics against each other, under both schemes.
pub(super) fn submitted_table(everyone: &Everyone) -> StudyTable {
    let p: Vec<f64> = everyone.submitted().map(|(_, pairing, _)| difference_p(&pairing.tally())).collect();
    let corrected = holm(&p);
    let mut cells = Vec::new();
    for ((row, pairing, reported), corrected) in everyone.submitted().zip(corrected) {
        let tally = pairing.tally();
        let share = 100.0 * tally.mean().unwrap_or(0.5);
        let (low, high) = tally.interval(0.95);
        cells.extend([
            StudyCell::new(row.clone(), "2 games", format!("{}–{}", reported.points(), 2.0 - reported.points())),
            StudyCell::new(
                row.clone(),
                format!("{} games", pairing.games()),
                format!("{}–{}", pairing.points(), pairing.games() as f64 - pairing.points()),
            ),
            StudyCell::new(row.clone(), "share, %", share).between((100.0 * low, 100.0 * high)),
            StudyCell::new(row.clone(), "interval, %", format!("{:.0} to {:.0}", 100.0 * low, 100.0 * high)),
            StudyCell::new(row, "p, corrected", corrected),
        ]);
    }
    let notes = [
        "Two deterministic games from one position are a single observation. From all openings the same pairs are \
         close to even.",
        "p: how often equal players would differ at least this much (randomisation test on pairs of games, with Holm's \
         correction).",
    ];
    StudyTable {
        id: "submitted",
        title: "The three submitted heuristics against each other".into(),
        notes: notes.map(str::to_owned).into(),
        cells,
    }
}

/// Values finished games only.
struct ResultOnly;

impl Heuristic<TicTacToe> for ResultOnly {
    fn evaluate(&self, position: &TicTacToe) -> f64 {
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == position.side_to_move() => 1.0,
            Some(Outcome::Win(_)) => -1.0,
            _ => 0.0,
        }
    }
}

/// Half points of the first-named player in two games of tic-tac-toe between players that know only results, and
/// their calls.
pub(super) fn two_drawn_games() -> ([u64; 2], u64) {
    let mut players = [0, 1].map(|_| Lab::new(ResultOnly, Pruning::BelowRoot));
    let mut calls = 0;
    let half_points = [Side::First, Side::Second].map(|side| {
        let [one, other] = &mut players;
        let seats: [Seat<'_, TicTacToe>; 2] = [(one, to_depth(5)), (other, to_depth(5))];
        let duel = Duel::play(&TicTacToe::start(&Default::default()), seats, Work::never());
        calls += duel.calls().iter().sum::<u64>();
        half_points(&duel.end, side)
    });
    (half_points, calls)
}

/// What crediting draws to the second-named player does.
pub(super) fn draws_table(everyone: &Everyone) -> StudyTable {
    let mut cells = Vec::new();
    let mut add = |row: String, games: u64, draws: u64, wins: u64| {
        let shown = |points: f64| format!("{}–{}", points, games as f64 - points);
        cells.extend([
            StudyCell::new(row.clone(), "games", games),
            StudyCell::new(row.clone(), "drawn", draws),
            StudyCell::new(row.clone(), "draws as draws", shown(wins as f64 + 0.5 * draws as f64)),
            StudyCell::new(row.clone(), "as reported", shown(wins as f64)),
            StudyCell::new(row, "named in the other order", shown((wins + draws) as f64)),
        ]);
    };
    let (half_points, _) = two_drawn_games();
    let count = |wanted: u64| half_points.iter().filter(|half_points| **half_points == wanted).count() as u64;
    add("tic-tac-toe, perfect play".into(), 2, count(1), count(2));
    for (row, pairing, _) in everyone.submitted() {
        add(row, pairing.games(), pairing.draws(), pairing.wins());
    }
    let all = everyone.pairings.iter().map(|(_, _, pairing)| pairing);
    let (games, draws, wins) =
        all.fold((0, 0, 0), |sum, pairing| (sum.0 + pairing.games(), sum.1 + pairing.draws(), sum.2 + pairing.wins()));
    add("all pairs, earlier – later in the list".into(), games, draws, wins);
    StudyTable {
        id: "draws",
        title: "What crediting draws to the second-named player does".into(),
        notes: vec![
            "The tournament program gives the point to the first-named player if its score is higher, and otherwise \
             to the second."
                .into(),
            "So the order of the names can decide a close match, and two players who draw every game are 0–2.".into(),
        ],
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_different_positions() {
        assert_eq!([1, 2, 3, 4, 5].map(|plies| openings(plies).len()), [4, 12, 54, 236, 1288]);
    }

    /// Points by an independent program that reproduced whole games of the original.
    #[test]
    fn points_of_the_submitted_heuristics() {
        let openings = openings(3);
        let points = |a, b| Pairing::play(a, b, DEPTH, &openings, Work::never()).points();
        assert_eq!(points("pmc2", "ponderation-max"), 54.5);
        assert_eq!(points("ponderation-max", "pmc1"), 55.5);
    }

    /// The original made 18,434 calls and credited both games to the second-named player.
    #[test]
    fn perfect_players_draw() {
        assert_eq!(two_drawn_games(), ([1, 1], 18_434));
    }
}
