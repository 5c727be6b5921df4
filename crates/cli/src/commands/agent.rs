//! `plyscope agent`: players of one's own, from template to check.

use std::path::PathBuf;

use plyscope_agents::{Agent, Checked, check};
use plyscope_core::{Progress, Work};
use plyscope_files::printable;
use serde_json::json;

use crate::args::{AgentCheck, AgentCommand, AgentNew};
use crate::interrupt;
use crate::output::{Failure, print, print_json};
use crate::progress::Bars;

pub(crate) fn run(command: &AgentCommand) -> Result<(), Failure> {
    match command {
        AgentCommand::New(options) => new(options),
        AgentCommand::Check(options) => run_check(options),
    }
}

fn new(options: &AgentNew) -> Result<(), Failure> {
    let folder = options.dir.clone().unwrap_or_else(|| PathBuf::from(format!("{}-agent", options.language.name)));
    let files = options.language.write(&options.game, &folder)?;
    if options.output.json {
        return print_json(&json!({"folder": folder.to_string_lossy(), "files": files}));
    }
    let shown = printable(&folder.to_string_lossy()).into_owned();
    print(&format!(
        "Wrote {} into {shown}\n\nNext:\n  plyscope agent check {shown}\n  \
         plyscope match {} \"program:{}@time=1s\" random --games 10\n",
        files.join(", "),
        options.game,
        options.language.command(&shown)
    ))
}

fn run_check(options: &AgentCheck) -> Result<(), Failure> {
    let agent = Agent::read(&options.dir)?;
    let start = agent.start_of(options.game.as_deref())?;
    let stop = interrupt::flag()?;
    let bars = Bars::default();
    let show = |progress: Progress<'_>| bars.show(progress);
    let found = check(&agent, &*start, Work::new(&stop).telling(&show));
    bars.finish();
    if found.is_err() && Work::new(&stop).is_cancelled() {
        return Err(Failure::Interrupted("stopped; the check is not complete".to_owned()));
    }
    let found = found?;
    if options.output.json {
        print_json(&found)?;
    } else {
        print(&text(&found))?;
    }
    let n_problems = found.problems.len();
    if found.ok { Ok(()) } else { Err(Failure::Found(format!("{n_problems} {}", plural(n_problems)))) }
}

fn plural(n_problems: usize) -> &'static str {
    if n_problems == 1 { "problem" } else { "problems" }
}

fn text(found: &Checked) -> String {
    let moves = if found.questions == 1 { "move" } else { "moves" };
    let head = format!("{}, {}: asked for {} {moves}", found.name, found.game, found.questions);
    if found.ok {
        return format!("{head}, all in order; the slowest took {:.0} ms\n", found.slowest_ms.max(1.0));
    }
    let mut text = format!("{head}\n");
    for (index, problem) in found.problems.iter().enumerate() {
        let answer = problem.answer.replace('\n', "\n   │ ");
        text.push_str(&format!("\n{}. {}\n   │ {answer}\n   {}\n", index + 1, problem.what, problem.hint));
    }
    text
}
