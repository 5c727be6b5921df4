//! The games of a run as an Arrow stream, which data frames take without a copy.

use std::iter::{Peekable, repeat_n};
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

use arrow_array::builder::{BooleanBuilder, PrimitiveBuilder, StringBuilder, StringDictionaryBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Int32Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, Int64Array, RecordBatch, RecordBatchReader, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use plyscope_arena::{Starts, opening_text, result_text};
use plyscope_store::{Game, GameResult, RunId, SeatCount, Setup, Store};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::call::bad_input;
use crate::experiments::stored;

/// Games of a batch.
const BATCH: usize = 1 << 16;

/// The games of a stored run.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct Games {
    db: PathBuf,
    run: RunId,
    moves: bool,
}

#[pymethods]
impl Games {
    #[new]
    fn new(db: PathBuf, run: RunId, moves: bool) -> Games {
        Games { db, run, moves }
    }

    fn __len__(&self) -> PyResult<usize> {
        let run = Store::open(&self.db).and_then(|store| store.run(self.run));
        Ok(run.map_err(|error| bad_input(stored(error)))?.played as usize)
    }

    /// The games as a stream of Arrow's C interface. The schema that the reader would like is a wish, and ignored.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let reader = Reader::new(self).map_err(|error| bad_input(stored(error)))?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

/// Reads the games pairing by pairing, a batch at a time.
struct Reader {
    store: Store,
    setup: Setup,
    run: RunId,
    schema: SchemaRef,
    moves: bool,
    /// The pairings to read, and the number of the next game of the first of them.
    pairings: Peekable<vec::IntoIter<u32>>,
    from: u32,
}

impl Reader {
    fn new(games: &Games) -> Result<Reader, plyscope_store::StoreError> {
        let store = Store::open(&games.db)?;
        let setup = store.setup(games.run)?;
        let pairings = (0..setup.pairings.len() as u32).collect::<Vec<_>>().into_iter().peekable();
        Ok(Reader { store, setup, run: games.run, schema: schema(games.moves), moves: games.moves, pairings, from: 0 })
    }

