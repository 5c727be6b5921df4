//! Export to Parquet: the games of a run by columns, for programs that analyse tables.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::{Game, GameResult, Pairing, RunId, SeatCost, SeatCount, Setup, Store, StoreError};

/// Games in memory at a time; they form a row group.
const GROUP: usize = 1 << 15;

/// `write_group` fills these columns in this order.
const SCHEMA: &str = "message games {
    REQUIRED INT32 pairing (INTEGER(32, false));
    REQUIRED INT32 number (INTEGER(32, false));
    REQUIRED BYTE_ARRAY game (UTF8);
    REQUIRED BYTE_ARRAY first (UTF8);
    REQUIRED BYTE_ARRAY second (UTF8);
    OPTIONAL INT32 opening (INTEGER(32, false));
    REQUIRED INT64 seed (INTEGER(64, false));
    REQUIRED BYTE_ARRAY result (UTF8);
    REQUIRED BYTE_ARRAY reason (UTF8);
    REQUIRED BOOLEAN forfeit;
    REQUIRED INT32 plies (INTEGER(32, false));
    REQUIRED INT64 first_nodes;
    REQUIRED INT64 second_nodes;
    REQUIRED INT64 first_time_us;
    REQUIRED INT64 second_time_us;
    REQUIRED INT64 first_depth_sum;
    REQUIRED INT64 second_depth_sum;
    REQUIRED BYTE_ARRAY moves (UTF8);
    OPTIONAL INT64 first_captures;
    OPTIONAL INT64 second_captures;
    OPTIONAL INT64 first_pieces;
    OPTIONAL INT64 second_pieces;
    OPTIONAL INT64 first_memory;
    OPTIONAL INT64 second_memory;
}";

/// Writes all games of a run as Parquet and returns their number. The caller turns the stored moves into text. The
/// column `result` is `first`, `draw` or `second`.
pub fn write_parquet(
    store: &Store,
    run: RunId,
    output: impl Write + Send,
    mut moves_text: impl FnMut(&Pairing, &Game) -> String,
) -> Result<u64, StoreError> {
    let failed = |error: ParquetError| StoreError::new(format!("the games cannot be written as Parquet: {error}"));
    let setup = store.setup(run)?;
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(failed)?);
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut writer = SerializedFileWriter::new(output, schema, properties).map_err(failed)?;
    let (mut n_games, mut group) = (0, Vec::new());
    for (index, pairing) in (0..).zip(&setup.pairings) {
        for game in store.games(run, index, 0, None)? {
            let game = game?;
            let text = moves_text(pairing, &game);
            group.push((game, text));
            n_games += 1;
            if group.len() == GROUP {
                write_group(&mut writer, &setup, &group).map_err(failed)?;
                group.clear();
            }
        }
    }
    if !group.is_empty() {
        write_group(&mut writer, &setup, &group).map_err(failed)?;
    }
    writer.close().map_err(failed)?;
    Ok(n_games)
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    setup: &Setup,
    games: &[(Game, String)],
) -> ParquetResult<()> {
    let mut open = writer.next_row_group()?;
    let group = &mut open;
    let pairing = |game: &Game| &setup.pairings[game.pairing as usize];
    let player = |index: u32| setup.players[index as usize].name.as_str();

    put::<Int32Type, _>(group, games, |(game, _)| game.pairing.cast_signed())?;
    put::<Int32Type, _>(group, games, |(game, _)| game.number.cast_signed())?;
    put::<ByteArrayType, _>(group, games, |(game, _)| pairing(game).game.as_str().into())?;
    put::<ByteArrayType, _>(group, games, |(game, _)| player(pairing(game).first).into())?;
    put::<ByteArrayType, _>(group, games, |(game, _)| player(pairing(game).second).into())?;
    put_optional::<Int32Type, _>(group, games, |game| game.opening.map(u32::cast_signed))?;
    put::<Int64Type, _>(group, games, |(game, _)| game.seed.cast_signed())?;
    put::<ByteArrayType, _>(group, games, |(game, _)| word(game.result).into())?;
    put::<ByteArrayType, _>(group, games, |(game, _)| ByteArray::from(&*game.reason))?;
    put::<BoolType, _>(group, games, |(game, _)| game.forfeit)?;
    put::<Int32Type, _>(group, games, |(game, _)| game.plies.cast_signed())?;
    for cost in [|seat: SeatCost| seat.nodes, |seat: SeatCost| seat.time_us, |seat: SeatCost| seat.depth_sum] {
        for seat in 0..2 {
            put::<Int64Type, _>(group, games, |(game, _)| cost(game.cost[seat]).cast_signed())?;
        }
    }
    put::<ByteArrayType, _>(group, games, |(_, text)| text.as_str().into())?;
    for count in [|seat: SeatCount| seat.captures, |seat: SeatCount| seat.pieces, |seat: SeatCount| seat.memory] {
        for seat in 0..2 {
            let value = |game: &Game| game.counts.map(|counts| count(counts[seat]).cast_signed());
            put_optional::<Int64Type, _>(group, games, value)?;
        }
    }
    open.close()?;
    Ok(())
}

/// Fills the next column with a value of each game.
fn put<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    games: &[(Game, String)],
    value: impl Fn(&(Game, String)) -> T::T,
) -> ParquetResult<()> {
    put_values::<T, W>(group, &games.iter().map(value).collect::<Vec<_>>(), None)
}

/// For a game without the value, the column has a level of 0 and no value.
fn put_optional<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    games: &[(Game, String)],
    value: impl Fn(&Game) -> Option<T::T>,
) -> ParquetResult<()> {
    let found: Vec<Option<T::T>> = games.iter().map(|(game, _)| value(game)).collect();
    let levels: Vec<i16> = found.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = found.into_iter().flatten().collect();
    put_values::<T, W>(group, &values, Some(&levels))
}

fn put_values<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> ParquetResult<()> {
    let missing = || ParquetError::General("more columns are filled than the schema has".into());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

fn word(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "first",
        GameResult::Draw => "draw",
        GameResult::SecondWins => "second",
    }
}
