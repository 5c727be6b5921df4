//! Streams of events: they last, so they have an allowance of their own and leave places for ordinary requests.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

use crate::connections::Connections;
use crate::error::{ApiError, ErrorCode};

/// The time between two signs of life on a silent stream, and the longest time until a lost client is noticed.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// How long a new stream waits for the place of one that is dropped.
const PATIENCE: Duration = Duration::from_secs(1);

/// The places of streams.
pub(crate) struct Streams {
    max: usize,
    places: Arc<Semaphore>,
    connections: Arc<Connections>,
}

/// The place of one stream.
pub(crate) struct StreamPlace {
    _permit: OwnedSemaphorePermit,
}

impl Streams {
    pub(crate) fn new(max: usize, connections: Arc<Connections>) -> Self {
        Streams { max, places: Arc::new(Semaphore::new(max)), connections }
    }

    /// A place. If all are taken, a stream whose client does not read makes room; if all do, this one is refused.
    pub(crate) async fn place(&self) -> Result<StreamPlace, ApiError> {
        if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(StreamPlace { _permit: permit });
        }
        if self.connections.drop_stalled_stream()
            && let Ok(Ok(permit)) = tokio::time::timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await
        {
            return Ok(StreamPlace { _permit: permit });
        }
        let max = self.max;
        Err(ApiError::new(
            ErrorCode::Busy,
            format!("{max} pages are already watching this server; close one, or try again later"),
        ))
    }
}

impl StreamPlace {
    /// The events of a channel as an answer. `held` is dropped with the stream, that is, when the client goes away.
    pub(crate) fn events(
        self,
        news: mpsc::Receiver<Event>,
        held: impl Send + 'static,
    ) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
        let held = (self, held);
        let stream = ReceiverStream::new(news).map(move |event| {
            let _ = &held;
            Ok(event)
        });
        Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT))
    }
}
