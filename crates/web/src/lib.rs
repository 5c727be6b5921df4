//! Plyscope in the browser: a server with a page that needs no network, and an API described by OpenAPI.
//!
//! Like the command line, it is a thin layer over registry, arena and store. Positions are in the requests, so the
//! server keeps no games; it only remembers recorded trees for a while, and the experiments that it plays.

mod api;
mod app;
mod conductor;
mod connections;
mod error;
mod explain;
mod extract;
mod guard;
mod league;
mod limits;
mod page;
mod place;
mod server;
mod shelf;
mod socket;
mod streams;
mod token;
mod view;
mod work;

pub use api::openapi;
pub use app::Settings;
pub use limits::Limits;
pub use page::MISSING_PAGE;
pub use server::{Server, router};
pub use token::Access;
