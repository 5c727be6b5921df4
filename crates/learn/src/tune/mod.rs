//! `plyscope tune`: numbers of a player that no gradient reaches, such as the margins of a search, tuned by its games.

mod cma;
mod duels;
mod method;
mod session;
mod spsa;
#[cfg(test)]
mod tests;
mod vary;

pub use method::Method;
pub use session::{TunePlan, Tuned, TunedNumber, tune};
pub use vary::Vary;
