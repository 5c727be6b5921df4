//! `plyscope records`: the games of a run, one by one.

use plyscope_arena::{Starts, result_text};
use plyscope_core::BadInput;
use plyscope_store::{Game, Setup, Store};
use plyscope_view::GameRecord;
use serde::Serialize;

use crate::args::Records;
use crate::board::draw;
use crate::output::{Failure, grouped, print, print_json};
use crate::table::framed;

#[derive(Serialize)]
struct Json {
    run: i64,
    games: Vec<GameJson>,
}

#[derive(Serialize)]
struct GameJson {
    #[serde(flatten)]
    record: GameRecord,
    seed: u64,
}

pub(crate) fn run(options: &Records) -> Result<(), Failure> {
    let store = Store::open(&options.database.db)?;
    let setup = store.setup(options.run)?;
    let pairings = pairings(options, &setup)?;
    let mut games = Vec::new();
    for &pairing in &pairings {
        let from = options.number.unwrap_or(0);
        let wanted = if options.number.is_some() { 1 } else { options.limit - games.len().min(options.limit) };
        for game in store.games(options.run, pairing, from, None)?.take(wanted) {
            let game = game?;
            if options.number.is_none_or(|number| number == game.number) {
                games.push(game);
            }
        }
    }
    if options.output.json {
        let mut starts = Starts::new(&setup);
        let mut json = |game: &Game| -> Result<GameJson, BadInput> {
            Ok(GameJson { record: GameRecord::new(game, &setup, &mut starts)?, seed: game.seed })
        };
        let games = games.iter().map(&mut json).collect::<Result<_, _>>()?;
        return print_json(&Json { run: options.run, games });
    }
    match &games[..] {
        [] => Err(BadInput::new(format!("run {} has no such game", options.run)).into()),
        [game] if options.number.is_some() => print(&replayed(game, &setup)?),
        games => print(&listed(games, &setup)?),
    }
}

/// The pairings that were asked for.
fn pairings(options: &Records, setup: &Setup) -> Result<Vec<u32>, BadInput> {
    let find = |name: &Option<String>| match name {
        None => Ok(None),
        Some(name) => {
            let names = || setup.players.iter().map(|player| player.name.as_str());
            let index = names().position(|known| known == name);
            let all: Vec<&str> = names().collect();
            index.map(|index| Some(index as u32)).ok_or_else(|| BadInput::unknown("player", name, all))
        }
    };
    let (first, second) = (find(&options.first)?, find(&options.second)?);
    let fits = |wanted: Option<u32>, player: u32| wanted.is_none_or(|wanted| wanted == player);
    let found = setup.pairings.iter().enumerate().filter(|(_, p)| fits(first, p.first) && fits(second, p.second));
    Ok(found.map(|(index, _)| index as u32).collect())
}

fn names<'a>(game: &Game, setup: &'a Setup) -> [&'a str; 2] {
    let pairing = &setup.pairings[game.pairing as usize];
    [pairing.first, pairing.second].map(|player| &setup.players[player as usize].name[..])
}

fn listed(games: &[Game], setup: &Setup) -> Result<String, BadInput> {
    let mut starts = Starts::new(setup);
    let rows = games.iter().map(|game| {
        let [first, second] = names(game, setup);
        let text = starts.moves(game)?.join(" ");
        let shown: String =
            if text.chars().count() > 48 { text.chars().take(47).chain(['…']).collect() } else { text };
        Ok([
            format!("{first} – {second}"),
            game.number.to_string(),
            result_text(game.result).to_owned(),
            game.reason.to_string(),
            game.plies.to_string(),
            shown,
        ])
    });
    let rows = rows.collect::<Result<Vec<_>, BadInput>>()?;
    Ok(framed(["FIRST – SECOND", "NUMBER", "RESULT", "REASON", "PLIES", "MOVES"], rows.into_iter()))
}

/// One game, board by board.
fn replayed(game: &Game, setup: &Setup) -> Result<String, BadInput> {
    let mut starts = Starts::new(setup);
    let moves = starts.moves(game)?;
    let mut position = starts.of(game)?.boxed_clone();
    let [first, second] = names(game, setup);
    let mut text =
        format!("{first} – {second}, game {}: {} ({})\n", game.number, result_text(game.result), game.reason);
    text.push_str(&format!("{} and {} nodes\n", grouped(game.cost[0].nodes), grouped(game.cost[1].nodes)));
    text.push_str(&format!("\n{}", draw(&position.picture(), &[])));
    for (ply, m) in moves.iter().enumerate() {
        position.play(m)?;
        let who = if ply % 2 == 0 { first } else { second };
        text.push_str(&format!(
            "\n{}. {m} ({who})\n{}",
            ply + 1,
            draw(&position.picture(), position.last_move_cells())
        ));
    }
    Ok(text)
}
