//! A position as a model sees it.

/// The machine words of a view: enough for the largest board (Andantino).
pub const WORDS: usize = 6;

/// The cells of the side to move and of the other side, as sets of bits. Which bit is which cell, the game says; see
/// [`crate::Board`]. Where the sides go in opposite directions the board is turned, so that the side to move always
/// looks like the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The side to move.
    pub own: [u64; WORDS],
    /// The other side.
    pub other: [u64; WORDS],
}

impl View {
    /// A board of at most 64 cells.
    #[inline(always)]
    pub const fn narrow(own: u64, other: u64) -> Self {
        View { own: [own, 0, 0, 0, 0, 0], other: [other, 0, 0, 0, 0, 0] }
    }

    /// A board of at most 128 cells.
    #[inline(always)]
    pub const fn wide([own, own_high]: [u64; 2], [other, other_high]: [u64; 2]) -> Self {
        View { own: [own, own_high, 0, 0, 0, 0], other: [other, other_high, 0, 0, 0, 0] }
    }

    /// Puts a piece on the board.
    pub fn insert(&mut self, is_own: bool, bit: u16) {
        let set = if is_own { &mut self.own } else { &mut self.other };
        set[usize::from(bit) / 64] |= 1 << (bit % 64);
    }

    /// Whether a piece of the side to move, or of the other side, stands on this bit.
    pub fn has(&self, is_own: bool, bit: u16) -> bool {
        let set = if is_own { &self.own } else { &self.other };
        set[usize::from(bit) / 64] >> (bit % 64) & 1 != 0
    }

    /// The number of pieces in the first `words` words.
    #[inline(always)]
    pub fn n_pieces(&self, words: usize) -> usize {
        let both = self.own[..words].iter().chain(&self.other[..words]);
        both.map(|word| word.count_ones() as usize).sum()
    }
}
