//! What can be played, and by whom.

use axum::Json;
use plyscope_core::Choice;
use plyscope_registry::{AnyGame, FeatureAbout, GAMES, HeuristicAbout, PRESETS, SEARCHES, SearchAbout};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;

/// All games and searches.
#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    games: Vec<GameAbout>,
    searches: Vec<SearchInfo>,
}

/// A game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameAbout {
    /// The word before the colon of a spec.
    id: &'static str,
    name: &'static str,
    /// One sentence of rules.
    summary: &'static str,
    /// The accepted sizes, in words.
    sizes: &'static str,
    /// What follows the colon when nothing is given.
    default: &'static str,
    /// Variants worth knowing, each accepted after the colon as it stands.
    variants: Vec<&'static str>,
    /// What may follow the size.
    options: Vec<OptionAbout>,
    /// The first one is the default.
    heuristics: Vec<HeuristicInfo>,
    /// What formulas can be made of.
    features: Vec<FeatureInfo>,
    /// Opponents for people who do not know what a search is, the easiest first.
    presets: Vec<Preset>,
}

/// An option of a game, a search or a heuristic.
#[derive(Serialize, ToSchema)]
pub(crate) struct OptionAbout {
    name: &'static str,
    /// The accepted values; none if the option takes no value.
    values: Vec<&'static str>,
    /// What holds without it.
    default: Option<&'static str>,
    meaning: &'static str,
}

/// A heuristic.
#[derive(Serialize, ToSchema)]
pub(crate) struct HeuristicInfo {
    id: &'static str,
    meaning: &'static str,
    options: Vec<OptionAbout>,
    /// Its formula, if it can be written as one.
    formula: Option<&'static str>,
}

/// Something that formulas can be made of.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeatureInfo {
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
}

/// A search.
#[derive(Serialize, ToSchema)]
pub(crate) struct SearchInfo {
    id: &'static str,
    meaning: &'static str,
    options: Vec<OptionAbout>,
}

/// A ready-made opponent.
#[derive(Serialize, ToSchema)]
pub(crate) struct Preset {
    /// `easy`, `fair` or `strong`.
    id: &'static str,
    /// The player.
    player: &'static str,
    /// What it does, in a sentence.
    meaning: String,
}

/// Lists the games and searches with their options, and opponents to choose from
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Games)))]
pub(crate) async fn games() -> Result<Json<Games>, ApiError> {
    let games = GAMES.iter().map(|game| about(*game)).collect::<Result<_, _>>()?;
    let search =
        |about: &SearchAbout| SearchInfo { id: about.id, meaning: about.meaning, options: options(about.options) };
    Ok(Json(Games { games, searches: SEARCHES.iter().map(search).collect() }))
}

fn about(game: &dyn AnyGame) -> Result<GameAbout, ApiError> {
    let (about, position) = (game.about(), game.start("")?);
    let heuristics = position.heuristics();
    let heuristic = |about: &HeuristicAbout| HeuristicInfo {
        id: about.name,
        meaning: about.meaning,
        options: options(about.options),
        formula: about.formula,
    };
    let feature = |about: FeatureAbout| FeatureInfo { name: about.name, unit: about.unit, meaning: about.meaning };
    Ok(GameAbout {
        id: about.id,
        name: about.name,
        summary: about.summary,
        sizes: about.sizes,
        default: about.default,
        variants: about.variants.to_vec(),
        options: options(about.options),
        presets: presets(heuristics.first()),
        heuristics: heuristics.iter().map(heuristic).collect(),
        features: position.features().into_iter().map(feature).collect(),
    })
}

fn options(choices: &[Choice]) -> Vec<OptionAbout> {
    let option = |choice: &Choice| OptionAbout {
        name: choice.name,
        values: choice.values.to_vec(),
        default: (!choice.default.is_empty()).then_some(choice.default),
        meaning: choice.meaning,
    };
    choices.iter().map(option).collect()
}

/// The opponents for people. They use the game's default heuristic, so they are players of every game and size.
fn presets(judge: Option<&HeuristicAbout>) -> Vec<Preset> {
    let judged =
        judge.map_or_else(String::new, |judge| format!(" It judges positions by {}: {}.", judge.name, judge.meaning));
    let preset = |preset: &plyscope_registry::Preset| Preset {
        id: preset.name,
        player: preset.player,
        meaning: format!("{}{judged}", preset.meaning),
    };
    PRESETS.iter().map(preset).collect()
}
