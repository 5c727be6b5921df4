//! Experiments, runs, exports and reports through the public interface.

mod common;
mod experiments;
mod export;
mod grades;
mod report;
mod runs;
