//! Exports all games of a run in common formats. Only a page of games is in memory at a time.

use std::fmt;
use std::io::{self, BufWriter, Write};

use plyscope_core::BadInput;
use plyscope_registry::Fault;
use plyscope_store::{Game, GameResult, Run, RunId, SeatCount, Setup, Store, StoreError};
use serde::Serialize;

use crate::date::civil;
use crate::starts::{Starts, opening_text};

/// Why games could not be written.
#[derive(Debug)]
pub enum ExportError {
    /// A stored game or opening cannot be read.
    Game(BadInput),
    /// The store cannot be read.
    Store(StoreError),
    /// The file cannot be written.
    Output(io::Error),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Game(error) => error.fmt(f),
            ExportError::Store(error) => error.fmt(f),
            ExportError::Output(error) => write!(f, "the games cannot be written: {error}"),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<BadInput> for ExportError {
    fn from(error: BadInput) -> Self {
        ExportError::Game(error)
    }
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        ExportError::Store(error)
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        ExportError::Output(error)
    }
}

/// A game as a row of a table; the fields are the columns, in this order.
#[derive(Serialize)]
struct Row<'a> {
    run: RunId,
    game: &'a str,
    first: &'a str,
    second: &'a str,
    number: u32,
    seed: u64,
    /// The position that it started from; `None` for the initial position.
    opening: Option<&'a str>,
    result: &'static str,
    reason: &'a str,
    forfeit: bool,
    plies: u32,
    moves: String,
    first_nodes: u64,
    second_nodes: u64,
    first_time_us: u64,
    second_time_us: u64,
    first_depth_sum: u64,
    second_depth_sum: u64,
    /// Empty in games of versions that did not count.
    first_captures: Option<u64>,
    second_captures: Option<u64>,
    first_pieces: Option<u64>,
    second_pieces: Option<u64>,
    first_memory: Option<u64>,
    second_memory: Option<u64>,
}

/// Writes all games as comma-separated values with a header line (RFC 4180) and returns their number.
///
/// # Errors
/// If a game cannot be read or written.
pub fn write_csv(store: &Store, run: RunId, out: &mut dyn Write) -> Result<u64, ExportError> {
    let output = |error: csv::Error| ExportError::Output(io::Error::from(error));
    // The header is written with the first row, so the file of a run without games is empty.
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    let n = for_each_row(store, run, |row| writer.serialize(row).map_err(output))?;
    writer.flush()?;
    Ok(n)
}

