//! A Parquet file, read back row by row, has the contents of the store.

use crate::common::{game, small_run};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use plyscope_store::{Game, GameResult, SeatCount, Store, write_parquet};

#[test]
fn all_games_are_in_the_columns() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_or_create(folder.path().join("test.db")).unwrap();
    let mut writer = store.start(&small_run()).unwrap();
    // More than one group of rows, in two of three pairings.
    let games: Vec<Game> = [0, 2].into_iter().flat_map(|pairing| (5..20_005).map(move |n| game(pairing, n))).collect();
    writer.append(&games).unwrap();

    let path = folder.path().join("games.parquet");
    let file = std::fs::File::create(&path).unwrap();
    let text = |game: &Game| format!("{} moves", game.moves.len());
    let written = write_parquet(&store, writer.run(), file, |_, game| text(game)).unwrap();
    assert_eq!(written, 40_000);

    let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    assert!(reader.num_row_groups() > 1);
    let mut rows = reader.get_row_iter(None).unwrap();
    for game in &games {
        let row = rows.next().unwrap().unwrap();
        let found: Vec<Field> = row.get_column_iter().map(|(_, field)| field.clone()).collect();
        let (first, second) = if game.pairing == 0 { ("ann", "bob") } else { ("bob", "bob") };
        let result = match game.result {
            GameResult::FirstWins => "first",
            GameResult::Draw => "draw",
            GameResult::SecondWins => "second",
        };
        let long = |value: u64| Field::Long(value as i64);
        let count =
            |seat: usize, of: fn(SeatCount) -> u64| game.counts.map_or(Field::Null, |counts| long(of(counts[seat])));
        let [one, two] = game.cost;
        let expected = [
            Field::UInt(game.pairing),
            Field::UInt(game.number),
            Field::Str("pawn:4x4".into()),
            Field::Str(first.into()),
            Field::Str(second.into()),
            game.opening.map_or(Field::Null, Field::UInt),
            Field::ULong(game.seed),
            Field::Str(result.into()),
            Field::Str(game.reason.to_string()),
            Field::Bool(game.forfeit),
            Field::UInt(game.plies),
            long(one.nodes),
            long(two.nodes),
            long(one.time_us),
            long(two.time_us),
            long(one.depth_sum),
            long(two.depth_sum),
            Field::Str(text(game)),
            count(0, |seat| seat.captures),
            count(1, |seat| seat.captures),
            count(0, |seat| seat.pieces),
            count(1, |seat| seat.pieces),
            count(0, |seat| seat.memory),
            count(1, |seat| seat.memory),
        ];
        assert_eq!(found, expected, "game {} of pairing {}", game.number, game.pairing);
    }
    assert!(rows.next().is_none());
}
