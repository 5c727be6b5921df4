//! Builds the page from `ui/` and puts it where it is embedded from. Without npm, or with `PLYSCOPE_UI=skip`, a small
//! page that says what to do takes its place.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The parts of `ui/` that make the page.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

fn main() {
    let ui = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../../ui");
    let out = PathBuf::from(variable("OUT_DIR")).join("ui");
    println!("cargo::rerun-if-env-changed=PLYSCOPE_UI");
    for source in SOURCES.map(|source| ui.join(source)) {
        // A missing path would make every build run this again.
        if source.exists() {
            println!("cargo::rerun-if-changed={}", source.display());
        }
    }
    if !ui.exists() {
        println!("cargo::rerun-if-changed=build.rs");
    }
    let skipped = env::var("PLYSCOPE_UI").is_ok_and(|value| value == "skip");
    let built = if !ui.join("package.json").exists() {
        Err("The sources of the page (the folder ui) were not there when this program was built.".to_owned())
    } else if skipped {
        Err("This program was built with PLYSCOPE_UI=skip, which leaves out the page.".to_owned())
    } else {
        build(&ui, &out)
    };
    if let Err(reason) = built {
        println!("cargo::warning=the page is left out: {reason}");
        write_instead(&out, &reason).expect("the folder for build output can be written");
    }
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets it")
}

/// Installs what is missing and builds the page.
fn build(ui: &Path, out: &Path) -> Result<(), String> {
    let lock = fs::read(ui.join("package-lock.json")).unwrap_or_default();
    let stamp = ui.join("node_modules/.plyscope-lock");
    if fs::read(&stamp).ok().as_ref() != Some(&lock) {
        npm(ui, &["ci"])?;
        fs::write(&stamp, &lock).map_err(|error| format!("Cannot write {}: {error}.", stamp.display()))?;
    }
    clear(out).map_err(|error| format!("Cannot write {}: {error}.", out.display()))?;
    npm(ui, &["run", "build", "--", "--emptyOutDir", "--outDir", &out.display().to_string()])?;
    if out.join("index.html").exists() { Ok(()) } else { Err("`npm run build` made no index.html.".to_owned()) }
}

fn npm(ui: &Path, arguments: &[&str]) -> Result<(), String> {
    let line = format!("npm {}", arguments.join(" "));
    let output = Command::new("npm").args(arguments).current_dir(ui).output();
    let output = output.map_err(|_| "npm was not found; it comes with Node.js 20 or later.".to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    text.lines().take(30).for_each(|line| println!("cargo::warning={line}"));
    Err(format!("`{line}` failed."))
}

fn clear(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

/// A page that says why the real one is missing, and what to do.
fn write_instead(out: &Path, reason: &str) -> io::Result<()> {
    clear(out)?;
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Plyscope</title>\n\
         <h1>Plyscope is running, but its page was not built</h1>\n\
         <p>{reason}</p>\n\
         <p>Install Node.js 20 or later with npm, then build the program again: \
         <code>cargo build --release</code>.</p>\n\
         <p>The <a href=\"/api/openapi.json\">API</a> works without it, and so do all commands: \
         <code>plyscope --help</code>.</p>\n</html>\n"
    );
    fs::write(out.join("index.html"), page)
}
