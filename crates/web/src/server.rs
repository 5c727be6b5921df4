//! The server: its routes, its socket, and an orderly end.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, extract::Request};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use plyscope_core::BadInput;
use plyscope_store::Store;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::api::api;
use crate::app::{App, Settings, Shared};
use crate::error::{ApiError, ErrorCode};
use crate::guard::guard;
use crate::page::page;

/// All routes of the server, without a socket.
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
        .layer(RequestBodyTimeoutLayer::new(BODY_TIME))
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
    ApiError::new(ErrorCode::WrongMethod, format!("{path:.60} does not accept {method}; see /api/openapi.json"))
}

/// A server that listens on its address.
pub struct Server {
    listener: std::net::TcpListener,
    app: Shared,
}

impl Server {
    /// Binds an address; port 0 means any free port.
    ///
    /// # Errors
    /// If the address does not belong to this machine, is in use, or the folder of the database is missing.
    pub fn bind(settings: &Settings, port: u16) -> Result<Server, BadInput> {
        Store::check_place(&settings.db).map_err(|error| BadInput::new(error.to_string()))?;
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

    /// The address on which it listens.
    ///
    /// # Errors
    /// If the system does not know it.
    pub fn address(&self) -> Result<SocketAddr, BadInput> {
        self.listener.local_addr().map_err(|error| BadInput::new(format!("the address is unknown: {error}")))
    }

    /// Answers requests until `until` receives a message, then ends in order. Experiments can be resumed.
    ///
    /// # Errors
    /// If the system has no threads or sockets left.
    pub fn run(self, until: oneshot::Receiver<()>) -> Result<(), BadInput> {
        let failed = |error: io::Error| BadInput::new(format!("the server cannot run: {error}"));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(64)
            // As much as the main thread of a program has: searches recurse as deep as games are long.
            .thread_stack_size(8 << 20)
            .build()
            .map_err(failed)?;
        let served = runtime.block_on(async move {
            let listener = TcpListener::from_std(self.listener)?;
            accept(&listener, &self.app, until).await;
            Ok(())
        });
        runtime.shutdown_timeout(CLOSING_TIME);
        served.map_err(failed)
    }
}

/// How long a client may pause within a request.
const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a client may take to send its headers.
const HEADER_TIME: Duration = Duration::from_secs(20);
/// How long pending answers may take when the server closes.
const CLOSING_TIME: Duration = Duration::from_secs(5);

/// Accepts connections, a bounded number at once, until `until` receives a message.
async fn accept(listener: &TcpListener, app: &Shared, mut until: oneshot::Receiver<()>) {
    let routes = routes(app);
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(app.limits.connections));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    loop {
        let next = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            // A dropped sender means the same.
            _ = &mut until => break,
        };
        let Ok((stream, _)) = accepted else {
            // For example out of sockets: others are closed meanwhile.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = TowerToHyperService::new(routes.clone());
        let connection = connections.watch(builder.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            let _place = place;
            // A broken connection concerns only its client.
            let _ = connection.await;
        });
    }
    let closing = Shared::clone(app);
    let _ = tokio::task::spawn_blocking(move || closing.close()).await;
    let _ = tokio::time::timeout(CLOSING_TIME, connections.shutdown()).await;
}
