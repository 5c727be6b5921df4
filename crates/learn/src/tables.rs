//! Fitting tables of patterns: logistic regression by stochastic gradient descent.
//!
//! First one set of tables is fitted to all positions, then each stage goes on from there with its own positions, drawn
//! back to what all have in common. Each weight has a step size of its own, which shrinks with the gradients it has
//! seen (Adagrad): contents that are rare keep learning when common ones have settled.

use plyscope_core::Rng;
use plyscope_core::cpu::{Task, boost};
use plyscope_models::{Board, Shape, Stages, TupleIndex};

use crate::samples::Samples;

/// What tables are fitted with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TablePlan {
    /// The step size at the beginning.
    pub rate: f32,
    /// How strongly weights are drawn to where they began.
    pub pull: f32,
    /// The most passes over the positions.
    pub most_passes: usize,
}

impl Default for TablePlan {
    fn default() -> Self {
        TablePlan { rate: 0.03, pull: 0.000_3, most_passes: 12 }
    }
}

/// A weight, the squares of its gradients, and where it is drawn to.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    weight: f32,
    squares: f32,
    home: f32,
}

/// Tables for one stage, or for all.
#[derive(Clone)]
pub(crate) struct Tables {
    cells: Vec<Cell>,
    linear: Vec<Cell>,
}

/// What tables look at.
pub(crate) struct Tabled<'a> {
    samples: &'a Samples,
    targets: &'a [f32],
    index: TupleIndex,
    /// By entry, the entry with which it shares its weight; the last one belongs to no pattern.
    shared: Vec<u32>,
    /// What features are divided by.
    scales: &'a [f32],
}

impl<'a> Tabled<'a> {
    pub(crate) fn new(
        samples: &'a Samples,
        targets: &'a [f32],
        board: &Board,
        shapes: &[Shape],
        scales: &'a [f32],
    ) -> Self {
        let mut shared = Vec::new();
        for shape in shapes {
            let begin = shared.len() as u32;
            shared.extend(shape.shared.iter().map(|&entry| begin + u32::from(entry)));
        }
        shared.push(shared.len() as u32);
        Tabled { samples, targets, index: TupleIndex::new(board, shapes), shared, scales }
    }

    fn empty(&self) -> Tables {
        Tables { cells: vec![Cell::default(); self.shared.len()], linear: vec![Cell::default(); self.scales.len() + 1] }
    }

    /// The entries of a position, and its features with a 1 in front.
    #[inline(always)]
    fn look(&self, index: u32, entries: &mut Vec<u32>, inputs: &mut [f32]) {
        let view = self.samples.view(index);
        entries.clear();
        for block in 0..self.index.n_blocks() {
            entries.extend(self.index.entries(&view, block).iter().map(|&entry| self.shared[entry as usize]));
        }
        inputs[0] = 1.0;
        for ((input, feature), scale) in inputs[1..].iter_mut().zip(self.samples.features(index)).zip(self.scales) {
            *input = feature / scale;
        }
    }

    /// The mean loss on these positions.
    fn loss(&self, tables: &Tables, of: &[u32]) -> f64 {
        let (mut entries, mut inputs) = (Vec::new(), vec![0.0; tables.linear.len()]);
        let loss = of.iter().map(|&index| {
            self.look(index, &mut entries, &mut inputs);
            f64::from(log_loss(predict(tables, &entries, &inputs), self.targets[index as usize]))
        });
        loss.sum::<f64>() / of.len().max(1) as f64
    }

    fn fit_from(&self, begin: &Tables, plan: &TablePlan, of: [&[u32]; 2], seed: u64) -> (Tables, f64) {
        boost(Fit { tabled: self, begin, plan, of, seed })
    }
}

struct Fit<'a> {
    tabled: &'a Tabled<'a>,
    begin: &'a Tables,
    plan: &'a TablePlan,
    /// Positions to fit to and positions that say when to stop.
    of: [&'a [u32]; 2],
    seed: u64,
}

