//! What the thesis leaves unexplained, explained by switching off its program's faults one at a time: the sign, the
//! promotion term, the missing children.

use plyscope_core::{Game, Work};

use super::data::{FIG_20, Label, PLAYERS, Utility};
use super::depth_cut::{Choices, Critical, PARTS, Parts, Recipe, RootValues, chance, choices_with};
use super::estimate::Estimate;
use super::space::Space;
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// A board and what its positions are evaluated by.
pub(super) struct Judged {
    pub(super) name: &'static str,
    pub(super) space: Space,
    pub(super) parts: Parts,
    pub(super) critical: Critical,
}

impl Judged {
    pub(super) fn new(name: &'static str, work: Work<'_>) -> Result<Self, Interrupted> {
        let space = Space::new(name, work)?;
        let parts = Parts::new(&space, work)?;
        let critical = Critical::new(&space);
        Ok(Judged { name, space, parts, critical })
    }
}

/// A reading of the program: how it changes the recipe of a heuristic.
type Reading = fn(Utility) -> Recipe;

const AS_PUBLISHED: Reading = Recipe::published;
const SIGN_OFF: Reading = Recipe::corrected;
const PROMOTION_OFF: Reading = |utility| without(0, Recipe::published(utility));
const DISTANCE_OFF: Reading = |utility| without(2, Recipe::published(utility));
const SIGN_AND_PROMOTION_OFF: Reading = |utility| without(0, Recipe::corrected(utility));
const SIGN_AND_DISTANCE_OFF: Reading = |utility| without(2, Recipe::corrected(utility));

fn without(part: usize, mut recipe: Recipe) -> Recipe {
    recipe.weights[part] = 0.0;
    recipe
}

/// The 81 chances under a reading, row by row of the players that do not simulate.
fn exact_cells(board: &Judged, reading: Reading) -> Vec<((usize, usize), f64)> {
    let choices = PLAYERS.map(|label| choices_with(&board.space, &board.parts, label, reading));
    let players: Vec<(usize, &Choices)> =
        choices.iter().enumerate().filter_map(|(index, c)| Some((index, c.as_ref()?))).collect();
    let pairs = players.iter().flat_map(|first| players.iter().map(move |second| (first, second)));
    pairs.map(|((i, first), (j, second))| ((*i, *j), chance(&board.space, first, second))).collect()
}

/// How many of the 81 cells each reading explains.
pub(super) fn readings(request: &StudyRequest<'_>, board: &Judged) -> Result<StudyTable, Interrupted> {
    let readings: [(&str, Reading); 6] = [
        ("as published", AS_PUBLISHED),
        ("right sign", SIGN_OFF),
        ("no promotion term", PROMOTION_OFF),
        ("no distance term", DISTANCE_OFF),
        ("right sign, no promotion term", SIGN_AND_PROMOTION_OFF),
        ("right sign, no distance term", SIGN_AND_DISTANCE_OFF),
    ];
    let found = spread(request, "readings of the program", &readings, |(_, reading)| {
        let cells = exact_cells(board, *reading);
        cells.iter().filter(|((i, j), share)| Estimate::exact(*share).fits(FIG_20[*i][*j])).count() as u64
    })?;
    let cells = readings.iter().zip(found).map(|((name, _), fits)| StudyCell::new(*name, "cells of 81", fits));
    Ok(StudyTable {
        id: "fault-readings",
        title: "How many exact cells of Fig. 20 each reading of the program explains (p of at least 0.01)".into(),
        notes: vec![
            "The program multiplies its heuristic by the turn although its minimax is absolute. Without that factor \
             half of the cells are out of reach, so it was there."
                .into(),
        ],
        cells: cells.collect(),
    })
}

