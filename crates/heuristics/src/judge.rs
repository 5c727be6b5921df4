//! What a heuristic is: a judgement of positions as one side sees them, with its reasons.

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{BadInput, Game, Heuristic, Side};

use crate::noise::Noise;
use crate::settings::Settings;

/// Judges positions that are not decided, for either side.
pub trait Judge<G>: Send + Sync {
    /// The value as this side sees it: higher is better for it. Always finite.
    fn seen_by(&self, position: &G, side: Side) -> f64;

    /// The parts that the value is made of.
    fn terms(&self, position: &G, side: Side) -> Vec<Term>;

    /// For each cell of the picture, what the piece on it is worth to this side; `None` if it does not look at cells.
    fn heat(&self, position: &G, side: Side) -> Option<Vec<f64>> {
        let _ = (position, side);
        None
    }

    /// Whether it wants to be told of positions that it will probably have to judge; see [`Judge::expect`].
    fn expects(&self) -> bool {
        false
    }

    /// The unfinished positions after this one will probably be judged next.
    fn expect(&self, parent: &G) {
        let _ = parent;
    }

    /// Whether it can judge positions on this board. Most can judge all of them.
    ///
    /// # Errors
    /// If it cannot, with the reason.
    fn fits(&self, position: &G) -> Result<(), BadInput> {
        let _ = position;
        Ok(())
    }
}

/// One part of a value: weight times value is its share.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What is measured.
    pub name: String,
    /// How much one of it counts.
    pub weight: f64,
    /// How much there is.
    pub value: f64,
}

impl Term {
    /// A term of a judgement.
    pub fn new(name: impl Into<String>, weight: f64, value: f64) -> Self {
        Term { name: name.into(), weight, value }
    }
}

/// A heuristic written in Rust. Both functions carry `#[inline(always)]` down to the bits, so that they are compiled
/// for newer processors where there is one.
pub trait Rule<G>: Send + Sync + Sized + 'static {
    /// The rule with these settings; its options are those it was registered with, so every one of them has an accepted
    /// value.
    fn new(settings: &Settings) -> Self;

    /// The value as this side sees it.
    fn value(&self, position: &G, side: Side) -> f64;

    /// What the value is made of.
    fn terms(&self, position: &G, side: Side) -> Vec<Term>;
}

/// A rule as a judge, evaluated with the fastest instructions there are.
pub fn boosted<G: Sync, R: Rule<G>>(rule: R) -> Box<dyn Judge<G>> {
    Box::new(Boosted(rule))
}

struct Boosted<R>(R);

struct Evaluation<'a, G, R> {
    rule: &'a R,
    position: &'a G,
    side: Side,
}

impl<G, R: Rule<G>> Task for Evaluation<'_, G, R> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        self.rule.value(self.position, self.side)
    }
}

impl<G: Sync, R: Rule<G>> Judge<G> for Boosted<R> {
    fn seen_by(&self, position: &G, side: Side) -> f64 {
        boost(Evaluation { rule: &self.0, position, side })
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        self.0.terms(position, side)
    }
}

/// A judge at work in a search.
///
/// Many heuristics of the literature are not zero-sum: what one side likes is not what the other dislikes. Minimax
/// needs one opinion for the whole tree, and it is that of the player who searches. So a search says for whom it
/// searches, and every position is seen by that side.
pub struct Opinion<G> {
    judge: Box<dyn Judge<G>>,
    /// Whether the judge expects; asked once, because searches tell it so often.
    expects: bool,
    noise: Option<Noise>,
    speaks_for: Option<Side>,
}

impl<G: Game> Opinion<G> {
    /// The opinion of a judge, without noise.
    pub fn of(judge: impl Judge<G> + 'static) -> Self {
        Opinion::new(Box::new(judge), None)
    }

    pub(crate) fn new(judge: Box<dyn Judge<G>>, noise: Option<Noise>) -> Self {
        Opinion { expects: judge.expects(), judge, noise, speaks_for: None }
    }

    /// The value as this side sees it.
    pub fn seen_by(&self, position: &G, side: Side) -> f64 {
        // Adding 0 turns a negative zero into a plain one.
        let noise = self.noise.map_or(0.0, |noise| noise.at(position.key()));
        self.judge.seen_by(position, side) + noise
    }

    /// For each cell of the picture, what the piece on it is worth to this side; `None` if it does not look at cells.
    pub fn heat(&self, position: &G, side: Side) -> Option<Vec<f64>> {
        self.judge.heat(position, side)
    }

    /// Whether it can judge positions on this board.
    ///
    /// # Errors
    /// If it cannot, with the reason.
    pub fn fits(&self, position: &G) -> Result<(), BadInput> {
        self.judge.fits(position)
    }

    /// What the value is made of.
    pub fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        let mut terms = self.judge.terms(position, side);
        if let Some(noise) = &self.noise {
            terms.push(Term::new("noise", 1.0, noise.at(position.key())));
        }
        terms
    }
}

impl<G: Game> Heuristic<G> for Opinion<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> f64 {
        let mover = position.side_to_move();
        let side = self.speaks_for.unwrap_or(mover);
        let value = self.seen_by(position, side);
        if side == mover { value } else { -value }
    }

    fn speak_for(&mut self, side: Side) {
        self.speaks_for = Some(side);
    }

    #[inline(always)]
    fn expect(&self, parent: &G) {
        if self.expects {
            self.judge.expect(parent);
        }
    }
}
