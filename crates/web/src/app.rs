//! What all requests share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use plyscope_core::BadInput;
use plyscope_programs::{Pool, ProgramTable, Programs};

use crate::api::live::Summaries;
use crate::api::studies::StudyResult;
use crate::conductor::Conductor;
use crate::connections::Connections;
use crate::guard::Hosts;
use crate::league::Gallery;
use crate::limits::Limits;
use crate::shelf::Shelf;
use crate::streams::Streams;
use crate::token::{Access, Token};
use crate::work::Workshop;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database of runs; created when the first experiment starts.
    pub db: PathBuf,
    /// The address or name to listen on. With the default, only this machine can reach the server.
    pub host: String,
    /// Who may use the server.
    pub access: Access,
    /// Bounds on what visitors can make the server do.
    pub limits: Limits,
    /// The programs from outside that may play, and the folder in which they run. Visitors cannot add any.
    pub programs: (ProgramTable, PathBuf),
    /// The folder of the league to show, if there is one.
    pub league: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            db: PathBuf::from("plyscope.db"),
            host: "127.0.0.1".to_owned(),
            access: Access::default(),
            limits: Limits::default(),
            programs: Default::default(),
            league: None,
        }
    }
}

/// The state of the server: no games, only work in progress.
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) programs: (ProgramTable, PathBuf),
    pub(crate) pool: Pool,
    pub(crate) db: PathBuf,
    pub(crate) hosts: Hosts,
    /// The token that requests need, if they need one.
    pub(crate) token: Option<Token>,
    pub(crate) workshop: Workshop,
    pub(crate) shelf: Shelf,
    pub(crate) conductor: Conductor,
    pub(crate) connections: Arc<Connections>,
    pub(crate) streams: Streams,
    /// The newest summary of each run that is watched.
    pub(crate) summaries: Summaries,
    /// What the last run of each study found.
    pub(crate) studies: Mutex<HashMap<&'static str, StudyResult>>,
    /// The league to show, if there is one.
    pub(crate) league: Option<Gallery>,
}

/// The state as handlers hold it.
pub(crate) type Shared = Arc<App>;

impl App {
    pub(crate) fn new(settings: &Settings) -> Result<Shared, BadInput> {
        let hosts = Hosts::new(&settings.host);
        let programs = settings.programs.clone();
        let limits = settings.limits.clone();
        let connections = Arc::new(Connections::new(limits.connections));
        Ok(Arc::new(App {
            db: settings.db.clone(),
            token: settings.access.token(hosts.is_open())?,
            hosts,
            pool: Programs::listed(&programs.0, &programs.1)?.pool(),
            programs,
            workshop: Workshop::new(&limits),
            shelf: Shelf::new(limits.trees, limits.tree_bytes),
            conductor: Conductor::default(),
            connections: Arc::clone(&connections),
            streams: Streams::new(limits.streams, connections),
            summaries: Summaries::default(),
            studies: Mutex::default(),
            league: settings.league.as_deref().map(Gallery::open).transpose()?,
            limits,
        }))
    }

    /// Stops all work in progress. Experiments can be resumed.
    pub(crate) fn close(&self) {
        self.workshop.stop_all();
        self.conductor.stop_all();
    }
}
