//! Writing files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use plyscope_core::BadInput;

/// Writes a file under another name until it is complete, so that no partial file is ever seen.
pub(crate) fn write_complete<E: From<io::Error>>(
    file: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let part = part_of(file);
    let written = File::create(&part).map_err(E::from).and_then(|mut out| write(&mut out));
    let result = written.and_then(|()| Ok(fs::rename(&part, file)?));
    if result.is_err() {
        // Only the first error is reported.
        let _ = fs::remove_file(&part);
    }
    result
}

/// Writes a text file, complete or not at all.
pub(crate) fn write_text(file: &Path, text: &str) -> Result<(), BadInput> {
    write_complete(file, |out| out.write_all(text.as_bytes())).map_err(|error| cannot_write(file, &error))
}

/// The name of a file that is not complete yet.
pub(crate) fn part_of(file: &Path) -> PathBuf {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    PathBuf::from(part)
}

pub(crate) fn cannot_write(file: &Path, error: &io::Error) -> BadInput {
    BadInput::new(format!("cannot write {}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_complete_or_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("text.txt");
        let failed = write_complete(&file, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("interrupted"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left behind");
        write_text(&file, "whole").expect("it can be written");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "whole");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
