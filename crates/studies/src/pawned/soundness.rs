//! How often the two checkmate tests are right: all reachable positions of the 5×5 board against their exact values.

use std::collections::HashMap;

use plyscope_core::{Game, KeyHash, Outcome, Progress, Side};
use plyscope_games::{Pawned, pawned};
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};
use plyscope_plot::{Axis, Plot, Point};

use crate::{Interrupted, StudyCell, StudyPicture, StudyRequest, StudyTable};

type PawnedBoard = Pawned<u64>;

/// How the positions flagged by one test end, for the side that it calls the winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// The owner of the checkmate wins.
    pub wins: u64,
    /// A draw.
    pub draws: u64,
    /// The owner loses.
    pub losses: u64,
}

impl Fate {
    /// The number of positions.
    pub const fn flagged(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share that the owner wins.
    pub fn share_won(self) -> f64 {
        self.wins as f64 / self.flagged() as f64
    }
}

/// The results for both tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soundness {
    /// Reachable positions, including finished ones.
    pub reachable: u64,
    /// Unfinished positions.
    pub open: u64,
    /// Unfinished positions in which the side to move must pass.
    pub forced_passes: u64,
    /// For type 1, type 1 alone (the other side is not flagged at all), type 2, and a pawn on the right edge with no
    /// enemy in the two right columns: with the owner to move, and with the opponent to move.
    pub fates: [[Fate; 2]; 4],
    /// The largest absolute value of the documented utility, 2·pieces + steps + mobility.
    pub largest: f64,
}

/// The names of the tests, in the order of `fates`.
const TESTS: [&str; 4] = ["type 1", "type 1, other side unflagged", "type 2", "two right columns free of enemies"];

/// The tests that are the paper's checkmates.
const CHECKMATES: usize = 3;

/// Whether a side has a pawn in the rightmost column and the other side has none in the two right ones.
fn has_burnt_two_columns(position: &PawnedBoard, side: Side) -> bool {
    let camp = position.camp(side);
    let columns = camp.n_cells() / camp.n_rows();
    let column = |column| (0..camp.n_rows()).fold(0_u64, |set, row| set | 1_u64 << (row * columns + column));
    let edge = column(columns - 1);
    camp.own & edge != 0 && camp.enemies & (edge | column(columns - 2)) == 0
}

/// Solves all reachable positions of this board and applies the tests to them.
///
/// # Errors
/// If the run is stopped.
///
/// # Panics
/// If the variant is not one of Pawned.
pub fn check(request: &StudyRequest<'_>, variant: &str) -> Result<Soundness, Interrupted> {
    let start = PawnedBoard::start(&variant.parse::<pawned::Variant>().expect("a variant of Pawned"));
    let feature =
        |name: &str| PawnedBoard::FEATURES.iter().position(|feature| feature.name == name).expect("a feature");
    let tests = [feature("checkmate1"), feature("checkmate2")];
    let spec = HeuristicSpec::named("pawned");
    let utility = PawnedBoard::opinion(Some(&spec), 0).expect("a registered heuristic");
    let mut solver = Solver { request, known: HashMap::default(), found: Soundness::default(), utility };
    solver.solve(&start, &|position, side| tests.map(|test| position.measure(test, side) > 0.0))?;
    let mut found = solver.found;
    found.reachable = solver.known.len() as u64;
    Ok(found)
}

struct Solver<'a, 'b> {
    request: &'a StudyRequest<'b>,
    /// The outcome with best play, by key alone: the tests of the games show that keys of this board are exact.
    known: HashMap<u64, Outcome, KeyHash>,
    found: Soundness,
    utility: Opinion<PawnedBoard>,
}

impl Solver<'_, '_> {
    fn solve(
        &mut self,
        position: &PawnedBoard,
        flags: &dyn Fn(&PawnedBoard, Side) -> [bool; 2],
    ) -> Result<Outcome, Interrupted> {
        let key = position.key();
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let outcome = match position.outcome() {
            Some(outcome) => outcome,
            None => {
                let mover = position.side_to_move();
                let mut best = Outcome::Win(!mover);
                for m in position.moves() {
                    let child = self.solve(&position.child(m), flags)?;
                    best = better(mover, best, child);
                }
                self.note(position, best, flags);
                best
            }
        };
        self.known.insert(key, outcome);
        let n = self.known.len();
        if n.is_multiple_of(1 << 16) {
            self.request.work.check()?;
            self.request.work.tell(Progress::of("soundness", n as u64, n.max(REACHABLE) as u64));
        }
        Ok(outcome)
    }

