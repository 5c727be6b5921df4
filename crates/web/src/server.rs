//! The server: its routes together, listening, and closing in order.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, extract::Request};
use plyscope_core::BadInput;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::api::api;
use crate::app::{App, Settings, Shared};
use crate::error::{ApiError, ErrorCode};
use crate::guard::guard;
use crate::page::page;

/// Everything the server answers to, without a socket.
pub fn router(settings: &Settings) -> Router {
    routes(&App::new(settings))
}

fn routes(app: &Shared) -> Router {
    let (api, description) = api();
    let description = description.to_pretty_json().unwrap_or_default();
    let json = [(header::CONTENT_TYPE, "application/json")];
    api.route("/api/openapi.json", get(move || async move { (json, description) }))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page)
        .layer(DefaultBodyLimit::max(app.limits.body_bytes))
        .layer(CatchPanicLayer::custom(|_| {
            ApiError::new(ErrorCode::Failed, "this made the server fail; please report it with the request")
                .into_response()
        }))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Shared::clone(app), guard))
        .with_state(Shared::clone(app))
}

async fn wrong_method(request: Request) -> ApiError {
    let (method, path) = (request.method(), request.uri().path());
    ApiError::new(ErrorCode::WrongMethod, format!("{method} does not go with {path:.60}; see /api/openapi.json"))
}

/// A server that has its address.
pub struct Server {
    listener: std::net::TcpListener,
    app: Shared,
}

impl Server {
    /// Takes an address; port 0 is any that is free.
    ///
    /// # Errors
    /// If the address is not one of this machine, or in use.
    pub fn bind(settings: &Settings, port: u16) -> Result<Server, BadInput> {
        let host = settings.host.trim_matches(['[', ']']);
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                BadInput::new(format!("port {port} of {host} is in use; choose another with --port, 0 for any"))
            }
            io::ErrorKind::PermissionDenied => {
                BadInput::new(format!("port {port} needs special rights; choose one above 1023 with --port"))
            }
            _ => BadInput::new(format!("cannot listen at {host} port {port}: {error}")),
        };
        let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(failed)?.collect();
        let listener = std::net::TcpListener::bind(&addresses[..]).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Server { listener, app: App::new(settings) })
    }

    /// The address where it can be reached.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> Result<SocketAddr, BadInput> {
        self.listener.local_addr().map_err(|error| BadInput::new(format!("the address is not known: {error}")))
    }

    /// Answers requests until `until` is told to end; then closes in order, and experiments can be resumed.
    ///
    /// # Errors
    /// If the system has no threads or sockets left.
    pub fn run(self, until: oneshot::Receiver<()>) -> Result<(), BadInput> {
        let failed = |error: io::Error| BadInput::new(format!("the server cannot run: {error}"));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(64)
            .build()
            .map_err(failed)?;
        let app = self.app;
        let closing = Shared::clone(&app);
        let served = runtime.block_on(async move {
            let listener = TcpListener::from_std(self.listener)?;
            let end = async move {
                // A sender that is gone means the same.
                let _ = until.await;
                let _ = tokio::task::spawn_blocking(move || closing.close()).await;
            };
            axum::serve(listener, routes(&app)).with_graceful_shutdown(end).await
        });
        runtime.shutdown_timeout(std::time::Duration::from_secs(5));
        served.map_err(failed)
    }
}
