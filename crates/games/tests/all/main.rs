//! Rules and heuristics of the games.

mod fast_paths;
mod heuristics;
mod known_values;
mod reachable;
