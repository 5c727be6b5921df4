//! The report card: every heuristic's marks by depth and by phase of the game, and what its values mean.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use plyscope_core::{Progress, Score, Work};
use plyscope_heuristics::{Judged, Opinion};
use plyscope_solve::{Measure, Solvable};
use serde::Serialize;

use crate::GradeError;
use crate::calibration::Calibration;
use crate::marks::{Choice, MarkSums, Marks, points};
use crate::solved::{Chooser, Choosing, Solved};
use crate::truth::Truth;

/// Parts of a game.
const PHASES: usize = 3;

/// Makes a heuristic wherever one is needed.
pub type Maker<'a, G> = Box<dyn Fn() -> Opinion<G> + Sync + 'a>;

/// Which heuristics get a card, and how deep they search.
pub struct CardRequest<'a, G> {
    /// Names and heuristics.
    pub heuristics: &'a [(String, Maker<'a, G>)],
    /// Depths of search, from 1 to this.
    pub depth: u32,
    /// Threads; each grades one heuristic at a time.
    pub jobs: usize,
    /// Stops it, and is told how many heuristics are graded.
    pub work: Work<'a>,
}

/// The grades of some heuristics over the same positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportCard {
    /// The positions.
    pub population: Population,
    /// A random move: what a heuristic that knows nothing would get. Its order and depths mean nothing.
    pub random: DepthCard,
    /// The heuristics, in the order in which they were asked for.
    pub cards: Vec<Card>,
}

/// The positions over which heuristics are graded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Population {
    /// Whether these are all unfinished positions that can be reached, so that there is no error of sampling.
    pub is_exact: bool,
    /// All positions, finished ones too; only for an exact population.
    pub reachable: Option<u64>,
    /// Unfinished positions.
    pub positions: u64,
    /// Those in which some moves keep the result and others do not.
    pub decisions: u64,
    /// Those in which not all moves are equally good.
    pub unequal: u64,
    /// Positions that were drawn, but not solved in time.
    pub unsolved: u64,
    /// Positions that the side to move loses, draws and wins with best play.
    pub values: [u64; 3],
    /// What losses are counted in: `plies` or `discs`.
    pub measure: &'static str,
    /// The parts of the game.
    pub phases: Vec<Phase>,
}

/// A part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// The first ply.
    pub first: u32,
    /// The last ply.
    pub last: u32,
    /// Unfinished positions.
    pub positions: u64,
    /// Those in which some moves keep the result and others do not.
    pub decisions: u64,
}

/// The grades of one heuristic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Card {
    /// Its canonical spec.
    pub heuristic: String,
    /// Its choices by depth of search; the first is the greedy choice.
    pub depths: Vec<DepthCard>,
    /// What its values mean.
    pub calibration: Option<Calibration>,
}

/// The choices at one depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DepthCard {
    /// Plies of search; 0 for random moves.
    pub depth: u32,
    /// Over all positions.
    pub all: Marks,
    /// By phase of the game.
    pub phases: Vec<Marks>,
}

/// The plies of a population, cut into phases.
struct Phases {
    /// The first ply of each, in order; later ones may be the same where there are few plies.
    first: [u32; PHASES],
    last: u32,
}

impl Phases {
    /// Thirds of the plies of a whole game, or thirds of the positions of a sample, most of which are near the end.
    fn of(truth: &dyn Solved) -> Phases {
        let mut plies = Vec::new();
        truth.positions(&mut |ply, _| plies.push(ply));
        plies.sort_unstable();
        let (first, last) = (plies.first().copied().unwrap_or(0), plies.last().copied().unwrap_or(0));
        let begin = |phase: usize| match truth.is_sample() {
            true => plies.get(phase * plies.len() / PHASES).copied().unwrap_or(0),
            false => first + ((last - first + 1) * phase as u32).div_ceil(PHASES as u32),
        };
        Phases { first: std::array::from_fn(begin), last }
    }

    fn place(&self, ply: u32) -> usize {
        self.first.iter().rposition(|&first| first <= ply).unwrap_or(0)
    }

    /// The first and the last ply of a phase, which may be empty.
    fn ends(&self, place: usize) -> (u32, u32) {
        let next = self.first.get(place + 1).map_or(self.last, |&next| next.saturating_sub(1));
        (self.first[place], next.max(self.first[place]))
    }
}

type PhaseSums = [MarkSums; PHASES];

fn depth_card(depth: u32, sums: &PhaseSums, is_sample: bool) -> DepthCard {
    let mut all = MarkSums::default();
    sums.iter().for_each(|sum| all.merge(sum));
    DepthCard { depth, all: all.marks(is_sample), phases: sums.iter().map(|sum| sum.marks(is_sample)).collect() }
}

