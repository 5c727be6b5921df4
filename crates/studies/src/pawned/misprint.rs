//! What the misprinted alpha-beta and the missing pass do to play, on random positions.

use plyscope_core::{Game, Heuristic, Outcome, Rng, Side};
use plyscope_games::{Pawned, pawned};
use plyscope_heuristics::{HeuristicSpec, Judged};

use super::program::Program;
use super::trees::misprinted;
use crate::share::share;
use crate::{Interrupted, StudyRequest, StudyTable, spread};

/// Plies of look-ahead: the paper's randomOptimal(3).
pub(super) const PLIES: u32 = 4;

/// The documented utility, for numbered pawns.
struct Documented<H>(H);

impl<H: Heuristic<Pawned<u64>>> Heuristic<Program> for Documented<H> {
    fn evaluate(&self, position: &Program) -> f64 {
        self.0.evaluate(&position.real)
    }
}

pub(super) fn documented() -> Box<dyn Heuristic<Program>> {
    let spec = HeuristicSpec::named("pawned");
    Box::new(Documented(Pawned::opinion(Some(&spec), 0).expect("a registered heuristic")))
}

/// What the paper takes from the value of a win for each ply.
const PER_PLY: f64 = 6.0;

/// Plain minimax with the paper's utilities, for Black: the reference. A win loses `per_ply` of its value each ply.
fn minimax(position: &Program, heuristic: &dyn Heuristic<Program>, per_ply: f64, depth: u32, ply: u32) -> f64 {
    let won = 216.0 - per_ply * f64::from(ply);
    match position.outcome() {
        Some(Outcome::Win(Side::Second)) => return won,
        Some(Outcome::Win(Side::First)) => return -won,
        None if depth > 0 => {}
        Some(Outcome::Draw) | None => {
            let value = heuristic.evaluate(position);
            return if position.side_to_move() == Side::Second { value } else { 0.0 - value };
        }
    }
    let values = position.moves().map(|m| minimax(&position.child(m), heuristic, per_ply, depth - 1, ply + 1));
    if position.side_to_move() == Side::Second {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// The values of all moves, for the side to move.
fn exact(position: &Program, heuristic: &dyn Heuristic<Program>) -> Vec<f64> {
    valued(position, heuristic, PER_PLY)
}

/// The same, where a win loses `per_ply` of its value with each ply.
pub(super) fn valued(position: &Program, heuristic: &dyn Heuristic<Program>, per_ply: f64) -> Vec<f64> {
    let values = position.moves().map(|m| minimax(&position.child(m), heuristic, per_ply, PLIES - 1, 1));
    let sign = if position.side_to_move() == Side::Second { 1.0 } else { -1.0 };
    values.map(|value| sign * value).collect()
}

pub(super) fn highest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Number of positions by what went wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harm {
    /// Positions examined.
    pub positions: u64,
    /// The misprint changes the value of the best move.
    pub value_changed: u64,
    /// Every move that it rates best is not.
    pub only_bad_moves: u64,
    /// The missing pass changes the value of some move.
    pub pass_matters: u64,
}

/// A position after random moves, between the start and the end of a random game.
pub(super) fn random_position(seed: u64, index: u64) -> Program {
    let mut rng = Rng::part(seed, index);
    loop {
        let (mut position, plies) = (Program::start(&pawned::Variant::default()), rng.below(26));
        for _ in 0..plies {
            if let Some(m) = position.pick(|n| rng.below(n)) {
                position.play(m);
            }
        }
        if position.outcome().is_none() && position.real.count_moves() > 1 {
            return position;
        }
    }
}

fn harm(position: &Program) -> Harm {
    let right = exact(position, documented().as_ref());
    let wrong = misprinted(position, documented(), PLIES);
    let without_pass = exact(&position.clone().without_passes(), documented().as_ref());
    let (best, claimed) = (highest(&right), highest(&wrong));
    let chosen = (0..wrong.len()).filter(|&index| wrong[index] == claimed);
    Harm {
        positions: 1,
        value_changed: u64::from(claimed != best),
        only_bad_moves: u64::from(chosen.into_iter().all(|index| right[index] < best)),
        pass_matters: u64::from(without_pass != right),
    }
}

/// Examines random positions of the paper's board.
///
/// # Errors
/// If the run is stopped.
pub fn count_harm(request: &StudyRequest<'_>, positions: u64) -> Result<Harm, Interrupted> {
    let indices: Vec<u64> = (0..positions).collect();
    let found = spread(request, "misprint", &indices, |&index| harm(&random_position(request.seed, index)))?;
    Ok(found.iter().fold(Harm::default(), |sum, one| Harm {
        positions: sum.positions + one.positions,
        value_changed: sum.value_changed + one.value_changed,
        only_bad_moves: sum.only_bad_moves + one.only_bad_moves,
        pass_matters: sum.pass_matters + one.pass_matters,
    }))
}

/// The table of the counts.
pub(super) fn table(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    let harm = count_harm(request, if request.full { 3000 } else { 300 })?;
    let cell = |row: &str, n: u64| share(row, "share of positions", n, harm.positions);
    Ok(StudyTable {
        id: "typo",
        title: "What the misprint `beta = min(M-cur, alpha)` does on random 6×6 positions".to_owned(),
        notes: vec![
            "Each move is searched 4 plies deep with the documented utility, once by plain minimax, once by the \
             misprinted alpha-beta, once by minimax without passes."
                .to_owned(),
            "min(M-cur, alpha) never exceeds alpha, so a minimising node stops after its first child.".to_owned(),
            "A node without a move keeps its initial infinity; in the game that side passes.".to_owned(),
        ],
        cells: vec![
            cell("misprint changes the best value", harm.value_changed),
            cell("misprint leaves only worse moves", harm.only_bad_moves),
            cell("missing pass changes a value", harm.pass_matters),
        ],
    })
}
