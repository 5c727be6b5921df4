//! What every solver can do, and the questions it is asked until nothing is open.

use plyscope_core::{Interrupted, Score};

use crate::watch::Watch;
use crate::{Measure, Solvable};

/// What is proven of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// It is worth this or more.
    pub at_least: Score,
    /// It is worth this or less.
    pub at_most: Score,
}

impl Bounds {
    /// Nothing is proven.
    pub const OPEN: Bounds = Bounds { at_least: Score::MIN, at_most: Score::MAX };

    /// Whether it is not known if the position is worth this.
    fn leaves_open(&self, aim: Score) -> bool {
        self.at_least < aim && aim <= self.at_most
    }

    /// Notes the answer to the question whether it is worth `aim`.
    fn note(&mut self, aim: Score, found: Score) {
        if found >= aim {
            self.at_least = self.at_least.max(found);
        } else {
            self.at_most = self.at_most.min(found);
        }
    }
}

/// Answers one kind of question about positions, and remembers what it found out.
pub trait Solver<G: Solvable>: Send {
    /// Is an unfinished position worth at least `aim` to its side to move? The answer is a bound that is certain: if it
    /// is `aim` or more, the position is worth that or more, otherwise it is worth that or less.
    ///
    /// # Errors
    /// If it was stopped before it knew.
    fn test(&mut self, position: &G, aim: Score, watch: &mut Watch<'_>) -> Result<Score, Interrupted>;

    /// Narrows the bounds of an unfinished position until they meet, and tells the watch of every step.
    ///
    /// # Errors
    /// If it was stopped before they met. What is in the bounds by then is certain.
    fn narrow(&mut self, position: &G, bounds: &mut Bounds, watch: &mut Watch<'_>) -> Result<(), Interrupted> {
        let test = &mut |aim, watch: &mut Watch<'_>| self.test(position, aim, watch);
        match G::MEASURE {
            Measure::Plies => by_plies(test, position.outcome_share(), bounds, watch),
            Measure::Margin => by_margin(test, bounds, watch),
        }
    }

    /// A move that this solver believes to be best, if it knows one.
    fn hint(&self, position: &G) -> Option<G::Move>;

    /// Bytes of memory in use.
    fn bytes(&self) -> usize;
}

/// [`Solver::test`] of one position.
type Test<'a> = dyn FnMut(Score, &mut Watch<'_>) -> Result<Score, Interrupted> + 'a;

/// Nodes that go into lengths before anything else, so that even a very short search proves something.
const FIRST_LENGTHS: u64 = 1 << 14;

/// Nodes of the first attempt to find out who wins.
const FIRST_ATTEMPT: u64 = 1 << 20;

/// Who wins, and how soon.
///
/// After the shortest lengths, who wins is asked first: without a limit of plies, everything found out about a position
/// can be used wherever it occurs, and on most boards this takes a tenth to a half of the nodes. It also tells whose
/// win to measure. The lengths are "a win within n plies?" and "a loss within n plies?" for growing n: short proofs are
/// found in small trees, and what each answer left in the table orders the next search. Where it is too hard to find
/// out who wins, lengths can still be excluded; so as long as both are open, attempts at the first take turns with the
/// second, and `share` times as many nodes go to the first.
fn by_plies(test: &mut Test<'_>, share: u64, bounds: &mut Bounds, watch: &mut Watch<'_>) -> Result<(), Interrupted> {
    let (mut for_outcome, mut for_lengths, mut attempt) = (0, 0, FIRST_ATTEMPT);
    let mut plies = 0;
    while bounds.at_least < bounds.at_most {
        watch.look()?;
        let before = watch.nodes();
        let is_outcome_next = for_lengths >= FIRST_LENGTHS && for_outcome < share * for_lengths;
        if !is_outcome_known(bounds) && is_outcome_next {
            let limit = before + attempt;
            for aim in [Score::EVEN.next(), Score::EVEN] {
                if bounds.leaves_open(aim) && watch.nodes() < limit {
                    watch.tell(*bounds);
                    if let Some(found) = watch.until(limit, |watch| test(aim, watch))? {
                        bounds.note(aim, found);
                    }
                }
            }
            attempt *= 2;
            for_outcome += watch.nodes() - before;
        } else {
            plies += 1;
            for aim in [Score::win_in(plies), Score::loss_in(plies).next()] {
                if bounds.leaves_open(aim) {
                    watch.tell(*bounds);
                    bounds.note(aim, test(aim, watch)?);
                }
            }
            for_lengths += watch.nodes() - before;
        }
        watch.tell(*bounds);
    }
    Ok(())
}

/// Whether it is known who wins or that it is a draw.
fn is_outcome_known(bounds: &Bounds) -> bool {
    bounds.at_least >= Score::EVEN.next() || bounds.at_most < Score::EVEN
}

/// How much: the questions halve what is open.
fn by_margin(test: &mut Test<'_>, bounds: &mut Bounds, watch: &mut Watch<'_>) -> Result<(), Interrupted> {
    while bounds.at_least < bounds.at_most {
        let aim = Score::estimate(f64::midpoint(bounds.at_least.value(), bounds.at_most.value()).ceil());
        watch.tell(*bounds);
        watch.look()?;
        bounds.note(aim, test(aim, watch)?);
    }
    Ok(())
}
