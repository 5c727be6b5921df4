//! Judged games, kept between the calls of a league: a game that was judged once is not judged again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyscope_core::{BadInput, Side, Verdict, Work};
use plyscope_registry::{AnyPosition, stable_hash};
use serde::{Deserialize, Serialize};

use crate::entrant::REPORTS;
use crate::review::{Fall, GameReview, Mistake, Value, review};

/// The file in the folder of the reports.
const FILE: &str = "reviews.toml";
/// Changes with the way in which games are judged.
const VERSION: u32 = 1;

/// The judged games of a league. A game is known by its moves, so a new version of an entrant has new ones, and an old
/// one that comes back finds its own.
pub(crate) struct Reviews {
    path: PathBuf,
    known: BTreeMap<String, Kept>,
    /// Those that were asked for, which are all that is kept.
    asked: Mutex<BTreeMap<String, Kept>>,
}

#[derive(Deserialize, Serialize)]
struct File {
    version: u32,
    /// The version of the program, whose engine and solver judge.
    judge: String,
    games: BTreeMap<String, Kept>,
}

/// A judged game.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
struct Kept {
    /// The milliseconds that it was given.
    time: u64,
    judged: usize,
    mistakes: Vec<KeptMistake>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
struct KeptMistake {
    number: usize,
    better: String,
    before: String,
    after: String,
    depth: Option<u32>,
}

impl Reviews {
    /// The judged games of the league in this folder; none if the file is missing, damaged or of another version,
    /// because all of them can be judged again.
    pub(crate) fn read(folder: &Path) -> Reviews {
        let path = folder.join(REPORTS).join(FILE);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let file = toml::from_str::<File>(&text).ok();
        let is_ours = |file: &File| file.version == VERSION && file.judge == env!("CARGO_PKG_VERSION");
        let known = file.filter(is_ours).map_or_else(BTreeMap::new, |file| file.games);
        Reviews { path, known, asked: Mutex::default() }
    }

    /// Writes those that were asked for, and only those if everything was asked for.
    pub(crate) fn write(self, is_complete: bool) -> Result<(), BadInput> {
        let mut games = self.asked.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !is_complete {
            for (key, kept) in self.known {
                games.entry(key).or_insert(kept);
            }
        }
        let file = File { version: VERSION, judge: env!("CARGO_PKG_VERSION").to_owned(), games };
        let failed =
            |error: &dyn std::fmt::Display| BadInput::new(format!("cannot write {}: {error}", self.path.display()));
        let text = toml::to_string(&file).map_err(|error| failed(&error))?;
        let new = self.path.with_extension("toml.new");
        fs::write(&new, text).and_then(|()| fs::rename(&new, &self.path)).map_err(|error| failed(&error))
    }

    /// The review of a game, judged now only if it is not known or had less time.
    pub(crate) fn of(
        &self,
        start: &dyn AnyPosition,
        moves: &[String],
        side: Side,
        time: Duration,
        work: Work<'_>,
    ) -> Result<GameReview, BadInput> {
        let text = format!("{} {} {} {}", start.spec(), start.text(), side.letter(), moves.join(" "));
        let key = format!("{:016x}", stable_hash(text.as_bytes()));
        let asked = |kept: Kept| self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), kept);
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        if let Some(kept) = self.known.get(&key).filter(|kept| kept.time >= time_ms)
            && let Some(found) = kept.restored(start, moves, side)
        {
            asked(kept.clone());
            return Ok(found);
        }
        let found = review(start, moves, side, time, work)?;
        // What was stopped is judged again.
        if !work.is_cancelled() {
            asked(Kept::of(&found, time_ms));
        }
        Ok(found)
    }
}

impl Kept {
    fn of(review: &GameReview, time: u64) -> Kept {
        let mistakes = review.mistakes.iter().map(|one| KeptMistake {
            number: one.number,
            better: one.better.clone(),
            before: text(one.before),
            after: text(one.after),
            depth: one.depth,
        });
        Kept { time, judged: review.judged, mistakes: mistakes.collect() }
    }

