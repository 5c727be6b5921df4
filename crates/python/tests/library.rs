//! The library as it is built: Python can load it, whichever Python that is.
//!
//! What the package does is tested by `python/tests`, which `cargo xtask python` runs. This test also makes
//! `cargo test --workspace` build the library, with the features of all other tests, so that nothing is compiled twice.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};

#[test]
fn the_library_has_its_entry_and_is_not_linked_to_one_python() {
    let program = std::env::current_exe().expect("this program");
    let library = program.with_file_name(format!("{DLL_PREFIX}plyscope_native{DLL_SUFFIX}"));
    let bytes = std::fs::read(&library).unwrap_or_else(|error| panic!("{}: {error}", library.display()));
    let has = |name: &str| bytes.windows(name.len()).any(|window| window == name.as_bytes());
    assert!(has("PyInit__native"));
    // The name of a library that it would ask the system for, such as libpython3.11.so.1.0.
    assert!(!has("libpython3"));
}
