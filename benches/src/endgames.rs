//! The FFO endgame positions, solved one by one: `cargo benches ffo 40 44`.

use std::time::Duration;

use plyscope_core::{BadInput, Notation, Work};
use plyscope_games::Reversi;
use plyscope_solve::reversi::{Empties, EndgameSolution, Settings, solve};

/// The name of the subcommand.
pub(crate) const NAME: &str = "ffo";

/// Number, board, side to move, score, empty cells, best moves.
const POSITIONS: &str = include_str!("../../crates/solve/tests/data/ffo.txt");

/// One of the positions and what is known of it.
pub(crate) struct Endgame {
    number: u64,
    position: Reversi,
    score: i32,
    best_moves: String,
}

/// The positions from one number to another.
///
/// # Errors
/// If there are none.
pub(crate) fn between(first: u64, last: u64) -> Result<Vec<Endgame>, BadInput> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let endgames: Result<Vec<Endgame>, BadInput> = lines.map(Endgame::read).collect();
    let endgames: Vec<Endgame> =
        endgames?.into_iter().filter(|endgame| (first..=last).contains(&endgame.number)).collect();
    if endgames.is_empty() {
        return Err(BadInput::new(format!("there is no FFO position from {first} to {last}; there are 1 to 59")));
    }
    Ok(endgames)
}

impl Endgame {
    fn read(line: &str) -> Result<Endgame, BadInput> {
        let bad = || BadInput::new(format!("{line:?} is no endgame"));
        let fields: Vec<&str> = line.split(' ').collect();
        let [number, board, side, score, _, best_moves] = fields[..] else { return Err(bad()) };
        let rows: Vec<String> = (0..8).map(|row| board[8 * row..][..8].to_lowercase().replace('-', ".")).collect();
        let text = format!("{} {}", rows.join("/"), side.to_lowercase());
        Ok(Endgame {
            number: number.parse().map_err(|_| bad())?,
            position: Reversi::read_position(&"8x8".parse()?, &text)?,
            score: score.parse().map_err(|_| bad())?,
            best_moves: best_moves.to_lowercase(),
        })
    }

    /// Solves it on one thread.
    ///
    /// # Errors
    /// If the score or the move is not a published one.
    pub(crate) fn solve(&self, table_bytes: usize) -> Result<EndgameSolution, BadInput> {
        let settings = Settings { empties: Empties::Winner, table_bytes, ..Settings::default() };
        let solution = solve(&self.position, &settings, Work::never(), &mut |_| {});
        let best = self.best_of(&solution);
        if solution.score() != Some(self.score) || !self.best_moves.split(',').any(|m| m == best) {
            let Endgame { number, score, best_moves, .. } = self;
            let found = solution.score();
            return Err(BadInput::new(format!("FFO {number} is {score} by {best_moves}, not {found:?} by {best}")));
        }
        Ok(solution)
    }

    fn best_of(&self, solution: &EndgameSolution) -> String {
        solution.best.map_or_else(|| "-".to_owned(), |m| self.position.move_text(m))
    }
}

/// Solves the positions from one number to another and prints a table.
pub(crate) fn run(first: u64, last: u64, table_bytes: usize) -> Result<(), BadInput> {
    let endgames = between(first, last)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    println!(
        "{:>4} {:>7} {:>5} {:>4} {:>13} {:>8} {:>9}",
        "#", "empties", "score", "move", "nodes", "seconds", "Mnodes/s"
    );
    for endgame in endgames {
        let solution = endgame.solve(table_bytes)?;
        let about = [
            endgame.number.to_string(),
            endgame.position.empties().count_ones().to_string(),
            format!("{:+}", endgame.score),
            endgame.best_of(&solution),
        ];
        row(&about, solution.nodes, solution.time);
        nodes += solution.nodes;
        time += solution.time;
    }
    row(&["all", "", "", ""].map(str::to_owned), nodes, time);
    Ok(())
}

fn row([number, n_empties, score, best]: &[String; 4], nodes: u64, time: Duration) {
    let (seconds, speed) = (time.as_secs_f64(), nodes as f64 / time.as_secs_f64() / 1e6);
    println!("{number:>4} {n_empties:>7} {score:>5} {best:>4} {nodes:>13} {seconds:>8.3} {speed:>9.1}");
}
