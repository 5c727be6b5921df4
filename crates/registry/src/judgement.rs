//! The value of a heuristic for a position, and which heuristics and features a game has.

use plyscope_core::{BadInput, Choice, Side};
use plyscope_heuristics::{Feature, HeuristicSpec, Judged, Named, Term, heuristics_of};

use crate::player::{Player, SearchSpec};
use crate::position::AnyPosition;

/// A registered heuristic.
#[derive(Clone, Debug)]
pub struct HeuristicAbout {
    /// Its name.
    pub name: &'static str,
    /// What it measures.
    pub meaning: &'static str,
    /// Its weights and choices.
    pub options: &'static [Choice],
    /// Its formula, if it can be written as one.
    pub formula: Option<&'static str>,
    /// Whether it stands in for the heuristics that the game does not have.
    pub is_stand_in: bool,
}

/// Something that formulas can be made of.
#[derive(Clone, Debug)]
pub struct FeatureAbout {
    /// Its name.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What is measured.
    pub meaning: &'static str,
}

/// The value of a heuristic for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The value as the side to move sees it.
    pub value: f64,
    /// The value as each player sees it, the first player first.
    pub seen_by: [f64; 2],
    /// What the side to move's value is made of.
    pub terms: Vec<Term>,
    /// What each player's value is made of, the first player first.
    pub terms_of: [Vec<Term>; 2],
}

pub(crate) fn heuristics<G: Judged>() -> Vec<HeuristicAbout> {
    let about = |named: &Named<G>| HeuristicAbout {
        name: named.name,
        meaning: named.meaning,
        options: named.options,
        formula: named.text(),
        is_stand_in: G::heuristics().is_empty(),
    };
    heuristics_of::<G>().iter().map(about).collect()
}

/// A note for people if a player relies on the default heuristic of a game that has none.
pub fn heuristic_note(position: &dyn AnyPosition, player: &Player) -> Option<String> {
    note(position.about().id, &position.heuristics(), player)
}

fn note(game: &str, heuristics: &[HeuristicAbout], player: &Player) -> Option<String> {
    let judges =
        matches!(player.search, SearchSpec::Tree { .. } | SearchSpec::Iterative { .. } | SearchSpec::Engine { .. });
    let lacks_one = heuristics.iter().any(|about| about.is_stand_in);
    (judges && player.heuristic.is_none() && lacks_one)
        .then(|| format!("{game} has no heuristic of its own: {player} values every unfinished position at 0"))
}

pub(crate) fn features<G: Judged>() -> Vec<FeatureAbout> {
    let about = |feature: &Feature| FeatureAbout { name: feature.name, unit: feature.unit, meaning: feature.meaning };
    G::FEATURES.iter().map(about).collect()
}

pub(crate) fn evaluate<G: Judged>(position: &G, spec: &HeuristicSpec, seed: u64) -> Result<Judgement, BadInput> {
    let opinion = G::opinion(Some(spec), seed)?;
    opinion.fits(position)?;
    let seen_by = Side::BOTH.map(|side| opinion.seen_by(position, side));
    let terms_of = Side::BOTH.map(|side| opinion.terms(position, side));
    let mover = usize::from(position.side_to_move() == Side::Second);
    Ok(Judgement { value: seen_by[mover], seen_by, terms: terms_of[mover].clone(), terms_of })
}

pub(crate) fn heat<G: Judged>(position: &G, spec: &HeuristicSpec, seed: u64) -> Result<Vec<f64>, BadInput> {
    let opinion = G::opinion(Some(spec), seed)?;
    opinion.fits(position)?;
    opinion.heat(position, position.side_to_move()).ok_or_else(|| {
        BadInput::new(format!(
            "{spec} does not look at cells; a heuristic from a file or a formula with cell(d4) or cells(…) does"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pile::Pile;
    use plyscope_games::TicTacToe;

    #[test]
    fn a_game_without_heuristics_is_played_with_dummy_and_says_so() {
        let none = heuristics::<Pile>();
        assert_eq!(none.iter().map(|about| about.name).collect::<Vec<_>>(), ["dummy"]);
        let player = |text: &str| text.parse::<Player>().expect("a player");
        let note_on_default = note("pile", &none, &player("alphabeta@depth=2")).expect("a note");
        assert!(note_on_default.starts_with("pile has no heuristic of its own"), "{note_on_default}");
        // Not if another heuristic is named, if none is used, or if the game has one.
        assert_eq!(note("pile", &none, &player("alphabeta+dummy@depth=2")), None);
        assert_eq!(note("pile", &none, &player("random")), None);
        assert_eq!(note("tictactoe", &heuristics::<TicTacToe>(), &player("alphabeta@depth=2")), None);
    }
}
