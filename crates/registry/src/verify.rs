//! The gate that every exact search must pass: on random positions it finds what plain minimax finds.
//!
//! Only [`Subject`] depends on the game's type; drawing players, comparing and reporting are compiled once.

use plyscope_core::{Control, Game, Heuristic, Interrupted, Limits, Notation, Rng, Score, Work};
use plyscope_heuristics::{HeuristicSpec, Judged, heuristics_of};
use plyscope_search::{Kind, Options, Order, Root, Ties};
use plyscope_solve::Solvable;

use crate::player::{Player, SearchSpec, build};

/// A position on which a search was wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The player that was wrong.
    pub player: String,
    /// Where it was wrong.
    pub position: String,
    /// What plain minimax says.
    pub expected: String,
    /// What the player said.
    pub found: String,
    /// How many nodes plain minimax needs to show it: the fewer, the easier to see.
    pub nodes: u64,
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// Searches that were compared.
    pub checked: u64,
    /// Those that were wrong, the smallest first.
    pub failures: Vec<Counterexample>,
}

const KINDS: [Kind; 5] = [Kind::AlphaBeta, Kind::Negamax, Kind::Pvs, Kind::Mtdf, Kind::Sss];

/// Nodes that plain minimax may need for one comparison; more than a position can have moves.
const MAX_NODES: u64 = 200_000;

