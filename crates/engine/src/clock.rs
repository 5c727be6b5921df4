//! How much of a clock to spend on a move.

use std::time::Duration;

use plyscope_registry::AnyPosition;

/// What the other program and the way to it may take of the time for a move, beyond our thinking.
pub(crate) const OVERHEAD: Duration = Duration::from_millis(30);

/// The time for a move, less what the way takes; always some.
pub(crate) fn net(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(Duration::from_millis(1))
}

/// The time for the next move, from what is left on the clock: an equal share for each of the moves until the clock is
/// set again, or else until the end as far as that can be foreseen, and most of what the move gains. Never more than
/// the clock has.
pub(crate) fn share(left: Duration, gain: Duration, moves: u32, overhead: Duration) -> Duration {
    let share = left / moves.max(1) + gain.mul_f64(0.8);
    net(share.min(left.mul_f64(0.9)), overhead)
}

/// How many moves a side still has to make, about. In games that fill the board it is half of the empty cells; in
/// others half of a game is assumed to be ahead at any time.
pub(crate) fn moves_ahead(position: &dyn AnyPosition) -> u32 {
    let cells = position.picture().cells;
    match position.about().id {
        "reversi" | "connect4" | "tictactoe" => {
            (cells.iter().filter(|cell| cell.piece.is_none()).count() as u32).div_ceil(2).max(1)
        }
        _ => (cells.len() as u32 / 3).clamp(4, 30),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_clock_lasts_for_a_whole_game() {
        for (gain, overhead) in [(0, 30), (100, 30), (100, 0)] {
            let mut left = 60_000 * MS;
            for moves in (1..=30).rev() {
                let time = share(left, gain * MS, moves, overhead * MS);
                assert!(time + overhead * MS <= left, "move {moves}: {time:?} of {left:?}");
                left = left - time - overhead * MS + gain * MS;
            }
            assert!(left < 12_000 * MS, "{left:?} of a minute was not used");
        }
    }

    #[test]
    fn an_empty_clock_still_gives_a_move() {
        assert_eq!(share(Duration::ZERO, Duration::ZERO, 0, OVERHEAD), MS);
        assert_eq!(net(OVERHEAD, OVERHEAD), MS);
        assert_eq!(net(100 * MS, OVERHEAD), 70 * MS);
    }

    #[test]
    fn moves_ahead_follow_the_empty_cells_of_reversi() {
        let mut position = plyscope_registry::start("reversi").expect("a game");
        assert_eq!(moves_ahead(&*position), 30);
        position.play("f5").expect("legal");
        assert_eq!(moves_ahead(&*position), 30);
        position.play("d6").expect("legal");
        assert_eq!(moves_ahead(&*position), 29);
        assert_eq!(moves_ahead(&*plyscope_registry::start("breakthrough").expect("a game")), 21);
    }
}
