//! Running other programs from the root of the workspace.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the workspace: two levels above this crate.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A program that will run in the root.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Cargo, which will run in the root.
pub(crate) fn cargo_command(args: &[&str]) -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), args)
}

/// Runs cargo and shows what it says.
pub(crate) fn cargo(args: &[&str]) -> Result<()> {
    cargo_with(args, &[])
}

/// The same with some environment variables set.
pub(crate) fn cargo_with(args: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let status = cargo_command(args).envs(environment.iter().copied()).status().context("cannot start cargo")?;
    if !status.success() {
        bail!("`cargo {}` failed ({status})", args.join(" "));
    }
    Ok(())
}

/// Runs cargo and gives what it wrote to standard output; the rest is shown.
pub(crate) fn cargo_output(args: &[&str]) -> Result<String> {
    let output = cargo_command(args).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo {}` failed ({})", args.join(" "), output.status);
    }
    String::from_utf8(output.stdout).context("cargo wrote text that is not UTF-8")
}

/// Runs a program and gives what it printed on both streams together.
pub(crate) fn output(program: &str, args: &[&str]) -> Result<String> {
    let output =
        command(program, args).output().with_context(|| format!("cannot start {program}; is it installed?"))?;
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    if !output.status.success() {
        bail!("`{program} {}` failed ({}): {text}", args.join(" "), output.status);
    }
    Ok(text)
}
