//! For people who write players of their own: a folder to begin with ([`Language`]), what a folder says of its player
//! ([`Agent`]), and whether that player understands the protocol ([`check()`]).

mod agent;
mod check;
mod problem;
mod situations;
mod template;

pub use agent::{AGENT_FILE, Agent};
pub use check::{Checked, check};
pub use problem::Problem;
pub use template::Language;
