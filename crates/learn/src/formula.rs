//! The weights of a formula by logistic regression, as P. Österlund fitted those of his chess program Texel: the chance
//! to win is 1/(1+e^(−k·value)), and the weights are those with which that predicts best.

use nalgebra::{DMatrix, DVector};
use plyscope_core::BadInput;
use plyscope_registry::{HeuristicSpec, Term};

use crate::fit::{enough, loss_of_nothing, scales};
use crate::samples::{Samples, sigmoid};
use crate::tables::log_loss;

/// A formula whose weights were fitted.
pub(crate) struct FittedFormula {
    pub heuristic: HeuristicSpec,
    /// The mean loss on positions held out.
    pub loss: f64,
    /// The loss of somebody who predicts the same for every position.
    pub loss_of_nothing: f64,
}

/// Fits the weights of a formula with these terms to positions that were measured by them.
pub(crate) fn fit_formula(
    samples: &Samples,
    formula: &HeuristicSpec,
    terms: &[Term],
    share_of_values: f64,
) -> Result<FittedFormula, BadInput> {
    enough(samples)?;
    let targets = samples.targets(samples.logits_of_values(), share_of_values);
    let (weights, loss) = regression(samples, &targets);
    let first: Vec<f64> = terms.iter().map(|term| term.weight).collect();
    let heuristic = formula.with_weights(&readable(&first, &weights))?;
    let heuristic = heuristic.ok_or_else(|| BadInput::new(format!("{formula} is not a formula in braces")))?;
    Ok(FittedFormula { heuristic, loss, loss_of_nothing: loss_of_nothing(samples, &targets) })
}

/// The weights of the terms in logits, `None` for a term that is 0 everywhere, and the loss on positions held out.
///
/// By Newton's method. What the turn is worth is fitted too, unless a term is the same everywhere and says it.
fn regression(samples: &Samples, targets: &[f32]) -> (Vec<Option<f64>>, f64) {
    let n = samples.n_features();
    let scales: Vec<f64> = scales(samples).into_iter().step_by(2).map(f64::from).collect();
    let term = |index: u32, term: usize| f64::from(samples.features(index)[2 * term]);
    let example = samples.fitted()[0];
    let is_same = |number: usize| samples.fitted().iter().all(|&index| term(index, number) == term(example, number));
    let same: Vec<bool> = (0..n).map(is_same).collect();
    let is_idle = |number: usize| same[number] && term(example, number) == 0.0;
    let has_constant = (0..n).any(|number| same[number] && !is_idle(number));
    let inputs = |index: u32| {
        let turn = if has_constant { 0.0 } else { 1.0 };
        DVector::from_fn(n + 1, |place, _| if place < n { term(index, place) / scales[place] } else { turn })
    };
    let mut weights = DVector::<f64>::zeros(n + 1);
    // So small that it decides only what the positions leave open.
    let ridge = 1e-6 * samples.fitted().len() as f64;
    for _ in 0..100 {
        let mut slope = ridge * &weights;
        let mut bend = DMatrix::<f64>::identity(n + 1, n + 1) * ridge;
        for &index in samples.fitted() {
            let input = inputs(index);
            let chance = sigmoid(weights.dot(&input));
            slope.axpy(chance - f64::from(targets[index as usize]), &input, 1.0);
            bend.syger(chance * (1.0 - chance), &input, &input, 1.0);
        }
        bend.fill_upper_triangle_with_lower_triangle();
        let Some(factored) = bend.cholesky() else { break };
        let step = factored.solve(&slope);
        // Far from the solution a full step may go beyond it.
        let length = step.norm();
        weights -= &step * (2.0 / length).min(1.0);
        if length < 1e-9 {
            break;
        }
    }
    let held_out = samples.held_out().iter().map(|&index| {
        let logit = weights.dot(&inputs(index));
        f64::from(log_loss(logit as f32, targets[index as usize]))
    });
    let loss = held_out.sum::<f64>() / samples.held_out().len() as f64;
    let fitted = (0..n).map(|number| (!is_idle(number)).then(|| weights[number] / scales[number]));
    (fitted.collect(), loss)
}

