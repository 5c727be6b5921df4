//! Answers as JSON and as text, written once for the command line and for the page.
//!
//! Each type here is plain data made from an answer of the registry or the arena. `serde` writes it as JSON, `utoipa`
//! describes it in the API, and functions next to it put it into words. Nothing here knows a terminal or HTTP.

mod board_drawing;
mod board_text;
mod evaluation;
mod games;
mod numbers;
mod position;
mod remarks;
mod report;
mod run;
mod score;
mod solution;
mod tree;
mod tree_drawing;
mod tree_text;
mod why;

pub use board_drawing::{board_drawing, target_cells};
pub use board_text::{board_text, side_style};
pub use evaluation::{Evaluation, TermView, term_views};
pub use games::{FeatureInfo, GameInfo, HeuristicInfo, OptionAbout, SearchInfo, heuristic_infos, search_infos};
pub use numbers::{grouped, number, short_time, time_text};
pub use position::{
    BoardView, CellView, EndMarkView, MoveView, OutcomeView, PiecesView, PositionState, PositionView, ShapeView,
    SideView, ThreatView,
};
pub use report::{CountersView, Found, RootMoveView, SearchReport, iteration_line};
pub use run::{EntrantView, GameRecord, PlanSize, RunRecord, RunStatus};
pub use score::{BoundView, ScoreView};
pub use solution::{
    ProvenScore, SolutionBounds, SolutionMoveView, SolutionView, bounds_in_words, claim_plies, claim_text,
    solution_move_text,
};
pub use tree::{CutView, KindView, NodeType, NodeView, SimulatedView};
pub use tree_drawing::tree_drawing;
pub use tree_text::{NestedNode, tree_text};
pub use why::{Difference, LineView, WhyView, hint_reason};
