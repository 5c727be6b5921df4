//! The thesis' depth-cut player on every position of a board at once: plain minimax, depth by depth.
//!
//! A player's choice depends on the position alone, up to a uniform draw among equal moves; so a player is a list of
//! choices for each position.

use plyscope_core::{Game, Interrupted, Side, Work};
use plyscope_games::Armies;
use plyscope_heuristics::{HeuristicSpec, Judged};

use super::data::{Label, Utility};
use super::space::{PawnBoard, Space};

/// How a position at the horizon is evaluated: the weights of its parts in the order of [`PARTS`], and whether the
/// sum is multiplied by the turn, which is the published program's fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recipe {
    pub(super) weights: [f64; 4],
    pub(super) turned: bool,
}

impl Recipe {
    /// A heuristic as the program computed it.
    pub(super) const fn published(utility: Utility) -> Recipe {
        let weights = match utility {
            Utility::Advanced => [1.0, 2.0, 1.0, 0.0],
            Utility::Simple => [0.0, 1.0, 0.0, 0.0],
        };
        Recipe { weights, turned: true }
    }

    /// The same without the factor.
    pub(super) const fn corrected(utility: Utility) -> Recipe {
        Recipe { turned: false, ..Recipe::published(utility) }
    }
}

/// What positions are evaluated by: the three terms of the thesis, and the plain pawn difference.
pub(super) const PARTS: [&str; 4] = ["promotion", "pawn", "distance", "pawn difference"];

/// The parts of every position from each side's view.
pub(super) struct Parts([Vec<[f64; 4]>; 2]);

impl Parts {
    /// The parts of all positions.
    ///
    /// # Errors
    /// If the work must end.
    pub(super) fn new(space: &Space, work: Work<'_>) -> Result<Self, Interrupted> {
        let spec: HeuristicSpec = "thesis-advanced:view=own".parse().expect("a heuristic");
        let opinion = PawnBoard::opinion(Some(&spec), 0).expect("a heuristic of the game");
        let parts = |position: &PawnBoard, side: Side| {
            let terms = opinion.terms(position, side);
            let term = |name: &str| terms.iter().find(|term| term.name == name).map_or(0.0, |term| term.value);
            let difference = f64::from(position.n_pieces(side)) - f64::from(position.n_pieces(!side));
            work.check()?;
            Ok([term(PARTS[0]), term(PARTS[1]), term(PARTS[2]), difference])
        };
        let seen_by = |side| space.positions.iter().map(|position| parts(position, side)).collect();
        let [first, second]: [Result<Vec<_>, _>; 2] = Side::BOTH.map(seen_by);
        Ok(Parts([first?, second?]))
    }

    /// The parts of a position from this side's view.
    fn of(&self, index: usize, side: Side) -> [f64; 4] {
        self.0[side.index()][index]
    }

    /// The value of a position for this side by a recipe.
    pub(super) fn value(&self, recipe: Recipe, index: usize, position: &PawnBoard, side: Side) -> f64 {
        let sum: f64 = self.of(index, side).iter().zip(recipe.weights).map(|(part, weight)| part * weight).sum();
        if recipe.turned && position.side_to_move() != side { -sum } else { sum }
    }
}

/// The moves that a player may choose in each position, all equally likely, as indices among the legal moves. Empty
/// where the game is over.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choices {
    first: Vec<u32>,
    places: Vec<u8>,
}

impl Choices {
    pub(super) fn new(space: &Space, choose: impl Fn(usize) -> Vec<u8>) -> Self {
        let mut choices = Choices { first: vec![0], places: Vec::new() };
        for index in 0..space.len() {
            if !space.successors(index).is_empty() {
                choices.places.extend(choose(index));
            }
            choices.first.push(choices.places.len() as u32);
        }
        choices
    }

    /// Every legal move.
    pub(super) fn random(space: &Space) -> Self {
        Choices::new(space, |index| (0..space.successors(index).len() as u8).collect())
    }

    pub(super) fn of(&self, index: usize) -> &[u8] {
        &self.places[self.first[index] as usize..self.first[index + 1] as usize]
    }
}

/// The value of every move of every position, in the order of successors: the program's value of a root move, for the
/// side to move.
pub(super) struct RootValues(Vec<Vec<f64>>);

/// What the program adds to a win for each remaining ply, so that it prefers shorter wins.
const FASTER: f64 = 0.001;
const WIN: f64 = 100.0;

