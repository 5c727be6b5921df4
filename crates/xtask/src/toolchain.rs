//! The oldest supported Rust: stated in Cargo.toml, and tried out here.

use anyhow::{Context, Result, bail};

use crate::run::{output, root};

/// Makes sure that the oldest supported Rust builds everything: by being the one that runs now, or by asking rustup for
/// it.
pub(crate) fn check() -> Result<()> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let oldest = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
        .context("Cargo.toml states no rust-version")?;
    let running = output("rustc", &["--version"])?;
    let running = running.split(' ').nth(1).context("rustc reported no version")?;
    let (wanted, have) = (numbers(oldest), numbers(running));
    if have < wanted {
        bail!("this is Rust {running}, but Plyscope needs {oldest} or later: run `rustup update`");
    }
    if have[..2] == wanted[..2] {
        println!("Rust {running} is the oldest supported one ({oldest}): these checks are its test");
        return Ok(());
    }
    match output("rustup", &["run", oldest, "cargo", "check", "--workspace", "--locked"]) {
        Ok(_) => println!("Rust {oldest}, the oldest supported one, builds everything (this is {running})"),
        Err(_) if !has_toolchain(oldest) => {
            println!(
                "Rust {oldest}, the oldest supported one, was not tried: install it with `rustup toolchain install \
                 {oldest}`"
            );
        }
        Err(error) => {
            return Err(error.context(format!("Rust {oldest}, the oldest supported one, does not build this")));
        }
    }
    Ok(())
}

fn has_toolchain(version: &str) -> bool {
    output("rustup", &["toolchain", "list"]).is_ok_and(|list| list.lines().any(|line| line.starts_with(version)))
}

/// 1.95 or 1.95.0-nightly as numbers.
fn numbers(version: &str) -> [u32; 3] {
    let mut parts = version.split(['.', '-']).map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}
