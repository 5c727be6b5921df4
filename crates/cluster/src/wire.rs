//! What is sent through the hub: chunks of places, and games that come back.

use plyscope_arena::Plan;
use plyscope_core::BadInput;
use plyscope_registry::Choices;
use plyscope_store::{Game, GameResult, SeatCost, SeatCount, Worker};
use serde::{Deserialize, Serialize};

/// The most games of a chunk.
pub(crate) const MAX_CHUNK: usize = 1 << 16;
/// The most bytes that a program may have said when it lost.
const MAX_WORDS: usize = 100_000;

/// Games to play: cells, each with a first number and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chunk(Vec<(u32, u32, u32)>);

impl Chunk {
    /// A chunk of these places.
    pub(crate) fn new(places: &[(usize, u32)]) -> Self {
        let mut sorted: Vec<(u32, u32)> = places.iter().map(|&(cell, number)| (cell as u32, number)).collect();
        sorted.sort_unstable();
        let mut ranges: Vec<(u32, u32, u32)> = Vec::new();
        for (cell, number) in sorted {
            match ranges.last_mut() {
                Some((last, first, n)) if *last == cell && *first + *n == number => *n += 1,
                _ => ranges.push((cell, number, 1)),
            }
        }
        Chunk(ranges)
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("numbers can be written")
    }

    /// Reads a chunk and checks it against its plan.
    pub(crate) fn decode(bytes: &[u8], plan: &Plan) -> Result<Vec<(usize, u32)>, BadInput> {
        let Chunk(ranges) =
            postcard::from_bytes(bytes).map_err(|error| BadInput::new(format!("a chunk cannot be read: {error}")))?;
        let mut places = Vec::new();
        for (cell, first, n) in ranges {
            let games = plan.cells.get(cell as usize).map_or(0, |cell| cell.games);
            let end = first.checked_add(n).filter(|&end| end <= games);
            let end = end.ok_or_else(|| BadInput::new("a chunk names games that the plan does not have"))?;
            if places.len() + n as usize > MAX_CHUNK {
                return Err(BadInput::new("a chunk has too many games"));
            }
            places.extend((first..end).map(|number| (cell as usize, number)));
        }
        Ok(places)
    }
}

/// What a worker says of a chunk.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// Games of it.
    Games(Batch),
    /// It cannot be played.
    Failure { chunk: String, worker: Card, error: String },
}

/// Games of a chunk that were played together.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Batch {
    pub(crate) chunk: String,
    pub(crate) worker: Card,
    /// The time of one thread.
    pub(crate) busy_us: u64,
    /// Whether no more games of the chunk will come from this worker, although some may be missing.
    pub(crate) is_last: bool,
    reasons: Vec<String>,
    games: Vec<Row>,
}

/// Who a worker is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) machine: String,
    pub(crate) processor: String,
    pub(crate) cores: u32,
    pub(crate) version: String,
}

impl Card {
    pub(crate) fn worker(&self) -> Worker {
        let clean = |text: &str| text.chars().filter(|c| !c.is_control()).take(100).collect();
        Worker {
            name: clean(&self.name),
            machine: clean(&self.machine),
            processor: clean(&self.processor),
            cores: self.cores,
            version: clean(&self.version),
        }
    }
}

/// A game without what follows from its place: seed, opening and the hash of its moves.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    cell: u32,
    number: u32,
    result: u8,
    reason: u16,
    forfeit: bool,
    plies: u32,
    moves: Vec<u8>,
    /// Nodes, microseconds and depths of both seats.
    cost: [(u64, u64, u64); 2],
    /// Captures, pieces and memory of both seats.
    counts: Option<[(u64, u64, u64); 2]>,
    words: Option<String>,
}

impl Batch {
    pub(crate) fn new(chunk: &str, worker: &Card, busy_us: u64, games: Vec<Game>, is_last: bool) -> Self {
        let mut reasons: Vec<String> = Vec::new();
        let mut row = |game: Game| {
            let known = reasons.iter().position(|known| *known == *game.reason);
            let reason = known.unwrap_or_else(|| {
                reasons.push(game.reason.to_string());
                reasons.len() - 1
            });
            Row {
                cell: game.pairing,
                number: game.number,
                result: game.result as u8,
                reason: reason as u16,
                forfeit: game.forfeit,
                plies: game.plies,
                moves: game.moves,
                cost: game.cost.map(|cost| (cost.nodes, cost.time_us, cost.depth_sum)),
                counts: game.counts.map(|counts| counts.map(|count| (count.captures, count.pieces, count.memory))),
                words: game.words,
            }
        };
        let games = games.into_iter().map(&mut row).collect();
        Batch { chunk: chunk.to_owned(), worker: worker.clone(), busy_us, is_last, reasons, games }
    }

    /// The games, checked against the plan.
    pub(crate) fn games(self, plan: &Plan) -> Result<Vec<Game>, BadInput> {
        let Batch { reasons, games, .. } = self;
        games.into_iter().map(|row| row.game(plan, &reasons)).collect()
    }
}

impl Row {
    fn game(self, plan: &Plan, reasons: &[String]) -> Result<Game, BadInput> {
        let wrong = |what: &str| BadInput::new(format!("a game that came back has {what}"));
        let cell = plan.cells.get(self.cell as usize).filter(|cell| self.number < cell.games);
        let cell = cell.map(|_| self.cell as usize).ok_or_else(|| wrong("no place in the plan"))?;
        let result = *GameResult::ALL.get(usize::from(self.result)).ok_or_else(|| wrong("no result"))?;
        let reason = reasons.get(usize::from(self.reason)).ok_or_else(|| wrong("no reason"))?;
        if self.words.as_ref().is_some_and(|words| words.len() > MAX_WORDS) || reason.len() > MAX_WORDS {
            return Err(wrong("too many words"));
        }
        let choices = Choices::from_bytes(self.moves);
        let cost = |(nodes, time_us, depth_sum)| SeatCost { nodes, time_us, depth_sum };
        let count = |(captures, pieces, memory)| SeatCount { captures, pieces, memory };
        Ok(Game {
            pairing: self.cell,
            number: self.number,
            seed: plan.seed_of(cell, self.number),
            opening: plan.stored_opening_of(cell, self.number),
            result,
            reason: reason.clone().into(),
            forfeit: self.forfeit,
            plies: self.plies,
            moves_hash: choices.stable_hash(),
            moves: choices.into_bytes(),
            cost: self.cost.map(cost),
            counts: self.counts.map(|counts| counts.map(count)),
            words: self.words,
        })
    }
}

impl Answer {
    pub(crate) fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("games can be written")
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, BadInput> {
        postcard::from_bytes(bytes).map_err(|error| BadInput::new(format!("an answer cannot be read: {error}")))
    }
}
