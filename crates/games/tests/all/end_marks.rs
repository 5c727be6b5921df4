//! The pieces that a picture marks are those that decided the game.

use plyscope_core::{Cell, Draw, EndMark, Notation, Rng};
use plyscope_games::{Andantino, Connect4, TicTacToe};

/// How many random games ended for each of the reasons that leave marks.
#[derive(Default)]
struct Seen {
    lines: usize,
    enclosures: usize,
}

/// Plays random games and checks the marks of every position.
fn check<G: Notation + Draw>(variant: &str, games: u64, line: usize, seen: &mut Seen) {
    let start = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
    for seed in 0..games {
        let (mut position, mut rng, mut last) = (start.clone(), Rng::new(seed), Vec::new());
        while let Some(m) = position.pick(|n| rng.below(n)) {
            assert!(position.picture().cells.iter().all(|cell| cell.end_mark.is_none()));
            last = position.move_cells(m);
            position.play(m);
        }
        let picture = position.picture();
        let marked: Vec<_> = picture.cells.iter().filter(|cell| cell.end_mark.is_some()).collect();
        let is_all = |mark, side| marked.iter().all(|cell| cell.end_mark == Some(mark) && cell.piece == side);
        let winner = position.outcome().and_then(|outcome| outcome.winner());
        let has_last = marked.iter().any(|cell| last.contains(&cell.name));
        let place = || format!("{variant}: {}", position.position_text());
        match position.reason() {
            Some("line") => {
                seen.lines += 1;
                assert!(marked.len() >= line && has_last && is_all(EndMark::Line, winner), "{}", place());
                // All on one line, unless there are several.
                let (a, b) = (marked[0], marked[1]);
                let on_line = |c: &&&Cell| (b.x - a.x) * (c.row - a.row) == (c.x - a.x) * (b.row - a.row);
                assert!(marked.iter().filter(on_line).count() == marked.len() || marked.len() > line, "{}", place());
            }
            Some(reason @ ("enclosure" | "suicide")) => {
                seen.enclosures += 1;
                let loser = winner.map(|side| !side);
                assert!(!marked.is_empty() && is_all(EndMark::Enclosed, loser), "{}", place());
                assert_eq!(has_last, reason == "suicide", "{}", place());
            }
            _ => assert!(marked.is_empty(), "{}", place()),
        }
    }
}

#[test]
fn lines_and_enclosed_stones_are_marked() {
    let mut seen = Seen::default();
    check::<TicTacToe>("", 30, 3, &mut seen);
    check::<Connect4>("6x7", 30, 4, &mut seen);
    let lines = seen.lines;
    for variant in ["4", "10", "5,edge-wall"] {
        check::<Andantino>(variant, 60, 5, &mut seen);
    }
    assert!(lines > 30 && seen.lines > lines + 20 && seen.enclosures > 20, "{} {}", seen.lines, seen.enclosures);
}
