//! How fast boards and endgames are solved: `cargo benches solve`.

use std::time::Instant;

use plyscope_core::{BadInput, Score, Work};
use plyscope_games::{Andantino, Breakthrough, Pawn, Pawned, Reversi};
use plyscope_solve::{Solvable, Watch, solve};

use crate::endgames;
use crate::measure::median;
use crate::ours::start;

/// The name of the subcommand.
pub(crate) const NAME: &str = "solve";
/// How often everything is solved.
const ROUNDS: usize = 3;
/// Bytes that tables may take.
pub(crate) const TABLE: usize = 1 << 30;
/// Solves everything and prints it, one line for each.
///
/// # Errors
/// If a result is not the known one.
pub(crate) fn run() -> Result<(), BadInput> {
    println!("One thread, tables of at most 1 GB, medians of {ROUNDS} rounds:\n");
    println!("{:32}{:>14}{:>10}{:>12}", "board", "nodes", "time", "nodes/s");
    board::<Breakthrough<u64>>("breakthrough 5x4", "5x4", Score::loss_in(22))?;
    board::<Breakthrough<u64>>("breakthrough 5x5", "5x5", Score::loss_in(26))?;
    board::<Pawn<u64>>("pawn 6x6", "6x6", Score::loss_in(30))?;
    board::<Pawned<u64>>("pawned 6x6", "6x6", Score::EVEN)?;
    board::<Andantino>("andantino 3", "3", Score::EVEN)?;
    board::<Reversi>("reversi 4x4", "4x4", Score::estimate(-8.0))?;
    row("FFO endgames 40 to 44", || {
        endgames::between(40, 44)?.iter().map(|endgame| Ok(endgame.solve(TABLE)?.nodes)).sum()
    })
}

fn board<G: Solvable>(name: &str, variant: &str, value: Score) -> Result<(), BadInput> {
    row(name, || {
        let mut silent = |_: &_| {};
        let mut watch = Watch::new(Work::never(), &mut silent);
        let solved = solve(&start::<G>(variant), &mut *G::solver(TABLE, 1), &mut watch);
        if solved.score() != Some(value) {
            let found = solved.score();
            return Err(BadInput::new(format!("{name} is worth {value:?}, but was found to be {found:?}")));
        }
        Ok(solved.nodes)
    })
}

/// Does one piece of work several times and prints a line about it. The work gives the positions that it visited.
fn row(name: &str, work: impl Fn() -> Result<u64, BadInput>) -> Result<(), BadInput> {
    let (mut nodes, mut times) = (0, Vec::new());
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        nodes = work()?;
        times.push(begun.elapsed().as_secs_f64());
    }
    let seconds = median(&times);
    println!(
        "{name:32}{nodes:>14}{:>10}{:>12}",
        format!("{seconds:.3} s"),
        format!("{:.2} M", nodes as f64 / seconds / 1e6)
    );
    Ok(())
}
