//! The results of a run in numbers.

use plyscope_arena::{
    BoardSummary, CellSummary, FirstMove, ForfeitSummary, PairSummary, PlayerSummary, Rating, Sampling, Schedule,
    SprtDecision, SprtSummary, Summary,
};
use plyscope_stats::Interval;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The ends of an interval at the 95 % level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct IntervalView {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl From<Interval> for IntervalView {
    fn from((low, high): Interval) -> Self {
        IntervalView { low, high }
    }
}

/// The schedule of an experiment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScheduleView {
    /// Every player meets every other, in pairs of games with the seats swapped.
    #[default]
    RoundRobin,
    /// Every ordered pair of players, also each player against itself.
    Matrix,
    /// The challengers meet all others.
    Gauntlet,
    /// Two players.
    Match,
    /// One player and the same without one of its options, for each option.
    Ablation,
}

impl From<Schedule> for ScheduleView {
    fn from(schedule: Schedule) -> Self {
        match schedule {
            Schedule::RoundRobin => ScheduleView::RoundRobin,
            Schedule::Matrix => ScheduleView::Matrix,
            Schedule::Gauntlet => ScheduleView::Gauntlet,
            Schedule::Match => ScheduleView::Match,
            Schedule::Ablation => ScheduleView::Ablation,
        }
    }
}

impl From<ScheduleView> for Schedule {
    fn from(schedule: ScheduleView) -> Self {
        match schedule {
            ScheduleView::RoundRobin => Schedule::RoundRobin,
            ScheduleView::Matrix => Schedule::Matrix,
            ScheduleView::Gauntlet => Schedule::Gauntlet,
            ScheduleView::Match => Schedule::Match,
            ScheduleView::Ablation => Schedule::Ablation,
        }
    }
}

/// A board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BoardSummaryView {
    pub(crate) game: String,
    pub(crate) games: u64,
    /// The score of the first seat.
    pub(crate) first_score: Option<f64>,
    pub(crate) first_interval: IntervalView,
    /// The share of draws.
    pub(crate) draws: f64,
    /// The mean length of a game.
    pub(crate) plies: f64,
}

/// A player and its cost.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayerSummaryView {
    pub(crate) name: String,
    /// The spec.
    pub(crate) player: String,
    pub(crate) games: u64,
    pub(crate) score: Option<f64>,
    pub(crate) interval: IntervalView,
    pub(crate) nodes_per_move: f64,
    pub(crate) ms_per_move: f64,
    /// The mean depth of a search.
    pub(crate) depth: f64,
    /// Opposing pieces taken off the board or turned over in a game, on average; null if they were not counted.
    pub(crate) captures: Option<f64>,
    /// Own pieces at the end of a game, on average.
    pub(crate) pieces: Option<f64>,
    /// The most bytes that tables and trees took in a game, on average.
    pub(crate) memory: Option<f64>,
}

/// What a sequential test says about its alternative.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SprtDecisionView {
    /// `elo1` is accepted.
    Accepted,
    /// `elo1` is rejected in favour of `elo0`.
    Rejected,
    /// More games are needed.
    Open,
}

/// The sequential test of a pairing.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SprtView {
    pub(crate) game: String,
    /// The player whose advantage is tested.
    pub(crate) first: String,
    pub(crate) second: String,
    /// The difference of the null hypothesis, in Elo.
    pub(crate) elo0: f64,
    /// The difference of the alternative.
    pub(crate) elo1: f64,
    /// The log-likelihood ratio at which the alternative is rejected.
    pub(crate) lower: f64,
    /// The ratio at which it is accepted.
    pub(crate) upper: f64,
    /// The ratio now.
    pub(crate) llr: f64,
    pub(crate) decision: SprtDecisionView,
    /// Games in complete pairs.
    pub(crate) games: u64,
    /// Further games expected until the test ends.
    pub(crate) more_games: Option<u64>,
    /// The model of the test.
    pub(crate) model: &'static str,
    /// Games and the ratio after them.
    pub(crate) curve: Vec<SprtPoint>,
}

