//! The position behind the printed trees, which the paper does not show: found among all positions with at most one
//! pawn of each colour in a column.
//!
//! Such a column is empty, has one pawn of either colour in one of five rows, or has both with Black's in front of
//! White's: 1 + 5 + 5 + 15 = 26 possibilities, and 26⁶ positions. Every printed line lists all children of a node, so
//! it gives the number of moves in that position.

use super::printed::{ALPHA_BETA, MINIMAX};
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// Rows and columns of the paper's board.
const N: u8 = 6;

/// The cells of White's and of Black's pawns by number. Row 0 is White's home.
type Pawns = [[Option<u8>; 6]; 2];

const WHITE: usize = 0;
const BLACK: usize = 1;

/// The successors of a side in the paper's order: pawn by pawn, straight, left, right.
fn successors(pawns: &Pawns, side: usize) -> Vec<Pawns> {
    let mut found = Vec::new();
    // A pawn on its goal has ended the game.
    if pawns[WHITE].iter().flatten().any(|cell| cell / N == N - 1)
        || pawns[BLACK].iter().flatten().any(|cell| cell / N == 0)
    {
        return found;
    }
    for (pawn, cell) in pawns[side].iter().enumerate() {
        let Some(cell) = *cell else { continue };
        let next_row = if side == WHITE { cell / N + 1 } else { cell / N - 1 };
        for way in [0, -1, 1] {
            let column = (cell % N) as i8 + way;
            if !(0..N as i8).contains(&column) {
                continue;
            }
            let target = Some(next_row * N + column as u8);
            let captured = pawns[1 - side].iter().position(|enemy| *enemy == target);
            let is_legal =
                if way == 0 { captured.is_none() && !pawns[side].contains(&target) } else { captured.is_some() };
            if is_legal {
                let mut next = *pawns;
                next[side][pawn] = target;
                if let Some(captured) = captured {
                    next[1 - side][captured] = None;
                }
                found.push(next);
            }
        }
    }
    found
}

/// The numbers of moves that the two trees tell: by root move, those of the position after it and after each reply.
struct Counts {
    root: usize,
    /// The root move; the number of replies, if it is printed; and the numbers of moves after the first replies.
    below: Vec<(usize, Option<usize>, Vec<usize>)>,
}

impl Counts {
    fn printed() -> Counts {
        let lines = |tree: &'static [super::printed::Node], from: usize| {
            let mut below: Vec<(usize, Option<usize>, Vec<usize>)> = Vec::new();
            for node in &tree[from..] {
                match (node.depth, below.last_mut()) {
                    (2, Some(last)) => last.2.push(node.children.len()),
                    _ => below.push((below.len(), Some(node.children.len()), Vec::new())),
                }
            }
            below
        };
        let mut below = lines(&MINIMAX, 1);
        // Alpha-beta prints the last two subtrees, cut off after two replies that it searched in full.
        let last_two = lines(&ALPHA_BETA, 1).split_off(4);
        below.extend(last_two.into_iter().map(|(root_move, _, replies)| (root_move, None, replies)));
        Counts { root: MINIMAX[0].children.len(), below }
    }

    fn fit(&self, pawns: &Pawns) -> bool {
        let moves = successors(pawns, BLACK);
        moves.len() == self.root
            && self.below.iter().all(|(root_move, n_replies, after)| {
                let replies = successors(&moves[*root_move], WHITE);
                n_replies.is_none_or(|n| n == replies.len())
                    && replies.len() >= after.len()
                    && after.iter().zip(&replies).all(|(&n, reply)| successors(reply, BLACK).len() == n)
            })
    }
}

/// Twice the pieces plus the steps, Black's minus White's.
fn plain(pawns: &Pawns) -> i32 {
    let black = pawns[BLACK].iter().flatten().map(|cell| 2 + i32::from(N - 1 - cell / N)).sum::<i32>();
    black - pawns[WHITE].iter().flatten().map(|cell| 2 + i32::from(cell / N)).sum::<i32>()
}

/// Whether all leaves of the minimax tree that are not checkmates have the printed values.
fn values_fit(pawns: &Pawns) -> bool {
    let mut printed = MINIMAX.iter().filter(|node| node.depth == 2);
    let positions = successors(pawns, BLACK).into_iter().flat_map(|child| successors(&child, WHITE));
    positions.zip(&mut printed).all(|(position, node)| {
        let leaves = successors(&position, BLACK);
        leaves.iter().zip(node.children).all(|(leaf, &value)| value.abs() == 36 || value == plain(leaf))
    })
}

/// What can stand in a column: rows of White's and of Black's pawn.
fn columns() -> Vec<[Option<u8>; 2]> {
    let mut all = vec![[None, None]];
    all.extend((0..N - 1).map(|row| [Some(row), None]));
    all.extend((1..N).map(|row| [None, Some(row)]));
    all.extend((0..N - 1).flat_map(|white| (white + 1..N).map(move |black| [Some(white), Some(black)])));
    all
}

