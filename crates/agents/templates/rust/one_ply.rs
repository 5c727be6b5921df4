//! A player that looks one move ahead: it plays the move with the best score.
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// A random number; the standard library has no generator of its own.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Whose turn it is, and the rows of the board from the top.
struct Board {
    side: u8,
    rows: Vec<Vec<u8>>,
}

impl Board {
    // SCORE
}

fn main() {
    let mut board = Board { side: b'x', rows: Vec::new() };
    let mut legal: Vec<String> = Vec::new();
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "lines" => println!("lines 1 one ply"),
            "side" => board.side = rest.as_bytes()[0],
            "board" => board.rows = rest.split(' ').map(|row| row.as_bytes().to_vec()).collect(),
            "legal" => legal = rest.split(' ').map(str::to_owned).collect(),
            "go" => {
                let best = legal.iter().max_by_key(|m| (board.score(m), random())).expect("a legal move");
                println!("info depth 1 value {}", board.score(best));
                println!("move {best}");
            }
            _ => {}
        }
    }
}
