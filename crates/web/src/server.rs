//! The server: its routes, its socket, and an orderly end.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::{Request, Response, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, extract::Request as AxumRequest};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use plyscope_core::BadInput;
use plyscope_store::Store;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::api::api;
use crate::app::{App, Settings, Shared};
use crate::error::{ApiError, ErrorCode};
use crate::guard::guard;
use crate::page::page;
use crate::socket::Socket;
use crate::token::Token;

/// All routes of the server, without a socket.
///
/// # Errors
/// If the token is not one.
pub fn router(settings: &Settings) -> Result<Router, BadInput> {
    Ok(routes(&App::new(settings)?))
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
            ApiError::new(ErrorCode::Failed, "the server failed; please report this with the request").into_response()
        }))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Shared::clone(app), guard))
        .with_state(Shared::clone(app))
}

async fn wrong_method(request: AxumRequest) -> ApiError {
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
        let app = App::new(settings)?;
        Store::check_place(&settings.db).map_err(|error| BadInput::new(error.to_string()))?;
        let host = settings.host.trim_matches(['[', ']']);
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                BadInput::new(format!("port {port} of {host} is in use; choose another with --port, 0 for any"))
            }
            io::ErrorKind::PermissionDenied => {
                BadInput::new(format!("port {port} needs special privileges; choose one above 1023 with --port"))
            }
            _ => BadInput::new(format!("cannot listen at {host} port {port}: {error}")),
        };
        let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(failed)?.collect();
        let listener = std::net::TcpListener::bind(&addresses[..]).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Server { listener, app })
    }

    /// The address on which it listens.
    ///
    /// # Errors
    /// If the system does not know it.
    pub fn address(&self) -> Result<SocketAddr, BadInput> {
        self.listener
            .local_addr()
            .map_err(|error| BadInput::new(format!("the server's own address is unknown: {error}")))
    }

    /// The addresses to open in a browser, with the token if one is needed: those that other machines can use first.
    ///
    /// # Errors
    /// If the system does not know its address.
    pub fn addresses(&self) -> Result<Vec<String>, BadInput> {
        let address = self.address()?;
        let ips = if address.ip().is_unspecified() { own_ips(address.ip()) } else { vec![address.ip()] };
        let query = self.token().map_or_else(String::new, |token| format!("?token={token}"));
        Ok(ips.into_iter().map(|ip| format!("http://{}/{query}", SocketAddr::new(ip, address.port()))).collect())
    }

    /// The token that requests need, if they need one.
    pub fn token(&self) -> Option<&str> {
        self.app.token.as_ref().map(Token::text)
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

/// The addresses under which this machine is known, the loopback address last. Choosing a route tells the address that
/// this machine would use; nothing is sent.
fn own_ips(listening: IpAddr) -> Vec<IpAddr> {
    // Addresses reserved for documentation, which no machine has.
    const V4: (&str, &str) = ("0.0.0.0:0", "192.0.2.1:9");
    const V6: (&str, &str) = ("[::]:0", "[2001:db8::1]:9");
    let route = |(from, to): (&str, &str)| {
        let socket = UdpSocket::bind(from).ok()?;
        socket.connect(to).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
    };
    let v6 = if listening.is_ipv6() { route(V6) } else { None };
    [route(V4), v6, Some(Ipv4Addr::LOCALHOST.into())].into_iter().flatten().collect()
}

/// How long a client may pause within a request.
const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a client may take to send its headers.
const HEADER_TIME: Duration = Duration::from_secs(20);
/// How long pending answers may take when the server closes.
const CLOSING_TIME: Duration = Duration::from_secs(5);

/// How often a new connection looks for a place while all are taken.
const PLACE_PACE: Duration = Duration::from_millis(20);

/// Accepts connections, a bounded number at once, until `until` receives a message.
async fn accept(listener: &TcpListener, app: &Shared, mut until: oneshot::Receiver<()>) {
    let routes = routes(app);
    let connections = GracefulShutdown::new();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    loop {
        let next = async {
            let accepted = listener.accept().await;
            loop {
                match app.connections.admit() {
                    Some(place) => break (place, accepted),
                    None => tokio::time::sleep(PLACE_PACE).await,
                }
            }
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
        let (inner, connection) = (TowerToHyperService::new(routes.clone()), Arc::clone(&place.connection));
        let service = service_fn(move |request: Request<Incoming>| {
            let connection = Arc::clone(&connection);
            let answer = inner.call(request.map(|body| connection.receive(body)));
            async move {
                let (parts, body) = answer.await?.into_parts();
                let body = connection.send(&parts.headers, body);
                Ok::<_, Infallible>(Response::from_parts(parts, body))
            }
        });
        let socket = Socket { stream, connection: Arc::clone(&place.connection) };
        let serving = connections.watch(builder.serve_connection(TokioIo::new(socket), service));
        tokio::spawn(async move {
            tokio::select! {
                // A broken connection concerns only its client.
                _ = serving => {}
                () = place.connection.dropped() => {}
            }
        });
    }
    let closing = Shared::clone(app);
    let _ = tokio::task::spawn_blocking(move || closing.close()).await;
    let _ = tokio::time::timeout(CLOSING_TIME, connections.shutdown()).await;
}
