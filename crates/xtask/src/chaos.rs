//! `cargo xtask chaos`: the test of `crates/cli/tests/all/cluster/chaos.rs`, for some minutes instead of some seconds.

use anyhow::Result;

use crate::packages;
use crate::run::cargo_with;

pub(crate) fn run() -> Result<()> {
    packages::ensure()?;
    let test = ["test", "--package", "plyscope-cli", "--test", "all", "--", "cluster::chaos", "--nocapture"];
    cargo_with(&test, &[("PLYSCOPE_CHAOS", "1")])
}
