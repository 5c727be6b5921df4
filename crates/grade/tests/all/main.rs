//! Report cards against figures computed elsewhere.

mod common;
mod marks;
mod samples;