/// Weights in the unit of the first ones: the largest of those keeps its value, unless it has turned out to be worth
/// less than a tenth of another or to have the other sign; then the largest of the new ones gets it. Terms of which
/// nothing is known keep theirs.
fn readable(first: &[f64], fitted: &[Option<f64>]) -> Vec<f64> {
    let largest = |weights: &mut dyn Iterator<Item = f64>| weights.map(f64::abs).fold(0.0, f64::max);
    let old = largest(&mut first.iter().copied());
    let new = largest(&mut fitted.iter().copied().flatten());
    if new == 0.0 {
        return first.to_vec();
    }
    let keeper = first.iter().zip(fitted).find(|(first, _)| first.abs() == old);
    let kept = keeper.and_then(|(first, fitted)| fitted.map(|fitted| first / fitted));
    // The first weights may all be 0: then the largest is 100.
    let unit = if old > 0.0 { old } else { 100.0 };
    let scale = kept.filter(|scale| *scale > 0.0 && scale * new < 10.0 * unit).unwrap_or(unit / new);
    // Three digits of the largest are more than the games can tell.
    let digits = 10_f64.powf(3.0 - (scale * new).log10().floor());
    let round = |weight: f64| {
        let rounded = (weight * scale * digits).round() / digits;
        // Not the −0 that small negative weights become.
        if rounded == 0.0 { 0.0 } else { rounded }
    };
    first.iter().zip(fitted).map(|(first, fitted)| fitted.map_or(*first, round)).collect()
}

#[cfg(test)]
mod tests {
    use plyscope_core::{Cell, CellShape, Picture, Pieces, Rng};
    use plyscope_models::{Board, View};
    use plyscope_registry::{Sample, Searched};

    use super::*;

    /// Weights that results were made with are found again, in the unit of the first ones; so is what the turn is
    /// worth, which is no part of the formula.
    #[test]
    fn known_weights_are_found_again() {
        let cell = Cell { name: "a1".to_owned(), x: 0, row: 0, piece: None, end_mark: None };
        let picture = Picture { shape: CellShape::Square, pieces: Pieces::Stones, cells: vec![cell] };
        let board = Board::new(&picture, &[0], &[]).expect("a board");
        for formula in ["{10*a+9*b+c-d}", "{10*a+9*b+c-d+2}"] {
            let formula: HeuristicSpec = formula.parse().expect("a formula");
            let first = [10.0, 9.0, 1.0, -1.0, 2.0];
            // A constant summand is one more term.
            let n = formula.to_string().matches(['+', '-']).count() + 1;
            let terms: Vec<Term> = first[..n].iter().map(|&weight| Term::new("", weight, 0.0)).collect();
            let (mut samples, mut rng) = (Samples::new(&board, n), Rng::new(2));
            for number in 0..60_000 {
                // The last feature never occurs.
                let counts = [rng.below(5) as f32 - 2.0, rng.below(3) as f32 - 1.0, 10.0 * rng.unit() as f32, 0.0, 2.0];
                let value = 10.0 * counts[0] + 20.0 * counts[1] - 3.0 * counts[2] + 8.0;
                let result = f32::from(u8::from(rng.unit() < sigmoid(0.08 * f64::from(value))));
                let features: Vec<[f32; 2]> = counts[..n].iter().map(|&count| [count, 0.0]).collect();
                let searched = Searched { value: 0, is_quiet: true };
                let view = View::default();
                samples.add(&Sample { view: &view, features: &features, searched, result, key: number }, number);
            }
            let fitted = fit_formula(&samples, &formula, &terms, 0.0).expect("positions enough");
            assert!(fitted.loss < 0.8 * fitted.loss_of_nothing, "{} {}", fitted.loss, fitted.loss_of_nothing);
            let found = fitted.heuristic.to_string();
            let numbers: Vec<f64> =
                found.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|word| word.parse().ok()).collect();
            assert!(found.starts_with("{10*a+") && found.contains("*c-d"), "{found}");
            assert!(
                (numbers[1] - 20.0).abs() < 0.8 && (numbers[2] - 3.0).abs() < 0.15 && found.contains("*b-"),
                "{found}"
            );
            assert!(n == 4 || (numbers[3] - 8.0).abs() < 1.0, "{found}");
        }
    }

    #[test]
    fn the_largest_weight_keeps_its_value() {
        let fitted = [Some(0.5), Some(0.061), Some(-0.2)];
        assert_eq!(readable(&[10.0, 1.0, -3.0], &fitted), [10.0, 1.22, -4.0]);
        assert_eq!(readable(&[-10.0, 1.0, -3.0], &fitted), [10.0, 1.22, -4.0], "it had the wrong sign");
        assert_eq!(readable(&[0.0, 0.0, 0.0], &fitted), [100.0, 12.2, -40.0]);
        assert_eq!(readable(&[1.0, 10.0, 2.0], &[Some(0.5), Some(1e-6), None]), [10.0, 0.0, 2.0]);
        assert_eq!(readable(&[1.0, 2.0], &[None, None]), [1.0, 2.0]);
    }
}
