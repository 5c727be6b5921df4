//! `plyscope manual`: the manual page, and one page for each command.

use std::fs;
use std::io;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use plyscope_files::{Exports, FileKind, cannot_write};
use serde_json::json;

use crate::args::{Args, Manual};
use crate::output::{Failure, print_file, print_json};

pub(crate) fn run(options: &Manual) -> Result<(), Failure> {
    let mut command = Args::command();
    command.build();
    let Some(folder) = &options.dir else {
        let page = page(&command)?;
        if options.output.json {
            return print_json(&json!({"page": String::from_utf8_lossy(&page)}));
        }
        return print_file(&page);
    };
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let commands: Vec<&Command> = command.get_subcommands().chain([&command]).collect();
    let file = |command: &Command| folder.join(manual_of(command).get_filename());
    let exports = Exports::new(options.overwrite.force);
    let exports = commands.iter().fold(exports, |all, command| all.with(FileKind::ManualPage, Some(&file(command))));
    exports.check()?;
    for &command in &commands {
        exports.write(FileKind::ManualPage, &file(command), &page(command)?)?;
    }
    if options.output.json {
        let files: Vec<String> = commands.iter().map(|command| file(command).display().to_string()).collect();
        return print_json(&json!({"files": files}));
    }
    Ok(())
}

fn manual_of(command: &Command) -> Man {
    Man::new(command.clone()).source(concat!("plyscope ", env!("CARGO_PKG_VERSION"))).manual("Plyscope")
}

/// A page. The notes and examples of the help have sections of their own; `clap_mangen` would run them together.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let (man, mut page) = (manual_of(command), Vec::new());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (notes, examples) = help.split_once("Examples:\n").unwrap_or((&help, ""));
    let mut sections = Roff::default();
    if !notes.trim().is_empty() {
        sections.control("SH", ["NOTES"]).text([roman(notes.trim())]);
    }
    sections.control("SH", ["EXAMPLES"]).control("nf", []);
    examples.lines().for_each(|line| {
        sections.text([roman(line.trim_start())]);
    });
    sections.control("fi", []);
    sections.to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}
