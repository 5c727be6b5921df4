//! The games of a plan, each played by its place: its cell and its number there.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use plyscope_core::{BadInput, Outcome, Work};
use plyscope_programs::Pool;
use plyscope_registry::{AnyPosition, GameConditions, Record, read, start};
use plyscope_store::{Game, GameResult, SeatCost, SeatCount};

use crate::plan::Plan;

/// Everything that is needed to play any game of a plan, on any thread.
pub struct Tables {
    /// The positions that the games of each board start from.
    starts: Vec<Vec<Box<dyn AnyPosition>>>,
    /// They play on from game to game.
    programs: Pool,
}

impl Tables {
    /// The tables of a plan.
    ///
    /// # Errors
    /// If an opening cannot be read.
    pub fn new(plan: &Plan) -> Result<Self, BadInput> {
        Ok(Tables { starts: starts(plan)?, programs: plan.programs.pool() })
    }

    /// Plays the games of these numbers of cells of the same plan, and gives them in this order; fewer if they were
    /// stopped. Those of one cell from one opening are played together, because random games are then faster.
    ///
    /// # Errors
    /// If a player cannot play.
    pub fn play(&self, plan: &Plan, wanted: &[(usize, u32)], work: Work<'_>) -> Result<Vec<Game>, BadInput> {
        let conditions = GameConditions {
            max_plies: plan.max_plies,
            move_limit: plan.move_limit,
            work,
            guests: Some(&self.programs),
        };
        let mut together: BTreeMap<(usize, Option<usize>), Vec<usize>> = BTreeMap::new();
        for (place, &(index, number)) in wanted.iter().enumerate() {
            together.entry((index, plan.opening_of(index, number))).or_default().push(place);
        }
        let mut games: Vec<Option<Game>> = wanted.iter().map(|_| None).collect();
        for ((index, opening), members) in together {
            let cell = &plan.cells[index];
            let seeds: Vec<u64> = members.iter().map(|&place| plan.seed_of(index, wanted[place].1)).collect();
            let position = &self.starts[cell.board][opening.unwrap_or(0)];
            let players = [&plan.players[cell.first].player, &plan.players[cell.second].player];
            let records = position.play_out_many(players, &seeds, &conditions)?;
            for (place, record) in members.into_iter().zip(records) {
                let result = match record.outcome {
                    Outcome::Draw => GameResult::Draw,
                    Outcome::Win(side) if side == position.side_to_move() => GameResult::FirstWins,
                    Outcome::Win(_) => GameResult::SecondWins,
                };
                games[place] = Some(game_row(plan, record, wanted[place], result));
            }
        }
        Ok(games.into_iter().flatten().collect())
    }
}

/// The positions that the games of each board start from.
pub(crate) fn starts(plan: &Plan) -> Result<Vec<Vec<Box<dyn AnyPosition>>>, BadInput> {
    plan.boards
        .iter()
        .map(|board| match &board.openings[..] {
            [] => Ok(vec![start(&board.spec)?]),
            openings => openings.iter().map(|opening| read(&board.spec, &opening.text)).collect(),
        })
        .collect()
}

fn game_row(plan: &Plan, record: Record, (cell, number): (usize, u32), result: GameResult) -> Game {
    let cost = record.cost.map(|cost| SeatCost {
        nodes: cost.nodes,
        time_us: cost.time.as_micros() as u64,
        depth_sum: cost.depths,
    });
    let counts = [0, 1].map(|seat| SeatCount {
        captures: record.captures[seat].into(),
        pieces: record.pieces[seat].into(),
        memory: record.cost[seat].memory,
    });
    Game {
        pairing: cell as u32,
        number,
        seed: plan.seed_of(cell, number),
        opening: plan.stored_opening_of(cell, number),
        result,
        reason: Cow::Borrowed(record.reason),
        forfeit: record.forfeit.is_some(),
        plies: record.plies,
        moves_hash: record.choices.stable_hash(),
        moves: record.choices.into_bytes(),
        cost,
        counts: Some(counts),
        words: record.words,
    }
}

/// How many games to play before looking up: fast ones by the thousand, slow ones one at a time. This does not change
/// the games.
pub struct Pace {
    games: usize,
}

impl Pace {
    /// One game at first.
    pub fn new() -> Self {
        Pace { games: 1 }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// This number of games took this time.
    pub fn note(&mut self, games: usize, time: Duration) {
        /// How long a thread plays before it asks for more work.
        const TIME: Duration = Duration::from_millis(20);
        let per_game = time.div_f64(games.max(1) as f64).max(Duration::from_nanos(100));
        self.games = (TIME.as_nanos() / per_game.as_nanos()).clamp(1, 4096) as usize;
    }
}

impl Default for Pace {
    fn default() -> Self {
        Pace::new()
    }
}
