//! How fast games are stored and counted:
//! `cargo run --release -p plyscope-store --example insert -- FILE [GAMES [PAIRINGS]]`.
//!
//! One thread stores games of 60 random moves in batches of a tenth of a second, cycling through the pairings. Then it
//! reads everything that a report needs.

#![allow(clippy::print_stdout)]

use std::borrow::Cow;
use std::time::{Duration, Instant};

use plyscope_store::{Game, GameResult, NewRun, Pairing, Player, SeatCost, SeatCount, Setup, Store};

/// SplitMix64 (Steele, Lea and Flood 2014), as everywhere in Plyscope.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn game(&mut self, pairing: u32, number: u32) -> Game {
        let plies = 40 + (self.next() % 40) as u32;
        let cost = SeatCost { nodes: 0, time_us: 1 + self.next() % 20, depth_sum: 0 };
        let count = SeatCount { captures: self.next() % 16, pieces: self.next() % 16, memory: 0 };
        Game {
            pairing,
            number,
            seed: self.next(),
            opening: None,
            result: if self.next().is_multiple_of(2) { GameResult::FirstWins } else { GameResult::SecondWins },
            reason: Cow::Borrowed("goal"),
            forfeit: false,
            plies,
            moves: (0..plies).map(|_| (self.next() % 25) as u8).collect(),
            moves_hash: self.next(),
            cost: [cost; 2],
            counts: Some([count; 2]),
            words: None,
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a file that does not exist yet")?;
    let n_games: u32 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let n_pairings: u32 = arguments.next().map_or(Ok(2), |text| text.parse())?;

    let store = Store::open_or_create(&path)?;
    let mut writer = store.start(&new_run(n_games, n_pairings))?;
    let run = writer.run();
    let mut random = Random(1);
    let (mut storing, mut n_stored, mut batch_size, mut longest) = (Duration::ZERO, 0, 1000, Duration::ZERO);
    while n_stored < n_games {
        let end = (n_stored + batch_size).min(n_games);
        let games: Vec<Game> = (n_stored..end).map(|n| random.game(n % n_pairings, n / n_pairings)).collect();
        let begin = Instant::now();
        writer.append(&games)?;
        let taken = begin.elapsed();
        storing += taken;
        longest = longest.max(taken);
        n_stored = end;
        batch_size = (f64::from(batch_size) * 0.1 / taken.as_secs_f64()).clamp(1000.0, 50_000.0) as u32;
    }
    println!("{:.0} games/s stored, longest batch {longest:.0?}", f64::from(n_games) / storing.as_secs_f64());
    writer.finish(1)?;
    drop(store);
    println!("{:.1} bytes for each game", std::fs::metadata(&path)?.len() as f64 / f64::from(n_games));

    let timed = |what: &str, begin: Instant| println!("{what}: {:.0?}", begin.elapsed());
    let begin = Instant::now();
    let store = Store::open(&path)?;
    let played = store.runs()?[run as usize - 1].played;
    timed(&format!("runs ({played} games)"), begin);
    let begin = Instant::now();
    let distinct: u64 = store.totals(run)?.iter().map(|totals| totals.distinct).sum();
    timed(&format!("totals ({distinct} distinct)"), begin);
    let begin = Instant::now();
    let n_ranges: usize = store.present(run)?.iter().map(Vec::len).sum();
    timed(&format!("present ({n_ranges} ranges)"), begin);
    let begin = Instant::now();
    for pairing in (1..n_pairings).step_by(2) {
        store.distinct_pairs(run, pairing - 1, pairing)?;
    }
    timed("distinct pairs", begin);
    let begin = Instant::now();
    for pairing in 0..n_pairings {
        store.games(run, pairing, 0, None)?.try_for_each(|game| game.map(drop))?;
    }
    timed("all games", begin);
    Ok(())
}

fn new_run(n_games: u32, n_pairings: u32) -> NewRun {
    let player = |name: &str| Player { name: name.into(), spec: "random".into() };
    let pairing = |n: u32| Pairing {
        game: "breakthrough:8x8".into(),
        first: n % 2,
        second: 1 - n % 2,
        planned: n_games / n_pairings,
        whole: None,
    };
    NewRun {
        name: "speed".into(),
        experiment: String::new(),
        fingerprint: String::new(),
        program: "insert".into(),
        seed: 1,
        created_ms: 0,
        shard: None,
        setup: Setup {
            players: vec![player("a"), player("b")],
            pairings: (0..n_pairings).map(pairing).collect(),
            openings: Vec::new(),
        },
    }
}
