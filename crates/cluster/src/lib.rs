//! Experiments on many machines: one process hands out places in a plan and collects games, any number of workers play
//! them, and NATS JetStream keeps both on their way.
//!
//! This crate is the only one that talks to NATS, and everything asynchronous stays inside. What it promises rests on
//! three facts:
//!
//! * a game is a function of its place in the plan, so it does not matter who plays it, or how often;
//! * the collecting process knows from its database which games are missing, so whatever is lost is handed out again;
//! * a result leaves the hub only after it is stored, and the key of a game is stored once.

mod address;
mod blobs;
mod chunks;
mod coordinator;
mod hub;
mod link;
mod notices;
mod roster;
mod self_test;
mod tables;
#[cfg(test)]
mod tests;
mod wire;
mod worker;

pub use address::Address;
pub use coordinator::{Coordinator, Sources};
pub use notices::WorkerNotice;
pub use roster::workers;
pub use self_test::build;
pub use worker::{WorkerNews, WorkerOptions, work};
