//! Walls by Landlock and seccomp, for machines without bubblewrap.
//!
//! Both hold for the thread that asks for them and for everything that it starts. So a thread locks itself in, starts
//! the program, and ends; the rest of us stays free.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::process::Pid;
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, remove_capability_from_bounding_set, set_capabilities,
};

use super::{Cell, Locked, SETTINGS, environment, filter, limits, piped};
use crate::spec::{Program, Walls};

/// What of the machine a program may read and run.
const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// What it may read besides: chance, zeros, and what interpreters ask about the machine.
const READABLE: [&str; 7] =
    ["/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"];

pub(super) fn start(program: &Program, words: &[String], mark: (&str, &str)) -> io::Result<Locked> {
    let scratch = tempfile::Builder::new().prefix("plyscope-").tempdir()?;
    // The program cannot make a group for itself, because it is not to leave it later: it joins that of a process which
    // does nothing and ends when we do.
    let mut idle = Command::new("/bin/sh");
    let idle = idle.args(["-c", "read -r _"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let leader = idle.current_dir("/").process_group(0).spawn()?;
    let group = Pid::from_child(&leader);
    let cell = Cell { walls: Walls::Landlock, folder: scratch, leader: Some(leader) };
    let home = cell.folder.path().display().to_string();
    let mut command = Command::new("prlimit");
    command.args(limits(program)).arg("--").args(words).env_clear();
    command.envs(environment(program, mark, &home)).current_dir(&program.folder);
    piped(&mut command).process_group(group.as_raw_nonzero().get());
    let locked_in = || {
        drop_capabilities()?;
        let status = restrict(&program.folder, cell.folder.path()).map_err(io::Error::other)?;
        if status != RulesetStatus::FullyEnforced {
            return Err(io::Error::other("Landlock is not fully enforced"));
        }
        for filter in [filter::missing()?, filter::refused()?, filter::refused_in_shared_system(group)?] {
            seccompiler::apply_filter(&filter).map_err(io::Error::other)?;
        }
        command.spawn()
    };
    let child = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("locked in".to_owned()).spawn_scoped(scope, locked_in)?;
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the thread that starts programs failed")))
    })?;
    Ok(Locked { child, group, cell })
}

/// Gives up what root can do, so that a program of root has no more rights than others.
fn drop_capabilities() -> io::Result<()> {
    let none = CapabilitySet::empty();
    if capabilities(None)?.permitted == none {
        return Ok(());
    }
    for capability in CapabilitySet::all().iter() {
        match remove_capability_from_bounding_set(capability) {
            // This kernel does not know it.
            Ok(()) | Err(rustix::io::Errno::INVAL) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?)
}

/// Takes everything from this thread but a folder and the programs of the machine to read, and a folder to write.
fn restrict(folder: &Path, scratch: &Path) -> Result<RulesetStatus, RulesetError> {
    // The sixth version keeps signals inside (Linux 6.12). Older kernels are refused.
    let version = ABI::V6;
    let run = AccessFs::from_read(version);
    let special = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::IoctlDev;
    let write = AccessFs::from_all(version) & !special;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(version))?
        .handle_access(AccessNet::from_all(version))?
        .scope(Scope::from_all(version))?
        .create()?;
    let allowed = SYSTEM.into_iter().chain(SETTINGS).map(|place| (Path::new(place), run));
    let allowed = allowed.chain(READABLE.map(|place| (Path::new(place), AccessFs::ReadFile.into())));
    let own = [(folder, run), (scratch, write), (Path::new("/dev/null"), AccessFs::ReadFile | AccessFs::WriteFile)];
    for (place, access) in allowed.chain(own) {
        // Not every machine has all of them. What cannot be opened here cannot be opened by the program either.
        let Ok(opened) = PathFd::new(place) else { continue };
        let access = if place.is_dir() { access } else { access & AccessFs::from_file(version) };
        rules = rules.add_rule(PathBeneath::new(opened, access))?;
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// Makes the folders below one ours again, so that they can be removed.
pub(super) fn unlock(folder: &Path) {
    let Ok(about) = folder.symlink_metadata() else { return };
    if !about.is_dir() {
        return;
    }
    // If that fails, so will its removal.
    let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        unlock(&entry.path());
    }
}
