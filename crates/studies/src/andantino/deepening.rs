//! Tables 3 and 4: how deep iterative deepening got, explained by the cost of each depth.

use super::correct::Count;
use super::counts::{Counts, visit};
use super::program::{Program, Ties};
use super::published::{
    ALPHABETA_SECONDS, DEPTHS_REACHED, POSITIONS, PVS_SECONDS, SEARCHES, SECONDS, TIME_LIMIT, spread_of_same_work,
};
use crate::{Figure, Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// Columns of [`SEARCHES`] that were deepened.
const ALPHA_BETA: usize = 1;
const PVS: usize = 3;

/// Depths tried.
const DEPTHS: [u32; 10] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/// What a published search visits at its depths 1, 3, 5, …
pub fn by_depth(search: &str, moves: &str, depths: &[u32]) -> Vec<Count> {
    let position = Program::after(moves, Ties::Fixed);
    depths.iter().map(|&depth| visit(search, &position, depth).count).collect()
}

/// The last depth completed in time, if a state takes as long as in the program's Table 2.
fn reached(counts: &[Count], seconds_per_state: f64) -> u32 {
    let mut seconds = 0.0;
    let in_time = counts.iter().take_while(|count| {
        seconds += seconds_per_state * count.states as f64;
        seconds <= TIME_LIMIT
    });
    DEPTHS[..in_time.count()].last().copied().unwrap_or(0)
}

const SECONDS_ARE: &str = "Seconds: the report gives the longest time of a single root move, not the time of the whole \
                           depth as its text says, and stops at the timeout. Ours are processor time for the whole \
                           depth on another machine, so they are not compared.";

/// Both tables.
pub(super) fn tables(request: &StudyRequest<'_>, counts: &Counts) -> Result<[StudyTable; 2], Interrupted> {
    let (deep, seconds) = SECONDS[1];
    let make = |column: usize, depths: &[u32], printed: &[[Option<f64>; 4]]| {
        let rows: Vec<usize> = (0..POSITIONS.len()).collect();
        let timed = spread(request, "tables 3 and 4", &rows, |&row| {
            let position = Program::after(POSITIONS[row].1, Ties::Fixed);
            depths.iter().map(|&depth| visit(SEARCHES[column].1, &position, depth)).collect::<Vec<_>>()
        })?;
        let visited: Vec<Vec<Count>> =
            timed.iter().map(|visited| visited.iter().map(|visited| visited.count).collect()).collect();
        let mut cells = Vec::new();
        for (row, counted) in visited.iter().enumerate() {
            let name = format!("after {}", POSITIONS[row].0);
            let seconds_per_state = seconds[row][column] / counts.of(deep, row, column).states as f64;
            let published = DEPTHS_REACHED[usize::from(column == PVS)][row];
            let ours = reached(counted, seconds_per_state);
            // The program's speed is known as well as its times of the same work agree.
            let spread = spread_of_same_work();
            let range = reached(counted, seconds_per_state * spread)..=reached(counted, seconds_per_state / spread);
            let is_within = range.contains(&published);
            let cell =
                StudyCell::new(&name, "depth reached", u64::from(ours)).within_noise(u64::from(published), is_within);
            cells.push(match ours == published {
                true => cell,
                false => cell.because(
                    "all depths from 9 on cost the same, so the range of the program's speed decides between several \
                     of them",
                ),
            });
            for (depth, count) in depths.iter().zip(counted) {
                cells.push(StudyCell::new(&name, format!("depth {depth}"), count.to_string()));
            }
            for (index, depth) in depths.iter().enumerate() {
                let ours = StudyCell::new(&name, format!("depth {depth}, s"), timed[row][index].seconds);
                let printed = printed.get(index).and_then(|times| times[row]);
                cells.push(ours.elsewhere(printed.map_or(Figure::from("timeout"), Figure::from)));
            }
        }
        Ok(cells)
    };
    let how = "The depth we expect follows from our counts and from how long a state took in the program's own Table \
               2. The calls and states of each depth are in the columns after it.";
    Ok([
        StudyTable {
            id: "table-3",
            title: "Table 3: depth reached by AlphaBeta in 3 seconds".to_owned(),
            notes: vec![how.to_owned(), SECONDS_ARE.to_owned()],
            cells: make(ALPHA_BETA, &DEPTHS[..3], &ALPHABETA_SECONDS)?,
        },
        StudyTable {
            id: "table-4",
            title: "Table 4: depth reached by PVS in 3 seconds".to_owned(),
            notes: vec![
                how.to_owned(),
                "PVS follows one line below each root move, and the line ends when the game does. From some depth on, \
                 searching deeper costs nothing because there is nothing left to search."
                    .to_owned(),
                "A published 19 means that the maximum depth was reached.".to_owned(),
                SECONDS_ARE.to_owned(),
            ],
            cells: make(PVS, &DEPTHS, &PVS_SECONDS)?,
        },
    ])
}
