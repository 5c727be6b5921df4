//! The store through the public interface.

mod columns;
mod common;
mod opening;
mod round_trip;