impl Task for Fit<'_> {
    type Output = (Tables, f64);

    #[inline(always)]
    fn run(self) -> (Tables, f64) {
        let Fit { tabled, begin, plan, of: [fitted, held_out], seed } = self;
        let (mut best, mut least) = (begin.clone(), tabled.loss(begin, held_out));
        let mut tables = begin.clone();
        let padding = tabled.shared.len() as u32 - 1;
        let mut order = fitted.to_vec();
        let mut rng = Rng::new(seed);
        let (mut entries, mut inputs) = (Vec::new(), vec![0.0; tables.linear.len()]);
        for pass in 0..plan.most_passes {
            shuffle(&mut order, &mut rng);
            let rate = plan.rate / (1.0 + 0.5 * pass as f32);
            for &index in &order {
                tabled.look(index, &mut entries, &mut inputs);
                let gradient = chance(predict(&tables, &entries, &inputs)) - tabled.targets[index as usize];
                for &entry in &entries {
                    if entry != padding {
                        step(&mut tables.cells[entry as usize], gradient, rate, plan.pull);
                    }
                }
                for (cell, &input) in tables.linear.iter_mut().zip(&inputs) {
                    step(cell, gradient * input, rate, 0.0);
                }
            }
            let loss = tabled.loss(&tables, held_out);
            // A pass that gains next to nothing is the last one.
            let gain = least - loss;
            if loss < least {
                (best, least) = (tables.clone(), loss);
            }
            if gain < 0.000_02 {
                break;
            }
        }
        (best, least)
    }
}

#[inline(always)]
fn step(cell: &mut Cell, gradient: f32, rate: f32, pull: f32) {
    let gradient = gradient + pull * (cell.weight - cell.home);
    cell.squares += gradient * gradient;
    cell.weight -= rate * gradient / (1.0 + cell.squares).sqrt();
}

#[inline(always)]
fn predict(tables: &Tables, entries: &[u32], inputs: &[f32]) -> f32 {
    let cells: f32 = entries.iter().map(|&entry| tables.cells[entry as usize].weight).sum();
    cells + tables.linear.iter().zip(inputs).map(|(cell, input)| cell.weight * input).sum::<f32>()
}

pub(crate) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The logistic loss of a logit where the truth is a chance.
pub(crate) fn log_loss(logit: f32, target: f32) -> f32 {
    // ln(1 + e^−|x|) cannot overflow.
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

pub(crate) fn shuffle(order: &mut [u32], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last + 1));
    }
}

/// Weights that were fitted: by stage the tables, and what a 1 and the features count, in logits.
pub(crate) struct FittedTables {
    pub tables: Vec<Vec<f32>>,
    pub linear: Vec<Vec<f32>>,
    pub loss: f64,
}

/// Fits tables for each stage, on several threads. The result does not depend on how many.
pub(crate) fn fit_tables(
    tabled: &Tabled<'_>,
    stages: &Stages,
    plan: &TablePlan,
    seed: u64,
    jobs: usize,
) -> FittedTables {
    let samples = tabled.samples;
    let (common, _) = tabled.fit_from(&tabled.empty(), plan, [samples.fitted(), samples.held_out()], seed);
    let of_stage = |stage: usize, all: &[u32]| -> Vec<u32> {
        all.iter().copied().filter(|&index| samples.stage(index, stages) == stage).collect()
    };
    let begin = Tables {
        cells: common.cells.iter().map(|cell| Cell { squares: 0.0, home: cell.weight, ..*cell }).collect(),
        linear: common.linear.iter().map(|cell| Cell { squares: 0.0, ..*cell }).collect(),
    };
    let fit_stage = |stage: usize| {
        let (fitted, held_out) = (of_stage(stage, samples.fitted()), of_stage(stage, samples.held_out()));
        let slower = TablePlan { rate: plan.rate * 0.5, ..*plan };
        let (tables, loss) = tabled.fit_from(&begin, &slower, [&fitted, &held_out], seed ^ stage as u64);
        let all = (0..tabled.index.n_entries()).map(|entry| tables.cells[tabled.shared[entry] as usize].weight);
        (all.collect(), tables.linear.iter().map(|cell| cell.weight).collect(), loss * held_out.len() as f64)
    };
    let mut fitted: Vec<(Vec<f32>, Vec<f32>, f64)> = in_parallel(stages.n(), jobs, &fit_stage);
    let loss = fitted.iter().map(|(_, _, loss)| loss).sum::<f64>() / samples.held_out().len().max(1) as f64;
    let linear = fitted.iter_mut().map(|(_, linear, _)| std::mem::take(linear)).collect();
    FittedTables { tables: fitted.into_iter().map(|(tables, _, _)| tables).collect(), linear, loss }
}

/// Does `n` pieces of work on several threads; the answers are in order.
pub(crate) fn in_parallel<T: Send>(n: usize, jobs: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    if jobs <= 1 {
        return (0..n).map(work).collect();
    }
    let next = std::sync::atomic::AtomicUsize::new(0);
    let take = || next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let run = || {
        let mut done = Vec::new();
        loop {
            match take() {
                number if number < n => done.push((number, work(number))),
                _ => return done,
            }
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.clamp(1, n.max(1))).map(|_| scope.spawn(run)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, answer)| answer).collect()
}
