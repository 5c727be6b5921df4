//! Files that a command writes. All of them are checked before the work begins; each gets its name only when it is
//! complete, and none replaces a file that the program did not write itself.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use plyscope_core::BadInput;

use crate::kind::{FileKind, SQLITE, head};
use crate::place::{belongs_to_database, folder_of, is_same, is_stdout, real};

/// The files of a command, and those that it must keep.
#[derive(Default)]
pub struct Exports {
    /// Whether other files may be replaced; `None` if the user cannot ask for it.
    force: Option<bool>,
    database: Option<PathBuf>,
    inputs: Vec<(&'static str, PathBuf)>,
    targets: Vec<(FileKind, PathBuf)>,
}

impl Exports {
    /// No files yet. `force`: whether files that the program did not write may be replaced, but never a database or an
    /// input.
    pub fn new(force: bool) -> Self {
        Exports { force: Some(force), ..Exports::default() }
    }

    /// No files yet; there is no option that allows replacing others.
    pub fn without_force() -> Self {
        Exports::default()
    }

    /// Protects the database of the command.
    #[must_use]
    pub fn keeping_database(mut self, file: &Path) -> Self {
        self.database = Some(file.to_path_buf());
        self
    }

    /// Protects a file that the command reads.
    #[must_use]
    pub fn keeping(mut self, what: &'static str, file: Option<&Path>) -> Self {
        self.inputs.extend(file.map(|file| (what, file.to_path_buf())));
        self
    }

    /// Adds a file to write, if there is one.
    #[must_use]
    pub fn with(mut self, kind: FileKind, file: Option<&Path>) -> Self {
        self.targets.extend(file.map(|file| (kind, file.to_path_buf())));
        self
    }

    /// Whether standard output belongs to one of the files.
    pub fn use_stdout(&self) -> bool {
        self.targets.iter().any(|(_, file)| is_stdout(file))
    }

    /// Whether there is anything to write.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Checks that all files can be written. Creates nothing that stays.
    ///
    /// # Errors
    /// If one of them cannot be written or must not be replaced, or if two are the same.
    pub fn check(&self) -> Result<(), BadInput> {
        for (index, (kind, file)) in self.targets.iter().enumerate() {
            if let Some((other, _)) = self.targets[..index].iter().find(|(_, other)| is_target(file, other)) {
                let (one, two) = (other.name(), kind.name());
                let file = if is_stdout(file) { "standard output".to_owned() } else { file.display().to_string() };
                return Err(BadInput::new(format!("{file} cannot hold both the {one} and the {two}: name two files")));
            }
            let replaced = self.check_one(*kind, file)?;
            // Opening a pipe would wait for its reader.
            if !is_special(file, replaced.as_ref()) {
                drop(self.create(*kind, file)?);
            }
        }
        Ok(())
    }

    /// Begins to write a file. It appears under its name when it is finished; dropped before, it leaves nothing behind.
    ///
    /// # Errors
    /// As for [`Exports::check`].
    pub fn create(&self, kind: FileKind, file: &Path) -> Result<Export, BadInput> {
        let cannot = |error: io::Error| cannot_write(file, &error);
        if is_stdout(file) {
            return Ok(Export { out: Out::Stdout(io::stdout()), part: None });
        }
        let replaced = self.check_one(kind, file)?;
        if is_special(file, replaced.as_ref()) {
            let out = OpenOptions::new().write(true).open(file).map_err(cannot)?;
            return Ok(Export { out: Out::File(out), part: None });
        }
        let target = real(file);
        let (part, out) = create_part(&target).map_err(cannot)?;
        let part = Some(Part { part, target });
        let export = Export { out: Out::File(out), part };
        if let (Some(about), Out::File(out)) = (replaced, &export.out) {
            out.set_permissions(about.permissions()).map_err(cannot)?;
        }
        Ok(export)
    }

    /// Writes a text file, complete or not at all.
    ///
    /// # Errors
    /// If it cannot be written or must not be replaced.
    pub fn write(&self, kind: FileKind, file: &Path, contents: &[u8]) -> Result<(), BadInput> {
        let mut export = self.create(kind, file)?;
        export.write_all(contents).and_then(|()| export.finish()).map_err(|error| cannot_write(file, &error))
    }

