//! Every registered game and search: rules, text, players and node counts.

mod against_oracle;
mod clock;
mod common;
mod conformance;
mod exact;
mod laws;
mod legal;
mod oracle;
mod parsers;
mod perft;
mod players;
mod signature;
mod vectors;
mod why;
