//! What is asked of a position: search, solution, grades, values, counts. Results are JSON.

use std::path::Path;

use plyscope_core::{BadInput, Work};
use plyscope_programs::Programs;
use plyscope_registry::{
    GradeError, GradeRequest, HeuristicSpec, Positions, ReportCard, SearchRequest, SolveRequest, TreeLimits, consult,
};
use plyscope_view::{Evaluation, SearchReport, SolutionView};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

use crate::arguments::{self, heuristic, jobs, size, time, whole};
use crate::call::{bad_input, long, short};
use crate::game::json;
use crate::position::Position;
use crate::tree::Tree;

/// The most nodes of a recorded tree.
const MAX_TREE_NODES: u64 = 10_000_000;

/// Searches a position; with `tree`, also gives the tree down to that ply.
#[pyfunction]
#[pyo3(signature = (position, player, seed, tree, tree_nodes))]
pub(crate) fn search(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    player: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    tree: Option<&Bound<'_, PyAny>>,
    tree_nodes: &Bound<'_, PyAny>,
) -> PyResult<(String, Option<Tree>)> {
    let (player, seed) = (arguments::player(player)?, whole("seed", seed, 0..=u64::MAX)?);
    let plies = tree.map(|plies| whole("tree", plies, 0..=1000)).transpose()?;
    let nodes = whole("tree_nodes", tree_nodes, 1..=MAX_TREE_NODES)? as usize;
    let position = &*position.get().inner;
    let (answer, tree) = long(py, |work| {
        let request = SearchRequest { player: &player, seed, work };
        match plies {
            None if player.program().is_some() => {
                let pool = Programs::default().and_commands().pool();
                consult(position, &player, &pool, work, &mut |_| {}).map(|answer| (answer, None))
            }
            None => position.search(&request, &mut |_| {}).map(|answer| (answer, None)),
            Some(plies) => {
                let limits = TreeLimits { plies: plies as usize, nodes };
                position.record(&request, limits, &mut |_| {}).map(|(answer, tree)| (answer, Some(tree)))
            }
        }
    })?;
    let report = json(&SearchReport::new(&player, &answer))?;
    let tree = tree.map(|tree| Tree::new(position.boxed_clone(), player, answer, tree));
    Ok((report, tree))
}

/// Solves a position.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    limit: Option<&Bound<'_, PyAny>>,
    memory: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let limit = limit.map(|limit| time("time", limit)).transpose()?;
    let (bytes, threads) = (size("memory", memory)?, whole("threads", threads, 1..=64)? as usize);
    let position = &*position.get().inner;
    let solution = long(py, |work| {
        let request = SolveRequest { bytes, threads, work: work.within(limit), proof: None };
        Ok(position.solve(request, &mut |_| {}))
    })?;
    json(&SolutionView::new(position.side_to_move(), &solution))
}

/// The value of a heuristic for a position.
#[pyfunction]
pub(crate) fn evaluate(
    position: &Bound<'_, Position>,
    heuristic: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (spec, seed) = (arguments::heuristic(heuristic)?, whole("seed", seed, 0..=u64::MAX)?);
    let judgement = short(|| position.get().inner.evaluate(&spec, seed).map_err(bad_input))?;
    json(&Evaluation::new(&spec, &judgement))
}

#[derive(Serialize)]
struct PerftJson {
    leaves: u64,
    by_depth: Vec<u64>,
    divide: Vec<(String, u64)>,
}

/// Counts the sequences of moves of every length up to a depth.
#[pyfunction]
pub(crate) fn perft(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: &Bound<'_, PyAny>,
    n_jobs: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (depth, jobs) = (whole("depth", depth, 0..=1000)? as usize, jobs(n_jobs)?);
    let position = &*position.get().inner;
    let counts = long(py, |work| position.perft(depth, jobs, work).map_err(|_| BadInput::new("stopped")))?;
    json(&PerftJson { leaves: counts.leaves(), by_depth: counts.by_depth, divide: counts.divide })
}

#[derive(Serialize)]
struct GradeJson {
    #[serde(flatten)]
    card: ReportCard,
    notes: Vec<String>,
}

/// Grades heuristics over the positions that follow one.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub(crate) fn grade(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    heuristics: Vec<Bound<'_, PyAny>>,
    depth: &Bound<'_, PyAny>,
    positions: Option<&Bound<'_, PyAny>>,
    last: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    solve_time: &Bound<'_, PyAny>,
    cache: Option<&Bound<'_, PyAny>>,
    n_jobs: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let position = &*position.get().inner;
    let mut specs = heuristics.iter().map(heuristic).collect::<PyResult<Vec<_>>>()?;
    if specs.is_empty() {
        specs = position.heuristics().iter().map(|about| HeuristicSpec::named(about.name)).collect();
    }
    let positions = match positions {
        None => Positions::Fit,
        Some(all) if all.is_instance_of::<PyString>() && arguments::text("positions", all)? == "all" => Positions::All,
        Some(text) if text.is_instance_of::<PyString>() => {
            return Err(PyValueError::new_err("positions are \"all\" or a number from 1 to 1000000"));
        }
        Some(number) => Positions::Sample(whole("positions", number, 1..=1_000_000)? as _),
    };
    let (depth, last) = (whole("depth", depth, 1..=20)? as u32, whole("last", last, 1..=1000)? as u32);
    let (seed, time) = (whole("seed", seed, 0..=u64::MAX)?, time("solve_time", solve_time)?);
    let (jobs, cache) = (jobs(n_jobs)?.0.get(), cache.map(|path| arguments::text("cache", path)).transpose()?);
    let (card, notes) = long(py, |work: Work<'_>| {
        let cache = cache.as_deref().map(Path::new);
        let request = GradeRequest { heuristics: &specs, depth, positions, last, seed, time, jobs, cache, work };
        position.grade(&request).map_err(|error| match error {
            GradeError::Input(error) => error,
            GradeError::Stopped => BadInput::new("stopped; nothing was graded"),
        })
    })?;
    json(&GradeJson { card, notes })
}
