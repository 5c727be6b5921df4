//! A learnt model as a judge of the positions of a game.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{BadInput, Draw, Notation, Side};
use plyscope_models::{Board, Evaluator, Model};

use crate::judge::{Judge, Term};
use crate::named::Judged;

/// The file of a heuristic, with its bytes once they are loaded. Libraries do not read files: front ends load
/// them ([`crate::HeuristicSpec::load`]).
#[derive(Clone)]
pub struct ModelFile {
    /// Where it is.
    pub path: String,
    loaded: Option<Arc<PackedModel>>,
}

/// The bytes of a file, and what was made of them: games are played by the thousand, and each makes its own judge.
pub struct PackedModel {
    bytes: Cow<'static, [u8]>,
    spec: OnceLock<Result<(String, String), BadInput>>,
    made: OnceLock<Result<Arc<Evaluator>, BadInput>>,
}

impl PackedModel {
    /// A file that is part of the program.
    pub const fn embedded(bytes: &'static [u8]) -> Self {
        PackedModel::of(Cow::Borrowed(bytes))
    }

    const fn of(bytes: Cow<'static, [u8]>) -> Self {
        PackedModel { bytes, spec: OnceLock::new(), made: OnceLock::new() }
    }

    /// The spec of the game that it was made for: its name and its variant.
    pub(crate) fn spec(&self) -> Result<(String, String), BadInput> {
        self.spec.get_or_init(|| Model::read_spec(&self.bytes)).clone()
    }

    pub(crate) fn learnt<G: Judged>(&self) -> Result<Learnt<G>, BadInput> {
        Learnt::new(self.spec()?, |board| {
            self.made.get_or_init(|| Model::read(&self.bytes, board)?.on(board).map(Arc::new)).clone()
        })
    }
}

impl PartialEq for ModelFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl fmt::Debug for ModelFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ModelFile({:?})", self.path)
    }
}

impl ModelFile {
    pub(crate) fn at(path: &str) -> Self {
        ModelFile { path: path.to_owned(), loaded: None }
    }

    pub(crate) fn load(&mut self, bytes: Vec<u8>) {
        self.loaded = Some(Arc::new(PackedModel::of(Cow::Owned(bytes))));
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.loaded.is_some()
    }

    pub(crate) fn judge<G: Judged>(&self) -> Result<Box<dyn Judge<G>>, BadInput> {
        let loaded = self.loaded.as_ref().ok_or_else(|| {
            BadInput::new(format!("{}: heuristics from files can only be used on the command line", self.path))
        })?;
        Ok(Box::new(loaded.learnt().map_err(|error| BadInput::new(format!("{}: {error}", self.path)))?))
    }
}

/// A model and the boards it is for.
pub(crate) struct Learnt<G> {
    evaluator: Arc<Evaluator>,
    /// The indices of its features.
    features: Vec<usize>,
    /// A position of the variant it was made for.
    example: G,
    spec: String,
}

impl<G: Judged> Learnt<G> {
    pub(crate) fn new(
        (game, variant): (String, String),
        make: impl FnOnce(&Board) -> Result<Arc<Evaluator>, BadInput>,
    ) -> Result<Self, BadInput> {
        if game != G::ABOUT.id {
            return Err(BadInput::new(format!("it was made for {game}, not for {}", G::ABOUT.id)));
        }
        let parsed: G::Variant = variant.parse()?;
        if !G::holds(&parsed) {
            return Err(other_board(&format!("{game}:{variant}")));
        }
        let example = G::start(&parsed);
        let evaluator = make(&board_of(&example)?)?;
        let index = |name: &String| {
            let index = G::FEATURES.iter().position(|feature| feature.name == name);
            index.ok_or_else(|| BadInput::unknown("feature", name, G::FEATURES.iter().map(|feature| feature.name)))
        };
        let features = evaluator.feature_names().iter().map(index).collect::<Result<_, _>>()?;
        Ok(Learnt { evaluator, features, example, spec: format!("{game}:{variant}") })
    }

    /// Whether it was made for positions like this one.
    #[inline(always)]
    pub(crate) fn is_for(&self, position: &G) -> bool {
        self.example.plays_like(position)
    }
}

fn other_board(spec: &str) -> BadInput {
    BadInput::new(format!("it was made for {spec} and cannot judge other boards"))
}