impl RootValues {
    /// Searches `label` plies below each root move, as the thesis counts depth.
    pub(super) fn new(space: &Space, parts: &Parts, recipe: Recipe, label: u32) -> Self {
        let by_side = Side::BOTH.map(|side| values(space, parts, recipe, label, side));
        let of_moves = |index: usize| {
            let side = space.positions[index].side_to_move();
            space.successors(index).iter().map(|&s| by_side[side.index()][s as usize]).collect()
        };
        RootValues((0..space.len()).map(of_moves).collect())
    }

    pub(super) fn of(&self, index: usize) -> &[f64] {
        &self.0[index]
    }

    /// The same for the program of October 2019, which ignored how fast it wins.
    pub(super) fn ignoring_win_distance(mut self) -> Self {
        for value in self.0.iter_mut().flatten() {
            *value = value.clamp(-WIN, WIN);
        }
        self
    }

    /// The player that draws among the moves with the highest value.
    pub(super) fn best(&self, space: &Space) -> Choices {
        Choices::new(space, |index| {
            let values = self.of(index);
            let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (0..values.len()).filter(|&place| values[place] == highest).map(|place| place as u8).collect()
        })
    }
}

/// The value of every position for one side with `plies` plies to go.
fn values(space: &Space, parts: &Parts, recipe: Recipe, plies: u32, side: Side) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::new();
    for remaining in 0..=plies {
        let value = |(index, position): (usize, &PawnBoard)| {
            let own_turn = position.side_to_move() == side;
            let successors = space.successors(index).iter().map(|&s| values[s as usize]);
            match () {
                () if space.successors(index).is_empty() => {
                    let win = WIN + FASTER * f64::from(remaining);
                    if own_turn { -win } else { win }
                }
                () if remaining == 0 => parts.value(recipe, index, position, side),
                () if own_turn => successors.fold(f64::NEG_INFINITY, f64::max),
                () => successors.fold(f64::INFINITY, f64::min),
            }
        };
        values = space.positions.iter().enumerate().map(value).collect();
    }
    values
}

/// The published program's choices for a player that does not simulate.
pub(super) fn published_choices(space: &Space, parts: &Parts, label: Label) -> Option<Choices> {
    choices_with(space, parts, label, Recipe::published)
}

/// The choices of a player that does not simulate, with heuristics made by `recipe`.
pub(super) fn choices_with(
    space: &Space,
    parts: &Parts,
    label: Label,
    recipe: impl Fn(Utility) -> Recipe,
) -> Option<Choices> {
    match label {
        Label::Random => Some(Choices::random(space)),
        Label::Mcts(_) => None,
        Label::DepthCut(utility, depth) => Some(RootValues::new(space, parts, recipe(utility), depth).best(space)),
    }
}

/// The chance that the first player wins from the start.
pub(super) fn chance(space: &Space, first: &Choices, second: &Choices) -> f64 {
    let mut chances = vec![0.0; space.len()];
    for index in 0..space.len() {
        let side = space.positions[index].side_to_move();
        let successors = space.successors(index);
        chances[index] = if successors.is_empty() {
            // The side to move has lost.
            f64::from(u8::from(side == Side::Second))
        } else {
            let places = if side == Side::First { first.of(index) } else { second.of(index) };
            let sum: f64 = places.iter().map(|&place| chances[successors[usize::from(place)] as usize]).sum();
            sum / places.len() as f64
        };
    }
    chances[space.start()]
}

/// The positions in which a player can go wrong: won, but not with every move. Of positions equal up to mirroring or
/// exchanging the sides, only one is kept.
pub(super) struct Critical(Vec<usize>);

impl Critical {
    pub(super) fn new(space: &Space) -> Self {
        let can_go_wrong = |index: &usize| {
            let after = || space.successors(*index).iter().map(|&s| space.truth[s as usize].wins);
            after().any(|other_wins| other_wins) && after().any(|other_wins| !other_wins)
        };
        Critical(space.distinct().into_iter().filter(can_go_wrong).collect())
    }

    /// The share of them in which this player keeps the win.
    pub(super) fn kept(&self, space: &Space, choices: &Choices) -> f64 {
        let kept = |&index: &usize| {
            let places = choices.of(index);
            let keeps = |place: &&u8| !space.truth[space.successors(index)[usize::from(**place)] as usize].wins;
            places.iter().filter(keeps).count() as f64 / places.len() as f64
        };
        self.0.iter().map(kept).sum::<f64>() / self.0.len() as f64
    }
}
