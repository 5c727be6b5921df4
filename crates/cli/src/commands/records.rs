//! `plyscope records`: the games of a run, one by one.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use plyscope_arena::{Starts, result_text};
use plyscope_core::BadInput;
use plyscope_files::printable;
use plyscope_store::{Game, Setup, Store, StoreError};
use plyscope_view::{GameRecord, board_text};
use serde::Serialize;

use crate::args::Records;
use crate::output::{Failure, grouped, print};
use crate::table::framed;

#[derive(Serialize)]
struct GameJson {
    #[serde(flatten)]
    record: GameRecord,
    seed: u64,
}

/// Games of a list that are in memory at a time. Each page of a list has its own heading.
const PAGE: usize = 1000;

pub(crate) fn run(options: &Records) -> Result<(), Failure> {
    let store = Store::open(&options.database.db)?;
    let setup = store.setup(options.run)?;
    let mut games = games(&store, options, pairings(options, &setup)?);
    if options.output.json {
        return print_json_lazily(options.run, games, &setup);
    }
    let mut page = games.by_ref().take(PAGE).collect::<Result<Vec<_>, _>>()?;
    match &page[..] {
        [] => return Err(BadInput::new(format!("run {} has no such game", options.run)).into()),
        [game] if options.number.is_some() => return print(&replayed(game, &setup)?),
        _ => {}
    }
    let mut starts = Starts::new(&setup);
    while !page.is_empty() {
        print(&listed(&page, &setup, &mut starts)?)?;
        page = games.by_ref().take(PAGE).collect::<Result<_, _>>()?;
    }
    Ok(())
}

/// The games that were asked for, read as they are needed.
fn games<'a>(
    store: &'a Store,
    options: &'a Records,
    pairings: Vec<u32>,
) -> impl Iterator<Item = Result<Game, StoreError>> + 'a {
    let limit = if options.number.is_some() { usize::MAX } else { options.limit };
    let of_pairing = move |pairing| -> Box<dyn Iterator<Item = Result<Game, StoreError>> + 'a> {
        match options.number {
            Some(number) => Box::new(store.game(options.run, pairing, number).transpose().into_iter()),
            None => match store.games(options.run, pairing, 0, None) {
                Ok(games) => Box::new(games),
                Err(error) => Box::new(std::iter::once(Err(error))),
            },
        }
    };
    pairings.into_iter().flat_map(of_pairing).take(limit)
}

/// Prints `{"run":…,"games":[…]}`, one game after the other.
fn print_json_lazily(
    run: i64,
    games: impl Iterator<Item = Result<Game, StoreError>>,
    setup: &Setup,
) -> Result<(), Failure> {
    let mut starts = Starts::new(setup);
    let mut out = BufWriter::new(io::stdout().lock());
    write!(out, "{{\"run\":{run},\"games\":[")?;
    for (index, game) in games.enumerate() {
        let game = game?;
        if index > 0 {
            out.write_all(b",")?;
        }
        let record = GameRecord::new(&game, setup, &mut starts)?;
        serde_json::to_writer(&mut out, &GameJson { record, seed: game.seed }).map_err(io::Error::from)?;
    }
    out.write_all(b"]}\n")?;
    Ok(out.flush()?)
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

fn names<'a>(game: &Game, setup: &'a Setup) -> [Cow<'a, str>; 2] {
    let pairing = &setup.pairings[game.pairing as usize];
    [pairing.first, pairing.second].map(|player| printable(&setup.players[player as usize].name))
}

fn listed(games: &[Game], setup: &Setup, starts: &mut Starts<'_>) -> Result<String, BadInput> {
    let rows = games.iter().map(|game| {
        let [first, second] = names(game, setup);
        let text = starts.moves(game)?.join(" ");
        let shown: String =
            if text.chars().count() > 48 { text.chars().take(47).chain(['…']).collect() } else { text };
        Ok([
            format!("{first} – {second}"),
            game.number.to_string(),
            result_text(game.result).to_owned(),
            printable(&game.reason).into_owned(),
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
    let mut text = format!(
        "{first} – {second}, game {}: {} ({})\n",
        game.number,
        result_text(game.result),
        printable(&game.reason)
    );
    for line in game.words.iter().flat_map(|words| words.lines()) {
        text.push_str(&format!("  {}\n", printable(line)));
    }
    text.push_str(&format!("{} and {} nodes\n", grouped(game.cost[0].nodes), grouped(game.cost[1].nodes)));
    text.push_str(&format!("\n{}", board_text(&position.picture(), &[])));
    for (ply, m) in moves.iter().enumerate() {
        position.play(m)?;
        let who = if ply % 2 == 0 { &first } else { &second };
        text.push_str(&format!(
            "\n{}. {m} ({who})\n{}",
            ply + 1,
            board_text(&position.picture(), position.last_move_cells())
        ));
    }
    Ok(text)
}
