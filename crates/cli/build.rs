//! Tells the program which Cargo profile it is built with, so that `plyscope bench` can say so.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    println!("cargo::rustc-env=PLYSCOPE_PROFILE={}", profile(Path::new(&out)));
}

/// The folder of the profile is above `build/PACKAGE-HASH/out`. Cargo's own variable `PROFILE` says `release` for every
/// profile that inherits from it.
fn profile(out: &Path) -> &str {
    out.ancestors().nth(3).and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or("unknown")
}
