//! The first three questions: can minimax and alpha-beta decide the game, what does alpha-beta save, and does the
//! first move matter?

use plyscope_core::{Rng, Verdict, Work};
use plyscope_registry::{Player, SearchRequest, start};

use super::depth_cut::{Choices, chance};
use super::space::{Space, positions_and_nodes};
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// Boards whose positions are all listed, from small to large; the default run omits the last ones.
const LISTED: [&str; 7] = ["3x3", "4x3", "3x4", "4x4", "5x4", "4x5", "5x5"];
const LISTED_BY_DEFAULT: usize = 5;
/// The board whose tree a default run only counts.
const LARGEST_TREE: &str = "5x5";

/// Boards that take the engine longer, and one that only a full run solves.
const LONG: [&str; 2] = ["5x6", "6x5"];
const LARGEST_BOARD: &str = "6x6";

/// The engine's result for a board.
struct Solved {
    first_wins: bool,
    plies: u32,
}

fn ask(board: &str, player: &str, request: &StudyRequest<'_>) -> Option<(Verdict, u64)> {
    let position = start(&format!("pawn:{board}")).expect("a board of the game");
    let player: Player = player.parse().expect("a player");
    let search = SearchRequest { player: &player, seed: request.seed, work: request.work };
    let answer = position.search(&search, &mut |_| {}).expect("a player of the game");
    answer.complete.then_some((answer.score, answer.counters.nodes))
}

fn solve(board: &str, request: &StudyRequest<'_>) -> Option<Solved> {
    // Large boards need large tables; every search allocates one, so small boards get little.
    let table = match board {
        LARGEST_BOARD => "4GB",
        board if LONG.contains(&board) => "512MB",
        _ => "16MB",
    };
    let (score, _) = ask(board, &format!("engine:table={table}"), request)?;
    match score {
        Verdict::Win(plies) => Some(Solved { first_wins: true, plies }),
        Verdict::Loss(plies) => Some(Solved { first_wins: false, plies }),
        Verdict::Draw | Verdict::Estimate(_) => None,
    }
}

/// The exact values of boards from 3x2 to 6x6, the number of boards that the second player wins, and the number of
/// boards.
pub(super) fn values(request: &StudyRequest<'_>) -> Result<(StudyTable, u64, u64), Interrupted> {
    let all: Vec<String> = (3..=6).flat_map(|rows| (2..=6).map(move |cols| format!("{rows}x{cols}"))).collect();
    let boards: Vec<&String> = all.iter().filter(|board| request.full || board.as_str() != LARGEST_BOARD).collect();
    let solved = spread(request, "values of boards", &boards, |board| solve(board, request))?;
    let mut cells = Vec::new();
    let (mut second, mut total) = (0, 0);
    for (board, solved) in boards.iter().zip(solved) {
        let Some(Solved { first_wins, plies }) = solved else { continue };
        let (rows, cols) = board.split_once('x').expect("a board");
        let who = if first_wins { "first" } else { "second" };
        cells.push(StudyCell::new(format!("{rows} rows"), format!("{cols} columns"), format!("{who}, {plies} plies")));
        total += 1;
        second += u64::from(!first_wins);
    }
    let table = StudyTable {
        id: "question-1-values",
        title: "Can the game be decided: who wins with perfect play, and how fast".into(),
        notes: vec![
            format!(
                "Computed by `plyscope search pawn:RxC engine`. The second player wins {second} of these {total} \
                 boards, so moving first is not an advantage in itself."
            ),
            if request.full {
                "All boards of the study.".into()
            } else {
                "6x6 takes minutes and is part of the full run.".into()
            },
        ],
        cells,
    };
    Ok((table, second, total))
}

