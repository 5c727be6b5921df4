//! Openings: the positions that games start from.

use std::collections::HashSet;
use std::path::Path;

use plyscope_core::{BadInput, Rng, Verdict, Work};
use plyscope_files::read_text;
use plyscope_registry::{AnyPosition, Player, SearchRequest, read, start};

use crate::experiment::Openings;
use crate::symmetry::canonical;

/// A position that games start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its name.
    pub name: String,
    /// The text of the position.
    pub text: String,
}

/// The openings of a game, and a note for the author if there is one. No openings mean the initial position.
pub(crate) fn find(
    spec: &str,
    wanted: &Openings,
    max: u32,
    seed: u64,
    folder: &Path,
    work: Work<'_>,
) -> Result<(Vec<Opening>, Option<String>), BadInput> {
    let mut openings = Vec::new();
    check_count("openings.positions", wanted.positions.len())?;
    for (name, text) in &wanted.positions {
        let place = format!("openings.positions.{name}");
        openings.push(Opening { name: name.clone(), text: checked(read(spec, text), &place)? });
    }
    if let Some(file) = &wanted.file {
        openings.extend(from_file(spec, &folder.join(file))?);
    }
    let mut note = None;
    if let Some(plies) = wanted.random_plies {
        let count = wanted.count.unwrap_or(max).clamp(1, MAX_RANDOM);
        let found = at_random(spec, plies, count as usize, seed, work)?;
        if found.len() < count as usize {
            let n = found.len();
            note = Some(format!(
                "only {n} different undecided openings of {plies} random moves were found on {spec}; {count} were \
                 requested, so some are reused"
            ));
        }
        openings.extend(found);
    }
    Ok((openings, note))
}

/// The largest number of openings that are listed.
const MAX_LISTED: usize = 100_000;

/// The largest file of openings.
const MAX_BYTES: u64 = 16 << 20;

fn check_count(place: &str, n: usize) -> Result<(), BadInput> {
    if n <= MAX_LISTED {
        return Ok(());
    }
    Err(BadInput::new(format!("{place}: {n} openings are too many; at most {MAX_LISTED}")))
}

/// The largest number of random openings; more add nothing.
const MAX_RANDOM: u32 = 20_000;

/// The text of a position that must be undecided.
fn checked(position: Result<Box<dyn AnyPosition>, BadInput>, place: &str) -> Result<String, BadInput> {
    let position = position.map_err(|error| BadInput::new(format!("{place}: {error}")))?;
    match position.reason() {
        None => Ok(position.text()),
        Some(reason) => Err(BadInput::new(format!("{place}: the game is already over ({reason})"))),
    }
}

fn from_file(spec: &str, file: &Path) -> Result<Vec<Opening>, BadInput> {
    let name = file.display();
    let text = read_text(file, "the file of openings", MAX_BYTES)
        .map_err(|error| BadInput::new(format!("openings.file: {error}")))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    check_count("openings.file", lines.clone().count())?;
    let openings = lines.map(|(index, line)| {
        let position = if line.contains('/') {
            read(spec, line.trim())
        } else {
            start(spec).and_then(|mut position| position.play_all(line).map(|()| position))
        };
        let text = checked(position, &format!("{name}, line {}", index + 1))?;
        Ok(Opening { name: line.trim().to_owned(), text })
    });
    openings.collect()
}

/// Different undecided positions after `plies` random moves; fewer than `count` if there are not enough.
fn at_random(spec: &str, plies: u32, count: usize, seed: u64, work: Work<'_>) -> Result<Vec<Opening>, BadInput> {
    let root = start(spec)?;
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    // Give up after this many attempts in a row without a new position.
    const PATIENCE: u32 = 2000;
    let (mut draw, mut fruitless) = (0, 0);
    while openings.len() < count && fruitless < PATIENCE {
        if work.check().is_err() {
            let n = openings.len();
            return Err(BadInput::new(format!(
                "openings.random-plies: stopped after {n} of {count} openings; ask for fewer with openings.count"
            )));
        }
        let position = root.at_random(plies, Rng::part(seed, draw).next_u64());
        draw += 1;
        fruitless += 1;
        let text = position.text();
        if position.ply() == plies as usize && seen.insert(canonical(spec, &text)) && !is_decided(&*position)? {
            fruitless = 0;
            openings.push(Opening { name: format!("random {}", openings.len() + 1), text });
        }
    }
    if openings.is_empty() {
        return Err(BadInput::new(format!(
            "openings.random-plies: no undecided position of {spec} was found after {plies} random moves; use fewer"
        )));
    }
    Ok(openings)
}

/// Whether a short search finds the result of the game.
fn is_decided(position: &dyn AnyPosition) -> Result<bool, BadInput> {
    let player: Player = "pvs:order=killer/history+dummy@depth=4,nodes=5000".parse()?;
    let request = SearchRequest { player: &player, seed: 0, work: Work::never() };
    let answer = position.search(&request, &mut |_| {})?;
    Ok(matches!(answer.score, Verdict::Win(_) | Verdict::Loss(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(spec: &str, plies: u32, count: u32) -> (Vec<Opening>, Option<String>) {
        let wanted = Openings { random_plies: Some(plies), count: Some(count), ..Openings::default() };
        find(spec, &wanted, 100, 1, Path::new("."), Work::never()).expect("openings")
    }

    #[test]
    fn random_openings_are_different_and_undecided() {
        let (openings, note) = random("breakthrough:6x6", 4, 300);
        let different: HashSet<String> = openings.iter().map(|o| canonical("breakthrough:6x6", &o.text)).collect();
        assert_eq!((openings.len(), different.len(), note), (300, 300, None));
        for opening in &openings {
            assert_eq!(read("breakthrough:6x6", &opening.text).expect("a position").outcome(), None);
        }
    }

    /// After one move of each player there are 16 positions of the 4x4 Pawn Game, 8 up to reflection.
    #[test]
    fn a_lack_of_openings_is_noted() {
        let (openings, note) = random("pawn:4x4", 2, 50);
        assert_eq!(openings.len(), 8);
        assert!(note.is_some_and(|note| note.contains("only 8 different")));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let wanted = Openings { file: Some("/dev/zero".to_owned()), ..Openings::default() };
        let error = find("pawn:4x4", &wanted, 10, 1, Path::new(""), Work::never()).expect_err("a mistake").to_string();
        let said = "openings.file: cannot read the file of openings /dev/zero: it is larger than 16 MB";
        assert_eq!(error, said);
    }

    #[test]
    fn mistakes_are_named() {
        let bad = |wanted: Openings| {
            find("pawn:4x4", &wanted, 10, 1, Path::new("/nowhere"), Work::never()).expect_err("a mistake").to_string()
        };
        let named =
            |text: &str| Openings { positions: [("p".to_owned(), text.to_owned())].into(), ..Openings::default() };
        assert!(bad(named("oooo/x... x")).starts_with("openings.positions.p: "));
        assert!(bad(named("ooo./..../..../xxxo o")).contains("openings.positions.p"));
        assert!(bad(Openings { file: Some("none.txt".to_owned()), ..Openings::default() }).contains("cannot read"));
        assert!(bad(Openings { random_plies: Some(40), ..Openings::default() }).contains("use fewer"));
    }
}
