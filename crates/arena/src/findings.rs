//! The findings of a run in plain words.

use crate::experiment::Schedule;
use crate::sampling::Sampling;
use crate::summary::{LEVEL, PairSummary, Rating, Summary};

/// Writes the findings, the notes and the report of a summary.
pub(crate) fn write(summary: &mut Summary) {
    let mut findings = Vec::new();
    findings.extend(crate::sequential::findings(summary));
    if summary.schedule == Schedule::Ablation {
        findings.extend(crate::ablation::findings(&summary.options));
    } else {
        findings.extend(ranking(summary));
        findings.extend(contests(summary));
    }
    findings.extend(first_move(summary));
    findings.extend(cost(summary));
    findings.extend(crate::forfeits::findings(summary));
    summary.findings = findings;
    let notes = notes(summary);
    summary.notes.extend(notes);
    summary.notes.extend(crate::outside::note(summary));
    let lines = summary.findings.iter().chain(&summary.notes);
    summary.report = lines.map(String::as_str).collect::<Vec<_>>().join("\n");
}

/// Half the width of an interval of scores, in percent.
fn plus_minus((low, high): (f64, f64)) -> String {
    let half = 50.0 * (high - low);
    if half < 10.0 { format!("{half:.1}") } else { format!("{half:.0}") }
}

fn percent(share: f64) -> String {
    let value = 100.0 * share;
    if value == value.round() { format!("{value:.0}") } else { format!("{value:.1}") }
}

fn ranking(summary: &Summary) -> Option<String> {
    let [best, others @ ..] = &summary.ratings[..] else { return None };
    if summary.players.len() < 3 || others.iter().any(|rating| rating.group != best.group) {
        return None;
    }
    let n = summary.players.len();
    if !summary.pairs.iter().any(is_significant) {
        return Some(format!("No two of the {n} players can be told apart by these games."));
    }
    let half = (best.interval.1 - best.interval.0) / 2.0;
    let value = format!("{:+.0} ± {half:.0} Elo above their mean", best.elo);
    let is_beaten = |other: &&Rating| {
        let pair = summary.pairs.iter().find(|pair| is_of(pair, best.player, other.player));
        pair.is_some_and(|pair| is_significant(pair) && (pair.score > 0.5) == (pair.a == best.player))
    };
    let rivals: Vec<&Rating> = others.iter().filter(|other| !is_beaten(other)).collect();
    Some(match &rivals[..] {
        [] => format!("{} is the strongest of {n} players: {value}.", best.name),
        [rival, rest @ ..] => {
            let rest = match rest.len() {
                0 => String::new(),
                1 => " and 1 other".to_owned(),
                k => format!(" and {k} others"),
            };
            let (name, elo) = (&rival.name, rival.elo);
            format!(
                "{} has the highest rating of {n} players, {value}; {name} ({elo:+.0}){rest} may be as strong.",
                best.name
            )
        }
    })
}

fn is_of(pair: &PairSummary, a: usize, b: usize) -> bool {
    (pair.a, pair.b) == (a, b) || (pair.a, pair.b) == (b, a)
}

/// Whether a difference is significant, corrected for the number of comparisons, and visible in its own interval.
pub(crate) fn is_significant(pair: &PairSummary) -> bool {
    pair.p <= 1.0 - LEVEL && (pair.interval.0 > 0.5 || pair.interval.1 < 0.5)
}

/// The games of two players that are observations.
fn observed_games(pair: &PairSummary) -> u64 {
    2 * pair.pairs.iter().sum::<u64>()
}

