//! Everything goes wrong at random moments, and in the end the games are the same. Short in the tests; `cargo xtask
//! chaos` does more of it, and also cuts a worker off the network and sets its clock wrong.
#![allow(clippy::print_stdout, reason = "the long version says how far it is")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use plyscope_core::Rng;

use super::server::Server;
use super::{Process, command, games, played_here};

/// How often something happens.
#[derive(Debug, Default)]
struct Counts {
    workers: u32,
    collectors: u32,
    servers: u32,
    /// A worker that is suspended for longer than its chunks wait.
    suspended: u32,
    /// The collecting process is suspended until the stream is full.
    full: u32,
    /// A worker that cannot reach the hub for longer than its chunks wait.
    cut_off: u32,
}

const SHORT: Counts = Counts { workers: 5, collectors: 2, servers: 1, suspended: 0, full: 0, cut_off: 0 };
const LONG: Counts = Counts { workers: 100, collectors: 20, servers: 10, suspended: 5, full: 3, cut_off: 3 };

impl Counts {
    fn left(&self) -> u32 {
        self.workers + self.collectors + self.servers + self.suspended + self.full + self.cut_off
    }
}

fn file(seed: u64, games: u32) -> String {
    format!(
        "name = 'chaos {seed}'\nseed = {seed}\ngame = ['pawn:5x5', 'reversi:6x6']\ngames = {games}\n[players]\n\
         random = 'random'\nother = 'random'\ngreedy = 'alphabeta:ties=random@depth=2'\n"
    )
}

#[test]
fn nothing_is_lost_and_nothing_is_there_twice() {
    let is_long = std::env::var_os("PLYSCOPE_CHAOS").is_some();
    let (mut counts, games) = if is_long { (LONG, 12_000) } else { (SHORT, 1200) };
    let mut rng = Rng::new(if is_long { 18 } else { 7 });
    let settings = tempfile::tempdir().expect("a folder");
    let configuration = settings.path().join("small.conf");
    // So small that it fills while nobody collects.
    std::fs::write(&configuration, "jetstream { max_file_store: 4MB }\n").expect("a file");
    let net = if is_long { Network::new() } else { None };
    let mut server = match &net {
        Some(_) => Server::listening("0.0.0.0", &["-c", configuration.to_str().expect("a path")]),
        None => Server::with(&["-c", configuration.to_str().expect("a path")]),
    };
    if is_long && net.is_none() {
        println!("no network namespaces here (they need root and iproute2): no worker is cut off");
        counts.cut_off = 0;
    }
    let begun = Instant::now();
    let mut seed = 0;
    let mut n_games = 0;
    while seed == 0 || counts.left() > 0 {
        seed += 1;
        let (folder, expected) = played_here(&file(seed, games));
        n_games += expected.len();
        let found = chaos(folder.path(), &mut server, net.as_ref(), &mut counts, &mut rng);
        assert_eq!(found.len(), expected.len(), "run {seed}");
        assert!(found == expected, "run {seed} has other games");
        if is_long {
            println!("run {seed}: {n_games} games so far, all the same; still to come: {counts:?}");
        }
    }
    if is_long {
        println!("{n_games} games in {seed} runs and {} s, nothing lost, nothing twice", begun.elapsed().as_secs());
    }
}

