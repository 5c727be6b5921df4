//! Instruction counts of the hot paths: regression figures that do not depend on how busy the machine is.
//!
//! Valgrind counts the instructions of a workload done n times and 2n times; the difference, divided by the units of
//! work, has neither start-up nor set-up in it. The figures depend on the compiler, so the file names the one it was
//! made with.

use anyhow::{Context, Result, bail};

use crate::run::{cargo, output, root};

/// What is counted, and how often it is done for the smaller of the two counts.
const WORKLOADS: [(&str, u64); 14] = [
    ("breakthrough-playouts", 2000),
    ("reversi-playouts", 2000),
    ("tictactoe-playouts", 20_000),
    ("andantino-playouts", 2000),
    ("breakthrough-perft", 1),
    ("reversi-perft", 1),
    ("pawn-perft", 1),
    ("andantino-perft", 1),
    ("search-alphabeta", 2),
    ("search-best-middle-game", 1),
    ("search-tictactoe", 5),
    ("uct-breakthrough", 1),
    ("observer-off", 10),
    ("observer-recording", 10),
];

/// More than this over the figure on file is a regression.
const TOLERANCE: f64 = 0.03;

const FILE: &str = "benches/instructions.txt";
const BENCHES: &str = "target/dist/plyscope-benches";

/// Counts and compares with the file; fails if anything became slower.
pub(crate) fn compare() -> Result<()> {
    let known = std::fs::read_to_string(root().join(FILE)).with_context(|| format!("cannot read {FILE}"))?;
    let mut slower = Vec::new();
    println!("{:28}{:>14}{:>14}{:>9}", "instructions for each", "on file", "now", "change");
    for (name, now) in count()? {
        let before: f64 = known
            .lines()
            .find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
            .with_context(|| format!("{FILE} has no figure for {name}: `cargo xtask instructions --update` adds it"))?;
        let change = now / before - 1.0;
        println!("{name:28}{before:14.2}{now:14.2}{:8.1}%", 100.0 * change);
        if change > TOLERANCE {
            slower.push(name);
        }
    }
    if slower.is_empty() { Ok(()) } else { bail!("more instructions than on file: {}", slower.join(", ")) }
}

/// Counts and writes the file.
pub(crate) fn update() -> Result<()> {
    let compiler = output("rustc", &["--version"])?;
    let mut text = format!(
        "# Instructions for each playout, perft leaf, search, simulation or node,\n\
         # counted by `cargo xtask instructions --update`\n\
         # with {compiler}"
    );
    for (name, now) in count()? {
        println!("{name:28}{now:14.2}");
        text.push_str(&format!("{name:28}{now:14.2}\n"));
    }
    std::fs::write(root().join(FILE), text).with_context(|| format!("cannot write {FILE}"))
}

fn count() -> Result<Vec<(&'static str, f64)>> {
    cargo(&["build", "--profile", "dist", "--quiet", "--package", "plyscope-benches"])?;
    WORKLOADS.into_iter().map(|(name, n)| Ok((name, per_unit(name, n)?))).collect()
}

fn per_unit(name: &str, n: u64) -> Result<f64> {
    let (less_work, less) = measure(name, n)?;
    let (more_work, more) = measure(name, 2 * n)?;
    Ok((more - less) as f64 / (more_work - less_work) as f64)
}

/// Units of work and instructions of one run.
fn measure(name: &str, n: u64) -> Result<(u64, u64)> {
    let n = n.to_string();
    let options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", BENCHES, "repeat", name, &n];
    let text = output("valgrind", &options)?;
    let work = text.split_whitespace().next().and_then(|word| word.parse().ok());
    let instructions = text.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    work.zip(instructions).with_context(|| format!("valgrind's answer was not understood: {text}"))
}
