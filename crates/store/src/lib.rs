//! Runs and games in one SQLite file. Nothing here knows what a game or a search is: players, openings and reasons are
//! text, moves are bytes.
//!
//! A [`Store`] reads; a [`Writer`] adds games to one run and holds its lock. Games for which [`Writer::append`]
//! returned `Ok` are on the disk, whatever happens to the process or the machine afterwards:
//!
//! * each batch is one transaction, and SQLite waits for the disk at its end (`synchronous=FULL`);
//! * the key of a game consists of its pairing and its number, so no game can be stored twice;
//! * the operating system holds the lock of a run and releases it when the process ends, even if it is killed.

mod columns;
mod database;
mod error;
mod games;
mod lock;
mod model;
mod schema;
mod store;
mod totals;
mod workers;
mod writer;

pub use columns::write_parquet;
pub use error::StoreError;
pub use games::{Played, Scan};
pub use model::{
    Game, GameResult, NewRun, Opening, Pairing, Player, Run, RunId, SeatCost, SeatCount, Setup, Shard, Share, Status,
    Worker, WorkerShare,
};
pub use store::Store;
pub use totals::{Forfeits, SeatTotals, Totals};
pub use writer::Writer;
