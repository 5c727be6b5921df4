//! What solvers know of Andantino: the hexagon has twelve images, and a stone that would win next must be stopped.
//!
//! A cell that wins for a side stays one until it is taken: stones are never removed, and a stone of the other
//! side elsewhere can neither shorten a row nor open a ring. So of two such cells only one can be stopped.

use plyscope_core::{Insight, Outlook, Score, Side};

use super::enclosure::{Chains, enclosed};
use super::{Andantino, has_line_through};

/// Empty cells up to which solvers ask who wins: those of a whole board of side 4.
const HOPEFUL: u32 = 37;

impl Insight for Andantino {
    #[inline(always)]
    fn symmetric_key(&self) -> (u64, u8) {
        self.smallest_key()
    }

    #[inline(always)]
    fn move_code(&self, m: u16, _: usize, image: u8) -> u16 {
        self.cell_in_image(m, image)
    }

    #[inline(always)]
    fn goes_to(m: u16, cell: u16) -> bool {
        m == cell
    }

    /// With many empty cells there is no known way to find out who wins: lines run on for a hundred plies. But short
    /// wins can be excluded.
    fn outcome_share(&self) -> u64 {
        u64::from(self.empties() <= HOPEFUL)
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        if self.rules.edge_wall || self.rules.ignore_suicide {
            return Outlook::UNKNOWN;
        }
        let places = self.places();
        let chains = Chains::of(&self.stones[self.side.index()]);
        if places.cells().any(|cell| self.wins_at(self.side, cell, &chains)) {
            return Outlook::decided(Score::win_in(1));
        }
        // Only in an enemy ring can a stone lose at once; and only if all places are in rings does the other side lose
        // without a winning stone.
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
}

impl Andantino {
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
