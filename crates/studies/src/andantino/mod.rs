//! Andantino: what the report's program visits, why it is fast, and how it plays.

mod correct;
mod counts;
mod deepening;
mod enclosure;
mod games;
mod program;
mod published;

pub use correct::{Corrected, Count, Way};
pub use counts::{Visited, visit};
pub use deepening::by_depth;
pub use enclosure::{FALSE_POSITIVES, Sightings, watch};
pub use games::{MODES, Player, Results, play, play_match};
pub use program::{Program, Ties, evaluation};
pub use published::{POSITIONS, SEARCHES};

use crate::{Interrupted, Reproduction, Study, StudyRequest};
use counts::Counts;

/// The study.
pub(crate) const STUDY: Study = Study {
    id: "andantino",
    title: "Andantino: alpha-beta searches and iterative deepening",
    claim: "Principal variation search is about 1110 times as fast as minimax at depth 5, and with iterative \
        deepening it reaches depths of 15 to 19 in three seconds.",
    takes: "about 15 seconds",
    full_takes: "about two minutes",
    committed: include_str!("../../committed/andantino.json"),
    run,
};

fn run(request: &StudyRequest<'_>) -> Result<Reproduction, Interrupted> {
    let counts = Counts::new(request)?;
    let [table_3, table_4] = deepening::tables(request, &counts)?;
    let (enclosures, false_enclosures) = enclosure::table(request)?;
    let tables = vec![
        counts::time_table(&counts, 0),
        counts::time_table(&counts, 1),
        table_3,
        table_4,
        counts::speed_up_table(&counts),
        counts::correct_table(&counts),
        enclosures,
        games::sign_table(),
        games::greedy_table(request)?,
        games::match_table(request)?,
    ];
    let last = POSITIONS.len() - 1;
    let [minimax, _, _, pvs] = [0, 1, 2, 3].map(|column| counts.of(5, last, column).states);
    let (_, corrected) = Corrected::new(Way::Pvs).shared(&Program::after(POSITIONS[last].1, Ties::Fixed), 5);
    let mut pictures = vec![counts::picture(), false_enclosures];
    pictures.extend(counts::bar_charts(&counts));
    let verdict = format!(
        "The published times follow from the number of positions visited, except for one of 32, which is probably a \
         bad measurement. PVS is fast because it returns after the first child: {minimax} states against {pvs} explain \
         the whole factor of {:.0}. A correct PVS makes {} states there, {:.0} times fewer than minimax and about as \
         many as alpha-beta. Depth 19 is a line of play that ended long before. All five modes lose to a player that \
         does not look ahead, four of them in every game and in the fewest plies possible, because they count what is \
         good for the opponent as good for themselves. The test for an enclosure has false alarms.",
        minimax as f64 / pvs as f64,
        corrected.states,
        minimax as f64 / corrected.states as f64,
    );
    Ok(Reproduction { study: STUDY.id, tables, verdict, pictures })
}
