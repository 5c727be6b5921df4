//! Files by the hash of their contents, in the object store of the hub.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use async_nats::jetstream::object_store::ObjectStore;
use plyscope_core::BadInput;
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;

/// The largest file that is sent or read.
const MAX_BYTES: usize = 256 << 20;
/// The most files of a folder with programs, and how deep they may lie.
const MAX_FILES: usize = 10_000;
const MAX_DEPTH: usize = 32;

/// The name of contents: their SHA-256 as hexadecimal digits.
pub(crate) fn name_of(bytes: &[u8]) -> String {
    digest(&SHA256, bytes).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Puts contents into the store unless they are there, under their hash.
pub(crate) async fn put(store: &ObjectStore, bytes: &[u8]) -> Result<String, BadInput> {
    let name = name_of(bytes);
    if store.info(&name).await.is_ok() {
        return Ok(name);
    }
    put_as(store, &name, bytes).await?;
    Ok(name)
}

/// Puts contents into the store under a name.
pub(crate) async fn put_as(store: &ObjectStore, name: &str, bytes: &[u8]) -> Result<(), BadInput> {
    if bytes.len() > MAX_BYTES {
        return Err(BadInput::new(format!("{} bytes are too many to send; at most {MAX_BYTES}", bytes.len())));
    }
    let mut reader = bytes;
    let answer = store.put(name, &mut reader).await;
    answer.map(drop).map_err(|error| BadInput::new(format!("the hub does not take a file: {error}")))
}

/// The contents under a name.
pub(crate) async fn get(store: &ObjectStore, name: &str) -> Result<Vec<u8>, BadInput> {
    let missing = |error: &dyn std::fmt::Display| BadInput::new(format!("{name} is not on the hub: {error}"));
    let object = store.get(name).await.map_err(|error| missing(&error))?;
    if object.info().size > MAX_BYTES {
        return Err(BadInput::new(format!("{name} on the hub is too large")));
    }
    let mut bytes = Vec::with_capacity(object.info().size);
    let mut bounded = object.take(MAX_BYTES as u64 + 1);
    bounded.read_to_end(&mut bytes).await.map_err(|error| missing(&error))?;
    Ok(bytes)
}

/// The contents under their hash.
pub(crate) async fn get_checked(store: &ObjectStore, name: &str) -> Result<Vec<u8>, BadInput> {
    let bytes = get(store, name).await?;
    if name_of(&bytes) == name { Ok(bytes) } else { Err(BadInput::new(format!("{name} on the hub is damaged"))) }
}

/// A folder with programs as one file: the contents of its files by their place in it.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Folder {
    files: BTreeMap<String, FolderFile>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct FolderFile {
    is_executable: bool,
    bytes: Vec<u8>,
}

impl Folder {
    /// Reads a folder. Hidden files are left out, what is neither a file nor a folder, and the files of a database.
    pub(crate) fn read(folder: &Path, database: &str) -> Result<Folder, BadInput> {
        let mut read = Folder::default();
        read.add(folder, database, &mut Vec::new(), &mut 0)?;
        Ok(read)
    }

    fn add(&mut self, folder: &Path, database: &str, inside: &mut Vec<String>, size: &mut u64) -> Result<(), BadInput> {
        let failed = |path: &Path, error: &dyn std::fmt::Display| {
            BadInput::new(format!("{} cannot be sent: {error}", path.display()))
        };
        let entries = std::fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| failed(folder, &error))?;
            let path = entry.path();
            let name = entry.file_name().into_string().map_err(|_| failed(&path, &"its name is not Unicode"))?;
            let kind = entry.file_type().map_err(|error| failed(&path, &error))?;
            let is_database = !database.is_empty() && name.starts_with(database);
            if name.starts_with('.') || is_database {
                continue;
            }
            inside.push(name);
            if kind.is_dir() && inside.len() < MAX_DEPTH {
                self.add(&path, database, inside, size)?;
            } else if kind.is_file() {
                let about = entry.metadata().map_err(|error| failed(&path, &error))?;
                *size += about.len();
                if *size > MAX_BYTES as u64 || self.files.len() >= MAX_FILES {
                    return Err(failed(
                        folder,
                        &format!(
                            "at most {MAX_FILES} files and {} MB are sent; put programs into a folder of their own",
                            MAX_BYTES >> 20
                        ),
                    ));
                }
                let bytes = std::fs::read(&path).map_err(|error| failed(&path, &error))?;
                self.files.insert(inside.join("/"), FolderFile { is_executable: is_executable(&about), bytes });
            }
            inside.pop();
        }
        Ok(())
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("files can be written")
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Folder, BadInput> {
        let folder: Folder =
            postcard::from_bytes(bytes).map_err(|error| BadInput::new(format!("a folder cannot be read: {error}")))?;
        // Nothing may be written outside.
        match folder.files.keys().find(|name| !is_inside(name)) {
            None if folder.files.len() <= MAX_FILES => Ok(folder),
            _ => Err(BadInput::new("a folder has files that do not belong into it")),
        }
    }

    /// Writes the files into an empty folder.
    pub(crate) fn write(&self, into: &Path) -> std::io::Result<()> {
        for (name, file) in &self.files {
            let path: PathBuf = into.join(name);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(&path, &file.bytes)?;
            if file.is_executable {
                make_executable(&path)?;
            }
        }
        Ok(())
    }
}

/// Whether a name of a file leads nowhere else.
fn is_inside(name: &str) -> bool {
    let path = Path::new(name);
    !name.is_empty()
        && !name.contains(['\0', '\\'])
        && path.components().all(|part| matches!(part, Component::Normal(_)))
        && path.components().count() <= MAX_DEPTH
}

#[cfg(unix)]
fn is_executable(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o100 != 0
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // FIPS 180-4, the example "abc".
        assert_eq!(name_of(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_folder_comes_back_and_nothing_is_written_outside() {
        let [from, to] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        std::fs::create_dir(from.path().join("deep")).expect("made");
        std::fs::write(from.path().join("deep/agent.py"), "print(1)").expect("written");
        std::fs::write(from.path().join(".secret"), "x").expect("written");
        let folder = Folder::read(from.path(), "plyscope.db").expect("read");
        let again = Folder::decode(&folder.encode()).expect("decoded");
        assert_eq!(again, folder);
        again.write(to.path()).expect("written");
        assert_eq!(std::fs::read_to_string(to.path().join("deep/agent.py")).expect("there"), "print(1)");
        assert!(!to.path().join(".secret").exists());
        for name in ["../out", "/etc/out", "a/../../out", ""] {
            let file = FolderFile { is_executable: false, bytes: Vec::new() };
            let bad = Folder { files: BTreeMap::from([(name.to_owned(), file)]) };
            assert!(Folder::decode(&bad.encode()).is_err(), "{name:?}");
        }
    }
}
