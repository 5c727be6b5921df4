//! `published-andantino-iterative`: the program's default, its PVS at the odd depths 1, 3, 5, … 19.
//!
//! What is wrong: what is wrong with `published-andantino-pvs`. The sign is kept here, so the value is right in the
//! end, but it is that of one line of play. A line ends when its game does, so deeper is not more from some depth on,
//! and "depth 19" costs no more than depth 9. Nothing is learnt from one depth for the next: no order, no table, no
//! window, and a win does not end it. If the time was over before the first depth was, the program failed; here the
//! move that looks best is played.

use plyscope_core::{Control, Game, Heuristic, Limits, Report, Search, Stop};

use super::{Choice, Pvs, Walk, value_moves};
use crate::clock::Clock;

/// The program looks no deeper than 20 plies below the root move, and its depths are odd.
const DEEPEST: u32 = 20;

pub(in super::super) struct Iterative<H> {
    heuristic: H,
}

impl<H> Iterative<H> {
    pub(in super::super) fn new(heuristic: H) -> Self {
        Iterative { heuristic }
    }
}

impl<G: Game, H: Heuristic<G>> Search<G> for Iterative<H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let deepest = limits.depth.unwrap_or(DEEPEST);
        let mut walk = Walk::new(&self.heuristic, Clock::start(limits, control.work()));
        let children = walk.falling(position);
        let (mut choice, mut completed) = (Choice::by_looks(&children), 0);
        for below in (1..deepest).step_by(2) {
            if below > 1 && !walk.clock.may_deepen() {
                return choice.report(completed, &walk, Stop::Time);
            }
            let (found, is_stopped) = value_moves::<Pvs, G, H>(&mut walk, &children, below, |value| value);
            if is_stopped {
                break;
            }
            (choice, completed) = (found, below + 1);
            (control.on_iteration)(&choice.report(completed, &walk, Stop::Depth));
        }
        choice.report(completed, &walk, Stop::Depth)
    }
}
