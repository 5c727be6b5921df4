//! Programs of the system that the tests need. Where one is missing and the system is Debian, it is installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::output;

/// Programs that tests run, and Debian's packages of them: an interpreter for agents, engines to play against, a
/// sandbox for both, and a server that hands out work, with what makes certificates for it.
const NEEDED: [(&str, &str); 6] = [
    ("python3", "python3"),
    ("fairy-stockfish", "fairy-stockfish"),
    ("gtp-rhino", "grhino"),
    ("bwrap", "bubblewrap"),
    ("nats-server", "nats-server"),
    ("openssl", "openssl"),
];

/// Installs what the tests need and this machine lacks.
pub(crate) fn ensure() -> Result<()> {
    let missing: Vec<&str> =
        NEEDED.iter().filter(|(program, _)| find(program).is_none()).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(", ");
    install(&missing).with_context(|| format!("the tests need {names}, and cannot install them"))
}

/// Installs Debian's packages.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if !Path::new("/etc/debian_version").exists() || find("apt-get").is_none() {
        bail!("packages are installed automatically only on Debian and systems based on it");
    }
    let is_root = output("id", &["-u"])?.trim() == "0";
    // Without asking for a password, which cannot be typed where the checks run by themselves.
    let prefix: &[&str] = match find("sudo") {
        _ if is_root => &[],
        Some(_) => &["sudo", "-n"],
        None => bail!("installing packages needs root or sudo"),
    };
    let apt = |arguments: &[&str]| {
        let words: Vec<&str> = prefix.iter().chain(&["apt-get"]).chain(arguments).copied().collect();
        println!("{}", words.join(" "));
        let status = Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive").status();
        match status.context("cannot start apt-get")? {
            status if status.success() => Ok(()),
            status => bail!("`{}` failed ({status})", words.join(" ")),
        }
    };
    // The list of packages may be missing or old.
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install)))
}

/// Where a program is: a path, or a name that is looked for as a shell does, and among Debian's games and servers.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let others = ["/usr/games", "/usr/sbin"].map(PathBuf::from);
    std::env::split_paths(&folders).chain(others).map(|folder| folder.join(name)).find(|path| path.is_file())
}
