//! Failures of requests: always the same small JSON object, with one clear sentence.

use axum::Json;
use axum::extract::path::ErrorKind as PathError;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyscope_arena::ArenaError;
use plyscope_core::BadInput;
use plyscope_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::explain;

/// Why a request failed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// One sentence for people that includes what is accepted.
    #[schema(example = "unknown game \"chess\"; known: tictactoe, reversi, pawn")]
    pub(crate) error: String,
    /// A code for programs.
    pub(crate) code: ErrorCode,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ErrorCode {
    /// The request is invalid, or asks for something impossible.
    BadInput,
    /// The token is missing or wrong.
    NoToken,
    /// The request comes from another site, or uses another host name.
    Forbidden,
    /// It does not exist, or no longer exists.
    NotFound,
    /// The address is right, the method is not.
    WrongMethod,
    /// The request is not in JSON.
    WrongType,
    /// The request is too large.
    TooLarge,
    /// It conflicts with the current state: a run that is being played cannot be resumed.
    Conflict,
    /// The server is busy; try again later.
    Busy,
    /// The server failed.
    Failed,
}

/// A failure with its status.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    code: ErrorCode,
    sentence: String,
}

impl ApiError {
    pub(crate) fn new(code: ErrorCode, sentence: impl Into<String>) -> Self {
        ApiError { code, sentence: sentence.into() }
    }

    pub(crate) fn bad(sentence: impl Into<String>) -> Self {
        ApiError::new(ErrorCode::BadInput, sentence)
    }

    pub(crate) fn not_found(sentence: impl Into<String>) -> Self {
        ApiError::new(ErrorCode::NotFound, sentence)
    }

    pub(crate) fn body(&self) -> ErrorBody {
        ErrorBody { error: self.sentence.clone(), code: self.code }
    }
}

impl ErrorCode {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            ErrorCode::BadInput => StatusCode::BAD_REQUEST,
            ErrorCode::NoToken => StatusCode::UNAUTHORIZED,
            ErrorCode::Forbidden => StatusCode::FORBIDDEN,
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            ErrorCode::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::Conflict => StatusCode::CONFLICT,
            ErrorCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.code.status(), Json(self.body())).into_response();
        if self.code == ErrorCode::Busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

impl From<BadInput> for ApiError {
    fn from(error: BadInput) -> Self {
        ApiError::bad(error.to_string())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        ApiError::new(ErrorCode::Failed, error.to_string())
    }
}

impl From<ArenaError> for ApiError {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Input(error) => error.into(),
            ArenaError::Store(error) => error.into(),
        }
    }
}

/// The words of the parser, without those of the layer above it.
fn cause(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        match rejection {
            JsonRejection::JsonDataError(error) => ApiError::bad(explain::field(&cause(&error))),
            JsonRejection::JsonSyntaxError(error) => {
                ApiError::bad(format!("the request is not JSON ({}); /api/openapi.json describes it", cause(&error)))
            }
            JsonRejection::MissingJsonContentType(_) => ApiError::new(
                ErrorCode::WrongType,
                "the request must be JSON, with the header Content-Type: application/json",
            ),
            other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError::new(ErrorCode::TooLarge, "the request is too large for this server; send less")
            }
            _ => ApiError::bad("the request ended too early or arrived too slowly; send it again"),
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        ApiError::bad(explain::field(&cause(&rejection)))
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        let value = match &rejection {
            PathRejection::FailedToDeserializePathParams(failed) => match failed.kind() {
                PathError::ParseErrorAtKey { value, .. }
                | PathError::ParseErrorAtIndex { value, .. }
                | PathError::ParseError { value, .. } => Some(value),
                _ => None,
            },
            _ => None,
        };
        ApiError::not_found(match value {
            Some(value) => format!("{value:?} in the address is not a whole number, such as 1"),
            None => "there is no such address; /api/openapi.json lists all of them".to_owned(),
        })
    }
}
