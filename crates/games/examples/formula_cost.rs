//! What a formula costs compared with the same formula written in Rust, both called as in a search.
//!
//! `cargo run --release -p plyscope-games --example formula_cost` prints a table. The bound is 3.

#![allow(clippy::print_stdout, reason = "an example is a program")]

mod timing;

use plyscope_core::{About, BadInput, Draw, Game, Heuristic, Notation, Outcome, Picture, Side};
use plyscope_games::Breakthrough;
use plyscope_heuristics::{Feature, Judged, Named, Rule, Settings, Term};
use timing::{positions, time};

type Inner = Breakthrough<u64>;

/// The indices of the features that the rules below use.
const PIECES: usize = 0;
const STEPS: usize = 1;
const MOBILITY: usize = 3;
const CAPTURES: usize = 4;
const HANGING: usize = 6;
const HOME_ROW: usize = 11;

/// Breakthrough with our rules in its list, so that they are found as heuristics are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Measured(Inner);

impl Game for Measured {
    type Move = <Inner as Game>::Move;
    type Variant = <Inner as Game>::Variant;
    fn start(variant: &Self::Variant) -> Self {
        Measured(Inner::start(variant))
    }
    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn moves(&self) -> impl Iterator<Item = Self::Move> {
        self.0.moves()
    }
    fn play(&mut self, m: Self::Move) {
        self.0.play(m);
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Notation for Measured {
    const ABOUT: &'static About = Inner::ABOUT;
    fn position_text(&self) -> String {
        self.0.position_text()
    }
    fn read_position(variant: &Self::Variant, text: &str) -> Result<Self, BadInput> {
        Inner::read_position(variant, text).map(Measured)
    }
    fn move_text(&self, m: Self::Move) -> String {
        self.0.move_text(m)
    }
    fn move_form() -> &'static str {
        Inner::move_form()
    }
    fn reason(&self) -> Option<&'static str> {
        self.0.reason()
    }
}

impl Draw for Measured {
    fn picture(&self) -> Picture {
        self.0.picture()
    }
    fn move_cells(&self, m: Self::Move) -> Vec<String> {
        self.0.move_cells(m)
    }
}

impl Judged for Measured {
    const FEATURES: &'static [Feature] = Inner::FEATURES;
    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        self.0.measure(feature, side)
    }
    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::rule::<Two>("two", "", &[]),
            Named::rule::<Four>("four", "", &[]),
            Named::rule::<Mixed>("mixed", "", &[]),
        ]
    }
}

/// A position as one side sees it; functions rather than closures, so that everything is inlined where it is fast.
struct Seen<'a> {
    position: &'a Measured,
    side: Side,
}

impl Seen<'_> {
    #[inline(always)]
    fn mine(&self, feature: usize) -> f64 {
        self.position.measure(feature, self.side)
    }
    #[inline(always)]
    fn theirs(&self, feature: usize) -> f64 {
        self.position.measure(feature, !self.side)
    }
    #[inline(always)]
    fn more(&self, feature: usize) -> f64 {
        self.mine(feature) - self.theirs(feature)
    }
}

macro_rules! rule {
    ($name:ident, $seen:ident, $value:expr) => {
        struct $name;

        impl Rule<Measured> for $name {
            fn new(_: &Settings) -> Self {
                $name
            }
            #[inline(always)]
            fn value(&self, position: &Measured, side: Side) -> f64 {
                let $seen = Seen { position, side };
                $value
            }
            fn terms(&self, _: &Measured, _: Side) -> Vec<Term> {
                Vec::new()
            }
        }
    };
}

rule!(Two, seen, 10.0 * seen.more(PIECES) + seen.more(STEPS));
rule!(Four, seen, {
    10.0 * seen.more(PIECES) + 0.5 * seen.more(STEPS) + 0.25 * seen.more(MOBILITY) - 3.0 * seen.more(HANGING)
});
rule!(Mixed, seen, {
    let pieces = 3.0 * seen.mine(PIECES) - 2.5 * seen.theirs(PIECES);
    let at_home = seen.mine(HOME_ROW) > seen.theirs(HOME_ROW);
    let rows = if at_home { seen.more(STEPS) } else { 0.5 * seen.mine(MOBILITY) };
    pieces + rows + seen.mine(CAPTURES).min(seen.theirs(CAPTURES))
});

const CASES: [(&str, &str); 3] = [
    ("two", "{10*pieces+steps}"),
    ("four", "{10*pieces+0.5*steps+0.25*mobility-3*hanging}"),
    (
        "mixed",
        "{3*mine.pieces-2.5*theirs.pieces+if(mine.home_row>theirs.home_row,steps,0.5*mine.mobility)\
         +min(mine.captures,theirs.captures)}",
    ),
];

fn main() {
    let positions: Vec<Measured> = positions();
    let opinion = |text: &str| Measured::opinion(Some(&text.parse().expect(text)), 0).expect(text);
    println!("{:>8} {:>8} {:>6}  formula", "formula", "Rust", "ratio");
    for (name, formula) in CASES {
        let (by_formula, by_rust) = (opinion(formula), opinion(name));
        for position in &positions {
            assert_eq!(by_formula.evaluate(position), by_rust.evaluate(position), "{formula}");
        }
        // The fastest of many short runs, taken in turns, is what the machine can do when nothing else runs.
        let (mut slow, mut fast) = (f64::MAX, f64::MAX);
        for _ in 0..100 {
            slow = slow.min(time(&by_formula, &positions));
            fast = fast.min(time(&by_rust, &positions));
        }
        println!("{slow:5.1} ns {fast:5.1} ns {:>6.2}  {formula}", slow / fast);
    }
}
