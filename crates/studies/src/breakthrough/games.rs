//! Games between the players of the report, with the figures that the report counts.

use plyscope_core::{Game, Outcome, Rng, Side, Work};
use plyscope_games::{Armies, Breakthrough};
use plyscope_search::{DepthPlan, Kind, Options, TreeSearch, published};

use super::published::{Match, Player, Search};
use crate::duel::{Duel, Seat, opinion, to_depth};
use crate::sample::Sample;
use crate::{Interrupted, StudyRequest, spread};

pub(super) type BreakthroughBoard = Breakthrough<u64>;

/// Whose value a heuristic returns for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// White's, which Black minimises: the names of the heuristics are then reversed for Black.
    WhitesView,
    /// Black's own.
    OwnView,
}

impl Reading {
    pub(super) const BOTH: [Reading; 2] = [Reading::WhitesView, Reading::OwnView];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Reading::WhitesView => "White's view",
            Reading::OwnView => "own view",
        }
    }
}

/// How a match is played.
#[derive(Clone, Copy)]
pub(super) struct GameSettings {
    /// What follows `breakthrough:` in a spec.
    pub(super) variant: &'static str,
    pub(super) reading: Reading,
    /// Whether White's and Black's searches detect the end of a game.
    pub(super) sound: [bool; 2],
    /// Plies of look-ahead beyond those of the report.
    pub(super) more_plies: u32,
}

impl GameSettings {
    /// Probably what the report's program did.
    pub(super) const fn published(reading: Reading) -> Self {
        GameSettings { variant: "8x8", reading, sound: [false; 2], more_plies: 0 }
    }
}

/// The figures of one game, for White and for Black.
pub(super) struct Counted {
    /// The last position.
    pub(super) end: BreakthroughBoard,
    pub(super) winner: Side,
    pub(super) moves: [f64; 2],
    /// Nodes expanded: positions whose moves were tried, the root included.
    pub(super) expanded: [f64; 2],
    pub(super) seconds: [f64; 2],
    pub(super) lost: [f64; 2],
    /// Moves that did not win although another would have.
    pub(super) missed_wins: [f64; 2],
}

/// The games of a match.
pub(super) struct Batch {
    pub(super) games: Vec<Counted>,
}

impl Batch {
    /// Plays a match `games` times.
    ///
    /// # Errors
    /// If the run is stopped.
    pub(super) fn play(
        request: &StudyRequest<'_>,
        part: &str,
        of: &Match,
        settings: GameSettings,
        games: u64,
    ) -> Result<Self, Interrupted> {
        let seeds: Vec<u64> = (0..games).map(|game| Rng::part(request.seed, game).next_u64()).collect();
        let games = spread(request, part, &seeds, |&seed| play(of, settings, seed, request.work))?;
        Ok(Batch { games: games.into_iter().flatten().collect() })
    }

    /// A figure of every game.
    pub(super) fn sample(&self, figure: impl Fn(&Counted) -> f64) -> Sample {
        Sample::new(self.games.iter().map(figure).collect())
    }

    /// Games White won.
    pub(super) fn white_wins(&self) -> u64 {
        self.games.iter().filter(|game| game.winner == Side::First).count() as u64
    }

    pub(super) fn n(&self) -> u64 {
        self.games.len() as u64
    }
}

fn search_of(
    player: Player,
    side: Side,
    settings: GameSettings,
    seed: u64,
) -> Box<dyn plyscope_core::Search<BreakthroughBoard>> {
    let view = if side == Side::Second && settings.reading == Reading::WhitesView { "white" } else { "own" };
    if settings.sound[side as usize] {
        let kind = if player.search == Search::Minimax { Kind::Minimax } else { Kind::AlphaBeta };
        let heuristic = opinion(&format!("{}:view={view},noise=1", player.heuristic), seed);
        return Box::new(TreeSearch::new(kind, Options::default(), DepthPlan::OneDepth, heuristic, seed));
    }
    let id = match player.search {
        Search::Minimax => "published-breakthrough-minimax",
        Search::AlphaBeta => "published-breakthrough-alphabeta",
    };
    let heuristic = opinion(&format!("{}:view={view}", player.heuristic), seed);
    Box::new(published::breakthrough(id, heuristic, seed).expect("a search of the report"))
}

/// What a game counts; `None` if the work stopped it.
fn play(of: &Match, settings: GameSettings, seed: u64, work: Work<'_>) -> Option<Counted> {
    let start = BreakthroughBoard::start(&settings.variant.parse().expect("variants of the study are well-formed"));
    let plies = |player: Player| settings.more_plies + if player.search == Search::Minimax { 3 } else { 4 };
    let mut rng = Rng::new(seed);
    let [white, black] = of.players;
    let mut first = search_of(white, Side::First, settings, rng.next_u64());
    let mut second = search_of(black, Side::Second, settings, rng.next_u64());
    let seats: [Seat<'_, BreakthroughBoard>; 2] =
        [(&mut *first, to_depth(plies(white))), (&mut *second, to_depth(plies(black)))];
    count(&start, &Duel::play(&start, seats, work))
}

fn count(start: &BreakthroughBoard, duel: &Duel<BreakthroughBoard>) -> Option<Counted> {
    // Breakthrough has no draws, so a game without a winner is not finished.
    let winner = duel.end.outcome()?.winner()?;
    let lost = Side::BOTH.map(|side| f64::from(start.n_pieces(side) - duel.end.n_pieces(side)));
    let (end, zeros) = (duel.end.clone(), [0.0; 2]);
    let mut counted = Counted { end, winner, moves: zeros, expanded: zeros, seconds: zeros, lost, missed_wins: zeros };
    let mut position = start.clone();
    for played in &duel.moves {
        let side = played.side as usize;
        counted.moves[side] += 1.0;
        counted.expanded[side] += (played.counters.interior + 1) as f64;
        counted.seconds[side] += played.time.as_secs_f64();
        let wins = |m| position.child(m).outcome() == Some(Outcome::Win(played.side));
        if !wins(played.m) && position.moves().any(wins) {
            counted.missed_wins[side] += 1.0;
        }
        position.play(played.m);
    }
    Some(counted)
}