/// Grades heuristics over solved positions.
///
/// # Errors
/// If it was stopped.
///
/// # Panics
/// If the listener or a heuristic does.
pub fn grade<G: Judged + Solvable>(truth: &Truth<G>, request: &CardRequest<'_, G>) -> Result<ReportCard, GradeError> {
    let choosers: Vec<_> = request.heuristics.iter().map(|(_, heuristic)| Choosing { truth, heuristic }).collect();
    let named =
        request.heuristics.iter().zip(&choosers).map(|((name, _), chooser)| (&name[..], chooser as &dyn Chooser));
    let grading = Grading {
        truth,
        heuristics: &named.collect::<Vec<_>>(),
        depth: request.depth,
        jobs: request.jobs,
        work: request.work,
        phases: Phases::of(truth),
    };
    grading.run()
}

/// A report card in progress, for any game.
struct Grading<'a> {
    truth: &'a dyn Solved,
    heuristics: &'a [(&'a str, &'a dyn Chooser)],
    depth: u32,
    jobs: usize,
    work: Work<'a>,
    phases: Phases,
}

impl Grading<'_> {
    fn run(&self) -> Result<ReportCard, GradeError> {
        let (population, random) = self.census()?;
        let (next, done, total) = (AtomicUsize::new(0), Mutex::new(0), self.heuristics.len());
        let cards: Vec<OnceLock<Result<Card, GradeError>>> = (0..total).map(|_| OnceLock::new()).collect();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(total) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some((name, chooser)) = self.heuristics.get(index) else { break };
                        // Each slot is written once, by the thread that took its number.
                        let _ = cards[index].set(self.card(name, *chooser));
                        // The listener is called under the lock, so that counts arrive in order.
                        let mut done = done.lock().expect("no thread panics while it tells");
                        *done += 1;
                        self.work.tell(Progress::of("heuristics graded", *done, total as u64));
                    }
                });
            }
        });
        let cards = cards.into_iter().map(|card| card.into_inner().unwrap_or(Err(GradeError::Stopped)));
        Ok(ReportCard { population, random, cards: cards.collect::<Result<_, _>>()? })
    }

    /// Counts the positions, and what random moves get.
    fn census(&self) -> Result<(Population, DepthCard), GradeError> {
        let (mut sums, measure) = (PhaseSums::default(), self.truth.measure());
        self.truth.moves(self.work, &mut |ply, truth| {
            // To a random player all moves are equal.
            let given = vec![Score::EVEN; truth.len()];
            sums[self.phases.place(ply)].add(&Choice { depth: 1, ply, truth, given: &given }, measure);
        })?;
        let random = depth_card(0, &sums, self.truth.is_sample());
        let mut values = [0; 3];
        self.truth.positions(&mut |_, score| values[(2.0 * points(score)) as usize] += 1);
        let count = |figure: Option<crate::Figure>| figure.map_or(0, |figure| figure.n);
        let phase = |place: usize| {
            let ((first, last), marks) = (self.phases.ends(place), &random.phases[place]);
            Phase { first, last, positions: count(marks.kept_everywhere), decisions: count(marks.kept) }
        };
        let population = Population {
            is_exact: !self.truth.is_sample(),
            reachable: self.truth.reachable(),
            positions: count(random.all.kept_everywhere),
            decisions: count(random.all.kept),
            unequal: count(random.all.optimal),
            unsolved: self.truth.unsolved(),
            values,
            measure: match measure {
                Measure::Plies => "plies",
                Measure::Margin => "discs",
            },
            phases: (0..PHASES).map(phase).collect(),
        };
        Ok((population, random))
    }

    /// The card of one heuristic.
    fn card(&self, name: &str, chooser: &dyn Chooser) -> Result<Card, GradeError> {
        let (is_sample, measure) = (self.truth.is_sample(), self.truth.measure());
        let mut sums = vec![PhaseSums::default(); self.depth as usize];
        chooser.choices(self.depth, self.work, &mut |choice| {
            sums[choice.depth as usize - 1][self.phases.place(choice.ply)].add(&choice, measure);
        })?;
        let depths = (1..).zip(&sums).map(|(depth, sums)| depth_card(depth, sums, is_sample)).collect();
        Ok(Card {
            heuristic: name.to_owned(),
            depths,
            calibration: Calibration::of(&chooser.values(self.work)?, is_sample, self.work)?,
        })
    }
}
