//! `plyscope learn`: a heuristic from nothing but the rules of a game.

use std::path::{Path, PathBuf};

use plyscope_core::{BadInput, Progress, Work};
use plyscope_files::{Exports, FileKind};
use plyscope_learn::{Event, FitPlan, Found, Generation, Kind, LearnPlan, Learnt, learn, learning_curve};
use plyscope_registry::{AnyPosition, HeuristicSpec, What, start};
use serde::Serialize;

use crate::args::{Learn, read_player};
use crate::interrupt;
use crate::output::{Failure, check_exports, grouped, print, print_json};
use crate::progress::Bars;

#[derive(Serialize)]
struct Json<'a> {
    game: String,
    model: &'a str,
    generations: Vec<GenerationJson>,
    file: Option<String>,
    formula: Option<String>,
    data: String,
    stopped: bool,
}

#[derive(Serialize)]
struct GenerationJson {
    games: u64,
    positions: u64,
    loss: f64,
    elo: Option<f64>,
    interval: Option<[f64; 2]>,
}

impl From<&Generation> for GenerationJson {
    fn from(generation: &Generation) -> Self {
        GenerationJson {
            games: generation.games,
            positions: generation.positions,
            loss: generation.loss,
            elo: generation.elo.map(|[elo, _, _]| elo),
            interval: generation.elo.map(|[_, low, high]| [low, high]),
        }
    }
}

/// Games of a generation if neither their number nor a time is given.
const GAMES: u64 = 5000;

pub(crate) fn run(options: &Learn) -> Result<(), Failure> {
    let position = start(&options.game)?;
    let mut player = read_player(&options.player)?;
    let formula = formula(options)?;
    // A formula that nobody else is to play for is better than nothing.
    player.heuristic = player.heuristic.or_else(|| formula.clone());
    if player.limits.nodes.is_none() && player.limits.depth.is_none() {
        return Err(BadInput::new(format!(
            "--player {player} has no limit of nodes or depth, such as engine@nodes=1000: games by the clock cannot \
             be played again"
        ))
        .into());
    }
    position.check_player(&player)?;
    let by_name = || options.out.as_ref().map_or_else(|| PathBuf::from("learn.db"), |out| out.with_extension("db"));
    let data = options.data.clone().unwrap_or_else(by_name);
    let exports = Exports::new(options.overwrite.force).keeping_database(&data);
    let exports = exports.with(FileKind::Heuristic, options.out.as_deref()).with(FileKind::Svg, options.svg.as_deref());
    check_exports(&exports, options.output.json)?;
    check_data(&data, options.resume)?;
    let (stop, bars) = (interrupt::flag()?, Bars::default());
    let listener = |progress: Progress<'_>| bars.show(progress);
    let work = Work::new(&stop).telling(&listener);
    let out = options.out.as_ref().map_or_else(String::new, |out| out.display().to_string());
    let command = command(options);
    let plan = LearnPlan {
        start: &*position,
        player,
        fit: fit_plan(options, &*position)?,
        formula,
        games: options.games.unwrap_or(if options.limit.time.is_some() { 0 } else { GAMES }),
        generations: options.generations as usize,
        time: options.limit.time,
        opening: opening(&options.opening)?,
        most_random: options.random,
        only_quiet: options.quiet,
        check_games: options.check,
        data: &data,
        out: &out,
        command: &command,
        program: env!("CARGO_PKG_VERSION"),
    };
    let is_quiet = options.output.json;
    let mut shown = Ok(());
    let mut on_event = |event: &Event<'_>| {
        if !is_quiet && shown.is_ok() {
            shown = print(&event_text(event));
        }
    };
    let mut save = |file: &[u8]| match &options.out {
        Some(out) => exports.write(FileKind::Heuristic, out, file),
        None => Ok(()),
    };
    let learnt = learn(&plan, work, &mut on_event, &mut save)?;
    bars.finish();
    shown?;
    if let Some(file) = options.svg.as_ref().filter(|_| !learnt.generations.is_empty()) {
        let curve = learning_curve(&position.spec(), &learnt.generations);
        exports.write(FileKind::Svg, file, curve.as_bytes())?;
    }
    if options.output.json {
        print_json(&Json {
            game: position.spec(),
            model: if options.formula.is_some() { "formula" } else { &options.model },
            generations: learnt.generations.iter().map(GenerationJson::from).collect(),
            file: learnt.file().map(|_| out.clone()),
            formula: learnt.fitted.as_ref().map(ToString::to_string),
            data: data.display().to_string(),
            stopped: learnt.stopped,
        })?;
    } else {
        print(&ending(&learnt, &out, &position.spec()))?;
    }
    if learnt.stopped {
        return Err(Failure::Interrupted(format!(
            "stopped; all games are in {}, and the same command with --resume goes on",
            data.display()
        )));
    }
    Ok(())
}

