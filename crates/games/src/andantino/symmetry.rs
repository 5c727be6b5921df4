//! Positions of Andantino that play alike: the hexagon turned by sixths, and mirrored.
//!
//! From the centre, a cell is (r, l). A turn takes it to (l, l − r), and the mirror to (l, r); together they give
//! twelve images.

use std::sync::LazyLock;

use super::hex::{HexBoard, SIDES, cell, coordinates};
use super::{Andantino, STONE_KEYS};

const IMAGES: usize = 12;

/// Where each cell goes, for each image.
type Maps = [[u16; 384]; IMAGES];

static MAPS: LazyLock<Vec<Maps>> = LazyLock::new(|| SIDES.map(|side| maps(HexBoard::of(side))).collect());

/// Boards of at most this many cells are small enough for symmetric positions to meet at any time; on larger ones they
/// meet early or never.
const SMALL_BOARD: usize = 37;
/// Stones on a large board until which images are looked for.
const EARLY: u16 = 9;

fn maps(board: &HexBoard) -> Maps {
    let centre = board.side as i32 - 1;
    let mut maps = [[0; 384]; IMAGES];
    for from in board.all.cells() {
        let (number, letter) = coordinates(from);
        let (mut r, mut l) = (number as i32 - centre, letter as i32 - centre);
        for (image, map) in maps.iter_mut().enumerate() {
            map[from] = cell((r + centre) as usize, (l + centre) as usize) as u16;
            (r, l) = (l, l - r);
            if image == IMAGES / 2 - 1 {
                (r, l) = (l, r);
            }
        }
    }
    maps
}

impl Andantino {
    /// A key that is the same for positions that play alike, and the image of this one that it is made from.
    #[inline(always)]
    pub(super) fn smallest_key(&self) -> (u64, u8) {
        if self.n_stones > EARLY && self.board.n_cells > SMALL_BOARD {
            return (self.key, 0);
        }
        self.smallest_image()
    }

    fn smallest_image(&self) -> (u64, u8) {
        let mut keys = [0_u64; IMAGES];
        let maps = &MAPS[self.board.side - SIDES.start()];
        for (stones, stone_keys) in self.stones.iter().zip(STONE_KEYS.iter()) {
            for stone in stones.cells() {
                keys.iter_mut().zip(maps).for_each(|(key, map)| *key ^= stone_keys[usize::from(map[stone])]);
            }
        }
        let image = (0..IMAGES).min_by_key(|&image| keys[image]).unwrap_or(0);
        (keys[image], image as u8)
    }

    /// The cell of that image on which this one comes to lie.
    #[inline(always)]
    pub(super) fn cell_in_image(&self, cell: u16, image: u8) -> u16 {
        if image == 0 {
            return cell;
        }
        MAPS[self.board.side - SIDES.start()][usize::from(image)][usize::from(cell)]
    }
}
