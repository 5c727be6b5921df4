//! The page in a real browser: its types are checked, then the end-to-end tests of `ui/e2e` drive the program itself.
//!
//! The browser is the Chromium of the system, not one that the test tool downloads. Where there is none and the system
//! is Debian's or like it, it is installed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::built::artifact;
use crate::packages::{self, find};
use crate::run::{command, output, root};

/// Checks the page and runs its tests. `PLYSCOPE_BIN` may name a program that is built already, `PLYSCOPE_CHROMIUM` the
/// browser.
pub(crate) fn check() -> Result<()> {
    check_node()?;
    let chromium = chromium()?;
    // Before the types are written among the sources of the page, because that would have it built again.
    let program = match std::env::var_os("PLYSCOPE_BIN") {
        Some(program) => PathBuf::from(program),
        None => program()?,
    };
    let program = program.canonicalize().with_context(|| format!("there is no program {}", program.display()))?;
    install()?;
    npm(&["run", "check"], &[])?;
    npm(&["run", "e2e"], &[("PLYSCOPE_BIN", &program), ("PLYSCOPE_CHROMIUM", &chromium)])
}

/// Installs the packages that the lock names, unless the build script of `plyscope-web` has done so already.
fn install() -> Result<()> {
    let ui = root().join("ui");
    let lock = fs::read(ui.join("package-lock.json")).context("cannot read ui/package-lock.json")?;
    // The build script keeps a copy of the lock that it installed.
    let installed = ui.join("node_modules/.plyscope-lock");
    if fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci"], &[])?;
    fs::write(&installed, lock).with_context(|| format!("cannot write {}", installed.display()))
}

/// The oldest Node.js that builds the page.
const OLDEST_NODE: u32 = 20;

fn check_node() -> Result<()> {
    let remedy = format!("install Node.js {OLDEST_NODE} or later with npm (https://nodejs.org)");
    let (Some(node), Some(_)) = (find("node"), find("npm")) else {
        bail!("the page needs Node.js and npm, which are missing: {remedy}");
    };
    let version = output(&node.display().to_string(), &["--version"])?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    match major {
        Some(OLDEST_NODE..) => Ok(()),
        _ => bail!("this is Node.js {}, which is too old for the page: {remedy}", version.trim()),
    }
}

fn npm(arguments: &[&str], environment: &[(&str, &Path)]) -> Result<()> {
    let mut npm = command("npm", arguments);
    let status = npm.current_dir(root().join("ui")).envs(environment.iter().copied()).status();
    let status = status.context("cannot start npm")?;
    if !status.success() {
        bail!("`npm {}` failed in ui ({status})", arguments.join(" "));
    }
    Ok(())
}

/// The program as the tests of the workspace have built it.
fn program() -> Result<PathBuf> {
    artifact(&["--workspace"], |message| {
        let is_program = message["target"]["name"] == "plyscope";
        message["executable"].as_str().filter(|_| is_program).map(str::to_owned)
    })
}

/// The browser of the system.
fn chromium() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("PLYSCOPE_CHROMIUM") {
        let named = PathBuf::from(named);
        return find(&named.display().to_string())
            .with_context(|| format!("PLYSCOPE_CHROMIUM names {}, which does not exist", named.display()));
    }
    let known = || ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(find);
    if let Some(found) = known() {
        return Ok(found);
    }
    let installed = packages::install(&["chromium"]);
    known().with_context(|| {
        let why = installed.err().map_or_else(String::new, |error| format!(" ({error:#})"));
        format!(
            "the tests of the page need Chromium, which is missing{why}: install it, or name a similar browser in \
             PLYSCOPE_CHROMIUM"
        )
    })
}
