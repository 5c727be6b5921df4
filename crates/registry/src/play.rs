//! One game between two players: a pure function of position, players and seed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{BadInput, Control, Game, Limits, Notation, Outcome, Rng, Search, Work};
use plyscope_heuristics::Judged;

use crate::choices::Choices;
use crate::player::{Player, SearchSpec, build};

/// What is agreed before a game.
#[derive(Clone, Copy, Debug)]
pub struct GameConditions<'a> {
    /// After this many moves the game is called a draw.
    pub max_plies: Option<u32>,
    /// How much longer than its limit a move may take, because a machine can be busy; a player that takes longer loses.
    pub lenience: Duration,
    /// Ends the game early; it is then abandoned.
    pub work: Work<'a>,
}

impl Default for GameConditions<'_> {
    fn default() -> Self {
        GameConditions { max_plies: None, lenience: Duration::from_secs(1), work: Work::never() }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its moves.
    pub choices: Choices,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: &'static str,
    /// Whether a player lost by a fault and not on the board.
    pub forfeit: bool,
    /// The number of moves.
    pub plies: u32,
    /// What it cost the player who moved first and the other.
    pub cost: [Cost; 2],
}

/// What a player spent on a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The depths of its searches, added up.
    pub depths: u64,
}

/// A player at the board.
enum Seat<G: Game> {
    /// Needs no search, no report and no clock, so random games run at the speed of the rules.
    Random(Rng),
    Searching {
        search: Box<dyn Search<G>>,
        limits: Limits,
    },
}

impl<G: Notation + Judged> Seat<G> {
    fn new(player: &Player, seed: u64) -> Result<Self, BadInput> {
        Ok(match player.search {
            SearchSpec::Random => Seat::Random(Rng::new(seed)),
            _ => Seat::Searching { search: build(player, seed)?, limits: player.limits },
        })
    }
}

/// Plays from a position; the first player moves first there. The seed decides what is left to chance. `None` if the
/// game was abandoned.
pub(crate) fn play<G: Notation + Judged>(
    start: &G,
    players: [&Player; 2],
    seed: u64,
    conditions: &GameConditions<'_>,
) -> Result<Option<Record>, BadInput> {
    let seed_of = |seat| Rng::part(seed, seat).next_u64();
    let seats = [Seat::new(players[0], seed_of(0))?, Seat::new(players[1], seed_of(1))?];
    Ok(match seats {
        [Seat::Random(first), Seat::Random(second)] => {
            Some(boost(RandomGame { start, rngs: [first, second], max_plies: conditions.max_plies }))
        }
        seats => play_seats(start, seats, conditions),
    })
}

/// Why a player loses at once.
const ILLEGAL: &str = "illegal move";
const FAULT: &str = "error";
const OVERTIME: &str = "time";
/// Why a game is stopped undecided.
const TOO_LONG: &str = "too long";

fn play_seats<G: Notation>(start: &G, mut seats: [Seat<G>; 2], conditions: &GameConditions<'_>) -> Option<Record> {
    let (mut position, mut choices, mut plies) = (start.clone(), Choices::default(), 0);
    let mut cost = [Cost::default(); 2];
    let (outcome, reason, forfeit) = loop {
        if let Some(ended) = ended(&position, plies, conditions.max_plies) {
            break (ended.0, ended.1, false);
        }
        let mover = plies as usize % 2;
        let choice = match &mut seats[mover] {
            Seat::Random(rng) => random_choice(&position, rng),
            Seat::Searching { search, limits } => {
                let begun = Instant::now();
                let think = || search.search(&position, limits, &mut Control::new(conditions.work, &mut |_| {}));
                // A search that fails must not take the whole experiment with it.
                let report = catch_unwind(AssertUnwindSafe(think));
                let time = begun.elapsed();
                // A search that was cut short may have chosen a bad move; it does not count.
                if conditions.work.check().is_err() {
                    return None;
                }
                let late = limits.time.is_some_and(|limit| time > limit + conditions.lenience);
                report.map_err(|_| FAULT).and_then(|report| {
                    cost[mover].nodes += report.counters.nodes;
                    cost[mover].time += time;
                    cost[mover].depths += u64::from(report.depth);
                    let index = position.moves().position(|m| m == report.best).ok_or(ILLEGAL)?;
                    if late { Err(OVERTIME) } else { Ok((index, report.best)) }
                })
            }
        };
        match choice {
            Ok((index, m)) => {
                choices.push(index);
                position.play(m);
                plies += 1;
            }
            Err(fault) => break (Outcome::Win(!position.side_to_move()), fault, true),
        }
    };
    Some(Record { choices, outcome, reason, forfeit, plies, cost })
}

fn random_choice<G: Game>(position: &G, rng: &mut Rng) -> Result<(usize, G::Move), &'static str> {
    let mut index = 0;
    let m = position.pick(|n| {
        index = rng.below(n);
        index
    });
    m.map(|m| (index, m)).ok_or(FAULT)
}

