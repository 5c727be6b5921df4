//! Conversations with the engine in every protocol, alone and with the engines of others.

mod games;
mod gtp;
mod lines;
mod nboard;
mod script;
mod stopping;
mod talk;
mod uci;
