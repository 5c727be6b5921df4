//! A position as a page draws it.

use plyscope_core::{CellShape, Outcome, Picture, Side};
use plyscope_registry::{AnyPosition, LegalMove};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::place::Place;

/// One of the players: `x` moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideView {
    X,
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
pub(crate) enum OutcomeView {
    X,
    O,
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

/// The shape of all cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ShapeView {
    /// Squares with sides along the axes.
    Square,
    /// Hexagons with a corner at the top.
    Hexagon,
}

/// One cell.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CellView {
    /// The name in notation, such as `a1`.
    pub(crate) name: String,
    /// The centre in half cell widths from the left: neighbours in a row differ by 2.
    pub(crate) x: i32,
    /// The row from the top, beginning with 0.
    pub(crate) row: i32,
    /// Whose piece stands here.
    pub(crate) piece: Option<SideView>,
}

/// A board with its pieces, rows from the top and each row from the left.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BoardView {
    pub(crate) shape: ShapeView,
    pub(crate) cells: Vec<CellView>,
}

impl From<Picture> for BoardView {
    fn from(picture: Picture) -> Self {
        let shape = match picture.shape {
            CellShape::Square => ShapeView::Square,
            CellShape::Hexagon => ShapeView::Hexagon,
        };
        let cells = picture.cells.into_iter().map(|cell| CellView {
            name: cell.name,
            x: cell.x,
            row: cell.row,
            piece: cell.piece.map(SideView::from),
        });
        BoardView { shape, cells: cells.collect() }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveView {
    /// Its text, such as `a2-a3`, `f5` or `pass`.
    #[serde(rename = "move")]
    pub(crate) m: String,
    /// The cell that is left; none where a stone is put down.
    pub(crate) from: Option<String>,
    /// The cell that is entered; none for a pass.
    pub(crate) to: Option<String>,
    /// Whether it wins at once.
    pub(crate) wins: bool,
    /// Whether the other side can win at once afterwards.
    pub(crate) loses: bool,
}

/// A move with which the other side would win at once, if nothing is done about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ThreatView {
    /// The move of the other side.
    #[serde(rename = "move")]
    pub(crate) m: String,
    /// The cells it touches, the destination last.
    pub(crate) cells: Vec<String>,
    /// The legal moves after which it is still there; all others meet it.
    pub(crate) not_met_by: usize,
}

/// A position with everything a board shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionView {
    /// The canonical spec of the game.
    pub(crate) game: String,
    /// The name of the game for people.
    pub(crate) name: String,
    /// The position from which the moves begin; none for the start of the game.
    pub(crate) start: Option<String>,
    /// The moves that were played from there, in canonical form. With game and start they are the address of the position.
    pub(crate) moves: Vec<String>,
    /// The canonical text of the position.
    pub(crate) position: String,
    /// Whose turn it is; none when the game is over.
    pub(crate) to_move: Option<SideView>,
    /// How the game ended, if it did.
    pub(crate) outcome: Option<OutcomeView>,
    /// Why it ended.
    pub(crate) reason: Option<String>,
    /// The number of moves played.
    pub(crate) ply: usize,
    /// The hash of the position, in hexadecimal digits.
    pub(crate) key: String,
    pub(crate) board: BoardView,
    /// The legal moves, in the game's order.
    pub(crate) legal: Vec<MoveView>,
    /// What the other side threatens to win with at once.
    pub(crate) threats: Vec<ThreatView>,
    /// The cells that the last move touched, the destination last.
    pub(crate) last_cells: Vec<String>,
}

impl PositionView {
    /// What a place looks like.
    pub(crate) fn of(place: &Place) -> Result<Self, ApiError> {
        let position = place.find()?;
        Ok(PositionView::new(&*position, place.origin()?))
    }

    /// What a position looks like whose moves began in `start`.
    pub(crate) fn new(position: &dyn AnyPosition, start: Option<String>) -> Self {
        let legal = position.legal_moves();
        PositionView {
            game: position.spec(),
            name: position.about().name.to_owned(),
            start,
            moves: position.played().to_vec(),
            position: position.text(),
            to_move: position.outcome().is_none().then(|| position.side_to_move().into()),
            outcome: position.outcome().map(OutcomeView::from),
            reason: position.reason().map(str::to_owned),
            ply: position.ply(),
            key: format!("{:016x}", position.key()),
            board: position.picture().into(),
            threats: threats(&legal),
            legal: legal.into_iter().map(MoveView::from).collect(),
            last_cells: position.last_move_cells().to_vec(),
        }
    }
}

impl From<LegalMove> for MoveView {
    fn from(legal: LegalMove) -> Self {
        let from = if legal.cells.len() > 1 { legal.cells.first().cloned() } else { None };
        MoveView {
            m: legal.m,
            from,
            to: legal.cells.last().cloned(),
            wins: legal.wins,
            loses: !legal.losing_replies.is_empty(),
        }
    }
}

/// The winning replies, each once, those that most moves leave standing first.
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
