//! What the tests have built: the program and the library of the Python package, found among cargo's messages, so that
//! nothing is built twice.

use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::gate::TEST_TARGETS;
use crate::run::command;

/// Builds the tests of these packages, if that has not been done, and gives the artifact that `choose` finds in one of
/// cargo's messages.
pub(crate) fn artifact(packages: &[&str], choose: impl Fn(&Value) -> Option<String>) -> Result<PathBuf> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let options = ["--locked", "--no-run", "--message-format", "json-render-diagnostics"];
    let arguments = [&["test"], packages, &TEST_TARGETS[..], &options].concat();
    let built = command(&cargo, &arguments).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    if !built.status.success() {
        bail!("`cargo {}` failed ({})", arguments.join(" "), built.status);
    }
    let messages = String::from_utf8_lossy(&built.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let found = messages
        .filter(|message| message["reason"] == "compiler-artifact" && message["profile"]["test"] == false)
        .find_map(|message| choose(&message));
    found.map(PathBuf::from).context("cargo did not say where it put what it built")
}
