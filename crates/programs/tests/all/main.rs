//! Programs as players: good ones, broken ones, and what is left of them.

mod common;
mod faults;
mod games;
mod leftovers;
mod nboard;
mod peers;
mod sandbox;
mod specs;
