//! The positions that a model is fitted to, held compactly: millions of them fit into memory.

use std::collections::HashSet;

use plyscope_models::{Board, Stages, View, WORDS};
use plyscope_registry::{DECIDED, Sample};

/// One in this many games is held out: it tells when fitting begins to learn by heart. Whole games, because positions
/// of one game are alike and share their result.
const HELD_OUT: u64 = 20;

/// Positions with what they are worth.
pub struct Samples {
    n_words: usize,
    n_features: usize,
    /// For each position the words of the side to move, then those of the other side.
    words: Vec<u64>,
    /// For each position and feature what the side to move has, then what the other side has.
    features: Vec<f32>,
    values: Vec<i32>,
    results: Vec<f32>,
    seen: HashSet<u64>,
    /// The indices of the positions to fit to, and of those held out.
    fitted: Vec<u32>,
    held_out: Vec<u32>,
}

impl Samples {
    /// No positions yet of this board, with this many features each.
    pub fn new(board: &Board, n_features: usize) -> Self {
        Samples {
            n_words: board.n_words(),
            n_features,
            words: Vec::new(),
            features: Vec::new(),
            values: Vec::new(),
            results: Vec::new(),
            seen: HashSet::new(),
            fitted: Vec::new(),
            held_out: Vec::new(),
        }
    }

    /// Adds a position of a game with this number, unless it is there.
    pub fn add(&mut self, sample: &Sample<'_>, game: u64) {
        if !self.seen.insert(sample.key) {
            return;
        }
        let index = self.values.len() as u32;
        self.words.extend(&sample.view.own[..self.n_words]);
        self.words.extend(&sample.view.other[..self.n_words]);
        self.features.extend(sample.features.iter().flatten());
        self.values.push(sample.searched.value);
        self.results.push(sample.result);
        if game % HELD_OUT == HELD_OUT - 1 { &mut self.held_out } else { &mut self.fitted }.push(index);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn n_features(&self) -> usize {
        self.n_features
    }

    pub(crate) fn fitted(&self) -> &[u32] {
        &self.fitted
    }

    pub(crate) fn held_out(&self) -> &[u32] {
        &self.held_out
    }

    #[inline(always)]
    pub(crate) fn view(&self, index: u32) -> View {
        let mut view = View { own: [0; WORDS], other: [0; WORDS] };
        let words = &self.words[index as usize * 2 * self.n_words..][..2 * self.n_words];
        view.own[..self.n_words].copy_from_slice(&words[..self.n_words]);
        view.other[..self.n_words].copy_from_slice(&words[self.n_words..]);
        view
    }

    #[inline(always)]
    pub(crate) fn features(&self, index: u32) -> &[f32] {
        &self.features[index as usize * 2 * self.n_features..][..2 * self.n_features]
    }

    /// The positions by number of pieces.
    pub(crate) fn by_pieces(&self, n_cells: usize) -> Vec<u64> {
        let mut counts = vec![0; n_cells + 1];
        for index in 0..self.len() as u32 {
            counts[self.view(index).n_pieces(self.n_words).min(n_cells)] += 1;
        }
        counts
    }

    pub(crate) fn stage(&self, index: u32, stages: &Stages) -> usize {
        stages.of(self.view(index).n_pieces(self.n_words))
    }

    /// What the value of a search must be multiplied with to be the logit of winning, as well as one factor can make
    /// it: heuristics have units of their own.
    pub(crate) fn logits_of_values(&self) -> f64 {
        let undecided = (0..self.len()).filter(|&index| self.values[index].abs() < DECIDED);
        // At most this many tell it well enough.
        let step = (self.len() / 200_000).max(1);
        let pairs: Vec<(f64, f64)> = undecided
            .step_by(step)
            .map(|index| (f64::from(self.values[index]), f64::from(self.results[index])))
            .collect();
        let spread = (pairs.iter().map(|(value, _)| value * value).sum::<f64>() / pairs.len().max(1) as f64).sqrt();
        if spread == 0.0 {
            return 0.0;
        }
        // Newton's method for one parameter; the values are scaled so that it is near 1.
        let mut factor = 1.0;
        for _ in 0..30 {
            let (mut slope, mut bend) = (0.0, 1e-9);
            for (value, result) in &pairs {
                let x = value / spread;
                let p = sigmoid(factor * x);
                slope += (p - result) * x;
                bend += p * (1.0 - p) * x * x;
            }
            factor = (factor - (slope / bend).clamp(-1.0, 1.0)).clamp(0.0, 20.0);
        }
        factor / spread
    }

    /// For each position what to predict: the chance to win, mixed from the value of the search and the result of the
    /// game. Decided positions are what they are.
    pub(crate) fn targets(&self, logits_of_values: f64, share_of_values: f64) -> Vec<f32> {
        let target = |(value, result): (&i32, &f32)| match *value {
            DECIDED.. => 1.0,
            value if value <= -DECIDED => 0.0,
            value => {
                let expected = sigmoid(f64::from(value) * logits_of_values);
                (share_of_values * expected + (1.0 - share_of_values) * f64::from(*result)) as f32
            }
        };
        self.values.iter().zip(&self.results).map(target).collect()
    }
}

pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
