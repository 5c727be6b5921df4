//! A league for a class: every folder of a folder is an entrant. Each is checked, then they play each other and fixed
//! yardsticks, and are rated.
//!
//! ```text
//! folder/alice/agent.py  ─► Entrant ─► check ─► pairs ─► a run for each pair ─► ratings ─► lessons ─► pages
//! folder/bob/agent.toml       │                            in folder/league.db
//!                          version: the hash of what is in the folder
//! ```
//!
//! A pair of versions is one run of the store, and a finished run is not played again. So a new, changed or withdrawn
//! entrant costs only its own games.

mod entrant;
mod lesson_page;
mod lost;
mod pages;
mod pairs;
mod reader;
mod review;
mod reviews;
mod roster;
mod schedule;
mod season;
mod standings;
mod swiss;

pub use entrant::{Entrant, State};
pub use lost::{Lessons, LostGame, SHOWN_GAMES};
pub use reader::{Placed, Reader, Table, TableRun};
pub use review::{Fall, GameReview, Mistake, Value, review};
pub use schedule::Schedule;
pub use season::{League, LeagueRequest, Played};
pub use standings::{Cell, Rating, Standing, Standings};
pub use swiss::{Round, Swiss};
