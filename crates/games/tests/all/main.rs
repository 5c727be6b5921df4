//! Rules and heuristics of the games.

mod end_marks;
mod fast_paths;
mod heuristics;
mod known_values;
mod reachable;
mod views;
