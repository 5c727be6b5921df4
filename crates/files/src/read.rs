//! Reading a whole text file of limited size.

use std::fmt::Display;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use plyscope_core::BadInput;

/// Reads a text file. `what` is its role in messages, such as "the experiment file".
///
/// # Errors
/// If it cannot be read, is not text, or has more than `max_bytes`; no more than that is ever read.
pub fn read_text(file: &Path, what: &str, max_bytes: u64) -> Result<String, BadInput> {
    read_text_beginning(file, what, "", max_bytes)
}

/// Reads a text file as [`read_text`] does, but only if it begins with this text. A large file of another kind is
/// refused at once.
///
/// # Errors
/// As for [`read_text`], and if it begins otherwise.
pub fn read_text_beginning(file: &Path, what: &str, begin: &str, max_bytes: u64) -> Result<String, BadInput> {
    let bytes = read_bytes_beginning(file, what, begin, max_bytes)?;
    let not_text = |_| BadInput::new(format!("cannot read {what} {}: it is not text (UTF-8)", file.display()));
    String::from_utf8(bytes).map_err(not_text)
}

/// Reads a file of any contents, but only if it begins with this text.
///
/// # Errors
/// As for [`read_text_beginning`], except that it need not be text.
pub fn read_bytes_beginning(file: &Path, what: &str, begin: &str, max_bytes: u64) -> Result<Vec<u8>, BadInput> {
    let bad = |why: &dyn Display| BadInput::new(format!("cannot read {what} {}: {why}", file.display()));
    let too_large = || bad(&format!("it is larger than {}", size(max_bytes)));
    let about = std::fs::metadata(file).map_err(|error| bad(&error))?;
    if about.is_dir() {
        return Err(bad(&"it is a folder"));
    }
    // Opening a named pipe waits for another program, perhaps for ever. Shells name the pipes they make `/dev/fd/63`.
    if is_pipe(&about) && !file.starts_with("/dev") && !file.starts_with("/proc") {
        return Err(bad(&"it is a named pipe; copy its contents to a file"));
    }
    if about.len() > max_bytes {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let mut source = File::open(file).map_err(|error| bad(&error))?.take(max_bytes + 1);
    source.by_ref().take(begin.len() as u64).read_to_end(&mut bytes).map_err(|error| bad(&error))?;
    if bytes != begin.as_bytes() {
        return Err(bad(&format!("it does not begin with {begin:?}")));
    }
    source.read_to_end(&mut bytes).map_err(|error| bad(&error))?;
    // Devices and pipes have no length.
    if bytes.len() as u64 > max_bytes {
        return Err(too_large());
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_pipe(about: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    about.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

fn size(bytes: u64) -> String {
    match bytes {
        0..0x400 => format!("{bytes} bytes"),
        0x400..0x10_0000 => format!("{} KB", bytes >> 10),
        0x10_0000..0x4000_0000 => format!("{} MB", bytes >> 20),
        _ => format!("{} GB", bytes >> 30),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(file: &Path, max_bytes: u64) -> String {
        read_text(file, "the list", max_bytes).expect_err("it cannot be read").to_string()
    }

    #[test]
    fn no_more_than_the_bound_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("list.txt");
        std::fs::write(&file, "x".repeat(2048)).expect("a file");
        assert_eq!(read_text(&file, "the list", 2048).expect("text").len(), 2048);
        assert!(fails(&file, 2047).ends_with("it is larger than 1 KB"), "{}", fails(&file, 2047));
        std::fs::write(&file, [0xFF, 0xFE]).expect("a file");
        assert!(fails(&file, 100).ends_with("it is not text (UTF-8)"));
        assert!(fails(folder.path(), 100).ends_with("it is a folder"));
        assert!(fails(&folder.path().join("none"), 100).starts_with("cannot read the list "));
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_do_not_hold_it_up() {
        assert!(fails(Path::new("/dev/zero"), 1 << 20).ends_with("it is larger than 1 MB"));
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        assert!(fails(&pipe, 100).contains("it is a named pipe"));
        let other = read_text_beginning(Path::new("/dev/zero"), "the proof", "proof", u64::MAX - 1);
        assert!(other.expect_err("not a proof").to_string().ends_with("it does not begin with \"proof\""));
    }
}
