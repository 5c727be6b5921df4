//! Recorded trees. There is room for some; the least recently used one makes room for a new one.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyscope_registry::AnyTree;
use plyscope_view::SearchReport;

use crate::error::ApiError;

/// A recorded search.
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) report: SearchReport,
    pub(crate) tree: Box<dyn AnyTree>,
}

/// All of them.
pub(crate) struct Shelf {
    max_sessions: usize,
    max_bytes: usize,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    sessions: HashMap<String, Kept>,
    /// Counts accesses, to order them.
    clock: u64,
}

struct Kept {
    session: Arc<Session>,
    bytes: usize,
    last_used: u64,
}

impl Shelf {
    pub(crate) fn new(max_sessions: usize, max_bytes: usize) -> Self {
        Shelf { max_sessions, max_bytes, inside: Mutex::default() }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a recorded search; others may have to make room.
    pub(crate) fn put(
        &self,
        game: String,
        position: String,
        report: SearchReport,
        tree: Box<dyn AnyTree>,
    ) -> Arc<Session> {
        let (id, bytes) = (fresh_id(), tree.bytes());
        let session = Arc::new(Session { id: id.clone(), game, position, report, tree });
        let mut inside = self.inside();
        inside.clock += 1;
        let last_used = inside.clock;
        inside.sessions.insert(id.clone(), Kept { session: Arc::clone(&session), bytes, last_used });
        while inside.sessions.len() > self.max_sessions || inside.bytes() > self.max_bytes {
            let others = inside.sessions.iter().filter(|(other, _)| **other != id);
            let Some(oldest) = others.min_by_key(|(_, kept)| kept.last_used).map(|(id, _)| id.clone()) else { break };
            inside.sessions.remove(&oldest);
        }
        session
    }

    /// A session, if it is still kept.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Session>, ApiError> {
        let mut inside = self.inside();
        inside.clock += 1;
        let now = inside.clock;
        let kept = inside.sessions.get_mut(id).ok_or_else(unknown)?;
        kept.last_used = now;
        Ok(Arc::clone(&kept.session))
    }

    /// Forgets a session.
    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        self.inside().sessions.remove(id).map(drop).ok_or_else(unknown)
    }

    /// The number of sessions.
    pub(crate) fn len(&self) -> usize {
        self.inside().sessions.len()
    }
}

impl Inside {
    fn bytes(&self) -> usize {
        self.sessions.values().map(|kept| kept.bytes).sum()
    }
}

fn unknown() -> ApiError {
    ApiError::not_found("this tree is no longer kept; run the search again")
}

/// A name that cannot be guessed: the standard library seeds its hashes from the operating system.
fn fresh_id() -> String {
    let number = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", number(), number())
}
