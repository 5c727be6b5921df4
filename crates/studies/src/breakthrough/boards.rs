//! The six printed final boards: whether they agree with the figures printed below them, and how our games ended.

use plyscope_core::{Notation, Side};
use plyscope_games::Armies;

use super::matches::Played;
use crate::{StudyCell, StudyTable};

/// Pieces of each side at the start.
const ARMY: u64 = 16;

/// The table.
pub(super) fn table(played: &[Played]) -> StudyTable {
    let mut cells = Vec::new();
    for Played { of, readings } in played {
        let printed = &of.printed;
        cells.push(StudyCell::new(of.name, "printed board", printed.board.join("/")));
        let count =
            |piece: char| printed.board.iter().flat_map(|row| row.chars()).filter(|&c| c == piece).count() as u64;
        for (side, (name, piece)) in [("White", 'W'), ("Black", 'B')].into_iter().enumerate() {
            let cell = StudyCell::new(of.name, format!("{name} pieces on it"), count(piece));
            let cell = cell.exactly(ARMY - printed.lost[side]);
            cells.push(if cell.verdict.agrees() == Some(true) {
                cell
            } else {
                cell.because("one row has seven cells in our copy; the missing one must be a white piece")
            });
        }
        // The winner has a piece on the row where the other side began, which is the first or the last.
        let (row, piece) = if printed.winner == Side::First { (0, 'W') } else { (7, 'B') };
        let arrived = if printed.board[row].contains(piece) { "yes" } else { "no" };
        cells.push(StudyCell::new(of.name, "winner on the last row", arrived));
        let ours = &readings[0].games[0];
        // Their White is our first player, and their first row our last.
        let board = ours.end.position_text().replace('x', "W").replace('o', "B");
        let board = board.split(' ').next().unwrap_or_default().to_owned();
        cells.push(StudyCell::new(of.name, "a game of ours", board));
        let left = Side::BOTH.map(|side| ours.end.n_pieces(side).to_string()).join(" and ");
        cells.push(StudyCell::new(of.name, "its pieces, White and Black", left));
    }
    StudyTable {
        id: "final-boards",
        title: "The six final boards".into(),
        notes: vec![
            "W is White, who moves up the page, and B is Black; rows from the top. Where a row of a printed board has \
             fewer than eight cells, our copy of the text has lost some."
                .into(),
            "Pieces: 16 minus the captures that the report gives → pieces on the printed board.".into(),
            "Our board is that of the first game of the match in White's view. It is only an example, because games \
             differ."
                .into(),
        ],
        cells,
    }
}
