//! The store through the public interface.

#[cfg(feature = "parquet")]
mod columns;
mod common;
mod opening;
mod round_trip;
