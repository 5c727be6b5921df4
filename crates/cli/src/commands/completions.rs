//! `plyscope completions`: a script that completes commands and options in a shell.

use clap::CommandFactory;
use serde_json::json;

use crate::args::{Args, Completions};
use crate::output::{Failure, print_file, print_json};

pub(crate) fn run(options: &Completions) -> Result<(), Failure> {
    let (mut command, mut script) = (Args::command(), Vec::new());
    clap_complete::generate(options.shell, &mut command, "plyscope", &mut script);
    if options.output.json {
        let script = String::from_utf8_lossy(&script);
        return print_json(&json!({"shell": options.shell.to_string(), "script": script}));
    }
    print_file(&script)
}
