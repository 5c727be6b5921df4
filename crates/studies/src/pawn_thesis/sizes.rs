//! The remaining questions, by matches of registered players on boards up to 10x10: do board size and first move
//! matter, and which player is better at what cost?

use plyscope_core::{Outcome, Rng, Side};
use plyscope_registry::{GameConditions, Player, start};
use plyscope_stats::{Z_95, wilson};

use super::boards::random_first;
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// Starts where the streams of `subset` end.
const STREAM: u64 = 4000;

/// The boards that the thesis asks about.
pub(super) const BOARDS: [&str; 6] = ["4x4", "5x5", "6x6", "7x7", "8x8", "10x10"];

/// A match of two players on a board.
struct Pairing<'a> {
    board: &'a str,
    players: [&'a str; 2],
    games: u64,
    stream: u64,
}

/// Wins of the first player, and nodes and moves of both.
#[derive(Clone, Copy, Debug, Default)]
struct PairingCounts {
    wins: u64,
    nodes: [u64; 2],
    moves: [u64; 2],
}

const STRETCH: u64 = 10;

fn play(request: &StudyRequest<'_>, part: &str, pairings: &[Pairing<'_>]) -> Result<Vec<PairingCounts>, Interrupted> {
    let stretches =
        |index: usize| (0..pairings[index].games).step_by(STRETCH as usize).map(move |begin| (index, begin));
    let pieces: Vec<(usize, u64)> = (0..pairings.len()).flat_map(stretches).collect();
    let played = spread(request, part, &pieces, |&(index, begin)| {
        let Pairing { board, players, games, stream } = &pairings[index];
        let position = start(&format!("pawn:{board}")).expect("a board of the game");
        let [first, second]: [Player; 2] = players.map(|text| text.parse().expect("a player"));
        let seed = Rng::part(request.seed, *stream).next_u64();
        let mut score = PairingCounts::default();
        for game in begin..(begin + STRETCH).min(*games) {
            let conditions = GameConditions { work: request.work.silent(), ..GameConditions::default() };
            let record = position.play_out([&first, &second], Rng::part(seed, game).next_u64(), &conditions);
            // A game is missing only if the run was stopped, and then nothing counts.
            let Some(record) = record.expect("players of the game") else { break };
            score.wins += u64::from(record.outcome == Outcome::Win(Side::First));
            for seat in 0..2 {
                score.nodes[seat] += record.cost[seat].nodes;
                score.moves[seat] += u64::from(record.plies).saturating_sub(seat as u64).div_ceil(2);
            }
        }
        score
    })?;
    let mut totals = vec![PairingCounts::default(); pairings.len()];
    for (&(index, _), score) in pieces.iter().zip(played) {
        totals[index].wins += score.wins;
        for seat in 0..2 {
            totals[index].nodes[seat] += score.nodes[seat];
            totals[index].moves[seat] += score.moves[seat];
        }
    }
    Ok(totals)
}

const MCTS: &str = "published-thesis-mcts-october@rollouts=100";
const PUBLISHED: &str = "alphabeta:ties=random+published-thesis-advanced:view=own@depth=5";
const RIGHT: &str = "alphabeta:ties=random+thesis-simple:view=own@depth=5";

fn share(row: impl Into<String>, column: impl Into<String>, wins: u64, games: u64) -> StudyCell {
    StudyCell::new(row, column, wins as f64 / games as f64).between(wilson(wins as f64, games as f64, Z_95))
}

/// MCTS with all children against two depth-cut players, from both seats, on growing boards. Also returns the points
/// of a plot: for each board, the mean share of MCTS against each opponent.
pub(super) fn sizes(request: &StudyRequest<'_>, games: u64) -> Result<(StudyTable, Vec<[f64; 2]>), Interrupted> {
    let opponents = [("A4 as published", PUBLISHED), ("S4, right sign", RIGHT)];
    let mut pairings = Vec::new();
    for (size, board) in BOARDS.iter().enumerate() {
        for (number, (_, other)) in opponents.iter().enumerate() {
            for (seat, players) in [[MCTS, other], [other, MCTS]].into_iter().enumerate() {
                pairings.push(Pairing {
                    board,
                    players,
                    games,
                    stream: STREAM + (size * 4 + number * 2 + seat) as u64,
                });
            }
        }
    }
    let scores = play(request, "board sizes", &pairings)?;
    let (mut cells, mut means) = (Vec::new(), Vec::new());
    for (board, scores) in BOARDS.iter().zip(scores.chunks(4)) {
        let mut mean = [0.0; 2];
        for (number, ((name, _), pair)) in opponents.iter().zip(scores.chunks(2)).enumerate() {
            let (first, second) = (pair[0].wins, games - pair[1].wins);
            cells.push(share(*board, format!("first against {name}"), first, games));
            cells.push(share(*board, format!("second against {name}"), second, games));
            mean[number] = (first + second) as f64 / (2 * games) as f64;
        }
        means.push(mean);
    }
    let table = StudyTable {
        id: "question-4-size",
        title: "Does the size matter: share of games that MCTS(100) with all children wins on growing boards".into(),
        notes: vec![
            format!("{games} games per cell; depth 4 as the thesis counts it, 5 plies."),
            "In the thesis MCTS loses ground from 4x4 to 6x6 (Fig. 19); it has no larger boards.".into(),
        ],
        cells,
    };
    Ok((table, means))
}

