//! Learning small games from nothing but their rules, and tuning numbers.

mod sessions;
mod tuning;
