//! `plyscope tune`: numbers of a player by its games.

use plyscope_core::{Progress, Work};
use plyscope_files::{Exports, FileKind};
use plyscope_learn::{Check, Decision, TunePlan, Tuned, TunedNumber, tune, tuning_curve};
use plyscope_registry::start;
use serde::Serialize;

use super::learn::check_data;
use crate::args::{Tune, read_player};
use crate::interrupt;
use crate::output::{Failure, check_exports, grouped, print, print_json};
use crate::progress::Bars;
use crate::table::square;

#[derive(Serialize)]
struct Json<'a> {
    game: String,
    player: &'a str,
    method: &'static str,
    games: u64,
    steps: u64,
    numbers: Vec<NumberJson<'a>>,
    start: &'a str,
    tuned: &'a str,
    verdict: Option<&'static str>,
    elo: Option<f64>,
    interval: Option<[f64; 2]>,
    check_games: u64,
    data: String,
    stopped: bool,
}

#[derive(Serialize)]
struct NumberJson<'a> {
    name: &'a str,
    low: f64,
    high: f64,
    start: f64,
    value: f64,
    steps_at_low: u64,
    steps_at_high: u64,
}

pub(crate) fn run(options: &Tune) -> Result<(), Failure> {
    let position = start(&options.game)?;
    let exports = Exports::new(options.overwrite.force).keeping_database(&options.data);
    let exports = exports.with(FileKind::Svg, options.svg.as_deref());
    check_exports(&exports, options.output.json)?;
    check_data(&options.data, options.resume)?;
    let (stop, bars) = (interrupt::flag()?, Bars::default());
    let listener = |progress: Progress<'_>| bars.show(progress);
    let work = Work::new(&stop).telling(&listener);
    let command = command(options);
    let plan = TunePlan {
        start: &*position,
        player: &options.player,
        read_player: &read_player,
        parameters: options.vary.clone(),
        method: options.method,
        games: options.games,
        pairs: options.pairs.unwrap_or(options.method.default_pairs()),
        random_plies: options.random_plies,
        check_games: options.check,
        seed: options.chance.seed,
        jobs: options.parallel.jobs().0.get(),
        data: &options.data,
        command: &command,
        program: env!("CARGO_PKG_VERSION"),
    };
    let tuned = tune(&plan, work)?;
    bars.finish();
    if let Some(file) = &options.svg {
        let curve = tuning_curve(&format!("{} by {}", position.spec(), options.method.name()), &tuned);
        exports.write(FileKind::Svg, file, curve.as_bytes())?;
    }
    if options.output.json {
        print_json(&json(options, &position.spec(), &tuned))?;
    } else {
        print(&text(&tuned))?;
    }
    if tuned.stopped {
        return Err(Failure::Interrupted(format!(
            "stopped; all games are in {}, and the same command with --resume goes on",
            options.data.display()
        )));
    }
    Ok(())
}

fn text(tuned: &Tuned) -> String {
    let header = ["number", "range", "start", "now", "steps at low", "steps at high"];
    let rows = tuned.numbers.iter().map(|TunedNumber { vary, value, at_bounds: [low, high] }| {
        vec![
            vary.name.clone(),
            format!("{} to {}", vary.low, vary.high),
            vary.start.to_string(),
            value.to_string(),
            grouped(*low),
            grouped(*high),
        ]
    });
    let table = square(header.map(str::to_owned).to_vec(), rows);
    let [start, now] = &tuned.players;
    let mut text = format!("{} games, {} steps\n\n{table}\n", grouped(tuned.games), grouped(tuned.steps));
    if tuned.stopped {
        return text;
    }
    text.push_str(&format!("start: {start}\ntuned: {now}\n"));
    if start == now {
        text.push_str("no better than the start: it is the same player\n");
    } else if let Some(check) = &tuned.check {
        text.push_str(&format!("{}\n", check_text(check)));
    }
    text
}

/// What the check says: in words for people, and in a word for programs.
fn verdict(check: &Check) -> (&'static str, &'static str) {
    match check.decision {
        Decision::AcceptUpper => ("better than the start", "better"),
        Decision::AcceptLower => ("no better than the start", "no better"),
        Decision::Continue => ("not shown to be better than the start", "open"),
    }
}

fn check_text(check: &Check) -> String {
    let (words, _) = verdict(check);
    let elo = check.elo.map_or(String::new(), |[elo, low, high]| format!(": Elo {elo:+.0} ({low:+.0} to {high:+.0})"));
    format!("{words}{elo} in {} games", grouped(check.games))
}

fn json<'a>(options: &'a Tune, game: &str, tuned: &'a Tuned) -> Json<'a> {
    let number = |TunedNumber { vary, value, at_bounds: [low, high] }: &'a TunedNumber| NumberJson {
        name: &vary.name,
        low: vary.low,
        high: vary.high,
        start: vary.start,
        value: *value,
        steps_at_low: *low,
        steps_at_high: *high,
    };
    let elo = tuned.check.as_ref().and_then(|check| check.elo);
    let is_same = !tuned.stopped && tuned.players[0] == tuned.players[1];
    Json {
        game: game.to_owned(),
        player: &options.player,
        method: options.method.name(),
        games: tuned.games,
        steps: tuned.steps,
        numbers: tuned.numbers.iter().map(number).collect(),
        start: &tuned.players[0],
        tuned: &tuned.players[1],
        verdict: if is_same { Some("no better") } else { tuned.check.as_ref().map(|check| verdict(check).1) },
        elo: elo.map(|[elo, _, _]| elo),
        interval: elo.map(|[_, low, high]| [low, high]),
        check_games: tuned.check.as_ref().map_or(0, |check| check.games),
        data: options.data.display().to_string(),
        stopped: tuned.stopped,
    }
}

/// The command that does the same again, without what does not change it.
fn command(options: &Tune) -> String {
    let mut words = vec![format!("plyscope tune {} \"{}\"", options.game, options.player)];
    words.extend(options.vary.iter().map(|vary| format!("--vary {vary}")));
    words.push(format!("--method {} --games {}", options.method.name(), options.games));
    words.extend(options.pairs.map(|pairs| format!("--pairs {pairs}")));
    words.push(format!("--random-plies {} --seed {}", options.random_plies, options.chance.seed));
    words.join(" ")
}