/// How the game ended, if it did, by its rules or by agreement.
#[inline(always)]
fn ended<G: Notation>(position: &G, plies: u32, max_plies: Option<u32>) -> Option<(Outcome, &'static str)> {
    match position.outcome() {
        Some(outcome) => Some((outcome, position.reason().unwrap_or("decided"))),
        None => max_plies.is_some_and(|max| plies >= max).then_some((Outcome::Draw, TOO_LONG)),
    }
}

/// A game in which both players leave everything to chance.
struct RandomGame<'a, G> {
    start: &'a G,
    rngs: [Rng; 2],
    max_plies: Option<u32>,
}

impl<G: Notation> Task for RandomGame<'_, G> {
    type Output = Record;

    #[inline(always)]
    fn run(self) -> Record {
        let RandomGame { start, rngs: [mut own, mut other], max_plies } = self;
        let (mut position, mut choices, mut plies) = (start.clone(), Choices::with_room_for(128), 0);
        let last = max_plies.unwrap_or(u32::MAX);
        while plies < last {
            let mut index = 0;
            let m = position.pick(|n| {
                index = own.below(n);
                index
            });
            let Some(m) = m else { break };
            position.play(m);
            choices.push(index);
            plies += 1;
            std::mem::swap(&mut own, &mut other);
        }
        let (outcome, reason) = ended(&position, plies, max_plies).unwrap_or((Outcome::Draw, TOO_LONG));
        Record { choices, outcome, reason, forfeit: false, plies, cost: [Cost::default(); 2] }
    }
}

/// The position after this many random moves, if the game is not over then.
pub(crate) fn random_moves<G: Game>(start: &G, plies: u32, seed: u64) -> Option<G> {
    // A game that ends too early is replaced by another, a bounded number of times.
    const TRIES: u64 = 1000;
    (0..TRIES).find_map(|attempt| {
        let (mut position, mut rng) = (start.clone(), Rng::part(seed, attempt));
        for _ in 0..plies {
            let m = position.pick(|n| rng.below(n))?;
            position.play(m);
        }
        position.outcome().is_none().then_some(position)
    })
}

/// The moves that choices stand for, in their order.
///
/// # Errors
/// If they do not belong to a game from this position.
pub(crate) fn replay<G: Notation>(start: &G, choices: &Choices) -> Result<Vec<G::Move>, BadInput> {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for (ply, index) in choices.iter().enumerate() {
        let m = if position.outcome().is_none() { position.moves().nth(index) } else { None };
        let m = m.ok_or_else(|| BadInput::new(format!("move {} of the recorded game is not legal", ply + 1)))?;
        moves.push(m);
        position.play(m);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::{Report, Side};
    use plyscope_games::TicTacToe;
    use plyscope_search::Random;

    /// Plays like `Random`, except that its second answer is a fault.
    struct Faulty {
        random: Random,
        searches: u32,
        fault: fn(&mut Report<<TicTacToe as Game>::Move>, &TicTacToe),
    }

    impl Search<TicTacToe> for Faulty {
        fn search(
            &mut self,
            position: &TicTacToe,
            limits: &Limits,
            control: &mut Control<'_, <TicTacToe as Game>::Move>,
        ) -> Report<<TicTacToe as Game>::Move> {
            let mut report = self.random.search(position, limits, control);
            self.searches += 1;
            if self.searches == 2 {
                (self.fault)(&mut report, position);
            }
            report
        }
    }

    fn play_faulty(fault: fn(&mut Report<<TicTacToe as Game>::Move>, &TicTacToe), limits: Limits) -> Record {
        let search = Faulty { random: Random::new(1), searches: 0, fault };
        let seats = [Seat::Searching { search: Box::new(search), limits }, Seat::Random(Rng::new(2))];
        let conditions = GameConditions { lenience: Duration::from_millis(50), ..GameConditions::default() };
        play_seats(&TicTacToe::start(&Default::default()), seats, &conditions).expect("it is not stopped")
    }

    #[test]
    fn a_player_with_a_fault_forfeits_and_the_reason_is_recorded() {
        let limit = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let illegal = play_faulty(
            |report, position| {
                let taken = TicTacToe::start(&Default::default()).moves().find(|m| !position.moves().any(|l| l == *m));
                report.best = taken.expect("two cells are taken");
            },
            Limits::default(),
        );
        let failed = play_faulty(|_, _| panic!("a fault on purpose"), Limits::default());
        let late = play_faulty(|_, _| std::thread::sleep(Duration::from_millis(120)), limit);
        for (record, reason) in [(illegal, ILLEGAL), (failed, FAULT), (late, OVERTIME)] {
            assert_eq!((record.outcome, record.reason), (Outcome::Win(Side::Second), reason));
            assert_eq!((record.forfeit, record.plies), (true, 2));
        }
    }
}
