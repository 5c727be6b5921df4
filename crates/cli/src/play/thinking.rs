//! What programs think, while they think and when they are asked.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use plyscope_core::{BadInput, Work};
use plyscope_registry::{Answer, AnyPosition, Line, Player, SearchRequest, Why, why};

use crate::output::grouped;
use crate::text::score_text;

/// Searches and shows the best line so far on one line that is then removed. `None` if it was interrupted.
pub(super) fn think(
    position: &dyn AnyPosition,
    player: &Player,
    seed: u64,
    work: Work<'_>,
) -> Result<Option<Answer>, BadInput> {
    let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("a valid template");
    let bar = ProgressBar::new_spinner().with_style(style).with_message("thinking");
    let request = SearchRequest { player, seed, work, tree_plies: None };
    let answer = position.search(&request, &mut |answer| {
        bar.set_message(thought(answer));
        bar.tick();
    });
    bar.finish_and_clear();
    let answer = answer?;
    Ok((!work.is_cancelled()).then_some(answer))
}

/// A search so far, in one line.
fn thought(answer: &Answer) -> String {
    let line: Vec<&str> = answer.pv.iter().take(8).map(String::as_str).collect();
    format!(
        "depth {}, {}, {} nodes: {}",
        answer.depth,
        score_text(answer.score),
        grouped(answer.counters.nodes),
        line.join(" ")
    )
}

/// What a program played and what it expects, in a sentence.
pub(super) fn account(player: &Player, answer: &Answer) -> String {
    let expects = match answer.pv.get(1..) {
        Some(rest) if !rest.is_empty() => format!("; expects {}", rest[..rest.len().min(6)].join(" ")),
        _ => String::new(),
    };
    let how = match answer.counters {
        counters if counters.rollouts > 0 => format!("{} rollouts", grouped(counters.rollouts)),
        counters if answer.depth > 0 => format!("depth {}, {} nodes", answer.depth, grouped(counters.nodes)),
        _ => return format!("{player} plays {}\n", answer.best),
    };
    format!("{player} plays {}: {} ({how}){expects}\n", answer.best, score_text(answer.score))
}

/// How long a hint may look for the next best move.
const PATIENCE: Duration = Duration::from_secs(2);

/// A good move and why: its line beside that of the next best move, and the terms in which their ends differ most.
pub(super) fn hint(
    position: &dyn AnyPosition,
    player: &Player,
    seed: u64,
    work: Work<'_>,
) -> Result<Option<String>, BadInput> {
    let Some(answer) = think(position, player, seed, work)? else { return Ok(None) };
    let found = why(position, &SearchRequest { player, seed, work, tree_plies: None }, &answer, PATIENCE)?;
    if work.is_cancelled() {
        return Ok(None);
    }
    let mut text = format!("hint: {}\n  {}\n", answer.best, along(&found.best));
    match &found.second {
        None => text.push_str("  It is the only move.\n"),
        Some(second) => {
            text.push_str(&format!("  the next best, {}: {}\n", second.moves[0], along(second)));
            text.push_str(&differences(&found));
        }
    }
    Ok(Some(text))
}

/// The line of best play, with its value.
pub(super) fn line(answer: &Answer) -> String {
    format!("{}: {} (depth {})\n", score_text(answer.score), answer.pv.join(" "), answer.depth)
}

fn along(line: &Line) -> String {
    format!("{} after {}", score_text(line.score), line.moves.join(" "))
}

/// The terms whose shares differ most at the ends of two lines.
fn differences(why: &Why) -> String {
    let rows = why.differences();
    let told = rows.iter().filter(|(_, best, second)| (best - second).abs() > 1e-9).take(3);
    let told: Vec<String> = told.map(|(name, best, second)| format!("{name} {:+.2}", best - second)).collect();
    if told.is_empty() {
        return String::new();
    }
    format!("  what differs most at the ends of the two lines: {}\n", told.join(", "))
}
