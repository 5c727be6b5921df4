//! Forced wins of Andantino on its usual board: makes a set of them by the solver, and counts how many a player finds.
//!
//! ```sh
//! cargo run --release -p plyscope-registry --example forced_wins make 50 > docs/andantino-wins.txt
//! cargo run --release -p plyscope-registry --example forced_wins find engine@time=1s < docs/andantino-wins.txt
//! ```
//!
//! A position comes from a game of the exhaustive engine against itself after random moves, one for each game. It is
//! kept if the solver proves, within a second, a win that takes at least eleven plies. A player has found it if it
//! calls the position won.

#![allow(clippy::print_stdout, reason = "a program that prints its measurements")]

use std::error::Error;
use std::io::stdin;
use std::time::Duration;

use plyscope_core::{Rng, Verdict, Work};
use plyscope_registry::{AnyPosition, Player, SearchRequest, SolveRequest, read, start};

const GAME: &str = "andantino:10";
/// Shorter wins are found by anybody.
const FEWEST_PLIES: u32 = 11;
const SOLVER_TIME: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", count] => make(count.parse()?),
        ["find", player] => find(&player.parse()?),
        _ => Err("use: forced_wins make COUNT, or forced_wins find PLAYER < FILE".into()),
    }
}

fn make(count: usize) -> Result<(), Box<dyn Error>> {
    let (mut rng, mut found) = (Rng::new(1), 0);
    while found < count {
        if let Some((position, plies)) = win_of_a_game(&mut rng)? {
            println!("{plies:2}  {position}");
            found += 1;
        }
    }
    Ok(())
}

/// The first position of a game that the solver proves to be won in enough plies, and these plies.
fn win_of_a_game(rng: &mut Rng) -> Result<Option<(String, u32)>, Box<dyn Error>> {
    let player: Player = "engine:selective=off@nodes=2000".parse()?;
    let mut position = start(GAME)?;
    for ply in 0..60 {
        if position.outcome().is_some() {
            return Ok(None);
        }
        if ply >= 12
            && ply % 2 == 0
            && let Some(plies) = proven_win(&*position)
        {
            return Ok((plies >= FEWEST_PLIES).then(|| (position.text(), plies)));
        }
        let m = if ply < 6 || rng.below(6) == 0 {
            let moves = position.moves();
            moves[rng.below(moves.len())].clone()
        } else {
            let request = SearchRequest { player: &player, seed: 0, work: Work::never() };
            position.search(&request, &mut |_| {})?.best
        };
        position.play(&m)?;
    }
    Ok(None)
}

fn proven_win(position: &dyn AnyPosition) -> Option<u32> {
    let work = Work::never().within(Some(SOLVER_TIME));
    let request = SolveRequest { bytes: 256 << 20, threads: 1, work, proof: None };
    match position.solve(request, &mut |_| {}).at_least {
        Verdict::Win(plies) => Some(plies),
        _ => None,
    }
}

fn find(player: &Player) -> Result<(), Box<dyn Error>> {
    let (mut found, mut all) = (0, 0);
    for line in stdin().lines() {
        let line = line?;
        let Some((plies, text)) = line.trim().split_once("  ") else { continue };
        let position = read(GAME, text)?;
        let request = SearchRequest { player, seed: 0, work: Work::never() };
        let answer = position.search(&request, &mut |_| {})?;
        let is_found = matches!(answer.score, Verdict::Win(_));
        found += u32::from(is_found);
        all += 1;
        let verdict = if is_found { "found" } else { "missed" };
        println!("{all:3}  win in {plies:>2} plies: {verdict}, depth {}, {:?}", answer.depth, answer.score);
    }
    println!("{player}: {found} of {all}");
    Ok(())
}
