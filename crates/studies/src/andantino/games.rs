//! The sign errors, shown by values and by games.

use plyscope_core::{Control, Game, Limits, Notation, Outcome, Rng, Search, Side, Work};
use plyscope_search::published;

use super::correct::{Corrected, Way};
use super::counts::visit;
use super::program::{Program, Ties, evaluation};
use super::published::POSITIONS;
use crate::share::share;
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// The program's five modes: its name, ours, and the depth below the root move.
pub const MODES: [(&str, &str, u32); 5] = [
    ("MiniMax 3", "published-andantino-minimax", 3),
    ("AlphaBeta 3", "published-andantino-alphabeta", 3),
    ("NegaMax 3", "published-andantino-negamax", 3),
    ("PVS 5", "published-andantino-pvs", 5),
    ("PVS deepened to 19", "published-andantino-iterative", 19),
];

/// A player against the program, or the program itself.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// A mode of the program.
    Mode(usize),
    /// Plays the stone with the longest line at once, without looking ahead or at the opponent's stones.
    Greedy,
    /// A search without the faults, with the same evaluation, looking this many plies ahead.
    Corrected(u32),
    /// Any move.
    Random,
}

impl Player {
    fn choose(self, position: &Program, rng: &mut Rng) -> u16 {
        match self {
            Player::Mode(index) => {
                let (_, search, depth) = MODES[index];
                let search: Option<Box<dyn Search<Program>>> = published::andantino(search, evaluation());
                let limits = Limits { depth: Some(depth + 1), ..Limits::default() };
                let mut search = search.expect("a published search");
                search.search(position, &limits, &mut Control::new(Work::never(), &mut |_| {})).best
            }
            Player::Greedy => Corrected::new(Way::Pvs).shared(position, 0).0.0,
            Player::Corrected(plies) => Corrected::new(Way::Pvs).shared(position, plies - 1).0.0,
            Player::Random => {
                let moves: Vec<u16> = position.moves().collect();
                moves[rng.below(moves.len())]
            }
        }
    }
}

/// Plays a game by the real rules and returns the outcome and its length in plies.
pub fn play(black: Player, white: Player, seed: u64) -> (Outcome, u32) {
    // In every game the program meets equal moves in a different order, as in every run of the original.
    let mut rng = Rng::new(seed);
    let (mut position, mut plies) = (Program::new(Ties::Drawn(rng.next_u64())), 0);
    loop {
        if let Some(outcome) = position.real.outcome() {
            return (outcome, plies);
        }
        let player = if position.side_to_move() == Side::First { black } else { white };
        let m = player.choose(&position, &mut rng);
        position.play(m);
        plies += 1;
    }
}

/// Results of several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// Games played.
    pub games: u64,
    /// Won by Black, who moves first.
    pub black_wins: u64,
    /// Won by White.
    pub white_wins: u64,
    /// The length of the longest one.
    pub longest: u32,
}

/// Plays games with different seeds.
///
/// # Errors
/// If the run is stopped.
pub fn play_match(
    request: &StudyRequest<'_>,
    black: Player,
    white: Player,
    games: u64,
) -> Result<Results, Interrupted> {
    let seeds: Vec<u64> = (0..games).map(|game| Rng::part(request.seed, game).next_u64()).collect();
    let played = spread(request, "games", &seeds, |&seed| play(black, white, seed))?;
    let won_by = |side| played.iter().filter(|(outcome, _)| *outcome == Outcome::Win(side)).count() as u64;
    let [black_wins, white_wins] = Side::BOTH.map(won_by);
    Ok(Results { games, black_wins, white_wins, longest: played.iter().map(|game| game.1).max().unwrap_or(0) })
}

/// The program's values of its moves next to their true values.
pub(super) fn sign_table() -> StudyTable {
    let mut cells = Vec::new();
    for (moves, game) in [POSITIONS[1], POSITIONS[3]] {
        let position = Program::after(game, Ties::Fixed);
        let chosen = visit("published-andantino-minimax", &position, 3);
        let negamax = visit("published-andantino-negamax", &position, 3);
        let (right, _) = Corrected::new(Way::Exhaustive).fresh(&position, 3);
        let best = right.iter().map(|known| known.1).fold(f64::NEG_INFINITY, f64::max);
        for ((m, minimax), (_, negamax)) in chosen.values.iter().zip(&negamax.values) {
            let row = format!("after {moves}, {m}");
            let value = right.iter().find(|known| position.real.move_text(known.0) == *m).map_or(0.0, |known| known.1);
            cells.push(StudyCell::new(&row, "MiniMax 3", *minimax));
            cells.push(StudyCell::new(&row, "NegaMax 3", *negamax));
            let is_chosen = *m == chosen.best;
            let what = match (is_chosen, value == best) {
                (true, true) => "played, best",
                (true, false) => "played",
                (false, true) => "best",
                (false, false) => "",
            };
            cells.push(StudyCell::new(&row, "correct value", value));
            cells.push(StudyCell::new(&row, "remark", what));
        }
    }
    StudyTable {
        id: "signs",
        title: "The program's values of White's moves, and what the moves are worth to White by its own evaluation, \
                depth 3"
            .to_owned(),
        notes: vec![
            "At odd depths the last stone is Black's, so the value is the length of Black's line. MiniMax takes the \
             largest of these and NegaMax drops the sign, so both prefer what is best for the opponent."
                .to_owned(),
        ],
        cells,
    }
}

/// The program's modes as White against a Black that only lengthens its own line.
pub(super) fn greedy_table(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    let games = if request.full { 400 } else { 100 };
    let mut cells = Vec::new();
    let modes = MODES.iter().enumerate().map(|(index, mode)| (mode.0, Player::Mode(index)));
    for (name, player) in modes.chain([("correct search, 2 plies", Player::Corrected(2))]) {
        let results = play_match(request, Player::Greedy, player, games)?;
        cells.push(share(name, "lost", results.black_wins, games));
        cells.push(StudyCell::new(name, "longest game, plies", u64::from(results.longest)));
    }
    Ok(StudyTable {
        id: "greedy",
        title: format!("The program as White against a greedy Black, {games} games each"),
        notes: vec![
            "Black plays the stone with the longest line, without looking ahead. A game takes at least nine plies to \
             win."
                .to_owned(),
            "The order of equal moves is new in every game, as it was in every run of the program.".to_owned(),
        ],
        cells,
    })
}

/// Matches between a correct search and the program.
pub(super) fn match_table(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    let games = if request.full { 400 } else { 60 };
    let mut cells = Vec::new();
    for (index, (name, _, _)) in MODES.iter().enumerate() {
        let as_black = play_match(request, Player::Corrected(2), Player::Mode(index), games)?;
        let as_white = play_match(request, Player::Mode(index), Player::Corrected(2), games)?;
        let against_random = play_match(request, Player::Mode(index), Player::Random, games)?;
        cells.push(share(name, "2 plies as Black win", as_black.black_wins, games));
        cells.push(share(name, "2 plies as White win", as_white.white_wins, games));
        cells.push(share(name, "program as Black beats random", against_random.black_wins, games));
    }
    Ok(StudyTable {
        id: "matches",
        title: format!(
            "A correct search of 2 plies with the program's evaluation against its modes, {games} games each"
        ),
        notes: vec![
            "Shares of games won, by the correct rules.".to_owned(),
            "The program still beats a random player, because among moves of equal value it takes the one with its own \
             longest line."
                .to_owned(),
        ],
        cells,
    })
}
