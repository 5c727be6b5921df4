//! Report cards of heuristics, asked for as text.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyscope_grade::{Ask, GradeError, Maker, Positions, Progress, ReportCard, SampleAsk, Truth, TruthAsk, grade};
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};
use plyscope_solve::Solvable;

/// Which heuristics shall be graded, and over which positions.
pub struct GradeAsk<'a> {
    /// The heuristics.
    pub heuristics: &'a [HeuristicSpec],
    /// Depths of search, from 1 to this.
    pub depth: u32,
    /// Which positions.
    pub positions: Positions,
    /// A sample is at most so many plies before the end of its games.
    pub last: u32,
    /// Decides the sample, and the noise of heuristics that have some.
    pub seed: u64,
    /// Time for solving one position of a sample at most.
    pub time: Duration,
    /// Threads to use.
    pub jobs: usize,
    /// Where solved samples are kept; nowhere if none.
    pub cache: Option<&'a Path>,
    /// Becomes true when it shall end.
    pub stop: &'a AtomicBool,
}

/// Grades heuristics over the positions that follow one; also tells what should be known about where the truth came from.
pub(crate) fn report_card<G: Judged + Solvable>(
    spec: &str,
    variant: &G::Variant,
    start: &G,
    ask: &GradeAsk<'_>,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<(ReportCard, Vec<String>), GradeError> {
    // What cannot be a heuristic is told before anything is solved.
    for heuristic in ask.heuristics {
        G::opinion(Some(heuristic), ask.seed)?;
    }
    let sample = SampleAsk { positions: 0, last: ask.last, seed: ask.seed, time: ask.time };
    let wanted = TruthAsk { positions: ask.positions, sample, jobs: ask.jobs, cache: ask.cache, stop: ask.stop };
    let (truth, notes) = Truth::find(spec, variant, start, &wanted, progress)?;
    let maker = |heuristic: &'_ HeuristicSpec| {
        let heuristic = heuristic.clone();
        let make = move || G::opinion(Some(&heuristic), ask.seed).expect("it could be made before");
        Box::new(make) as Maker<'_, Opinion<G>>
    };
    let heuristics: Vec<_> = ask.heuristics.iter().map(|spec| (spec.to_string(), maker(spec))).collect();
    let asked = Ask { heuristics: &heuristics, depth: ask.depth, jobs: ask.jobs, stop: ask.stop };
    Ok((grade(&truth, &asked, progress)?, notes))
}
