//! One game between two players: a pure function of position, players and seed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use plyscope_core::{
    BadInput, ClockReading, Control, Draw, Game, GameClock, Limits, Notation, Outcome, Rng, Search, Work,
};
use plyscope_heuristics::Judged;
use plyscope_solve::Solvable;

use crate::choices::Choices;
use crate::clock::{OVERHEAD, moves_ahead};
use crate::guest::{Agreed, Clocks, Guest, Guests, Missing, Story, guest_choice};
use crate::player::{Player, SearchSpec, build};
use crate::random_games::random_games;

/// What is agreed before a game.
#[derive(Clone, Copy)]
pub struct GameConditions<'a> {
    /// After this many moves the game is called a draw.
    pub max_plies: Option<u32>,
    /// The referee's limit: a player whose move takes this long loses. It has nothing to do with the limit that a
    /// search obeys, and a player that relies on the clock needs some room between the two.
    pub move_limit: Option<Duration>,
    /// Ends the game early; it is then abandoned.
    pub work: Work<'a>,
    /// The players from outside; `None` where there are none.
    pub guests: Option<&'a dyn Guests>,
}

impl Default for GameConditions<'_> {
    fn default() -> Self {
        GameConditions { max_plies: None, move_limit: None, work: Work::never(), guests: None }
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
    /// The fault by which the player to move lost, if the game did not end on the board.
    pub forfeit: Option<Fault>,
    /// What happened then, for people, where more than the fault is known: the last words of a program.
    pub words: Option<String>,
    /// The number of moves.
    pub plies: u32,
    /// What it cost the player who moved first and the other.
    pub cost: [Cost; 2],
    /// How many opposing pieces each of them took off the board or turned over.
    pub captures: [u32; 2],
    /// How many pieces each of them had in the end.
    pub pieces: [u32; 2],
}

/// Why a player loses at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It overstepped the referee's limit, or its clock.
    Timeout,
    /// Its move is not legal.
    IllegalMove,
    /// It failed.
    Crash,
    /// It said something that is no answer.
    BadAnswer,
    /// It did not start.
    NoStart,
    /// It gave the game up.
    Resigned,
}

impl Fault {
    /// The reason in the record of a game.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Timeout => "timeout",
            Fault::IllegalMove => "illegal move",
            Fault::Crash => "crash",
            Fault::BadAnswer => "bad answer",
            Fault::NoStart => "no start",
            Fault::Resigned => "resigned",
        }
    }
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
    /// The most bytes that the tables and trees of its search took.
    pub memory: u64,
}

/// A player at the board.
enum Seat<'a, G: Game> {
    /// Needs no search, no report and no clock, so random games run at the speed of the rules.
    Random(Rng),
    Searching {
        search: Box<dyn Search<G>>,
        limits: Limits,
    },
    Guest {
        guest: Box<dyn Guest + 'a>,
        limits: Limits,
    },
}

impl<'a, G: Judged + Solvable> Seat<'a, G> {
    fn new(start: &G, player: &Player, seed: u64, guests: Option<&'a dyn Guests>) -> Result<Self, BadInput> {
        player.check_quiet()?;
        Ok(match &player.search {
            SearchSpec::Random => Seat::Random(Rng::new(seed)),
            SearchSpec::Program(program) => {
                let guests = guests.ok_or_else(|| BadInput::new(format!("{player} cannot play here")))?;
                Seat::Guest { guest: guests.seat(program)?, limits: player.limits }
            }
            _ => Seat::Searching { search: build(start, player, seed)?, limits: player.limits },
        })
    }
}

/// Plays from a position; the first player moves first there. The seed decides what is left to chance. `None` if the
/// game was abandoned. `spec` gives the spec of the game, for players from outside.
pub(crate) fn play<G: Draw + Judged + Solvable>(
    start: &G,
    spec: &dyn Fn() -> String,
    players: [&Player; 2],
    seed: u64,
    conditions: &GameConditions<'_>,
) -> Result<Option<Record>, BadInput> {
    if is_random(players) {
        return Ok(random_games(start, &[seed], conditions.max_plies).pop());
    }
    let seat = |seat: usize| Seat::new(start, players[seat], seat_seed(seed, seat as u64), conditions.guests);
    let clocks = players.map(|player| player.clock.map(GameClock::start));
    play_seats(start, spec, [seat(0)?, seat(1)?], clocks, conditions)
}

/// Plays the games of all these seeds; fewer if one is abandoned.
pub(crate) fn play_many<G: Draw + Judged + Solvable>(
    start: &G,
    spec: &dyn Fn() -> String,
    players: [&Player; 2],
    seeds: &[u64],
    conditions: &GameConditions<'_>,
) -> Result<Vec<Record>, BadInput> {
    if is_random(players) {
        return Ok(random_games(start, seeds, conditions.max_plies));
    }
    seeds.iter().map_while(|&seed| play(start, spec, players, seed, conditions).transpose()).collect()
}

/// Whether both players leave everything to chance.
fn is_random(players: [&Player; 2]) -> bool {
    players.iter().all(|player| player.search == SearchSpec::Random)
}

