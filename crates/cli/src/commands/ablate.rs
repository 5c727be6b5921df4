//! `plyscope ablate`: what each option of a player is worth.

use std::path::Path;

use plyscope_arena::{Ablation, Experiment, OneOrMore, Openings, Plan, Schedule, Summary};
use plyscope_core::BadInput;
use plyscope_files::FileKind;
use plyscope_plot::{Range, Ranges};
use plyscope_registry::{Player, start};

use crate::args::Ablate;
use crate::commands::run::{Playing, check, play};
use crate::output::{Failure, check_exports};

/// The limits of a player that has none, if none is asked for.
const LIMITS: [&str; 2] = ["time=50ms", "nodes=10000"];

pub(crate) fn run(options: &Ablate) -> Result<(), Failure> {
    let exports = options.files.exports(&options.database).with(FileKind::Svg, options.svg.as_deref());
    check_exports(&exports, options.output.json)?;
    let experiment = experiment(options)?;
    let text = experiment.text()?;
    let plan = Plan::new(&experiment, Path::new("")).map_err(|error| in_words_of_arguments(&error))?;
    let jobs = options.parallel.jobs().0.get();
    if options.check {
        return check(&plan, jobs, options.output.json);
    }
    let draw = |summary: &Summary| match &options.svg {
        Some(file) => Ok(exports.write(FileKind::Svg, file, picture(summary, options).standalone().as_bytes())?),
        None => Ok(()),
    };
    play(&Playing {
        plan: &plan,
        text: &text,
        database: &options.database,
        jobs,
        hub: options.hub.address()?,
        folder: Path::new(""),
        resume: options.resume,
        files: &options.files,
        exports: &exports,
        json: options.output.json,
        predict: !options.resume,
        again: "the same command with --resume".to_owned(),
        draw: &draw,
    })
}

fn experiment(options: &Ablate) -> Result<Experiment, BadInput> {
    let game = start(&options.game)?.spec();
    let player: Player = options.player.parse()?;
    let given: Vec<String> = (options.time.map(|time| format!("time={}ms", time.as_secs_f64() * 1000.0)).into_iter())
        .chain(options.nodes.map(|nodes| format!("nodes={nodes}")))
        .collect();
    let limits = match (player.has_limit(), given.is_empty()) {
        (true, false) => {
            return Err(BadInput::new(format!(
                "{player} has a limit of its own; leave that out, or --time and --nodes"
            )));
        }
        (true, true) => Vec::new(),
        (false, false) => given,
        (false, true) => LIMITS.map(str::to_owned).to_vec(),
    };
    let name = player.to_string();
    let short = name.split([':', '+', '@']).next().unwrap_or(&name).to_owned();
    let mut experiment = Experiment::read(&format!("game = {game:?}")).expect("a game is all that is needed");
    experiment.name = format!("ablation of {name}");
    experiment.game = OneOrMore::One(game);
    experiment.seed = options.chance.seed;
    experiment.schedule = Schedule::Ablation;
    experiment.games = options.games;
    experiment.players.insert(short, name);
    experiment.ablation = Some(Ablation { limits, options: options.option.clone() });
    if options.random_plies > 0 {
        experiment.openings = Openings { random_plies: Some(options.random_plies), ..Openings::default() };
    }
    Ok(experiment)
}

/// A message about the keys of an experiment, for somebody who has typed arguments.
fn in_words_of_arguments(error: &BadInput) -> BadInput {
    let sentence = error.to_string();
    let names =
        [("ablation.limits: ", ""), ("ablation.options: ", "--option: "), ("openings.random-plies", "--random-plies")];
    BadInput::new(names.iter().fold(sentence, |text, (key, argument)| text.replace(key, argument)))
}

/// What the options are worth, in the colours of the limits.
fn picture(summary: &Summary, options: &Ablate) -> Ranges {
    let mut limits: Vec<&str> = Vec::new();
    let rows = summary.options.iter().map(|option| {
        let known = limits.iter().position(|limit| *limit == option.limit);
        let series = known.unwrap_or_else(|| {
            limits.push(&option.limit);
            limits.len() - 1
        });
        let name = format!("{}, {}", option.name, option.limit);
        Range { name, value: option.elo, interval: option.interval, series }
    });
    Ranges {
        title: format!("What the options of {} are worth on {}", options.player, options.game),
        axis: "Elo lost without the option, with 95 % intervals".to_owned(),
        rows: rows.collect(),
    }
}
