//! Tables whose columns line up.

use comfy_table::{CellAlignment, Table, presets};

/// A table without lines, all columns flush right.
pub(crate) fn right_aligned<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    aligned(header.map(str::to_owned).to_vec(), rows.map(Vec::from), 0, 0)
}

/// The same, but the first and the last column hold words and are flush left.
pub(crate) fn framed<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    aligned(header.map(str::to_owned).to_vec(), rows.map(Vec::from), 1, 1)
}

/// The same with any number of columns.
pub(crate) fn framed_rows(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    aligned(header, rows, 1, 1)
}

/// Any number of columns, of which the first is flush left.
pub(crate) fn square(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    aligned(header, rows, 1, 0)
}

/// The `first` columns and the `last` columns flush left, the others flush right.
fn aligned(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>, first: usize, last: usize) -> String {
    let n = header.len();
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    rows.for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut().skip(first).take(n - first - last) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{}\n", table.trim_fmt())
}
