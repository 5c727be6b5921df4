//! Andantino: the hexagon has twelve images, and a stone that would win next must be stopped.

use plyscope_games::{Andantino, Outlook};

use crate::Solvable;

/// Empty cells up to which the outcome is asked for: those of a whole board of side 4.
const HOPEFUL: u32 = 37;

impl Solvable for Andantino {
    type Image = u8;

    #[inline(always)]
    fn symmetric_key(&self) -> (u64, u8) {
        Andantino::symmetric_key(self)
    }

    #[inline(always)]
    fn move_code(&self, m: u16, _: usize, image: u8) -> u16 {
        self.cell_in_image(m, image)
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        Andantino::outlook(self)
    }

    #[inline(always)]
    fn goes_to(m: u16, cell: u16) -> bool {
        m == cell
    }

    #[inline(always)]
    fn promise(&self, _: u16) -> i32 {
        0
    }

    /// With many empty cells nobody knows how to find out who wins: lines run on for a hundred plies. But short wins can be excluded.
    fn outcome_share(&self) -> u64 {
        u64::from(self.empties() <= HOPEFUL)
    }
}
