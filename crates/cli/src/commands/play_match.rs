//! `plyscope match`: many games between two players.

use std::time::Duration;

use plyscope_arena::{ContestRequest, ContestResult, Sampling, check_begins, contest, is_repetition};
use plyscope_core::{Progress, Work};
use plyscope_files::printable;
use plyscope_registry::{Player, heuristic_note};
use plyscope_view::time_text;

use crate::args::{Match, read_player};
use crate::commands::exact_match;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json, tell};
use crate::progress::Bars;

pub(crate) fn run(options: &Match) -> Result<(), Failure> {
    let position = options.place.find()?;
    check_begins(&*position)?;
    let players: [Player; 2] = [read_player(&options.first)?, read_player(&options.second)?];
    let programs = options.programs.find()?;
    let pool = programs.pool();
    if options.exact {
        return exact_match::run(&*position, &players, options.time, options.output.json);
    }
    interrupt::flag_or_end("stopped; the games played so far were discarded")?;
    for player in &players {
        match player.program() {
            Some(program) => programs.check(program, &position.spec())?,
            None => position.check_ends(player)?,
        }
    }
    let bars = Bars::default();
    let listener = |progress: Progress<'_>| bars.show(progress);
    let request = ContestRequest {
        players: players.each_ref(),
        games: options.games,
        seed: options.chance.seed,
        swap: options.swap,
        random_plies: options.random_plies,
        move_limit: options.move_limit,
        guests: &pool,
        jobs: options.parallel.jobs().0.get(),
        work: Work::never().telling(&listener),
    };
    if is_repetition(&request) && !options.output.json {
        tell(&format!("Note: {REPETITION}."));
    }
    let result = contest(&*position, &request);
    bars.finish();
    let result = result?;
    // They end before the result is shown.
    drop(pool);
    if options.output.json {
        return print_json(&result);
    }
    let mut text = report(&result, options.swap);
    for note in players.iter().filter_map(|player| heuristic_note(&*position, player)) {
        text.push_str(&format!("Note: {note}.\n"));
    }
    print(&text)
}

/// What is wrong with a match that can only repeat its first games.
const REPETITION: &str = "neither player leaves anything to chance, so all games in the same seats are the same game; \
    vary the openings, for example with --random-plies 4";

fn report(result: &ContestResult, swap: bool) -> String {
    let ContestResult { first, second, draws, interval: [low, high], .. } = result;
    let seats = if swap { "taking turns moving first" } else { "always moving first" };
    let mut text = format!("{}: {} games\n\n", result.game, grouped(result.games));
    text.push_str(&format!("{:>10} wins   {} ({seats})\n", grouped(first.wins), first.player));
    text.push_str(&format!("{:>10} wins   {}\n", grouped(second.wins), second.player));
    text.push_str(&format!("{:>10} draws\n\n", grouped(*draws)));
    text.push_str(&format!("{} scores {:.1} %", first.player, 100.0 * result.score()));
    text.push_str(&match result.sampling {
        Sampling::Nothing if swap => ": these two always play the same two games\n".to_owned(),
        Sampling::Nothing => ": these two always play the same game\n".to_owned(),
        _ => {
            let unit = if swap { "pairs of games" } else { "games" };
            format!(
                "; the true score lies between {:.1} % and {:.1} % (95 % interval, {} {unit})\n",
                100.0 * low,
                100.0 * high,
                grouped(result.observations)
            )
        }
    });
    text.push_str(&format!("{} distinct games\n", grouped(result.distinct_games as u64)));
    for lost in &result.forfeits {
        text.push_str(&format!("{} forfeited {} games: {}\n", lost.player, grouped(lost.count), lost.reason));
        for line in lost.words.iter().flat_map(|words| words.lines()) {
            text.push_str(&format!("  {}\n", printable(line)));
        }
    }
    let time = Duration::from_secs_f64(result.time_ms / 1000.0);
    text.push_str(&format!("{} nodes in {}\n", grouped(result.nodes), time_text(time)));
    text
}
