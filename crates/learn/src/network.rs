//! Fitting a network: logistic regression by gradient descent with momentum and a step size for each weight (Adam).
//!
//! Positions are taken in batches. A batch is cut into a fixed number of parts whose gradients are added in order, so
//! the result does not depend on the number of threads. At each visit a position is turned by one of the symmetries of
//! the board, so the network learns that they make no difference.

use plyscope_core::Rng;
use plyscope_core::cpu::{Task, boost};
use plyscope_models::{Board, Stages};

use crate::adam::{Adam, Step};
use crate::samples::Samples;
use crate::tables::{chance, in_parallel, log_loss, shuffle};

/// What a network is fitted with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NetworkPlan {
    /// The hidden units.
    pub hidden: usize,
    /// The step size at the beginning; it falls along a cosine.
    pub rate: f32,
    /// The passes over the positions.
    pub passes: usize,
}

/// The fewest and the most positions of a batch, and how many batches a pass has in between: few positions must not
/// mean few steps.
const BATCH: [usize; 2] = [256, 8192];
const BATCHES: usize = 64;
/// Smaller batches are not worth waking other threads.
const WORTH_SHARING: usize = 2048;
/// Parts of a batch.
const PARTS: usize = 8;
/// No weight of a column is larger, so that the integers made of them do not overflow.
const MOST_WEIGHT: f32 = 1.98;

/// All weights, one after the other: columns of the cells, the bias of the hidden units, and for each stage the output
/// weights and what a 1 and the features count.
pub(crate) struct Weights {
    all: Vec<f32>,
    shape: Sizes,
}

#[derive(Clone, Copy)]
struct Sizes {
    n_inputs: usize,
    hidden: usize,
    n_stages: usize,
    n_linear: usize,
}

impl Sizes {
    fn bias(self) -> usize {
        self.n_inputs * self.hidden
    }

    fn output(self, stage: usize) -> usize {
        self.bias() + self.hidden + stage * (self.hidden + self.n_linear)
    }

    fn total(self) -> usize {
        self.output(self.n_stages)
    }
}

impl Weights {
    /// What a hidden unit begins with.
    pub(crate) fn bias(&self) -> &[f32] {
        &self.all[self.shape.bias()..][..self.shape.hidden]
    }

    /// By input and hidden unit.
    pub(crate) fn columns(&self) -> &[f32] {
        &self.all[..self.shape.bias()]
    }

    /// By hidden unit, in logits.
    pub(crate) fn output(&self, stage: usize) -> &[f32] {
        &self.all[self.shape.output(stage)..][..self.shape.hidden]
    }

    /// What a 1 and the features count in a stage.
    pub(crate) fn linear(&self, stage: usize) -> &[f32] {
        &self.all[self.shape.output(stage) + self.shape.hidden..][..self.shape.n_linear]
    }

    fn new(shape: Sizes, mut rng: Rng) -> Self {
        let mut all = vec![0.0; shape.total()];
        let mut spread = |weights: &mut [f32], width: f64| {
            weights.iter_mut().for_each(|weight| *weight = ((2.0 * rng.unit() - 1.0) * width) as f32);
        };
        spread(&mut all[..shape.bias()], 0.15);
        spread(&mut all[shape.bias()..shape.output(0)], 0.3);
        for stage in 0..shape.n_stages {
            spread(&mut all[shape.output(stage)..][..shape.hidden], 0.1);
        }
        Weights { all, shape }
    }
}

/// What the fit looks at.
pub(crate) struct Pictured<'a> {
    samples: &'a Samples,
    targets: &'a [f32],
    scales: &'a [f32],
    stages: &'a Stages,
    /// The cell of each bit.
    cells: Vec<u16>,
    images: &'a [Vec<u16>],
    n_cells: usize,
}

/// What is needed for one position, kept between positions.
struct Scratch {
    pieces: Vec<u16>,
    inputs: Vec<f32>,
    hidden: Vec<f32>,
    back: Vec<f32>,
}

impl<'a> Pictured<'a> {
    pub(crate) fn new(
        samples: &'a Samples,
        targets: &'a [f32],
        board: &'a Board,
        stages: &'a Stages,
        scales: &'a [f32],
    ) -> Self {
        let mut cells = vec![0; 64 * board.n_words()];
        for (number, cell) in board.cells().iter().enumerate() {
            cells[usize::from(cell.bit)] = number as u16;
        }
        Pictured { samples, targets, scales, stages, cells, images: board.images(), n_cells: board.cells().len() }
    }

