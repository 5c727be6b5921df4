//! Breakthrough: features and heuristics.

mod published;
mod strong;

use plyscope_core::{Choice, Game, Side};
use plyscope_heuristics::{Feature, Judged, Named, PackedModel, descriptions, ids};

use crate::pawns::seen_as_pawns;
use crate::{Armies, Breakthrough, Word};
use published::{Defensive1, Defensive2, Offensive1, Offensive2, Viewed};
use strong::Strong;

/// What can be measured.
#[derive(Clone, Copy)]
enum F {
    /// Pieces.
    Pieces,
    /// Rows advanced.
    Steps,
    /// Whose turn it is.
    Turn,
    /// Moves.
    Mobility,
    /// Moves that capture.
    Captures,
    /// Pieces that can be captured.
    Attacked,
    /// Pieces that are attacked more often than protected.
    Hanging,
    /// Pairs of pieces, one protecting the other.
    Protected,
    /// Pieces that no enemy can meet.
    FreeRunners,
    /// Pieces that win a race against every single enemy.
    Unstoppable,
    /// Rows of the foremost piece.
    Furthest,
    /// Pieces on the first row.
    HomeRow,
    /// Pieces on the second row.
    SecondRow,
    /// Pieces beyond the middle.
    FarHalf,
    /// Pieces one row before the goal.
    OneToGo,
    /// Pieces two rows before the goal.
    TwoToGo,
    /// Pieces three rows before the goal.
    ThreeToGo,
    /// Columns without a piece.
    Holes,
    /// Pieces on the last row.
    Workers,
}

const VIEW: &[Choice] = &[Choice {
    name: "view",
    values: &["own", "white"],
    default: "own",
    meaning: "own: each side counts for itself; white: the first player's value for both, as published",
}];

const TABLE: &[(F, Feature)] = &[
    (F::Pieces, Feature::new("pieces", "pieces", "pieces of this side")),
    (F::Steps, Feature::new("steps", "rows", "rows between this side's pieces and its own edge, in total")),
    (F::Turn, Feature::new("turn", "0 or 1", "1 for the side to move, 0 for the other")),
    (F::Mobility, Feature::new("mobility", "moves", "moves that this side would have if it were its turn")),
    (F::Captures, Feature::new("captures", "moves", "those of them that capture")),
    (F::Attacked, Feature::new("attacked", "pieces", "pieces that the other side could capture if it were its turn")),
    (F::Hanging, Feature::new("hanging", "pieces", "pieces that are attacked more often than they are protected")),
    (
        F::Protected,
        Feature::new("protected", "pairs", "pairs of pieces of which one could recapture if the other is captured"),
    ),
    (
        F::FreeRunners,
        Feature::new("free_runners", "pieces", "pieces with no enemy in the triangle of cells they can reach"),
    ),
    (
        F::Unstoppable,
        Feature::new(
            "unstoppable",
            "pieces",
            "pieces that no single enemy can catch if they run straight ahead, given whose turn it is",
        ),
    ),
    (
        F::Furthest,
        Feature::new("furthest", "rows", "rows between the foremost piece and this side's own edge; 0 without pieces"),
    ),
    (F::HomeRow, Feature::new("home_row", "pieces", "pieces on this side's own edge row")),
    (F::SecondRow, Feature::new("second_row", "pieces", "pieces one row before this side's own edge")),
    (F::FarHalf, Feature::new("far_half", "pieces", "pieces nearer to the goal than to this side's own edge")),
    (F::OneToGo, Feature::new("one_to_go", "pieces", "pieces one row before the goal")),
    (F::TwoToGo, Feature::new("two_to_go", "pieces", "pieces two rows before the goal")),
    (
        F::ThreeToGo,
        Feature::new("three_to_go", "pieces", "pieces three rows before the goal; 0 on a board of three rows"),
    ),
    (F::Holes, Feature::new("holes", "columns", "columns without a piece of this side")),
    (F::Workers, Feature::new("workers", "pieces", "pieces on the last row; workers=3 needs three")),
];

/// What `plyscope learn` found; docs/heuristics/learning.md has the commands.
static MODELS: [PackedModel; 1] = [PackedModel::embedded(include_bytes!("../../../models/breakthrough-8x8.heuristic"))];

fn fitted<W: Word>() -> Named<Breakthrough<W>> {
    Named::rule::<Strong>("fitted", "pieces by row, exchanges and races, with fitted weights", &[])
}

static IDS: [F; TABLE.len()] = ids(TABLE);

impl<W: Word> Judged for Breakthrough<W> {
    const FEATURES: &'static [Feature] = &descriptions::<_, { TABLE.len() }>(TABLE);
    const LEARNT_WITH: &'static [&'static str] = &["hanging", "unstoppable"];

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let camp = self.camp(side);
        f64::from(match IDS[feature] {
            F::Pieces => self.n_pieces(side),
            F::Steps => self.n_steps(side),
            F::Turn => u32::from(self.side_to_move() == side),
            F::Mobility => camp.n_moves(),
            F::Captures => camp.n_captures(),
            F::Attacked => camp.attacked().count(),
            F::Hanging => camp.hanging().count(),
            F::Protected => camp.n_protections(),
            F::FreeRunners => camp.free().count(),
            F::Unstoppable => camp.unstoppable().count(),
            F::Furthest => camp.furthest(),
            F::HomeRow => (camp.pieces() & camp.home()).count(),
            F::SecondRow => (camp.pieces() & camp.ahead(camp.home())).count(),
            F::FarHalf => camp.n_in_far_half(),
            F::OneToGo => camp.before_goal(1),
            F::TwoToGo => camp.before_goal(2),
            F::ThreeToGo => camp.before_goal(3),
            F::Holes => camp.n_holes(),
            F::Workers => (camp.pieces() & camp.goal()).count(),
        })
    }

    seen_as_pawns!(goal);

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::learnt("strong", "a network learnt from games on 8x8; fitted on other boards", &MODELS, fitted()),
            fitted(),
            Named::formula("material", "pieces", &[], "pieces"),
            Named::rule::<Viewed<Offensive1>>("offensive1", "2*(30-theirs.pieces)", VIEW),
            Named::rule::<Viewed<Offensive2>>("offensive2", "few enemies, and own pieces near the goal", VIEW),
            Named::rule::<Viewed<Defensive1>>("defensive1", "2*mine.pieces", VIEW),
            Named::rule::<Viewed<Defensive2>>("defensive2", "own pieces at home, and no enemies near it", VIEW),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