/// Plays the experiment of a folder while everything goes wrong, and returns the games.
fn chaos(
    folder: &Path,
    server: &mut Server,
    net: Option<&Network>,
    counts: &mut Counts,
    rng: &mut Rng,
) -> Vec<serde_json::Value> {
    let url = server.url();
    let collect = || Process::start(folder, &["run", "many.toml", "--on", &url, "--db", "hub.db", "--resume"]);
    let mut collector = collect();
    let mut workers: Vec<Process> = (0..2).map(|_| Process::worker(folder, &url)).collect();
    let outside = net.map(|net| net.worker(folder, server.port()));
    let _late = counts.cut_off.gt(&0).then(|| in_another_time(folder, &url)).flatten();
    let last = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(100 + rng.below(200) as u64));
        if collector.is_over() {
            let all = output_of(folder, &url);
            assert!(all.status.success(), "{}", String::from_utf8_lossy(&all.stderr));
            return games(folder, "hub.db");
        }
        assert!(last.elapsed() < Duration::from_secs(600), "the run does not end; still to come: {counts:?}");
        let choice = rng.below(counts.left().max(1) as usize) as u32;
        let mut bound = counts.workers;
        if choice < bound {
            counts.workers -= 1;
            let one = rng.below(workers.len());
            workers[one] = Process::worker(folder, &url);
            continue;
        }
        bound += counts.collectors;
        if choice < bound {
            counts.collectors -= 1;
            drop(collector);
            collector = collect();
            continue;
        }
        bound += counts.servers;
        if choice < bound {
            counts.servers -= 1;
            server.kill();
            std::thread::sleep(Duration::from_millis(rng.below(500) as u64));
            server.restart();
            continue;
        }
        bound += counts.suspended;
        if choice < bound {
            counts.suspended -= 1;
            workers[0].signal(Signal::SIGSTOP);
            std::thread::sleep(Duration::from_secs(7));
            workers[0].signal(Signal::SIGCONT);
            continue;
        }
        bound += counts.full;
        if choice < bound {
            counts.full -= 1;
            collector.signal(Signal::SIGSTOP);
            std::thread::sleep(Duration::from_secs(4));
            collector.signal(Signal::SIGCONT);
            continue;
        }
        bound += counts.cut_off;
        if choice < bound
            && let (Some(net), Some(_)) = (net, &outside)
        {
            counts.cut_off -= 1;
            net.cut(true);
            std::thread::sleep(Duration::from_secs(8));
            net.cut(false);
        }
    }
}

/// The run once more, which is finished and so only reported.
fn output_of(folder: &Path, url: &str) -> std::process::Output {
    let arguments = ["run", "many.toml", "--on", url, "--db", "hub.db", "--resume", "--json"];
    command(folder, &arguments).output().expect("the program runs")
}

/// A worker whose clock is three days late, if `faketime` is installed.
fn in_another_time(folder: &Path, url: &str) -> Option<Process> {
    let mut command = Command::new("faketime");
    command.args(["-f", "-3d", env!("CARGO_BIN_EXE_plyscope"), "worker", url, "--jobs", "1"]).current_dir(folder);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if child.is_err() {
        println!("faketime is not installed: no worker has a wrong clock");
    }
    child.ok().map(Process)
}

/// A network of its own, joined to this machine by one cable that can be cut.
struct Network {
    name: String,
    outer: String,
}

/// The two ends of the cable.
const OUTER: &str = "10.213.77.1";
const INNER: &str = "10.213.77.2";

impl Network {
    /// Makes it, if that is allowed here.
    fn new() -> Option<Network> {
        let id = std::process::id() % 100_000;
        let (name, outer, inner) = (format!("plyscope-{id}"), format!("plyo{id}"), format!("plyi{id}"));
        let net = Network { name: name.clone(), outer: outer.clone() };
        let steps = [
            format!("netns add {name}"),
            format!("link add {outer} type veth peer name {inner}"),
            format!("link set {inner} netns {name}"),
            format!("addr add {OUTER}/30 dev {outer}"),
            format!("link set {outer} up"),
            format!("-n {name} addr add {INNER}/30 dev {inner}"),
            format!("-n {name} link set {inner} up"),
        ];
        steps.iter().all(|step| ip(step)).then_some(net)
    }

    /// A worker on the other side.
    fn worker(&self, folder: &Path, port: u16) -> Process {
        let url = format!("nats://{OUTER}:{port}");
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name, env!("CARGO_BIN_EXE_plyscope"), "worker", &url, "--jobs", "1"]);
        command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
        Process(command.spawn().expect("ip runs"))
    }

    fn cut(&self, is_cut: bool) {
        assert!(ip(&format!("link set {} {}", self.outer, if is_cut { "down" } else { "up" })));
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // The cable goes with it.
        ip(&format!("netns del {}", self.name));
    }
}

fn ip(arguments: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments.split(' ')).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
