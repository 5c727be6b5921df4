//! The store through the public interface.

mod common;
mod opening;
mod round_trip;