/// A point of the way of a test.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct SprtPoint {
    pub(crate) games: u64,
    pub(crate) llr: f64,
}

/// Games that a player lost by the same fault.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ForfeitView {
    /// The name of the player.
    pub(crate) player: String,
    /// The fault, such as `timeout`.
    pub(crate) reason: String,
    pub(crate) count: u64,
}

/// What makes one observation different from the next.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SamplingView {
    /// The players: each game is an observation, or each pair of games with swapped seats.
    Games,
    /// The players and the openings, which were drawn and used several times: games from the same one depend on each
    /// other.
    Clusters,
    /// Only the openings: each is one observation, however often it was played.
    Openings,
    /// Nothing: there is one observation.
    Nothing,
}

impl From<Sampling> for SamplingView {
    fn from(sampling: Sampling) -> Self {
        match sampling {
            Sampling::Games => SamplingView::Games,
            Sampling::Clusters => SamplingView::Clusters,
            Sampling::Openings => SamplingView::Openings,
            Sampling::Nothing => SamplingView::Nothing,
        }
    }
}

/// Games in fixed seats on one board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CellSummaryView {
    pub(crate) game: String,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) games: u64,
    /// Games that the first seat won.
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    /// Games that the second seat won.
    pub(crate) losses: u64,
    /// Games that were lost by a fault of the player.
    pub(crate) forfeits: u64,
    pub(crate) distinct_games: u64,
    /// Distinct pairs of games with swapped seats; null if there are no such pairs.
    pub(crate) distinct_pairs: Option<u64>,
    pub(crate) sampling: SamplingView,
    /// The score of the first seat.
    pub(crate) score: Option<f64>,
    pub(crate) interval: IntervalView,
    /// The mean length of a game.
    pub(crate) plies: f64,
}

/// Two players against each other, seats and boards together.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PairSummaryView {
    /// The index of the player whose score it is.
    pub(crate) a: usize,
    /// The index of the other player.
    pub(crate) b: usize,
    pub(crate) games: u64,
    pub(crate) sampling: SamplingView,
    /// Pairs of games that are observations of their own.
    pub(crate) observed_pairs: u64,
    /// The score of `a`.
    pub(crate) score: f64,
    pub(crate) interval: IntervalView,
    /// The difference in Elo; null at 0 % and 100 %.
    pub(crate) elo: Option<f64>,
    /// The probability of such a score between equal players, corrected for the number of comparisons.
    pub(crate) p: f64,
    /// The number of further games that would probably settle it.
    pub(crate) more_games: Option<u64>,
}

/// A player's strength.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RatingView {
    /// The index of the player.
    pub(crate) player: usize,
    pub(crate) name: String,
    /// Elo, with a mean of 0.
    pub(crate) elo: f64,
    pub(crate) interval: IntervalView,
    /// The group of players that are connected by games.
    pub(crate) group: usize,
}

/// A run in numbers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunSummary {
    /// The number of planned games.
    pub(crate) games: u64,
    /// The number of played games.
    pub(crate) played: u64,
    /// Whether all planned games are played. Until then intervals are wider, so that they hold at any time.
    pub(crate) complete: bool,
    pub(crate) schedule: ScheduleView,
    pub(crate) boards: Vec<BoardSummaryView>,
    /// In the order of the file.
    pub(crate) players: Vec<PlayerSummaryView>,
    /// In the order of the plan.
    pub(crate) cells: Vec<CellSummaryView>,
    pub(crate) pairs: Vec<PairSummaryView>,
    /// The players by strength, the strongest first.
    pub(crate) ratings: Vec<RatingView>,
    /// The score of the first seat over all games.
    pub(crate) first_score: Option<f64>,
    pub(crate) first_interval: IntervalView,
    /// Cycles of three players, by index; each beats the next.
    pub(crate) cycles: Vec<[usize; 3]>,
    /// Games lost by a fault, by player and reason.
    pub(crate) forfeits: Vec<ForfeitView>,
    /// The sequential tests, if there are any.
    pub(crate) sprt: Vec<SprtView>,
    /// The findings in plain words.
    pub(crate) findings: Vec<String>,
    /// What readers should know about the results.
    pub(crate) notes: Vec<String>,
}

