//! Fitting against what is known: weights that data were made with, and slopes by small differences.

use plyscope_core::{Cell, CellShape, Picture, Pieces, Rng, Symmetry};
use plyscope_models::{Board, Kind, Stages, View, shapes_of};
use plyscope_registry::{Sample, Searched};

use crate::network::{NetworkPlan, Pictured, fit_network, gradient_and_slopes};
use crate::samples::{Samples, sigmoid};
use crate::seeds::pattern_seeds;
use crate::tables::{TablePlan, Tabled, fit_tables};

fn board(rows: i32, columns: i32, symmetries: &[Symmetry]) -> Board {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells = cells.map(|(row, column)| Cell {
        name: format!("{row}{column}"),
        x: 2 * column,
        row,
        piece: None,
        end_mark: None,
    });
    let picture = Picture { shape: CellShape::Square, pieces: Pieces::Stones, cells: cells.collect() };
    let bits: Vec<u16> = (0..(rows * columns) as u16).collect();
    Board::new(&picture, &bits, symmetries).expect("a board")
}

/// Random positions whose chance to be won is a function of them; `logit` gets the cells (0, 1 own, 2 other) and a
/// feature of both sides.
fn simulated(board: &Board, n: u64, logit: impl Fn(&[usize], [f32; 2]) -> f64) -> (Samples, f64) {
    let mut samples = Samples::new(board, 1);
    let (mut rng, mut entropy) = (Rng::new(9), 0.0);
    for number in 0..n {
        let cells: Vec<usize> = board.cells().iter().map(|_| rng.below(3)).collect();
        let mut view = View::default();
        for (cell, &content) in board.cells().iter().zip(&cells).filter(|(_, content)| **content > 0) {
            view.insert(content == 1, cell.bit);
        }
        let feature = [rng.below(4) as f32, rng.below(4) as f32];
        let chance = sigmoid(logit(&cells, feature));
        entropy -= chance * chance.ln() + (1.0 - chance) * (1.0 - chance).ln();
        let result = f32::from(u8::from(rng.unit() < chance));
        let searched = Searched { value: 0, is_quiet: true };
        samples.add(&Sample { view: &view, features: &[feature], searched, result, key: number }, number);
    }
    (samples, entropy / n as f64)
}

/// Per-cell weights and a feature are found again from nothing but wins and losses, and the loss is what chance leaves.
#[test]
fn known_weights_are_found_again() {
    let board = board(3, 3, &[Symmetry::Mirror]);
    let truth = |cell: usize| [0.8, -0.4, 0.8, 0.0, 0.3, 0.0, -0.6, 0.5, -0.6][cell];
    let (samples, entropy) = simulated(&board, 60_000, |cells, [mine, theirs]| {
        let of = |content: usize| match content {
            1 => 1.0,
            2 => -1.0,
            _ => 0.0,
        };
        let sum: f64 = cells.iter().enumerate().map(|(cell, &content)| truth(cell) * of(content)).sum();
        sum + 0.3 * f64::from(mine) - 0.2 * f64::from(theirs) + 0.1
    });
    let targets = samples.targets(samples.logits_of_values(), 0.0);
    let shapes = shapes_of(&board, &pattern_seeds(&board, Kind::Weights).expect("seeds")).expect("shapes");
    assert_eq!(shapes.len(), 6, "mirrored cells share a weight");
    let scales = [1.0, 1.0];
    let tabled = Tabled::new(&samples, &targets, &board, &shapes, &scales);
    let stages = Stages::even(&[1; 10], 1);
    let fitted = fit_tables(&tabled, &stages, &TablePlan::default(), 1, 2);
    assert!((fitted.loss - entropy).abs() < 0.02, "{} {entropy}", fitted.loss);
    for (number, shape) in shapes.iter().enumerate() {
        let [empty, own, other] = [0, 1, 2].map(|content| f64::from(fitted.tables[0][3 * number + content]));
        let expected = truth(usize::from(shape.seed.cells[0]));
        assert!((own - empty - expected).abs() < 0.12, "{own} {empty} {expected}");
        assert!((other - empty + expected).abs() < 0.12, "{other} {empty} {expected}");
    }
    assert!((fitted.linear[0][1] - 0.3).abs() < 0.05 && (fitted.linear[0][2] + 0.2).abs() < 0.05);
}

/// A network finds what no sum over cells can say: that two cells are alike.
#[test]
fn a_network_learns_what_no_sum_of_cells_can_say() {
    let board = board(2, 2, &[]);
    let (samples, entropy) = simulated(&board, 20_000, |cells, _| if cells[0] == cells[3] { 1.5 } else { -1.5 });
    let targets = samples.targets(0.0, 0.0);
    let (stages, scales) = (Stages::even(&[1; 5], 1), [1.0, 1.0]);
    let pictured = Pictured::new(&samples, &targets, &board, &stages, &scales);
    let plan = NetworkPlan { hidden: 32, rate: 0.01, passes: 25 };
    let (_, loss) = fit_network(&pictured, &plan, 3, 2, &mut |_, _| true);
    assert!(loss < entropy + 0.03, "{loss} {entropy}");
}

/// The gradient is the slope of the loss, for every kind of weight.
#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let board = board(2, 3, &[]);
    let (samples, _) = simulated(&board, 60, |cells, [mine, _]| cells[1] as f64 - f64::from(mine));
    let targets = samples.targets(0.0, 0.0);
    let (stages, scales) = (Stages::even(&[1; 7], 2), [1.0, 2.0]);
    let pictured = Pictured::new(&samples, &targets, &board, &stages, &scales);
    for (gradient, slope) in gradient_and_slopes(&pictured, 32, 4) {
        assert!((gradient - slope).abs() < 0.01 + 0.02 * slope.abs(), "{gradient} {slope}");
    }
}

/// The classic set of Reversi: 8 + 4 + 4 + 4 lines, 18 diagonals, 4 + 4 + 8 + 4 groups at edges and corners.
#[test]
fn the_groups_of_reversi_are_the_classic_ones() {
    let all = [Symmetry::Mirror, Symmetry::UpsideDown, Symmetry::Transpose];
    let board = board(8, 8, &all);
    let shapes = shapes_of(&board, &pattern_seeds(&board, Kind::Patterns).expect("seeds")).expect("shapes");
    let counted: Vec<(usize, usize)> =
        shapes.iter().map(|shape| (shape.seed.cells.len(), shape.instances.len())).collect();
    let lines = [(10, 4), (8, 4), (8, 4), (8, 4)];
    let diagonals = [(8, 2), (7, 4), (6, 4), (5, 4), (4, 4)];
    let corners = [(9, 4), (10, 8), (10, 4)];
    assert_eq!(counted, [&lines[..], &diagonals[..], &corners[..]].concat());
}
