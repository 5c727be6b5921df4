//! A player that chooses at random. Change `choose`, and it is yours.
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// A random number below `n`; the standard library has no generator of its own.
fn random(n: usize) -> usize {
    RandomState::new().build_hasher().finish() as usize % n
}

fn choose(legal: &[String]) -> &String {
    &legal[random(legal.len())]
}

fn main() {
    let mut legal = Vec::new();
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "lines" => println!("lines 1 random"),
            "legal" => legal = rest.split(' ').map(str::to_owned).collect(),
            "go" => println!("move {}", choose(&legal)),
            _ => {}
        }
    }
}
