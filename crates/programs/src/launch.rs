//! How a program is started.

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use crate::spec::Program;

/// The variable by which processes are recognised that left the group of their program.
pub(crate) const MARK: &str = "PLYSCOPE_PROGRAM";

/// The command of a program, in a group of its own and with pipes. The mark is different for every start.
pub(crate) fn command(program: &Program, mark: &str) -> Command {
    let (name, arguments) = program.command.split_first().expect("a command has a word");
    // A name with a stroke is a path from the folder; others are looked up as a shell does.
    let mut command = Command::new(if name.contains('/') { program.folder.join(name) } else { name.into() });
    command
        .args(arguments)
        .envs(program.env.iter().map(|(name, value)| (name, value)))
        .env(MARK, mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .current_dir(&program.folder)
        .process_group(0);
    command
}
