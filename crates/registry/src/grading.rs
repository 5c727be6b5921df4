//! Report cards of heuristics, asked for as text.

use std::path::Path;
use std::time::Duration;

use plyscope_core::Work;
use plyscope_grade::{
    CardRequest, GradeError, Maker, Positions, ReportCard, SampleRequest, Truth, TruthRequest, grade,
};
use plyscope_heuristics::{HeuristicSpec, Judged};
use plyscope_solve::Solvable;

/// Which heuristics to grade, and over which positions.
pub struct GradeRequest<'a> {
    /// The heuristics.
    pub heuristics: &'a [HeuristicSpec],
    /// Depths of search, from 1 to this.
    pub depth: u32,
    /// Which positions.
    pub positions: Positions,
    /// Positions of a sample are at most this many plies before the end of their games.
    pub last: u32,
    /// Decides the sample, and the noise of heuristics that have some.
    pub seed: u64,
    /// The most time for solving one position of a sample.
    pub time: Duration,
    /// Threads to use.
    pub jobs: usize,
    /// The folder where solved samples are kept, if they are.
    pub cache: Option<&'a Path>,
    /// Stops it, and is told its progress.
    pub work: Work<'a>,
}

/// Grades heuristics over the positions that follow one. Also returns notes about where the truth came from.
pub(crate) fn report_card<G: Judged + Solvable>(
    spec: &str,
    variant: &G::Variant,
    start: &G,
    request: &GradeRequest<'_>,
) -> Result<(ReportCard, Vec<String>), GradeError> {
    // A bad heuristic is reported before anything is solved.
    for heuristic in request.heuristics {
        G::opinion(Some(heuristic), request.seed)?.fits(start)?;
    }
    let sample = SampleRequest { positions: 0, last: request.last, seed: request.seed, time: request.time };
    let GradeRequest { positions, jobs, cache, work, .. } = *request;
    let wanted = TruthRequest { positions, sample, jobs, cache, work };
    let (truth, notes) = Truth::find(spec, variant, start, &wanted)?;
    let maker = |heuristic: &'_ HeuristicSpec| {
        let heuristic = heuristic.clone();
        let make = move || G::opinion(Some(&heuristic), request.seed).expect("it could be made before");
        Box::new(make) as Maker<'_, G>
    };
    let heuristics: Vec<_> = request.heuristics.iter().map(|spec| (spec.to_string(), maker(spec))).collect();
    let cards = CardRequest { heuristics: &heuristics, depth: request.depth, jobs, work };
    Ok((grade(&truth, &cards)?, notes))
}
