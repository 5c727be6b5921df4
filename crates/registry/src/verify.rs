//! The gate that every exact search must pass: on random positions it finds what plain minimax finds.

use plyscope_core::{Control, Game, Heuristic, Limits, Notation, Report, Rng, Score, Search, Work};
use plyscope_heuristics::{HeuristicSpec, Judged, heuristics_of};
use plyscope_search::{Kind, Options, Order, Plan, Root, Ties, TreeSearch};

use crate::player::{Player, SearchSpec};

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

/// Nodes that plain minimax may need for one comparison.
const MAX_NODES: u64 = 200_000;

/// Compares all tree searches, each with random switches, with plain minimax on so many random positions.
pub(crate) fn verify<G: Notation + Judged>(start: &G, positions: u64, seed: u64) -> Verification {
    let mut rng = Rng::new(seed);
    let mut result = Verification::default();
    for _ in 0..positions {
        let position = random_position(start, &mut rng);
        for kind in KINDS {
            compare(&position, kind, &mut rng, &mut result);
        }
    }
    result.failures.sort_by_key(|failure| failure.nodes);
    result
}

/// An unfinished position with a choice, reached by random moves.
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

fn compare<G: Notation + Judged>(position: &G, kind: Kind, rng: &mut Rng, result: &mut Verification) {
    let heuristics = heuristics_of::<G>();
    let name = heuristics[rng.below(heuristics.len())].name;
    let spec = HeuristicSpec::named(name);
    // The searches speak for the side to move here, so their referee must too.
    let opinion = || {
        let mut opinion = G::opinion(Some(&spec), 0).expect("registered heuristics can be built");
        opinion.speak_for(position.side_to_move());
        opinion
    };
    let depth = 1 + rng.below(6) as u32;
    let mut plain = TreeSearch::new(Kind::Minimax, Options::default(), Plan::OneDepth, opinion(), 0);
    let limits = |depth| Limits { depth: Some(depth), nodes: Some(MAX_NODES), ..Limits::default() };
    // As deep as the budget allows, at most as deep as was drawn.
    let Some(expected) = (1..=depth).rev().map(|depth| run(&mut plain, position, limits(depth))).find(|r| r.depth > 0)
    else {
        return;
    };
    let (options, seed) = (any_options(rng), rng.next_u64());
    let mut search = TreeSearch::new(kind, options, Plan::OneDepth, opinion(), seed);
    let found = run(&mut search, position, Limits { depth: Some(expected.depth), ..Limits::default() });
    let limits = Limits { depth: Some(expected.depth), ..Limits::default() };
    let player = Player { search: SearchSpec::Tree { kind, options }, heuristic: Some(spec.clone()), limits };
    judge(position, &opinion(), &expected, &found, &player, result);
}

/// Counts a comparison, and keeps it if the answer was wrong.
fn judge<G: Notation>(
    position: &G,
    heuristic: &impl Heuristic<G>,
    expected: &Report<G::Move>,
    found: &Report<G::Move>,
    player: &Player,
    result: &mut Verification,
) {
    result.checked += 1;
    // The chosen move must be worth what minimax says; its own subtree tells.
    let worth = plain_value(&position.child(found.best), expected.depth - 1, heuristic).from_child();
    if found.score != expected.score || worth != expected.score {
        result.failures.push(Counterexample {
            player: player.to_string(),
            position: position.position_text(),
            expected: format!("{:?} by {}", expected.score, position.move_text(expected.best)),
            found: format!("{:?} by {}, really {worth:?}", found.score, position.move_text(found.best)),
            nodes: expected.counters.nodes,
        });
    }
}

/// The value of a position by the shortest minimax that can be written: nothing is shared with the searches under test.
fn plain_value<G: Game>(position: &G, depth: u32, heuristic: &impl Heuristic<G>) -> Score {
    match position.outcome() {
        Some(outcome) => Score::of(outcome, position.side_to_move()),
        None if depth == 0 => Score::estimate(heuristic.evaluate(position)),
        None => {
            let worth = |m| plain_value(&position.child(m), depth - 1, heuristic).from_child();
            position.moves().map(worth).fold(Score::MIN, Ord::max)
        }
    }
}

fn run<G: Game>(search: &mut dyn Search<G>, position: &G, limits: Limits) -> Report<G::Move> {
    search.search(position, &limits, &mut Control::new(Work::never(), &mut |_| {}))
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
    use plyscope_games::Pawn;

    /// A search that is right passes; one with a wrong value, and one with the right value but a wrong move, are caught.
    #[test]
    fn wrong_answers_are_caught() {
        let position =
            Pawn::<u64>::read_position(&"4x4".parse().expect("a size"), "..oo/.x../..../..xx x").expect("a position");
        let opinion = || Pawn::<u64>::opinion(None, 0).expect("a default");
        let heuristic = opinion();
        let mut plain = TreeSearch::new(Kind::Minimax, Options::default(), Plan::OneDepth, opinion(), 0);
        let right = run(&mut plain, &position, Limits { depth: Some(2), ..Limits::default() });
        assert_eq!(right.score, Score::win_in(1));
        let wrong_value = Report { score: Score::EVEN, ..right.clone() };
        let bad_move = position.moves().find(|&m| position.child(m).outcome().is_none()).expect("not every move wins");
        let wrong_move = Report { best: bad_move, ..right.clone() };
        let (player, mut result): (Player, _) = ("minimax@depth=2".parse().expect("a player"), Verification::default());
        judge(&position, &heuristic, &right, &right, &player, &mut result);
        assert!(result.failures.is_empty());
        judge(&position, &heuristic, &right, &wrong_value, &player, &mut result);
        judge(&position, &heuristic, &right, &wrong_move, &player, &mut result);
        assert_eq!((result.checked, result.failures.len()), (3, 2));
        let shown = &result.failures[0];
        assert_eq!((&shown.player[..], &shown.position[..]), ("minimax@depth=2", "..oo/.x../..../..xx x"));
        assert!(shown.expected.starts_with("Win(1)") && shown.found.starts_with("Estimate(0.0)"), "{shown:?}");
    }
}
