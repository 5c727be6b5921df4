//! Games with features and named heuristics, and how a heuristic is found.

use std::sync::OnceLock;

use plyscope_core::{BadInput, Choice, Draw, Notation, Side, Symmetry};
use plyscope_models::{Board, View};

use crate::formula::{Expression, compile};
use crate::judge::{Judge, Opinion, Rule, Term, boosted};
use crate::learnt::{self, Learnt, PackedModel};
use crate::noise::Noise;
use crate::outside;
use crate::settings::Settings;
use crate::spec::{HeuristicSpec, What};

/// Something that can be counted or measured in a position, for either side.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in formulas.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What is measured, in one sentence.
    pub meaning: &'static str,
}

impl Feature {
    /// A feature.
    pub const fn new(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Feature { name, unit, meaning }
    }
}

/// The first column of a table of features: what [`Judged::measure`] matches on, by index.
pub const fn ids<F: Copy, const N: usize>(table: &[(F, Feature)]) -> [F; N] {
    let mut column = [table[0].0; N];
    let mut row = 0;
    while row < N {
        column[row] = table[row].0;
        row += 1;
    }
    column
}

/// The second column of a table of features: what [`Judged::FEATURES`] lists, by index.
pub const fn descriptions<F: Copy, const N: usize>(table: &[(F, Feature)]) -> [Feature; N] {
    let mut column = [table[0].1; N];
    let mut row = 0;
    while row < N {
        column[row] = table[row].1;
        row += 1;
    }
    column
}

/// A heuristic that can be asked for by name.
pub struct Named<G> {
    /// The name in a player spec.
    pub name: &'static str,
    /// Short description.
    pub meaning: &'static str,
    /// Its weights and choices. Every heuristic also has the option `noise`.
    pub options: &'static [Choice],
    body: Body<G>,
}

enum Body<G> {
    /// A formula over the features of the game; `$x` stands for the option `x`.
    Formula(&'static str),
    /// A [`Rule`].
    Rule(fn(&Settings) -> Box<dyn Judge<G>>),
    /// Learnt models, each for one board, and what judges all other boards.
    Models(&'static [PackedModel], Box<Named<G>>),
}

impl<G: Judged> Named<G> {
    /// A heuristic that a formula describes completely.
    pub fn formula(name: &'static str, meaning: &'static str, options: &'static [Choice], text: &'static str) -> Self {
        Named { name, meaning, options, body: Body::Formula(text) }
    }

    /// A heuristic that is written in Rust.
    pub fn rule<R: Rule<G>>(name: &'static str, meaning: &'static str, options: &'static [Choice]) -> Self {
        Named { name, meaning, options, body: Body::Rule(|settings| boosted(R::new(settings))) }
    }

    /// A heuristic that was learnt for some boards, from files made by `plyscope learn`; another one judges all other
    /// boards.
    pub fn learnt(
        name: &'static str,
        meaning: &'static str,
        files: &'static [PackedModel],
        otherwise: Named<G>,
    ) -> Self {
        Named { name, meaning, options: &[], body: Body::Models(files, Box::new(otherwise)) }
    }

    /// Its formula, if it is one.
    pub fn text(&self) -> Option<&'static str> {
        match self.body {
            Body::Formula(text) => Some(text),
            Body::Rule(_) | Body::Models(..) => None,
        }
    }

    fn build(&self, given: &[(String, String)]) -> Result<Box<dyn Judge<G>>, BadInput> {
        let settings = Settings::read(self.name, self.options, given)?;
        match &self.body {
            Body::Formula(text) => compile(&text.parse::<Expression>()?, &settings),
            Body::Rule(build) => Ok(build(&settings)),
            Body::Models(files, otherwise) => {
                let models = files.iter().filter_map(|file| BoardModel::new(file).transpose());
                let models = models.collect::<Result<_, _>>()?;
                Ok(Box::new(ByBoard { models, otherwise: otherwise.build(&[])? }))
            }
        }
    }
}

/// A model for each of some boards, and a rule for the others.
struct ByBoard<G> {
    models: Vec<BoardModel<G>>,
    otherwise: Box<dyn Judge<G>>,
}

/// A model that is part of the program. It is unpacked when somebody asks whether it fits a position of its board,
/// which is before the clock runs: it takes up to a tenth of a second, and most boards do not need it.
struct BoardModel<G> {
    file: &'static PackedModel,
    /// A position of the board that it was made for.
    example: G,
    learnt: OnceLock<Learnt<G>>,
}

impl<G: Judged> BoardModel<G> {
    /// `None` if this type cannot hold its board: then it belongs to another type of the same game.
    fn new(file: &'static PackedModel) -> Result<Option<Self>, BadInput> {
        let (_, variant) = file.spec()?;
        let variant: G::Variant = variant.parse()?;
        Ok(G::holds(&variant).then(|| BoardModel { file, example: G::start(&variant), learnt: OnceLock::new() }))
    }

    #[inline(always)]
    fn learnt(&self) -> &Learnt<G> {
        self.learnt.get_or_init(|| {
            self.file.learnt().unwrap_or_else(|error| panic!("a heuristic of the program is damaged: {error}"))
        })
    }
}

impl<G: Judged> ByBoard<G> {
    #[inline(always)]
    fn model(&self, position: &G) -> Option<&BoardModel<G>> {
        self.models.iter().find(|model| model.example.plays_like(position))
    }

