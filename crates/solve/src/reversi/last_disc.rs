//! How many enemies the last disc flips, by looking up its four lines.
//!
//! With one empty cell left, every other cell of a line is the mover's or an enemy's, so the mover's eight bits tell
//! everything. Cells off the board count as enemies that are never enclosed.

/// By the place of the empty cell in its line and the mover's discs in that line: the enemies flipped.
static IN_LINE: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0usize;
        while line < 256 {
            let mut up = place + 1;
            while up < 8 && line >> up & 1 == 0 {
                up += 1;
            }
            let mut down = place;
            while down > 0 && line >> (down - 1) & 1 == 0 {
                down -= 1;
            }
            let above = if up < 8 { up - place - 1 } else { 0 };
            let below = if down > 0 { place - down } else { 0 };
            counts[place][line] = (above + below) as u8;
            line += 1;
        }
        place += 1;
    }
    counts
};

/// The cells of both diagonals through each cell.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (cell % 8, cell / 8);
            let (other_row, other_column) = (other % 8, other / 8);
            if row + other_column == other_row + column {
                diagonals[cell][0] |= 1 << other;
            }
            if row + column == other_row + other_column {
                diagonals[cell][1] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    diagonals
};

const FIRST_ROW: u64 = 0x0101_0101_0101_0101;

/// The enemies that a disc on the only empty cell flips.
#[inline(always)]
pub(super) fn last_flips(cell: u32, mover: u64) -> i32 {
    let cell = cell as usize % 64;
    let (row, column) = (cell % 8, cell / 8);
    let [falling, rising] = DIAGONALS[cell];
    let (by_row, by_column) = (&IN_LINE[row], &IN_LINE[column]);
    let down = mover >> (8 * column) as u32 & 0xFF;
    // The products bring one bit of each column to the last byte: in the order of columns, or where it stands in its
    // column.
    let across = (mover >> row as u32 & FIRST_ROW).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let falling = (mover & falling).wrapping_mul(FIRST_ROW) >> 56;
    let rising = (mover & rising).wrapping_mul(FIRST_ROW) >> 56;
    i32::from(by_row[down as usize] + by_row[falling as usize] + by_row[rising as usize] + by_column[across as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;
    use plyscope_core::cpu::Plain;
    use plyscope_games::reversi::flipped_in;

    #[test]
    fn lines_count_what_the_rules_flip() {
        let mut rng = Rng::new(5);
        for _ in 0..5_000 {
            let mover = rng.next_u64();
            for board in [u64::MAX, 0x003F_3F3F_3F3F_3F3F & 0x0000_3F3F_3F3F_3F3F, 0x0F0F_0F0F] {
                for cell in (0..64).filter(|&cell| board >> cell & 1 != 0) {
                    let empty = 1u64 << cell;
                    let (mover, other) = (mover & board & !empty, !mover & board & !empty);
                    assert_eq!(last_flips(cell, mover), flipped_in(Plain, cell, mover, other).count_ones() as i32);
                }
            }
        }
    }
}
