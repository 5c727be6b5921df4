//! The published studies, reproduced: every table next to ours, with a verdict for each cell and an explanation of
//! each difference.
//!
//! A study is one folder here and one line in `STUDIES`. Its figures come from the paper (`published`) and from our
//! runs; nothing computable is stored. The published algorithms themselves, with their faults, are searches and
//! heuristics named `published-…`.

pub mod andantino;
pub mod breakthrough;
mod clock;
mod duel;
mod pawn_thesis;
pub mod pawned;
mod request;
mod result;
pub mod reversi_lab;
mod sample;
mod share;

pub use plyscope_core::Interrupted;
pub use request::{StudyRequest, spread};
pub use result::{CellVerdict, Drawing, Figure, Reproduction, StudyCell, StudyPicture, StudyTable};

/// A published study and how to reproduce it.
#[derive(Debug)]
pub struct Study {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its subject.
    pub title: &'static str,
    /// Its claim, in a sentence or two.
    pub claim: &'static str,
    /// How long a run takes on two cores.
    pub takes: &'static str,
    /// The same for a full run.
    pub full_takes: &'static str,
    /// The result of a run as JSON, kept with the program so that it can be shown at once. It is what
    /// `plyscope reproduce STUDY --json` printed when the tables of the documentation were written.
    pub committed: &'static str,
    /// Runs it.
    pub run: fn(&StudyRequest<'_>) -> Result<Reproduction, Interrupted>,
}

/// All studies, in the order of the documentation.
pub static STUDIES: &[Study] =
    &[pawn_thesis::STUDY, reversi_lab::STUDY, pawned::STUDY, andantino::STUDY, breakthrough::STUDY];
