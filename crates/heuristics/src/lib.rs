//! What positions are worth before the game is over.
//!
//! Each game has a few named heuristics and a default among them. Values are for the side to move.

use std::marker::PhantomData;

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{BadInput, Game, Heuristic, Side};
use plyscope_games::{Andantino, Armies, Breakthrough, Pawn, Pawned, Reversi, TicTacToe, Word};

/// A heuristic that can be asked for by name.
pub struct Named<G> {
    /// The name in a player spec.
    pub name: &'static str,
    /// What it measures, in a few words.
    pub meaning: &'static str,
    function: fn(&G) -> f64,
}

/// The formula of a heuristic. `value` carries `#[inline(always)]`, so that it is compiled for newer processors where there is one.
trait Formula<G> {
    /// The value for the side to move.
    fn value(position: &G) -> f64;
}

/// One evaluation, for [`boost`].
struct Evaluation<'a, G, F>(&'a G, PhantomData<F>);

impl<G, F: Formula<G>> Task for Evaluation<'_, G, F> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        F::value(self.0)
    }
}

impl<G> Named<G> {
    fn of<F: Formula<G>>(name: &'static str, meaning: &'static str) -> Self {
        Named { name, meaning, function: |position| boost(Evaluation::<G, F>(position, PhantomData)) }
    }
}

impl<G> Clone for Named<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Named<G> {}

impl<G: 'static> Heuristic<G> for Named<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> f64 {
        (self.function)(position)
    }
}

/// A game with heuristics.
pub trait Judged: Game {
    /// Its heuristics; the first one is the default.
    fn heuristics() -> Vec<Named<Self>>;

    /// The heuristic with this name, or the default.
    ///
    /// # Errors
    /// If the game has none of that name.
    fn heuristic(name: Option<&str>) -> Result<Named<Self>, BadInput> {
        let all = Self::heuristics();
        let found = all.iter().find(|named| name.is_none_or(|name| named.name == name));
        found.copied().ok_or_else(|| {
            BadInput::unknown(
                "heuristic",
                name.unwrap_or_default(),
                all.iter().map(|named| named.name).collect::<Vec<_>>(),
            )
        })
    }
}

/// What one side has more than the other, for the side to move.
#[inline(always)]
fn difference<G: Game>(position: &G, of: impl Fn(&G, Side) -> u32) -> f64 {
    let side = position.side_to_move();
    f64::from(of(position, side)) - f64::from(of(position, !side))
}

/// Knows nothing: every position is even.
fn dummy<G: Game>() -> Named<G> {
    Named { name: "dummy", meaning: "0 for every position", function: |_| 0.0 }
}

struct Pieces;

impl<G: Game + Armies> Formula<G> for Pieces {
    #[inline(always)]
    fn value(position: &G) -> f64 {
        difference(position, |p, side| p.n_pieces(side))
    }
}

struct Advance;

impl<G: Game + Armies> Formula<G> for Advance {
    #[inline(always)]
    fn value(position: &G) -> f64 {
        10.0 * Pieces::value(position) + difference(position, |p, side| p.n_steps(side))
    }
}

fn of_armies<G: Game + Armies>() -> Vec<Named<G>> {
    vec![
        Named::of::<Advance>("advance", "10 for each piece, 1 for each row advanced"),
        Named::of::<Pieces>("material", "pieces"),
        dummy(),
    ]
}

struct Mobility;

impl Formula<Reversi> for Mobility {
    #[inline(always)]
    fn value(position: &Reversi) -> f64 {
        difference(position, Reversi::mobility) + 10.0 * difference(position, Reversi::corners)
    }
}

struct Discs;

impl Formula<Reversi> for Discs {
    #[inline(always)]
    fn value(position: &Reversi) -> f64 {
        difference(position, Reversi::n_discs)
    }
}

struct Line;

impl Formula<Andantino> for Line {
    #[inline(always)]
    fn value(position: &Andantino) -> f64 {
        difference(position, Andantino::longest_line)
    }
}

impl Judged for TicTacToe {
    fn heuristics() -> Vec<Named<Self>> {
        vec![dummy()]
    }
}

impl Judged for Reversi {
    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::of::<Mobility>("mobility", "places to move to, and 10 for each corner"),
            Named::of::<Discs>("material", "discs"),
            dummy(),
        ]
    }
}

impl<W: Word> Judged for Pawn<W> {
    fn heuristics() -> Vec<Named<Self>> {
        of_armies()
    }
}

impl<W: Word> Judged for Pawned<W> {
    fn heuristics() -> Vec<Named<Self>> {
        of_armies()
    }
}

impl<W: Word> Judged for Breakthrough<W> {
    fn heuristics() -> Vec<Named<Self>> {
        of_armies()
    }
}

impl Judged for Andantino {
    fn heuristics() -> Vec<Named<Self>> {
        vec![Named::of::<Line>("line", "length of the longest row of stones"), dummy()]
    }
}
