//! `plyscope serve`: Plyscope in the browser.

use std::process::{Command, Stdio};
use std::time::Duration;

use plyscope_web::{Access, Limits, MISSING_PAGE, Server, Settings};
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
    let access = match &options.token {
        Some(token) => Access::Token(token.clone()),
        None if options.open => Access::Open,
        None => Access::Automatic,
    };
    let programs = options.programs.specs()?;
    let db = options.database.db.clone();
    let settings =
        Settings { db, host: options.host.clone(), access, limits, programs, league: options.league.clone() };
    let server = Server::bind(&settings, options.port)?;
    let addresses = server.addresses()?;
    // The last one is that of this machine.
    let address = addresses.last().cloned().unwrap_or_default();
    let (end, until) = oneshot::channel();
    interrupt::call(move || {
        // If the server has already ended, there is nothing to do.
        let _ = end.send(());
    })?;
    if options.output.json {
        print_json(&json!({"address": address, "addresses": addresses, "token": server.token()}))?;
    } else {
        let places = addresses.join("\n               ");
        print(&format!("Plyscope is at {places}\nPress Ctrl-C to stop; running experiments can be resumed later.\n"))?;
    }
    let is_loopback = server.address()?.ip().is_loopback();
    match (options.open, is_loopback) {
        (true, false) => tell("Warning: anyone who can reach this machine can use it; --open waives the token."),
        (true, true) => tell("Note: --open has no effect here; use --browser to open the page in the browser."),
        (false, false) => tell("Only people who have this address, with its token, can use it."),
        (false, true) => {}
    }
    if let Some(reason) = MISSING_PAGE {
        tell(&format!("Note: this program was built without its page: {reason}"));
    }
    if options.browser && !open(&address) {
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
