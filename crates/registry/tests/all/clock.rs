//! Clocks for whole games: no player of ours oversteps one, and what is left of it decides how long a move takes.

use std::time::Duration;

use plyscope_registry::{GAMES, GameConditions, Player, start};

fn player(text: &str) -> Player {
    text.parse().expect("a player")
}

/// A machine that is busy with other things may stop a thread for longer than a short clock lasts, so a game that is
/// lost on time is played again with more of it.
#[test]
fn whole_games_are_played_on_short_clocks() {
    let clocks = ["100ms", "200ms+2ms", "2s+10ms", "20s+10ms"];
    for (index, game) in GAMES.iter().enumerate() {
        let position = start(game.about().id).expect("a game");
        let is_kept = |(number, clock): (usize, &&str)| {
            let [first, second] = ["engine", "mcts"].map(|search| player(&format!("{search}@clock={clock}")));
            let seats = if (index + number).is_multiple_of(2) { [&first, &second] } else { [&second, &first] };
            let record = position.play_out(seats, 1, &GameConditions::default()).expect("players").expect("a game");
            assert!(record.forfeit.is_none_or(|fault| fault.name() == "timeout"), "{clock}: {record:?}");
            record.forfeit.is_none()
        };
        assert!(clocks.iter().enumerate().any(is_kept), "{} is lost on time with every clock", game.about().id);
    }
}

/// With all of its time for one move it would take much longer.
#[test]
fn a_move_gets_a_share_of_the_clock() {
    let (position, never) = (start("breakthrough").expect("a game"), plyscope_core::Work::never());
    for search in ["iterative", "mcts"] {
        let player = player(&format!("{search}@clock=3s"));
        let request = plyscope_registry::SearchRequest { player: &player, seed: 1, work: never };
        let answer = position.search(&request, &mut |_| {}).expect("an answer");
        assert!(answer.time < Duration::from_millis(1500), "{search}: {:?}", answer.time);
    }
}

#[test]
fn moves_ahead_are_those_of_the_game() {
    let mut position = start("reversi").expect("a game");
    assert_eq!(position.moves_ahead(), 30);
    position.play("f5").expect("legal");
    position.play("d6").expect("legal");
    assert_eq!(position.moves_ahead(), 29);
    assert_eq!(start("breakthrough").expect("a game").moves_ahead(), 30);
    assert_eq!(start("pawn:4x4").expect("a game").moves_ahead(), 8);
}

#[test]
fn clocks_are_written_as_they_are_read() {
    for (text, canonical) in [
        ("engine@clock=60s+1s", "engine@clock=60s+1s"),
        ("engine@clock=1m", "engine@clock=60s"),
        ("mcts@clock=1.5s+20ms,rollouts=100", "mcts@rollouts=100,clock=1500ms+20ms"),
        ("iterative@clock=2s+0s,time=1s", "iterative@time=1s,clock=2s"),
        ("program:python3 agent.py@clock=10s+100ms", "program:python3 agent.py@clock=10s+100ms"),
    ] {
        assert_eq!(player(text).to_string(), canonical);
        assert_eq!(player(canonical), player(text));
    }
}

#[test]
fn nobody_ponders_in_games_of_ours() {
    let player = player("engine:ponder=on@depth=1");
    assert_eq!(player.to_string(), "engine:ponder=on@depth=1");
    let position = start("tictactoe").expect("a game");
    let refused = position.play_out([&player, &player], 1, &GameConditions::default()).expect_err("it ponders");
    assert!(refused.to_string().contains("ponder=on is for `plyscope engine`"), "{refused}");
}