/// The board of the first player's view of a position.
pub(crate) fn board_of<G: Judged>(start: &G) -> Result<Board, BadInput> {
    Board::new(&start.picture(), &first_bits(start), G::ABOUT.symmetries)
}

/// The bits of the cells as the first player sees them.
pub(crate) fn first_bits<G: Judged>(position: &G) -> Vec<u16> {
    bits_of(position, Side::First)
}

/// The bits of the cells when it is this side's turn.
pub(crate) fn bits_of<G: Judged>(position: &G, mover: Side) -> Vec<u16> {
    position.cell_bits(mover)
}

struct Evaluation<'a, G> {
    learnt: &'a Learnt<G>,
    position: &'a G,
}

impl<G: Judged> Task for Evaluation<'_, G> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let (learnt, position) = (self.learnt, self.position);
        let (view, mover) = (position.view(), position.side_to_move());
        let stage = learnt.evaluator.stage(&view);
        let mut value = learnt.evaluator.value(&view, stage);
        for (&feature, [mine, theirs]) in learnt.features.iter().zip(learnt.evaluator.features(stage)) {
            value += mine * position.measure(feature, mover) + theirs * position.measure(feature, !mover);
        }
        value
    }
}

impl<G: Judged> Judge<G> for Learnt<G> {
    fn seen_by(&self, position: &G, side: Side) -> f64 {
        let value = boost(Evaluation { learnt: self, position });
        if side == position.side_to_move() { value } else { -value }
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        let (view, mover) = (position.view(), position.side_to_move());
        let stage = self.evaluator.stage(&view);
        let sign = if side == mover { 1.0 } else { -1.0 };
        let mut terms = vec![Term::new("turn", self.evaluator.bias(stage), sign)];
        for (&feature, weights) in self.features.iter().zip(self.evaluator.features(stage)) {
            let name = G::FEATURES[feature].name;
            for (weight, (whose, of)) in weights.iter().zip([(mover, "to move"), (!mover, "other side")]) {
                terms.push(Term::new(format!("{name}, {of}"), *weight, sign * position.measure(feature, whose) + 0.0));
            }
        }
        let names = cell_names(position, self.evaluator.board());
        let mut shares = self.evaluator.shares(&view, stage);
        // What pieces do together belongs to none of them: in a network the shares alone do not add up.
        let alone: f64 = shares.iter().map(|share| share.value).sum();
        let together = self.evaluator.value(&view, stage) - self.evaluator.bias(stage) - alone;
        if together.abs() > 1e-9 {
            terms.push(Term::new("pieces together", together, sign));
        }
        shares.retain(|share| share.value != 0.0);
        shares.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        terms.extend(shares.into_iter().map(|share| {
            let cells: Vec<&str> = share.cells.iter().map(|&cell| &names[usize::from(cell)][..]).collect();
            Term::new(cells.join(" "), share.value, sign)
        }));
        terms
    }

    fn heat(&self, position: &G, side: Side) -> Option<Vec<f64>> {
        let view = position.view();
        let stage = self.evaluator.stage(&view);
        let sign = if side == position.side_to_move() { 1.0 } else { -1.0 };
        let mut of_cell = vec![0.0; self.evaluator.board().cells().len()];
        for share in self.evaluator.shares(&view, stage) {
            // A group of cells shares its worth equally.
            let each = sign * share.value / share.cells.len() as f64;
            share.cells.iter().for_each(|&cell| of_cell[usize::from(cell)] += each);
        }
        let bits: Vec<u16> = self.evaluator.board().cells().iter().map(|cell| cell.bit).collect();
        let place = |bit: &u16| bits.iter().position(|known| known == bit).map_or(0.0, |cell| of_cell[cell]);
        Some(position.cell_bits(position.side_to_move()).iter().map(place).collect())
    }

    fn fits(&self, position: &G) -> Result<(), BadInput> {
        if self.is_for(position) { Ok(()) } else { Err(other_board(&self.spec)) }
    }
}

/// The names of the cells of a board as the side to move sees it.
fn cell_names<G: Notation + Draw + Judged>(position: &G, board: &Board) -> Vec<String> {
    let (picture, bits) = (position.picture(), position.cell_bits(position.side_to_move()));
    let name = |bit: u16| bits.iter().position(|&known| known == bit).map(|cell| picture.cells[cell].name.clone());
    board.cells().iter().map(|cell| name(cell.bit).unwrap_or_default()).collect()
}
