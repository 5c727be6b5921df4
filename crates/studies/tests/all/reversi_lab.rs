//! The tables of the Reversi lab, and the faults of its program.

use plyscope_core::Work;
use plyscope_studies::{CellVerdict, Figure, StudyCell, StudyRequest, StudyTable, reversi_lab};
use std::num::NonZeroUsize;

fn counts() -> Vec<StudyTable> {
    let jobs = NonZeroUsize::new(2).expect("two");
    let request = StudyRequest { full: false, seed: 1, jobs, work: Work::never() };
    reversi_lab::counts(&request).expect("not stopped")
}

fn cell<'a>(tables: &'a [StudyTable], id: &str, row: &str, column: &str) -> &'a StudyCell {
    let table = tables.iter().find(|table| table.id == id).expect("a table");
    let cell = table.cells.iter().find(|cell| cell.row == row && cell.column == column);
    cell.unwrap_or_else(|| panic!("{id} has no cell {row}, {column}"))
}

/// Nine rows match exactly, the tenth does not; and counts by an independent program where the report has none.
#[test]
fn recursive_calls() {
    let tables = counts();
    let calls = &tables[0];
    assert_eq!((calls.id, calls.cells.len()), ("calls", 30));
    for cell in &calls.cells {
        let expected = if cell.row == "Reversi 3 PonderationMax" { CellVerdict::Differs } else { CellVerdict::Equal };
        assert_eq!(
            cell.verdict,
            expected,
            "{}, {}: {} → {}",
            cell.row,
            cell.column,
            cell.published.as_ref().unwrap(),
            cell.ours
        );
    }
    // Two complete games of the tenth row, by the program that stood in for the original.
    assert_eq!(cell(&tables, "calls", "Reversi 3 PonderationMax", "minimax").ours, Figure::Count(1_908_172));
    let tenth = cell(&tables, "calls", "Reversi 3 PonderationMax", "alpha-beta");
    assert_eq!(tenth.ours, Figure::Count(765_862));
    let why = tenth.why.as_ref().expect("the difference is explained");
    assert!(why.contains("odd") && why.contains("5.0 and 5.0 ms") && why.contains("23.9 and 17.6 ms"), "{why}");
    for (row, shared) in [
        ("Reversi 2 Dummy", 6056),
        ("Reversi 3 Dummy", 13_698),
        ("Reversi 4 Dummy", 45_940),
        ("Reversi 2 ParityMobilityCorners2", 26_182),
        ("Reversi 3 ParityMobilityCorners2", 132_896),
    ] {
        assert_eq!(cell(&tables, "root-alpha", row, "window shared").ours, Figure::Count(shared), "{row}");
    }
    // By another program, which averaged over slightly different moves.
    for (row, exponent) in [("Reversi 2 Dummy", 0.858), ("Reversi 3 Dummy", 0.814), ("Reversi 4 Dummy", 0.748)] {
        let Figure::Number(ours) = cell(&tables, "exponent", row, "as published").ours else { panic!("{row}") };
        assert!((ours - exponent).abs() < 0.01, "{row}: {ours}");
    }
    let root = tables.iter().find(|table| table.id == "root-alpha").expect("a table");
    assert!(root.cells.iter().filter(|cell| cell.column == "same moves").all(|cell| cell.ours == Figure::from("yes")));
}

/// Each fault on a position where it matters.
#[test]
fn faults_on_positions() {
    let tables = [reversi_lab::faults()];
    for (row, published, right) in [
        ("ends on another scale", "a8, loses by 12", "d8, wins by 8"),
        ("corners on 5×7", "+100 %", "0 %"),
        ("best capture at depth 2", "plays like a constant, 8130 calls", "counts MAX's captures"),
    ] {
        assert_eq!(cell(&tables, "faults", row, "the report's program").ours, Figure::from(published));
        assert_eq!(cell(&tables, "faults", row, "right").ours, Figure::from(right));
    }
}
