//! Files are written completely or not at all, and never over something else.

mod exports;