/// The advantage of the first move between equal players.
pub(super) fn first_move(request: &StudyRequest<'_>, games: u64) -> Result<StudyTable, Interrupted> {
    let players = [("MCTS(100), all children", MCTS), ("S4, right sign", RIGHT), ("random", "random")];
    let boards = &BOARDS[..];
    let mut pairings = Vec::new();
    for (number, (_, player)) in players.iter().enumerate() {
        for (size, board) in boards.iter().enumerate() {
            let stream = STREAM + 100 + (number * boards.len() + size) as u64;
            pairings.push(Pairing { board, players: [player, player], games, stream });
        }
    }
    let scores = play(request, "first move", &pairings)?;
    let mut cells: Vec<StudyCell> = Vec::new();
    for ((name, _), scores) in players.iter().zip(scores.chunks(boards.len())) {
        let row = boards.iter().zip(scores).map(|(board, score)| share(*name, *board, score.wins, games));
        cells.extend(row);
    }
    cells.push(StudyCell::new("random, computed", "4x4", random_first("4x4", request.work)?));
    if request.full {
        cells.push(StudyCell::new("random, computed", "5x5", random_first("5x5", request.work)?));
    }
    Ok(StudyTable {
        id: "question-3-first",
        title: "Does the first move matter: share of games that the first of two equal players wins".into(),
        notes: vec![format!(
            "{games} games per cell. The table `question-1-values` has perfect play. With 18 intervals of 95 %, about \
             one is expected to miss the true share."
        )],
        cells,
    })
}

/// "Minimax won all the games against a random player, around 600 games": a full search from either seat.
pub(super) fn minimax_against_random(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    const GAMES: u64 = 200;
    let boards = [("4x4", "engine:table=1MB"), ("5x5", "engine:table=1MB"), ("6x6", "engine:table=1MB@depth=10")];
    let mut pairings = Vec::new();
    for (number, (board, minimax)) in boards.iter().enumerate() {
        for (seat, players) in [[*minimax, "random"], ["random", *minimax]].into_iter().enumerate() {
            let stream = STREAM + 300 + (2 * number + seat) as u64;
            pairings.push(Pairing { board, players, games: GAMES, stream });
        }
    }
    let scores = play(request, "minimax against random", &pairings)?;
    let mut cells = Vec::new();
    for ((board, _), pair) in boards.iter().zip(scores.chunks(2)) {
        for (seat, wins) in [("moving first", pair[0].wins), ("moving second", GAMES - pair[1].wins)] {
            let (low, high) = wilson(wins as f64, GAMES as f64, Z_95);
            let cell = StudyCell::new(*board, seat, wins).exactly(GAMES);
            let cell = cell.between((GAMES as f64 * low, GAMES as f64 * high));
            cells.push(match wins == GAMES {
                true => cell,
                false => cell.because("perfect play loses from this seat if a random player happens to play well"),
            });
        }
    }
    Ok(StudyTable {
        id: "claim-minimax",
        title: format!("\"It won all the games against a random player\": {GAMES} games from either seat"),
        notes: vec![
            "The thesis does not say from which seat. On 4x4 and 5x5 ours searches to the end of the game, which the \
             first player wins with perfect play; on 6x6, where the second player wins, it looks 10 plies ahead, \
             because a full search for every move would take too long."
                .into(),
        ],
        cells,
    })
}

/// Strength against cost: every player against the same opponent, with its nodes per move.
pub(super) fn cost(request: &StudyRequest<'_>, games: u64) -> Result<StudyTable, Interrupted> {
    const BOARD: &str = "6x6";
    const OPPONENT: &str = "alphabeta:ties=random+material@depth=4";
    let players = [
        ("A2 as published", "alphabeta:ties=random+published-thesis-advanced:view=own@depth=3"),
        ("A4 as published", PUBLISHED),
        ("A4, right sign", "alphabeta:ties=random+thesis-advanced:view=own@depth=5"),
        ("S4, right sign", RIGHT),
        ("pawn difference, 5 plies", "alphabeta:ties=random+material@depth=5"),
        ("strong, 5 plies", "pvs:order=table/killer/history,table=1MB,ties=random+strong@depth=5"),
        ("MCTS(100) as published", "published-thesis-mcts@rollouts=100"),
        ("MCTS(500) as published", "published-thesis-mcts@rollouts=500"),
        ("MCTS(100), all children", MCTS),
        ("MCTS(500), all children", "published-thesis-mcts-october@rollouts=500"),
        ("MCTS(500) of ours", "mcts@rollouts=500"),
        ("MCTS(2000) of ours", "mcts@rollouts=2000"),
    ];
    let mut pairings = Vec::new();
    for (number, (_, player)) in players.iter().enumerate() {
        for (seat, pair) in [[*player, OPPONENT], [OPPONENT, *player]].into_iter().enumerate() {
            pairings.push(Pairing {
                board: BOARD,
                players: pair,
                games,
                stream: STREAM + 200 + (2 * number + seat) as u64,
            });
        }
    }
    let scores = play(request, "strength and cost", &pairings)?;
    let mut cells = Vec::new();
    for ((name, _), pair) in players.iter().zip(scores.chunks(2)) {
        let wins = pair[0].wins + games - pair[1].wins;
        cells.push(share(*name, "share won", wins, 2 * games));
        let (nodes, moves) = (pair[0].nodes[0] + pair[1].nodes[1], pair[0].moves[0] + pair[1].moves[1]);
        cells.push(StudyCell::new(*name, "nodes per move", (nodes as f64 / moves as f64).round()));
    }
    Ok(StudyTable {
        id: "question-7-cost",
        title: format!(
            "Which is better, and at what cost: share won on {BOARD} against alpha-beta with the pawn difference and 4 \
             plies, both seats"
        ),
        notes: vec![format!(
            "{games} games from each seat. A node is a position visited; for MCTS, every ply counts, in the tree and \
             in rollouts."
        )],
        cells,
    })
}
