//! A small run, and games that are functions of their place in it.

use plyscope_store::{Game, GameResult, NewRun, Opening, Pairing, Player, SeatCost, SeatCount, Setup};

/// Two players in three pairings, with one opening.
pub(crate) fn small_run() -> NewRun {
    let player = |name: &str| Player { name: name.into(), spec: format!("mcts:{name}") };
    let pairing = |first, second| Pairing { game: "pawn:4x4".into(), first, second, planned: 100, whole: None };
    NewRun {
        name: "a small run".into(),
        experiment: "# as it was\ngames = [\"pawn:4x4\"]\n".into(),
        fingerprint: "0123456789abcdef".into(),
        program: "plyscope 0.1.0".into(),
        seed: u64::MAX - 6,
        created_ms: 1_790_000_000_123,
        shard: None,
        setup: Setup {
            players: vec![player("ann"), player("bob")],
            pairings: vec![pairing(0, 1), pairing(1, 0), pairing(1, 1)],
            openings: vec![Opening { name: "edge".into(), text: "a2a3 b4b3".into() }],
        },
    }
}

/// The game with this number: always the same, and different from others in every field.
pub(crate) fn game(pairing: u32, number: u32) -> Game {
    // Knuth's multiplier for linear congruential generators; any scrambling would do.
    let mixed = (u64::from(pairing) << 32 | u64::from(number)).wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(29);
    let part = |shift: u32, below: u64| (mixed >> shift) % below;
    let cost = |shift: u32| SeatCost {
        nodes: part(shift, 1 << 20),
        time_us: part(shift + 3, 1 << 16),
        depth_sum: part(shift + 5, 1 << 8),
    };
    let count = |shift: u32| SeatCount {
        captures: part(shift, 40),
        pieces: part(shift + 3, 40),
        memory: part(shift + 5, 1 << 30),
    };
    Game {
        pairing,
        number,
        seed: mixed,
        opening: if part(7, 2) == 0 { None } else { Some(0) },
        result: GameResult::ALL[part(11, 3) as usize],
        reason: ["goal", "blocked", "no pawns", "illegal move"][part(17, 4) as usize].into(),
        forfeit: part(23, 5) == 0,
        plies: part(29, 90) as u32,
        moves: (0..part(31, 500)).map(|n| (mixed >> (n % 57)) as u8).collect(),
        moves_hash: mixed.rotate_left(32) % 50_000,
        cost: [cost(13), cost(19)],
        counts: (part(37, 3) > 0).then(|| [count(13), count(19)]),
        words: (part(41, 4) == 0).then(|| format!("last words {mixed}")),
    }
}
