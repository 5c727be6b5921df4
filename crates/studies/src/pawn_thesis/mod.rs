//! V. Erdogan's thesis on heuristics for the Pawn Game (2020): its tables from the published program and from the
//! version before, its faults switched off one at a time, and its seven questions answered.
//!
//! On 4x4 everything without simulations is computed exactly over all positions (`space`, `depth_cut`); the rest is
//! played (`matches`).

mod boards;
mod data;
mod depth_cut;
mod estimate;
mod faults;
mod fig19;
mod fig20;
mod matches;
mod october;
mod pictures;
mod sizes;
mod space;
mod subset;
#[cfg(test)]
mod tests;

use crate::{Interrupted, Reproduction, Study, StudyRequest, StudyTable};
use faults::Judged;
use fig20::{Fig20, Games};
use subset::Corrected;

/// The study.
pub(crate) const STUDY: Study = Study {
    id: "pawn-thesis",
    title: "Heuristics for the Pawn Game, a thesis of 2020",
    claim: "Depth-cut minimax plays the Pawn Game better than MCTS, an advanced heuristic better than a simple one, \
        and odd depths often better than even ones; the thesis leaves the reason open.",
    takes: "about a minute and a half",
    full_takes: "about ten minutes",
    committed: include_str!("../../committed/pawn-thesis.json"),
    run,
};

/// Number of games for each kind of cell.
struct Plan {
    fig20: Games,
    fig19: u64,
    corrected: u64,
    tries: u64,
    sizes: u64,
    cost: u64,
}

const DEFAULT: Plan = Plan {
    fig20: Games { at_least: 1000, if_close: 8000 },
    fig19: 1000,
    corrected: 500,
    tries: 2000,
    sizes: 100,
    cost: 100,
};

const FULL: Plan = Plan {
    fig20: Games { at_least: 4000, if_close: 20_000 },
    fig19: 4000,
    corrected: 4000,
    tries: 10_000,
    sizes: 1000,
    cost: 1000,
};

fn run(request: &StudyRequest<'_>) -> Result<Reproduction, Interrupted> {
    let plan = if request.full { FULL } else { DEFAULT };
    let small = Judged::new("4x4", request.work)?;
    let large = request.full.then(|| Judged::new("5x5", request.work)).transpose()?;
    let boards: Vec<&Judged> = std::iter::once(&small).chain(&large).collect();

    let fig20 = Fig20::run(request, &small.space, &small.parts, plan.fig20)?;
    let fig19 = fig19::table(request, plan.fig19)?;
    let kept = faults::kept(request, &boards)?;
    let corrected = Corrected::run(request, &small.space, &small.parts, plan.corrected)?;
    let (values, second, solved) = boards::values(request)?;
    let (sizes, means) = sizes::sizes(request, plan.sizes)?;
    let pictures = vec![
        pictures::scatter(&fig20),
        pictures::sign(&kept),
        pictures::subset(&corrected.by_rollouts(&fig20)),
        pictures::sizes(&means),
    ];
    let verdict = verdict(&fig20, &fig19, &corrected, (second, solved));
    let tables = vec![
        fig20.table(),
        fig20.second_table(),
        fig20.october_table(),
        fig19,
        faults::readings(request, &small)?,
        faults::unexplained(request, &small)?,
        kept,
        faults::terms(request, &boards)?,
        corrected.table(&fig20),
        subset::overlooked(request, &small.space, plan.tries)?,
        values,
        sizes::minimax_against_random(request)?,
        boards::savings(request)?,
        sizes::first_move(request, plan.sizes)?,
        sizes,
        faults::depths(request, &small)?,
        corrected.rollouts_table(&fig20),
        sizes::cost(request, plan.cost)?,
    ];
    Ok(Reproduction { study: STUDY.id, tables, verdict, pictures })
}

/// The conclusion, from the counts.
fn verdict(fig20: &Fig20, fig19: &StudyTable, corrected: &Corrected, (second, solved): (u64, u64)) -> String {
    let [published, october, neither] = fig20.counts();
    let judged =
        || fig19.cells.iter().filter(|cell| cell.verdict.agrees().is_some() && !cell.column.contains("second"));
    let agree = judged().filter(|cell| cell.verdict.agrees() == Some(true)).count();
    let means = corrected.by_rollouts(fig20);
    let (before, after) = means.last().map_or((f64::NAN, f64::NAN), |row| (row.drawn.share, row.complete.share));
    let better = if after > 0.5 { "beats" } else { "does not beat" };
    format!(
        "Of the {} cells of Fig. 20, {published} fit the program as published, {october} only its version of October \
         2019, {neither} neither; {agree} of the {} cells of Fig. 19 fit the October version. So the two figures mix \
         two programs. Faults explain what the thesis leaves open: a sign that reverses the heuristic at even depths, \
         a promotion term that rewards losing pawns, and an MCTS that misses a third of its moves. With all moves \
         MCTS(500) {better} the depth-cut players ({:.0} % of the games instead of {:.0} %), which reverses the main \
         conclusion. Moving first is not an advantage in itself either: the second player wins {second} of the \
         {solved} boards solved.",
        fig20.published.len(),
        judged().count(),
        100.0 * after,
        100.0 * before,
    )
}
