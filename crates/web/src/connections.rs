//! Open connections: a bounded number, and when there is no room, the slowest client is dropped first.
//!
//! A client that sends its headers or its body slowly, leaves a connection idle or does not read its answer keeps the
//! server waiting. Such connections cost little as long as there is room, so they are dropped only when a new one needs
//! their place. Connections that the server itself works for are never dropped.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::Notify;

/// A client may keep the server waiting this long before it can be dropped, so that a crowd of honest ones is served.
const GRACE: Duration = Duration::from_millis(250);

/// All open connections.
pub(crate) struct Connections {
    max: usize,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    open: HashMap<u64, Arc<Connection>>,
    next: u64,
}

impl Connections {
    pub(crate) fn new(max: usize) -> Self {
        Connections { max: max.max(1), inside: Mutex::default() }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place; `None` if all are taken, and none of the clients is slow.
    pub(crate) fn admit(self: &Arc<Self>) -> Option<Place> {
        let mut inside = self.inside();
        if inside.open.len() >= self.max {
            let now = Instant::now();
            let waits = inside.open.iter().filter_map(|(&id, open)| Some((open.waits_since()?, id)));
            let (since, slowest) = waits.min()?;
            if now.duration_since(since) < GRACE {
                return None;
            }
            if let Some(dropped) = inside.open.remove(&slowest) {
                dropped.dropped.notify_one();
            }
        }
        let id = inside.next;
        inside.next += 1;
        let connection = Arc::new(Connection::new());
        inside.open.insert(id, Arc::clone(&connection));
        Some(Place { id, connections: Arc::clone(self), connection })
    }

    /// Drops the stream whose client has not read for the longest time. Returns whether there was one.
    pub(crate) fn drop_stalled_stream(&self) -> bool {
        let mut inside = self.inside();
        let streams = inside.open.iter().filter_map(|(&id, open)| Some((open.stalled_stream_since()?, id)));
        let Some((_, slowest)) = streams.min() else { return false };
        inside.open.remove(&slowest).is_some_and(|dropped| {
            dropped.dropped.notify_one();
            true
        })
    }
}

/// The place of an open connection, given back when it is closed.
pub(crate) struct Place {
    id: u64,
    connections: Arc<Connections>,
    pub(crate) connection: Arc<Connection>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.inside().open.remove(&self.id);
    }
}

/// An open connection.
pub(crate) struct Connection {
    state: Mutex<State>,
    dropped: Notify,
}

struct State {
    turn: Turn,
    since: Instant,
    /// Since when nothing could be sent because the client does not read.
    stalled: Option<Instant>,
}

/// Who has to do something next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The client: the next request, or the rest of one.
    Client,
    /// The server: an ordinary answer.
    Server,
    /// The server: a stream of events.
    Stream,
}

impl Connection {
    fn new() -> Self {
        let state = State { turn: Turn::Client, since: Instant::now(), stalled: None };
        Connection { state: Mutex::new(state), dropped: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, turn: Turn) {
        let mut state = self.state();
        (state.turn, state.since) = (turn, Instant::now());
    }

    /// Since when the server waits for the client, if it does.
    fn waits_since(&self) -> Option<Instant> {
        let state = self.state();
        if state.turn == Turn::Client { Some(state.since) } else { state.stalled }
    }

    fn stalled_stream_since(&self) -> Option<Instant> {
        let state = self.state();
        state.stalled.filter(|_| state.turn == Turn::Stream)
    }

    /// Notes whether the client takes what is sent.
    pub(crate) fn note_write(&self, is_taken: bool) {
        let mut state = self.state();
        state.stalled = if is_taken { None } else { state.stalled.or_else(|| Some(Instant::now())) };
    }

    /// Waits until the connection has to make room for another.
    pub(crate) async fn dropped(&self) {
        self.dropped.notified().await;
    }

    /// The body of a request. The client's turn ends when it is read, or when the handler does not need it.
    pub(crate) fn receive<B>(self: &Arc<Self>, body: B) -> Body
    where
        B: HttpBody<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<axum::BoxError>,
    {
        if body.is_end_stream() {
            self.set(Turn::Server);
            return Body::empty();
        }
        self.set(Turn::Client);
        Body::new(Watched { body, connection: Arc::clone(self), after: Turn::Server })
    }

    /// The body of an answer. When it is sent, it is the client's turn.
    pub(crate) fn send(self: &Arc<Self>, headers: &HeaderMap, body: Body) -> Body {
        let kind = headers.get(header::CONTENT_TYPE).map(|kind| kind.as_bytes());
        let is_stream = kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"));
        self.set(if is_stream { Turn::Stream } else { Turn::Server });
        Body::new(Watched { body, connection: Arc::clone(self), after: Turn::Client })
    }
}

/// A body whose end is the turn of somebody else.
struct Watched<B> {
    body: B,
    connection: Arc<Connection>,
    after: Turn,
}

impl<B: HttpBody<Data = Bytes> + Unpin> HttpBody for Watched<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for Watched<B> {
    fn drop(&mut self) {
        self.connection.set(self.after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aged(place: &Place, seconds: u64, turn: Turn, is_stalled: bool) {
        let then = Instant::now().checked_sub(Duration::from_secs(seconds)).expect("the machine runs for a while");
        *place.connection.state() = State { turn, since: then, stalled: is_stalled.then_some(then) };
    }

    fn is_open(connections: &Connections, place: &Place) -> bool {
        connections.inside().open.contains_key(&place.id)
    }

    #[test]
    fn the_slowest_makes_room_and_work_in_progress_never_does() {
        let connections = Arc::new(Connections::new(4));
        let places: Vec<Place> = (0..4).map(|_| connections.admit().expect("room")).collect();
        assert!(connections.admit().is_none(), "all of them have just come");
        aged(&places[0], 9, Turn::Server, false);
        aged(&places[1], 2, Turn::Client, false);
        aged(&places[2], 3, Turn::Client, false);
        aged(&places[3], 9, Turn::Stream, false);
        let fifth = connections.admit().expect("the slowest client makes room");
        assert!(!is_open(&connections, &places[2]));
        aged(&places[0], 5, Turn::Server, true);
        let sixth = connections.admit().expect("so does one that does not read its answer");
        assert!(!is_open(&connections, &places[0]));
        drop((fifth, sixth));
        assert!(is_open(&connections, &places[1]) && is_open(&connections, &places[3]));
        // Places of dropped connections are not given back twice.
        drop(places);
        assert_eq!(connections.inside().open.len(), 0);
    }

    #[test]
    fn a_stream_that_is_not_read_makes_room_for_another() {
        let connections = Arc::new(Connections::new(4));
        let places: Vec<Place> = (0..3).map(|_| connections.admit().expect("room")).collect();
        aged(&places[0], 5, Turn::Stream, false);
        aged(&places[1], 2, Turn::Stream, true);
        aged(&places[2], 9, Turn::Server, true);
        assert!(connections.drop_stalled_stream() && !is_open(&connections, &places[1]));
        assert!(!connections.drop_stalled_stream(), "the other stream is read");
    }
}
