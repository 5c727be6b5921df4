//! The state of the server and its limits.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::Shared;

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
    /// Running searches.
    searches: usize,
    /// Recorded trees that are kept.
    trees: usize,
    /// Experiments that this server plays.
    experiments: usize,
    /// Whether the server was started with a league to show.
    league: bool,
    limits: LimitsView,
}

/// The limits of requests.
#[derive(Serialize, ToSchema)]
pub(crate) struct LimitsView {
    /// Searches at the same time.
    searches: usize,
    /// Seconds of one search.
    search_s: f64,
    /// Megabytes of the table of one search.
    table_mb: usize,
    /// Threads of one search.
    threads: usize,
    /// Nodes of one recorded tree.
    tree_nodes: usize,
    /// Recorded trees that are kept.
    trees: usize,
    /// Players of one comparison.
    compared: usize,
    /// Experiments at the same time.
    experiments: usize,
}

/// Reports the state of the server and its limits
#[utoipa::path(get, path = "/api/health", tag = "server", responses((status = 200, body = Health)))]
pub(crate) async fn health(State(app): State<Shared>) -> Json<Health> {
    let limits = &app.limits;
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        searches: app.workshop.running(),
        trees: app.shelf.len(),
        experiments: app.conductor.len(),
        league: app.league.is_some(),
        limits: LimitsView {
            searches: limits.searches,
            search_s: limits.search_time.as_secs_f64(),
            table_mb: limits.table_bytes >> 20,
            threads: limits.threads,
            tree_nodes: limits.tree_nodes,
            trees: limits.trees,
            compared: limits.compared,
            experiments: limits.experiments,
        },
    })
}
