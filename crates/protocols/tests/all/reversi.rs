//! Reversi as gtp-rhino plays it, and as GGF writes it: the same boards as by our rules.

use plyscope_core::Side;
use plyscope_protocols::ggf::Game;
use plyscope_protocols::gtp::{self, Command, ResponseReader};
use plyscope_registry::{AnyPosition, start};

use crate::engines::talk;

/// A whole game at random: every move and the positions after them.
fn random_game(seed: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut positions = vec![start("reversi").expect("a game")];
    let mut rng = plyscope_core::Rng::new(seed);
    while let Some(last) = positions.last().filter(|last| last.outcome().is_none()) {
        let moves = last.moves();
        let mut next = last.boxed_clone();
        next.play(&moves[(rng.next_u64() % moves.len() as u64) as usize]).expect("a legal move");
        positions.push(next);
    }
    positions
}

/// The board of gtp-rhino's `showboard`, as Plyscope writes it.
fn shown_board(text: &str) -> String {
    let rows = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        words.next()?.parse::<u8>().ok()?;
        Some(words.collect::<String>().to_lowercase())
    });
    rows.collect::<Vec<_>>().join("/")
}

#[test]
fn gtp_rhino_follows_whole_games_with_passes() {
    let mut n_passes = 0;
    for seed in 0..40 {
        let game = random_game(seed);
        let mut input = "clear_board\n".to_owned();
        let mut expected = vec![None];
        for pair in game.windows(2) {
            let m = pair[1].played().last().expect("a move");
            n_passes += usize::from(m == "pass");
            if let Some(command) = gtp::play(pair[0].side_to_move(), m) {
                input += &format!("{command}\nshowboard\n");
                expected.push(None);
                expected.push(Some(pair[1].text()));
            }
        }
        let output = talk("gtp-rhino", &(input + "quit\n"));
        let mut reader = ResponseReader::default();
        let answers: Vec<_> = output.lines().filter_map(|line| reader.line(line).expect("an answer of GTP")).collect();
        assert_eq!(answers.len(), expected.len() + 1, "one answer for each command, and one for quit:\n{output}");
        for (answer, expected) in answers.iter().zip(expected) {
            let text = answer.result.as_ref().expect("every command is accepted");
            if let Some(expected) = expected {
                assert_eq!(Some(shown_board(text).as_str()), expected.split(' ').next());
            }
        }
    }
    assert!(n_passes >= 10, "the games had only {n_passes} passes");
}

#[test]
fn gtp_rhino_plays_a_whole_game_against_itself_by_our_rules() {
    // It answers pass by itself, so that the colours simply alternate.
    let ask = |side| format!("{}\n", Command::new("genmove", &[gtp::colour(side)]));
    let input = (0..80).map(|ply| ask(Side::BOTH[ply % 2])).collect::<String>();
    let output = talk("gtp-rhino", &format!("time_settings 10 0 0\n{input}quit\n"));
    let mut reader = ResponseReader::default();
    let answers = output.lines().filter_map(|line| reader.line(line).expect("an answer of GTP")).skip(1);
    let mut position = start("reversi").expect("a game");
    for answer in answers {
        if position.outcome().is_some() {
            break;
        }
        let gtp::Choice::Move(m) = gtp::Choice::read(answer.result.as_ref().expect("a move")) else {
            panic!("gtp-rhino gave up");
        };
        position.play(&m).expect("a legal move");
    }
    assert!(position.outcome().is_some(), "{}", position.text());
}

#[test]
fn games_survive_the_way_to_ggf_and_back() {
    for seed in 0..40 {
        let game = random_game(seed);
        let last = game.last().expect("never empty");
        for from in [0, 7] {
            let written = Game { start: game[from].text(), moves: last.played()[from..].to_vec() };
            let text = written.write().expect("a square board");
            assert_eq!(Game::read(&text), Ok(written), "{text}");
        }
    }
}

#[test]
fn the_example_of_the_protocol_is_read() {
    // From the description of the protocol of NBoard; names and dates left out.
    let text = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 \
                ---------------------------O*------*O--------------------------- *]\
                B[F5]W[F6]B[D3]W[C5]B[E6]W[F7/-1.5/2]B[E7]W[F4];)";
    let game = Game::read(text).expect("a game");
    let mut position = start("reversi").expect("a game");
    assert_eq!(game.start, position.text());
    position.play_all(&game.moves.join(" ")).expect("a legal game");
    assert_eq!((position.ply(), position.side_to_move()), (8, Side::First));
    let spaced = text.replace("8 -----", "8 --- --");
    assert_eq!(Game::read(&spaced), Ok(game));
    for (what, bad) in [
        ("(;", text.replace("(;", "")),
        ("(BO)", text.replace("BO[", "BX[")),
        ("board", text.replace("BO[8", "BO[9")),
        ("board", text.replace("*]B[F5]", "?]B[F5]")),
        ("Othello", text.replace("Othello", "Go")),
        ("]", text.replace(']', "")),
    ] {
        let error = Game::read(&bad).expect_err("damaged").to_string();
        assert!(error.contains(what), "{error}");
    }
}
