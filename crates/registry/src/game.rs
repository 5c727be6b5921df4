//! A game without its type.

use std::marker::PhantomData;

use plyscope_core::{About, BadInput, Draw, Notation};
use plyscope_games::OnGrid;
use plyscope_heuristics::Judged;
use plyscope_solve::Solvable;

use crate::AnyPosition;
use crate::position::Held;

/// A registered game: its name, and how to get positions of it.
pub trait AnyGame: Send + Sync {
    /// Names and accepted specs.
    fn about(&self) -> &'static About;

    /// The start position of the variant that a text names; an empty text means the default.
    ///
    /// # Errors
    /// If the game has no such variant.
    fn start(&self, variant: &str) -> Result<Box<dyn AnyPosition>, BadInput>;

    /// The position of that variant that a text describes.
    ///
    /// # Errors
    /// If the game has no such variant, or no such position.
    fn read(&self, variant: &str, position: &str) -> Result<Box<dyn AnyPosition>, BadInput>;
}

/// A game that one type implements.
pub struct One<G>(PhantomData<fn() -> G>);

/// A game on squares whose smaller boards are one type and larger ones another.
pub(crate) struct ByWidth<Narrow, Wide>(PhantomData<fn() -> (Narrow, Wide)>);

impl<G> One<G> {
    /// The game.
    pub const NEW: Self = One(PhantomData);
}

impl<Narrow, Wide> ByWidth<Narrow, Wide> {
    pub(crate) const NEW: Self = ByWidth(PhantomData);
}

impl<G: Notation + Draw + Judged + Solvable> AnyGame for One<G> {
    fn about(&self) -> &'static About {
        G::ABOUT
    }

    fn start(&self, variant: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
        Ok(Held::<G>::start(variant.parse()?))
    }

    fn read(&self, variant: &str, position: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
        Held::<G>::read(variant.parse()?, position)
    }
}

impl<Narrow, Wide> AnyGame for ByWidth<Narrow, Wide>
where
    Narrow: Notation + Draw + Judged + Solvable,
    Wide: Notation + Draw + Judged<Variant = Narrow::Variant> + Solvable,
    Narrow::Variant: OnGrid,
{
    fn about(&self) -> &'static About {
        Narrow::ABOUT
    }

    fn start(&self, variant: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
        let variant: Narrow::Variant = variant.parse()?;
        Ok(if variant.is_narrow() { Held::<Narrow>::start(variant) } else { Held::<Wide>::start(variant) })
    }

    fn read(&self, variant: &str, position: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
        let variant: Narrow::Variant = variant.parse()?;
        if variant.is_narrow() {
            Held::<Narrow>::read(variant, position)
        } else {
            Held::<Wide>::read(variant, position)
        }
    }
}
