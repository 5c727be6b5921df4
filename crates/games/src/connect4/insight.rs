//! What is certain in a position of Connect Four: a line that can be completed, a cell that must be blocked, a cell
//! that must not be filled, and lines that cannot be completed any more.

use plyscope_core::{Insight, Outlook, Score};

use super::Connect4;
use crate::bits::Word;

impl Insight for Connect4 {
    #[inline(always)]
    fn symmetric_key(&self) -> (u64, u8) {
        let (key, is_mirrored) = self.rack.symmetric_key(self.mover, self.other);
        (key, is_mirrored.into())
    }

    #[inline(always)]
    fn move_code(&self, m: u8, _: usize, image: u8) -> u16 {
        if image == 0 { m.into() } else { self.rack.mirrored_cell(m.into()) as u16 }
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        let Connect4 { mover, other, rack } = *self;
        let landing = self.landing();
        if rack.completing(mover) & landing != 0 {
            return Outlook::decided(Score::win_in(1));
        }
        let threats = rack.completing(other);
        let blocks = threats & landing;
        // A stone below a threat lets the other side complete its line on top of it.
        let safe = if blocks == 0 { landing } else { blocks } & !rack.below(threats);
        if blocks.count_ones() > 1 || safe == 0 {
            return Outlook::decided(Score::loss_in(2));
        }
        let empty = rack.cells() & !self.filled();
        let (mine, theirs) = self.within_reach(empty, landing);
        let can_win = empty.count_ones() >= 3 && rack.has_line(mover | mine);
        let can_lose = empty.count_ones() >= 4 && rack.has_line(other | theirs);
        Outlook {
            at_least: if can_lose { Score::loss_in(4) } else { Score::EVEN },
            at_most: if can_win { Score::win_in(3) } else { Score::EVEN },
            only_to: safe.is_power_of_two().then(|| safe.first() as u16),
        }
    }

    #[inline(always)]
    fn goes_to(m: u8, cell: u16) -> bool {
        u16::from(m) == cell
    }

    /// Stones that make many threats, and of these the ones near the middle.
    #[inline(always)]
    fn promise(&self, m: u8) -> i32 {
        let threats = self.rack.completing(self.mover | 1 << m) & !self.filled();
        /// More than the distance from the middle on any board.
        const THREAT: i32 = 32;
        THREAT * threats.count_ones() as i32 - self.rack.distance_from_middle(m.into()) as i32
    }
}

impl Connect4 {
    /// The empty cells of which lines of the side to move may be made, and those of which lines of the other side may,
    /// against an opponent who follows up.
    ///
    /// Pair up the empty cells of each column from the top. A side that answers every stone with one on top of it gets
    /// the upper cell of each pair and leaves the lower ones ("follow-up" and "claimeven" in V. Allis, A
    /// Knowledge-based Approach of Connect-Four, 1988). The other side can do so if no cell is left over in any
    /// column; the side to move can if one is left over in one column, by beginning there.
    #[inline(always)]
    fn within_reach(&self, empty: u64, landing: u64) -> (u64, u64) {
        let upper = self.rack.upper_rows();
        let (lower, odd_columns) = (empty & !upper, landing & upper);
        let mine = if odd_columns == 0 { lower } else { empty };
        let theirs = if odd_columns.is_power_of_two() { lower } else { empty };
        (mine, theirs)
    }
}
