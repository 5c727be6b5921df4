//! Places of files: which names mean the same file, and which mean no file at all.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Whether a name stands for standard output.
pub(crate) fn is_stdout(file: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| file == Path::new(name))
}

/// The path behind symbolic links, also if there is no file yet.
pub(crate) fn real(file: &Path) -> PathBuf {
    /// As many links as Linux follows.
    const MAX_LINKS: usize = 40;
    let mut file = file.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = std::fs::read_link(&file) else { break };
        file = folder_of(&file).join(target);
    }
    let folder = folder_of(&file);
    let folder = folder.canonicalize().unwrap_or(folder);
    file.file_name().map_or_else(|| folder.clone(), |name| folder.join(name))
}

/// Whether two names mean the same file: the same path, or the same file by another link.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    real(a) == real(b) || identity(a).is_some_and(|a| Some(a) == identity(b))
}

/// Whether a file belongs to a database: the database itself, or one of the files that SQLite and the locks keep
/// next to it.
pub(crate) fn belongs_to_database(file: &Path, database: &Path) -> bool {
    if is_same(file, database) {
        return true;
    }
    let (file, database) = (real(file), real(database));
    let name = |path: &Path| path.file_name().and_then(OsStr::to_str).unwrap_or_default().to_owned();
    let (own, of_database) = (name(&file), name(&database));
    let suffix = own.strip_prefix(&of_database).unwrap_or_default();
    file.parent() == database.parent()
        && (["-wal", "-shm", "-journal", "-lock"].contains(&suffix) || suffix.starts_with("-lock-"))
}

/// The folder of a file.
pub(crate) fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Device and number of a file, which all its links share.
#[cfg(unix)]
fn identity(file: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).ok().map(|about| (about.dev(), about.ino()))
}

/// Without such numbers, the path decides.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}
