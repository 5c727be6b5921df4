//! What all requests share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::api::studies::StudyResult;
use crate::conductor::Conductor;
use crate::guard::Hosts;
use crate::limits::Limits;
use crate::shelf::Shelf;
use crate::work::Workshop;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database of runs; created when the first experiment starts.
    pub db: PathBuf,
    /// The address or name to listen on. With the default, only this machine can reach the server.
    pub host: String,
    /// Bounds on what visitors can make the server do.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { db: PathBuf::from("plyscope.db"), host: "127.0.0.1".to_owned(), limits: Limits::default() }
    }
}

/// The state of the server: no games, only work in progress.
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) db: PathBuf,
    pub(crate) hosts: Hosts,
    pub(crate) workshop: Workshop,
    pub(crate) shelf: Shelf,
    pub(crate) conductor: Conductor,
    /// What the last run of each study found.
    pub(crate) studies: Mutex<HashMap<&'static str, StudyResult>>,
}

/// The state as handlers hold it.
pub(crate) type Shared = Arc<App>;

impl App {
    pub(crate) fn new(settings: &Settings) -> Shared {
        let limits = settings.limits.clone();
        Arc::new(App {
            db: settings.db.clone(),
            hosts: Hosts::new(&settings.host),
            workshop: Workshop::new(&limits),
            shelf: Shelf::new(limits.trees, limits.tree_bytes),
            conductor: Conductor::default(),
            studies: Mutex::default(),
            limits,
        })
    }

    /// Stops all work in progress. Experiments can be resumed.
    pub(crate) fn close(&self) {
        self.workshop.stop_all();
        self.conductor.stop_all();
    }
}
