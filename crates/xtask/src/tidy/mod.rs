//! The rules of the project, as far as a machine can check them: files (`text.rs`), dependencies between crates
//! (`dependencies.rs`) and what a package needs (`packaging.rs`).

mod dependencies;
mod manifest;
mod packaging;
mod text;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::run::{output, root};
use manifest::Manifest;

/// Files that the repository must have.
const EXPECTED: [&str; 6] =
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Checks all rules.
pub(crate) fn check() -> Result<()> {
    let files = tracked_files()?;
    let mut faults = Vec::new();
    for name in EXPECTED.iter().filter(|name| !files.iter().any(|file| file == Path::new(name))) {
        faults.push(format!("{name} is missing"));
    }
    let manifests = manifests(&files)?;
    let architecture = read(Path::new("ARCHITECTURE.md"))?;
    let workspace: toml::Table = read(Path::new("Cargo.toml"))?.parse().context("Cargo.toml")?;
    for manifest in &manifests {
        dependencies::check(manifest, &architecture, &mut faults);
        packaging::check(manifest, &workspace, &mut faults);
    }
    for file in &files {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !text::EXTENSIONS.contains(&extension) {
            continue;
        }
        let content = read(file)?;
        if extension == "rs" {
            text::check_source(file, &content, &mut faults);
            if let Some(manifest) = manifests.iter().find(|manifest| manifest.has(file)) {
                packaging::check_includes(manifest, file, &content, &mut faults);
            }
        }
        text::check_prose(file, &content, &mut faults);
    }
    if faults.is_empty() { Ok(()) } else { bail!("{} faults\n{}", faults.len(), faults.join("\n")) }
}

/// The names of the packages of the workspace, in the order of their folders.
pub(crate) fn packages() -> Result<Vec<String>> {
    let manifests = manifests(&tracked_files()?)?;
    Ok(manifests.iter().filter(|manifest| !manifest.is_workspace()).map(|manifest| manifest.name.clone()).collect())
}

/// The files that belong to the project: those that git knows or would add.
fn tracked_files() -> Result<Vec<PathBuf>> {
    let list = output("git", &["ls-files", "--cached", "--others", "--exclude-standard"])?;
    Ok(list.lines().map(PathBuf::from).filter(|file| root().join(file).is_file()).collect())
}

/// The manifests of all packages, those of other workspaces included.
fn manifests(files: &[PathBuf]) -> Result<Vec<Manifest>> {
    let is_package = |file: &&PathBuf| file.ends_with("Cargo.toml") && file.as_path() != Path::new("Cargo.toml");
    let read = |file: &PathBuf| Manifest::read(file, &read(file)?).with_context(|| file.display().to_string());
    files.iter().filter(is_package).map(read).collect()
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(root().join(file)).with_context(|| format!("cannot read {}", file.display()))
}
