//! The games, the searches and the opponents.

use axum::Json;
use axum::extract::State;
use plyscope_core::BadInput;
use plyscope_registry::{AnyGame, GAMES, Guests, PRESETS};
use plyscope_view::{GameInfo, HeuristicInfo, SearchInfo, heuristic_infos, search_infos};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::{App, Shared};
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
    #[serde(flatten)]
    info: GameInfo,
    /// Its heuristics; the first one is the default.
    heuristics: Vec<HeuristicInfo>,
    /// Opponents that need no knowledge of searches, the easiest first.
    presets: Vec<Preset>,
}

/// A ready-made opponent.
#[derive(Serialize, ToSchema)]
pub(crate) struct Preset {
    /// `easy`, `fair` or `strong`, or `program:NAME` for a program that the server was started with.
    id: String,
    /// The player.
    player: String,
    /// What it does, in a sentence.
    meaning: String,
}

/// Lists the games and searches with their options, and ready-made opponents
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Games)))]
pub(crate) async fn games(State(app): State<Shared>) -> Result<Json<Games>, ApiError> {
    let games = GAMES.iter().map(|game| about(*game, &app)).collect::<Result<_, _>>()?;
    Ok(Json(Games { games, searches: search_infos() }))
}

fn about(game: &dyn AnyGame, app: &App) -> Result<GameAbout, BadInput> {
    let (info, position) = GameInfo::of(game)?;
    let heuristics = heuristic_infos(&*position);
    let mut presets = presets(heuristics.first());
    let can_play = |name: &&String| app.pool.check(name, &position.spec()).is_ok();
    presets.extend(app.programs.0.keys().filter(can_play).map(|name| Preset {
        id: format!("program:{name}"),
        player: format!("program:{name}@time=1s"),
        meaning: "A program from outside, with a second for each move.".to_owned(),
    }));
    Ok(GameAbout { info, presets, heuristics })
}

/// The ready-made opponents. They use the game's default heuristic, so they play every game and size.
fn presets(judge: Option<&HeuristicInfo>) -> Vec<Preset> {
    let judged = judge.map_or_else(String::new, |judge| format!(" Heuristic: {} ({}).", judge.id, judge.meaning));
    let preset = |preset: &plyscope_registry::Preset| Preset {
        id: preset.name.to_owned(),
        player: preset.player.to_owned(),
        meaning: format!("{}{judged}", preset.meaning),
    };
    PRESETS.iter().map(preset).collect()
}
