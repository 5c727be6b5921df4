//! One file for each command.

pub(crate) mod ablate;
pub(crate) mod agent;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod engine;
pub(crate) mod evaluate;
pub(crate) mod exact_match;
pub(crate) mod games;
pub(crate) mod grade;
pub(crate) mod league;
pub(crate) mod learn;
pub(crate) mod manual;
pub(crate) mod merge;
pub(crate) mod perft;
pub(crate) mod play_match;
pub(crate) mod position;
pub(crate) mod records;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod worker;