    fn batch(&mut self, pairing: u32) -> Result<RecordBatch, ArrowError> {
        let failed = |error: &dyn std::fmt::Display| ArrowError::ExternalError(error.to_string().into());
        let games = self.store.games(self.run, pairing, self.from, None).map_err(|error| failed(&error))?;
        let mut starts = Starts::new(&self.setup);
        let mut columns = Columns::default();
        for game in games.take(BATCH) {
            let game = game.map_err(|error| failed(&error))?;
            let opening = opening_text(&self.setup, &game).map_err(|error| failed(&error))?;
            columns.push(&game, opening);
            if self.moves {
                columns.moves.append_value(starts.moves(&game).map_err(|error| failed(&error))?.join(" "));
            }
            self.from = game.number + 1;
        }
        let pairing = &self.setup.pairings[pairing as usize];
        let name = |index: u32| self.setup.players[index as usize].name.as_str();
        let constant = [pairing.game.as_str(), name(pairing.first), name(pairing.second)];
        RecordBatch::try_new(Arc::clone(&self.schema), columns.finish(self.run, constant, self.moves))
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let pairing = *self.pairings.peek()?;
            let batch = self.batch(pairing);
            let n = batch.as_ref().map_or(BATCH, RecordBatch::num_rows);
            if n < BATCH {
                self.pairings.next();
                self.from = 0;
            }
            if batch.is_err() {
                // One error ends the stream.
                self.pairings = Vec::new().into_iter().peekable();
            }
            if n > 0 {
                return Some(batch);
            }
        }
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The columns, with the names of the other exports.
fn schema(moves: bool) -> SchemaRef {
    let word = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let required = |name: &str, kind: &DataType| Field::new(name, kind.clone(), false);
    let mut fields = vec![required("run", &DataType::Int64)];
    fields.extend(["game", "first", "second"].map(|name| required(name, &word)));
    fields.push(required("number", &DataType::UInt32));
    fields.push(required("seed", &DataType::UInt64));
    fields.push(Field::new("opening", word.clone(), true));
    fields.extend(["result", "reason"].map(|name| required(name, &word)));
    fields.push(required("forfeit", &DataType::Boolean));
    fields.push(required("plies", &DataType::UInt32));
    for what in ["nodes", "time_us", "depth_sum"] {
        fields.extend(["first", "second"].map(|seat| required(&format!("{seat}_{what}"), &DataType::UInt64)));
    }
    for what in ["captures", "pieces", "memory"] {
        fields.extend(["first", "second"].map(|seat| Field::new(format!("{seat}_{what}"), DataType::UInt64, true)));
    }
    if moves {
        fields.push(required("moves", &DataType::Utf8));
    }
    Arc::new(Schema::new(fields))
}

/// The columns of a batch while it is read.
#[derive(Default)]
struct Columns {
    number: PrimitiveBuilder<UInt32Type>,
    seed: PrimitiveBuilder<UInt64Type>,
    opening: StringDictionaryBuilder<Int32Type>,
    results: Vec<i32>,
    reason: StringDictionaryBuilder<Int32Type>,
    forfeit: BooleanBuilder,
    plies: PrimitiveBuilder<UInt32Type>,
    /// Nodes, time and depths of the first and the second seat.
    costs: [PrimitiveBuilder<UInt64Type>; 6],
    /// Captures, pieces and memory.
    counts: [PrimitiveBuilder<UInt64Type>; 6],
    moves: StringBuilder,
}

impl Columns {
    fn push(&mut self, game: &Game, opening: Option<&str>) {
        self.number.append_value(game.number);
        self.seed.append_value(game.seed);
        self.opening.append_option(opening);
        self.results.push(game.result as i32);
        self.reason.append_value(&*game.reason);
        self.forfeit.append_value(game.forfeit);
        self.plies.append_value(game.plies);
        let [first, second] = game.cost;
        let [nodes, times, depths] =
            [[first.nodes, second.nodes], [first.time_us, second.time_us], [first.depth_sum, second.depth_sum]];
        let costs = nodes.into_iter().chain(times).chain(depths);
        self.costs.iter_mut().zip(costs).for_each(|(column, value)| column.append_value(value));
        let kinds: [fn(&SeatCount) -> u64; 3] = [|seat| seat.captures, |seat| seat.pieces, |seat| seat.memory];
        for (kind, columns) in kinds.iter().zip(self.counts.chunks_mut(2)) {
            for (seat, column) in columns.iter_mut().enumerate() {
                column.append_option(game.counts.map(|counts| kind(&counts[seat])));
            }
        }
    }

    fn finish(mut self, run: RunId, constant: [&str; 3], with_moves: bool) -> Vec<ArrayRef> {
        let n = self.results.len();
        let words = |keys: Int32Array, values: StringArray| -> ArrayRef {
            // The keys are those of the values.
            Arc::new(DictionaryArray::<Int32Type>::new(keys, Arc::new(values)))
        };
        let mut columns: Vec<ArrayRef> = vec![Arc::new(Int64Array::from_iter_values(repeat_n(run, n)))];
        for value in constant {
            let keys = Int32Array::from_iter_values(repeat_n(0, n));
            columns.push(words(keys, StringArray::from_iter_values([value])));
        }
        columns.push(Arc::new(self.number.finish()));
        columns.push(Arc::new(self.seed.finish()));
        columns.push(Arc::new(self.opening.finish()));
        let results = StringArray::from_iter_values(GameResult::ALL.map(result_text));
        columns.push(words(Int32Array::from_iter_values(self.results), results));
        columns.push(Arc::new(self.reason.finish()));
        columns.push(Arc::new(self.forfeit.finish()));
        columns.push(Arc::new(self.plies.finish()));
        columns.extend(self.costs.iter_mut().map(|column| -> ArrayRef { Arc::new(column.finish()) }));
        columns.extend(self.counts.iter_mut().map(|column| -> ArrayRef { Arc::new(column.finish()) }));
        if with_moves {
            columns.push(Arc::new(self.moves.finish()));
        }
        columns
    }
}
