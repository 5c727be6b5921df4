//! Andantino: the hexagon has twelve images, and a stone that would win next must be stopped.

use plyscope_games::{Andantino, Outlook};

use crate::Solvable;

impl Solvable for Andantino {
    /// On large boards nobody knows how to find out who wins, but short wins can be excluded.
    const OUTCOME_SHARE: u64 = 1;
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
}
