//! Builds the page from `ui/` and puts it where it is embedded from. Without npm, without a registry that answers, or
//! with `PLYSCOPE_UI=skip`, a small page that says what to do takes its place.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

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

/// How long the registry of npm may take to answer.
const REGISTRY_TIME: Duration = Duration::from_secs(15);
/// How long npm may take to install the packages.
const INSTALL_TIME: Duration = Duration::from_secs(600);
/// How long the page may take to build.
const BUILD_TIME: Duration = Duration::from_secs(600);

/// A changed variable makes cargo run this again; otherwise it would keep what it has built.
const REMEDY: &str = "Install Node.js 20 or later with npm, check that `npm ping` succeeds, and build again with \
                      PLYSCOPE_UI=build.";

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
        Err("The sources of the page (the folder ui) are missing; build from the repository.".to_owned())
    } else if skipped {
        Err("PLYSCOPE_UI=skip was set; build again with PLYSCOPE_UI=build.".to_owned())
    } else {
        build(&ui, &out).map_err(|reason| format!("{reason} {REMEDY}"))
    };
    if let Err(reason) = built {
        println!("cargo::warning=the page is left out: {reason}");
        println!("cargo::rustc-env=PLYSCOPE_MISSING_PAGE={reason}");
        write_instead(&out, &reason).expect("the folder for build output can be written");
    }
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets it")
}

/// Installs what is missing and builds the page.
fn build(ui: &Path, out: &Path) -> Result<(), String> {
    clear(out).map_err(|error| format!("Cannot write {}: {error}.", out.display()))?;
    let log = out.with_file_name("npm.log");
    let npm = |arguments: &[&str], time| run("npm", arguments, ui, &log, time);
    let lock = fs::read(ui.join("package-lock.json")).unwrap_or_default();
    let stamp = ui.join("node_modules/.plyscope-lock");
    if fs::read(&stamp).ok().as_ref() != Some(&lock) {
        // Asked first, because npm itself waits and tries again for many minutes.
        match npm(&["view", "svelte", "version", "--fetch-retries=0"], REGISTRY_TIME) {
            Ok(()) => npm(&["ci"], INSTALL_TIME),
            Err(reason) => {
                println!("cargo::warning=the npm registry does not respond: {reason} Trying the npm cache.");
                npm(&["ci", "--offline"], INSTALL_TIME)
                    .map_err(|_| "The npm registry does not respond, and its cache lacks some packages.".to_owned())
            }
        }?;
        fs::write(&stamp, &lock).map_err(|error| format!("Cannot write {}: {error}.", stamp.display()))?;
    }
    npm(&["run", "build", "--", "--emptyOutDir", "--outDir", &out.display().to_string()], BUILD_TIME)?;
    if out.join("index.html").exists() { Ok(()) } else { Err("`npm run build` made no index.html.".to_owned()) }
}

/// Runs a program for a limited time. What it prints goes to a file, and its end into the reason of a failure.
pub(crate) fn run(program: &str, arguments: &[&str], folder: &Path, log: &Path, time: Duration) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    let output = File::create(log).and_then(|file| Ok((file.try_clone()?, file)));
    let (stdout, stderr) = output.map_err(|error| format!("Cannot write {}: {error}.", log.display()))?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    let mut child = command.spawn().map_err(|_| format!("`{program}` was not found."))?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if begun.elapsed() < time => thread::sleep(Duration::from_millis(50)),
            _ => {
                // It may have ended in this moment.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("`{line}` had not finished after {} s.", time.as_secs_f64()));
            }
        }
    };
    if status.success() {
        return Ok(());
    }
    let text = fs::read_to_string(log).unwrap_or_default();
    // Without the calls within npm.
    let lines = text.lines().filter(|line| !line.contains("    at ")).take(10);
    lines.for_each(|line| println!("cargo::warning={line}"));
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
         <p>The <a href=\"/api/openapi.json\">API</a> works without it, and so do all commands: \
         <code>plyscope --help</code>.</p>\n</html>\n"
    );
    fs::write(out.join("index.html"), page)
}
