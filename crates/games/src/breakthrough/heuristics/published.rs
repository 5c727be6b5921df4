//! The published heuristics of Breakthrough: a constant and a weight for each piece by its row.
//!
//! They come from a course of the University of Illinois (CS 440, 2016 and 2017) and a student's report on it. The
//! report prints the weights for eight rows. On other boards the large weights stay at the edge where they are printed,
//! and the 1 of the rows between is repeated or left out.
//!
//! The report searches with White's value for both sides, so that Black, who minimises, does the opposite of what the
//! names say: `view=white`. With `view=own`, the default, each side counts for itself; what both think of a position is
//! then not opposite.

use std::marker::PhantomData;

use plyscope_core::Side;
use plyscope_heuristics::{Rule, Settings, Term};

use crate::breakthrough::Camp;
use crate::{Breakthrough, Word};

/// Weights by row, from one edge on; all further rows have the last one.
struct ByRow {
    from: Edge,
    first: [f64; 3],
    others: f64,
}

/// Where rows begin: the edge on which the pieces started or the one that they want to reach.
#[derive(Clone, Copy)]
enum Edge {
    Home,
    Goal,
}

impl ByRow {
    const fn all(weight: f64) -> Self {
        ByRow { from: Edge::Home, first: [weight; 3], others: weight }
    }

    #[inline(always)]
    fn weight(&self, row: usize) -> f64 {
        if row < self.first.len() { self.first[row] } else { self.others }
    }

    /// The row that is so weighted first.
    #[inline(always)]
    fn first_row<W: Word>(&self, camp: &Camp<W>) -> W {
        match self.from {
            Edge::Home => camp.home(),
            Edge::Goal => camp.goal(),
        }
    }

    #[inline(always)]
    fn next_row<W: Word>(&self, camp: &Camp<W>, row: W) -> W {
        match self.from {
            Edge::Home => camp.ahead(row),
            Edge::Goal => camp.behind(row),
        }
    }

    #[inline(always)]
    fn value<W: Word>(&self, camp: &Camp<W>) -> f64 {
        let (mut sum, mut row) = (0.0, self.first_row(camp));
        for index in 0..camp.n_rows() as usize {
            sum += self.weight(index) * f64::from((camp.pieces() & row).count());
            row = self.next_row(camp, row);
        }
        sum
    }

    fn terms<W: Word>(&self, camp: &Camp<W>, owner: Side, sign: f64, terms: &mut Vec<Term>) {
        let edge = match self.from {
            Edge::Home => "home",
            Edge::Goal => "goal",
        };
        let mut row = self.first_row(camp);
        for index in 0..camp.n_rows() as usize {
            let (weight, count) = (self.weight(index), (camp.pieces() & row).count());
            row = self.next_row(camp, row);
            if weight != 0.0 {
                let name = format!("{} {index} rows from {edge}", owner.letter());
                terms.push(Term::new(name, sign * weight, f64::from(count)));
            }
        }
    }
}

/// One of the published heuristics.
pub(super) trait Published: Send + Sync + 'static {
    const WEIGHTS: Weights;
}

/// What it adds up: a constant, what one's own pieces are worth, and what the others' cost.
pub(super) struct Weights {
    constant: f64,
    mine: ByRow,
    theirs: ByRow,
}

/// 2·(30 − their pieces).
pub(super) struct Offensive1;

impl Published for Offensive1 {
    const WEIGHTS: Weights = Weights { constant: 60.0, mine: ByRow::all(0.0), theirs: ByRow::all(-2.0) };
}

/// 2·my pieces.
pub(super) struct Defensive1;

impl Published for Defensive1 {
    const WEIGHTS: Weights = Weights { constant: 0.0, mine: ByRow::all(2.0), theirs: ByRow::all(0.0) };
}

/// 10000 − their pieces + my pieces, those near the goal more.
pub(super) struct Offensive2;

impl Published for Offensive2 {
    const WEIGHTS: Weights = Weights {
        constant: 10000.0,
        mine: ByRow { from: Edge::Goal, first: [10.0, 5.0, 3.0], others: 1.0 },
        theirs: ByRow::all(-1.0),
    };
}

/// 10000 − their pieces, those near their goal more, + my pieces, those at home more.
pub(super) struct Defensive2;

impl Published for Defensive2 {
    const WEIGHTS: Weights = Weights {
        constant: 10000.0,
        mine: ByRow { from: Edge::Home, first: [10.0, 5.0, 1.0], others: 1.0 },
        theirs: ByRow { from: Edge::Goal, first: [-10.0, -5.0, -1.0], others: -1.0 },
    };
}

/// A published heuristic with the view that was chosen.
pub(super) struct Viewed<P> {
    by_white: bool,
    published: PhantomData<P>,
}

impl<P: Published> Viewed<P> {
    /// For whom pieces are counted when this side asks, and the sign of the answer.
    #[inline(always)]
    fn counted(&self, side: Side) -> (Side, f64) {
        match side {
            Side::Second if self.by_white => (Side::First, -1.0),
            _ => (side, 1.0),
        }
    }
}

impl<W: Word, P: Published> Rule<Breakthrough<W>> for Viewed<P> {
    fn new(settings: &Settings) -> Self {
        Viewed { by_white: settings.word("view") == "white", published: PhantomData }
    }

    #[inline(always)]
    fn value(&self, position: &Breakthrough<W>, side: Side) -> f64 {
        let (side, sign) = self.counted(side);
        let (mine, theirs) = (&position.camp(side), &position.camp(!side));
        sign * (P::WEIGHTS.constant + P::WEIGHTS.mine.value(mine) + P::WEIGHTS.theirs.value(theirs))
    }

    fn terms(&self, position: &Breakthrough<W>, side: Side) -> Vec<Term> {
        let (side, sign) = self.counted(side);
        let mut terms = vec![Term::new("constant", sign, P::WEIGHTS.constant)];
        P::WEIGHTS.mine.terms(&position.camp(side), side, sign, &mut terms);
        P::WEIGHTS.theirs.terms(&position.camp(!side), !side, sign, &mut terms);
        terms
    }
}
