//! Where the truth comes from: all positions of a small board, or a sample of solved endgames.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use plyscope_core::{BadInput, Heuristic, Score};
use plyscope_heuristics::Judged;
use plyscope_solve::Solvable;

use crate::cache;
use crate::graph::Graph;
use crate::marks::Choice;
use crate::sample::{Sample, SampleAsk};
use crate::{GradeError, Progress};

/// Which positions shall be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// All if there are few, else a sample of a thousand.
    Fit,
    /// All that can be reached.
    All,
    /// A sample of so many.
    Sample(u64),
}

/// What truth is wanted.
pub struct TruthAsk<'a> {
    /// Which positions.
    pub positions: Positions,
    /// A sample is drawn so; its number of positions is that above.
    pub sample: SampleAsk,
    /// Threads that solve.
    pub jobs: usize,
    /// Where solved samples are kept; nowhere if none.
    pub cache: Option<&'a Path>,
    /// Becomes true when it shall end.
    pub stop: &'a AtomicBool,
}

/// Positions and what their moves are worth.
pub enum Truth<G> {
    /// Of all that can be reached.
    All(Graph<G>),
    /// Of some.
    Some(Sample<G>),
}

/// Boards with no more positions than this are taken whole without being asked: it takes about a second.
const FEW: usize = 500_000;
/// More than this would need more memory than most machines have to spare.
const MOST: usize = 6_000_000;
/// A sample if nobody says how large.
const USUAL_SAMPLE: u64 = 1000;

impl<G: Judged + Solvable> Truth<G> {
    /// The truth about the positions that follow `start`, and notes for people about where it came from. `game` is the spec.
    ///
    /// # Errors
    /// If the game is over, there are too many positions, or it was stopped.
    pub fn find(
        game: &str,
        variant: &G::Variant,
        start: &G,
        ask: &TruthAsk<'_>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(Self, Vec<String>), GradeError> {
        if start.outcome().is_some() {
            return Err(BadInput::new("the game is over: there is nothing left to choose").into());
        }
        let all = match ask.positions {
            Positions::Fit => Graph::from(start, FEW, ask.stop)?,
            Positions::All => Some(Graph::from(start, MOST, ask.stop)?.ok_or_else(|| {
                BadInput::new(format!(
                    "{game} has more than {MOST} positions; take a sample of endgames, for example 1000 positions"
                ))
            })?),
            Positions::Sample(_) => None,
        };
        if let Some(graph) = all {
            return Ok((Truth::All(graph), Vec::new()));
        }
        let positions = if let Positions::Sample(n) = ask.positions { n } else { USUAL_SAMPLE };
        let mut notes = Vec::new();
        let sample = sample(game, variant, start, &SampleAsk { positions, ..ask.sample }, ask, &mut notes, progress)?;
        if sample.items.is_empty() {
            return Err(BadInput::new(format!(
                "none of {positions} positions could be solved in {:?} each; give more time or stay nearer to the end of the game",
                ask.sample.time
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
    pub(crate) fn choices<H: Heuristic<G> + 'static>(
        &self,
        heuristic: &dyn Fn() -> H,
        depth: u32,
        stop: &AtomicBool,
        see: &mut dyn FnMut(Choice<'_>),
    ) -> Result<(), GradeError> {
        match self {
            Truth::All(graph) => graph.choices(heuristic(), depth, stop, see),
            Truth::Some(sample) => sample.choices(heuristic, depth, stop, see),
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
    sample: &SampleAsk,
    ask: &TruthAsk<'_>,
    notes: &mut Vec<String>,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Sample<G>, GradeError> {
    let question = format!(
        "{game} from {}: {} positions at most {} plies before the end, seed {}, {:?} each",
        start.position_text(),
        sample.positions,
        sample.last,
        sample.seed,
        sample.time
    );
    let file = ask.cache.map(|folder| cache::file(folder, game, &question));
    if let Some(file) = &file {
        match cache::read(file, &question, variant) {
            Ok(Some(known)) => return Ok(known),
            Ok(None) => {}
            Err(what) => notes.push(format!("{} {what}, so the positions were solved again.", file.display())),
        }
    }
    let drawn = Sample::draw(start, sample, ask.jobs, ask.stop, &Mutex::new(progress))?;
    if let Some(file) = &file
        && let Err(error) = cache::write(file, &question, &drawn)
    {
        notes.push(format!("{} cannot be written ({error}), so the positions are not kept.", file.display()));
    }
    Ok(drawn)
}
