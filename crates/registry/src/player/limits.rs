//! The part of a player after the `@`: when to stop.

use std::time::Duration;

use plyscope_core::{BadInput, GameClock, Limits};

use super::searches::SearchAbout;

const KNOWN: [&str; 5] = ["depth", "nodes", "rollouts", "time", "clock"];

/// The limits of each move, and the clock for the whole game.
pub(super) type Given = (Limits, Option<GameClock>);

/// Reads `depth=4,time=500ms` or `clock=60s+1s`.
pub(super) fn read(text: &str) -> Result<Given, BadInput> {
    let (mut limits, mut clock) = (Limits::default(), None);
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').ok_or_else(|| {
            BadInput::new(format!(
                "limit {word:?} needs a value, for example depth=4, nodes=100k, rollouts=500, time=2s or clock=60s+1s"
            ))
        })?;
        let twice = || BadInput::new(format!("limit {name:?} is given twice"));
        match name {
            "depth" => {
                let depth = number(name, value)?;
                if !(1..=1000).contains(&depth) {
                    return Err(BadInput::new(format!(
                        "depth={value:.20}: the depth is a number of plies from 1 to 1000"
                    )));
                }
                set(&mut limits.depth, depth as u32).map_err(|()| twice())?;
            }
            "nodes" => set(&mut limits.nodes, number(name, value)?).map_err(|()| twice())?,
            "rollouts" => set(&mut limits.rollouts, number(name, value)?).map_err(|()| twice())?,
            "time" => set(&mut limits.time, read_time(value)?).map_err(|()| twice())?,
            "clock" => set(&mut clock, read_clock(value)?).map_err(|()| twice())?,
            _ => return Err(BadInput::unknown("limit", name, KNOWN)),
        }
    }
    Ok((limits, clock))
}

/// Refuses a limit that could never end this search.
pub(super) fn check((limits, clock): &Given, search: &SearchAbout) -> Result<(), BadInput> {
    let given = [
        limits.depth.is_some(),
        limits.nodes.is_some(),
        limits.rollouts.is_some(),
        limits.time.is_some(),
        clock.is_some(),
    ];
    let useless = KNOWN.into_iter().zip(given).find(|(name, given)| *given && !search.limits.contains(name));
    let Some((name, _)) = useless else { return Ok(()) };
    let accepted = match search.limits {
        [] => "it takes no limits".to_owned(),
        [rest @ .., last] => format!("its limits are {} and {last}", rest.join(", ")),
    };
    Err(BadInput::new(format!("{name} is not a limit of {}; {accepted}", search.id)))
}

/// Those limits that can end this search.
pub(super) fn useful_given((limits, clock): &Given, search: &SearchAbout) -> Given {
    (useful(limits, search), clock.filter(|_| search.limits.contains(&"clock")))
}

/// The same without the clock.
pub(super) fn useful(limits: &Limits, search: &SearchAbout) -> Limits {
    let is_useful = |name| search.limits.contains(&name);
    Limits {
        depth: limits.depth.filter(|_| is_useful("depth")),
        nodes: limits.nodes.filter(|_| is_useful("nodes")),
        rollouts: limits.rollouts.filter(|_| is_useful("rollouts")),
        time: limits.time.filter(|_| is_useful("time")),
        soft_time: limits.soft_time.filter(|_| is_useful("time")),
    }
}

fn set<T>(limit: &mut Option<T>, value: T) -> Result<(), ()> {
    if limit.replace(value).is_some() { Err(()) } else { Ok(()) }
}

/// A count, also as 20k or 3M.
fn number(name: &str, text: &str) -> Result<u64, BadInput> {
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1000),
        None => text.strip_suffix('M').map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    let value = digits.parse::<u64>().ok().and_then(|value| value.checked_mul(factor));
    value.ok_or_else(|| BadInput::new(format!("{name}={text:.20}: not a number such as 5, 20k or 3M")))
}

/// The time that a text such as 500ms, 1.5s or 2m means.
///
/// # Errors
/// If it has another form.
pub fn read_time(text: &str) -> Result<Duration, BadInput> {
    duration(text).ok_or_else(|| BadInput::new(format!("time={text:.20}: not a time such as 500ms, 1.5s or 2m")))
}

fn duration(text: &str) -> Option<Duration> {
    let parts = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];
    let seconds = parts.into_iter().find_map(|(unit, factor)| {
        let number: f64 = text.strip_suffix(unit)?.parse().ok()?;
        Some(number * factor)
    });
    Duration::try_from_secs_f64(seconds?).ok()
}

/// Reads `60s+1s`, or `60s` without an increment.
fn read_clock(text: &str) -> Result<GameClock, BadInput> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let clock = duration(base).zip(duration(increment)).map(|(base, increment)| GameClock { base, increment });
    clock.filter(|clock| !clock.base.is_zero()).ok_or_else(|| {
        BadInput::new(format!(
            "clock={text:.30}: not a time for the whole game such as 60s, or 60s+1s with an increment"
        ))
    })
}

/// The canonical form, with the `@`; empty without limits.
pub(super) fn write(limits: &Limits, clock: Option<GameClock>) -> String {
    let mut parts = Vec::new();
    parts.extend(limits.depth.map(|depth| format!("depth={depth}")));
    parts.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
    parts.extend(limits.rollouts.map(|rollouts| format!("rollouts={rollouts}")));
    parts.extend(limits.time.map(|time| format!("time={}", time_text(time))));
    parts.extend(clock.map(|clock| {
        let increment =
            if clock.increment.is_zero() { String::new() } else { format!("+{}", time_text(clock.increment)) };
        format!("clock={}{increment}", time_text(clock.base))
    }));
    if parts.is_empty() { String::new() } else { format!("@{}", parts.join(",")) }
}

fn time_text(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms >= 1000.0 && ms % 1000.0 == 0.0 { format!("{}s", ms / 1000.0) } else { format!("{ms}ms") }
}
