//! The report card as one self-contained HTML file.

use plyscope_core::BadInput;
use plyscope_plot::{Axis, Plot, Point};
use plyscope_registry::{Card, Figure as Mark, ReportCard};
use serde::Serialize;

use super::strength::Strength;
use super::table::{explanation, findings, marks_table, ranked, share};
use crate::figure::{Figure, MAX_LINES, render, with_figures};

const TEMPLATE: &str = with_figures!("template.html");
const STYLE: &str = include_str!("../report/style.css");

/// The values of the template; the fields are the names used there.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    version: &'static str,
    game: &'a str,
    facts: Vec<(&'static str, String)>,
    findings: Vec<String>,
    notes: &'a [String],
    explanation: Vec<(&'static str, &'static str)>,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    figures: Vec<Figure>,
    calibrations: Vec<Figure>,
    strength: Option<StrengthPart>,
}

#[derive(Serialize)]
struct StrengthPart {
    source: String,
    agreement: Vec<[String; 4]>,
    figure: Option<Figure>,
}

/// The report card of a game's heuristics as one self-contained HTML file.
///
/// # Errors
/// If it cannot be written, which would be a bug in the template.
pub fn grades_html(
    game: &str,
    card: &ReportCard,
    strength: Option<&Strength>,
    notes: &[String],
) -> Result<String, BadInput> {
    let table = marks_table(card);
    let page = Page {
        style: STYLE,
        version: env!("CARGO_PKG_VERSION"),
        game,
        facts: facts(game, card),
        findings: findings(card, strength),
        notes,
        explanation: explanation(card),
        columns: table.columns,
        rows: table.rows,
        figures: [by_depth(card), by_phase(card)].into_iter().flatten().collect(),
        calibrations: ranked(card).into_iter().filter_map(calibration).collect(),
        strength: strength.map(|strength| part(card, strength)),
    };
    render(TEMPLATE, &page)
}

fn facts(game: &str, card: &ReportCard) -> Vec<(&'static str, String)> {
    let population = &card.population;
    let [lost, drawn, won] = population.values;
    let kind = if population.is_exact { "all that can be reached" } else { "a sample of endgames" };
    vec![
        ("Game", game.to_owned()),
        ("Positions", format!("{} ({kind})", population.positions)),
        ("Decisions", population.decisions.to_string()),
        ("Not solved", population.unsolved.to_string()),
        ("For the side to move", format!("{won} won, {drawn} drawn, {lost} lost")),
        ("Heuristics", card.cards.len().to_string()),
    ]
}

fn point(x: f64, name: &str, at: &str, mark: Option<Mark>) -> Option<Point> {
    let mark = mark?;
    let title = format!("{name}, {at}: {} % of {} positions", share(Some(mark)), mark.n);
    Some(Point {
        x,
        y: mark.mean,
        interval: mark.interval.unwrap_or((mark.mean, mark.mean)),
        label: String::new(),
        title,
    })
}

/// Lines of the best heuristics, their names, and a sentence if some are left out.
fn lines(card: &ReportCard, line: impl Fn(&Card) -> Vec<Point>) -> (Vec<Vec<Point>>, Vec<String>, String) {
    let shown: Vec<&Card> = ranked(card).into_iter().take(MAX_LINES).collect();
    let left_out = card.cards.len() - shown.len();
    let words = match left_out {
        0 => String::new(),
        n => format!(" The {MAX_LINES} best are shown; {n} more are in the table."),
    };
    let names = shown.iter().map(|card| card.heuristic.clone()).collect();
    (shown.into_iter().map(line).collect(), names, words)
}

fn by_depth(card: &ReportCard) -> Option<Figure> {
    let depths = card.cards.first()?.depths.len();
    if depths < 2 {
        return None;
    }
    let (series, legend, words) = lines(card, |card| {
        let at = |depth: &plyscope_registry::DepthCard| {
            point(depth.depth.into(), &card.heuristic, &format!("depth {}", depth.depth), depth.all.kept)
        };
        card.depths.iter().filter_map(at).collect()
    });
    let heading = "How much search helps".to_owned();
    let x = Axis::of("depth of search", (1..=depths).map(|depth| depth as f64));
    let caption = format!(
        "The share of decisions in which the choice keeps the result. The dashed line shows random moves.{words}"
    );
    Some(figure(heading, x, "result kept", random(card), series, legend, caption))
}

