//! Every export of a run, read back and compared with the store. Moves are checked by replaying them.

use crate::common::{self, games};
use plyscope_arena::{write_csv, write_jsonl, write_pgn};
use plyscope_core::Outcome;
use plyscope_registry::{read, start};
use plyscope_store::{Game, GameResult, RunId, Store};

const N_GAMES: u64 = 6 * 10;

fn played() -> (tempfile::TempDir, Store, RunId) {
    let text = format!(
        "name = 'all \"kinds\"'\ngame = ['tictactoe']\ngames = 10\nseed = 7\n[openings]\nrandom-plies = 3\n\
         count = 4\n[players]\n{}",
        common::random_players()
    );
    common::play(&text)
}

fn result_of(game: &Game) -> &'static str {
    ["0-1", "1/2-1/2", "1-0"][game.result as usize]
}

/// Plays the moves and compares the end with what was recorded.
fn check_moves(game: &Game, opening: Option<&str>, moves: &str) {
    let spec = "tictactoe";
    let mut position = opening.map_or_else(|| start(spec), |text| read(spec, text)).expect("a position");
    let mover = position.side_to_move();
    position.play_all(moves).expect("legal moves");
    let result = match position.outcome().expect("an end") {
        Outcome::Draw => GameResult::Draw,
        Outcome::Win(side) if side == mover => GameResult::FirstWins,
        Outcome::Win(_) => GameResult::SecondWins,
    };
    assert_eq!((position.ply() as u32, result), (game.plies, game.result));
    assert_eq!(position.reason(), Some(&*game.reason));
}

#[test]
fn csv_is_read_back() {
    let (_folder, store, run) = played();
    let mut bytes = Vec::new();
    assert_eq!(write_csv(&store, run, &mut bytes).expect("games"), N_GAMES);
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let headings = reader.headers().expect("headings").clone();
    let setup = store.setup(run).expect("the setup");
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    let games = games(&store, run);
    assert_eq!((rows.len(), games.len()), (N_GAMES as usize, N_GAMES as usize));
    for (row, game) in rows.iter().zip(&games) {
        let field = |name: &str| &row[headings.iter().position(|heading| heading == name).expect(name)];
        let pairing = &setup.pairings[game.pairing as usize];
        assert_eq!(field("run"), run.to_string());
        assert_eq!(field("game"), "tictactoe");
        assert_eq!(field("first"), setup.players[pairing.first as usize].name);
        assert_eq!(field("second"), setup.players[pairing.second as usize].name);
        assert_eq!(field("opening"), setup.openings[game.opening.expect("an opening") as usize].text);
        assert_eq!(field("result"), result_of(game));
        assert_eq!(field("reason"), game.reason);
        assert_eq!(field("forfeit"), game.forfeit.to_string());
        let numbers = [
            ("number", u64::from(game.number)),
            ("seed", game.seed),
            ("plies", u64::from(game.plies)),
            ("first_nodes", game.cost[0].nodes),
            ("second_nodes", game.cost[1].nodes),
            ("first_time_us", game.cost[0].time_us),
            ("second_time_us", game.cost[1].time_us),
            ("first_depth_sum", game.cost[0].depth_sum),
            ("second_depth_sum", game.cost[1].depth_sum),
        ];
        numbers.iter().for_each(|(name, value)| assert_eq!(field(name), value.to_string(), "{name}"));
        check_moves(game, Some(field("opening")), field("moves"));
    }
}

/// The same fields as in the table, which is checked above.
#[test]
fn json_lines_agree_with_the_table() {
    let (_folder, store, run) = played();
    let (mut table, mut lines) = (Vec::new(), Vec::new());
    write_csv(&store, run, &mut table).expect("games");
    assert_eq!(write_jsonl(&store, run, &mut lines).expect("games"), N_GAMES);
    let mut reader = csv::Reader::from_reader(&table[..]);
    let headings = reader.headers().expect("headings").clone();
    let text = String::from_utf8(lines).expect("UTF-8");
    assert_eq!(text.lines().count() as u64, N_GAMES);
    for (line, row) in text.lines().zip(reader.records()) {
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).expect("an object");
        assert_eq!(object.len(), headings.len());
        for (heading, field) in headings.iter().zip(row.expect("a row").iter()) {
            let value = &object[heading];
            assert_eq!(value.as_str().map_or_else(|| value.to_string(), str::to_owned), field, "{heading}");
        }
    }
}

#[test]
fn pgn_is_read_back() {
    let (_folder, store, run) = played();
    let mut bytes = Vec::new();
    assert_eq!(write_pgn(&store, run, &mut bytes).expect("games"), N_GAMES);
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 80));
    let parts: Vec<&str> = text.split_terminator("\n\n").collect();
    let setup = store.setup(run).expect("the setup");
    let games = games(&store, run);
    assert_eq!(parts.len(), 2 * games.len());
    for (part, game) in parts.chunks(2).zip(&games) {
        let tag = |name: &str| {
            let line = part[0].lines().find_map(|line| line.strip_prefix(&format!("[{name} \""))).expect(name);
            line.strip_suffix("\"]").expect("an end").replace("\\\"", "\"").replace("\\\\", "\\")
        };
        let pairing = &setup.pairings[game.pairing as usize];
        // A tag cannot contain a line break.
        let name = |index: u32| setup.players[index as usize].name.replace('\n', " ");
        assert_eq!(tag("Event"), "all \"kinds\"");
        assert_eq!((tag("White"), tag("Black")), (name(pairing.first), name(pairing.second)));
        assert_eq!((tag("Round"), tag("Seed")), (game.number.to_string(), game.seed.to_string()));
        assert_eq!((tag("Result"), tag("Reason")), (result_of(game).to_owned(), game.reason.to_string()));
        assert_eq!(tag("Nodes"), format!("{} {}", game.cost[0].nodes, game.cost[1].nodes));
        let words: Vec<&str> = part[1].split_whitespace().collect();
        let (result, moves) = words.split_last().expect("a result");
        assert_eq!(*result, result_of(game));
        let moves: Vec<&str> = moves.iter().copied().filter(|word| !word.ends_with('.')).collect();
        check_moves(game, Some(&tag("FEN")), &moves.join(" "));
    }
}

/// The moves of long games are wrapped.
#[test]
fn long_games_are_wrapped() {
    let (_folder, store, run) =
        common::play("game = 'reversi:6x6'\ngames = 2\nschedule = 'match'\n[players]\na = 'random'\nb = 'random'");
    let mut bytes = Vec::new();
    write_pgn(&store, run, &mut bytes).expect("games");
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.lines().all(|line| line.len() < 80) && text.lines().any(|line| line.len() > 70), "{text}");
    assert!(!text.contains("FEN") && text.contains("\n1. "));
}

#[test]
fn an_unknown_run_is_named() {
    let (_folder, store, run) = common::play("game = 'tictactoe'\ngames = 2\n[players]\na = 'random'\nb = 'random'");
    let error = write_csv(&store, run + 1, &mut Vec::new()).expect_err("no such run").to_string();
    assert!(error.contains(&(run + 1).to_string()), "{error}");
}

/// The store crate reads Parquet back; this only checks that it is written.
#[test]
fn parquet_is_written() {
    let (_folder, store, run) = played();
    let mut bytes = Vec::new();
    assert_eq!(plyscope_arena::write_parquet(&store, run, &mut bytes).expect("games"), N_GAMES);
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}