    /// What is known about the file that would be replaced, if it may be.
    fn check_one(&self, kind: FileKind, file: &Path) -> Result<Option<fs::Metadata>, BadInput> {
        if is_special(file, None) {
            return Ok(None);
        }
        let (name, what) = (file.display(), kind.name());
        let refuse = |why: String| Err(BadInput::new(why));
        if self.database.as_deref().is_some_and(|database| belongs_to_database(file, database)) {
            return refuse(format!("{name} belongs to the database: choose another name for the {what}"));
        }
        if let Some((role, _)) = self.inputs.iter().find(|(_, input)| is_same(file, input)) {
            return refuse(format!("{name} is {role}: choose another name for the {what}"));
        }
        let folder = folder_of(file);
        if !folder.is_dir() {
            return refuse(format!("there is no folder {}: make it, or name another file", folder.display()));
        }
        let Ok(about) = fs::metadata(file) else { return Ok(None) };
        if about.is_dir() {
            return refuse(format!("{name} is a folder: name a file in it"));
        }
        if about.is_file() {
            let mut existing = File::open(file).map_err(|error| cannot_write(file, &error))?;
            let head = head(&mut existing).map_err(|error| cannot_write(file, &error))?;
            if head.starts_with(SQLITE) {
                return refuse(format!("{name} is a database, which is never overwritten: choose another name"));
            }
            if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) && !head.is_empty() {
                return refuse(format!(
                    "{name} looks like an experiment file, which is never overwritten: choose another name"
                ));
            }
            if !head.is_empty() && self.force != Some(true) && !kind.is_ours(&mut existing, &head) {
                let remedy = if self.force.is_some() { ", or add --force to overwrite it" } else { "" };
                return refuse(format!(
                    "{name} exists and is not an earlier {what} of Plyscope: choose another name{remedy}"
                ));
            }
            // A file that must not be written is not replaced either.
            OpenOptions::new().append(true).open(file).map_err(|error| cannot_write(file, &error))?;
        }
        Ok(Some(about))
    }
}

/// Whether two names mean the same target. Several files may go to `/dev/null`.
fn is_target(a: &Path, b: &Path) -> bool {
    let is_device = fs::metadata(a).is_ok_and(|about| !about.is_file());
    if is_stdout(a) || is_stdout(b) { is_stdout(a) && is_stdout(b) } else { !is_device && is_same(a, b) }
}

/// Whether a target is no plain file and is written in place: renaming would replace a device such as `/dev/null`.
fn is_special(file: &Path, about: Option<&fs::Metadata>) -> bool {
    let is_open_file = ["/dev/fd", "/dev/stderr", "/proc"].iter().any(|place| file.starts_with(place));
    is_stdout(file) || is_open_file || about.is_some_and(|about| !about.is_file() && !about.is_dir())
}

/// A new file next to the target, under a name that no other file has.
fn create_part(target: &Path) -> io::Result<(PathBuf, File)> {
    for attempt in 0.. {
        let mut name = target.as_os_str().to_owned();
        name.push(format!(".{}-{attempt}.part", std::process::id()));
        let part = PathBuf::from(name);
        // A signal must not come between the file and its mention.
        let made = parts(|parts| {
            let made = OpenOptions::new().write(true).create_new(true).open(&part);
            parts.extend(made.is_ok().then(|| part.clone()));
            made
        });
        match made {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 1000 => {}
            made => return Ok((part, made?)),
        }
    }
    unreachable!("the last attempt returns")
}

/// The unfinished files of this process.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn parts<T>(change: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
    change(&mut PARTS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Removes all unfinished files, for a program that ends now, before they are dropped. A thread that is about to begin
/// another one waits for that end.
pub fn remove_unfinished() {
    let parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner);
    for part in &*parts {
        // One that cannot be removed, or has its final name by now, does no harm.
        let _ = fs::remove_file(part);
    }
    std::mem::forget(parts);
}

/// The sentence for a file that cannot be written.
pub fn cannot_write(file: &Path, error: &io::Error) -> BadInput {
    BadInput::new(format!("cannot write {}: {error}", file.display()))
}

/// A file that is being written.
pub struct Export {
    out: Out,
    part: Option<Part>,
}

enum Out {
    File(File),
    Stdout(io::Stdout),
}

/// The name of a file until it is complete, and after that.
struct Part {
    part: PathBuf,
    target: PathBuf,
}

impl Export {
    /// Gives a complete file its name.
    ///
    /// # Errors
    /// If the disk or the folder refuses.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if let (Out::File(file), Some(part)) = (&self.out, &self.part) {
            // Its contents must be on the disk before its name is.
            file.sync_all()?;
            fs::rename(&part.part, &part.target)?;
            parts(|parts| parts.retain(|other| *other != part.part));
            self.part = None;
        }
        Ok(())
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // An unfinished file that cannot be removed does no harm.
            let _ = fs::remove_file(&part.part);
            parts(|parts| parts.retain(|other| *other != part.part));
        }
    }
}

impl Write for Export {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::File(file) => file.write(bytes),
            Out::Stdout(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::File(file) => file.flush(),
            Out::Stdout(out) => out.flush(),
        }
    }
}
