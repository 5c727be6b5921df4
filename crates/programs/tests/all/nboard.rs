//! A program that speaks NBoard.

use plyscope_core::{Verdict, Work};
use plyscope_programs::{ProgramSpec, Protocol};
use plyscope_registry::{consult, start};

use crate::common::{agent, play, player, programs};

#[test]
fn a_program_for_nboard_plays_reversi() {
    let pool = programs(ProgramSpec { protocol: Protocol::Nboard, ..agent(&["python3", "nboard.py"]) }).pool();
    for seed in 1..6 {
        let record = play("reversi", ["program:agent@depth=3", "random"], seed, &pool);
        assert_eq!(record.forfeit, None, "{:?}", record.words);
        let record = play("reversi", ["random", "program:agent"], seed, &pool);
        assert_eq!(record.forfeit, None, "{:?}", record.words);
    }
    let answer =
        consult(&*start("reversi").unwrap(), &player("program:agent"), &pool, Work::never(), &mut |_| {}).unwrap();
    assert_eq!((&answer.best[..], answer.score, answer.counters.nodes), ("c4", Verdict::Estimate(1.5), 60));
}
