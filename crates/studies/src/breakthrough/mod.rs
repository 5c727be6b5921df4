//! The student's report on Breakthrough: six single games between players that search three and four plies.

mod boards;
mod games;
mod matches;
mod others;
mod pictures;
mod published;

use crate::{Interrupted, Reproduction, Study, StudyRequest, StudyTable};

/// The study.
pub const STUDY: Study = Study {
    id: "breakthrough",
    title: "Minimax and alpha-beta for Breakthrough, a course report",
    claim: "Six games show how offensive and defensive heuristics fare against each other: moves, nodes, times, \
        captures and winners.",
    takes: "about three minutes",
    full_takes: "about half an hour",
    committed: include_str!("../../committed/breakthrough.json"),
    run,
};

fn run(request: &StudyRequest<'_>) -> Result<Reproduction, Interrupted> {
    let games = |few: u64, many: u64| if request.full { many } else { few };
    let played = matches::play(request, games(120, 2000))?;
    let mut tables = matches::tables(&played);
    tables.push(boards::table(&played));
    tables.push(others::depths(request, &played, games(12, 40))?);
    let (win_test, tested) = others::win_test(request, &played)?;
    tables.push(win_test);
    tables.extend(others::variants(request, games(24, 400))?);
    let mut pictures = pictures::of_the_matches(&played);
    pictures.push(pictures::win_test(&played, &tested));
    let verdict = verdict(&tables);
    Ok(Reproduction { study: STUDY.id, tables, verdict, pictures })
}

/// The six matches alone, with `games` games in each reading.
///
/// # Errors
/// If the run is stopped.
pub fn matches(request: &StudyRequest<'_>, games: u64) -> Result<Vec<StudyTable>, Interrupted> {
    Ok(matches::tables(&matches::play(request, games)?))
}

/// The conclusion, with the counts of this run.
fn verdict(tables: &[StudyTable]) -> String {
    let found = |id: &str, row: &str, column: &str| {
        let table = tables.iter().find(|table| table.id == id).expect("a table of this study");
        let cell = table.cells.iter().find(|cell| cell.row == row && cell.column == column);
        cell.expect("a cell of this table").ours.to_string()
    };
    let [white, own] = ["White's view", "own view"].map(|view| found("readings", "all", view));
    let [white_lost, own_lost] =
        ["White's view", "own view"].map(|view| found("readings", "Black pieces captured", view));
    format!(
        "Each printed game is a single sample from a wide distribution. Black's losses are ordinary in {white_lost} \
         matches if Black minimises White's value, and in {own_lost} if each side counts for itself; of all printed \
         figures {white} and {own}. So for Black the names of the heuristics are probably the wrong way round: its \
         \"offensive\" Black keeps its pieces, its \"defensive\" Black captures. The node counts are near those of 3 \
         and 4 plies with pruning. The search does not test for the end of a game; the table `win-test` shows in which \
         matches that matters."
    )
}
