//! `plyscope games`: the games and searches.

use comfy_table::{ContentArrangement, Table, presets};
use plyscope_core::{BadInput, Choice};
use plyscope_registry::{AnyGame, GAMES, SEARCHES, SearchAbout, find};
use plyscope_view::{GameInfo, HeuristicInfo, SearchInfo, heuristic_infos, search_infos};
use serde::Serialize;

use crate::args::Games;
use crate::output::{Failure, print, print_json};

#[derive(Serialize)]
struct Json {
    games: Vec<GameJson>,
    searches: Vec<SearchInfo>,
}

#[derive(Serialize)]
struct GameJson {
    #[serde(flatten)]
    info: GameInfo,
    heuristics: Vec<&'static str>,
    heuristic_details: Vec<HeuristicInfo>,
}

pub(crate) fn run(options: &Games) -> Result<(), Failure> {
    if let Some(about) = SEARCHES.iter().find(|about| options.id.as_deref() == Some(about.id)) {
        return if options.output.json {
            print_json(&Json { games: Vec::new(), searches: vec![about.into()] })
        } else {
            print(&search_details(about))
        };
    }
    let games: Vec<&dyn AnyGame> = match &options.id {
        None => GAMES.to_vec(),
        Some(id) => vec![find(id)?.0],
    };
    if options.output.json {
        let games = games.into_iter().map(game_json).collect::<Result<_, _>>()?;
        return print_json(&Json { games, searches: search_infos() });
    }
    match &games[..] {
        [game] if options.id.is_some() => print(&details(*game)?),
        all => print(&overview(all)),
    }
}

fn game_json(game: &dyn AnyGame) -> Result<GameJson, BadInput> {
    let (info, position) = GameInfo::of(game)?;
    let heuristic_details = heuristic_infos(&*position);
    let heuristics = heuristic_details.iter().map(|heuristic| heuristic.id).collect();
    Ok(GameJson { info, heuristics, heuristic_details })
}

/// A table that fits the terminal, without lines.
fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table
}

fn overview(games: &[&dyn AnyGame]) -> String {
    let mut table = table();
    table.set_header(["GAME", "DEFAULT", "OPTIONS", "RULES"]);
    for about in games.iter().map(|game| game.about()) {
        let options: Vec<String> = about.options.iter().map(option_form).collect();
        table.add_row([about.id, about.default, &options.join(", "), about.summary]);
    }
    let mut searches = self::table();
    searches.set_header(["SEARCH", "WHAT IT IS", "OPTIONS"]);
    for about in SEARCHES {
        let options: Vec<&str> = about.options.iter().map(|choice| choice.name).collect();
        searches.add_row([about.id, about.meaning, &options.join(", ")]);
    }
    format!(
        "{}\n\nA game is id[:size[,option…]], for example pawn:5x5 or andantino:4,edge-wall.\n\
         `plyscope games ID` describes one of them, with its heuristics.\n\n{}\n\n\
         A player is search[:option=value,…][+heuristic][@limit=value,…], for example alphabeta+material@depth=4.\n",
        table.trim_fmt(),
        searches.trim_fmt()
    )
}

fn details(game: &dyn AnyGame) -> Result<String, Failure> {
    let about = game.about();
    let mut text = format!(
        "{} ({})\n{}\n\nSizes     {}\nDefault   {}:{}\n",
        about.name, about.id, about.summary, about.sizes, about.id, about.default
    );
    text.push_str(&option_list(about.options));
    let mut known = table();
    let position = game.start("")?;
    for (place, about) in position.heuristics().iter().enumerate() {
        let options: Vec<String> = about.options.iter().map(|o| format!("{}={}", o.name, o.default)).collect();
        let options = if options.is_empty() { String::new() } else { format!(" [{}]", options.join(", ")) };
        let default = if place == 0 { " (default)" } else { "" };
        known.add_row([about.name.to_owned(), format!("{}{options}{default}", about.meaning)]);
    }
    text.push_str(&format!("\nHeuristics (all take noise=AMPLITUDE too)\n{}\n", known.trim_fmt()));
    let mut features = table();
    for about in position.features() {
        features.add_row([about.name.to_owned(), format!("{} [{}]", about.meaning, about.unit)]);
    }
    if !features.is_empty() {
        text.push_str(&format!("\nFeatures for formulas such as {{2*mine.x-theirs.y}}\n{}\n", features.trim_fmt()));
    }
    let variants: Vec<String> = about.variants.iter().map(|variant| format!("{}:{variant}", about.id)).collect();
    text.push_str(&format!("\nFor example\n {}\n", variants.join("\n ")));
    Ok(text)
}

fn search_details(about: &SearchAbout) -> String {
    format!("{}: {}\n{}", about.id, about.meaning, option_list(about.options))
}

/// The options with their meanings and defaults; empty if there are none.
fn option_list(options: &[Choice]) -> String {
    if options.is_empty() {
        return String::new();
    }
    let mut table = table();
    for choice in options {
        let default = if choice.default.is_empty() { String::new() } else { format!(" (default {})", choice.default) };
        table.add_row([option_form(choice), format!("{}{default}", choice.meaning)]);
    }
    format!("\nOptions\n{}\n", table.trim_fmt())
}

fn option_form(choice: &Choice) -> String {
    if choice.values.is_empty() {
        choice.name.to_owned()
    } else {
        format!("{}={}", choice.name, choice.values.join("|"))
    }
}
