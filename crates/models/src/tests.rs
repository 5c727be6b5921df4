//! Models against slow definitions, and files that are damaged.

use plyscope_core::{Cell, CellShape, Picture, Pieces, Rng, Symmetry};

use crate::*;

/// A board of squares, numbered by columns as Reversi does it, so that bits and cells differ.
fn board(rows: i32, columns: i32, symmetries: &[Symmetry]) -> Board {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let picture = Picture {
        shape: CellShape::Square,
        pieces: Pieces::Discs,
        cells: cells.clone().map(|(row, column)| cell(row, 2 * column, format!("{row}{column}"))).collect(),
    };
    let bits: Vec<u16> = cells.map(|(row, column)| (rows * column + row) as u16).collect();
    Board::new(&picture, &bits, symmetries).expect("a board")
}

fn cell(row: i32, x: i32, name: String) -> Cell {
    Cell { name, x, row, piece: None, end_mark: None }
}

/// A hexagon of this side, as Andantino draws it.
fn hexagon(side: i32) -> Board {
    let rows = 2 * side - 1;
    let cells = (0..rows).flat_map(|row| (0..rows).map(move |letter| (row, letter)));
    let cells: Vec<Cell> = cells
        .filter(|(row, letter)| (row - letter).abs() < side)
        .map(|(row, letter)| cell(row, 2 * letter - row + side - 1, format!("{row},{letter}")))
        .collect();
    let bits: Vec<u16> = (0..cells.len() as u16).map(|cell| 3 * cell).collect();
    let picture = Picture { shape: CellShape::Hexagon, pieces: Pieces::Stones, cells };
    Board::new(&picture, &bits, &[Symmetry::HexagonTurn, Symmetry::HexagonMirror]).expect("a board")
}

const ALL: &[Symmetry] = &[Symmetry::Mirror, Symmetry::UpsideDown, Symmetry::Transpose];

/// Contents of the cells (0 empty, 1 own, 2 other) and the view that shows them.
fn random_position(board: &Board, rng: &mut Rng) -> (Vec<usize>, View) {
    let contents: Vec<usize> = board.cells().iter().map(|_| rng.below(3)).collect();
    (contents.clone(), view_of(board, &contents))
}

fn view_of(board: &Board, contents: &[usize]) -> View {
    let mut view = View::default();
    for (cell, &content) in board.cells().iter().zip(contents).filter(|(_, content)| **content > 0) {
        view.insert(content == 1, cell.bit);
    }
    view
}

fn random_weights(rng: &mut Rng, n: usize, most: i16) -> Vec<i16> {
    (0..n).map(|_| rng.below(2 * most as usize + 1) as i16 - most).collect()
}

fn named(board: &Board, kind: Kind, stages: Stages, body: Body) -> Model {
    let n = stages.n();
    Model {
        game: "test".to_owned(),
        variant: "any".to_owned(),
        kind,
        origin: Origin {
            command: "plyscope learn test".to_owned(),
            program: "0.1.0".to_owned(),
            seed: 7,
            generations: vec![
                Generation { games: 10, positions: 200, loss: 0.625, elo: Some([12.5, -3.0, 28.0]) },
                Generation { games: 20, positions: 300, loss: 0.5, elo: None },
            ],
        },
        cells: board.cells().iter().map(|cell| cell.name.clone()).collect(),
        bias: (0..n).map(|stage| stage as f32 - 1.5).collect(),
        features: vec![FeatureWeights { name: "steps".to_owned(), weights: vec![[1.5, -2.25]; n] }],
        stages,
        body,
    }
}

fn halves(board: &Board) -> Stages {
    let n = board.cells().len();
    Stages::new((0..=n).map(|count| u8::from(2 * count > n)).collect()).expect("two stages")
}

