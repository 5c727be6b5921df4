//! Running the real programs: Debian's fairy-stockfish and gtp-rhino.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a program answers to all of these lines. It must end by itself when it reads the last one.
///
/// # Panics
/// If the program is not installed: a machine without it cannot say that the translations are right.
pub(crate) fn talk(program: &str, input: &str) -> String {
    let path = ["/usr/games", "/usr/bin", "/usr/local/bin"].map(|folder| PathBuf::from(folder).join(program));
    let path = path.iter().find(|path| path.exists()).unwrap_or_else(|| {
        panic!("{program} is not installed, and these tests need it: apt-get install fairy-stockfish grhino")
    });
    let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // Programs answer while they read, and both pipes have an end.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("its answers");
    writer.join().expect("no panic").expect("it reads everything");
    String::from_utf8(output.stdout).expect("text")
}
