//! Pawned: the printed trees, the misprint, the checkmate tests, the scale of values and the response times.

mod boards;
mod detector;
mod identify;
mod misprint;
mod printed;
mod program;
mod scale;
mod soundness;
mod times;
mod trees;

pub use detector::Detector;
pub use identify::{Identified, identify};
pub use misprint::{Harm, count_harm};
pub use printed::root;
pub use program::Program;
pub use soundness::{Fate, Soundness, check};
pub use trees::{misprinted_root, searched, stopping_at_checkmates};

use crate::{CellVerdict, Interrupted, Reproduction, Study, StudyRequest};

/// The study.
pub(crate) const STUDY: Study = Study {
    id: "pawned",
    title: "Pawned: minimax and alpha-beta for a game of pawns",
    claim: "Alpha-beta finds the value of minimax with fewer nodes, and two checkmate tests let the program see a \
        win early.",
    takes: "about 10 seconds",
    full_takes: "about a minute",
    committed: include_str!("../../committed/pawned.json"),
    run,
};

fn run(request: &StudyRequest<'_>) -> Result<Reproduction, Interrupted> {
    let position = identify::table(request)?;
    let trees = [trees::minimax_table(), trees::alphabeta_table(), trees::root_table()];
    let misprint = misprint::table(request)?;
    let (small, large) = (check(request, "4x4")?, check(request, "5x5")?);
    let (checkmate, checkmate_picture) = soundness::table(&large);
    let scale = scale::table(request, &[("4×4", 16, &small), ("5×5", 25, &large)])?;
    let (times, growth) = times::table(request)?;
    let agreeing = |table: &crate::StudyTable, column: &str| {
        let judged = table.cells.iter().filter(|cell| cell.column == column && cell.verdict.agrees().is_some());
        let (all, equal) =
            judged.fold((0, 0), |(all, equal), cell| (all + 1, equal + u32::from(cell.verdict == CellVerdict::Equal)));
        format!("{equal} of {all}")
    };
    let [[owner, opponent], _, [type2, type2_opponent], _] = large.fates;
    let verdict = format!(
        "The printed trees are real. A rule for checkmates that we fitted gives {} nodes of the minimax tree, and {} \
         with a slip in it, which is a guess made to fit seven leaves. Without the slip, in a search that stops at a \
         checkmate, the rule gives {} nodes of the alpha-beta tree. The leaves come from an older evaluation than the \
         documented one. The pseudocode's alpha-beta is misprinted; as printed it finds 36 instead of 4. The checkmate \
         tests prove nothing: on 5×5 the owner of a type 1 wins {:.1} % of the positions if it is to move and {:.1} % \
         if the opponent is, of a type 2 {:.1} % and {:.1} %. Alpha-beta does save nodes.",
        agreeing(&trees[0], "runner rule"),
        agreeing(&trees[0], "runner rule with the slip"),
        agreeing(&trees[1], "published-pawned-checkmate"),
        100.0 * owner.share_won(),
        100.0 * opponent.share_won(),
        100.0 * type2.share_won(),
        100.0 * type2_opponent.share_won(),
    );
    let mut tables = vec![position];
    tables.extend(trees);
    tables.extend([boards::boards_table(), misprint, boards::fooling_table(request)?, checkmate, scale, times]);
    Ok(Reproduction { study: STUDY.id, tables, verdict, pictures: vec![checkmate_picture, growth] })
}
