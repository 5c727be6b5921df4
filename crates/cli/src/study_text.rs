//! A reproduced study as text for a terminal and as Markdown.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use plyscope_studies::{CellVerdict, Reproduction, Study, StudyCell, StudyTable};

use crate::table::square;
use crate::wrap::wrapped;

/// The study for a terminal: each cell is `published → ours`, coloured by how they compare.
pub(crate) fn describe(study: &Study, reproduction: &Reproduction) -> String {
    let bold = Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}: {}\n", study.id, study.title);
    let width = usize::from(console::Term::stdout().size().1).max(60);
    for table in &reproduction.tables {
        let _ = writeln!(text, "\n{bold}{}{bold:#}  {}", table.id, table.title);
        table.notes.iter().for_each(|note| text.push_str(&paragraph(note, width)));
        text.push('\n');
        blocks(table, width).iter().for_each(|columns| text.push_str(&grid(table, columns, coloured)));
        let _ = writeln!(text, "{}", count(table));
        for (why, cells) in explanations(table) {
            text.push_str(&paragraph(&format!("{}: {why}", grouped_cells(table, &cells)), width));
        }
    }
    if reproduction.tables.iter().flat_map(|table| &table.cells).any(|cell| cell.interval.is_some()) {
        text.push_str("\n± is the wider half of a 95 % interval.\n");
    }
    let _ = write!(text, "\n{bold}Verdict{bold:#}\n{}", paragraph(&reproduction.verdict, width));
    text
}

/// The tables for a page of the documentation.
pub(crate) fn markdown(study: &Study, full: bool, reproduction: &Reproduction) -> String {
    let mut text = format!(
        "# {}: the tables\n\nWritten by `plyscope reproduce {}`. A cell is *published* → *ours*; ✓ equal, \
         ≈ within noise, ✗ different, ⧗ times on another machine, not compared. ± is the wider half of a 95 % \
         interval.\n",
        study.title,
        if full { format!("{} --full", study.id) } else { study.id.to_owned() }
    );
    for table in &reproduction.tables {
        let _ = writeln!(text, "\n## {}: {}\n", table.id, table.title);
        table.notes.iter().for_each(|note| {
            let _ = writeln!(text, "- {note}");
        });
        let columns = names(table, |cell| &cell.column);
        let _ = writeln!(text, "\n| | {} |\n|---|{}", columns.join(" | "), "---|".repeat(columns.len()));
        for row in rows(table, &columns, |cell| format!("{} {}", shown(cell), sign(cell.verdict))) {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        let _ = writeln!(text, "\n{}", count(table));
        for (why, cells) in explanations(table) {
            let _ = writeln!(text, "- {}: {why}", grouped_cells(table, &cells));
        }
    }
    let _ = writeln!(text, "\n## Verdict\n\n{}", reproduction.verdict);
    text
}

/// Both figures, or ours alone where nothing was published, with its margin if it was sampled.
fn shown(cell: &StudyCell) -> String {
    let margin = cell.margin().map_or(String::new(), |margin| format!(" ±{margin}"));
    match &cell.published {
        Some(published) => format!("{published} → {}{margin}", cell.ours),
        None => format!("{}{margin}", cell.ours),
    }
}

const fn sign(verdict: CellVerdict) -> &'static str {
    match verdict {
        CellVerdict::Equal => "✓",
        CellVerdict::WithinNoise => "≈",
        CellVerdict::Differs => "✗",
        CellVerdict::OtherMachine => "⧗",
        CellVerdict::NotPublished => "",
    }
}

fn coloured(cell: &StudyCell) -> String {
    let style = match cell.verdict {
        CellVerdict::Equal => AnsiColor::Green.on_default(),
        CellVerdict::WithinNoise => AnsiColor::Cyan.on_default(),
        CellVerdict::Differs => AnsiColor::Red.on_default(),
        CellVerdict::OtherMachine | CellVerdict::NotPublished => Style::new(),
    };
    format!("{style}{} {}{style:#}", shown(cell), sign(cell.verdict)).trim_end().to_owned()
}

