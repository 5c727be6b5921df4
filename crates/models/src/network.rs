//! A small network over the cells: one layer of hidden units, evaluated with 16-bit integers.
//!
//! Each piece has a column of weights, one for each hidden unit; the columns of all pieces are added up. A unit is
//! active with the square of that sum, held between 0 and 1, and the value is a weighted sum of the units. The output
//! weights depend on the stage.

use plyscope_core::BadInput;

/// Hidden units that are computed together: their number is a multiple of this.
pub const LANES: usize = 32;
/// What a sum of columns is when its unit is fully active.
pub const COLUMN_SCALE: i16 = 255;
/// What a fully active unit counts: 255² / 256.
pub const ACTIVE: i32 = 254;
/// What an output weight of one logit is.
pub const OUTPUT_SCALE: f64 = 2048.0;
/// The most hidden units.
const MAX_HIDDEN: usize = 512;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The hidden units.
    pub hidden: usize,
    /// By hidden unit, what the sum of columns begins with.
    pub bias: Vec<i16>,
    /// For each cell its column if the side to move stands there, then for each cell that of the other side.
    pub columns: Vec<i16>,
    /// By stage and hidden unit.
    pub output: Vec<Vec<i16>>,
}

impl Network {
    /// Refuses sizes that do not belong together.
    pub(crate) fn check(&self, n_cells: usize, n_stages: usize) -> Result<(), BadInput> {
        check_hidden(self.hidden)?;
        let fits = self.bias.len() == self.hidden
            && self.columns.len() == 2 * n_cells * self.hidden
            && self.output.len() == n_stages
            && self.output.iter().all(|stage| stage.len() == self.hidden);
        if fits { Ok(()) } else { Err(BadInput::new("the weights of the network do not fit the board")) }
    }
}

pub(crate) fn check_hidden(hidden: usize) -> Result<(), BadInput> {
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(LANES) {
        return Err(BadInput::new(format!(
            "a network has a multiple of {LANES} hidden units up to {MAX_HIDDEN}, not {hidden}"
        )));
    }
    Ok(())
}

/// A network for one board, with its columns by bit.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    n_blocks: usize,
    /// By block of units, then the bias and by bit the columns of the side to move and of the other.
    columns: Vec<[i16; LANES]>,
    /// Columns of a block.
    stride: usize,
    /// By stage and block.
    output: Vec<[i16; LANES]>,
}

impl Laid {
    /// `bits` has the bit of each cell.
    pub(crate) fn new(network: &Network, bits: &[u16], n_words: usize) -> Self {
        let (n_blocks, n_bits, n_cells) = (network.hidden / LANES, 64 * n_words, bits.len());
        let stride = 1 + 2 * n_bits;
        let mut columns = vec![[0; LANES]; n_blocks * stride];
        for block in 0..n_blocks {
            let lanes = |all: &[i16], row: usize| -> [i16; LANES] {
                std::array::from_fn(|lane| all[row * network.hidden + block * LANES + lane])
            };
            columns[block * stride] = lanes(&network.bias, 0);
            for (cell, &bit) in bits.iter().enumerate() {
                let place = block * stride + 1 + usize::from(bit);
                columns[place] = lanes(&network.columns, cell);
                columns[place + n_bits] = lanes(&network.columns, n_cells + cell);
            }
        }
        let output = network
            .output
            .iter()
            .flat_map(|stage| stage.chunks_exact(LANES).map(|chunk| std::array::from_fn(|lane| chunk[lane])));
        Laid { n_blocks, columns, stride, output: output.collect() }
    }

    /// The weighted sum of the units, for pieces given by bit; those of the other side come after all bits.
    #[inline(always)]
    pub(crate) fn sum(&self, pieces: &[u16], stage: usize) -> i32 {
        let mut sum = 0;
        for block in 0..self.n_blocks {
            let columns = &self.columns[block * self.stride..][..self.stride];
            let mut hidden = columns[0];
            for &piece in pieces {
                let column = &columns[1 + usize::from(piece)];
                for lane in 0..LANES {
                    hidden[lane] = hidden[lane].saturating_add(column[lane]);
                }
            }
            let output = &self.output[stage * self.n_blocks + block];
            for lane in 0..LANES {
                let held = hidden[lane].clamp(0, COLUMN_SCALE) as u16;
                let active = (held.wrapping_mul(held) >> 8) as i16;
                sum += i32::from(active) * i32::from(output[lane]);
            }
        }
        sum
    }
}
