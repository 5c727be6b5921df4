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

/// Nodes that plain minimax may need for one comparison beyond depth 1.
const MAX_NODES: u64 = 200_000;

/// Compares all tree searches, each with random switches, with plain minimax on this many random positions.
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
    // As deep as the budget allows, at most as deep as was drawn, and at least one ply, whatever it takes.
    let limits = |depth| {
        let nodes = (depth > 1).then_some(MAX_NODES);
        Limits { depth: Some(depth), nodes, ..Limits::default() }
    };
    let mut reports = (1..=depth).rev().map(|depth| run(&mut plain, position, limits(depth)));
    let expected = reports.find(|report| report.depth > 0).expect("a search of one ply without a budget is complete");
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
    use std::fmt;
    use std::str::FromStr;

    use super::*;
    use plyscope_core::{About, BadInput, Outcome, Side};
    use plyscope_games::Pawn;

    /// A pile of counters from which the sides take any number in turn; the last one wins. It has no heuristics, and
    /// as many moves as counters.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Pile {
        counters: u32,
        side: Side,
    }

    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    struct Counters(u32);

    static ABOUT: About = About {
        id: "pile",
        name: "Pile",
        summary: "The last counter wins.",
        sizes: "N",
        default: "0",
        variants: &["0"],
        odd_variants: &[],
        small_variant: "0",
        options: &[],
        symmetries: &[],
    };

    impl Game for Pile {
        type Move = u32;
        type Variant = Counters;
        fn start(variant: &Counters) -> Self {
            Pile { counters: variant.0, side: Side::First }
        }
        fn side_to_move(&self) -> Side {
            self.side
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.counters == 0).then_some(Outcome::Win(!self.side))
        }
        fn moves(&self) -> impl Iterator<Item = u32> {
            1..=self.counters
        }
        fn play(&mut self, m: u32) {
            *self = Pile { counters: self.counters - m, side: !self.side };
        }
        fn key(&self) -> u64 {
            Rng::part(self.counters.into(), self.side.index() as u64).next_u64()
        }
    }

    impl Notation for Pile {
        const ABOUT: &'static About = &ABOUT;
        fn position_text(&self) -> String {
            format!("{} {}", self.counters, self.side.letter())
        }
        fn read_position(variant: &Counters, _: &str) -> Result<Self, BadInput> {
            Ok(Pile::start(variant))
        }
        fn move_text(&self, m: u32) -> String {
            m.to_string()
        }
        fn move_form() -> &'static str {
            "a number of counters"
        }
        fn reason(&self) -> Option<&'static str> {
            self.outcome().map(|_| "empty")
        }
    }

    impl Judged for Pile {}

    impl fmt::Display for Counters {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl FromStr for Counters {
        type Err = BadInput;
        fn from_str(text: &str) -> Result<Self, BadInput> {
            text.parse().map(Counters).map_err(|_| BadInput::new("not a number"))
        }
    }

    #[test]
    fn a_game_without_heuristics_is_compared() {
        let result = verify(&Pile::start(&Counters(6)), 20, 1);
        assert_eq!((result.checked, result.failures.len()), (20 * KINDS.len() as u64, 0));
    }

    #[test]
    fn a_game_with_more_moves_than_the_budget_is_compared() {
        let mut result = Verification::default();
        compare(&Pile::start(&Counters(MAX_NODES as u32 + 1)), Kind::AlphaBeta, &mut Rng::new(1), &mut result);
        assert_eq!((result.checked, result.failures.len()), (1, 0));
    }

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