/// The cells that the thesis called surprising, with the faults switched off.
pub(super) fn unexplained(request: &StudyRequest<'_>, board: &Judged) -> Result<StudyTable, Interrupted> {
    const SURPRISING: [(&str, &str); 6] =
        [("A4", "A4"), ("A5", "A4"), ("S5", "A4"), ("A4", "A5"), ("A2", "A5"), ("A3", "A5")];
    let readings: [(&str, Reading); 4] = [
        ("as published", AS_PUBLISHED),
        ("right sign", SIGN_OFF),
        ("no promotion term", PROMOTION_OFF),
        ("right sign, no promotion term", SIGN_AND_PROMOTION_OFF),
    ];
    let found = spread(request, "unexplained cells", &readings, |(_, reading)| exact_cells(board, *reading))?;
    let mut cells = Vec::new();
    for (first, second) in SURPRISING {
        for ((name, _), found) in readings.iter().zip(&found) {
            let is_wanted = |i: usize, j: usize| PLAYERS[i].to_string() == first && PLAYERS[j].to_string() == second;
            let Some(((i, j), share)) = found.iter().find(|((i, j), _)| is_wanted(*i, *j)) else { continue };
            let score = FIG_20[*i][*j];
            let cell = StudyCell::new(format!("{first}:{second}"), *name, 199.0 * share);
            cells.push(cell.within_noise(score.0, Estimate::exact(*share).fits(score)));
        }
    }
    Ok(StudyTable {
        id: "fault-unexplained",
        title: "The cells that the thesis could not explain: expected wins of the first player in 199 games".into(),
        notes: vec![
            "A4:A5 is the advanced heuristic at depth 4, moving first, against the same at depth 5; S is the simple \
             heuristic."
                .into(),
            "With the right sign no player loses all its games at depth 4 any more. A3:A5 has no player of even depth; \
             there the heuristic itself is the cause."
                .into(),
        ],
        cells,
    })
}

/// The share of wins kept, by depth and sign.
pub(super) fn kept(request: &StudyRequest<'_>, boards: &[&Judged]) -> Result<StudyTable, Interrupted> {
    const DIFFERENCE: Recipe = Recipe { weights: [0.0, 0.0, 0.0, 1.0], turned: false };
    let players: [(&str, Recipe); 6] = [
        ("simple, published sign", Recipe::published(Utility::Simple)),
        ("simple, right sign", Recipe::corrected(Utility::Simple)),
        ("advanced, published sign", Recipe::published(Utility::Advanced)),
        ("advanced, right sign", Recipe::corrected(Utility::Advanced)),
        ("advanced, right sign, no promotion term", SIGN_AND_PROMOTION_OFF(Utility::Advanced)),
        ("pawn difference", DIFFERENCE),
    ];
    let pieces: Vec<(&Judged, &str, Recipe, u32)> = boards
        .iter()
        .flat_map(|board| {
            players.iter().flat_map(move |(name, recipe)| (0..=5).map(move |depth| (*board, *name, *recipe, depth)))
        })
        .collect();
    let cells = spread(request, "wins kept", &pieces, |&(board, name, recipe, depth)| {
        let choices = RootValues::new(&board.space, &board.parts, recipe, depth).best(&board.space);
        StudyCell::new(
            format!("{}: {name}", board.name),
            format!("depth {depth}"),
            board.critical.kept(&board.space, &choices),
        )
    })?;
    Ok(StudyTable {
        id: "fault-sign",
        title: "Share of wins kept, by depth as the thesis counts it".into(),
        notes: vec![
            "Over all positions in which some moves keep the win and others do not, up to symmetry.".into(),
            "At even depths the published sign reverses the heuristic: what is good for the player counts against \
             it."
            .into(),
            "The simple heuristic suffers from that. The advanced one does not, because its promotion term points \
             the wrong way already."
                .into(),
        ],
        cells,
    })
}

