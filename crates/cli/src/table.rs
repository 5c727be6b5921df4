//! Tables whose columns line up.

use comfy_table::{CellAlignment, Table, presets};

/// A table without lines, all columns flush right.
pub(crate) fn right_aligned<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    rows.for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{}\n", table.trim_fmt())
}
