//! Every template in its language. A machine without one of the languages cannot run these tests, and they say so.

use std::path::Path;
use std::process::Command;

use indexmap::IndexMap;
use plyscope_agents::{AGENT_FILE, Agent, Language};
use plyscope_core::{Outcome, Side, Work};
use plyscope_programs::{ProgramSpec, Programs};
use plyscope_registry::{GAMES, GameConditions, start};

use crate::{checked, put};

/// The templates of a language in a new folder, for a game.
fn folder(language: &Language, game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let files = language.write(game, folder.path()).expect("a template");
    assert_eq!(files.len(), 3);
    folder
}

fn need(program: &str) {
    let found = Command::new(program).arg("--version").output();
    assert!(
        found.is_ok(),
        "{program} is not installed; the tests of all templates need python3, java 17, g++, node and rustc"
    );
}

/// Makes the one-ply player that of the folder.
fn use_one_ply(folder: &Path) {
    let text = std::fs::read_to_string(folder.join(AGENT_FILE)).expect("a description");
    let other = text.lines().find_map(|line| line.strip_prefix("# The other player of this folder: ")).expect("a hint");
    let key = other.split(' ').next().expect("a word");
    let replaced: Vec<&str> =
        text.lines().map(|line| if line.starts_with(&format!("{key} =")) { other } else { line }).collect();
    put(folder, AGENT_FILE, &(replaced.join("\n") + "\n"));
}

fn check_templates(language: &str, program: &str, games: &[&str]) {
    need(program);
    let language: Language = language.parse().expect("a language");
    for game in games {
        let folder = folder(&language, game);
        for is_one_ply in [false, true] {
            if is_one_ply {
                use_one_ply(folder.path());
            }
            let found = checked(folder.path(), None);
            assert!(found.ok, "{} {game} {is_one_ply}: {:#?}", language.name, found.problems);
            assert!(found.questions > 40, "{}", found.questions);
        }
    }
}

#[test]
fn python() {
    let games: Vec<&str> = GAMES.iter().map(|game| game.about().id).collect();
    check_templates("python", "python3", &games);
    check_templates("python", "python3", &["reversi:4x32", "breakthrough:5x4", "andantino:4"]);
}

#[test]
fn java() {
    check_templates("java", "java", &["reversi", "breakthrough:6x6", "connect4"]);
}

#[test]
fn cpp() {
    check_templates("cpp", "g++", &["reversi", "pawned", "andantino:4"]);
}

#[test]
fn javascript() {
    check_templates("javascript", "node", &["reversi", "pawn", "connect4", "andantino:4"]);
}

#[test]
fn rust() {
    check_templates("rust", "rustc", &["reversi:4x32", "breakthrough", "tictactoe"]);
}

/// Of 100 games against random moves, those that the player of a folder wins, each side half of the time.
fn wins_against_random(folder: &Path, game: &str, command: &str) -> u32 {
    let command = command.split(' ').map(str::to_owned).collect();
    let listed = IndexMap::from([("one-ply".to_owned(), ProgramSpec { command, ..ProgramSpec::default() })]);
    let pool = Programs::listed(&listed, folder).expect("a program").pool();
    let players = ["program:one-ply@time=2s".parse().expect("a player"), "random".parse().expect("a player")];
    let position = start(game).expect("a game");
    let conditions = GameConditions { guests: Some(&pool), ..GameConditions::default() };
    let won = (0..100).filter(|&seed| {
        let begins = seed % 2 == 0;
        let [one, other] = [&players[usize::from(!begins)], &players[usize::from(begins)]];
        let record = position.play_out([one, other], seed, &conditions).expect("a game").expect("not stopped");
        assert_eq!(record.forfeit, None, "{record:?}");
        record.outcome == Outcome::Win(if begins { Side::First } else { Side::Second })
    });
    won.count() as u32
}

#[test]
fn looking_one_move_ahead_beats_chance_in_every_language() {
    // Every family of games in every language: the same scores, written five times.
    for game in ["reversi", "breakthrough:6x6", "andantino:5"] {
        for language in Language::ALL {
            let folder = folder(&language, game);
            use_one_ply(folder.path());
            let agent = Agent::read(folder.path()).expect("a description");
            agent.build(Work::never()).expect("it builds");
            let command = match language.name {
                "python" => "python3 one_ply.py",
                "java" => "java OnePly.java",
                "javascript" => "node one_ply.js",
                _ => "./agent",
            };
            // About 78 in Reversi, and nearly all in the others.
            let wins = wins_against_random(folder.path(), game, command);
            assert!(wins >= 55, "{} wins only {wins} of 100 games of {game}", language.name);
        }
    }
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "agent.py", "mine");
    let language: Language = "py".parse().expect("a language");
    let error = language.write("reversi", folder.path()).expect_err("not empty").to_string();
    assert!(error.contains("not empty"), "{error}");
    assert_eq!(std::fs::read_to_string(folder.path().join("agent.py")).expect("a file"), "mine");
    assert!(language.write("chess", &folder.path().join("new")).is_err());
    assert!(!folder.path().join("new").exists());
    assert!("cobol".parse::<Language>().expect_err("unknown").to_string().contains("python, java, cpp"));
}

#[test]
fn the_first_player_in_python_is_as_short_as_promised() {
    let folder = folder(&"python".parse().expect("a language"), "reversi");
    let text = std::fs::read_to_string(folder.path().join("agent.py")).expect("a file");
    let n_lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("\"\"\"")).count();
    assert!(n_lines <= 15, "{n_lines}");
}
