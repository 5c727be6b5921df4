//! What a clock for the whole game means for one move of it.

use std::time::Duration;

use plyscope_core::{Draw, Limits, Side};

use crate::player::Player;

/// What a move takes besides the search: less than this on a machine with a core for each game, and on a busy one the
/// budget of a move leaves more.
pub(crate) const OVERHEAD: Duration = Duration::from_millis(5);

/// About how many moves the side to move has still to make, this one included. In games that fill the board it is half
/// of the empty cells. Others last about as many moves of each side as half the cells, but no more than 30; after two
/// thirds of that, a third of it is always expected to come.
pub(crate) fn moves_ahead<G: Draw>(position: &G, plies_played: u32) -> u32 {
    let n_cells = position.picture().cells.len() as u32;
    if G::FILLS_BOARD {
        let n_empty = n_cells - Side::BOTH.map(|side| position.count_pieces(side)).iter().sum::<u32>();
        return n_empty.div_ceil(2).max(1);
    }
    let in_all = (n_cells / 2).clamp(4, 30);
    in_all.saturating_sub(plies_played / 2).max(in_all / 3)
}

/// The limits of a player's search in a position where its clock has just been set.
pub(crate) fn limits_at<G: Draw>(player: &Player, position: &G) -> Limits {
    match player.clock {
        Some(clock) => player.limits.with_budget(clock.start().budget(moves_ahead(position, 0), OVERHEAD)),
        None => player.limits,
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Game;
    use plyscope_games::{Breakthrough, Reversi, TicTacToe};

    use super::*;

    #[test]
    fn moves_ahead_follow_the_empty_cells_where_boards_are_filled() {
        let mut position = TicTacToe::start(&Default::default());
        let mut seen = vec![moves_ahead(&position, 0)];
        while let Some(m) = position.outcome().is_none().then(|| position.moves().next()).flatten() {
            position.play(m);
            seen.push(moves_ahead(&position, 0));
        }
        assert_eq!(seen[..4], [5, 4, 4, 3]);
        assert_eq!(moves_ahead(&Reversi::start(&Default::default()), 0), 30);
        let position = Breakthrough::<u64>::start(&Default::default());
        assert_eq!([0, 20, 40, 60, 100].map(|played| moves_ahead(&position, played)), [30, 20, 10, 10, 10]);
    }
}