fn patterns(board: &Board, seeds: Vec<Seed>, rng: &mut Rng) -> Model {
    let shapes = shapes_of(board, &seeds).expect("shapes");
    let mut table = || {
        let mut table = Vec::new();
        for shape in &shapes {
            let own = random_weights(rng, shape.n_entries(), 300);
            table.extend(shape.shared.iter().map(|&shared| own[usize::from(shared)]));
        }
        table
    };
    let tables = vec![table(), table()];
    named(board, Kind::Patterns, halves(board), Body::Patterns(Patterns { seeds, tables }))
}

fn network(board: &Board, hidden: usize, rng: &mut Rng) -> Model {
    let network = Network {
        hidden,
        bias: random_weights(rng, hidden, 200),
        columns: random_weights(rng, 2 * board.cells().len() * hidden, 300),
        output: vec![random_weights(rng, hidden, 9000), random_weights(rng, hidden, 9000)],
    };
    named(board, Kind::Network, halves(board), Body::Network(network))
}

/// The value as the definition says, cell by cell in floating point.
fn slow_patterns(board: &Board, model: &Model, contents: &[usize]) -> f64 {
    let Body::Patterns(patterns) = &model.body else { panic!("patterns") };
    let stage = model.stages.of(contents.iter().filter(|content| **content > 0).count());
    let (mut sum, mut begin) = (f64::from(model.bias[stage]), 0);
    for shape in shapes_of(board, &patterns.seeds).expect("shapes") {
        for instance in &shape.instances {
            let number: usize = instance
                .iter()
                .enumerate()
                .map(|(digit, &cell)| contents[usize::from(cell)] * 3_usize.pow(digit as u32))
                .sum();
            sum += f64::from(patterns.tables[stage][begin + number]) / TABLE_SCALE;
        }
        begin += shape.n_entries();
    }
    sum
}

fn slow_network(model: &Model, contents: &[usize]) -> f64 {
    let Body::Network(network) = &model.body else { panic!("a network") };
    let stage = model.stages.of(contents.iter().filter(|content| **content > 0).count());
    let mut logit = 0.0;
    for unit in 0..network.hidden {
        let weight = |input: usize| f64::from(network.columns[input * network.hidden + unit]);
        let pieces = contents.iter().enumerate().filter(|(_, content)| **content > 0);
        let sum: f64 = pieces.map(|(cell, content)| weight(cell + (content - 1) * contents.len())).sum();
        let held = ((sum + f64::from(network.bias[unit])) / f64::from(COLUMN_SCALE)).clamp(0.0, 1.0);
        logit += held * held * f64::from(network.output[stage][unit]) / OUTPUT_SCALE;
    }
    100.0 * logit + f64::from(model.bias[stage])
}

fn value(evaluator: &Evaluator, view: &View) -> f64 {
    evaluator.value(view, evaluator.stage(view))
}

#[test]
fn patterns_are_sums_of_table_entries() {
    let mut rng = Rng::new(1);
    for (board, seeds) in [
        (board(8, 8, ALL), vec![Seed::here((0..10).collect()), Seed::here(vec![0, 9, 18]), Seed::here(vec![27])]),
        (board(3, 5, &[Symmetry::Mirror]), (0..15).map(|cell| Seed::here(vec![cell])).collect()),
        (hexagon(4), vec![Seed { cells: vec![0, 1, 2], is_everywhere: true }]),
    ] {
        let model = patterns(&board, seeds, &mut rng);
        let evaluator = model.on(&board).expect("it is for this board");
        for _ in 0..50 {
            let (contents, view) = random_position(&board, &mut rng);
            assert_eq!(value(&evaluator, &view), slow_patterns(&board, &model, &contents));
            let shares: f64 = evaluator.shares(&view, evaluator.stage(&view)).iter().map(|share| share.value).sum();
            let whole = value(&evaluator, &view) - evaluator.bias(evaluator.stage(&view));
            assert!((shares - whole).abs() < 1e-9, "{shares} {whole}");
        }
    }
}

