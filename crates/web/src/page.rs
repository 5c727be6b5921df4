//! The page itself, embedded in the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::{ApiError, ErrorCode};

/// The page that `build.rs` made of `ui/`, or the small one that says how to build it.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui"]
struct Files;

/// Why this program has no page, and what to do about it, if it has none.
pub const MISSING_PAGE: Option<&str> = option_env!("PLYSCOPE_MISSING_PAGE");

const INDEX: &str = "index.html";

/// Everything but the API. Addresses without a dot are places within the page, so that people can share them.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::not_found(format!("/{path:.60} does not exist; /api/openapi.json describes the API"))
            .into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(ErrorCode::WrongMethod, "pages accept only GET and HEAD").into_response();
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    match Files::get(path) {
        Some(file) => send(path, &file, &headers),
        None if !last.contains('.') => match Files::get(INDEX) {
            Some(file) => send(INDEX, &file, &headers),
            None => ApiError::new(ErrorCode::Failed, "the page is missing from this program").into_response(),
        },
        None => ApiError::not_found(format!("the file /{path:.60} does not exist")).into_response(),
    }
}

fn send(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String = file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // Files below assets/ have a hash in their names, so they never change.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(file.data.clone().into_owned()).into_response()
    };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    response
}

/// The types that a built page consists of.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
