//! What the tests of the server share: a client without sockets, and one with.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use plyscope_web::{Limits, Server, Settings, router};
use serde_json::Value;
use tokio::sync::oneshot;
use tower::ServiceExt;

/// A server without a socket.
pub(crate) struct Desk {
    pub(crate) router: Router,
    /// Removed with the desk.
    _folder: tempfile::TempDir,
}

/// An answer, read to its end.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {} {:.300}", self.status, self.text))
    }

    /// The sentence of a refusal, which must have this status and code.
    pub(crate) fn refused(&self, status: u16, code: &str) -> String {
        let body = self.json();
        assert_eq!((self.status.as_u16(), body["code"].as_str()), (status, Some(code)), "{body}");
        body["error"].as_str().expect("a refusal is a sentence").to_owned()
    }

    pub(crate) fn good(&self) -> Value {
        assert!(self.status.is_success(), "{} {:.300}", self.status, self.text);
        self.json()
    }
}

pub(crate) fn settings(folder: &Path, limits: Limits) -> Settings {
    Settings { db: folder.join("runs.db"), limits, ..Settings::default() }
}

impl Desk {
    pub(crate) fn new() -> Self {
        Desk::with(Limits::default())
    }

    pub(crate) fn with(limits: Limits) -> Self {
        Desk::set_up(|settings| settings.limits = limits)
    }

    /// A server with other settings than the usual ones.
    pub(crate) fn set_up(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = settings(folder.path(), Limits::default());
        change(&mut settings);
        Desk { router: router(&settings).expect("routes"), _folder: folder }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.expect("it never fails");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        Reply { status: parts.status, headers: parts.headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(request("GET", path, "")).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(request("POST", path, &body.to_string())).await
    }
}

/// A request as a program of this machine sends it.
pub(crate) fn request(method: &str, path: &str, body: &str) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header("host", "localhost:7420");
    let request = if body.is_empty() { request } else { request.header("content-type", "application/json") };
    request.body(Body::from(body.to_owned())).expect("a request")
}

/// A text for an address: letters that are allowed there stay, the others are percent-encoded.
pub(crate) fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A server with a socket, in a thread of its own.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl House {
    pub(crate) fn open(folder: &Path, limits: Limits) -> House {
        let server = Server::bind(&settings(folder, limits), 0).expect("a free port");
        let address = server.address().expect("an address");
        let (end, until) = oneshot::channel();
        let thread = std::thread::spawn(move || server.run(until).expect("it runs"));
        House { address, end: Some(end), thread: Some(thread) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        stream
    }

    /// Sends a request and leaves the connection open.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let address = self.address;
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let n = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\n{kind}content-length: {n}\r\n\
             connection: close\r\n\r\n{body}"
        )
        .expect("the request is taken");
        stream
    }

    /// Status and body of an answer.
    pub(crate) fn call(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        read_answer(self.ask(method, path, body))
    }

    pub(crate) fn json(&self, method: &str, path: &str, body: &str) -> Value {
        let (status, text) = self.call(method, path, body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {text:.300}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Waits until the server runs this many searches.
    pub(crate) fn wait_for_searches(&self, n: u64) -> Duration {
        let begun = Instant::now();
        while self.json("GET", "/api/health", "")["searches"] != n {
            assert!(begun.elapsed() < Duration::from_secs(60), "the server never ran {n} searches");
            std::thread::sleep(Duration::from_millis(10));
        }
        begun.elapsed()
    }

    /// Closes the server and returns how long that took.
    pub(crate) fn close(mut self) -> Duration {
        let begun = Instant::now();
        drop(self.end.take());
        self.thread.take().expect("it runs").join().expect("it ends well");
        begun.elapsed()
    }
}

pub(crate) fn read_answer(stream: TcpStream) -> (u16, String) {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).expect("a status line");
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut chunked = false;
    loop {
        line.clear();
        reader.read_line(&mut line).expect("a header");
        chunked |= line.to_ascii_lowercase().starts_with("transfer-encoding: chunked");
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = String::new();
    if !chunked {
        reader.read_to_string(&mut body).expect("a body");
        return (status, body);
    }
    loop {
        line.clear();
        reader.read_line(&mut line).expect("the length of a chunk");
        let length = usize::from_str_radix(line.trim(), 16).expect("a length");
        let mut chunk = vec![0; length + 2];
        reader.read_exact(&mut chunk).expect("a chunk");
        if length == 0 {
            return (status, body);
        }
        body.push_str(&String::from_utf8_lossy(&chunk[..length]));
    }
}

/// The names and data of server-sent events.
pub(crate) fn events(text: &str) -> Vec<(String, Value)> {
    let parts = text.split("\n\n").filter_map(|part| {
        let line = |name: &str| part.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        Some((line("event:")?.to_owned(), serde_json::from_str(line("data:")?).ok()?))
    });
    parts.collect()
}