fn ending(learnt: &Learnt, out: &str, game: &str) -> String {
    let try_it = |heuristic: &str| {
        format!(
            "Try it: plyscope match {game} {heuristic}@time=50ms engine@time=50ms --games 100 --swap --random-plies 6"
        )
    };
    match (&learnt.found, learnt.stopped) {
        (Some(Found::File(file)), _) => {
            format!("{out}: {} KB. {}\n", file.len().div_ceil(1024), try_it(&format!("engine+file:{out}")))
        }
        (Some(Found::Formula(formula)), _) => format!("{formula}\n{}\n", try_it(&format!("\"engine+{formula}\""))),
        (None, true) => String::new(),
        (None, false) => {
            let fitted = learnt.fitted.as_ref().map_or_else(String::new, |formula| format!("; fitted was {formula}"));
            format!("nothing better was found than what it began with{fitted}\n")
        }
    }
}

/// The formula whose weights are to be fitted.
fn formula(options: &Learn) -> Result<Option<HeuristicSpec>, BadInput> {
    let Some(text) = &options.formula else { return Ok(None) };
    let spec: HeuristicSpec = text.parse()?;
    match spec.what {
        What::Formula(_) => Ok(Some(spec)),
        _ => Err(BadInput::new(format!("--formula {text:?}: give a formula in braces, such as {{10*pieces+steps}}"))),
    }
}

fn event_text(event: &Event<'_>) -> String {
    match event {
        Event::Fitted(number, generation, nothing) => format!(
            "generation {number}: {} games, {} positions, loss {:.4} ({nothing:.4} without knowledge)\n",
            grouped(generation.games),
            grouped(generation.positions),
            generation.loss
        ),
        Event::Checked(number, generation, is_better) => match generation.elo {
            None => String::new(),
            Some([elo, low, high]) => format!(
                "generation {number}: Elo {elo:+.0} ({low:+.0} to {high:+.0}) against what it began with{}\n",
                if *is_better { "" } else { ": no better" }
            ),
        },
    }
}

pub(super) fn check_data(data: &Path, resume: bool) -> Result<(), BadInput> {
    match (data.exists(), resume) {
        (true, false) => Err(BadInput::new(format!(
            "{} exists: --resume goes on with its games, --data FILE begins another database",
            data.display()
        ))),
        (false, true) => Err(BadInput::new(format!("{} does not exist: there is nothing to resume", data.display()))),
        _ => Ok(()),
    }
}

fn fit_plan(options: &Learn, position: &dyn AnyPosition) -> Result<FitPlan, BadInput> {
    let kind = options.kind();
    if !(0.0..=1.0).contains(&options.values) {
        return Err(BadInput::new(format!("--values {}: the share is a number from 0 to 1", options.values)));
    }
    let known = position.features();
    let all = || known.iter().map(|feature| feature.name).filter(|name| *name != "turn").map(str::to_owned).collect();
    let features: Vec<String> = match (options.features.as_deref(), kind) {
        (Some("none"), _) => Vec::new(),
        (Some("all"), _) | (None, Kind::Weights) => all(),
        (None, _) => position.learnt_with().iter().map(|name| (*name).to_owned()).collect(),
        (Some(names), _) => names.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    if let Some(unknown) = features.iter().find(|name| !known.iter().any(|feature| feature.name == *name)) {
        return Err(BadInput::unknown("feature", unknown, known.iter().map(|feature| feature.name)));
    }
    let stages = options.stages.unwrap_or(match kind {
        Kind::Weights => 4,
        Kind::Patterns => 8,
        Kind::Network => 6,
    });
    Ok(FitPlan {
        kind,
        features,
        stages: stages as usize,
        hidden: options.hidden as usize,
        passes: options.passes as usize,
        share_of_values: options.values,
        seed: options.chance.seed,
        jobs: options.parallel.jobs().0.get(),
    })
}

fn opening(text: &str) -> Result<[u32; 2], BadInput> {
    let numbers = text.split_once('-').map(|(low, high)| [low, high].map(|number| number.trim().parse::<u32>()));
    match numbers {
        Some([Ok(low), Ok(high)]) if low <= high && high <= 1000 => Ok([low, high]),
        _ => Err(BadInput::new(format!("--opening {text:?}: give the fewest and the most random moves, such as 2-8"))),
    }
}

/// The command that makes the same file again, without what does not change it.
fn command(options: &Learn) -> String {
    let what = options
        .formula
        .as_ref()
        .map_or_else(|| format!("--model {}", options.model), |formula| format!("--formula \"{formula}\""));
    let mut words = vec![format!("plyscope learn {} {what}", options.game)];
    words.extend(options.limit.time.map(|time| format!("--time {}s", time.as_secs_f64())));
    words.extend(options.games.map(|games| format!("--games {games}")));
    words.push(format!("--generations {} --player {}", options.generations, options.player));
    words.extend(options.features.as_ref().map(|features| format!("--features {features}")));
    words.extend(options.stages.map(|stages| format!("--stages {stages}")));
    if options.kind() == Kind::Network {
        words.push(format!("--hidden {} --passes {}", options.hidden, options.passes));
    }
    words.push(format!("--values {} --opening {} --random {}", options.values, options.opening, options.random));
    words.extend(options.quiet.then(|| "--quiet".to_owned()));
    words.push(format!("--check {} --seed {}", options.check, options.chance.seed));
    words.extend(options.out.as_ref().map(|_| "--out FILE".to_owned()));
    words.join(" ")
}