    fn scratch(&self, shape: Sizes) -> Scratch {
        let zeros = || vec![0.0; shape.hidden];
        Scratch { pieces: Vec::new(), inputs: vec![1.0; shape.n_linear], hidden: zeros(), back: zeros() }
    }

    /// The logit of a position turned by a symmetry; the scratch then holds how it came about.
    #[inline(always)]
    fn predict(&self, weights: &Weights, index: u32, image: usize, scratch: &mut Scratch) -> (usize, f32) {
        let view = self.samples.view(index);
        let (image, hidden) = (&self.images[image], weights.shape.hidden);
        scratch.pieces.clear();
        for (side, set) in [view.own, view.other].into_iter().enumerate() {
            for (word, bits) in set.into_iter().enumerate() {
                let mut rest = bits;
                while rest != 0 {
                    let cell = self.cells[64 * word + rest.trailing_zeros() as usize];
                    scratch.pieces.push(image[usize::from(cell)] + (side * self.n_cells) as u16);
                    rest &= rest - 1;
                }
            }
        }
        let stage = self.stages.of(scratch.pieces.len());
        scratch.hidden.copy_from_slice(weights.bias());
        for &piece in &scratch.pieces {
            let column = &weights.all[usize::from(piece) * hidden..][..hidden];
            scratch.hidden.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
        }
        let features = self.samples.features(index).iter().zip(self.scales);
        scratch.inputs[1..].iter_mut().zip(features).for_each(|(input, (feature, scale))| *input = feature / scale);
        let mut logit = 0.0;
        for (input, weight) in scratch.inputs.iter().zip(weights.linear(stage)) {
            logit += input * weight;
        }
        for (sum, weight) in scratch.hidden.iter().zip(weights.output(stage)) {
            let held = sum.clamp(0.0, 1.0);
            logit += held * held * weight;
        }
        (stage, logit)
    }

    fn loss(&self, weights: &Weights, of: &[u32], jobs: usize) -> f64 {
        let part = of.len().div_ceil(PARTS).max(1);
        let parts: Vec<&[u32]> = of.chunks(part).collect();
        let losses =
            in_parallel(parts.len(), jobs, &|number| boost(Loss { pictured: self, weights, of: parts[number] }));
        losses.iter().sum::<f64>() / of.len().max(1) as f64
    }
}

struct Loss<'a> {
    pictured: &'a Pictured<'a>,
    weights: &'a Weights,
    of: &'a [u32],
}

impl Task for Loss<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let mut scratch = self.pictured.scratch(self.weights.shape);
        let loss = self.of.iter().map(|&index| {
            let (_, logit) = self.pictured.predict(self.weights, index, 0, &mut scratch);
            f64::from(log_loss(logit, self.pictured.targets[index as usize]))
        });
        loss.sum()
    }
}

/// The sum of the gradients of some positions.
struct Gradient<'a> {
    pictured: &'a Pictured<'a>,
    weights: &'a Weights,
    of: &'a [u32],
    rng: Rng,
}

impl Task for Gradient<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run(mut self) -> Vec<f32> {
        let (pictured, weights, shape) = (self.pictured, self.weights, self.weights.shape);
        let mut gradient = vec![0.0; shape.total()];
        let mut scratch = pictured.scratch(shape);
        for &index in self.of {
            let image = self.rng.below(pictured.images.len());
            let (stage, logit) = pictured.predict(weights, index, image, &mut scratch);
            let error = chance(logit) - pictured.targets[index as usize];
            let (first, last) = gradient.split_at_mut(shape.bias() + shape.hidden);
            let own = &mut last[stage * (shape.hidden + shape.n_linear)..][..shape.hidden + shape.n_linear];
            let (output, linear) = own.split_at_mut(shape.hidden);
            linear.iter_mut().zip(&scratch.inputs).for_each(|(sum, input)| *sum += error * input);
            let known = scratch.hidden.iter().zip(weights.output(stage));
            for ((sum, back), (hidden, weight)) in output.iter_mut().zip(&mut scratch.back).zip(known) {
                let held = hidden.clamp(0.0, 1.0);
                *sum += error * held * held;
                *back = if *hidden > 0.0 && *hidden < 1.0 { 2.0 * error * weight * held } else { 0.0 };
            }
            let (columns, bias) = first.split_at_mut(shape.bias());
            bias.iter_mut().zip(&scratch.back).for_each(|(sum, back)| *sum += back);
            for &piece in &scratch.pieces {
                let column = &mut columns[usize::from(piece) * shape.hidden..][..shape.hidden];
                column.iter_mut().zip(&scratch.back).for_each(|(sum, back)| *sum += back);
            }
        }
        gradient
    }
}