/// The probability as papers print it.
pub(crate) fn p_text(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

fn contests(summary: &Summary) -> Vec<String> {
    let significant = summary.pairs.iter().filter(|pair| is_significant(pair)).count();
    let total = summary.pairs.len();
    let mut lines = Vec::new();
    if total > 3 {
        lines.push(format!(
            "{significant} of {total} differences between players are significant (95 %, after Holm's correction)."
        ));
    }
    // People ask about neighbours in the ranking. Two players have only one contest.
    let order: Vec<usize> = summary.ratings.iter().map(|rating| rating.player).collect();
    let neighbours = order.windows(2).filter_map(|two| summary.pairs.iter().find(|pair| is_of(pair, two[0], two[1])));
    lines.extend(neighbours.take(2).map(|pair| contest(summary, pair)));
    if lines.is_empty() {
        lines.extend(summary.pairs.iter().take(3).map(|pair| contest(summary, pair)));
    }
    lines
}

fn contest(summary: &Summary, pair: &PairSummary) -> String {
    let a_ahead = pair.score >= 0.5;
    let (winner, loser) = if a_ahead { (pair.a, pair.b) } else { (pair.b, pair.a) };
    let score = if a_ahead { pair.score } else { 1.0 - pair.score };
    let [winner, loser] = [winner, loser].map(|index| &summary.players[index].name);
    if pair.sampling == Sampling::Nothing {
        return same_game(summary, winner, loser, score);
    }
    let (score, half, games) = (percent(score), plus_minus(pair.interval), observed_games(pair));
    if is_significant(pair) {
        return format!("{winner} beats {loser}: {score} % ± {half} in {games} games, {}.", p_text(pair.p));
    }
    let more = match pair.more_games {
        Some(0) => "it is not significant after correcting for the number of comparisons".to_owned(),
        Some(more) if more < 1_000_000 => {
            let new = if pair.sampling == Sampling::Openings { " from other openings" } else { "" };
            format!("about {} more games{new} would probably settle it", round(more))
        }
        _ => "if there is a difference, it is too small to detect".to_owned(),
    };
    format!("{winner} and {loser} cannot be told apart by these games ({score} % ± {half}); {more}.")
}

/// Two players without chance and without openings.
fn same_game(summary: &Summary, winner: &str, loser: &str, score: f64) -> String {
    let boards = if summary.boards.len() > 1 { " on each board" } else { "" };
    let result = if score == 1.0 && summary.boards.len() == 1 {
        format!("{winner} wins both")
    } else {
        format!("{winner} scores {} %", percent(score))
    };
    format!(
        "{winner} and {loser} always play the same two games{boards}, one in each seat ({result}); vary the openings \
         to find out who is stronger."
    )
}

/// Rounded up to two digits, because it is only an estimate.
fn round(games: u64) -> u64 {
    let digits = games.max(1).ilog10();
    let step = 10_u64.pow(digits.saturating_sub(1));
    games.div_ceil(step) * step
}

fn first_move(summary: &Summary) -> Option<String> {
    let (score, interval) = (summary.first_move.score?, summary.first_move.interval);
    let (share, half) = (percent(score), plus_minus(interval));
    Some(if interval.0 > 0.5 {
        format!("Moving first helps: the first player scored {share} % ± {half}.")
    } else if interval.1 < 0.5 {
        format!("Moving first hurts: the first player scored only {share} % ± {half}.")
    } else if interval == (0.0, 1.0) {
        format!("These games cannot show whether moving first helps: the first player scored {share} %.")
    } else {
        format!("These games do not show whether moving first helps: the first player scored {share} % ± {half}.")
    })
}

fn cost(summary: &Summary) -> Option<String> {
    let searching: Vec<_> = summary.players.iter().filter(|player| player.nodes_per_move >= 1.0).collect();
    let most = searching.iter().max_by(|a, b| a.nodes_per_move.total_cmp(&b.nodes_per_move))?;
    let least = searching.iter().min_by(|a, b| a.nodes_per_move.total_cmp(&b.nodes_per_move))?;
    let ratio = most.nodes_per_move / least.nodes_per_move;
    let (most_nodes, least_nodes) = (most.nodes_per_move, least.nodes_per_move);
    (ratio >= 1.5).then(|| {
        format!(
            "{} searched {most_nodes:.0} positions per move, {ratio:.1} times as many as {} ({least_nodes:.0}).",
            most.name, least.name
        )
    })
}

fn notes(summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(repetitions(summary));
    if let Some([a, b, c]) = summary.cycles.first().map(|cycle| cycle.map(|index| &summary.players[index].name)) {
        notes.push(format!(
            "There is a cycle: {a} beats {b}, {b} beats {c}, and {c} beats {a}; no ranking can express this."
        ));
    } else if summary.fit_p.is_some_and(|p| p < 0.01) {
        notes.push(
            "The results do not fit one rating per player (p < 0.01): some players do better against \
            particular opponents than their ratings predict."
                .to_owned(),
        );
    }
    if !summary.complete {
        notes.push("The run is not complete; the intervals are valid at any time.".to_owned());
    }
    notes
}

/// How many games repeat others, where nothing but the opening makes them differ.
fn repetitions(summary: &Summary) -> Option<String> {
    let fixed: Vec<_> =
        summary.cells.iter().filter(|cell| matches!(cell.sampling, Sampling::Openings | Sampling::Nothing)).collect();
    let played: u64 = fixed.iter().map(|cell| cell.games).sum();
    let observed: u64 = fixed.iter().flat_map(|cell| cell.observed).sum();
    let first = fixed.first().filter(|_| observed < played)?;
    let who = match fixed.len() {
        n if n == summary.cells.len() => "All players".to_owned(),
        1 | 2 => format!("{} and {}", first.first, first.second),
        n => format!("The players of {n} of {} cells", summary.cells.len()),
    };
    Some(format!(
        "{who} always play the same game from the same opening. {} of their {played} games are copies and count for \
         nothing; vary the openings, or break ties at random.",
        played - observed
    ))
}
