//! `cargo xtask recipe`: does the recipe for a new game in CONTRIBUTING.md still work?
//!
//! The listing of a tiny game is taken out of the text and added to a copy of the sources, by the steps that the text
//! gives and no others; then the compiler checks the copy. The text says where the listing goes with "Put it into
//! `FILE`", and where a line goes with "`LINE` in `FILE`". Lines that begin with `&` are put at the top of the first
//! list of their file, all others at its end.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::run;

const GUIDE: &str = "CONTRIBUTING.md";
const SECTION: &str = "## Adding a game";
const MARKER: &str = "```rust\n// recipe: a whole game\n";
/// Where a game becomes known; the recipe must have a line for each.
const REGISTERS: [&str; 2] = ["crates/games/src/lib.rs", "crates/registry/src/games.rs"];
/// What a copy of the workspace needs.
const SOURCES: [&str; 4] = ["Cargo.toml", "Cargo.lock", "crates", "benches"];
const NOT_SOURCES: [&str; 2] = ["target", "node_modules"];

/// What the text says about one file: to make it of this code, or to add this line to it.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    file: String,
    code: String,
}

/// Adds the game to a copy of the sources and checks that copy.
pub(crate) fn check() -> Result<()> {
    let root = run::root();
    let guide = fs::read_to_string(root.join(GUIDE)).context(GUIDE)?;
    let steps = steps(&guide)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    // The copy stays there, and only what changed is written again: the second time there is little to compile.
    let copy = target.join("recipe");
    let mut files = HashSet::new();
    for source in SOURCES {
        mirror(&root, &copy, Path::new(source), &steps, &mut files)?;
    }
    for step in &steps {
        let is_new = files.insert(PathBuf::from(&step.file));
        if is_new {
            write(&copy.join(&step.file), step.code.as_bytes())?;
        }
    }
    remove_others(&copy, Path::new(""), &files)?;
    let [manifest, built] = [copy.join("Cargo.toml"), target.join("recipe-target")];
    let [manifest, built] = [manifest, built].map(|path| path.to_string_lossy().into_owned());
    // A target folder of its own: in ours, cargo would take what it compiled of the copy for what it compiled of the
    // sources, and no longer see their changes.
    let place = ["--manifest-path", &manifest, "--target-dir", &built, "--locked", "--offline"];
    run::cargo(&[&["check", "--package", "plyscope-registry"], &place[..]].concat())
        .with_context(|| format!("the recipe for a new game in {GUIDE} does not work"))
}

/// The steps of the section: the listing first, then the lines.
fn steps(guide: &str) -> Result<Vec<Step>> {
    let (_, section) = guide.split_once(SECTION).with_context(|| format!("{GUIDE} has no section `{SECTION}`"))?;
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let (_, rest) = section.split_once(MARKER).with_context(|| format!("{GUIDE} has no listing of a game"))?;
    let (code, prose) = rest.split_once("```").context("the listing of a game does not end")?;
    let prose = prose.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, file) = prose.split_once("Put it into `").with_context(|| format!("{GUIDE} does not name the file"))?;
    let mut steps = vec![Step { file: before_tick(file).to_owned(), code: code.to_owned() }];
    for register in REGISTERS {
        let (before, _) = prose
            .split_once(&format!("` in `{register}`"))
            .with_context(|| format!("{GUIDE} does not say what to add to {register}"))?;
        let line = before.rsplit('`').next().unwrap_or_default();
        steps.push(Step { file: register.to_owned(), code: line.to_owned() });
    }
    Ok(steps)
}

fn before_tick(text: &str) -> &str {
    text.split('`').next().unwrap_or_default()
}

/// Copies a file, with the lines that steps add to it, or a folder.
fn mirror(root: &Path, copy: &Path, path: &Path, steps: &[Step], files: &mut HashSet<PathBuf>) -> Result<()> {
    let from = root.join(path);
    if from.is_dir() {
        for entry in fs::read_dir(&from).with_context(|| from.display().to_string())? {
            let name = entry?.file_name();
            if !NOT_SOURCES.iter().any(|other| name == *other) {
                mirror(root, copy, &path.join(name), steps, files)?;
            }
        }
        return Ok(());
    }
    let mut bytes = fs::read(&from).with_context(|| from.display().to_string())?;
    for step in steps.iter().filter(|step| Path::new(&step.file) == path) {
        let text = String::from_utf8(bytes).with_context(|| format!("{} is not text", step.file))?;
        bytes = with_line(&text, step)?.into_bytes();
    }
    files.insert(path.to_owned());
    write(&copy.join(path), &bytes)
}

/// A file with the line of a step.
fn with_line(text: &str, step: &Step) -> Result<String> {
    const LIST: &str = "&[\n";
    if !step.code.starts_with('&') {
        return Ok(format!("{text}{}\n", step.code));
    }
    let (before, after) = text.split_once(LIST).with_context(|| format!("{} has no list", step.file))?;
    Ok(format!("{before}{LIST}    {}\n{after}", step.code))
}

/// Writes a file unless it is there already.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let folder = path.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).with_context(|| path.display().to_string())
}

/// Removes what an earlier copy left.
fn remove_others(copy: &Path, folder: &Path, files: &HashSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(copy.join(folder))? {
        let path = folder.join(entry?.file_name());
        if copy.join(&path).is_dir() {
            remove_others(copy, &path, files)?;
        } else if !files.contains(&path) {
            fs::remove_file(copy.join(&path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: &str = "## Adding a game\n\n```rust\n// recipe: a whole game\npub struct Nim;\n```\n\n\
        1. Put it into `crates/games/src/nim/mod.rs`.\n\
        2. `pub mod nim;` in\n   `crates/games/src/lib.rs`, and `&One::<nim::Nim>::NEW,` in\n   \
        `crates/registry/src/games.rs`.\n\n## Adding a search\n";

    #[test]
    fn steps_are_those_of_the_text() {
        let found = steps(RECIPE).expect("a complete recipe");
        let found: Vec<(&str, &str)> = found.iter().map(|step| (step.file.as_str(), step.code.as_str())).collect();
        let listing = ("crates/games/src/nim/mod.rs", "pub struct Nim;\n");
        assert_eq!(found, [listing, (REGISTERS[0], "pub mod nim;"), (REGISTERS[1], "&One::<nim::Nim>::NEW,")]);
    }

    #[test]
    fn a_recipe_without_one_of_its_steps_is_refused() {
        for missing in [SECTION, MARKER, "Put it into", REGISTERS[0], REGISTERS[1]] {
            assert!(steps(&RECIPE.replace(missing, "")).is_err(), "without {missing}");
        }
    }

    #[test]
    fn lines_go_to_the_list_or_to_the_end() {
        let with = |code: &str| {
            let step = Step { file: "games.rs".to_owned(), code: code.to_owned() };
            with_line("use a::B;\nstatic ALL: &[u8] = &[\n    &B,\n];\n", &step).expect("a list")
        };
        assert_eq!(with("&C,"), "use a::B;\nstatic ALL: &[u8] = &[\n    &C,\n    &B,\n];\n");
        assert_eq!(with("mod c;"), "use a::B;\nstatic ALL: &[u8] = &[\n    &B,\n];\nmod c;\n");
    }
}
