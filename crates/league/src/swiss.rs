//! Swiss rounds: players with about the same points meet, and no two of them twice.

use std::collections::HashSet;

/// A Swiss tournament. Players are numbers in the order of their seeds, the strongest first.
#[derive(Clone, Debug)]
pub struct Swiss {
    n_players: usize,
    half_points: Vec<i32>,
    /// Pairs that have met, the smaller number first. A player without an opponent has met the one after the last.
    met: HashSet<[usize; 2]>,
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Who meets whom, the better placed first.
    pub pairs: Vec<[usize; 2]>,
    /// Who has no opponent and gets the points of a win.
    pub bye: Option<usize>,
}

/// Half points of a match that is won.
const WIN: i32 = 2;

impl Swiss {
    /// Before the first round.
    pub fn new(n_players: usize) -> Self {
        // The opponent who is not there stays behind all others.
        let mut half_points = vec![0; n_players];
        half_points.resize(n_players.next_multiple_of(2), -1);
        Swiss { n_players, half_points, met: HashSet::new() }
    }

    /// As many rounds as a knockout needs, and two more for those behind the winner; never more than a player has
    /// opponents.
    pub fn rounds(n_players: usize) -> usize {
        match n_players {
            0 | 1 => 0,
            n => ((n - 1).ilog2() as usize + 3).min(n.next_multiple_of(2) - 1),
        }
    }

    /// Points of a player, a win counts 1.
    pub fn points(&self, player: usize) -> f64 {
        f64::from(self.half_points[player]) / f64::from(WIN)
    }

    /// Pairs the next round; `None` if that is not possible without meeting again.
    ///
    /// Players are ordered by points, then by seed. From the top, each meets the one half of its group of equal points
    /// further down; if they have met, the next one below, then above, then the next group. If nobody is left for the
    /// last ones, the choice before is changed. The last one without an opponent has a bye, nobody twice.
    pub fn next_round(&self) -> Option<Round> {
        let mut order: Vec<usize> = (0..self.half_points.len()).collect();
        order.sort_by_key(|&player| (-self.half_points[player], player));
        let mut round = Round::default();
        for [one, other] in self.pair(&order)? {
            if other == self.n_players { round.bye = Some(one) } else { round.pairs.push([one, other]) }
        }
        Some(round)
    }

    fn pair(&self, rest: &[usize]) -> Option<Vec<[usize; 2]>> {
        let Some((&first, others)) = rest.split_first() else { return Some(Vec::new()) };
        let group = rest.iter().take_while(|&&one| self.half_points[one] == self.half_points[first]).count();
        let half = (group / 2).max(1);
        let candidates = (half..group).chain((1..half.min(group)).rev()).chain(group..rest.len());
        for place in candidates {
            let other = rest[place];
            if self.met.contains(&sorted([first, other])) {
                continue;
            }
            let left: Vec<usize> = others.iter().copied().filter(|&one| one != other).collect();
            if let Some(mut pairs) = self.pair(&left) {
                pairs.insert(0, [first, other]);
                return Some(pairs);
            }
        }
        None
    }

    /// Enters a match; each has scored so much in its games.
    pub fn enter(&mut self, pair: [usize; 2], scored: [u64; 2]) {
        self.met.insert(sorted(pair));
        let first = 1 + i32::from(scored[0] > scored[1]) - i32::from(scored[0] < scored[1]);
        self.half_points[pair[0]] += first;
        self.half_points[pair[1]] += WIN - first;
    }

    /// Enters that a player had no opponent.
    pub fn enter_bye(&mut self, player: usize) {
        self.met.insert([player, self.n_players]);
        self.half_points[player] += WIN;
    }
}

fn sorted(mut pair: [usize; 2]) -> [usize; 2] {
    pair.sort_unstable();
    pair
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;

    /// Plays all rounds; `wins(a, b)` says whether the first wins. Checks what holds of every round.
    fn play(n_players: usize, mut wins: impl FnMut(usize, usize) -> bool) -> Swiss {
        let mut swiss = Swiss::new(n_players);
        let (mut met, mut byes) = (HashSet::new(), HashSet::new());
        for _ in 0..Swiss::rounds(n_players) {
            let round = swiss.next_round().expect("a round");
            assert_eq!(swiss.next_round().as_ref(), Some(&round), "the same every time");
            let mut present: Vec<usize> = round.pairs.iter().flatten().copied().chain(round.bye).collect();
            present.sort_unstable();
            assert_eq!(present, (0..n_players).collect::<Vec<_>>(), "all players, each once");
            assert_eq!(round.bye.is_some(), n_players % 2 == 1);
            for pair in round.pairs {
                assert!(met.insert(sorted(pair)), "{pair:?} met before");
                let scored = if wins(pair[0], pair[1]) { [3, 1] } else { [0, 4] };
                swiss.enter(pair, scored);
            }
            if let Some(player) = round.bye {
                assert!(byes.insert(player), "{player} has a second bye");
                swiss.enter_bye(player);
            }
        }
        swiss
    }

    #[test]
    fn the_strongest_is_the_only_one_on_top() {
        for n_players in 7..=40 {
            // Seeds say nothing of strength.
            let mut rng = Rng::new(n_players as u64);
            let mut strength: Vec<usize> = (0..n_players).collect();
            (1..n_players).rev().for_each(|last| strength.swap(last, rng.next_u64() as usize % (last + 1)));
            let swiss = play(n_players, |one, other| strength[one] > strength[other]);
            let best = (0..n_players).max_by_key(|&player| strength[player]).expect("a player");
            for other in (0..n_players).filter(|&player| player != best) {
                assert!(swiss.points(best) > swiss.points(other), "{n_players}: {strength:?}");
            }
            assert_eq!(swiss.points(best), Swiss::rounds(n_players) as f64);
        }
    }

    #[test]
    fn any_results_can_be_paired() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            play(12 + seed as usize % 29, |_, _| rng.next_u64().is_multiple_of(2));
        }
    }

    #[test]
    fn the_top_half_of_a_group_meets_its_bottom_half() {
        let mut swiss = Swiss::new(8);
        let pairs = |swiss: &Swiss| swiss.next_round().expect("a round").pairs;
        assert_eq!(pairs(&swiss), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        pairs(&swiss).into_iter().for_each(|pair| swiss.enter(pair, [1, 0]));
        assert_eq!(pairs(&swiss), [[0, 2], [1, 3], [4, 6], [5, 7]]);
        // Drawn matches count half.
        pairs(&swiss).into_iter().for_each(|pair| swiss.enter(pair, [2, 2]));
        assert_eq!([0, 3, 4, 7].map(|player| swiss.points(player)), [1.5, 1.5, 0.5, 0.5]);
        assert_eq!(pairs(&swiss), [[0, 3], [1, 2], [4, 7], [5, 6]], "0 and 2 have met");
    }

    #[test]
    fn rounds_grow_with_the_logarithm() {
        assert_eq!([0, 1, 2, 3, 4, 8, 9, 16, 30, 33].map(Swiss::rounds), [0, 0, 1, 3, 3, 5, 6, 6, 7, 8]);
        // Two players who have met have no second round.
        let mut swiss = Swiss::new(2);
        swiss.enter([0, 1], [1, 0]);
        assert_eq!(swiss.next_round(), None);
    }
}
