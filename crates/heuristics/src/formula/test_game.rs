//! A game for the tests of the formula language.

use std::fmt;
use std::str::FromStr;

use plyscope_core::{About, BadInput, Cell, CellShape, Draw, Game, Notation, Outcome, Picture, Pieces, Side, Symmetry};

use crate::named::{Feature, Judged};

/// A game that is nothing but its features: three numbers for each side, kept as bits so that they can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbers(pub(super) [[u64; 3]; 2]);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NoVariant;

impl fmt::Display for NoVariant {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for NoVariant {
    type Err = BadInput;
    fn from_str(_: &str) -> Result<Self, BadInput> {
        Ok(NoVariant)
    }
}

impl Game for Numbers {
    type Move = ();
    type Variant = NoVariant;
    fn start(_: &NoVariant) -> Self {
        Numbers([[0; 3]; 2])
    }
    fn side_to_move(&self) -> Side {
        Side::First
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn moves(&self) -> impl Iterator<Item = ()> {
        std::iter::once(())
    }
    fn play(&mut self, (): ()) {}
    fn key(&self) -> u64 {
        0
    }
}

static ABOUT: About = About {
    id: "numbers",
    name: "Numbers",
    summary: "Three numbers for each side.",
    sizes: "",
    default: "",
    variants: &[""],
    odd_variants: &[],
    small_variant: "",
    options: &[],
    symmetries: &[Symmetry::SwapSidesUpsideDown],
};

impl Notation for Numbers {
    const ABOUT: &'static About = &ABOUT;
    fn position_text(&self) -> String {
        format!("{:?}", self.0)
    }
    fn read_position(_: &NoVariant, _: &str) -> Result<Self, BadInput> {
        Err(BadInput::new("nobody writes these positions"))
    }
    fn move_text(&self, (): ()) -> String {
        "stay".to_owned()
    }
    fn move_form() -> &'static str {
        "stay"
    }
    fn reason(&self) -> Option<&'static str> {
        None
    }
}

/// The board of every position: the first player on a1 and b1, the second on a3.
impl Draw for Numbers {
    fn picture(&self) -> Picture {
        let cells = (0..3).flat_map(|row| (0..2).map(move |column| (row, column)));
        let piece = |name: &str| match name {
            "a1" | "b1" => Some(Side::First),
            "a3" => Some(Side::Second),
            _ => None,
        };
        let cells = cells.map(|(row, column): (i32, i32)| {
            let name = format!("{}{}", ["a", "b"][column as usize], 3 - row);
            Cell { piece: piece(&name), name, x: 2 * column, row, end_mark: None }
        });
        Picture { shape: CellShape::Square, pieces: Pieces::Pawns, cells: cells.collect() }
    }
    fn move_cells(&self, (): ()) -> Vec<String> {
        Vec::new()
    }
}

const fn feature(name: &'static str) -> Feature {
    Feature::new(name, "numbers", "any number")
}

impl Judged for Numbers {
    const FEATURES: &'static [Feature] = &[feature("apples"), feature("b2"), feature("c_c")];
    fn measure(&self, feature: usize, side: Side) -> f64 {
        f64::from_bits(self.0[side.index()][feature])
    }
}