fn by_phase(card: &ReportCard) -> Option<Figure> {
    let phases = &card.population.phases;
    let middle = |index: usize| f64::from(phases[index].first + phases[index].last) / 2.0;
    let (series, legend, words) = lines(card, |card| {
        let phase = |(index, marks): (usize, &plyscope_registry::Marks)| {
            let at = format!("plies {} to {}", phases[index].first, phases[index].last);
            point(middle(index), &card.heuristic, &at, marks.kept)
        };
        card.depths[0].phases.iter().enumerate().filter_map(phase).collect()
    });
    if series.iter().map(Vec::len).max()? < 2 {
        return None;
    }
    let x = Axis::of("ply, middle of each third of the game", (0..phases.len()).map(middle));
    let caption = format!(
        "The share of decisions in which the greedy choice keeps the result, by third of the game. The dashed line \
         shows random moves over the whole game.{words}"
    );
    Some(figure("Where in the game".to_owned(), x, "result kept", random(card), series, legend, caption))
}

fn random(card: &ReportCard) -> Option<f64> {
    card.random.all.kept.map(|figure| figure.mean)
}

fn figure(
    heading: String,
    x: Axis,
    y: &str,
    mark: Option<f64>,
    series: Vec<Vec<Point>>,
    legend: Vec<String>,
    caption: String,
) -> Figure {
    let plot = Plot { title: heading.clone(), x, y: Axis::share(y), mark, series, joined: true };
    Figure { heading, svg: plot.svg(), standalone: plot.standalone(&legend), caption, legend, is_numbered: false }
}

fn calibration(card: &Card) -> Option<Figure> {
    let found = card.calibration.as_ref()?;
    let seen = |bin: &plyscope_registry::Bin| {
        let title =
            format!("value {:.3} to {:.3}: {:.1} % of {} positions", bin.low, bin.high, 100.0 * bin.points, bin.n);
        let interval = bin.interval.unwrap_or((bin.points, bin.points));
        Point { x: bin.mean, y: bin.points, interval, label: String::new(), title }
    };
    let fitted = |bin: &plyscope_registry::Bin| {
        let title = format!("fitted: {:.1} %", 100.0 * bin.fitted);
        Point { x: bin.mean, y: bin.fitted, interval: (bin.fitted, bin.fitted), label: String::new(), title }
    };
    let series = vec![found.bins.iter().map(seen).collect(), found.bins.iter().map(fitted).collect()];
    // Values on both sides of 0 need a linear axis, so 0 is always on it.
    let x = Axis::of("value for the side to move", found.bins.iter().map(|bin| bin.mean).chain([0.0]));
    let skill = found.skill.map_or_else(|| "none".to_owned(), |skill| format!("{skill:.2}"));
    let caption = format!(
        "Brier score {:.3}, against {:.3} for one constant prediction; skill {skill}.",
        found.brier, found.brier_of_mean
    );
    Some(figure(card.heuristic.clone(), x, "points", Some(0.5), series, Vec::new(), caption))
}

fn part(card: &ReportCard, strength: &Strength) -> StrengthPart {
    let agreement = strength.agreement.iter().map(|row| {
        let (low, high) = row.interval;
        [row.mark.clone(), format!("{:.2}", row.rho), format!("{low:.2} to {high:.2}"), row.n.to_string()]
    });
    let ranked = ranked(card);
    let place = |name: &str| ranked.iter().position(|card| card.heuristic == name);
    let point = |played: &super::HeuristicScore| {
        let rank = place(&played.heuristic)?;
        let kept = ranked[rank].depths[0].all.kept?;
        let title =
            format!("{}: keeps {} %, scored {:.1} %", played.heuristic, share(Some(kept)), 100.0 * played.score);
        Some(Point {
            x: 100.0 * kept.mean,
            y: played.score,
            interval: played.interval,
            label: (rank + 1).to_string(),
            title,
        })
    };
    let mut points: Vec<Point> = strength.games.iter().filter_map(point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let figure = (points.len() > 1).then(|| {
        let heading = "Grade against score".to_owned();
        let x = Axis::of("result kept by the greedy choice, %", points.iter().map(|point| point.x));
        let plot = Plot {
            title: heading.clone(),
            x,
            y: Axis::share("score in games"),
            mark: Some(0.5),
            series: vec![points],
            joined: false,
        };
        let caption = "Each number is a heuristic; the bar is the 95 % interval of its score.".to_owned();
        let name = |(rank, card): (usize, &&Card)| format!("{} {}", rank + 1, card.heuristic);
        let legend: Vec<String> = ranked.iter().enumerate().map(name).collect();
        Figure { heading, svg: plot.svg(), standalone: plot.standalone(&legend), caption, legend, is_numbered: true }
    });
    StrengthPart { source: strength.source.clone(), agreement: agreement.collect(), figure }
}
