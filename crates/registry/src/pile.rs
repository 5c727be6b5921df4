//! A game for tests, without heuristics.

use std::fmt;
use std::str::FromStr;

use plyscope_core::{About, BadInput, CellShape, Draw, Game, Insight, Notation, Outcome, Picture, Pieces, Rng, Side};
use plyscope_heuristics::Judged;

/// A pile of counters from which the sides take any number in turn; the side that takes the last one wins. It has as
/// many moves as counters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pile {
    counters: u32,
    side: Side,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters(pub(crate) u32);

static ABOUT: About = About {
    id: "pile",
    name: "Pile",
    summary: "The last counter wins.",
    sizes: "N",
    default: "0",
    variants: &["0"],
    odd_variants: &[],
    small_variant: "0",
    options: &[],
    symmetries: &[],
};

impl Game for Pile {
    type Move = u32;
    type Variant = Counters;
    fn start(variant: &Counters) -> Self {
        Pile { counters: variant.0, side: Side::First }
    }
    fn side_to_move(&self) -> Side {
        self.side
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.counters == 0).then_some(Outcome::Win(!self.side))
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.counters
    }
    fn play(&mut self, m: u32) {
        *self = Pile { counters: self.counters - m, side: !self.side };
    }
    fn key(&self) -> u64 {
        Rng::part(self.counters.into(), self.side.index() as u64).next_u64()
    }
}

impl Notation for Pile {
    const ABOUT: &'static About = &ABOUT;
    fn position_text(&self) -> String {
        format!("{} {}", self.counters, self.side.letter())
    }
    fn read_position(variant: &Counters, _: &str) -> Result<Self, BadInput> {
        Ok(Pile::start(variant))
    }
    fn move_text(&self, m: u32) -> String {
        m.to_string()
    }
    fn move_form() -> &'static str {
        "a number of counters"
    }
    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| "empty")
    }
}

/// There is no board.
impl Draw for Pile {
    fn picture(&self) -> Picture {
        Picture { shape: CellShape::Square, pieces: Pieces::Stones, cells: Vec::new() }
    }
    fn move_cells(&self, _: u32) -> Vec<String> {
        Vec::new()
    }
}

impl Insight for Pile {}

impl Judged for Pile {}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Counters {
    type Err = BadInput;
    fn from_str(text: &str) -> Result<Self, BadInput> {
        text.parse().map(Counters).map_err(|_| BadInput::new("not a number"))
    }
}
