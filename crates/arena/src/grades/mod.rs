//! Report cards of heuristics: as text tables, compared with results of games, and as one HTML file.

mod html;
mod strength;
mod table;

pub use html::grades_html;
pub use strength::{Agreement, HeuristicScore, MatchRequest, Strength, play_matches, strength_of_run};
pub use table::{
    RANDOM, TextTable, calibration_table, explanation, findings, marks_table, phases_table, population_text,
};
