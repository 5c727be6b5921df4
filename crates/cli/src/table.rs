//! Tables whose columns line up.

use comfy_table::{CellAlignment, Table, presets};

/// A table without lines, all columns flush right.
pub(crate) fn right_aligned<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    aligned(header.map(str::to_owned).to_vec(), rows.map(Vec::from), 0)
}

/// The same with a first column flush left, and a last one too if it has words.
pub(crate) fn left_then_right<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    aligned(header.map(str::to_owned).to_vec(), rows.map(Vec::from), 1)
}

/// The same with as many columns as there are.
pub(crate) fn square(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    aligned(header, rows, 1)
}

fn aligned(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>, left: usize) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    rows.for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{}\n", table.trim_fmt())
}
