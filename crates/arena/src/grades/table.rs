//! Grades as text tables, for pages and terminals.

use plyscope_registry::{Card, DepthCard, Figure, Population, ReportCard};

use super::strength::Strength;

/// A table of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    /// The names of the columns; the first column has words, the others numbers.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        // A bar would split a cell. Formulas have none, but names can contain one.
        let line = |cells: &[String]| {
            format!("| {} |\n", cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
        };
        let rule = format!("| --- |{}\n", " ---: |".repeat(self.columns.len().saturating_sub(1)));
        line(&self.columns) + &rule + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }
}

/// The name of the row of random moves.
pub const RANDOM: &str = "(random moves)";

/// A share in percent, with half the width of its interval if it has one.
pub(super) fn share(figure: Option<Figure>) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| with_error(100.0 * figure.mean, figure, 100.0, 1))
}

/// A number, with half the width of its interval if it has one.
fn number(figure: Option<Figure>) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| with_error(figure.mean, figure, 1.0, 2))
}

fn with_error(value: f64, figure: Figure, scale: f64, digits: usize) -> String {
    // Rounding can give −0.
    let value = if value.abs() < 0.5 * 10_f64.powi(-(digits as i32)) { 0.0 } else { value };
    match figure.interval {
        Some((low, high)) => format!("{value:.digits$} ±{:.digits$}", scale * (high - low) / 2.0),
        None => format!("{value:.digits$}"),
    }
}

/// The heuristics ordered by how often the greedy choice keeps the result, the best first.
pub(super) fn ranked(card: &ReportCard) -> Vec<&Card> {
    let mut cards: Vec<&Card> = card.cards.iter().collect();
    let kept = |card: &Card| card.depths[0].all.kept.map_or(0.0, |figure| figure.mean);
    cards.sort_by(|a, b| kept(b).total_cmp(&kept(a)));
    cards
}

/// A row for each heuristic, the best first, and one for random moves.
pub fn marks_table(card: &ReportCard) -> TextTable {
    let n_depths = card.cards.first().map_or(1, |card| card.depths.len());
    let mut columns = vec!["heuristic".to_owned(), "greedy".to_owned()];
    columns.extend((2..=n_depths).map(|depth| format!("depth {depth}")));
    let lost = format!("{} lost", card.population.measure);
    columns.extend(["best move", "points lost", &lost, "order", "skill"].map(str::to_owned));
    let row = |name: &str, depths: &[DepthCard], skill: Option<f64>| {
        let mut row = vec![name.to_owned()];
        row.extend(depths.iter().map(|depth| share(depth.all.kept)));
        // Random moves do not depend on depth, so their other columns are empty.
        row.resize(1 + n_depths, String::new());
        let greedy = &depths[0].all;
        row.push(share(greedy.optimal));
        row.extend([greedy.points_lost, greedy.measure_lost, greedy.order].map(number));
        row.push(skill.map_or_else(|| "–".to_owned(), |skill| format!("{skill:.2}").replace("-0.00", "0.00")));
        row
    };
    let cards = ranked(card).into_iter();
    let skill = |card: &Card| card.calibration.as_ref().and_then(|found| found.skill);
    let mut rows: Vec<Vec<String>> = cards.map(|card| row(&card.heuristic, &card.depths, skill(card))).collect();
    rows.push(row(RANDOM, std::slice::from_ref(&card.random), None));
    TextTable { columns, rows }
}

