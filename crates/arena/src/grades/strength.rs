//! Whether grades predict results: compares the order of heuristics by marks with their order in games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_core::{BadInput, Outcome, Progress, Rng, Work};
use plyscope_registry::{AnyPosition, Card, GameConditions, HeuristicSpec, Player, ReportCard};
use plyscope_stats::{Interval, mean_interval, spearman};
use serde::Serialize;

use crate::summary::{LEVEL, Summary};

/// The scores of heuristics in games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// The source of the games, in words.
    pub source: String,
    /// The scores, in the order of the cards.
    pub games: Vec<HeuristicScore>,
    /// How well the order by each mark agrees with the order by score.
    pub agreement: Vec<Agreement>,
}

/// The score of one heuristic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeuristicScore {
    /// Its canonical spec.
    pub heuristic: String,
    /// Games played.
    pub games: u64,
    /// The score over all games: a win is 1, a draw a half.
    pub score: f64,
    /// Its interval, by pairs of games.
    pub interval: Interval,
}

/// How well the order by a mark agrees with the order by score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// The mark.
    pub mark: String,
    /// The number of heuristics that have both.
    pub n: usize,
    /// Spearman's ρ.
    pub rho: f64,
    /// Its interval over heuristics like these.
    pub interval: Interval,
}

/// Which matches to play.
pub struct MatchRequest<'a> {
    /// The search depth of all players.
    pub depth: u32,
    /// Games of every two heuristics, half of them with swapped seats.
    pub games: u64,
    /// Random moves at the start; both games of a pair start from the same position.
    pub random_plies: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads to use.
    pub jobs: usize,
    /// Stops the matches and receives their progress.
    pub work: Work<'a>,
}

/// Pairs of games of one heuristic: their number, the sum of their scores from 0 to 1, and the sum of squares.
#[derive(Clone, Copy, Default)]
struct PairSums {
    n: f64,
    sum: f64,
    squares: f64,
}

impl PairSums {
    fn add(&mut self, score: f64) {
        self.n += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    fn games(&self, heuristic: String) -> HeuristicScore {
        let mean = if self.n > 0.0 { self.sum / self.n } else { 0.5 };
        let variance = (self.squares / self.n.max(1.0) - mean * mean).max(0.0);
        let interval = mean_interval(mean, variance, self.n, LEVEL);
        HeuristicScore { heuristic, games: 2 * self.n as u64, score: mean, interval }
    }
}

/// Plays matches between every two heuristics. `None` if it was stopped. The result does not depend on the number of
/// threads.
///
/// # Errors
/// If one of them is not a heuristic of this game.
///
/// # Panics
/// If the listener does.
pub fn play_matches(
    position: &dyn AnyPosition,
    card: &ReportCard,
    request: &MatchRequest<'_>,
) -> Result<Option<Strength>, BadInput> {
    let names: Vec<&str> = card.cards.iter().map(|card| card.heuristic.as_str()).collect();
    let players = names.iter().map(|name| format!("alphabeta:ties=random+{name}@depth={}", request.depth).parse());
    let players: Vec<Player> = players.collect::<Result<_, _>>()?;
    let meetings: Vec<(usize, usize)> = (0..names.len()).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    let pairs = request.games.div_ceil(2);
    let total = meetings.len() as u64 * pairs;
    let (next, results) = (AtomicU64::new(0), Mutex::new((vec![None; total as usize], None, 0)));
    std::thread::scope(|scope| {
        for _ in 0..request.jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= total || request.work.check().is_err() {
                        break;
                    }
                    let (a, b) = meetings[(number / pairs) as usize];
                    let score = play_pair(position, [&players[a], &players[b]], request, number);
                    let mut results = results.lock().expect("no thread panics while it writes");
                    match score {
                        Ok(score) => results.0[number as usize] = score,
                        Err(error) => results.1 = Some(error),
                    }
                    results.2 += 1;
                    request.work.tell(Progress::of("games", 2 * results.2, 2 * total));
                    if results.1.is_some() {
                        break;
                    }
                }
            });
        }
    });
    let (scores, error, _) = results.into_inner().expect("all threads are done");
    if let Some(error) = error {
        return Err(error);
    }
    let mut sums = vec![PairSums::default(); names.len()];
    for (number, score) in scores.into_iter().enumerate() {
        let Some(score) = score else { return Ok(None) };
        let (a, b) = meetings[number / pairs as usize];
        sums[a].add(score);
        sums[b].add(1.0 - score);
    }
    let games: Vec<HeuristicScore> = sums.iter().zip(&names).map(|(sum, name)| sum.games((*name).to_owned())).collect();
    let source = format!(
        "each pair played {} games at depth {}, swapping seats, after {} random moves, with ties broken at random",
        2 * pairs,
        request.depth,
        request.random_plies
    );
    Ok(Some(Strength { source, agreement: agreement(&card.cards, &games, request.depth), games }))
}

