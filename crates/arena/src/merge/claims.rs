//! Which games are where: for each cell, ranges of numbers and who has them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::plan::PlanCell;

/// Who has the games: `None` for the database that everything is joined into, or the index of a part.
type Owner = Option<usize>;

/// The games of each cell by the first number of a range: its end and its owner. Ranges do not overlap.
pub(super) struct Claims {
    cells: Vec<BTreeMap<u32, (u32, Owner)>>,
}

/// What a part has: games that nobody had before, and games that somebody has already.
pub(super) type Added = (Vec<(usize, Range<u32>)>, Vec<(usize, Range<u32>, Owner)>);

impl Claims {
    pub(super) fn new(n_cells: usize) -> Self {
        Claims { cells: vec![BTreeMap::new(); n_cells] }
    }

    /// Enters the games that are there already.
    pub(super) fn own(&mut self, present: &[Vec<Range<u32>>]) {
        for (known, ranges) in self.cells.iter_mut().zip(present) {
            known.extend(ranges.iter().map(|range| (range.start, (range.end, None))));
        }
    }

    /// Enters the games of a part.
    pub(super) fn add(&mut self, part: usize, present: &[Vec<Range<u32>>]) -> Added {
        let (mut fresh, mut twice) = (Vec::new(), Vec::new());
        for (cell, (known, ranges)) in self.cells.iter_mut().zip(present).enumerate() {
            for range in ranges {
                let overlaps: Vec<(Range<u32>, Owner)> = overlaps(known, range);
                let mut next = range.start;
                for (common, owner) in overlaps {
                    if next < common.start {
                        fresh.push((cell, next..common.start));
                        known.insert(next, (common.start, Some(part)));
                    }
                    next = common.end;
                    twice.push((cell, common, owner));
                }
                if next < range.end {
                    fresh.push((cell, next..range.end));
                    known.insert(next, (range.end, Some(part)));
                }
            }
        }
        (fresh, twice)
    }

    pub(super) fn n_games(&self) -> u64 {
        self.cells.iter().flatten().map(|(start, (end, _))| u64::from(end - start)).sum()
    }

    /// The numbers of each cell that nobody has.
    pub(super) fn missing(&self, cells: &[PlanCell]) -> Vec<Vec<Range<u32>>> {
        let gaps = |(known, cell): (&BTreeMap<u32, (u32, Owner)>, &PlanCell)| {
            let mut next = 0;
            let mut gaps = Vec::new();
            for (&start, &(end, _)) in known {
                if next < start {
                    gaps.push(next..start);
                }
                next = end;
            }
            if next < cell.games {
                gaps.push(next..cell.games);
            }
            gaps
        };
        self.cells.iter().zip(cells).map(gaps).collect()
    }
}

/// The parts of a range that somebody has, in order.
fn overlaps(known: &BTreeMap<u32, (u32, Owner)>, range: &Range<u32>) -> Vec<(Range<u32>, Owner)> {
    let before = known.range(..range.start).next_back();
    let within = known.range(range.start..range.end);
    let common = |(&start, &(end, owner)): (&u32, &(u32, Owner))| {
        let common = start.max(range.start)..end.min(range.end);
        (!common.is_empty()).then_some((common, owner))
    };
    before.into_iter().chain(within).filter_map(common).collect()
}

/// How many numbers of a range are in any of these ranges, which are in order and do not overlap.
pub(super) fn common(range: &Range<u32>, others: &[Range<u32>]) -> u64 {
    let first = others.partition_point(|other| other.end <= range.start);
    let reached = others[first..].iter().take_while(|other| other.start < range.end);
    reached.map(|other| u64::from(other.end.min(range.end) - other.start.max(range.start))).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use plyscope_core::Rng;

    use super::*;

    /// The same by a table with an entry for each game.
    #[test]
    fn claims_are_those_of_a_table_of_single_games() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut claims = Claims::new(1);
            let mut table: HashMap<u32, Owner> = HashMap::new();
            let random_ranges = |rng: &mut Rng| {
                let mut ranges = Vec::new();
                let mut next = 0;
                while next < 40 {
                    let start = next + rng.below(6) as u32;
                    next = start + 1 + rng.below(8) as u32;
                    ranges.push(start..next);
                    next += 1;
                }
                vec![ranges]
            };
            let own = random_ranges(&mut rng);
            claims.own(&own);
            table.extend(own[0].iter().cloned().flatten().map(|number| (number, None)));
            for part in 0..4 {
                let present = random_ranges(&mut rng);
                let (fresh, twice) = claims.add(part, &present);
                let fresh: Vec<u32> = fresh.into_iter().flat_map(|(_, range)| range).collect();
                let twice: Vec<(u32, Owner)> =
                    twice.into_iter().flat_map(|(_, range, owner)| range.map(move |number| (number, owner))).collect();
                let all: Vec<u32> = present[0].iter().cloned().flatten().collect();
                let (known, new): (Vec<u32>, Vec<u32>) = all.iter().partition(|number| table.contains_key(number));
                assert_eq!(fresh, new);
                assert_eq!(twice, known.iter().map(|number| (*number, table[number])).collect::<Vec<_>>());
                table.extend(new.into_iter().map(|number| (number, Some(part))));
            }
            assert_eq!(claims.n_games(), table.len() as u64);
            let cell = PlanCell { board: 0, first: 0, second: 1, games: 60, partner: None };
            let missing = &claims.missing(&[cell])[0];
            let expected: Vec<u32> = (0..60).filter(|number| !table.contains_key(number)).collect();
            assert_eq!(missing.iter().cloned().flatten().collect::<Vec<_>>(), expected);
            let range = rng.below(30) as u32..30 + rng.below(30) as u32;
            assert_eq!(
                common(&range, missing),
                range.clone().filter(|number| !table.contains_key(number)).count() as u64
            );
        }
    }
}
