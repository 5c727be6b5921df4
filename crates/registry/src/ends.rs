//! Whether a player without any limit ends its search at all.

use std::sync::atomic::AtomicBool;

use plyscope_core::{BadInput, Control, Limits, Stop};
use plyscope_heuristics::Judged;
use plyscope_solve::Solvable;

use crate::player::{Player, build};
use crate::verify::first_choice;

/// Positions that a search without a limit may visit for its first move: a second or two.
const MAX_NODES: u64 = 2_000_000;

/// Refuses a player without a limit whose search does not come to the end of the game soon.
pub(crate) fn check_ends<G: Judged + Solvable>(position: &G, player: &Player) -> Result<(), BadInput> {
    if player.is_limited() {
        return Ok(());
    }
    // A single move is answered without a search, which says nothing about the others.
    let Some(position) = first_choice(position) else { return Ok(()) };
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::default() };
    let never = AtomicBool::new(false);
    let report = build(&position, player, 0)?.search(&position, &limits, &mut Control::new(&never, &mut |_| {}));
    if report.stop != Stop::Nodes {
        return Ok(());
    }
    Err(BadInput::new(format!(
        "{player} has no limit, and its first move takes more than {} million positions; add a limit such as \
         {player}@time=1s, or {player}@depth=1000 to search to the end of the game",
        MAX_NODES / 1_000_000
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Game;
    use plyscope_games::{Andantino, Breakthrough, TicTacToe};

    #[test]
    fn a_player_without_a_limit_may_search_small_games_only() {
        let player = |text: &str| text.parse::<Player>().expect("a player");
        let large = Breakthrough::<u64>::start(&Default::default());
        for text in ["random", "mcts", "engine@nodes=9M", "alphabeta@depth=1000", "published-breakthrough-minimax"] {
            assert_eq!(check_ends(&large, &player(text)), Ok(()), "{text}");
        }
        let said = check_ends(&large, &player("engine")).expect_err("without end").to_string();
        assert!(said.contains("engine has no limit") && said.contains("engine@time=1s"), "{said}");
        assert_eq!(check_ends(&TicTacToe::start(&Default::default()), &player("engine")), Ok(()));
        let forced = Andantino::start(&"10".parse().expect("a size"));
        assert_eq!(forced.count_moves(), 1);
        assert!(check_ends(&forced, &player("engine")).is_err(), "after the only first move there is no end");
    }
}