/// The score of the first player in two games with swapped seats; `None` if one was stopped.
fn play_pair(
    position: &dyn AnyPosition,
    players: [&Player; 2],
    request: &MatchRequest<'_>,
    number: u64,
) -> Result<Option<f64>, BadInput> {
    let mut rng = Rng::part(request.seed, number);
    let opening = position.at_random(request.random_plies, rng.next_u64());
    let mover = opening.side_to_move();
    let conditions = GameConditions { work: request.work, ..GameConditions::default() };
    let mut score = 0.0;
    for (seats, own_side) in [(players, mover), ([players[1], players[0]], !mover)] {
        let Some(record) = opening.play_out(seats, rng.next_u64(), &conditions)? else { return Ok(None) };
        score += match record.outcome {
            Outcome::Draw => 0.25,
            Outcome::Win(side) if side == own_side => 0.5,
            Outcome::Win(_) => 0.0,
        };
    }
    Ok(Some(score))
}

/// The scores of the graded heuristics in a stored run.
///
/// # Errors
/// If fewer than two of them played there, or if several players used the same one.
pub fn strength_of_run(summary: &Summary, game: &str, card: &ReportCard) -> Result<Strength, BadInput> {
    let id = |spec: &str| spec.split(':').next().unwrap_or_default().to_owned();
    let name = &summary.name;
    if !summary.boards.iter().any(|board| id(&board.game) == id(game)) {
        return Err(BadInput::new(format!("the run {name:?} has no games of {}", id(game))));
    }
    let mut games = Vec::new();
    for graded in &card.cards {
        let spec: HeuristicSpec = graded.heuristic.parse()?;
        let plays = |player: &&crate::PlayerSummary| {
            player.player.parse::<Player>().is_ok_and(|player| player.heuristic.as_ref() == Some(&spec))
        };
        let own: Vec<_> = summary.players.iter().filter(plays).collect();
        match own[..] {
            [] => {}
            [player] => games.extend(player.score.map(|score| HeuristicScore {
                heuristic: graded.heuristic.clone(),
                games: player.games,
                score,
                interval: player.interval,
            })),
            _ => {
                return Err(BadInput::new(format!(
                    "{} players of the run {name:?} use the heuristic {}; use a run with one player for each heuristic",
                    own.len(),
                    graded.heuristic
                )));
            }
        }
    }
    if games.len() < 2 {
        return Err(BadInput::new(format!(
            "only {} of these heuristics played in the run {name:?}; the players must name them, as in \
             alphabeta+material@depth=2",
            games.len()
        )));
    }
    Ok(Strength { source: format!("the run {name:?}"), agreement: agreement(&card.cards, &games, 1), games })
}

/// How well the marks of heuristics agree with their scores. `depth` is the search depth of the games.
fn agreement(cards: &[Card], games: &[HeuristicScore], depth: u32) -> Vec<Agreement> {
    let mut found = Vec::new();
    let mut compare = |mark: String, of: &dyn Fn(&Card) -> Option<f64>| {
        let both = games.iter().filter_map(|played| {
            let card = cards.iter().find(|card| card.heuristic == played.heuristic)?;
            Some((of(card)?, played.score))
        });
        let (marks, scores): (Vec<f64>, Vec<f64>) = both.unzip();
        // Two are always in the same or the opposite order.
        if let Some(agreed) = spearman(&marks, &scores, LEVEL).filter(|_| marks.len() > 2) {
            found.push(Agreement { mark, n: marks.len(), rho: agreed.value, interval: agreed.interval });
        }
    };
    compare("result kept, greedy".to_owned(), &|card| Some(card.depths[0].all.kept?.mean));
    if depth > 1 {
        compare(format!("result kept at depth {depth}"), &|card| {
            Some(card.depths.iter().find(|marks| marks.depth == depth)?.all.kept?.mean)
        });
    }
    compare("order of the moves".to_owned(), &|card| Some(card.depths[0].all.order?.mean));
    compare("skill of its values".to_owned(), &|card| card.calibration.as_ref()?.skill);
    found
}