    fn note(&mut self, position: &PawnedBoard, outcome: Outcome, flags: &dyn Fn(&PawnedBoard, Side) -> [bool; 2]) {
        let found = &mut self.found;
        found.open += 1;
        found.largest = found.largest.max(self.utility.seen_by(position, Side::First).abs());
        found.forced_passes += u64::from(position.moves().next() == Some(plyscope_games::PawnMove::PASS));
        let by_side = Side::BOTH.map(|side| flags(position, side));
        for owner in Side::BOTH {
            let [[type1, type2], [other_type1, other_type2]] = [by_side[owner.index()], by_side[(!owner).index()]];
            let turn = usize::from(owner != position.side_to_move());
            let burnt = has_burnt_two_columns(position, owner);
            let flags = [type1, type1 && !other_type1 && !other_type2, type2, burnt];
            for (test, is_flagged) in flags.into_iter().enumerate() {
                if is_flagged {
                    let fate = &mut found.fates[test][turn];
                    match outcome {
                        Outcome::Draw => fate.draws += 1,
                        Outcome::Win(side) if side == owner => fate.wins += 1,
                        Outcome::Win(_) => fate.losses += 1,
                    }
                }
            }
        }
    }
}

/// Approximate number of positions, for the progress bar only.
const REACHABLE: usize = 3_200_000;

/// The better of two outcomes for a side.
fn better(side: Side, a: Outcome, b: Outcome) -> Outcome {
    let rank = |outcome| match outcome {
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Draw => 1,
        Outcome::Win(_) => 0,
    };
    if rank(b) > rank(a) { b } else { a }
}

/// The table and its picture.
pub(super) fn table(found: &Soundness) -> (StudyTable, StudyPicture) {
    let mut cells = Vec::new();
    let turns = ["owner to move", "opponent to move"];
    for (test, fates) in TESTS.iter().zip(found.fates) {
        for (turn, fate) in turns.iter().zip(fates) {
            let row = format!("{test}, {turn}");
            cells.push(StudyCell::new(&row, "flagged", fate.flagged()));
            cells.push(StudyCell::new(&row, "owner wins", fate.wins));
            cells.push(StudyCell::new(&row, "draws", fate.draws));
            cells.push(StudyCell::new(&row, "owner loses", fate.losses));
            let share = StudyCell::new(&row, "share won", fate.share_won()).within_noise(1.0, false);
            cells.push(match fate.losses + fate.draws {
                0 => StudyCell::new(&row, "share won", 1.0).exactly(1.0),
                _ if *turn == turns[0] => share.because("the opponent runs too, or captures its way into the column"),
                _ => share.because("the opponent moves first: it wins its own race, captures, or blocks the pawn"),
            });
        }
    }
    (
        StudyTable {
            id: "checkmate",
            title: "The two checkmate tests against exact values, on all reachable 5×5 positions".to_owned(),
            notes: vec![
                "The paper treats a checkmate as decided: its owner should win every time. A position flagged for both \
                 sides counts for both."
                    .to_owned(),
                "The last two rows test its advice, \"burning out 2 columns without the opposite pawns in the right \
                 hand side can guarantee a win\", read as a pawn in the last column and no enemy in the last two."
                    .to_owned(),
                format!(
                    "{} positions can be reached, {} of them unfinished; in {} the side to move must pass.",
                    found.reachable, found.open, found.forced_passes
                ),
            ],
            cells,
        },
        picture(found),
    )
}

/// The share of checkmates that win, by test and side to move.
fn picture(found: &Soundness) -> StudyPicture {
    let series = |turn: usize| {
        let point = |test: usize| {
            let (x, y) = ((test + 1) as f64, found.fates[test][turn].share_won());
            let label = format!("{:.1} %", 100.0 * y);
            Point { x, y, interval: (y, y), label, title: TESTS[test].to_owned() }
        };
        (0..CHECKMATES).map(point).collect::<Vec<Point>>()
    };
    let x =
        Axis::of("1: type 1, 2: type 1 and the other side has none, 3: type 2", [0.7, 1.0, 2.0, 3.0, 3.5].into_iter());
    let plot = Plot {
        title: "Checkmates that win, all reachable 5×5 positions".to_owned(),
        x,
        y: Axis::share("share won by the side that checkmates"),
        mark: Some(1.0),
        series: vec![series(0), series(1)],
        joined: false,
    };
    StudyPicture::plot("checkmate", plot, vec!["owner to move".to_owned(), "opponent to move".to_owned()])
}
