//! What programs have found: shown while they search, and on request.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use plyscope_core::{BadInput, Side, Verdict, Work};
use plyscope_registry::{Answer, AnyPosition, Guests, Player, SearchRequest, consult, judge_of, settled, why};
use plyscope_view::{LineView, ScoreView, SearchReport, WhyView, grouped, hint_reason};

/// Searches, with the best line so far on a line that is removed at the end. `None` if it was interrupted.
pub(super) fn think(
    position: &dyn AnyPosition,
    player: &Player,
    seed: u64,
    work: Work<'_>,
) -> Result<Option<Answer>, BadInput> {
    let bar = spinner();
    let request = SearchRequest { player, seed, work };
    let side = position.side_to_move();
    let answer = position.search(&request, &mut |answer| {
        bar.set_message(thought(answer, side));
        bar.tick();
    });
    bar.finish_and_clear();
    let answer = answer?;
    Ok((!work.is_cancelled()).then_some(answer))
}

/// The move of a player: found by its search, or by a program from outside. `None` if it was interrupted.
pub(super) fn play(
    position: &dyn AnyPosition,
    player: &Player,
    seed: u64,
    work: Work<'_>,
    guests: &dyn Guests,
) -> Result<Option<Answer>, BadInput> {
    if player.program().is_none() {
        return think(position, player, seed, work);
    }
    let (bar, side) = (spinner(), position.side_to_move());
    bar.enable_steady_tick(Duration::from_millis(100));
    let answer = consult(position, player, guests, work, &mut |answer| bar.set_message(thought(answer, side)));
    bar.finish_and_clear();
    if work.is_cancelled() { Ok(None) } else { answer.map(Some) }
}

/// A line that changes while somebody thinks.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("a valid template");
    ProgressBar::new_spinner().with_style(style).with_message("thinking")
}

/// A search so far, in one line: as much as is known of it.
fn thought(answer: &Answer, side: Side) -> String {
    let line = answer.pv[..answer.pv.len().min(8)].join(" ");
    let parts = [
        (answer.depth > 0).then(|| format!("depth {}", answer.depth)),
        answer.has_value.then(|| value(answer, side)),
        (answer.counters.nodes > 0).then(|| format!("{} nodes", grouped(answer.counters.nodes))),
        (!line.is_empty()).then_some(line),
        answer.remark.clone(),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The value that was found for the side to move, in the unit of the search.
fn value(answer: &Answer, side: Side) -> String {
    ScoreView::from(answer.score).found_text_for(side.letter(), answer.counters.rollouts > 0)
}

/// What the program of a side played and what it expects, in a sentence.
pub(super) fn account(player: &Player, side: Side, answer: &Answer) -> String {
    let expects = match answer.pv.get(1..) {
        Some(rest) if !rest.is_empty() => format!("; expects {}", rest[..rest.len().min(6)].join(" ")),
        _ => String::new(),
    };
    let how = match answer.counters {
        counters if counters.rollouts > 0 => format!("{} rollouts", grouped(counters.rollouts)),
        counters if answer.depth > 0 => format!("depth {}, {} nodes", answer.depth, grouped(counters.nodes)),
        _ => return format!("{player} plays {}\n", answer.best),
    };
    format!("{player} plays {}: {} ({how}){expects}\n", answer.best, value(answer, side))
}

/// How long a hint may look for the next best move.
const PATIENCE: Duration = Duration::from_secs(2);

/// A good move and why, the line of the next best move, and the terms in which the ends of both lines differ most.
pub(super) fn hint(
    position: &dyn AnyPosition,
    player: &Player,
    seed: u64,
    work: Work<'_>,
) -> Result<Option<String>, BadInput> {
    let answer = match settled(position, work) {
        Some(truth) => truth,
        None => match think(position, player, seed, work)? {
            Some(answer) => answer,
            None => return Ok(None),
        },
    };
    let found = why(position, &SearchRequest { player, seed, work }, &answer, PATIENCE)?;
    if work.is_cancelled() {
        return Ok(None);
    }
    let heuristic = judge_of(player, position)?;
    let (report, why) = (SearchReport::new(player, &answer), WhyView::new(&heuristic, &found));
    let mut text = format!("hint: {}\n", hint_reason(&report, &heuristic));
    if let Some(second) = &why.second {
        let worth = |line: &LineView| line.text(position.side_to_move().letter(), report.is_simulated());
        if let Some(depth) = why.depth {
            text.push_str(&format!("  at depth {depth}, {}: {}\n", why.best.moves[0], worth(&why.best)));
        }
        text.push_str(&format!("  next best, {}: {}\n", second.moves[0], worth(second)));
    }
    if let Some(differences) = why.largest_differences() {
        text.push_str(&format!("  largest differences at the ends of the two lines: {differences}\n"));
    }
    Ok(Some(text))
}

/// The line of best play, with its value for the side to move.
pub(super) fn line(player: &Player, answer: &Answer, side: Side) -> String {
    if !answer.has_value {
        return format!("{}\n", SearchReport::new(player, answer).headline(side.letter()));
    }
    let value = value(answer, side);
    let value = if matches!(answer.score, Verdict::Win(_) | Verdict::Loss(_)) {
        format!("{} {value}", side.letter())
    } else {
        value
    };
    format!("{value}: {} (depth {})\n", answer.pv.join(" "), answer.depth)
}
