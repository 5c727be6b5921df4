//! Solves the FFO endgame positions and prints a table.
#![allow(clippy::print_stdout)]
use plyscope_core::Notation;
use plyscope_games::Reversi;

fn main() {
    let args: Vec<u32> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (mut nodes, mut time) = (0, 0.0);
    for line in include_str!("../tests/data/ffo.txt").lines() {
        let f: Vec<&str> = line.split_whitespace().collect();
        let number: u32 = f[0].parse().unwrap();
        if number < args[0] || number > args[1] { continue; }
        let rows: Vec<String> = f[1].as_bytes().chunks(8).map(|r| String::from_utf8_lossy(r).to_lowercase().replace('-', ".")).collect();
        let text = format!("{} {}", rows.join("/"), f[2].to_lowercase());
        let position = Reversi::read_position(&Default::default(), &text).unwrap();
        let start = std::time::Instant::now();
        let (score, n) = plyscope_solve::reversi::quick(&position);
        let t = start.elapsed().as_secs_f64();
        println!("{number} {score:+} expected {} nodes {n} time {t:.3} {:.1} Mn/s", f[3], n as f64 / t / 1e6);
        nodes += n; time += t;
    }
    println!("total {nodes} {time:.3} {:.1}", nodes as f64 / time / 1e6);
}
