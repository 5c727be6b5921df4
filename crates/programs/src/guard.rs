//! Ends the programs if we are killed.
//!
//! A process that is killed cannot clean up after itself. So a small shell outlives us: it hears through a pipe which
//! groups of processes are running, and when the pipe closes, because we ended in whatever way, it kills those that are
//! left.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Reads `+ GROUP` and `- GROUP` until the pipe closes. Signals from a terminal are not for it.
const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
groups=' '
while read -r sign group; do
    case "$sign" in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do
    kill -s KILL -- "-$group" 2> /dev/null
done
"#;

static SHELL: Mutex<Option<Child>> = Mutex::new(None);

/// A group of processes that does not outlive us.
pub(crate) struct Guarded(u32);

impl Guarded {
    /// Guards the group of a process that leads one.
    pub(crate) fn new(group: u32) -> io::Result<Self> {
        tell('+', group)?;
        Ok(Guarded(group))
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // Without its shell the group is not guarded anyway.
        let _ = tell('-', self.0);
    }
}

fn tell(sign: char, group: u32) -> io::Result<()> {
    let mut shell = SHELL.lock().unwrap_or_else(PoisonError::into_inner);
    let line = format!("{sign} {group}\n");
    // Somebody may have killed the shell; then there is a new one, which knows of later groups only.
    if let Some(child) = &mut *shell
        && let Some(input) = &mut child.stdin
        && input.write_all(line.as_bytes()).is_ok()
    {
        return Ok(());
    }
    let mut child = Command::new("/bin/sh")
        .args(["-c", SCRIPT])
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .current_dir("/")
        .spawn()?;
    let told = child.stdin.as_mut().map_or(Ok(()), |input| input.write_all(line.as_bytes()));
    if let Some(mut old) = shell.replace(child) {
        old.wait()?;
    }
    told
}
