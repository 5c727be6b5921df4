//! `plyscope games`: what can be played.

use comfy_table::{ContentArrangement, Table, presets};
use plyscope_core::{About, Choice};
use plyscope_registry::{GAMES, find};
use serde::Serialize;

use crate::args::Games;
use crate::output::{Failure, print, print_json};

#[derive(Serialize)]
struct Json {
    games: Vec<GameJson>,
    searches: [(); 0],
}

#[derive(Serialize)]
struct GameJson {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    sizes: &'static str,
    variants: &'static [&'static str],
    options: Vec<OptionJson>,
    heuristics: [(); 0],
    default: &'static str,
}

#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    values: &'static [&'static str],
    default: Option<&'static str>,
    meaning: &'static str,
}

pub(crate) fn run(options: &Games) -> Result<(), Failure> {
    let abouts: Vec<&About> = match &options.id {
        None => GAMES.iter().map(|game| game.about()).collect(),
        Some(id) => vec![find(id)?.0.about()],
    };
    if options.json {
        let games = abouts.into_iter().map(game_json).collect();
        return print_json(&Json { games, searches: [] });
    }
    match &abouts[..] {
        [about] if options.id.is_some() => print(&details(about)),
        all => print(&overview(all)),
    }
}

fn game_json(about: &About) -> GameJson {
    let option = |choice: &Choice| OptionJson {
        name: choice.name,
        values: choice.values,
        default: (!choice.default.is_empty()).then_some(choice.default),
        meaning: choice.meaning,
    };
    GameJson {
        id: about.id,
        name: about.name,
        summary: about.summary,
        sizes: about.sizes,
        variants: about.variants,
        options: about.options.iter().map(option).collect(),
        heuristics: [],
        default: about.default,
    }
}

/// A table that fits the terminal, without lines.
fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table
}

fn overview(abouts: &[&About]) -> String {
    let mut table = table();
    table.set_header(["GAME", "DEFAULT", "OPTIONS", "RULES"]);
    for about in abouts {
        let options: Vec<String> = about.options.iter().map(option_form).collect();
        table.add_row([about.id, about.default, &options.join(", "), about.summary]);
    }
    format!(
        "{}\n\nA game is id[:size[,option…]], for example pawn:5x5 or andantino:4,edge-wall.\n`plyscope games ID` tells more about one.\n",
        table.trim_fmt()
    )
}

fn details(about: &About) -> String {
    let mut text = format!(
        "{} ({})\n{}\n\nSizes     {}\nDefault   {}:{}\n",
        about.name, about.id, about.summary, about.sizes, about.id, about.default
    );
    if !about.options.is_empty() {
        let mut table = table();
        for choice in about.options {
            let default =
                if choice.default.is_empty() { String::new() } else { format!(" (default {})", choice.default) };
            table.add_row([option_form(choice), format!("{}{default}", choice.meaning)]);
        }
        text.push_str(&format!("\nOptions\n{}\n", table.trim_fmt()));
    }
    let variants: Vec<String> = about.variants.iter().map(|variant| format!("{}:{variant}", about.id)).collect();
    text.push_str(&format!("\nFor example\n {}\n", variants.join("\n ")));
    text
}

fn option_form(choice: &Choice) -> String {
    if choice.values.is_empty() {
        choice.name.to_owned()
    } else {
        format!("{}={}", choice.name, choice.values.join("|"))
    }
}
