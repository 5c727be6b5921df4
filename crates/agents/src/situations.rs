//! What a player is asked in a check: ordinary positions, and situations that programs forget.

use std::time::Duration;

use plyscope_core::Rng;
use plyscope_registry::AnyPosition;

/// A request, and why it is made.
pub(crate) struct Situation {
    /// In words, as the beginning of a sentence.
    pub(crate) when: String,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) time: Duration,
    /// How often it may be late before that counts: with little time, a busy machine can be the reason.
    pub(crate) tries: u32,
    /// A line that no version of the protocol has, sent in the middle of the request.
    pub(crate) has_unknown_line: bool,
    /// Whether the game before it is over.
    pub(crate) is_new_game: bool,
}

const USUAL_TIME: Duration = Duration::from_secs(1);
const LITTLE_TIME: Duration = Duration::from_millis(50);
/// Random games in which rare positions are looked for.
const GAMES: u64 = 200;

fn situation(when: &str, position: Box<dyn AnyPosition>) -> Situation {
    Situation {
        when: when.to_owned(),
        position,
        time: USUAL_TIME,
        tries: 1,
        has_unknown_line: false,
        is_new_game: true,
    }
}

/// The situations of a game that begins here. Only our own protocol has lines to ignore.
pub(crate) fn situations(start: &dyn AnyPosition, has_unknown_line: bool) -> Vec<Situation> {
    let mut all = vec![situation("at the first move", start.boxed_clone())];
    let games: Vec<Vec<Box<dyn AnyPosition>>> = (0..GAMES).map(|seed| random_game(start, seed)).collect();
    let second = games.first().and_then(|game| game.get(1));
    all.extend(second.map(|position| situation("as the second side, at its first move", position.boxed_clone())));
    let mut rare = |when: &str, wanted: &dyn Fn(&[String]) -> bool| {
        let found = games.iter().flatten().find(|position| wanted(&position.moves()));
        all.extend(found.map(|position| situation(when, position.boxed_clone())));
    };
    rare("where it must pass", &|moves| moves == ["pass"]);
    rare("where there is only one legal move", &|moves| moves.len() == 1 && moves[0] != "pass");
    let most = games.iter().flatten().max_by_key(|position| position.moves().len());
    all.extend(most.map(|position| situation("where there are many legal moves", position.boxed_clone())));
    let longest = games.iter().max_by_key(|game| game.len()).and_then(|game| game.last());
    all.extend(longest.map(|position| situation("at the end of a long game", position.boxed_clone())));
    let unknown = Situation {
        has_unknown_line,
        ..situation("after a line of a later version, which it must ignore", start.boxed_clone())
    };
    let hurried = Situation { time: LITTLE_TIME, tries: 3, ..situation("with only 50 ms", start.boxed_clone()) };
    all.extend(has_unknown_line.then_some(unknown).into_iter().chain([hurried]));
    // Positions of all phases, of both sides, one request after the other.
    let sample = games.iter().enumerate().filter_map(|(index, game)| game.get(index % game.len().max(1)));
    all.extend(sample.take(30).enumerate().map(|(index, position)| Situation {
        is_new_game: index == 0,
        ..situation("in a position of a random game", position.boxed_clone())
    }));
    all
}

/// The unfinished positions of a game at random.
fn random_game(start: &dyn AnyPosition, seed: u64) -> Vec<Box<dyn AnyPosition>> {
    let (mut positions, mut rng) = (Vec::new(), Rng::new(seed));
    let mut position = start.boxed_clone();
    while position.outcome().is_none() {
        let moves = position.moves();
        let m = &moves[(rng.next_u64() % moves.len() as u64) as usize];
        let mut next = position.boxed_clone();
        next.play(m).expect("a legal move");
        positions.push(std::mem::replace(&mut position, next));
    }
    positions
}