/// Fits a network, and returns it with the loss on the positions held out. `on_pass` hears of every pass and its loss;
/// if it says no, the fit ends there.
pub(crate) fn fit_network(
    pictured: &Pictured<'_>,
    plan: &NetworkPlan,
    seed: u64,
    jobs: usize,
    on_pass: &mut dyn FnMut(usize, f64) -> bool,
) -> (Weights, f64) {
    let shape = Sizes {
        n_inputs: 2 * pictured.n_cells,
        hidden: plan.hidden,
        n_stages: pictured.stages.n(),
        n_linear: 1 + pictured.scales.len(),
    };
    let mut rng = Rng::new(seed);
    let mut weights = Weights::new(shape, Rng::part(seed, 1));
    let (mut means, mut squares) = (vec![0.0_f32; shape.total()], vec![0.0_f32; shape.total()]);
    let mut order = pictured.samples.fitted().to_vec();
    let held_out = pictured.samples.held_out();
    let (mut best, mut least) = (weights.all.clone(), pictured.loss(&weights, held_out, jobs));
    let batch_size = (order.len() / BATCHES).clamp(BATCH[0], BATCH[1]);
    let n_batches = order.len().div_ceil(batch_size).max(1);
    let threads = if batch_size < WORTH_SHARING { 1 } else { jobs };
    let total = (plan.passes * n_batches) as f32;
    let mut n_steps = 0;
    for pass in 0..plan.passes {
        shuffle(&mut order, &mut rng);
        for batch in order.chunks(batch_size) {
            let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
            let seeds = rng.next_u64();
            let gradients = in_parallel(parts.len(), threads, &|part| {
                boost(Gradient { pictured, weights: &weights, of: parts[part], rng: Rng::part(seeds, part as u64) })
            });
            let share = n_steps as f32 / total;
            n_steps += 1;
            let rate = plan.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * share).cos()));
            let scale = 1.0 / batch.len() as f32;
            let adam = Adam { rate, n_steps, scale };
            boost(Step {
                adam,
                gradients: &gradients,
                weights: &mut weights.all,
                means: &mut means,
                squares: &mut squares,
            });
            let columns = shape.bias();
            weights.all[..columns].iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_WEIGHT, MOST_WEIGHT));
        }
        let loss = pictured.loss(&weights, held_out, jobs);
        if loss < least {
            (best, least) = (weights.all.clone(), loss);
        }
        if !on_pass(pass, loss) {
            break;
        }
    }
    weights.all = best;
    (weights, least)
}

/// The gradient of random weights and the slope of the loss by small differences, weight by weight.
#[cfg(test)]
pub(crate) fn gradient_and_slopes(pictured: &Pictured<'_>, hidden: usize, seed: u64) -> Vec<(f32, f32)> {
    const STEP: f32 = 1e-3;
    let shape = Sizes {
        n_inputs: 2 * pictured.n_cells,
        hidden,
        n_stages: pictured.stages.n(),
        n_linear: 1 + pictured.scales.len(),
    };
    let mut weights = Weights::new(shape, Rng::new(seed));
    let all: Vec<u32> = (0..pictured.samples.len() as u32).collect();
    let loss = |weights: &Weights| Loss { pictured, weights, of: &all }.run();
    let gradient = Gradient { pictured, weights: &weights, of: &all, rng: Rng::new(0) }.run();
    let mut pairs = Vec::new();
    for (number, &gradient) in gradient.iter().enumerate() {
        let held = weights.all[number];
        let mut at = |by: f32| {
            weights.all[number] = held + by;
            let loss = loss(&weights);
            weights.all[number] = held;
            loss
        };
        let slope = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
        pairs.push((gradient, slope as f32));
    }
    pairs
}