/// A position on which searches are compared, without the type of its game.
trait Subject {
    /// What a player finds here.
    fn search(&self, player: &Player, seed: u64, work: Work<'_>) -> Found;
    /// The worth of a move to the side that plays it, if a search looks `depth` plies beyond it.
    ///
    /// # Errors
    /// If the work must end.
    fn worth(&self, index: usize, depth: u32, heuristic: &HeuristicSpec, work: Work<'_>) -> Result<Score, Interrupted>;
    fn text(&self) -> String;
    fn move_text(&self, index: usize) -> String;
}

/// What a search found.
#[derive(Clone, Copy)]
struct Found {
    /// The index of its move; `None` if that is not legal.
    best: Option<usize>,
    score: Score,
    /// The depth that was completed; 0 if none was.
    depth: u32,
    nodes: u64,
}

impl<G: Judged + Solvable> Subject for G {
    fn search(&self, player: &Player, seed: u64, work: Work<'_>) -> Found {
        let mut search = build(self, player, seed).expect("registered searches and heuristics can be built");
        let report = search.search(self, &player.limits, &mut Control::new(work, &mut |_| {}));
        let best = self.moves().position(|m| m == report.best);
        Found { best, score: report.score, depth: report.depth, nodes: report.counters.nodes }
    }

    fn worth(&self, index: usize, depth: u32, heuristic: &HeuristicSpec, work: Work<'_>) -> Result<Score, Interrupted> {
        let mut opinion = G::opinion(Some(heuristic), 0).expect("registered heuristics can be built");
        // The searches give values for the side to move here, so their referee must too.
        opinion.speak_for(self.side_to_move());
        let m = self.moves().nth(index).expect("an index of a move");
        plain_value(&self.child(m), depth, &opinion, work).map(Score::from_child)
    }

    fn text(&self) -> String {
        self.position_text()
    }

    fn move_text(&self, index: usize) -> String {
        Notation::move_text(self, self.moves().nth(index).expect("an index of a move"))
    }
}

/// The value of a position by the shortest minimax that can be written: nothing is shared with the searches under test.
fn plain_value<G: Game>(
    position: &G,
    depth: u32,
    heuristic: &dyn Heuristic<G>,
    work: Work<'_>,
) -> Result<Score, Interrupted> {
    match position.outcome() {
        Some(outcome) => Ok(Score::of(outcome, position.side_to_move())),
        None if depth == 0 => Ok(Score::estimate(heuristic.evaluate(position))),
        None => {
            work.check()?;
            let worth = |m| plain_value(&position.child(m), depth - 1, heuristic, work).map(Score::from_child);
            position.moves().map(worth).try_fold(Score::MIN, |best, score| Ok(best.max(score?)))
        }
    }
}

/// The first position with a choice: a single move is answered without a search, so there is nothing to compare.
/// `None` if the game ends before there is one.
pub(crate) fn first_choice<G: Game>(start: &G) -> Option<G> {
    let mut position = start.clone();
    loop {
        match position.count_moves() {
            0 => return None,
            1 => position.play(position.pick(|_| 0)?),
            _ => return Some(position),
        }
    }
}

/// An unfinished position with a choice, reached by random moves from one.
fn random_position<G: Game>(start: &G, rng: &mut Rng) -> G {
    let (mut position, mut last) = (start.clone(), start.clone());
    for _ in 0..rng.below(60) {
        match position.pick(|n| rng.below(n)) {
            Some(m) => position.play(m),
            None => break,
        }
        if position.count_moves() > 1 {
            last = position.clone();
        }
    }
    last
}

/// Compares all tree searches, each with random options, with plain minimax on this many random positions. What was
/// compared before the work was stopped counts.
pub(crate) fn verify<G: Judged + Solvable>(start: &G, positions: u64, seed: u64, work: Work<'_>) -> Verification {
    let names: Vec<&str> = heuristics_of::<G>().iter().map(|about| about.name).collect();
    let mut result = Verification::default();
    let Some(start) = first_choice(start) else { return result };
    let draw = |rng: &mut Rng| Box::new(random_position(&start, rng)) as Box<dyn Subject>;
    // The caller can ask the work why it ended.
    let _ = verify_drawn(&draw, &names, positions, seed, work, &mut result);
    result.failures.sort_by_key(|failure| failure.nodes);
    result
}

fn verify_drawn(
    draw: &dyn Fn(&mut Rng) -> Box<dyn Subject>,
    heuristics: &[&str],
    positions: u64,
    seed: u64,
    work: Work<'_>,
    result: &mut Verification,
) -> Result<(), Interrupted> {
    let mut rng = Rng::new(seed);
    for _ in 0..positions {
        let subject = draw(&mut rng);
        for kind in KINDS {
            let heuristic = HeuristicSpec::named(heuristics[rng.below(heuristics.len())]);
            compare(&*subject, kind, &heuristic, &mut rng, work, result)?;
        }
    }
    Ok(())
}

fn compare(
    subject: &dyn Subject,
    kind: Kind,
    heuristic: &HeuristicSpec,
    rng: &mut Rng,
    work: Work<'_>,
    result: &mut Verification,
) -> Result<(), Interrupted> {
    let depth = 1 + rng.below(6) as u32;
    let plain = |depth| {
        let limits = Limits { depth: Some(depth), nodes: Some(MAX_NODES), ..Limits::default() };
        let search = SearchSpec::Tree { kind: Kind::Minimax, options: Options::default() };
        subject.search(&Player { search, heuristic: Some(heuristic.clone()), limits, clock: None }, 0, work)
    };
    // As deep as the budget allows, at most as deep as was drawn.
    let expected = (1..=depth).rev().map(plain).find(|found| found.depth > 0);
    work.check()?;
    let expected = expected.expect("one ply is always within the budget");
    let (options, seed) = (any_options(rng), rng.next_u64());
    let limits = Limits { depth: Some(expected.depth), ..Limits::default() };
    let player =
        Player { search: SearchSpec::Tree { kind, options }, heuristic: Some(heuristic.clone()), limits, clock: None };
    let found = subject.search(&player, seed, work);
    work.check()?;
    judge(subject, heuristic, &expected, &found, &player, work, result)
}

/// Counts a comparison, and keeps it if the answer was wrong.
fn judge(
    subject: &dyn Subject,
    heuristic: &HeuristicSpec,
    expected: &Found,
    found: &Found,
    player: &Player,
    work: Work<'_>,
    result: &mut Verification,
) -> Result<(), Interrupted> {
    // The chosen move must be worth what minimax says; its own subtree tells.
    let worth = found.best.map(|m| subject.worth(m, expected.depth - 1, heuristic, work)).transpose()?;
    result.checked += 1;
    if found.score == expected.score && worth == Some(expected.score) {
        return Ok(());
    }
    let move_text = |m: Option<usize>| m.map_or_else(|| "an illegal move".to_owned(), |m| subject.move_text(m));
    let really = worth.map_or_else(String::new, |worth| format!(", really {worth:?}"));
    result.failures.push(Counterexample {
        player: player.to_string(),
        position: subject.text(),
        expected: format!("{:?} by {}", expected.score, move_text(expected.best)),
        found: format!("{:?} by {}{really}", found.score, move_text(found.best)),
        nodes: expected.nodes,
    });
    Ok(())
}

fn any_options(rng: &mut Rng) -> Options {
    let mut coin = || rng.below(2) == 0;
    Options {
        order: Order { table: coin(), killer: coin(), heuristic: coin(), history: coin() },
        table: coin().then_some(1 << 20),
        root: if coin() { Root::Shared } else { Root::Fresh },
        ties: if coin() { Ties::First } else { Ties::Random },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pile::{Counters, Pile};
    use plyscope_games::{Andantino, Pawn};

    /// The only first stone of Andantino is the one in the centre.
    #[test]
    fn a_game_that_begins_with_a_single_move_is_compared() {
        let start = Andantino::start(&"3".parse().expect("a size"));
        assert_eq!(start.count_moves(), 1);
        for seed in 0..100 {
            let result = verify(&start, 1, seed, Work::never());
            assert_eq!((result.checked, result.failures.len()), (KINDS.len() as u64, 0), "seed {seed}");
        }
    }

    #[test]
    fn a_game_without_heuristics_is_compared() {
        let result = verify(&Pile::start(&Counters(6)), 20, 1, Work::never());
        assert_eq!((result.checked, result.failures.len()), (20 * KINDS.len() as u64, 0));
    }

    #[test]
    fn a_game_with_many_moves_is_compared_as_deep_as_the_budget_allows() {
        let mut result = Verification::default();
        let pile = Pile::start(&Counters(60_000));
        for seed in 0..5 {
            let heuristic = HeuristicSpec::named("dummy");
            let mut rng = Rng::new(seed);
            compare(&pile, Kind::AlphaBeta, &heuristic, &mut rng, Work::never(), &mut result).expect("never stopped");
        }
        assert_eq!((result.checked, result.failures.len()), (5, 0));
    }

    /// A search that is right passes. One with a wrong value, one with the right value but a wrong move, and one with
    /// an illegal move are caught.
    #[test]
    fn wrong_answers_are_caught() {
        let position =
            Pawn::<u64>::read_position(&"4x4".parse().expect("a size"), "..oo/.x../..../..xx x").expect("a position");
        let (player, mut result): (Player, _) = ("minimax@depth=2".parse().expect("a player"), Verification::default());
        let heuristic = HeuristicSpec::named(heuristics_of::<Pawn<u64>>()[0].name);
        let right = position.search(&player, 0, Work::never());
        assert_eq!(right.score, Score::win_in(1));
        let bad_move = position.moves().position(|m| position.child(m).outcome().is_none());
        assert!(bad_move.is_some(), "not every move wins");
        let mut check = |found: Found| {
            judge(&position, &heuristic, &right, &found, &player, Work::never(), &mut result).expect("never stopped");
            result.failures.len()
        };
        assert_eq!(check(right), 0);
        assert_eq!(check(Found { score: Score::EVEN, ..right }), 1);
        assert_eq!(check(Found { best: bad_move, ..right }), 2);
        assert_eq!(check(Found { best: None, ..right }), 3);
        assert_eq!(result.checked, 4);
        let shown = &result.failures[0];
        assert_eq!((&shown.player[..], &shown.position[..]), ("minimax@depth=2", "..oo/.x../..../..xx x"));
        assert!(shown.expected.starts_with("Win(1)") && shown.found.starts_with("Estimate(0.0)"), "{shown:?}");
    }
}
