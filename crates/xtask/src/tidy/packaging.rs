//! What a crate needs so that `cargo package` and `cargo publish` accept it, and so that the package builds by itself.

use std::path::{Component, Path, PathBuf};

use toml::{Table, Value};

use super::manifest::{Manifest, Section};
use crate::run::root;

/// Fields of `[package]` that a published crate states or takes from the workspace.
const FIELDS: [&str; 7] = ["description", "version", "edition", "rust-version", "license", "keywords", "categories"];

/// Texts that every package carries. In a crate they are links to those of the repository.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Checks the manifest of a package that would be published.
pub(super) fn check(manifest: &Manifest, workspace: &Table, faults: &mut Vec<String>) {
    if !is_published(manifest) {
        return;
    }
    let path = manifest.path.display();
    for field in FIELDS.iter().filter(|field| manifest.field(field).is_none()) {
        faults.push(format!("{path}: a package needs `{field}` (or `publish = false`)"));
    }
    for licence in LICENCES.iter().filter(|name| !root().join(manifest.folder()).join(name).exists()) {
        faults.push(format!(
            "{path}: a package needs {licence}: `ln -s ../../{licence} {}`",
            manifest.folder().display()
        ));
    }
    for dependency in manifest.dependencies() {
        let package = &dependency.package;
        let Some(shared) = own_dependency(workspace, package) else { continue };
        // Crates test each other in a circle, which can be published only if those dependencies are left out. Cargo
        // does that where they have no version.
        if dependency.section == Section::Dev {
            if dependency.stated.get("path").is_none() || dependency.stated.get("version").is_some() {
                faults.push(format!("{path}: [dev-dependencies] name {package} by its path alone"));
            }
        } else if dependency.stated.get("workspace").is_none() {
            faults.push(format!("{path}: say `{package}.workspace = true`"));
        } else if shared.get("version").and_then(Value::as_str) != version(workspace) {
            faults.push(format!(
                "Cargo.toml: {package} needs the version of the workspace, for packages of other crates"
            ));
        }
    }
}

/// Checks that a source file of a package includes nothing from outside the package.
pub(super) fn check_includes(manifest: &Manifest, file: &Path, text: &str, faults: &mut Vec<String>) {
    let inside = file.strip_prefix(manifest.folder()).unwrap_or(file);
    if !is_published(manifest) || is_excluded(manifest, inside) {
        return;
    }
    for (index, line) in text.lines().enumerate() {
        for opening in ["include_str!(\"", "include_bytes!(\"", "include!(\"", "#[path = \""] {
            let Some((_, rest)) = line.split_once(opening) else { continue };
            let target = rest.split('"').next().unwrap_or_default();
            if !manifest.has(&normal(&file.with_file_name(target))) {
                faults.push(format!("{}:{}: {target} is outside the package", file.display(), index + 1));
            }
        }
    }
}

fn is_published(manifest: &Manifest) -> bool {
    manifest.field("publish") != Some(&Value::Boolean(false))
}

/// Whether a file, as seen from the folder of the package, is left out by its `exclude`.
fn is_excluded(manifest: &Manifest, file: &Path) -> bool {
    let excluded = manifest.field("exclude").and_then(Value::as_array).into_iter().flatten();
    excluded.filter_map(Value::as_str).any(|folder| file.starts_with(folder.trim_start_matches('/')))
}

/// How the workspace states one of its own crates.
fn own_dependency<'t>(workspace: &'t Table, package: &str) -> Option<&'t Value> {
    let stated = workspace.get("workspace")?.get("dependencies")?.get(package)?;
    stated.get("path").map(|_| stated)
}

fn version(workspace: &Table) -> Option<&str> {
    workspace.get("workspace")?.get("package")?.get("version")?.as_str()
}

/// A path without `..` where that is possible, by its text alone.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        if part != Component::ParentDir || !normal.pop() {
            normal.push(part);
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str = "
        [workspace.package]
        version = '0.1.0'
        [workspace.dependencies]
        plyscope-core = { path = 'crates/core', version = '0.1.0' }
        plyscope-old = { path = 'crates/old', version = '0.0.9' }
    ";

    const COMPLETE: &str = "
        [package]
        name = 'plyscope-x'
        description = 'For tests.'
        version.workspace = true
        edition.workspace = true
        rust-version.workspace = true
        license.workspace = true
        keywords.workspace = true
        categories.workspace = true
    ";

    fn manifest(text: &str) -> Manifest {
        Manifest::read(Path::new("crates/search/Cargo.toml"), text).expect("a manifest")
    }

    fn faults(text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        check(&manifest(text), &WORKSPACE.parse().expect("a workspace"), &mut faults);
        faults
    }

    #[test]
    fn what_cargo_asks_for_is_there() {
        assert_eq!(faults(COMPLETE), [""; 0]);
        assert!(faults(&COMPLETE.replace("description", "title"))[0].contains("`description`"));
        assert_eq!(faults("[package]\nname = 'plyscope-x'\npublish = false"), [""; 0]);
    }

    #[test]
    fn own_crates_have_versions_except_in_tests() {
        let with = |dependencies: &str| faults(&format!("{COMPLETE}\n{dependencies}"));
        assert_eq!(with("[dependencies]\nplyscope-core.workspace = true"), [""; 0]);
        assert_eq!(with("[dev-dependencies]\nplyscope-core.path = '../core'"), [""; 0]);
        assert!(with("[dependencies]\nplyscope-core.path = '../core'")[0].contains("workspace = true"));
        assert!(with("[dev-dependencies]\nplyscope-core.workspace = true")[0].contains("by its path alone"));
        assert!(with("[dependencies]\nplyscope-old.workspace = true")[0].contains("version of the workspace"));
    }

    #[test]
    fn nothing_outside_is_included() {
        let includes = |package: &str, file: &str, text: &str| {
            let mut faults = Vec::new();
            check_includes(&manifest(package), Path::new(file), text, &mut faults);
            faults.len()
        };
        let (outside, inside) = ("include_str!(\"../../x.txt\")", "include_str!(\"../x.txt\")");
        assert_eq!(includes(COMPLETE, "crates/search/src/lib.rs", outside), 1);
        assert_eq!(includes(COMPLETE, "crates/search/src/lib.rs", inside), 0);
        let excluded = format!("{COMPLETE}\nexclude = ['/tests']");
        assert_eq!(includes(&excluded, "crates/search/tests/all.rs", outside), 0);
        assert_eq!(includes(&excluded, "crates/search/src/lib.rs", outside), 1);
    }
}
