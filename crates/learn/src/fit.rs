//! From positions to a model.

use plyscope_core::BadInput;
use plyscope_models::{
    Board, Body, COLUMN_SCALE, FeatureWeights, Kind, Model, Network, OUTPUT_SCALE, Origin, Patterns, Stages,
    TABLE_SCALE, shapes_of,
};

use crate::network::{NetworkPlan, Pictured, fit_network};
use crate::samples::Samples;
use crate::seeds::pattern_seeds;
use crate::tables::{TablePlan, Tabled, fit_tables};

/// Hundredths of a logit.
const HUNDREDTHS: f32 = 100.0;

/// What to fit.
#[derive(Clone, Debug)]
pub struct FitPlan {
    /// The kind of model.
    pub kind: Kind,
    /// The features to use, by name.
    pub features: Vec<String>,
    /// The most stages of the game.
    pub stages: usize,
    /// The hidden units of a network.
    pub hidden: usize,
    /// The passes over the positions when fitting a network.
    pub passes: usize,
    /// How much the value of the search counts in what is predicted; the rest is the result of the game.
    pub share_of_values: f64,
    /// Decides everything random.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

/// A model that was fitted.
pub struct Fitted {
    /// The model; where it comes from is still to be said.
    pub model: Model,
    /// The mean loss on positions held out.
    pub loss: f64,
    /// The loss of somebody who predicts the same for every position.
    pub loss_of_nothing: f64,
}

/// Fits a model to positions. `on_pass` hears of the passes of a network; if it says no, the fit ends there.
///
/// # Errors
/// If there are too few positions, or the board has no room for the patterns.
pub fn fit(
    samples: &Samples,
    board: &Board,
    spec: (&str, &str),
    plan: &FitPlan,
    on_pass: &mut dyn FnMut(usize, f64) -> bool,
) -> Result<Fitted, BadInput> {
    enough(samples)?;
    let n_cells = board.cells().len();
    let stages = Stages::even(&samples.by_pieces(n_cells), plan.stages);
    let targets = samples.targets(samples.logits_of_values(), plan.share_of_values);
    let scales = scales(samples);
    let (body, linear, loss) = match plan.kind {
        Kind::Weights | Kind::Patterns => {
            let seeds = pattern_seeds(board, plan.kind)?;
            let shapes = shapes_of(board, &seeds)?;
            let tabled = Tabled::new(samples, &targets, board, &shapes, &scales);
            let fitted = fit_tables(&tabled, &stages, &TablePlan::default(), plan.seed, plan.jobs);
            let whole = |weight: &f32| whole(f64::from(weight * HUNDREDTHS) * TABLE_SCALE);
            let tables = fitted.tables.iter().map(|table| table.iter().map(whole).collect()).collect();
            (Body::Patterns(Patterns { seeds, tables }), fitted.linear, fitted.loss)
        }
        Kind::Network => {
            let pictured = Pictured::new(samples, &targets, board, &stages, &scales);
            let network = NetworkPlan { hidden: plan.hidden, rate: 0.002, passes: plan.passes };
            let (weights, loss) = fit_network(&pictured, &network, plan.seed, plan.jobs, on_pass);
            let columns = |weights: &[f32]| {
                weights.iter().map(|&weight| whole(f64::from(weight) * f64::from(COLUMN_SCALE))).collect::<Vec<i16>>()
            };
            let output = |stage| {
                let weights = weights.output(stage).iter();
                weights.map(|&weight| whole(f64::from(weight) * OUTPUT_SCALE)).collect::<Vec<i16>>()
            };
            let network = Network {
                hidden: plan.hidden,
                bias: columns(weights.bias()),
                columns: columns(weights.columns()),
                output: (0..stages.n()).map(output).collect(),
            };
            let linear = (0..stages.n()).map(|stage| weights.linear(stage).to_vec()).collect();
            (Body::Network(network), linear, loss)
        }
    };
    let features = plan.features.iter().enumerate().map(|(number, name)| {
        let weight = |linear: &Vec<f32>, of: usize| {
            let place = 2 * number + of;
            linear[1 + place] / scales[place] * HUNDREDTHS
        };
        let weights = linear.iter().map(|linear| [0, 1].map(|of| weight(linear, of))).collect();
        FeatureWeights { name: name.clone(), weights }
    });
    let model = Model {
        game: spec.0.to_owned(),
        variant: spec.1.to_owned(),
        kind: plan.kind,
        origin: Origin::default(),
        cells: board.cells().iter().map(|cell| cell.name.clone()).collect(),
        bias: linear.iter().map(|linear| linear[0] * HUNDREDTHS).collect(),
        features: features.collect(),
        stages,
        body,
    };
    Ok(Fitted { model, loss, loss_of_nothing: loss_of_nothing(samples, &targets) })
}

/// Refuses to learn from next to nothing.
pub(crate) fn enough(samples: &Samples) -> Result<(), BadInput> {
    const FEWEST: usize = 50;
    if samples.fitted().len() >= FEWEST && !samples.held_out().is_empty() {
        return Ok(());
    }
    Err(BadInput::new(format!(
        "{} positions are too few to learn from; play more games (--games) or give more time (--time)",
        samples.len()
    )))
}

/// The loss, on positions held out, of somebody who predicts the same for every position.
pub(crate) fn loss_of_nothing(samples: &Samples, targets: &[f32]) -> f64 {
    let mean = targets.iter().map(|&target| f64::from(target)).sum::<f64>() / targets.len() as f64;
    let of_held_out = samples.held_out().iter().map(|&index| f64::from(targets[index as usize]));
    of_held_out.map(|target| -(target * mean.ln() + (1.0 - target) * (1.0 - mean).ln())).sum::<f64>()
        / samples.held_out().len() as f64
}

/// A weight as a whole number, as large as 16 bits allow.
fn whole(weight: f64) -> i16 {
    weight.round().clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// By feature and side, the typical size of what is measured; 1 for what is always 0.
pub(crate) fn scales(samples: &Samples) -> Vec<f32> {
    let mut squares = vec![0.0_f64; 2 * samples.n_features()];
    for &index in samples.fitted() {
        let measured = samples.features(index).iter();
        squares.iter_mut().zip(measured).for_each(|(sum, &value)| *sum += f64::from(value).powi(2));
    }
    let n = samples.fitted().len().max(1) as f64;
    squares.iter().map(|sum| if *sum == 0.0 { 1.0 } else { (sum / n).sqrt() as f32 }).collect()
}
