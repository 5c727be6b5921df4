//! Discs that can never be flipped. If the other side has many, the side to move cannot reach a high score, and nothing
//! need be searched.
//!
//! A disc is safe along a line if the line is full, or if it leans on the edge or on a safe disc of its own side. A
//! disc that is safe along all four lines is safe; this is repeated until nothing changes.

use super::shape::Shape;

const FIRST_ROW: u64 = 0x0101_0101_0101_0101;
const LAST_ROW: u64 = FIRST_ROW << 7;

/// Discs of one side that can never be flipped; some that cannot may be missed.
#[inline(always)]
pub(super) fn stable(discs: u64, empties: u64, shape: &Shape) -> u64 {
    let [along_column, along_row, falling, rising] = open_lines(empties);
    let [column_ends, row_ends, ends, _] = shape.rims;
    let kept = [!along_column | column_ends, !along_row | row_ends, !falling | ends, !rising | ends];
    let mut stable = discs & kept[0] & kept[1] & kept[2] & kept[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let along_column = kept[0] | (stable << 1 & !FIRST_ROW) | (stable >> 1 & !LAST_ROW);
        let along_row = kept[1] | stable << 8 | stable >> 8;
        let falling = kept[2] | (stable << 9 & !FIRST_ROW) | (stable >> 9 & !LAST_ROW);
        let rising = kept[3] | (stable << 7 & !LAST_ROW) | (stable >> 7 & !FIRST_ROW);
        let safe = discs & along_column & along_row & falling & rising;
        if safe == stable {
            return stable;
        }
        stable = safe;
    }
}

/// The cells of all lines with an empty cell: down the columns, along the rows, and along both diagonals.
#[inline(always)]
fn open_lines(empties: u64) -> [u64; 4] {
    // A byte becomes 0x80 if it has a bit, then 0xFF.
    let marks = (((empties & !LAST_ROW) + !LAST_ROW) | empties) & LAST_ROW;
    let along_column = (marks - (marks >> 7)) | marks;
    let mut along_row = empties | empties.rotate_left(8);
    along_row |= along_row.rotate_left(16);
    along_row |= along_row.rotate_left(32);
    let (mut falling, mut rising) = (empties, empties);
    // Rows that a step of one, two or four rows cannot end in when it goes on, and when it goes back.
    for (step, on, back) in [
        (1, FIRST_ROW, LAST_ROW),
        (2, 0x0303_0303_0303_0303, 0xC0C0_C0C0_C0C0_C0C0),
        (4, 0x0F0F_0F0F_0F0F_0F0F, 0xF0F0_F0F0_F0F0_F0F0),
    ] {
        falling |= (falling << (9 * step) & !on) | (falling >> (9 * step) & !back);
        rising |= (rising << (7 * step) & !back) | (rising >> (7 * step) & !on);
    }
    [along_column, along_row, falling, rising]
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::{Game, Rng, Side};
    use plyscope_games::Reversi;

    #[test]
    fn safe_discs_are_those_that_the_game_counts_and_are_never_flipped() {
        let mut rng = Rng::new(4);
        let mut n_stable = 0;
        for round in 0..400 {
            let board = ["8x8", "6x6", "4x4", "4x8", "lab-small"][round % 5];
            let mut position = Reversi::start(&board.parse().unwrap());
            let shape = Shape::new(position.board());
            let mut kept = [0; 2];
            while let Some(m) = position.pick(|n| rng.below(n)) {
                position.play(m);
                for side in Side::BOTH {
                    let stable = stable(position.discs(side), position.empties(), &shape);
                    assert_eq!(stable.count_ones(), position.stable(side));
                    let before = &mut kept[usize::from(side == Side::Second)];
                    assert_eq!(*before & !stable, 0, "what is safe stays safe");
                    *before = stable;
                    n_stable += stable.count_ones();
                }
            }
        }
        assert!(n_stable > 10_000, "{n_stable}");
    }
}