/// The seed of one of the two seats of a game.
pub(crate) fn seat_seed(seed: u64, seat: u64) -> u64 {
    Rng::part(seed, seat).next_u64()
}

/// Why a game is stopped undecided.
pub(crate) const TOO_LONG: &str = "too long";

fn play_seats<G: Notation + Draw>(
    start: &G,
    spec: &dyn Fn() -> String,
    mut seats: [Seat<'_, G>; 2],
    mut clocks: [Option<ClockReading>; 2],
    conditions: &GameConditions<'_>,
) -> Result<Option<Record>, BadInput> {
    let has_guest = seats.iter().any(|seat| matches!(seat, Seat::Guest { .. }));
    let mut story = has_guest.then(|| Story::new(spec(), start));
    let (mut position, mut choices, mut plies) = (start.clone(), Choices::default(), 0);
    let (mut cost, mut captures) = ([Cost::default(); 2], [0; 2]);
    let (outcome, reason, forfeit, words) = loop {
        if let Some((outcome, reason)) = ended(&position, plies, conditions.max_plies) {
            break (outcome, reason, None, None);
        }
        let mover = plies as usize % 2;
        let clock = clocks[mover].map(|own| Clocks {
            own,
            other: clocks[1 - mover],
            budget: own.budget(moves_ahead(&position, plies), OVERHEAD),
        });
        let before = cost[mover].time;
        let choice = match (&mut seats[mover], &story) {
            (Seat::Random(rng), _) => random_choice(&position, rng).map_err(Missing::own),
            (Seat::Searching { search, limits }, _) => {
                let choice = search_choice(&position, &mut **search, limits, clock, conditions, &mut cost[mover]);
                // A search that was cut short may have chosen a bad move; it does not count.
                if conditions.work.check().is_err() {
                    return Ok(None);
                }
                choice.map_err(Missing::own)
            }
            (Seat::Guest { guest, limits }, Some(story)) => {
                let agreed = Agreed { limits: *limits, clock, conditions };
                guest_choice(&position, &mut **guest, story, &agreed, &mut cost[mover])
            }
            (Seat::Guest { .. }, None) => unreachable!("a game with a guest has a story"),
        };
        match choice {
            Ok((index, m)) => {
                // A player that answered was in time; what a program took beyond that was the way to it.
                let time = cost[mover].time - before;
                clocks[mover] = clock.and_then(|clock| clock.own.after(time.min(clock.own.left)));
                choices.push(index);
                story.iter_mut().for_each(|story| story.played.push(position.move_text(m)));
                captures[mover] += play_counted(&mut position, m);
                plies += 1;
            }
            Err(Missing::Fault(fault, words)) => {
                break (Outcome::Win(!position.side_to_move()), fault.name(), Some(fault), words);
            }
            Err(Missing::Interrupted) => return Ok(None),
            Err(Missing::Failure(error)) => return Err(error),
        }
    };
    let pieces = pieces(&position, plies);
    Ok(Some(Record { choices, outcome, reason, forfeit, words, plies, cost, captures, pieces }))
}

/// The move that a search chooses, under the eyes of the referee. This is the only place where moves are timed.
fn search_choice<G: Game>(
    position: &G,
    search: &mut dyn Search<G>,
    limits: &Limits,
    clock: Option<Clocks>,
    conditions: &GameConditions<'_>,
    cost: &mut Cost,
) -> Result<(usize, G::Move), Fault> {
    let begun = Instant::now();
    // The game is lost at the referee's limit, so there is no use in searching on.
    let work = conditions.work.within(conditions.move_limit).within(clock.map(|clock| clock.budget.hard));
    let limits = clock.map_or(*limits, |clock| limits.with_budget(clock.budget));
    let think = || search.search(position, &limits, &mut Control::new(work, &mut |_| {}));
    // A search that fails must not take the whole experiment with it.
    let report = catch_unwind(AssertUnwindSafe(think));
    let time = begun.elapsed();
    cost.time += time;
    let report = report.map_err(|_| Fault::Crash)?;
    cost.nodes += report.counters.nodes;
    cost.depths += u64::from(report.depth);
    cost.memory = cost.memory.max(search.memory());
    let is_late = conditions.move_limit.is_some_and(|limit| time >= limit);
    if is_late || clock.is_some_and(|clock| clock.own.after(time).is_none()) {
        return Err(Fault::Timeout);
    }
    let index = position.moves().position(|m| m == report.best).ok_or(Fault::IllegalMove)?;
    Ok((index, report.best))
}

/// Plays a move and counts the opposing pieces that it takes off the board or turns over.
#[inline(always)]
pub(crate) fn play_counted<G: Draw>(position: &mut G, m: G::Move) -> u32 {
    let opponent = !position.side_to_move();
    let before = position.count_pieces(opponent);
    position.play(m);
    before.saturating_sub(position.count_pieces(opponent))
}

/// The pieces of the player who moved first and of the other, after this many moves.
#[inline(always)]
pub(crate) fn pieces<G: Draw>(position: &G, plies: u32) -> [u32; 2] {
    let to_move = position.side_to_move();
    let first = if plies.is_multiple_of(2) { to_move } else { !to_move };
    [first, !first].map(|side| position.count_pieces(side))
}

fn random_choice<G: Game>(position: &G, rng: &mut Rng) -> Result<(usize, G::Move), Fault> {
    let mut index = 0;
    let m = position.pick(|n| {
        index = rng.below(n);
        index
    });
    m.map(|m| (index, m)).ok_or(Fault::Crash)
}

/// How the game ended, if it did, by its rules or by agreement.
#[inline(always)]
pub(crate) fn ended<G: Notation>(position: &G, plies: u32, max_plies: Option<u32>) -> Option<(Outcome, &'static str)> {
    match position.outcome() {
        Some(outcome) => Some((outcome, position.reason().unwrap_or("decided"))),
        None => max_plies.is_some_and(|max| plies >= max).then_some((Outcome::Draw, TOO_LONG)),
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
    use plyscope_games::{Breakthrough, Reversi, TicTacToe};
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

    type Fails = fn(&mut Report<<TicTacToe as Game>::Move>, &TicTacToe);

    fn play_faulty(fault: Fails, limits: Limits, move_limit: Option<Duration>) -> Record {
        play_clocked(fault, limits, move_limit, None)
    }

    fn play_clocked(fault: Fails, limits: Limits, move_limit: Option<Duration>, clock: Option<ClockReading>) -> Record {
        let search = Faulty { random: Random::new(1), searches: 0, fault };
        let seats = [Seat::Searching { search: Box::new(search), limits }, Seat::Random(Rng::new(2))];
        let conditions = GameConditions { move_limit, ..GameConditions::default() };
        let spec = || "tictactoe".to_owned();
        let record = play_seats(&TicTacToe::start(&Default::default()), &spec, seats, [clock, None], &conditions);
        record.expect("no failure of ours").expect("it is not stopped")
    }

    #[test]
    fn a_player_with_a_fault_forfeits_and_the_reason_is_recorded() {
        let illegal: Fails = |report, position| {
            let taken = TicTacToe::start(&Default::default()).moves().find(|m| !position.moves().any(|l| l == *m));
            report.best = taken.expect("two cells are taken");
        };
        let slow: Fails = |_, _| std::thread::sleep(Duration::from_millis(60));
        let limit = Some(Duration::from_millis(50));
        let illegal = play_faulty(illegal, Limits::default(), None);
        let failed = play_faulty(|_, _| panic!("a fault on purpose"), Limits::default(), None);
        let late = play_faulty(slow, Limits::default(), limit);
        for (record, fault) in [(illegal, Fault::IllegalMove), (failed, Fault::Crash), (late, Fault::Timeout)] {
            assert_eq!((record.outcome, record.forfeit), (Outcome::Win(Side::Second), Some(fault)));
            assert_eq!((record.reason, record.plies), (fault.name(), 2));
            assert_eq!((record.captures, record.pieces), ([0, 0], [1, 1]));
        }
        // The limit of the search itself is none of the referee's business.
        let own = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        assert_eq!(play_faulty(slow, own, None).forfeit, None);
    }

    #[test]
    fn a_clock_that_is_overstepped_loses_and_what_a_move_adds_counts() {
        let slow: Fails = |_, _| std::thread::sleep(Duration::from_millis(300));
        let clock = |left, increment| {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            Some(ClockReading { left, increment })
        };
        let late = play_clocked(slow, Limits::default(), None, clock(250, 0));
        assert_eq!((late.forfeit, late.reason, late.plies), (Some(Fault::Timeout), "timeout", 2));
        // The first move adds what the second one needs.
        assert_eq!(play_clocked(slow, Limits::default(), None, clock(250, 3_600_000)).forfeit, None);
    }

    /// Side by side, as many games as there are lanes, fewer and more, and games that are too long.
    #[test]
    fn random_games_are_those_that_two_random_players_play() {
        fn check<G: Draw + Judged + Solvable>(variant: &str, max_plies: Option<u32>) {
            let start = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
            let conditions = GameConditions { max_plies, ..GameConditions::default() };
            for n in [0, 1, 3, 4, 30] {
                let seeds: Vec<u64> = (0..n).map(|number| 17 * number).collect();
                let one_by_one = |&seed: &u64| {
                    let seats = [0, 1].map(|seat| Seat::Random(Rng::new(seat_seed(seed, seat))));
                    play_seats(&start, &|| variant.to_owned(), seats, [None, None], &conditions)
                        .expect("no failure")
                        .expect("a game")
                };
                let expected: Vec<Record> = seeds.iter().map(one_by_one).collect();
                assert_eq!(random_games(&start, &seeds, max_plies), expected, "{variant}, {max_plies:?}");
            }
        }
        for max_plies in [None, Some(0), Some(7)] {
            check::<TicTacToe>("", max_plies);
            check::<Reversi>("8x8", max_plies);
            check::<Breakthrough<u64>>("8x8", max_plies);
        }
    }
}