/// Nodes of alpha-beta over the whole game with moves in random order, as in the thesis' program: every root move has
/// the full window, and a quick win is better than a slow one.
pub(super) fn nodes_in_random_order(space: &Space, rng: &mut Rng) -> u64 {
    fn value(space: &Space, rng: &mut Rng, nodes: &mut u64, index: usize, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        *nodes += 1;
        let mut successors = space.successors(index).to_vec();
        // The side to move at the end has lost.
        let mut best = ply - LOST;
        (1..successors.len()).rev().for_each(|last| successors.swap(last, rng.below(last + 1)));
        for (place, &next) in successors.iter().enumerate() {
            let found = -value(space, rng, nodes, next as usize, ply + 1, -beta, -alpha);
            best = if place == 0 { found } else { best.max(found) };
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
    const LOST: i32 = 1000;
    let mut nodes = 0;
    for &child in space.successors(space.start()) {
        value(space, rng, &mut nodes, child as usize, 1, -LOST, LOST);
    }
    nodes
}

/// Runs of the search in random order.
const SHUFFLED: u64 = 100;

/// What alpha-beta saves when the whole game is searched.
pub(super) fn savings(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    let listed = if request.full { LISTED.len() } else { LISTED_BY_DEFAULT };
    let boards = &LISTED[..listed];
    let rows = spread(request, "what alpha-beta saves", boards, |board| {
        let space = Space::new(board, request.work).ok()?;
        let minimax = space.tree_size();
        let nodes = |player: &str| ask(board, player, request).map(|(_, nodes)| nodes as f64);
        // No game on these boards is longer.
        let plain = nodes("alphabeta+dummy@depth=60");
        let remembering = nodes("alphabeta:order=table/killer/history,table=64MB+dummy@depth=60");
        let shuffled = (*board == "4x4").then(|| {
            let runs = (0..SHUFFLED).map(|run| nodes_in_random_order(&space, &mut Rng::part(request.seed, run)));
            runs.sum::<u64>() as f64 / SHUFFLED as f64
        });
        Some((space.len() as u64, minimax, plain, remembering, nodes("engine"), shuffled))
    })?;
    let large = if request.full { None } else { Some(positions_and_nodes(LARGEST_TREE, request.work)?) };
    let mut cells = Vec::new();
    let rows = rows.into_iter().flatten();
    for (board, (positions, minimax, plain, remembering, engine, shuffled)) in boards.iter().zip(rows) {
        cells.push(StudyCell::new(*board, "positions", positions));
        cells.push(StudyCell::new(*board, "minimax nodes", minimax));
        for (name, nodes) in
            [("alpha-beta nodes", plain), ("with table and order", remembering), ("engine nodes", engine)]
        {
            if let Some(nodes) = nodes {
                cells.push(StudyCell::new(*board, name, nodes));
            }
        }
        if let Some(plain) = plain {
            let cell = StudyCell::new(*board, "minimax / alpha-beta", minimax / plain);
            // The thesis does not name the board; 4x4 is the first it mentions.
            cells.push(if *board == "4x4" {
                cell.within_noise(2.0, false).because(
                    "the thesis saw decisions about twice as fast; its clock also counts drawing the board and \
                     generating moves four times for each node",
                )
            } else {
                cell
            });
        }
        if let Some(shuffled) = shuffled {
            cells.push(StudyCell::new(*board, "alpha-beta, random order", shuffled.round()));
            cells.push(StudyCell::new(*board, "minimax / that", minimax / shuffled));
        }
    }
    if let Some((positions, minimax)) = large {
        cells.push(StudyCell::new(LARGEST_TREE, "positions", positions));
        cells.push(StudyCell::new(LARGEST_TREE, "minimax nodes", format!("{minimax:.2e}")));
        if let Some((_, engine)) = ask(LARGEST_TREE, "engine", request) {
            cells.push(StudyCell::new(LARGEST_TREE, "engine nodes", engine as f64));
        }
    }
    Ok(StudyTable {
        id: "question-2-savings",
        title: "What alpha-beta saves when the whole game is searched from the start".into(),
        notes: vec![
            "Nodes below the start; those of minimax without a table are the size of the game tree. The thesis says \
             that minimax won 200 games on 5x5 and 200 on 6x6; at the 6,000 nodes per second of its program, minimax \
             would take centuries for the first move on 5x5."
                .into(),
            format!(
                "Random order: the mean of {SHUFFLED} searches with the successors shuffled and the full window for \
                 each root move, as in the thesis' program."
            ),
        ],
        cells,
    })
}

/// The first player's chance of winning between two random players.
///
/// # Errors
/// If the work must end.
pub(super) fn random_first(board: &str, work: Work<'_>) -> Result<f64, Interrupted> {
    let space = Space::new(board, work)?;
    let random = Choices::random(&space);
    Ok(chance(&space, &random, &random))
}
