//! The rules through the `Game` trait.

mod fast_paths;
mod known_values;
mod reachable;
