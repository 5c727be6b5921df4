//! The API: one file for each family of routes.

mod compare;
mod games;
mod health;
mod league;
pub(crate) mod live;
mod positions;
mod records;
mod runs;
mod searches;
mod start;
pub(crate) mod studies;
mod trees;
mod why;

use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder};
use utoipa::{OpenApi as _, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::Shared;
use crate::error::{ErrorBody, ErrorCode};
use crate::view;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Plyscope",
        description = "Games, searches, search trees and experiments. Positions are in the requests; the \
                       server keeps no games.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(
        ErrorBody, ErrorCode, records::ResultFilter, view::ProgressView, live::RunEnd, studies::StudyProgress
    )),
    tags(
        (name = "games", description = "Games and positions"),
        (name = "search", description = "Searches, their trees, and the reasons for their choices"),
        (name = "runs", description = "Experiments and their games"),
        (name = "league", description = "The league that the server was started with"),
        (name = "studies", description = "The published studies and their reproduction"),
        (name = "server", description = "The server itself")
    )
)]
struct Description;

fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(health::health))
        .routes(routes!(games::games))
        .routes(routes!(positions::position))
        .routes(routes!(positions::play))
        .routes(routes!(positions::evaluate))
        .routes(routes!(searches::search))
        .routes(routes!(searches::hint))
        .routes(routes!(searches::stop))
        .routes(routes!(compare::compare))
        .routes(routes!(why::why))
        .routes(routes!(trees::record))
        .routes(routes!(trees::tree, trees::forget))
        .routes(routes!(trees::node))
        .routes(routes!(trees::children))
        .routes(routes!(trees::steps))
        .routes(routes!(start::templates))
        .routes(routes!(start::check))
        .routes(routes!(runs::list, start::start))
        .routes(routes!(runs::compare_runs))
        .routes(routes!(runs::run))
        .routes(routes!(runs::report))
        .routes(routes!(start::stop))
        .routes(routes!(start::resume))
        .routes(routes!(live::live))
        .routes(routes!(records::list_games))
        .routes(routes!(records::replay))
        .routes(routes!(league::league))
        .routes(routes!(league::league_games))
        .routes(routes!(league::league_replay))
        .routes(routes!(league::league_report))
        .routes(routes!(studies::list))
        .routes(routes!(studies::study))
        .routes(routes!(studies::run))
}

/// The routes and their description.
pub(crate) fn api() -> (axum::Router<Shared>, OpenApi) {
    let (router, mut description) = routes().split_for_parts();
    for item in description.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.delete];
        operations.into_iter().flatten().for_each(add_failures);
    }
    (router, description)
}

/// The description of the API, for other programs and for the types of the page.
pub fn openapi() -> String {
    let mut text = api().1.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// Every operation can fail in the same ways.
fn add_failures(operation: &mut Operation) {
    let mut codes = vec![
        ErrorCode::BadInput,
        ErrorCode::NoToken,
        ErrorCode::Forbidden,
        ErrorCode::NotFound,
        ErrorCode::Failed,
        ErrorCode::Busy,
    ];
    if operation.request_body.is_some() {
        codes.extend([ErrorCode::WrongType, ErrorCode::TooLarge, ErrorCode::Conflict]);
    }
    // An address of more than 64 kB is refused before it is read, so there is no sentence.
    let endless = ResponseBuilder::new().description("The address is too long").build();
    operation.responses.responses.insert("414".to_owned(), RefOr::T(endless));
    for code in codes {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ErrorBody::name()))).build();
        let response = ResponseBuilder::new().description(meaning(code)).content("application/json", content).build();
        operation.responses.responses.entry(code.status().as_u16().to_string()).or_insert(RefOr::T(response));
    }
}

fn meaning(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::BadInput => "The request is invalid",
        ErrorCode::NoToken => "The token is missing or wrong",
        ErrorCode::Forbidden => "The request comes from another site",
        ErrorCode::NotFound => "It does not exist, or no longer exists",
        ErrorCode::WrongMethod => "The method is wrong",
        ErrorCode::WrongType => "The request is not in JSON",
        ErrorCode::TooLarge => "The request is too large",
        ErrorCode::Conflict => "It conflicts with the current state",
        ErrorCode::Busy => "The server is busy",
        ErrorCode::Failed => "The server failed",
    }
}
