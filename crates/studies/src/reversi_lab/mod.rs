//! The lab report on minimax and alpha-beta for Reversi and tic-tac-toe: its two tables, its tournament and its grid
//! of weights.

mod calls;
mod faults;
mod pictures;
mod published;
mod scan;
mod tournament;
mod weights;

use crate::{Interrupted, Reproduction, Study, StudyRequest, StudyTable};

/// The study.
pub const STUDY: Study = Study {
    id: "reversi-lab",
    title: "Minimax and alpha-beta for Reversi and tic-tac-toe, a lab report",
    claim: "Alpha-beta gives the same moves with far fewer recursive calls, and a search over weights finds the best \
        of three heuristics.",
    takes: "half a minute",
    full_takes: "about three minutes",
    committed: include_str!("../../committed/reversi-lab.json"),
    run,
};

fn run(request: &StudyRequest<'_>) -> Result<Reproduction, Interrupted> {
    let runs = calls::runs(request, true)?;
    let mut tables = vec![calls::calls_table(&runs), calls::times_table(&runs)];
    tables.extend(calls::root_tables(&runs));
    tables.push(scan::table(request)?);
    let everyone = tournament::Everyone::play(request, tournament::DEPTH)?;
    tables.push(tournament::standing_table(&everyone, "tournament", tournament::DEPTH));
    tables.push(tournament::submitted_table(&everyone));
    tables.push(tournament::draws_table(&everyone));
    if request.full {
        for (id, depth) in [("tournament-1", 1), ("tournament-3", 3)] {
            tables.push(tournament::standing_table(&tournament::Everyone::play(request, depth)?, id, depth));
        }
    }
    let tried = weights::tried(request)?;
    tables.push(weights::table(&tried));
    tables.push(faults::table());
    let pictures = vec![pictures::calls(&runs), pictures::standing(&everyone), pictures::weights(&tried)];
    Ok(Reproduction { study: STUDY.id, tables, verdict: VERDICT.into(), pictures })
}

/// The published counts next to ours, alone.
///
/// # Errors
/// If the run is stopped.
pub fn counts(request: &StudyRequest<'_>) -> Result<Vec<StudyTable>, Interrupted> {
    let runs = calls::runs(request, false)?;
    let mut tables = vec![calls::calls_table(&runs)];
    tables.extend(calls::root_tables(&runs));
    Ok(tables)
}

/// The faults of the program on positions, alone.
pub fn faults() -> StudyTable {
    faults::table()
}

const VERDICT: &str = "Nine of the ten rows of recursive calls are reproduced exactly; the tenth cannot be, because \
                       its total is odd and two equal games give an even one. In the printed times pruning saves less \
                       than in the calls, as it must in a program that builds all successors first. Alpha-beta is \
                       correct but only half used: sharing the window at the root would have saved a third to two \
                       thirds of its calls without changing a move, and with real heuristics it prunes less than the \
                       expected exponent of 3/4. The three submitted heuristics are clearly better than their parts. \
                       108 games cannot tell them apart; the report's two games do, by accident. There are real \
                       differences on the grid of weights (discs deserve the least weight), but two games on the small \
                       board could not show any of them.";