#[test]
fn integers_are_near_the_real_network() {
    let mut rng = Rng::new(2);
    for board in [board(8, 8, ALL), board(4, 3, &[]), hexagon(5)] {
        for hidden in [32, 64, 96] {
            let model = network(&board, hidden, &mut rng);
            let evaluator = model.on(&board).expect("it is for this board");
            for _ in 0..30 {
                let (contents, view) = random_position(&board, &mut rng);
                let (found, expected) = (value(&evaluator, &view), slow_network(&model, &contents));
                // A unit loses less than a step of 1/254 by rounding, and its largest weight is 9000.
                let most = 100.0 * hidden as f64 * 9000.0 / OUTPUT_SCALE * (2.0 / 254.0);
                assert!((found - expected).abs() < most, "{found} {expected}");
            }
        }
    }
}

#[test]
fn symmetric_positions_have_equal_pattern_values() {
    let mut rng = Rng::new(3);
    for (board, n_images) in [(board(6, 6, ALL), 8), (board(5, 4, ALL), 4), (hexagon(4), 12)] {
        assert_eq!(board.images().len(), n_images);
        let model = patterns(&board, vec![Seed::here(vec![0, 1, 2, 7]), Seed::here(vec![5, 8])], &mut rng);
        let evaluator = model.on(&board).expect("it is for this board");
        for _ in 0..20 {
            let (contents, view) = random_position(&board, &mut rng);
            for image in board.images() {
                let mut turned = vec![0; contents.len()];
                contents.iter().zip(image).for_each(|(content, &to)| turned[usize::from(to)] = *content);
                assert_eq!(value(&evaluator, &view_of(&board, &turned)), value(&evaluator, &view));
            }
        }
    }
}

#[test]
fn files_come_back() {
    let mut rng = Rng::new(4);
    let board = board(4, 4, ALL);
    let seeds = vec![Seed::here(vec![0, 1, 2, 3]), Seed { cells: vec![0, 5], is_everywhere: true }];
    for model in [patterns(&board, seeds, &mut rng), network(&board, 32, &mut rng)] {
        let file = model.write(&board).expect("it can be written");
        assert_eq!(Model::read(&file, &board), Ok(model));
        assert_eq!(Model::read_spec(&file), Ok(("test".to_owned(), "any".to_owned())));
    }
}

/// Whatever happens to a file, reading it is an error of one sentence, and never a panic.
#[test]
fn damaged_files_are_refused() {
    let mut rng = Rng::new(5);
    let board = board(3, 3, ALL);
    for model in [patterns(&board, vec![Seed::here(vec![0, 1, 2])], &mut rng), network(&board, 32, &mut rng)] {
        let file = model.write(&board).expect("it can be written");
        let refused = |bytes: &[u8], what: &str| {
            let error = Model::read(bytes, &board).expect_err(what).to_string();
            assert!(!error.contains('\n') && error.len() < 300, "{what}: {error}");
        };
        for length in 0..file.len() {
            refused(&file[..length], "cut off");
        }
        for place in 0..file.len() {
            let mut bytes = file.clone();
            bytes[place] ^= 1 << rng.below(8);
            refused(&bytes, "a changed bit");
        }
        refused(&[&file[..], b"x"].concat(), "something at the end");
    }
}

#[test]
fn other_files_are_told_apart() {
    let (square, other) = (board(4, 4, ALL), board(4, 5, ALL));
    let mut model = network(&square, 32, &mut Rng::new(6));
    let file = model.write(&square).expect("it can be written");
    let error = |file: &[u8], board: &Board| Model::read(file, board).expect_err("refused").to_string();
    assert!(error(&file, &other).contains("made for test:any, which has another board"));
    assert!(error(b"<svg>", &square).contains("not a heuristic"));
    let newer = String::from_utf8_lossy(&file).replacen("heuristic 1", "heuristic 2", 1);
    assert!(error(newer.as_bytes(), &square).contains("version \"2\""));
    model.bias[0] = f32::NAN;
    let file = model.write(&square).expect("it can be written");
    assert!(error(&file, &square).contains("not a finite number"));
}
