//! Which games are played next, and when a pairing is settled.
//!
//! Stop rules look at results only between rounds, and rounds do not depend on speed. So the same games are played with
//! any number of threads, and whether or not a run is interrupted.

use std::collections::HashMap;
use std::ops::Range;

use plyscope_registry::Chance;
use plyscope_stats::{Decision, EloModel, PairCounts, Sprt, confidence_sequence};
use plyscope_store::Played;

use crate::experiment::SprtRule;
use crate::plan::Plan;
use crate::sequential::SprtState;

/// The test of a rule.
pub(crate) fn sprt(rule: &SprtRule) -> Option<Sprt> {
    Sprt::new(rule.elo0, rule.elo1, rule.alpha, rule.beta, EloModel::Logistic)
}

/// The level of intervals that stop a pairing.
const LEVEL: f64 = 0.95;

/// Games in each seat before the first look at a stop rule.
const FIRST_LOOK: u32 = 16;

/// There is no game with this number yet.
const MISSING: u8 = u8::MAX;

/// The results of a run so far, and the games still to play.
pub(crate) struct Rounds<'a> {
    plan: &'a Plan,
    /// Half points of the first seat, by cell and number, from the first number that is played.
    results: Vec<Vec<u8>>,
    /// The number of games of each cell before the next look; a settled cell keeps its number.
    targets: Vec<u32>,
    settled: Vec<bool>,
    copies: Vec<Copies>,
}

/// Which games of a cell repeat others, if its players use no seed.
struct Copies {
    chance: Chance,
    /// Later games start from the same positions again.
    n_starts: usize,
    /// The moves of the first game from each opening.
    seen: HashMap<Option<u32>, u64>,
    /// Whether two games from the same opening differ.
    varies: bool,
}

impl Copies {
    fn note(&mut self, game: &Played) {
        if self.chance < Chance::Seed {
            let first = *self.seen.entry(game.opening).or_insert(game.moves_hash);
            self.varies |= first != game.moves_hash;
        }
    }

    /// The number of games that are observations.
    fn n_observations(&self) -> usize {
        if self.chance == Chance::Seed || self.varies { usize::MAX } else { self.n_starts }
    }
}

