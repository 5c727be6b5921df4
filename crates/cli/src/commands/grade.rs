//! `plyscope grade`: report cards of heuristics.

use plyscope_arena::grades::{
    MatchRequest, Strength, TextTable, calibration_table, explanation, grades_html, marks_table, phases_table,
    play_matches, population_text, strength_of_run,
};
use plyscope_arena::summarise;
use plyscope_core::{BadInput, Interrupted, Progress, Work};
use plyscope_files::{Exports, FileKind};
use plyscope_registry::{AnyPosition, GradeError, GradeRequest, HeuristicSpec, Positions, ReportCard};
use plyscope_store::Store;
use serde::Serialize;

use crate::args::{Grade, read_heuristic};
use crate::interrupt;
use crate::output::{Failure, check_exports, print, print_json};
use crate::progress::Bars;
use crate::table::square;

#[derive(Serialize)]
struct Json<'a> {
    game: String,
    position: String,
    depth: u32,
    #[serde(flatten)]
    card: &'a ReportCard,
    strength: Option<&'a Strength>,
    notes: &'a [String],
}

pub(crate) fn run(options: &Grade) -> Result<(), Failure> {
    let position = options.place.find()?;
    let heuristics = heuristics(&*position, &options.heuristics)?;
    let exports = Exports::new(options.overwrite.force).keeping_database(&options.database.db);
    let exports =
        exports.with(FileKind::Html, options.html.as_deref()).with(FileKind::Markdown, options.markdown.as_deref());
    check_exports(&exports, options.output.json)?;
    let summary = options
        .run
        .map(|run| summarise(&Store::open(&options.database.db)?, run).map_err(Failure::from))
        .transpose()?;
    let (stop, bars) = (interrupt::flag_or_end(STOPPED)?, Bars::default());
    let listener = |progress: Progress<'_>| bars.show(progress);
    let work = Work::new(&stop).telling(&listener).within(options.limit.time);
    let request = GradeRequest {
        heuristics: &heuristics,
        depth: options.depth,
        positions: options.positions.unwrap_or(Positions::Fit),
        last: options.last,
        seed: options.chance.seed,
        time: options.solve_time,
        jobs: options.parallel.jobs().0.get(),
        cache: Some(&options.cache),
        work,
    };
    let graded = position.grade(&request).map_err(|error| match error {
        GradeError::Input(error) => error.into(),
        GradeError::Stopped => stopped(work),
    });
    let (card, notes) = graded?;
    let strength = match (&summary, options.matches) {
        (Some(summary), _) => Some(strength_of_run(summary, &position.spec(), &card)?),
        (None, Some(games)) => Some(matches(&*position, &card, options, games, request.jobs, work)?),
        (None, None) => None,
    };
    bars.finish();
    if let Some(file) = &options.html {
        let page = grades_html(&position.spec(), &card, strength.as_ref(), &notes)?;
        exports.write(FileKind::Html, file, page.as_bytes())?;
    }
    if let Some(file) = &options.markdown {
        let (marks, phases) = (marks_table(&card).markdown(), phases_table(&card).markdown());
        let head = format!("Written by `plyscope grade {}`.", position.spec());
        let text = format!("{head}\n\n{}\n\n{marks}\n{phases}", population_text(&card.population));
        exports.write(FileKind::Markdown, file, text.as_bytes())?;
    }
    if exports.use_stdout() {
        return Ok(());
    }
    if options.output.json {
        return print_json(&Json {
            game: position.spec(),
            position: position.text(),
            depth: options.depth,
            card: &card,
            strength: strength.as_ref(),
            notes: &notes,
        });
    }
    print(&text(&position.spec(), &card, strength.as_ref(), &notes))
}

/// The named heuristics, or all heuristics of the game.
fn heuristics(position: &dyn AnyPosition, named: &[String]) -> Result<Vec<HeuristicSpec>, BadInput> {
    let mut specs: Vec<HeuristicSpec> = match named {
        [] => position.heuristics().iter().map(|about| HeuristicSpec::named(about.name)).collect(),
        named => named.iter().map(|text| read_heuristic(text)).collect::<Result<_, _>>()?,
    };
    let mut seen = Vec::new();
    specs.retain(|spec| {
        let is_new = !seen.contains(&spec.to_string());
        seen.push(spec.to_string());
        is_new
    });
    Ok(specs)
}

const STOPPED: &str = "stopped; nothing was graded";

fn stopped(work: Work<'_>) -> Failure {
    let why = work.check().err().unwrap_or(Interrupted::Cancelled);
    Failure::stopped(why, STOPPED, "out of time; nothing was graded (--solve-time limits each position of a sample)")
}

fn matches(
    position: &dyn AnyPosition,
    card: &ReportCard,
    options: &Grade,
    games: u64,
    jobs: usize,
    work: Work<'_>,
) -> Result<Strength, Failure> {
    if card.cards.len() < 2 {
        return Err(BadInput::new("--matches needs two heuristics or more").into());
    }
    let depth = options.match_depth.unwrap_or(options.depth);
    let request =
        MatchRequest { depth, games, random_plies: options.random_plies, seed: options.chance.seed, jobs, work };
    play_matches(position, card, &request)?.ok_or_else(|| stopped(work))
}

fn text(game: &str, card: &ReportCard, strength: Option<&Strength>, notes: &[String]) -> String {
    let mut text = format!("{game}\n{}\n\n", population_text(&card.population));
    text.push_str(&lined_up(marks_table(card)));
    text.push('\n');
    for (name, meaning) in explanation(card) {
        text.push_str(&format!(" {name:18}  {meaning}\n"));
    }
    text.push_str("\nPercent of decisions in which the greedy choice keeps the result, by third of the game:\n\n");
    text.push_str(&lined_up(phases_table(card)));
    if let [only] = &card.cards[..] {
        text.push_str("\nWhat its values mean: average points of the side to move (a win is 100, a draw 50):\n\n");
        text.push_str(&lined_up(calibration_table(only)));
    }
    if let Some(strength) = strength {
        text.push_str(&format!("\nGames: {}.\n\n", strength.source));
        text.push_str(&strength_text(strength));
    }
    notes.iter().for_each(|note| text.push_str(&format!("\nNote: {note}\n")));
    text
}

fn lined_up(table: TextTable) -> String {
    square(table.columns.iter().map(|name| name.to_uppercase()).collect(), table.rows.into_iter())
}

fn strength_text(strength: &Strength) -> String {
    let mut games: Vec<_> = strength.games.iter().collect();
    games.sort_by(|a, b| b.score.total_cmp(&a.score));
    let rows = games.into_iter().map(|played| {
        let (low, high) = played.interval;
        let interval = format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high);
        vec![played.heuristic.clone(), format!("{:.1}", 100.0 * played.score), interval, played.games.to_string()]
    });
    let header = ["HEURISTIC", "SCORE", "INTERVAL", "GAMES"].map(str::to_owned).to_vec();
    let mut text = square(header, rows);
    if strength.agreement.is_empty() {
        text.push_str(
            "\nWhether marks agree with results can be computed only for three or more heuristics with different \
             marks.\n",
        );
        return text;
    }
    text.push_str(
        "\nHow well the order by each mark agrees with the order by score (Spearman's rho, 95 % interval):\n\n",
    );
    let rows = strength.agreement.iter().map(|row| {
        let (low, high) = row.interval;
        vec![row.mark.clone(), format!("{:.2}", row.rho), format!("{low:.2} to {high:.2}"), row.n.to_string()]
    });
    text.push_str(&square(["MARK", "RHO", "INTERVAL", "HEURISTICS"].map(str::to_owned).to_vec(), rows));
    text
}