/// How often the greedy choice keeps the result in each phase of the game.
pub fn phases_table(card: &ReportCard) -> TextTable {
    let mut columns = vec!["heuristic".to_owned()];
    columns.extend(card.population.phases.iter().map(|phase| format!("plies {}–{}", phase.first, phase.last)));
    let row = |name: &str, depth: &DepthCard| {
        let phases = depth.phases.iter().map(|marks| share(marks.kept));
        std::iter::once(name.to_owned()).chain(phases).collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = ranked(card).into_iter().map(|card| row(&card.heuristic, &card.depths[0])).collect();
    rows.push(row(RANDOM, &card.random));
    let decisions = card.population.phases.iter().map(|phase| phase.decisions.to_string());
    rows.push(std::iter::once("(positions)".to_owned()).chain(decisions).collect());
    TextTable { columns, rows }
}

/// The bins of one heuristic: values, positions and points.
pub fn calibration_table(card: &Card) -> TextTable {
    let columns = ["value", "positions", "points", "interval", "fitted"].map(str::to_owned).to_vec();
    let bins = card.calibration.iter().flat_map(|found| &found.bins).map(|bin| {
        let value =
            if bin.low == bin.high { format!("{:.3}", bin.low) } else { format!("{:.3} to {:.3}", bin.low, bin.high) };
        let interval = bin
            .interval
            .map_or_else(|| "exact".to_owned(), |(low, high)| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high));
        vec![
            value,
            bin.n.to_string(),
            format!("{:.1}", 100.0 * bin.points),
            interval,
            format!("{:.1}", 100.0 * bin.fitted),
        ]
    });
    TextTable { columns, rows: bins.collect() }
}

/// A description of the positions.
pub fn population_text(population: &Population) -> String {
    let Population { positions, decisions, unequal, .. } = population;
    let decide = format!(
        "in {decisions} of them some moves keep the result and others do not, in {unequal} not all moves are equally \
         good"
    );
    match population.reachable {
        Some(reachable) => {
            format!("Exact: all {positions} unfinished positions of the {reachable} that can be reached; {decide}.")
        }
        None => {
            let drawn = positions + population.unsolved;
            let unsolved = match population.unsolved {
                0 => "all of them solved".to_owned(),
                n => format!(
                    "{n} of them not solved in time and left out, which favours positions that are decided soon"
                ),
            };
            format!(
                "A sample of {drawn} positions from as many games, {unsolved}; {decide}. ± is half of a 95 % interval."
            )
        }
    }
}

/// The columns with a short explanation of each.
pub fn explanation(card: &ReportCard) -> Vec<(&'static str, &'static str)> {
    let lost = match card.population.measure {
        "plies" => (
            "plies lost",
            "how much slower a win or faster a loss is than necessary, if the greedy choice keeps the result",
        ),
        _ => ("discs lost", "how much of the best margin the greedy choice gives away"),
    };
    vec![
        ("greedy, depth 2, …", "percent of decisions in which the chosen move keeps the result"),
        ("best move", "percent of positions with unequal moves in which the greedy choice is a best one"),
        (
            "points lost",
            "by the greedy choice, in decisions: a win that becomes a loss costs 1, a win that becomes a draw ½",
        ),
        lost,
        ("order", "Kendall's tau between its order of the moves and the true order; 1 means the same, 0 unrelated"),
        ("skill", "how much of the uncertainty about the result its values remove; 1 means all of it"),
    ]
}

/// The findings in plain sentences.
pub fn findings(card: &ReportCard, strength: Option<&Strength>) -> Vec<String> {
    let mut found = vec![population_text(&card.population)];
    let ranked = ranked(card);
    let random = card.random.all.kept;
    if let (Some(best), Some(worst)) = (ranked.first(), ranked.last()) {
        let kept = |card: &Card| share(card.depths[0].all.kept);
        found.push(format!(
            "{} keeps the result most often, in {} % of decisions by its greedy choice; random moves keep it in {} %.",
            best.heuristic,
            kept(best),
            share(random)
        ));
        if ranked.len() > 1 {
            found.push(format!("{} keeps it least often, in {} %.", worst.heuristic, kept(worst)));
        }
        if let [first, .., last] = &best.depths[..] {
            found.push(format!(
                "With {} plies of search, {} keeps it in {} % instead of {} %.",
                last.depth,
                best.heuristic,
                share(last.all.kept),
                share(first.all.kept)
            ));
        }
    }
    for agreement in strength.into_iter().flat_map(|strength| strength.agreement.first()) {
        let (low, high) = agreement.interval;
        let sure = if low > 0.0 {
            "good grades go with good results"
        } else if high < 0.0 {
            "good grades go with bad results"
        } else {
            "there are too few heuristics to tell whether good grades go with good results"
        };
        found.push(format!(
            "The order by how often the greedy choice keeps the result agrees with the order by score with ρ = {:.2} \
             ({low:.2} to {high:.2}, {} heuristics): {sure}.",
            agreement.rho, agreement.n
        ));
    }
    found
}
