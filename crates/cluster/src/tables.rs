//! What a worker keeps of the runs that it plays.

use std::collections::HashMap;
use std::sync::Arc;

use async_nats::jetstream::object_store::ObjectStore;
use plyscope_arena::{Plan, Tables};
use plyscope_core::BadInput;
use tempfile::TempDir;
use tokio::sync::{Mutex, OnceCell};

use crate::blobs::{self, Folder};
use crate::coordinator::Manifest;

/// Runs that a worker keeps ready.
const MAX_RUNS: usize = 4;

/// A run, ready to be played.
pub(crate) struct RunTables {
    pub(crate) plan: Plan,
    pub(crate) tables: Tables,
    /// Where its programs are, for as long as they play.
    _folder: Option<TempDir>,
}

type Slot = Arc<OnceCell<Arc<RunTables>>>;

/// The runs that a worker has read, by name, and in the order in which they were read.
#[derive(Default)]
pub(crate) struct Runs(Mutex<(HashMap<String, Slot>, Vec<String>)>);

impl Runs {
    /// A run, which is read when it is first asked for.
    pub(crate) async fn get(
        &self,
        store: &ObjectStore,
        run: &str,
        allows_programs: bool,
    ) -> Result<Arc<RunTables>, BadInput> {
        let slot = {
            let (slots, order) = &mut *self.0.lock().await;
            if !slots.contains_key(run) {
                if order.len() >= MAX_RUNS {
                    slots.remove(&order.remove(0));
                }
                order.push(run.to_owned());
            }
            Arc::clone(slots.entry(run.to_owned()).or_default())
        };
        slot.get_or_try_init(|| read(store, run, allows_programs)).await.cloned()
    }
}

async fn read(store: &ObjectStore, run: &str, allows_programs: bool) -> Result<Arc<RunTables>, BadInput> {
    let bytes = blobs::get(store, &format!("run-{run}")).await?;
    let manifest: Manifest = serde_json::from_slice(&bytes)
        .map_err(|error| BadInput::new(format!("the plan of run {run} cannot be read: {error}")))?;
    if manifest.plan.has_programs() && !allows_programs {
        return Err(BadInput::new("this worker plays no programs from outside (--allow-programs)"));
    }
    let mut files = HashMap::new();
    for (name, hash) in &manifest.files {
        files.insert(name.clone(), blobs::get_checked(store, hash).await?);
    }
    let folder = match &manifest.folder {
        Some(hash) => Some(Folder::decode(&blobs::get_checked(store, hash).await?)?),
        None => None,
    };
    let made = tokio::task::spawn_blocking(move || set_up(manifest, &files, folder.as_ref())).await;
    made.unwrap_or_else(|_| Err(BadInput::new("the plan made this program fail"))).map(Arc::new)
}

fn set_up(
    manifest: Manifest,
    files: &HashMap<String, Vec<u8>>,
    folder: Option<&Folder>,
) -> Result<RunTables, BadInput> {
    let failed = |error: std::io::Error| BadInput::new(format!("the programs cannot be written down: {error}"));
    let place = match folder {
        Some(folder) => {
            let place = tempfile::tempdir().map_err(failed)?;
            folder.write(place.path()).map_err(failed)?;
            Some(place)
        }
        None => None,
    };
    let file = |name: &str| {
        files.get(name).cloned().ok_or_else(|| BadInput::new(format!("the file {name} was not sent along")))
    };
    let here = place.as_ref().map_or_else(|| std::path::Path::new("/nowhere"), TempDir::path);
    let plan = manifest.plan.plan(&file, here)?;
    let tables = Tables::new(&plan)?;
    Ok(RunTables { plan, tables, _folder: place })
}