    /// The review with its positions; `None` if it does not fit the game.
    fn restored(&self, start: &dyn AnyPosition, moves: &[String], side: Side) -> Option<GameReview> {
        let mut position = start.boxed_clone();
        let mut before = Vec::new();
        for m in moves {
            before.push(position.boxed_clone());
            position.play(m).ok()?;
        }
        let own = before.iter().filter(|position| position.side_to_move() == side).count();
        let mistake = |kept: &KeptMistake| {
            let index = kept.number.checked_sub(1)?;
            let (had, has) = (value(&kept.before)?, value(&kept.after)?);
            Some(Mistake {
                number: kept.number,
                position: before.get(index)?.boxed_clone(),
                played: moves.get(index)?.clone(),
                better: kept.better.clone(),
                before: had,
                after: has,
                fall: Fall::between(had, has)?,
                depth: kept.depth,
            })
        };
        let mistakes = self.mistakes.iter().map(mistake).collect::<Option<Vec<_>>>()?;
        Some(GameReview { mistakes, judged: self.judged, moves: own })
    }
}

/// A value as text that is read again without loss.
fn text(value: Value) -> String {
    match value {
        Value::Estimate(value) => format!("about {value}"),
        Value::Exact(Verdict::Estimate(margin)) => format!("margin {margin}"),
        Value::Exact(Verdict::Win(plies)) => format!("win {plies}"),
        Value::Exact(Verdict::Loss(plies)) => format!("loss {plies}"),
        Value::Exact(Verdict::Draw) => "draw 0".to_owned(),
    }
}

fn value(text: &str) -> Option<Value> {
    let (word, number) = text.split_once(' ')?;
    Some(match word {
        "about" => Value::Estimate(number.parse().ok()?),
        "margin" => Value::Exact(Verdict::Estimate(number.parse().ok()?)),
        "win" => Value::Exact(Verdict::Win(number.parse().ok()?)),
        "loss" => Value::Exact(Verdict::Loss(number.parse().ok()?)),
        "draw" => Value::Exact(Verdict::Draw),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use plyscope_registry::start;

    use super::*;

    /// A review that is kept is the same, costs nothing, and is made again only with more time.
    #[test]
    fn a_game_is_judged_once() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join(REPORTS)).expect("a folder");
        let start = start("breakthrough:6x6").expect("a game");
        let mut end = start.boxed_clone();
        while end.outcome().is_none() {
            let first = end.moves()[0].clone();
            end.play(&first).expect("a legal move");
        }
        let time = Duration::from_millis(200);
        let judged = |time: Duration| {
            let reviews = Reviews::read(folder.path());
            let begun = Instant::now();
            let found = reviews.of(&*start, end.played(), Side::First, time, Work::never()).expect("a game");
            let took = begun.elapsed();
            reviews.write(true).expect("a file");
            let shown = |one: &Mistake| {
                let values = (one.before, one.after, one.fall, one.depth);
                (one.number, one.position.text(), one.played.clone(), one.better.clone(), values)
            };
            (found.mistakes.iter().map(shown).collect::<Vec<_>>(), found.judged, found.moves, took)
        };
        let first = judged(time);
        assert!(!first.0.is_empty() && first.1 > 0, "{first:?}");
        for again in [judged(time), judged(time / 2)] {
            assert_eq!((&again.0, again.1, again.2), (&first.0, first.1, first.2));
            assert!(again.3 < first.3 / 2, "{:?} after {:?}", again.3, first.3);
        }
        let path = folder.path().join(REPORTS).join(FILE);
        let kept = fs::read_to_string(&path).expect("a file");
        assert!(kept.contains("time = 200"), "{kept}");
        judged(time * 2);
        assert!(fs::read_to_string(&path).expect("a file").contains("time = 400"));
        fs::write(&path, "damaged [").expect("a file");
        assert_eq!(judged(time).2, first.2, "it is judged again");
    }

    #[test]
    fn values_are_read_as_they_were_written() {
        use Verdict::{Draw, Estimate, Loss, Win};
        for verdict in [Win(3), Loss(0), Draw, Estimate(-6.0)] {
            assert_eq!(value(&text(Value::Exact(verdict))), Some(Value::Exact(verdict)));
        }
        assert_eq!(value(&text(Value::Estimate(0.1 + 0.2))), Some(Value::Estimate(0.1 + 0.2)));
        assert_eq!(value("won 3"), None);
    }
}
