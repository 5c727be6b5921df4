//! Where the truth comes from: all positions of a small board, or a sample of solved endgames.

use std::path::Path;

use plyscope_core::{BadInput, Score, Work};
use plyscope_heuristics::{Judged, Opinion};
use plyscope_solve::Solvable;

use crate::GradeError;
use crate::cache;
use crate::graph::Graph;
use crate::marks::Choice;
use crate::sample::{Sample, SampleRequest};

/// Which positions to ask about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// All if there are few, else a sample of a thousand.
    Fit,
    /// All that can be reached.
    All,
    /// A sample of this many.
    Sample(u64),
}

/// Which truth is wanted.
pub struct TruthRequest<'a> {
    /// Which positions.
    pub positions: Positions,
    /// How a sample is drawn; its number of positions is taken from `positions`.
    pub sample: SampleRequest,
    /// Threads that solve.
    pub jobs: usize,
    /// The folder where solved samples are kept, if they are.
    pub cache: Option<&'a Path>,
    /// Stops it, and is told how many positions are solved.
    pub work: Work<'a>,
}

/// Positions and what their moves are worth.
pub enum Truth<G> {
    /// Of all that can be reached.
    All(Graph<G>),
    /// Of some.
    Some(Sample<G>),
}

/// Boards with at most this many positions are taken whole by default: it takes about a second.
const FEW_POSITIONS: usize = 500_000;
/// More positions would need more memory than most machines have to spare.
const MAX_POSITIONS: usize = 6_000_000;
/// The size of a sample if none is given.
const USUAL_SAMPLE: u64 = 1000;

impl<G: Judged + Solvable> Truth<G> {
    /// The truth about the positions that follow `start`, and notes about where it came from. `game` is the spec.
    ///
    /// # Errors
    /// If the game is over, there are too many positions, or it was stopped.
    pub fn find(
        game: &str,
        variant: &G::Variant,
        start: &G,
        request: &TruthRequest<'_>,
    ) -> Result<(Self, Vec<String>), GradeError> {
        if start.outcome().is_some() {
            return Err(BadInput::new("the game is over, so there are no choices to grade").into());
        }
        let all = match request.positions {
            Positions::Fit => Graph::from(start, FEW_POSITIONS, request.work)?,
            Positions::All => Some(Graph::from(start, MAX_POSITIONS, request.work)?.ok_or_else(|| {
                BadInput::new(format!(
                    "{game} has more than {MAX_POSITIONS} positions; \
                    take a sample of endgames, for example 1000 positions"
                ))
            })?),
            Positions::Sample(_) => None,
        };
        if let Some(graph) = all {
            return Ok((Truth::All(graph), Vec::new()));
        }
        let positions = if let Positions::Sample(n) = request.positions { n } else { USUAL_SAMPLE };
        let mut notes = Vec::new();
        let wanted = SampleRequest { positions, ..request.sample };
        let sample = sample(game, variant, start, &wanted, request, &mut notes)?;
        if sample.items.is_empty() {
            return Err(BadInput::new(format!(
                "none of {positions} positions could be solved in {:?} each; allow more time or stay closer to the end \
                 of the game",
                request.sample.time
            ))
            .into());
        }
        Ok((Truth::Some(sample), notes))
    }

    /// Every unfinished position with its ply and its worth to its side to move.
    pub(crate) fn positions(&self) -> Box<dyn Iterator<Item = (&G, u32, Score)> + '_> {
        match self {
            Truth::All(graph) => Box::new(graph.unfinished()),
            Truth::Some(sample) => Box::new(sample.items.iter().map(|item| {
                let best = item.scores.iter().copied().max().unwrap_or(Score::EVEN);
                (&item.position, item.ply, best)
            })),
        }
    }

    /// Shows every choice of a heuristic at depths 1 to `depth`.
    pub(crate) fn choices(
        &self,
        heuristic: &dyn Fn() -> Opinion<G>,
        depth: u32,
        work: Work<'_>,
        see: &mut dyn FnMut(Choice<'_>),
    ) -> Result<(), GradeError> {
        match self {
            Truth::All(graph) => graph.choices(heuristic(), depth, work, see),
            Truth::Some(sample) => sample.choices(heuristic, depth, work, see),
        }
    }

    /// Whether these are only some of the positions.
    pub fn is_sample(&self) -> bool {
        matches!(self, Truth::Some(_))
    }
}

/// A sample from the cache, or drawn and kept there.
fn sample<G: Judged + Solvable>(
    game: &str,
    variant: &G::Variant,
    start: &G,
    sample: &SampleRequest,
    request: &TruthRequest<'_>,
    notes: &mut Vec<String>,
) -> Result<Sample<G>, GradeError> {
    let question = format!(
        "{game} from {}: {} positions at most {} plies before the end, seed {}, {:?} each",
        start.position_text(),
        sample.positions,
        sample.last,
        sample.seed,
        sample.time
    );
    let file = request.cache.map(|folder| cache::file(folder, game, &question));
    if let Some(file) = &file {
        match cache::read(file, &question, variant) {
            Ok(Some(known)) => return Ok(known),
            Ok(None) => {}
            Err(what) => notes.push(format!("{} {what}, so the positions were solved again.", file.display())),
        }
    }
    let drawn = Sample::draw(start, sample, request.jobs, request.work)?;
    if let Some(file) = &file
        && let Err(error) = cache::write(file, &question, &drawn)
    {
        notes.push(format!("{} cannot be written ({error}), so the positions are not kept.", file.display()));
    }
    Ok(drawn)
}
