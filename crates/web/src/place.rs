//! Where a request begins: a game, a position of it, and moves from there.

use plyscope_registry::{AnyPosition, Player, SearchSpec, read, start};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::error::ApiError;
use crate::limits::{Limits, MAX_PLACE, MAX_SPEC};

/// Where to begin. Everything is in the request: the server keeps no games.
#[derive(Clone, Debug, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Place {
    /// The game with its size and options, such as `pawn:4x4`.
    #[schema(example = "pawn:4x4", max_length = 1000)]
    #[param(example = "pawn:4x4", max_length = 1000)]
    pub(crate) game: String,
    /// A position instead of the start: rows from the top joined by `/`, then the side to move.
    #[serde(default)]
    #[schema(example = "oooo/..../..../xxxx x", max_length = 8000)]
    #[param(example = "oooo/..../..../xxxx x", max_length = 8000)]
    pub(crate) position: Option<String>,
    /// Moves from there, separated by spaces.
    #[serde(default)]
    #[schema(example = "a1-a2 b4-b3", max_length = 8000)]
    #[param(example = "a1-a2 b4-b3", max_length = 8000)]
    pub(crate) moves: Option<String>,
}

/// The same in a query, together with other parameters.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlaceQuery {
    game: String,
    position: Option<String>,
    moves: Option<String>,
}

impl From<PlaceQuery> for Place {
    fn from(query: PlaceQuery) -> Self {
        Place { game: query.game, position: query.position, moves: query.moves }
    }
}

impl Place {
    /// The position.
    pub(crate) fn find(&self) -> Result<Box<dyn AnyPosition>, ApiError> {
        check_length("game", &self.game, MAX_SPEC)?;
        let text = self.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let mut position = match text {
            None => start(&self.game)?,
            Some(text) => {
                check_length("position", text, MAX_PLACE)?;
                read(&self.game, text).map_err(|error| ApiError::bad(format!("position: {error}")))?
            }
        };
        if let Some(moves) = &self.moves {
            check_length("moves", moves, MAX_PLACE)?;
            position.play_all(moves).map_err(|error| ApiError::bad(format!("moves: {error}")))?;
        }
        Ok(position)
    }

    /// The position in which the moves begin, if it is not the start of the game.
    pub(crate) fn origin(&self) -> Result<Option<String>, ApiError> {
        let Some(text) = self.position.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let origin = read(&self.game, text)?;
        Ok((origin.text() != start(&self.game)?.text()).then(|| origin.text()))
    }
}

pub(crate) fn check_length(name: &str, text: &str, max: usize) -> Result<(), ApiError> {
    if text.len() <= max {
        return Ok(());
    }
    Err(ApiError::bad(format!("{name}: {} characters are too many; {max} are accepted", text.len())))
}

/// The seed where none is given: that of the command line, so that both give the same answers.
pub(crate) const fn default_seed() -> u32 {
    1
}

/// The player of a spec, within the limits: its time is cut, too much memory or too many threads are refused.
pub(crate) fn player(spec: &str, limits: &Limits) -> Result<Player, ApiError> {
    check_length("player", spec, MAX_SPEC)?;
    let mut player: Player = spec.parse()?;
    hold(&mut player, limits)?;
    if player.search == SearchSpec::Human {
        return Err(ApiError::bad("player: a human cannot search; choose a search such as engine@time=1s"));
    }
    let longest = limits.search_time;
    player.limits.time = Some(player.limits.time.map_or(longest, |time| time.min(longest)));
    Ok(player)
}

/// Refuses a player that takes more memory or threads than this server allows.
pub(crate) fn hold(player: &mut Player, limits: &Limits) -> Result<(), ApiError> {
    if player.lacks_file() {
        return Err(ApiError::bad(format!("{player}: the page cannot read files; use the command line")));
    }
    let (table, threads) = match &mut player.search {
        SearchSpec::Random
        | SearchSpec::Human
        | SearchSpec::Published(_)
        | SearchSpec::Program(_)
        | SearchSpec::Outside(_) => (0, 1),
        SearchSpec::Tree { options, .. } | SearchSpec::Iterative { options, .. } => (options.table.unwrap_or(0), 1),
        SearchSpec::Engine { threads, table, .. } => (*table, *threads),
        SearchSpec::Mcts(options) => {
            options.max_nodes = options.max_nodes.min(limits.mcts_nodes);
            (0, 1)
        }
    };
    if table > limits.table_bytes {
        let max = limits.table_bytes >> 20;
        return Err(ApiError::bad(format!("player: the table is too large for this server; at most table={max}MB")));
    }
    if threads > limits.threads {
        let max = limits.threads;
        return Err(ApiError::bad(format!("player: this server gives a search at most threads={max}")));
    }
    Ok(())
}
