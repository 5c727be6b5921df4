//! What is certain in a position of Andantino: who wins with the next stone, and which stone must stop it.
//!
//! A cell that wins for a side stays one until somebody takes it: stones are never removed, and a stone of the other side elsewhere can
//! neither shorten a row nor open a ring. So of two such cells only one can be stopped.

use plyscope_core::{Score, Side};

use super::enclosure::{Chains, enclosed};
use super::{Andantino, has_line_through};
use crate::outlook::Outlook;

impl Andantino {
    /// What is certain of this unfinished position.
    #[inline(always)]
    pub fn outlook(&self) -> Outlook {
        if self.rules.edge_wall || self.rules.ignore_suicide {
            return Outlook::NOTHING_AT_ALL;
        }
        let places = self.places();
        let chains = Chains::of(&self.stones[self.side.index()]);
        if places.cells().any(|cell| self.wins_at(self.side, cell, &chains)) {
            return Outlook::decided(Score::win_in(1));
        }
        // Only in an enemy ring can a stone lose at once; and only if all places are in rings does the other side lose without a winning stone.
        let at_least = if self.has_eye[(!self.side).index()] { Score::loss_in(1) } else { Score::loss_in(2) };
        let mut outlook = Outlook::between(at_least, Score::win_in(2));
        let chains = Chains::of(&self.stones[(!self.side).index()]);
        let mut threats = places.cells().filter(|&cell| self.wins_at(!self.side, cell, &chains));
        if let Some(threat) = threats.next() {
            if threats.next().is_some() {
                outlook.at_most = Score::loss_in(2);
            } else if !self.has_eye[(!self.side).index()] {
                outlook.only_to = Some(threat as u16);
            }
        }
        outlook
    }

    /// Whether a stone of this side, whose chains these are, completes a row or a ring on an empty cell.
    #[inline(always)]
    fn wins_at(&self, side: Side, cell: usize, chains: &Chains) -> bool {
        let ring = self.stones[side.index()].ring(cell);
        if ring == 0 {
            return false;
        }
        let mut own = self.stones[side.index()];
        has_line_through(&own, cell, ring)
            || (chains.close_region_at(cell, ring) && {
                own.insert(cell);
                !(enclosed(self.board, own) & self.stones[(!side).index()]).is_empty()
            })
    }
}
