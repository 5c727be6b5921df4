//! The server from outside: all routes without sockets, and the rest with them. One program, because linking takes
//! longer than testing.

mod building;
mod common;
mod crowd;
mod description;
mod generated;
mod guard;
mod house;
mod league;
mod programs;
mod routes;
mod runs;
mod studies;
mod token;
mod trees;
