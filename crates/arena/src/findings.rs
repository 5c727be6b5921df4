//! The findings of a run in plain words.

use crate::summary::{LEVEL, PairSummary, Summary};

/// Writes the findings, the notes and the report of a summary.
pub(crate) fn write(summary: &mut Summary) {
    let mut findings = Vec::new();
    findings.extend(crate::sequential::findings(summary));
    findings.extend(ranking(summary));
    findings.extend(contests(summary));
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
    let [best, second, ..] = &summary.ratings[..] else { return None };
    if summary.players.len() < 3 || summary.ratings.iter().any(|rating| rating.group != best.group) {
        return None;
    }
    let n = summary.players.len();
    let half = (best.interval.1 - best.interval.0) / 2.0;
    let head =
        format!("{} is the strongest of {n} players: {:+.0} ± {half:.0} Elo above their mean", best.name, best.elo);
    let apart = summary.pairs.iter().find(|pair| is_of(pair, best.player, second.player)).is_some_and(is_significant);
    Some(if apart {
        format!("{head}, ahead of {}.", second.name)
    } else {
        format!("{head}; {} ({:+.0}) may be as strong.", second.name, second.elo)
    })
}

fn is_of(pair: &PairSummary, a: usize, b: usize) -> bool {
    (pair.a, pair.b) == (a, b) || (pair.a, pair.b) == (b, a)
}

/// Whether a difference is significant, corrected for the number of comparisons.
fn is_significant(pair: &PairSummary) -> bool {
    pair.p <= 1.0 - LEVEL
}

/// The probability as papers print it.
fn p_text(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

fn contests(summary: &Summary) -> Vec<String> {
    let name = |index: usize| &summary.players[index].name;
    let contest = |pair: &PairSummary| {
        let a_ahead = pair.score >= 0.5;
        let (winner, loser) = if a_ahead { (pair.a, pair.b) } else { (pair.b, pair.a) };
        let score = if a_ahead { pair.score } else { 1.0 - pair.score };
        let (winner, loser) = (name(winner), name(loser));
        if is_significant(pair) {
            let (score, half) = (percent(score), plus_minus(pair.interval));
            return format!("{winner} beats {loser}: {score} % ± {half} in {} games, {}.", pair.games, p_text(pair.p));
        }
        let more = match pair.more_games {
            Some(0) => "it is not significant after correcting for the number of comparisons".to_owned(),
            Some(games) if games < 1_000_000 => format!("about {} more games would probably settle it", round(games)),
            _ => "if there is a difference, it is too small to detect".to_owned(),
        };
        let (score, half) = (percent(score), plus_minus(pair.interval));
        format!("{winner} and {loser} cannot be told apart by these games ({score} % ± {half}); {more}.")
    };
    let sure = summary.pairs.iter().filter(|pair| is_significant(pair)).count();
    let total = summary.pairs.len();
    let mut lines = Vec::new();
    if total > 3 {
        lines.push(format!(
            "{sure} of {total} differences between players are significant (95 %, after Holm's correction)."
        ));
    }
    // People ask about neighbours in the ranking. Two players have only one contest.
    let order: Vec<usize> = summary.ratings.iter().map(|rating| rating.player).collect();
    let neighbours = order.windows(2).filter_map(|two| summary.pairs.iter().find(|pair| is_of(pair, two[0], two[1])));
    lines.extend(neighbours.take(2).map(contest));
    if lines.is_empty() {
        lines.extend(summary.pairs.iter().take(3).map(contest));
    }
    lines
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
    } else {
        format!("Moving first made no measurable difference ({share} % ± {half} for the first player).")
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
    let repeated: Vec<_> =
        summary.cells.iter().filter(|cell| cell.games >= 10 && cell.distinct_games * 2 < cell.games).collect();
    if let Some(worst) = repeated.iter().min_by_key(|cell| cell.distinct_games) {
        notes.push(format!(
            "Many games are repetitions: in {} of {} cells fewer than half of the games are distinct \
             ({} against {}: {} distinct games of {}). Intervals assume independent games; vary the openings, or \
             break ties at random.",
            repeated.len(),
            summary.cells.len(),
            worst.first,
            worst.second,
            worst.distinct_games,
            worst.games
        ));
    }
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
