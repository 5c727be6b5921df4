//! Boards as coloured text.

use anstyle::{AnsiColor, Style};
use plyscope_core::{Cell, CellShape, EndMark, Picture, Side};

const FIRST: Style = AnsiColor::Cyan.on_default().bold();
const SECOND: Style = AnsiColor::Yellow.on_default().bold();
const FAINT: Style = Style::new().dimmed();
/// The pieces that decided a game.
const LINE: Style = AnsiColor::Green.on_default().bold();
const ENCLOSED: Style = AnsiColor::Red.on_default().bold();

/// The colour of a side, the same on boards and in sentences.
pub fn side_style(side: Side) -> Style {
    match side {
        Side::First => FIRST,
        Side::Second => SECOND,
    }
}

/// A text at a place; `x` is the column of its last character.
struct Mark {
    row: i32,
    x: i32,
    text: String,
    style: Style,
}

/// Draws a board with its coordinates. The cells named in `marked` are underlined; the pieces that decided the game are
/// capitals, which show without colours too.
pub fn board_text(picture: &Picture, marked: &[String]) -> String {
    let longest = picture.cells.iter().map(|cell| letters(&cell.name).len()).max().unwrap_or(1) as i32;
    // Two characters for a cell, more if columns have longer names. Hexagonal rows shift by half a cell, so the width
    // must be even there.
    let width = if longest == 1 { 2 } else { longest + 1 };
    let column = |cell: &Cell| cell.x * width / 2;
    let mut marks: Vec<Mark> = picture.cells.iter().map(|cell| piece(cell, column(cell), marked)).collect();
    marks.extend(row_labels(picture, &column));
    marks.extend(column_labels(picture, &column));
    layout(marks)
}

fn piece(cell: &Cell, x: i32, marked: &[String]) -> Mark {
    let letter = cell.piece.map_or('.', Side::letter);
    let (letter, style) = match cell.end_mark {
        None => (letter, cell.piece.map_or(FAINT, side_style)),
        Some(EndMark::Line) => (letter.to_ascii_uppercase(), LINE),
        Some(EndMark::Enclosed) => (letter.to_ascii_uppercase(), ENCLOSED),
    };
    let style = if marked.contains(&cell.name) { style.underline() } else { style };
    Mark { row: cell.row, x, text: letter.to_string(), style }
}

/// The number of each row, left of its first cell.
fn row_labels(picture: &Picture, column: &dyn Fn(&Cell) -> i32) -> Vec<Mark> {
    let firsts = picture.cells.iter().enumerate().filter(|(i, cell)| *i == 0 || picture.cells[i - 1].row != cell.row);
    firsts
        .map(|(_, cell)| {
            let text = cell.name[letters(&cell.name).len()..].to_owned();
            Mark { row: cell.row, x: column(cell) - 3, text, style: FAINT }
        })
        .collect()
}

/// The letters of the columns: below a board of squares; on a hexagon, whose columns slant, at their upper right end.
fn column_labels(picture: &Picture, column: &dyn Fn(&Cell) -> i32) -> Vec<Mark> {
    let label = |cell: &Cell, row: i32, x: i32| Mark { row, x, text: letters(&cell.name).to_owned(), style: FAINT };
    let last_row = picture.cells.last().map_or(0, |cell| cell.row);
    let has_above = |cell: &Cell| {
        picture.cells.iter().any(|other| other.row + 1 == cell.row && letters(&other.name) == letters(&cell.name))
    };
    match picture.shape {
        CellShape::Square => {
            let below = picture.cells.iter().filter(|cell| cell.row == last_row);
            below.map(|cell| label(cell, last_row + 1, column(cell))).collect()
        }
        CellShape::Hexagon => {
            let tops = picture.cells.iter().filter(|cell| !has_above(cell));
            tops.map(|cell| label(cell, cell.row - 1, column(cell) + 1)).collect()
        }
    }
}

fn letters(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Puts the marks in their places, indented by two.
fn layout(mut marks: Vec<Mark>) -> String {
    let begin = |mark: &Mark| mark.x + 1 - mark.text.len() as i32;
    marks.sort_by_key(|mark| (mark.row, mark.x));
    let left = marks.iter().map(begin).min().unwrap_or(0);
    let (mut text, mut row, mut at) = (String::new(), marks.first().map_or(0, |mark| mark.row), left - 2);
    for mark in &marks {
        while row < mark.row {
            text.push('\n');
            (row, at) = (row + 1, left - 2);
        }
        let gap = (begin(mark) - at).max(0) as usize;
        text.push_str(&" ".repeat(gap));
        let Mark { style, text: content, .. } = mark;
        text.push_str(&format!("{style}{content}{style:#}"));
        at = mark.x + 1;
    }
    text.push('\n');
    text
}
