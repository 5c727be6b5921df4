//! `plyscope reproduce`: runs a published study again and compares the tables.

use std::fmt::Write;
use std::path::Path;

use plyscope_core::{BadInput, Progress, Work};
use plyscope_studies::{Reproduction, STUDIES, Study, StudyRequest};
use serde_json::json;

use crate::args::Reproduce;
use crate::files::{cannot_write, write_text};
use crate::interrupt;
use crate::output::{Failure, print, print_json, tell};
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
    if let Some(folder) = &options.plots {
        std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        check_writable(&folder.join(format!("{}.svg", study.id)))?;
    }
    if let Some(file) = &options.markdown {
        check_writable(file)?;
    }
    let reproduction = conduct(study, options)?;
    if let Some(folder) = &options.plots {
        for picture in &reproduction.pictures {
            write_text(&folder.join(format!("{}-{}.svg", study.id, picture.name)), &picture.svg())?;
        }
    }
    if let Some(file) = &options.markdown {
        write_text(file, &study_text::markdown(study, &reproduction))?;
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
    let stop = interrupt::flag()?;
    let bars = Bars::default();
    let listener = |progress: Progress<'_>| bars.show(progress);
    let jobs = options.parallel.jobs().0;
    let work = Work::new(&stop).telling(&listener);
    let reproduction = (study.run)(&StudyRequest { full: options.full, seed: options.chance.seed, jobs, work });
    bars.finish();
    reproduction.map_err(|_| Failure::Interrupted("stopped; nothing was written".to_owned()))
}

/// Checks that a file can be written, without changing it.
fn check_writable(file: &Path) -> Result<(), BadInput> {
    let is_new = !file.exists();
    std::fs::OpenOptions::new().append(true).create(true).open(file).map_err(|error| cannot_write(file, &error))?;
    if is_new {
        std::fs::remove_file(file).map_err(|error| cannot_write(file, &error))?;
    }
    Ok(())
}
