//! The rules of the house, as far as a machine can check them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::run::{output, root};

/// Lines that a source file may have; a longer one hides a concept that wants its own file.
const LONGEST: usize = 500;

/// Which crates of ours a crate may use. Everything else would turn the one direction of ARCHITECTURE.md around.
const MAY_USE: &[(&str, &[&str])] = &[
    ("crates/core", &[]),
    ("crates/games", &["plyscope-core"]),
    // The searches are there for its examples only, which fit weights and measure.
    ("crates/heuristics", &["plyscope-core", "plyscope-games", "plyscope-search"]),
    // The games are there for its tests only.
    ("crates/search", &["plyscope-core", "plyscope-games"]),
    ("crates/plot", &["plyscope-core"]),
    ("crates/solve", &["plyscope-core", "plyscope-games", "plyscope-heuristics"]),
    // The games are there for its tests only.
    (
        "crates/grade",
        &[
            "plyscope-core",
            "plyscope-games",
            "plyscope-heuristics",
            "plyscope-search",
            "plyscope-solve",
            "plyscope-stats",
        ],
    ),
    (
        "crates/registry",
        &[
            "plyscope-core",
            "plyscope-games",
            "plyscope-grade",
            "plyscope-heuristics",
            "plyscope-search",
            "plyscope-solve",
        ],
    ),
    ("crates/stats", &[]),
    ("crates/store", &[]),
    ("crates/arena", &["plyscope-core", "plyscope-plot", "plyscope-registry", "plyscope-stats", "plyscope-store"]),
    (
        "crates/studies",
        &[
            "plyscope-core",
            "plyscope-games",
            "plyscope-heuristics",
            "plyscope-plot",
            "plyscope-registry",
            "plyscope-search",
            "plyscope-stats",
        ],
    ),
    (
        "crates/web",
        &[
            "plyscope-arena",
            "plyscope-core",
            "plyscope-registry",
            "plyscope-stats",
            "plyscope-store",
            "plyscope-studies",
        ],
    ),
    (
        "crates/cli",
        &[
            "plyscope-arena",
            "plyscope-core",
            "plyscope-plot",
            "plyscope-registry",
            "plyscope-stats",
            "plyscope-store",
            "plyscope-studies",
            "plyscope-web",
        ],
    ),
    ("crates/xtask", &[]),
    ("benches", &["plyscope-core", "plyscope-games", "plyscope-heuristics", "plyscope-search", "plyscope-solve"]),
    ("fuzz", &["plyscope-registry"]),
];

pub(crate) fn check() -> Result<()> {
    let mut faults = Vec::new();
    let files = tracked_files()?;
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let text =
            std::fs::read_to_string(root().join(file)).with_context(|| format!("cannot read {}", file.display()))?;
        check_source(file, &text, &mut faults);
    }
    for manifest in files.iter().filter(|file| file.ends_with("Cargo.toml")) {
        check_manifest(manifest, &mut faults)?;
    }
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        if !files.iter().any(|file| file == Path::new(name)) {
            faults.push(format!("{name} is missing"));
        }
    }
    if faults.is_empty() { Ok(()) } else { bail!("{} faults\n{}", faults.len(), faults.join("\n")) }
}

/// The files that belong to the project: those that git knows or would add.
fn tracked_files() -> Result<Vec<PathBuf>> {
    let list = output("git", &["ls-files", "--cached", "--others", "--exclude-standard"])?;
    Ok(list.lines().map(PathBuf::from).filter(|file| root().join(file).is_file()).collect())
}

fn check_source(file: &Path, text: &str, faults: &mut Vec<String>) {
    let name = file.display();
    if !text.starts_with("//!") {
        faults.push(format!("{name}:1: a file begins with `//!` and what it is for"));
    }
    let n_lines = text.lines().count();
    if n_lines > LONGEST {
        faults.push(format!("{name}: {n_lines} lines; more than {LONGEST} want to be two files"));
    }
    for (index, line) in text.lines().enumerate() {
        if line.ends_with(char::is_whitespace) {
            faults.push(format!("{name}:{}: blank space at the end of the line", index + 1));
        }
    }
}

/// Checks which crates of ours a manifest names. A new crate must be entered in `MAY_USE`, which is a decision.
fn check_manifest(manifest: &Path, faults: &mut Vec<String>) -> Result<()> {
    let folder = manifest.parent().unwrap_or(Path::new(""));
    if folder == Path::new("") {
        return Ok(());
    }
    let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| folder == Path::new(name)) else {
        faults
            .push(format!("{}: which crates may this one use? Say so in crates/xtask/src/tidy.rs", manifest.display()));
        return Ok(());
    };
    let text = std::fs::read_to_string(root().join(manifest))?;
    for (index, line) in text.lines().enumerate() {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        let is_own_name = line.starts_with("name");
        if name.starts_with("plyscope-") && !is_own_name && !allowed.contains(&name) {
            faults.push(format!("{}:{}: this crate must not know {name}", manifest.display(), index + 1));
        }
    }
    Ok(())
}
