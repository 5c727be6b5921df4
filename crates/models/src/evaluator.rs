//! A model at work on one board.

use plyscope_core::BadInput;
use plyscope_core::cpu::{Task, boost};

use crate::board::Board;
use crate::model::{Body, Model};
use crate::network::{ACTIVE, Laid, OUTPUT_SCALE};
use crate::stages::Stages;
use crate::tuples::{Shape, TABLE_SCALE, TupleIndex, shapes_of};
use crate::view::{View, WORDS};

/// A model for one board.
#[derive(Clone, Debug)]
pub struct Evaluator {
    board: Board,
    stages: Stages,
    bias: Vec<f64>,
    feature_names: Vec<String>,
    /// By stage and feature, what counts for the side to move and for the other.
    features: Vec<Vec<[f64; 2]>>,
    n_words: usize,
    cells: Cells,
}

#[derive(Clone, Debug)]
enum Cells {
    Tables {
        shapes: Vec<Shape>,
        index: TupleIndex,
        /// By stage; each ends with a 0.
        tables: Vec<Vec<i16>>,
    },
    Network(Laid),
}

/// A part of a value, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// The cells that have it together, in the order of the board; none for what belongs to no cell.
    pub cells: Vec<u16>,
    /// Its share, in hundredths of a logit for the side to move.
    pub value: f64,
}

impl Evaluator {
    pub(crate) fn new(model: &Model, board: &Board) -> Result<Self, BadInput> {
        let names: Vec<&str> = board.cells().iter().map(|cell| &cell.name[..]).collect();
        if names != model.cells || model.stages.of_count().len() != names.len() + 1 {
            return Err(BadInput::new(format!("the heuristic was made for {}, which has another board", model.spec())));
        }
        let n_stages = model.stages.n();
        let cells = match &model.body {
            Body::Patterns(patterns) => {
                let shapes = shapes_of(board, &patterns.seeds)?;
                let index = TupleIndex::new(board, &shapes);
                let fits = |table: &Vec<i16>| table.len() == index.n_entries();
                if patterns.tables.len() != n_stages || !patterns.tables.iter().all(fits) {
                    return Err(BadInput::new("the tables of the patterns do not fit the board"));
                }
                let ended = |table: &Vec<i16>| [&table[..], &[0]].concat();
                let tables = patterns.tables.iter().map(ended).collect();
                Cells::Tables { shapes, index, tables }
            }
            Body::Network(network) => {
                network.check(names.len(), n_stages)?;
                let bits: Vec<u16> = board.cells().iter().map(|cell| cell.bit).collect();
                Cells::Network(Laid::new(network, &bits, board.n_words()))
            }
        };
        let weights = |stage: usize| {
            let of = |weights: &[[f32; 2]]| weights.get(stage).map(|pair| pair.map(f64::from));
            model.features.iter().map(|feature| of(&feature.weights)).collect::<Option<Vec<_>>>()
        };
        let features: Option<Vec<_>> = (0..n_stages).map(weights).collect();
        let features = features.filter(|_| model.bias.len() == n_stages);
        let features = features.ok_or_else(|| BadInput::new("the heuristic lacks weights for a stage of the game"))?;
        let bias = model.bias.iter().map(|&bias| f64::from(bias)).collect();
        let feature_names = model.features.iter().map(|feature| feature.name.clone()).collect();
        let (stages, n_words) = (model.stages.clone(), board.n_words());
        Ok(Evaluator { board: board.clone(), stages, bias, feature_names, features, n_words, cells })
    }

    /// Its board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The stage of a position.
    #[inline(always)]
    pub fn stage(&self, view: &View) -> usize {
        self.stages.of(view.n_pieces(self.n_words))
    }

    /// The names of the features that count.
    pub fn feature_names(&self) -> &[String] {
        &self.feature_names
    }

    /// The weights of the features in a stage, for the side to move and for the other.
    #[inline(always)]
    pub fn features(&self, stage: usize) -> &[[f64; 2]] {
        &self.features[stage]
    }

    /// What the side to move has to begin with.
    pub fn bias(&self, stage: usize) -> f64 {
        self.bias[stage]
    }

    /// The name of a stage, for people.
    pub fn stage_name(&self, stage: usize) -> String {
        self.stages.name(stage)
    }

    /// The value without the features, in hundredths of a logit for the side to move.
    pub fn value(&self, view: &View, stage: usize) -> f64 {
        self.bias[stage] + boost(Evaluation { cells: &self.cells, view, stage, n_words: self.n_words })
    }

    /// What the value of the cells is made of. The shares of a network are what its value would lose without each
    /// piece, so they need not add up to it.
    pub fn shares(&self, view: &View, stage: usize) -> Vec<Share> {
        match &self.cells {
            Cells::Tables { shapes, index, tables } => {
                let instances = shapes.iter().flat_map(|shape| &shape.instances);
                let entries = (0..index.n_blocks()).flat_map(|block| index.entries(view, block));
                let value = |entry: u32| f64::from(tables[stage][entry as usize]) / TABLE_SCALE;
                instances
                    .zip(entries)
                    .map(|(cells, entry)| Share { cells: cells.clone(), value: value(entry) })
                    .collect()
            }
            Cells::Network(_) => {
                let whole = self.value(view, stage);
                let mut shares = Vec::new();
                for (cell, known) in self.board.cells().iter().enumerate() {
                    let mut without = *view;
                    let (word, bit) = (usize::from(known.bit) / 64, 1 << (known.bit % 64));
                    without.own[word] &= !bit;
                    without.other[word] &= !bit;
                    if without != *view {
                        let value = whole - self.value(&without, stage);
                        shares.push(Share { cells: vec![cell as u16], value });
                    }
                }
                shares
            }
        }
    }
}

struct Evaluation<'a> {
    cells: &'a Cells,
    view: &'a View,
    stage: usize,
    n_words: usize,
}

impl Task for Evaluation<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        match self.cells {
            Cells::Tables { index, tables, .. } => {
                let table = &tables[self.stage][..];
                let mut sum = 0;
                for block in 0..index.n_blocks() {
                    for entry in index.entries(self.view, block) {
                        sum += i32::from(table[entry as usize]);
                    }
                }
                f64::from(sum) / TABLE_SCALE
            }
            Cells::Network(network) => {
                let (mut pieces, mut n) = ([0_u16; 64 * WORDS], 0);
                for (side, set) in [&self.view.own, &self.view.other].into_iter().enumerate() {
                    for (word, &bits) in set[..self.n_words].iter().enumerate() {
                        let (mut rest, first) = (bits, 64 * (side * self.n_words + word) as u16);
                        while rest != 0 {
                            pieces[n] = first + rest.trailing_zeros() as u16;
                            n += 1;
                            rest &= rest - 1;
                        }
                    }
                }
                f64::from(network.sum(&pieces[..n], self.stage)) * (100.0 / (f64::from(ACTIVE) * OUTPUT_SCALE))
            }
        }
    }
}
