//! Breakthrough for programs that play variants of chess: names, definitions and positions.

use plyscope_core::{BadInput, Side};

use crate::board::{Board, size};

/// How a program is told which game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The value of the option `UCI_Variant`.
    pub name: String,
    /// A definition for Fairy-Stockfish where it has none of its own: the text of a file that the option `VariantPath`
    /// names.
    pub definition: Option<String>,
}

/// The largest board of Fairy-Stockfish.
const MOST_ROWS: usize = 10;
const MOST_COLUMNS: usize = 12;

impl Variant {
    /// The variant of a canonical spec.
    ///
    /// # Errors
    /// If the game is not Breakthrough on a board that such programs have.
    pub fn of(spec: &str) -> Result<Variant, BadInput> {
        let refused = || {
            BadInput::new(format!(
                "UCI cannot play {spec}: it knows Breakthrough without workers on up to {MOST_ROWS} rows and \
                 {MOST_COLUMNS} columns, such as breakthrough:8x8; the protocol lines knows all games"
            ))
        };
        let (rows, columns, options) = size(spec, "breakthrough").ok_or_else(refused)?;
        let n_full = match options {
            "" => 2,
            "rows=1" => 1,
            _ => return Err(refused()),
        };
        if rows > MOST_ROWS || columns > MOST_COLUMNS {
            return Err(refused());
        }
        if (rows, columns, n_full) == (8, 8, 2) {
            return Ok(Variant { name: "breakthrough".to_owned(), definition: None });
        }
        let name = format!("breakthrough{rows}x{columns}{}", if n_full == 1 { "rows1" } else { "" });
        let definition = Some(definition(&name, rows, columns, n_full));
        Ok(Variant { name, definition })
    }

    /// The canonical spec of the game that a name means.
    pub fn spec(name: &str) -> Option<String> {
        let size = name.strip_prefix("breakthrough")?;
        let (size, options) = size.strip_suffix("rows1").map_or((size, ""), |size| (size, ",rows=1"));
        let size = if size.is_empty() && options.is_empty() { "8x8" } else { size };
        let spec = format!("breakthrough:{size}{options}");
        Variant::of(&spec).is_ok_and(|variant| variant.name == name).then_some(spec)
    }
}

/// The goal rows have one name in Fairy-Stockfish 11 and another in later versions, which ignore what they do not know.
fn definition(name: &str, rows: usize, columns: usize, n_full: usize) -> String {
    let row = |index: usize| match index {
        _ if index < n_full => "p".repeat(columns),
        _ if index >= rows - n_full => "P".repeat(columns),
        _ => columns.to_string(),
    };
    let start = (0..rows).map(row).collect::<Vec<_>>().join("/");
    let file = char::from(b'a' + (columns - 1) as u8);
    format!(
        "[{name}:breakthrough]\nmaxRank = {rows}\nmaxFile = {file}\nstartFen = {start} w 0 1\n\
         whiteFlag = *{rows}\nblackFlag = *1\nflagRegionWhite = *{rows}\nflagRegionBlack = *1\n"
    )
}

/// The FEN of a position of Breakthrough, from Plyscope's text of it.
///
/// # Errors
/// If the text is not a board.
pub fn fen(position: &str) -> Result<String, BadInput> {
    let board = Board::read(position)?;
    let rows: Vec<String> = board.rows.iter().map(|row| fen_row(row)).collect();
    let to_move = if board.to_move == Side::First { 'w' } else { 'b' };
    Ok(format!("{} {to_move} - - 0 1", rows.join("/")))
}

fn fen_row(row: &[Option<Side>]) -> String {
    let (mut text, mut n_empty) = (String::new(), 0);
    for cell in row.iter().copied().map(Some).chain([None]) {
        if cell == Some(None) {
            n_empty += 1;
            continue;
        }
        if n_empty > 0 {
            text += &n_empty.to_string();
            n_empty = 0;
        }
        text.extend(cell.flatten().map(|side| if side == Side::First { 'P' } else { 'p' }));
    }
    text
}

/// Plyscope's text of a position of Breakthrough, from its FEN.
///
/// # Errors
/// If it is not a FEN of pawns only.
pub fn read_fen(fen: &str) -> Result<String, BadInput> {
    let bad = || {
        BadInput::new(format!(
            "{fen:?} is not a position of Breakthrough; a FEN such as pp/pp/2/2/PP/PP w - - 0 1 is expected"
        ))
    };
    let mut words = fen.split_whitespace();
    let rows: Option<Vec<_>> = words.next().ok_or_else(bad)?.split('/').map(read_row).collect();
    let to_move = match words.next() {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        _ => return Err(bad()),
    };
    let rows = rows.ok_or_else(bad)?;
    if rows.iter().any(|row| row.len() != rows[0].len()) {
        return Err(bad());
    }
    Ok(Board { rows, to_move }.text())
}

fn read_row(text: &str) -> Option<Vec<Option<Side>>> {
    let (mut row, mut n_empty) = (Vec::new(), 0);
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            n_empty = n_empty * 10 + digit as usize;
            // No board is that wide, and the number may be of any length.
            if n_empty > 128 {
                return None;
            }
            continue;
        }
        row.extend(std::iter::repeat_n(None, n_empty));
        n_empty = 0;
        row.push(Some(match letter {
            'P' => Side::First,
            'p' => Side::Second,
            _ => return None,
        }));
    }
    row.extend(std::iter::repeat_n(None, n_empty));
    Some(row)
}