impl From<&Summary> for RunSummary {
    fn from(summary: &Summary) -> Self {
        let FirstMove { score: first_score, interval, .. } = summary.first_move;
        RunSummary {
            games: summary.games,
            played: summary.played,
            complete: summary.complete,
            schedule: summary.schedule.into(),
            boards: summary.boards.iter().map(board).collect(),
            players: summary.players.iter().map(player).collect(),
            cells: summary.cells.iter().map(cell).collect(),
            pairs: summary.pairs.iter().map(pair).collect(),
            ratings: summary.ratings.iter().map(rating).collect(),
            first_score,
            first_interval: interval.into(),
            cycles: summary.cycles.clone(),
            forfeits: summary.forfeits.iter().map(forfeit).collect(),
            sprt: summary.sprt.iter().map(test).collect(),
            findings: summary.findings.clone(),
            notes: summary.notes.clone(),
        }
    }
}

fn board(board: &BoardSummary) -> BoardSummaryView {
    BoardSummaryView {
        game: board.game.clone(),
        games: board.games,
        first_score: board.first_score,
        first_interval: board.first_interval.into(),
        draws: board.draws,
        plies: board.plies,
    }
}

fn player(player: &PlayerSummary) -> PlayerSummaryView {
    PlayerSummaryView {
        name: player.name.clone(),
        player: player.player.clone(),
        games: player.games,
        score: player.score,
        interval: player.interval.into(),
        nodes_per_move: player.nodes_per_move,
        ms_per_move: player.ms_per_move,
        depth: player.depth,
        captures: player.captures,
        pieces: player.pieces,
        memory: player.memory,
    }
}

fn forfeit(lost: &ForfeitSummary) -> ForfeitView {
    ForfeitView { player: lost.player.clone(), reason: lost.reason.clone(), count: lost.count }
}

fn test(test: &SprtSummary) -> SprtView {
    SprtView {
        game: test.game.clone(),
        first: test.first.clone(),
        second: test.second.clone(),
        elo0: test.elo0,
        elo1: test.elo1,
        lower: test.lower,
        upper: test.upper,
        llr: test.llr,
        decision: match test.decision {
            SprtDecision::Accepted => SprtDecisionView::Accepted,
            SprtDecision::Rejected => SprtDecisionView::Rejected,
            SprtDecision::Open => SprtDecisionView::Open,
        },
        games: test.games,
        more_games: test.more_games,
        model: test.model,
        curve: test.curve.iter().map(|&(games, llr)| SprtPoint { games, llr }).collect(),
    }
}

fn cell(cell: &CellSummary) -> CellSummaryView {
    CellSummaryView {
        game: cell.game.clone(),
        first: cell.first.clone(),
        second: cell.second.clone(),
        games: cell.games,
        wins: cell.wins,
        draws: cell.draws,
        losses: cell.losses,
        forfeits: cell.forfeits,
        distinct_games: cell.distinct_games,
        distinct_pairs: cell.distinct_pairs,
        sampling: cell.sampling.into(),
        score: cell.score,
        interval: cell.interval.into(),
        plies: cell.plies,
    }
}

fn pair(pair: &PairSummary) -> PairSummaryView {
    PairSummaryView {
        a: pair.a,
        b: pair.b,
        games: pair.games,
        sampling: pair.sampling.into(),
        observed_pairs: pair.pairs.iter().sum(),
        score: pair.score,
        interval: pair.interval.into(),
        elo: pair.elo,
        p: pair.p,
        more_games: pair.more_games,
    }
}

fn rating(rating: &Rating) -> RatingView {
    RatingView {
        player: rating.player,
        name: rating.name.clone(),
        elo: rating.elo,
        interval: rating.interval.into(),
        group: rating.group,
    }
}