impl<'a> Rounds<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Self {
        let is_sequential = plan.stop.sprt.is_some() || plan.stop.width.is_some();
        let target = |games: u32| if is_sequential { games.min(FIRST_LOOK) } else { games };
        let copies = |cell: usize| Copies {
            chance: plan.chance(cell),
            n_starts: plan.boards[plan.cells[cell].board].openings.len().max(1),
            seen: HashMap::new(),
            varies: false,
        };
        let games = || (0..plan.cells.len()).map(|cell| plan.numbers(cell).len());
        Rounds {
            plan,
            results: games().map(|games| vec![MISSING; games]).collect(),
            targets: games().map(|games| target(games as u32)).collect(),
            settled: vec![false; plan.cells.len()],
            copies: (0..plan.cells.len()).map(copies).collect(),
        }
    }

    /// Records the result of a game.
    pub(crate) fn note(&mut self, cell: usize, game: &Played) {
        let Some(results) = self.results.get_mut(cell) else { return };
        let place = game.number.checked_sub(self.plan.numbers(cell).start);
        if let Some(result) = place.and_then(|place| results.get_mut(place as usize)) {
            *result = game.result as u8;
            self.copies[cell].note(game);
        }
    }

    /// Whether the result of a game is known.
    pub(crate) fn has(&self, cell: usize, number: u32) -> bool {
        let place = number.checked_sub(self.plan.numbers(cell).start);
        let result = place.and_then(|place| self.results[cell].get(place as usize));
        result.is_some_and(|&result| result != MISSING)
    }

    /// The games missing now; none if the experiment is complete.
    pub(crate) fn next(&mut self) -> Vec<(usize, Range<u32>)> {
        loop {
            let missing = self.missing();
            if !missing.is_empty() || !self.advance() {
                return missing;
            }
        }
    }

    /// The number of games of a cell when the experiment is complete, as far as known.
    pub(crate) fn planned(&self, cell: usize) -> u32 {
        if self.settled[cell] { self.targets[cell] } else { self.results[cell].len() as u32 }
    }

    fn missing(&self) -> Vec<(usize, Range<u32>)> {
        let mut ranges = Vec::new();
        for (cell, results) in self.results.iter().enumerate() {
            let first = self.plan.numbers(cell).start;
            let mut number = 0;
            while number < self.targets[cell] {
                let is_missing = |number: u32| results[number as usize] == MISSING;
                let begin = number;
                while number < self.targets[cell] && is_missing(number) == is_missing(begin) {
                    number += 1;
                }
                if is_missing(begin) {
                    ranges.push((cell, first + begin..first + number));
                }
            }
        }
        ranges
    }

    /// Applies the stop rules to all open pairings. Returns whether any of them continues.
    fn advance(&mut self) -> bool {
        let mut goes_on = false;
        for cell in 0..self.plan.cells.len() {
            let games = self.results[cell].len() as u32;
            // A pairing is judged once, at the first of its two cells; a cell without a partner has no pairs to judge.
            let Some(partner) = self.plan.cells[cell].partner.filter(|&partner| partner > cell) else { continue };
            if self.settled[cell] || self.targets[cell] >= games {
                continue;
            }
            if self.is_settled(cell, partner) {
                (self.settled[cell], self.settled[partner]) = (true, true);
                continue;
            }
            let target = (self.targets[cell] + (self.targets[cell] / 4).max(FIRST_LOOK)).min(games);
            (self.targets[cell], self.targets[partner]) = (target, target);
            goes_on = true;
        }
        for cell in 0..self.plan.cells.len() {
            let games = self.results[cell].len() as u32;
            if self.plan.cells[cell].partner.is_none() && self.targets[cell] < games {
                self.targets[cell] = games;
                goes_on = true;
            }
        }
        goes_on
    }

    /// The number of games before the first look at a stop rule; all games without one.
    pub(crate) fn first_look(&self) -> u64 {
        self.targets.iter().map(|&games| u64::from(games)).sum()
    }

    /// Where the sequential tests stand, if there are any.
    pub(crate) fn tests(&self) -> Vec<SprtState> {
        let Some(test) = self.plan.stop.sprt.as_ref().and_then(sprt) else { return Vec::new() };
        let leading = self.plan.cells.iter().enumerate();
        let leading = leading.filter_map(|(cell, own)| Some((cell, own.partner.filter(|&partner| partner > cell)?)));
        leading.map(|(cell, partner)| SprtState::new(cell, &test, &self.pairs(cell, partner).by_player())).collect()
    }

    fn is_settled(&self, cell: usize, partner: usize) -> bool {
        let copies = &self.copies[cell];
        if copies.chance == Chance::Nothing && self.targets[cell] as usize >= copies.n_starts {
            // All further games would be copies.
            return true;
        }
        let pairs = self.pairs(cell, partner).by_player();
        let by_test =
            self.plan.stop.sprt.as_ref().and_then(sprt).is_some_and(|test| test.decide(&pairs) != Decision::Continue);
        let by_width = self.plan.stop.width.is_some_and(|width| {
            let (low, high) = confidence_sequence(&pairs, LEVEL);
            high - low < width
        });
        by_test || by_width
    }

    /// The pairs of games of two cells that are observations, from the view of the first player of `cell`.
    fn pairs(&self, cell: usize, partner: usize) -> PairCounts {
        let mut counts = PairCounts::default();
        let n = self.copies[cell].n_observations().max(self.copies[partner].n_observations());
        for (&own, &other) in self.results[cell].iter().zip(&self.results[partner]).take(n) {
            if own != MISSING && other != MISSING {
                counts.0[usize::from(own)][usize::from(2 - other)] += 1;
            }
        }
        counts
    }
}
