//! The formula language: heuristics as people write them.
//!
//! ```text
//! sum      := product (("+" | "-") product)*           comparisons bind loosest and give 1 or 0:
//! product  := signed (("*" | "/") signed)*             < <= > >= == !=
//! signed   := "-" signed | power
//! power    := atom ("^" signed)?
//! atom     := number | name | mine.name | theirs.name | $weight | function "(" arguments ")" | "(" formula ")"
//! function := abs(x) | min(x, y, …) | max(x, y, …) | if(condition, then, else)
//! ```
//!
//! A bare name is the difference, what I have more than they. A condition holds unless it is 0.
//!
//! Every value is finite: x/0 and 0^-x are 0, what has no value (such as the root of a negative number) is 0, and what
//! is too large stays at ±1e300. So a search never meets a NaN.

mod cells;
mod compile;
mod parse;
mod program;
mod summands;
mod syntax;

pub(crate) use compile::compile;
pub use syntax::Expression;

#[cfg(test)]
mod test_game;
#[cfg(test)]
mod tests;