/// Writes all games as JSON Lines, one object per game, and returns their number. Seeds use all 64 bits.
///
/// # Errors
/// If a game cannot be read or written.
pub fn write_jsonl(store: &Store, run: RunId, out: &mut dyn Write) -> Result<u64, ExportError> {
    let mut out = BufWriter::new(out);
    let n = for_each_row(store, run, |row| {
        serde_json::to_writer(&mut out, row).map_err(io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    })?;
    out.flush()?;
    Ok(n)
}

/// Writes all games in the style of PGN and returns their number. PGN names its players White and Black, and White
/// moves first: so `White` is the first player, x, whatever the colour of its pieces, and `Black` the second, o. `FEN`
/// is the starting position in Plyscope's notation, and `Nodes` are the nodes of the first and of the second player.
///
/// # Errors
/// If a game cannot be read or written.
pub fn write_pgn(store: &Store, run: RunId, out: &mut dyn Write) -> Result<u64, ExportError> {
    let about = store.run(run)?;
    let mut out = BufWriter::new(out);
    let n = for_each_row(store, run, |row| Ok(write_pgn_game(&about, row, &mut out)?))?;
    out.flush()?;
    Ok(n)
}

/// Writes all games as Parquet and returns their number.
///
/// # Errors
/// If a game cannot be read or written.
pub fn write_parquet(store: &Store, run: RunId, out: impl Write + Send) -> Result<u64, ExportError> {
    let setup = store.setup(run)?;
    let mut starts = Starts::new(&setup);
    let mut failed = None;
    let n = plyscope_store::write_parquet(store, run, out, |_, game| match starts.moves(game) {
        Ok(moves) => moves.join(" "),
        Err(error) => {
            failed.get_or_insert(error);
            String::new()
        }
    })?;
    failed.map_or(Ok(n), |error| Err(error.into()))
}

/// Calls `write` for all games of a run, pairing by pairing.
fn for_each_row(
    store: &Store,
    run: RunId,
    mut write: impl FnMut(&Row<'_>) -> Result<(), ExportError>,
) -> Result<u64, ExportError> {
    let setup = store.setup(run)?;
    let mut starts = Starts::new(&setup);
    let mut n = 0;
    for index in 0..setup.pairings.len() as u32 {
        for game in store.games(run, index, 0, None)? {
            let game = game?;
            write(&row(run, &setup, &mut starts, &game)?)?;
            n += 1;
        }
    }
    Ok(n)
}

fn row<'a>(run: RunId, setup: &'a Setup, starts: &mut Starts<'_>, game: &'a Game) -> Result<Row<'a>, BadInput> {
    let pairing = &setup.pairings[game.pairing as usize];
    let name = |index: u32| setup.players[index as usize].name.as_str();
    let [first, second] = game.cost;
    let count = |seat: usize, of: fn(&SeatCount) -> u64| game.counts.map(|counts| of(&counts[seat]));
    Ok(Row {
        run,
        game: &pairing.game,
        first: name(pairing.first),
        second: name(pairing.second),
        number: game.number,
        seed: game.seed,
        opening: opening_text(setup, game)?,
        result: result_text(game.result),
        reason: &game.reason,
        forfeit: game.forfeit,
        plies: game.plies,
        moves: starts.moves(game)?.join(" "),
        first_nodes: first.nodes,
        second_nodes: second.nodes,
        first_time_us: first.time_us,
        second_time_us: second.time_us,
        first_depth_sum: first.depth_sum,
        second_depth_sum: second.depth_sum,
        first_captures: count(0, |seat| seat.captures),
        second_captures: count(1, |seat| seat.captures),
        first_pieces: count(0, |seat| seat.pieces),
        second_pieces: count(1, |seat| seat.pieces),
        first_memory: count(0, |seat| seat.memory),
        second_memory: count(1, |seat| seat.memory),
    })
}

/// The result as PGN writes it.
pub fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "1-0",
        GameResult::Draw => "1/2-1/2",
        GameResult::SecondWins => "0-1",
    }
}

fn write_pgn_game(about: &Run, row: &Row<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (year, month, day, ..) = civil(about.created_ms);
    tag(out, "Event", &about.name)?;
    tag(out, "Site", "?")?;
    tag(out, "Date", &format!("{year:04}.{month:02}.{day:02}"))?;
    tag(out, "Round", &row.number.to_string())?;
    tag(out, "White", row.first)?;
    tag(out, "Black", row.second)?;
    tag(out, "Result", row.result)?;
    tag(out, "Game", row.game)?;
    if let Some(position) = row.opening {
        tag(out, "SetUp", "1")?;
        tag(out, "FEN", position)?;
    }
    tag(out, "Seed", &row.seed.to_string())?;
    tag(out, "Reason", row.reason)?;
    // The words of the PGN standard; the reason says more.
    let termination = match (row.forfeit, row.reason) {
        (false, _) => "normal",
        (true, reason) if reason == Fault::Timeout.name() => "time forfeit",
        (true, reason) if reason == Fault::Resigned.name() => "normal",
        (true, _) => "rules infraction",
    };
    tag(out, "Termination", termination)?;
    tag(out, "Nodes", &format!("{} {}", row.first_nodes, row.second_nodes))?;
    writeln!(out)?;
    let moves = row.moves.split_whitespace().enumerate().flat_map(|(ply, text)| {
        let number = (ply % 2 == 0).then(|| format!("{}.", ply / 2 + 1));
        number.into_iter().chain([text.to_owned()])
    });
    let mut column = 0;
    for word in moves.chain([row.result.to_owned()]) {
        // PGN lines have fewer than 80 characters.
        if column > 0 && column + 1 + word.len() < 80 {
            write!(out, " ")?;
            column += 1;
        } else if column > 0 {
            writeln!(out)?;
            column = 0;
        }
        write!(out, "{word}")?;
        column += word.len();
    }
    writeln!(out, "\n")
}

/// Tags hold one line of text; quotes and backslashes are escaped, and control characters become spaces.
fn tag(out: &mut dyn Write, name: &str, value: &str) -> io::Result<()> {
    let value = value.replace(|c: char| c.is_control(), " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "[{name} \"{value}\"]")
}