/// The distinct names, in order of appearance.
fn names<'a>(table: &'a StudyTable, name: impl Fn(&'a StudyCell) -> &'a String) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in table.cells.iter().map(name) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// The table's rows, each with its name first; empty where there is no such cell.
fn rows(table: &StudyTable, columns: &[String], show: impl Fn(&StudyCell) -> String) -> Vec<Vec<String>> {
    let cell = |row: &String, column: &String| {
        let cell = table.cells.iter().find(|cell| cell.row == *row && cell.column == *column);
        cell.map_or(String::new(), &show)
    };
    let row = |row: &String| {
        let cells = columns.iter().map(|column| cell(row, column));
        std::iter::once(row.clone()).chain(cells).collect()
    };
    names(table, |cell| &cell.row).iter().map(row).collect()
}

/// The columns in groups that fit next to each other.
fn blocks(table: &StudyTable, width: usize) -> Vec<Vec<String>> {
    let letters = |text: &str| text.chars().count();
    let first = names(table, |cell| &cell.row).iter().map(|row| letters(row)).max().unwrap_or(0) + 3;
    let mut blocks: Vec<Vec<String>> = Vec::new();
    let mut used = 0;
    for column in names(table, |cell| &cell.column) {
        let cells = table.cells.iter().filter(|cell| cell.column == column);
        let widest = cells.map(|cell| letters(&shown(cell)) + 2).chain([letters(&column)]).max().unwrap_or(0) + 3;
        match blocks.last_mut() {
            Some(block) if used + widest <= width => {
                block.push(column);
                used += widest;
            }
            _ => {
                blocks.push(vec![column]);
                used = first + widest;
            }
        }
    }
    blocks
}

fn grid(table: &StudyTable, columns: &[String], show: impl Fn(&StudyCell) -> String) -> String {
    let header = std::iter::once(String::new()).chain(columns.iter().cloned()).collect();
    square(header, rows(table, columns, show).into_iter()) + "\n"
}

/// How many cells agree, in words.
fn count(table: &StudyTable) -> String {
    let number = |verdict: CellVerdict| table.cells.iter().filter(|cell| cell.verdict == verdict).count();
    let judged =
        [CellVerdict::Equal, CellVerdict::WithinNoise, CellVerdict::Differs].map(|verdict| (verdict, number(verdict)));
    let compared: usize = judged.iter().map(|(_, n)| n).sum();
    let elsewhere = match number(CellVerdict::OtherMachine) {
        0 => String::new(),
        n => format!(" {n} measured on another machine {}, not compared.", sign(CellVerdict::OtherMachine)),
    };
    if compared == 0 && elsewhere.is_empty() {
        return "Our own figures; nothing was published.".to_owned();
    }
    let parts: Vec<String> = judged
        .iter()
        .filter(|(_, n)| *n > 0)
        .map(|(verdict, n)| format!("{n} {} {}", word(*verdict), sign(*verdict)))
        .collect();
    if compared == 0 {
        return elsewhere.trim_start().to_owned();
    }
    let cells = if compared == 1 { "cell" } else { "cells" };
    format!("{compared} {cells} compared: {}.{elsewhere}", parts.join(", "))
}

/// What a number of cells is: "2 different".
const fn word(verdict: CellVerdict) -> &'static str {
    match verdict {
        CellVerdict::Differs => "different",
        verdict => verdict.name(),
    }
}

/// The remarks about cells, each once with its cells.
fn explanations(table: &StudyTable) -> Vec<(&String, Vec<&StudyCell>)> {
    let mut found: Vec<(&String, Vec<&StudyCell>)> = Vec::new();
    for cell in &table.cells {
        let Some(why) = &cell.why else { continue };
        match found.iter_mut().find(|(known, _)| *known == why) {
            Some((_, cells)) => cells.push(cell),
            None => found.push((why, vec![cell])),
        }
    }
    found
}

