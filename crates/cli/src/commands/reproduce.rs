//! `plyscope reproduce`: runs a published study again and compares the tables.

use std::ffi::OsStr;
use std::fmt::Write;
use std::io;
use std::path::Path;

use plyscope_core::{BadInput, Progress, Work};
use plyscope_files::{Exports, FileKind, cannot_write};
use plyscope_studies::{Reproduction, STUDIES, Study, StudyRequest};
use serde_json::json;

use crate::args::Reproduce;
use crate::interrupt;
use crate::output::{Failure, check_exports, print, print_json, tell};
use crate::progress::Bars;
use crate::study_text;

pub(crate) fn run(options: &Reproduce) -> Result<(), Failure> {
    let Some(id) = &options.study else { return list(options.output.json) };
    let study = STUDIES.iter().find(|study| study.id == id);
    let study = study.ok_or_else(|| BadInput::unknown("study", id, STUDIES.iter().map(|study| study.id)))?;
    if options.full && !options.output.json {
        tell(&format!("The full study takes {} on two cores.", study.full_takes));
    }
    // Checked first: a failure after minutes of work would waste them.
    let mut exports = Exports::new(options.overwrite.force).with(FileKind::Markdown, options.markdown.as_deref());
    if let Some(folder) = &options.plots {
        std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        exports = with_plots(exports, folder, study.id).map_err(|error| cannot_write(folder, &error))?;
    }
    check_exports(&exports, options.output.json)?;
    let reproduction = conduct(study, options)?;
    if let Some(folder) = &options.plots {
        for picture in &reproduction.pictures {
            let file = folder.join(format!("{}-{}.svg", study.id, picture.name));
            exports.write(FileKind::Svg, &file, picture.svg().as_bytes())?;
        }
    }
    if let Some(file) = &options.markdown {
        exports.write(FileKind::Markdown, file, study_text::markdown(study, options.full, &reproduction).as_bytes())?;
    }
    if exports.use_stdout() {
        return Ok(());
    }
    if options.output.json { print_json(&reproduction) } else { print(&study_text::describe(study, &reproduction)) }
}

fn list(as_json: bool) -> Result<(), Failure> {
    if as_json {
        let study = |study: &Study| {
            json!({
                "study": study.id, "title": study.title, "claim": study.claim,
                "takes": study.takes, "full_takes": study.full_takes,
            })
        };
        return print_json(&json!({"studies": STUDIES.iter().map(study).collect::<Vec<_>>()}));
    }
    let mut text = String::new();
    for study in STUDIES {
        let bold = anstyle::Style::new().bold();
        let _ = writeln!(text, "{bold}{}{bold:#}: {}\n  {}", study.id, study.title, study.claim);
        let _ = writeln!(text, "  Takes {}, with --full {}.\n", study.takes, study.full_takes);
    }
    text.push_str("Run one with `plyscope reproduce STUDY`.\n");
    print(&text)
}

/// Runs the study, with a progress bar for each part.
fn conduct(study: &Study, options: &Reproduce) -> Result<Reproduction, Failure> {
    const STOPPED: &str = "stopped; nothing was written";
    let stop = interrupt::flag_or_end(STOPPED)?;
    let bars = Bars::default();
    let listener = |progress: Progress<'_>| bars.show(progress);
    let jobs = options.parallel.jobs().0;
    let work = Work::new(&stop).telling(&listener);
    let reproduction = (study.run)(&StudyRequest { full: options.full, seed: options.chance.seed, jobs, work });
    bars.finish();
    reproduction.map_err(|_| Failure::Interrupted(STOPPED.to_owned()))
}

/// Adds the plots that an earlier reproduction may have left, because their names are known only at the end, and one
/// that shows whether the folder can be written.
fn with_plots(exports: Exports, folder: &Path, study: &str) -> io::Result<Exports> {
    let mut exports = exports.with(FileKind::Svg, Some(&folder.join(format!("{study}-0.svg"))));
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.path();
        let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.starts_with(&format!("{study}-")) && name.ends_with(".svg") {
            exports = exports.with(FileKind::Svg, Some(&file));
        }
    }
    Ok(exports)
}
