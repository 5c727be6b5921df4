//! The league that the person who started the server named: its table, read at most once in a while for all visitors.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyscope_core::BadInput;
use plyscope_league::{Reader, Table};

use crate::error::{ApiError, ErrorCode};
use crate::work::Workshop;

/// A league in a folder. Another process plays it; here it is only read.
pub(crate) struct Gallery {
    /// The database with the games.
    pub(crate) db: PathBuf,
    reader: Arc<Mutex<Reader>>,
    newest: tokio::sync::Mutex<Option<Newest>>,
}

struct Newest {
    table: Arc<Table>,
    /// Until when others get the same table.
    until: Instant,
}

/// How long a table is shown at least. Reading never takes more than a tenth of the time.
const SHOWN_FOR: Duration = Duration::from_secs(1);

/// The folder of the league is a matter of this server and not of the request.
pub(crate) fn failed(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::new(ErrorCode::Failed, error.to_string())
}

impl Gallery {
    /// The league in a folder.
    pub(crate) fn open(folder: &Path) -> Result<Gallery, BadInput> {
        let reader = Reader::new(folder)?;
        Ok(Gallery { db: reader.database(), reader: Arc::new(Mutex::new(reader)), newest: Default::default() })
    }

    /// Reads something on another thread.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        workshop: &Workshop,
        read: impl FnOnce(&mut Reader) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let reader = Arc::clone(&self.reader);
        workshop.quick(move || read(&mut reader.lock().unwrap_or_else(PoisonError::into_inner))).await
    }

    /// The table, which may be a second old.
    pub(crate) async fn table(&self, workshop: &Workshop) -> Result<Arc<Table>, ApiError> {
        // Held while it is read: the others wait for it.
        let mut newest = self.newest.lock().await;
        if let Some(known) = newest.as_ref().filter(|known| Instant::now() < known.until) {
            return Ok(Arc::clone(&known.table));
        }
        let begun = Instant::now();
        let table = self.read(workshop, |reader| reader.table().map_err(|error| failed(&error))).await?;
        let table = table.ok_or_else(|| {
            ApiError::not_found(
                "no league was held in this folder yet; `plyscope league` checks its entrants and plays",
            )
        })?;
        let until = Instant::now() + SHOWN_FOR.max(begun.elapsed() * 10);
        *newest = Some(Newest { table: Arc::clone(&table), until });
        Ok(table)
    }
}
