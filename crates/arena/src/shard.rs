//! Dividing a plan into parts that are played apart from each other, such as the tasks of a batch system.
//!
//! The unit is a pair of games with swapped seats, or one game of a cell without a partner. Each shard plays adjacent
//! numbers of every cell: as many as the others, or one more. Which shards have one more goes round from cell to cell,
//! so that the totals are as even as the cells.

use std::ops::Range;

use plyscope_core::BadInput;
use plyscope_store::Shard;

use crate::plan::{Plan, PlanCell};

/// The most parts of a plan: more than any batch system starts at once.
const MAX_SHARDS: u32 = 1_000_000;

/// Which games of a plan are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the part.
    pub shard: Shard,
    /// The numbers of its games, by cell.
    pub numbers: Vec<Range<u32>>,
}

/// Reads a shard such as `3/40`.
///
/// # Errors
/// If it is something else.
pub fn read_shard(text: &str) -> Result<Shard, BadInput> {
    let numbers = text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((number, count)) if count > MAX_SHARDS => {
            Err(BadInput::new(format!("{number}/{count}: at most {MAX_SHARDS} parts")))
        }
        Some((number, count)) if (1..=count).contains(&number) => Ok(Shard { number, count }),
        _ => Err(BadInput::new(format!("{text:?} is not a part such as 3/40, the third of 40; parts count from 1"))),
    }
}

/// A shard as it is written on the command line.
pub fn shard_text(shard: Shard) -> String {
    format!("{}/{}", shard.number, shard.count)
}

impl Plan {
    /// The same plan, of which only a part is played.
    ///
    /// # Errors
    /// If the experiment cannot be played in parts.
    pub fn only(mut self, shard: Shard) -> Result<Plan, BadInput> {
        if self.exact {
            return Err(BadInput::new(
                "exact: the results are computed and there are no games to divide; leave out --shard",
            ));
        }
        if self.stop.sprt.is_some() || self.stop.width.is_some() {
            let rule = if self.stop.sprt.is_some() { "stop.sprt" } else { "stop.width" };
            return Err(BadInput::new(format!(
                "{rule}: this rule looks at the results of all games to decide whether more are played, and a part \
                 does not know those of the others; remove it, or play the experiment without --shard"
            )));
        }
        let numbers = numbers(&self.cells, shard);
        self.part = Some(Part { shard, numbers });
        Ok(self)
    }

    /// Which part of the experiment this is; `None` for all of it.
    pub fn shard(&self) -> Option<Shard> {
        self.part.as_ref().map(|part| part.shard)
    }

    /// The numbers of the games of a cell that are played.
    pub fn numbers(&self, cell: usize) -> Range<u32> {
        self.part.as_ref().map_or(0..self.cells[cell].games, |part| part.numbers[cell].clone())
    }
}

/// The numbers of the games that a shard plays, by cell.
pub(crate) fn numbers(cells: &[PlanCell], shard: Shard) -> Vec<Range<u32>> {
    let mut numbers = vec![0..0; cells.len()];
    // Pairs first: then single games even out where one shard has a pair more than another.
    let (pairs, singles): (Vec<usize>, Vec<usize>) = (0..cells.len()).partition(|&cell| cells[cell].partner.is_some());
    let mut turn = 0;
    for cell in pairs.into_iter().chain(singles) {
        match cells[cell].partner {
            Some(partner) if partner < cell => numbers[cell] = numbers[partner].clone(),
            _ => {
                numbers[cell] = share(cells[cell].games, shard, turn);
                turn = ((u64::from(turn) + u64::from(cells[cell].games)) % u64::from(shard.count)) as u32;
            }
        }
    }
    numbers
}

/// The numbers of a shard among these of a cell. The games that are left over go to the shards from `turn` on, the
/// first after the last.
fn share(games: u32, shard: Shard, turn: u32) -> Range<u32> {
    let (each, over) = (games / shard.count, games % shard.count);
    let index = shard.number - 1;
    // The shards turn..turn + over have one more, of which some may be 0..beyond.
    let beyond = (u64::from(turn) + u64::from(over)).saturating_sub(u64::from(shard.count)) as u32;
    let more_before = |index: u32| index.min(beyond) + index.saturating_sub(turn).min(over - beyond);
    let begin = |index: u32| index * each + more_before(index);
    begin(index)..begin(index + 1)
}
