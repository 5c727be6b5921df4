//! Positions: their state as text, and everything that a board shows.

use plyscope_core::{CellShape, EndMark, Outcome, Picture, Pieces, Side};
use plyscope_registry::{AnyPosition, LegalMove};
use serde::Serialize;
use utoipa::ToSchema;

/// One of the players: `x` moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideView {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl From<Side> for SideView {
    fn from(side: Side) -> Self {
        match side {
            Side::First => SideView::X,
            Side::Second => SideView::O,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeView {
    /// The first player won.
    X,
    /// The second player won.
    O,
    /// Neither player won.
    Draw,
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Side::First) => OutcomeView::X,
            Outcome::Win(Side::Second) => OutcomeView::O,
            Outcome::Draw => OutcomeView::Draw,
        }
    }
}

/// A position as text, whose turn it is, and how the game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionState {
    /// The canonical spec of the game.
    pub game: String,
    /// The canonical text of the position.
    pub position: String,
    /// The side to move; null when the game is over.
    pub to_move: Option<SideView>,
    /// The result, if the game is over.
    pub outcome: Option<OutcomeView>,
    /// Why the game is over.
    pub reason: Option<String>,
    /// The number of moves played.
    pub ply: usize,
}

impl From<&dyn AnyPosition> for PositionState {
    fn from(position: &dyn AnyPosition) -> Self {
        PositionState {
            game: position.spec(),
            position: position.text(),
            to_move: position.outcome().is_none().then(|| position.side_to_move().into()),
            outcome: position.outcome().map(OutcomeView::from),
            reason: position.reason().map(str::to_owned),
            ply: position.ply(),
        }
    }
}

/// The shape of all cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShapeView {
    /// Squares with sides along the axes.
    Square,
    /// Hexagons with a corner at the top.
    Hexagon,
}

/// What the pieces of a game look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PiecesView {
    /// Black discs for `x`, white ones for `o`.
    Discs,
    /// Black stones for `x`, white ones for `o`.
    Stones,
    /// White pawns for `x`, black ones for `o`.
    Pawns,
    /// Crosses for `x`, noughts for `o`.
    Crosses,
}

/// One cell.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CellView {
    /// The name in notation, such as `a1`.
    pub name: String,
    /// The centre in half cell widths from the left: neighbours in a row differ by 2.
    pub x: i32,
    /// The row, counted from 0 at the top.
    pub row: i32,
    /// The owner of the piece on it.
    pub piece: Option<SideView>,
    /// How this piece decided the game; null if it did not, or if the game goes on.
    pub end_mark: Option<EndMarkView>,
}

/// How a piece decided a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndMarkView {
    /// It is part of a line that won.
    Line,
    /// The other side encloses it.
    Enclosed,
}

/// A board with its pieces, rows from the top and each row from the left.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardView {
    /// The shape of its cells.
    pub shape: ShapeView,
    /// What its pieces look like.
    pub pieces: PiecesView,
    /// All cells.
    pub cells: Vec<CellView>,
}

impl From<Picture> for BoardView {
    fn from(picture: Picture) -> Self {
        let shape = match picture.shape {
            CellShape::Square => ShapeView::Square,
            CellShape::Hexagon => ShapeView::Hexagon,
        };
        let pieces = match picture.pieces {
            Pieces::Discs => PiecesView::Discs,
            Pieces::Stones => PiecesView::Stones,
            Pieces::Pawns => PiecesView::Pawns,
            Pieces::Crosses => PiecesView::Crosses,
        };
        let cells = picture.cells.into_iter().map(|cell| CellView {
            name: cell.name,
            x: cell.x,
            row: cell.row,
            piece: cell.piece.map(SideView::from),
            end_mark: cell.end_mark.map(|mark| match mark {
                EndMark::Line => EndMarkView::Line,
                EndMark::Enclosed => EndMarkView::Enclosed,
            }),
        });
        BoardView { shape, pieces, cells: cells.collect() }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// Its text, such as `a2-a3`, `f5` or `pass`.
    #[serde(rename = "move")]
    pub m: String,
    /// The cell it leaves; null if it places a stone.
    pub from: Option<String>,
    /// The cell it enters; null for a pass.
    pub to: Option<String>,
    /// Further cells that choose the move when clicked.
    pub also_chosen_by: Vec<String>,
    /// Whether it wins at once.
    pub wins: bool,
    /// Whether the other side can win at once afterwards.
    pub loses: bool,
}

impl From<LegalMove> for MoveView {
    fn from(legal: LegalMove) -> Self {
        let from = if legal.cells.len() > 1 { legal.cells.first().cloned() } else { None };
        MoveView {
            m: legal.m,
            from,
            to: legal.cells.last().cloned(),
            also_chosen_by: legal.also_chosen_by,
            wins: legal.wins,
            loses: !legal.losing_replies.is_empty(),
        }
    }
}

/// A move that wins at once for the other side unless it is prevented.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ThreatView {
    /// The move of the other side.
    #[serde(rename = "move")]
    pub m: String,
    /// The cells it touches, the destination last.
    pub cells: Vec<String>,
    /// The number of legal moves that do not prevent it.
    pub not_met_by: usize,
}

/// The threats of the other side, each once; those that fewest moves prevent come first.
fn threats(legal: &[LegalMove]) -> Vec<ThreatView> {
    let mut threats: Vec<ThreatView> = Vec::new();
    for reply in legal.iter().flat_map(|legal| &legal.losing_replies) {
        match threats.iter_mut().find(|threat| threat.m == reply.m) {
            Some(threat) => threat.not_met_by += 1,
            None => threats.push(ThreatView { m: reply.m.clone(), cells: reply.cells.clone(), not_met_by: 1 }),
        }
    }
    threats.sort_by_key(|threat| std::cmp::Reverse(threat.not_met_by));
    threats
}

/// A position with everything a board shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The position as text.
    #[serde(flatten)]
    pub state: PositionState,
    /// The name of the game for people.
    pub name: String,
    /// The position in which the moves begin; null for the start of the game.
    pub start: Option<String>,
    /// The moves played from there, in canonical form. Game, start and moves are the address of the position.
    pub moves: Vec<String>,
    /// The hash of the position, in hexadecimal digits.
    pub key: String,
    /// The board with its pieces.
    pub board: BoardView,
    /// The legal moves, in the game's order.
    pub legal: Vec<MoveView>,
    /// The moves with which the other side threatens to win at once.
    pub threats: Vec<ThreatView>,
    /// The cells that the last move touched, the destination last.
    pub last_cells: Vec<String>,
}

impl PositionView {
    /// A position whose moves began in `start`.
    pub fn new(position: &dyn AnyPosition, start: Option<String>) -> Self {
        let legal = position.legal_moves();
        PositionView {
            state: position.into(),
            name: position.about().name.to_owned(),
            start,
            moves: position.played().to_vec(),
            key: format!("{:016x}", position.key()),
            board: position.picture().into(),
            threats: threats(&legal),
            legal: legal.into_iter().map(MoveView::from).collect(),
            last_cells: position.last_move_cells().to_vec(),
        }
    }
}