    #[inline(always)]
    fn judge(&self, position: &G) -> &dyn Judge<G> {
        match self.model(position) {
            Some(model) => model.learnt(),
            None => &*self.otherwise,
        }
    }
}

impl<G: Judged> Judge<G> for ByBoard<G> {
    fn fits(&self, position: &G) -> Result<(), BadInput> {
        if let Some(model) = self.model(position) {
            model.learnt();
        }
        Ok(())
    }

    fn seen_by(&self, position: &G, side: Side) -> f64 {
        self.judge(position).seen_by(position, side)
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        self.judge(position).terms(position, side)
    }

    fn heat(&self, position: &G, side: Side) -> Option<Vec<f64>> {
        self.judge(position).heat(position, side)
    }
}

/// A game whose positions can be judged. The defaults are no features and no heuristics, so `impl Judged for MyGame {}`
/// is correct; such a game is played with `dummy`.
pub trait Judged: Notation + Draw {
    /// What formulas can be made of.
    const FEATURES: &'static [Feature] = &[];

    /// How much a side has of the feature with this index in [`Judged::FEATURES`]. Implementations carry
    /// `#[inline(always)]`: formulas are loops around it.
    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let _ = (feature, side);
        0.0
    }

    /// The features that learnt models use besides the cells, unless told otherwise: those that are cheap and that no
    /// few cells show.
    const LEARNT_WITH: &'static [&'static str] = &[];

    /// The position as learnt models see it. The default draws the board, which is slow; games that keep their pieces
    /// in machine words hand them over, with `#[inline(always)]`.
    fn view(&self) -> View {
        let (picture, mover) = (self.picture(), self.side_to_move());
        let bits = self.cell_bits(mover);
        let mut view = View::default();
        for (cell, bit) in picture.cells.iter().zip(bits) {
            if let Some(side) = cell.piece {
                view.insert(side == mover, bit);
            }
        }
        view
    }

    /// For each cell of the picture, its bit in [`Judged::view`] when it is this side's turn. In a game whose sides go
    /// in opposite directions the side to move sees the board as the first player does.
    fn cell_bits(&self, mover: Side) -> Vec<u16> {
        let picture = self.picture();
        let turns = mover == Side::Second && Self::ABOUT.symmetries.contains(&Symmetry::SwapSidesUpsideDown);
        let last = picture.cells.iter().map(|cell| cell.row).max().unwrap_or(0);
        let place = |x: i32, row: i32| picture.cells.iter().position(|cell| (cell.x, cell.row) == (x, row));
        let bit = |(x, row): (i32, i32)| place(x, if turns { last - row } else { row }).unwrap_or(0) as u16;
        picture.cells.iter().map(|cell| bit((cell.x, cell.row))).collect()
    }

    /// Whether two positions have the same board and rules, so that one model can judge both. The default compares the
    /// boards; a game whose options change the rules compares those too.
    #[inline(always)]
    fn plays_like(&self, other: &Self) -> bool {
        let places = |position: &Self| position.picture().cells.into_iter().map(|cell| cell.name).collect::<Vec<_>>();
        places(self) == places(other)
    }

    /// Whether this type can hold positions of this variant, where a game has several types.
    fn holds(variant: &Self::Variant) -> bool {
        let _ = variant;
        true
    }

    /// The board that models see.
    ///
    /// # Errors
    /// If it is larger than that.
    fn board(variant: &Self::Variant) -> Result<Board, BadInput> {
        learnt::board_of(&Self::start(variant))
    }

    /// The game's own heuristics; the first one is the default. [`heuristics_of`] lists what can be asked for.
    fn heuristics() -> Vec<Named<Self>> {
        Vec::new()
    }

    /// The heuristic that is asked for, or the default. The seed decides its noise, if it has any.
    ///
    /// # Errors
    /// If the game has no such heuristic, or the heuristic no such options, or a formula is not understood.
    fn opinion(spec: Option<&HeuristicSpec>, seed: u64) -> Result<Opinion<Self>, BadInput> {
        let all = heuristics_of::<Self>();
        let Some(spec) = spec else {
            return Ok(Opinion::new(all[0].build(&[])?, None));
        };
        let judge = match &spec.what {
            What::Formula(formula) => compile(formula, &Settings::of_weights(&spec.settings)?)?,
            What::File(file) => {
                if let Some((name, _)) = spec.settings.first() {
                    return Err(BadInput::unknown("option of a heuristic from a file", name, [crate::spec::NOISE]));
                }
                file.judge()?
            }
            What::Outside(name) => {
                if let Some((option, _)) = spec.settings.first() {
                    return Err(BadInput::unknown("option of a heuristic from outside", option, [crate::spec::NOISE]));
                }
                outside::judge(name)?
            }
            What::Name(name) => {
                let named = all.iter().find(|named| named.name == name);
                let names: Vec<&str> = all.iter().map(|named| named.name).collect();
                let named = named.ok_or_else(|| BadInput::unknown("heuristic", name, names))?;
                named.build(&spec.settings)?
            }
        };
        let noise = (spec.noise > 0.0).then_some(Noise { amplitude: spec.noise, seed });
        Ok(Opinion::new(judge, noise))
    }
}

/// The heuristics that can be asked for by name, the default first: those of the game, or `dummy` if it has none.
pub fn heuristics_of<G: Judged>() -> Vec<Named<G>> {
    let mut heuristics = G::heuristics();
    if heuristics.is_empty() {
        let meaning = "0 for every position: this game has no heuristic of its own";
        heuristics.push(Named::formula("dummy", meaning, &[], "0"));
    }
    heuristics
}