/// The names of cells, by column: `column y (rows A; B)`. Columns with the same rows stand together, a whole column
/// needs no rows, and the only column of a table needs no name.
fn grouped_cells(table: &StudyTable, cells: &[&StudyCell]) -> String {
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for column in names(table, |cell| &cell.column) {
        let in_column = |cell: &&StudyCell| cell.column == column;
        let rows: Vec<&str> = cells.iter().copied().filter(in_column).map(|cell| cell.row.as_str()).collect();
        let Some(column) = cells.iter().copied().find(in_column).map(|cell| cell.column.as_str()) else { continue };
        let is_whole = rows.len() > 1 && rows.len() == table.cells.iter().filter(in_column).count();
        let rows = if is_whole { Vec::new() } else { rows };
        match groups.iter_mut().find(|(_, known)| *known == rows) {
            Some((columns, _)) => columns.push(column),
            None => groups.push((vec![column], rows)),
        }
    }
    let named = |what: &str, names: &[&str]| {
        let plural = if names.len() == 1 { "" } else { "s" };
        format!("{what}{plural} {}", names.join("; "))
    };
    let has_one_column = names(table, |cell| &cell.column).len() == 1;
    let text = |(columns, rows): &(Vec<&str>, Vec<&str>)| match rows[..] {
        [] => named("column", columns),
        _ if has_one_column => named("row", rows),
        _ => format!("{} ({})", named("column", columns), named("row", rows)),
    };
    groups.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// An indented paragraph in lines that fit the terminal and are easy to read.
fn paragraph(text: &str, width: usize) -> String {
    wrapped(text.split_whitespace(), width.min(120), "  ", "  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> StudyTable {
        let cell = |row: &str, column: &str, ours: u64| StudyCell::new(row, column, ours);
        let cells = vec![
            cell("A", "x", 3).exactly(3),
            cell("A", "y", 5).exactly(6).because("a fault"),
            cell("B", "x", 7).within_noise(8, true).between((5.5, 8.0)),
            cell("B", "y", 9).exactly(10).because("a fault"),
        ];
        StudyTable { id: "t", title: "a table".into(), notes: vec!["how to read it".into()], cells }
    }

    #[test]
    fn cells_are_counted_and_explained_once() {
        assert_eq!(count(&table()), "4 cells compared: 1 equal ✓, 1 within noise ≈, 2 different ✗.");
        let table = table();
        let explained = explanations(&table);
        assert_eq!(explained.len(), 1);
        assert_eq!(grouped_cells(&table, &explained[0].1), "column y");
    }

    #[test]
    fn names_of_cells_are_grouped() {
        let table = table();
        let cells: Vec<&StudyCell> = table.cells.iter().collect();
        assert_eq!(grouped_cells(&table, &cells), "columns x; y");
        assert_eq!(grouped_cells(&table, &cells[..2]), "columns x; y (row A)");
        assert_eq!(grouped_cells(&table, &cells[1..]), "column x (row B), column y");
        let narrow = StudyTable { cells: vec![table.cells[0].clone(), table.cells[2].clone()], ..table.clone() };
        assert_eq!(grouped_cells(&narrow, &[&narrow.cells[1]]), "row B");
    }

    #[test]
    fn wide_tables_are_cut_into_blocks() {
        assert_eq!(blocks(&table(), 100), [["x", "y"]]);
        assert_eq!(blocks(&table(), 12), [["x"], ["y"]]);
        assert_eq!(rows(&table(), &["y".to_owned()], shown), [["A", "6 → 5"], ["B", "10 → 9"]]);
        assert_eq!(rows(&table(), &["x".to_owned()], shown), [["A", "3 → 3"], ["B", "8 → 7 ±1.5"]]);
    }
}