/// The number of moves of Black if only pairs of neighbouring columns mattered: what can be said before all columns are
/// filled, so that few positions have to be looked at closely.
fn black_moves(columns: &[[Option<u8>; 2]]) -> usize {
    let mut moves = 0;
    for (index, [white, black]) in columns.iter().enumerate() {
        let Some(black) = *black else { continue };
        let is_there = |column: Option<usize>| {
            column.and_then(|column| columns.get(column)).is_some_and(|[white, _]| *white == Some(black - 1))
        };
        moves += usize::from(*white != Some(black - 1));
        moves += usize::from(is_there(index.checked_sub(1))) + usize::from(is_there(Some(index + 1)));
    }
    moves
}

fn numbered(columns: &[[Option<u8>; 2]; 6]) -> Pawns {
    [WHITE, BLACK].map(|side| std::array::from_fn(|column| columns[column][side].map(|row| row * N + column as u8)))
}

fn text(pawns: &Pawns) -> String {
    let cell = |row: u8, column: u8| match Some(row * N + column) {
        cell if pawns[WHITE].contains(&cell) => 'x',
        cell if pawns[BLACK].contains(&cell) => 'o',
        _ => '.',
    };
    let rows = (0..N).rev().map(|row| (0..N).map(|column| cell(row, column)).collect::<String>());
    format!("{} o", rows.collect::<Vec<_>>().join("/"))
}

/// What the enumeration finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identified {
    /// Positions tried.
    pub tried: u64,
    /// Those with the printed numbers of moves.
    pub by_moves: u64,
    /// Those that also have the printed values.
    pub by_values: Vec<String>,
}

/// Tries all positions whose first columns hold these.
fn try_below(first: &[usize], kinds: &[[Option<u8>; 2]], counts: &Counts, found: &mut Identified) {
    let mut board = [[None; 2]; 6];
    first.iter().enumerate().for_each(|(column, &kind)| board[column] = kinds[kind]);
    fill(&mut board, first.len(), kinds, counts, found);
}

fn fill(
    board: &mut [[Option<u8>; 2]; 6],
    from: usize,
    kinds: &[[Option<u8>; 2]],
    counts: &Counts,
    found: &mut Identified,
) {
    if from == board.len() {
        found.tried += 1;
        if black_moves(board) == counts.root {
            let pawns = numbered(board);
            if counts.fit(&pawns) {
                found.by_moves += 1;
                if values_fit(&pawns) {
                    found.by_values.push(text(&pawns));
                }
            }
        }
        return;
    }
    for &kind in kinds {
        board[from] = kind;
        fill(board, from + 1, kinds, counts, found);
    }
}

/// Tries every position, or every one whose first three columns are those of the printed one.
///
/// # Errors
/// If the run is stopped.
pub fn identify(request: &StudyRequest<'_>, all: bool) -> Result<Identified, Interrupted> {
    let (kinds, counts) = (columns(), Counts::printed());
    let known: Vec<usize> = [[Some(2), Some(4)], [Some(1), Some(4)], [Some(1), Some(3)]]
        .iter()
        .filter_map(|column| kinds.iter().position(|kind| kind == column))
        .collect();
    let pairs = (0..kinds.len()).flat_map(|a| (0..kinds.len()).map(move |b| vec![a, b]));
    let pieces: Vec<Vec<usize>> = if all { pairs.collect() } else { vec![known] };
    let none = || Identified { tried: 0, by_moves: 0, by_values: Vec::new() };
    let found = spread(request, "the printed position", &pieces, |first| {
        let mut found = none();
        try_below(first, &kinds, &counts, &mut found);
        found
    })?;
    Ok(found.into_iter().fold(none(), |mut sum, part| {
        sum.tried += part.tried;
        sum.by_moves += part.by_moves;
        sum.by_values.extend(part.by_values);
        sum
    }))
}

/// The table, of all positions in a full run.
///
/// # Errors
/// If the run is stopped.
pub(super) fn table(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    let found = identify(request, request.full)?;
    let cell = |row: &str, n: u64| StudyCell::new(row, "positions", n);
    let mut cells = vec![
        cell("tried", found.tried),
        cell("with the printed numbers of moves", found.by_moves),
        cell("and the printed values", found.by_values.len() as u64),
    ];
    let which = if found.by_values.is_empty() { "none".to_owned() } else { found.by_values.join("; ") };
    cells.push(StudyCell::new("which", "positions", which));
    let tried = if request.full {
        "All 26⁶ positions with at most one pawn of each colour in a column, Black's in front of White's, and Black to \
         move."
    } else {
        "Only positions whose three left columns are those of the result; `--full` tries all 26⁶ positions with at \
         most one pawn of each colour in a column."
    };
    Ok(StudyTable {
        id: "position",
        title: "The position that gives the printed trees".to_owned(),
        notes: vec![
            tried.to_owned(),
            "The trees give the number of moves in 27 positions, and show that two more have at least two. Values: \
             2·pieces + steps, for all leaves that are not ±36."
                .to_owned(),
        ],
        cells,
    })
}
