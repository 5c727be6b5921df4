//! The parts of a request. What is not understood becomes an [`ApiError`].

use axum::extract::{FromRequest, FromRequestParts};

use crate::error::ApiError;

/// The body of a request as JSON; another content type is refused, so that no form of another site can reach us.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct Json<T>(pub(crate) T);

/// The part of the address after the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct Query<T>(pub(crate) T);

/// The variable parts of the address.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub(crate) struct Path<T>(pub(crate) T);
