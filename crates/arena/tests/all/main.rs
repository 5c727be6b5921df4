//! Experiments, runs, exports and reports through the public interface.

mod ablation;
mod common;
mod experiments;
mod export;
mod grades;
mod last_release;
mod programs;
mod referee;
mod report;
mod runs;
mod sampling;
mod shards;
mod tampered;
