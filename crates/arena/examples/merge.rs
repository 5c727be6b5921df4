//! How long joining takes: writes parts with random games, joins them, and joins them again.
//! `cargo run -p plyscope-arena --example merge -- 1000000 40`

#![allow(clippy::print_stdout, reason = "a program that prints its measurements")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use plyscope_arena::{Experiment, MergeRequest, Plan, SessionRequest, conduct, merge};
use plyscope_core::Work;
use plyscope_store::Shard;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u32>());
    let (games, count) = (arguments.next().unwrap_or(Ok(1_000_000))?, arguments.next().unwrap_or(Ok(40))?);
    let text = format!(
        "game = 'pawn:4x4'\ngames = {}\n[players]\na = 'random'\nb = 'random'\nc = 'random'\nd = 'random'\n",
        games / 6
    );
    let folder = tempfile::tempdir_in(".")?;
    let plan = Plan::new(&Experiment::read(&text)?, Path::new(""))?;
    let mut parts = Vec::new();
    for number in 1..=count {
        let db = folder.path().join(format!("part-{number}.db"));
        let part = plan.clone().only(Shard { number, count })?;
        let request = SessionRequest { plan: &part, text: &text, db: &db, resume: false, jobs: 2, work: Work::never() };
        conduct(&request, &mut |_, _| {}, &mut |_| {})?;
        parts.push(db);
    }
    for _ in 0..2 {
        let begun = Instant::now();
        let all = folder.path().join("all.db");
        let merged = merge(&MergeRequest { parts: &parts, db: &all, work: Work::never() })?;
        println!("{} games, {} of them copied, in {:.2} s", merged.games, merged.added, begun.elapsed().as_secs_f64());
    }
    Ok(())
}
