//! Files and text of others: reading within bounds, writing without losing anything, and showing names safely.
//!
//! * [`read_text`] never reads more than a bound, whatever the file is.
//! * [`Exports`] checks all files that a command will write before it starts to work, and writes each of them
//!   completely or not at all.
//! * [`printable`] makes text harmless for a terminal.

mod exports;
mod kind;
mod place;
mod printable;
mod read;

pub use exports::{Export, Exports, cannot_write, remove_unfinished};
pub use kind::FileKind;
pub use printable::{printable, printable_lines};
pub use read::{read_bytes_beginning, read_text, read_text_beginning};
