//! `plyscope serve`: Plyscope in the browser.

use std::process::{Command, Stdio};
use std::time::Duration;

use plyscope_web::{Limits, Server, Settings};
use serde_json::json;
use tokio::sync::oneshot;

use crate::args::Serve;
use crate::interrupt;
use crate::output::{Failure, print, print_json, tell};

pub(crate) fn run(options: &Serve) -> Result<(), Failure> {
    let defaults = Limits::default();
    let limits = Limits {
        searches: options.max_searches.into(),
        search_time: Duration::from_secs(options.max_seconds.into()),
        experiment_jobs: options.jobs.map_or(defaults.experiment_jobs, |jobs| jobs.0.get()),
        ..defaults
    };
    let settings = Settings { db: options.database.db.clone(), host: options.host.clone(), limits };
    let server = Server::bind(&settings, options.port)?;
    let address = format!("http://{}/", server.address()?);
    let (end, until) = oneshot::channel();
    interrupt::call(move || {
        // If the server has already ended, there is nothing to do.
        let _ = end.send(());
    })?;
    if options.output.json {
        print_json(&json!({"address": address}))?;
    } else {
        print(&format!("Plyscope is at {address}\nCtrl-C ends it; experiments then stop and can be resumed.\n"))?;
    }
    if !server.address()?.ip().is_loopback() {
        tell("Note: other machines can reach it, and there is no password.");
    }
    if options.open && !open(&address) {
        tell(&format!("Cannot open the browser; the address is {address}"));
    }
    server.run(until)?;
    Ok(())
}

/// Opens an address in the browser.
fn open(address: &str) -> bool {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    quiet.is_ok()
}
