//! The manifest of a package, read for the checks.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use toml::{Table, Value};

/// In which section of a manifest a dependency is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Normal,
    /// Tests, examples and benchmarks.
    Dev,
    /// The build script.
    Build,
}

impl Section {
    const ALL: [Section; 3] = [Section::Normal, Section::Dev, Section::Build];

    pub(super) fn name(self) -> &'static str {
        match self {
            Section::Normal => "dependencies",
            Section::Dev => "dev-dependencies",
            Section::Build => "build-dependencies",
        }
    }
}

/// A dependency as a manifest states it.
pub(super) struct Dependency {
    /// The name of the package, also where it is used by another name.
    pub(super) package: String,
    pub(super) section: Section,
    /// What follows the name.
    pub(super) stated: Value,
}

/// The manifest of a package.
pub(super) struct Manifest {
    /// Its path from the root of the project.
    pub(super) path: PathBuf,
    /// The name of the package.
    pub(super) name: String,
    /// Everything in it.
    pub(super) table: Table,
}

impl Manifest {
    pub(super) fn read(path: &Path, text: &str) -> Result<Manifest> {
        let table: Table = text.parse()?;
        let name = table.get("package").and_then(|package| package.get("name")).and_then(Value::as_str);
        let name = name.context("the package has no name")?.to_owned();
        Ok(Manifest { path: path.to_owned(), name, table })
    }

    /// The folder of the package.
    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// Whether a file is part of this package.
    pub(super) fn has(&self, file: &Path) -> bool {
        file.starts_with(self.folder())
    }

    /// Whether it is a workspace of its own.
    pub(super) fn is_workspace(&self) -> bool {
        self.table.contains_key("workspace")
    }

    /// A field of `[package]`.
    pub(super) fn field(&self, name: &str) -> Option<&Value> {
        self.table.get("package")?.get(name)
    }

    /// Its dependencies in all sections, those for one platform included.
    pub(super) fn dependencies(&self) -> Vec<Dependency> {
        let platforms = self.table.get("target").and_then(Value::as_table).into_iter().flat_map(|table| table.values());
        let tables: Vec<&Table> = platforms.filter_map(Value::as_table).chain([&self.table]).collect();
        let mut dependencies = Vec::new();
        for section in Section::ALL {
            let sections = tables.iter().filter_map(|table| table.get(section.name())?.as_table());
            for (name, stated) in sections.flatten() {
                let package = stated.get("package").and_then(Value::as_str).unwrap_or(name).to_owned();
                dependencies.push(Dependency { package, section, stated: stated.clone() });
            }
        }
        dependencies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_is_read() {
        let text = "
            [package]
            name = 'plyscope-x'
            [dependencies]
            a.workspace = true
            nick = { package = 'b', version = '1' }
            [dev-dependencies]
            c = '1'
            [build-dependencies]
            d = '1'
            [target.'cfg(unix)'.dependencies]
            e = '1'
        ";
        let manifest = Manifest::read(Path::new("crates/x/Cargo.toml"), text).expect("a manifest");
        let dependencies = manifest.dependencies();
        let mut found: Vec<_> = dependencies.iter().map(|found| (found.package.as_str(), found.section)).collect();
        found.sort_by_key(|(name, _)| *name);
        let (normal, dev, build) = (Section::Normal, Section::Dev, Section::Build);
        assert_eq!(found, [("a", normal), ("b", normal), ("c", dev), ("d", build), ("e", normal)]);
        assert!(manifest.has(Path::new("crates/x/src/lib.rs")) && !manifest.has(Path::new("crates/xy/src/lib.rs")));
    }
}