/// What depth gains against a random player, with the right sign.
pub(super) fn depths(request: &StudyRequest<'_>, board: &Judged) -> Result<StudyTable, Interrupted> {
    let utilities = [("simple", Utility::Simple), ("advanced", Utility::Advanced)];
    let pieces: Vec<(&str, Utility, u32)> =
        utilities.iter().flat_map(|&(name, utility)| (0..=7).map(move |depth| (name, utility, depth))).collect();
    let random = Choices::random(&board.space);
    let chances = spread(request, "depth", &pieces, |&(_, utility, depth)| {
        let player = RootValues::new(&board.space, &board.parts, Recipe::corrected(utility), depth).best(&board.space);
        [chance(&board.space, &player, &random), 1.0 - chance(&board.space, &random, &player)]
    })?;
    let cells = pieces.iter().zip(chances).flat_map(|((name, _, depth), both)| {
        let cell =
            move |seat: &str, chance: f64| StudyCell::new(format!("{name}, {seat}"), format!("depth {depth}"), chance);
        [cell("first", both[0]), cell("second", both[1])]
    });
    Ok(StudyTable {
        id: "question-5-depth",
        title: "How depth matters: chance to win against a random player on 4x4, with the right sign".into(),
        notes: vec!["Exact. Depth as the thesis counts it, one ply less than the player looks ahead.".into()],
        cells: cells.collect(),
    })
}

/// How well each term separates won positions from lost ones.
pub(super) fn terms(request: &StudyRequest<'_>, boards: &[&Judged]) -> Result<StudyTable, Interrupted> {
    let alone = |part: usize| {
        let mut weights = [0.0; 4];
        weights[part] = 1.0;
        Recipe { weights, turned: false }
    };
    let judges = [
        (PARTS[0], alone(0)),
        (PARTS[2], alone(2)),
        ("advanced", Recipe::corrected(Utility::Advanced)),
        ("simple", Recipe::corrected(Utility::Simple)),
        (PARTS[3], alone(3)),
    ];
    let pieces: Vec<(&Judged, &str, Recipe)> =
        boards.iter().flat_map(|board| judges.iter().map(move |(name, recipe)| (*board, *name, *recipe))).collect();
    let cells = spread(request, "terms", &pieces, |&(board, name, recipe)| {
        let Judged { space, parts, .. } = board;
        let judged = space.distinct().into_iter().map(|index| {
            let position = &space.positions[index];
            (parts.value(recipe, index, position, position.side_to_move()), space.truth[index].wins)
        });
        StudyCell::new(name, board.name, area(judged.collect()))
    })?;
    Ok(StudyTable {
        id: "fault-terms",
        title: "How well a term tells won from lost positions: the chance that a won position has the higher value \
                (0.5 is a coin toss)"
            .into(),
        notes: vec![
            "Over all reachable unfinished positions, up to symmetry; won or lost for the side to move, and so is the \
             value."
                .into(),
            "Promotion adds up the rows that all pawns still have to go, so losing pawns raises it: it is right less \
             often than a coin toss."
                .into(),
        ],
        cells,
    })
}

/// The area under the curve: the chance that a won position is rated above a lost one, ties counting half (the
/// statistic of Mann and Whitney, 1947).
fn area(mut judged: Vec<(f64, bool)>) -> f64 {
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut pairs, mut lost_below) = (0.0, 0.0);
    for equal in judged.chunk_by(|a, b| a.0 == b.0) {
        let won = equal.iter().filter(|(_, won)| *won).count() as f64;
        let lost = equal.len() as f64 - won;
        pairs += won * (lost_below + lost / 2.0);
        lost_below += lost;
    }
    pairs / (lost_below * (judged.len() as f64 - lost_below))
}

/// A position with this many moves of which exactly one wins at once and all others lose.
pub(super) fn must_see(space: &Space, moves: usize) -> Option<usize> {
    space.open().find(|&index| {
        let successors = space.successors(index);
        let lost = successors.iter().map(|&s| space.truth[s as usize]).filter(|truth| !truth.wins);
        successors.len() == moves && lost.map(|truth| truth.plies).collect::<Vec<_>>() == [0]
    })
}

/// The published players that do not simulate, as opponents of MCTS.
pub(super) fn opponents() -> impl Iterator<Item = usize> {
    (0..PLAYERS.len()).filter(|&index| matches!(PLAYERS[index], Label::DepthCut(..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_by_hand() {
        assert_eq!(area(vec![(1.0, false), (2.0, true)]), 1.0);
        assert_eq!(area(vec![(2.0, false), (1.0, true)]), 0.0);
        assert_eq!(area(vec![(1.0, false), (1.0, true), (2.0, true), (0.0, false)]), 0.875);
    }
}
