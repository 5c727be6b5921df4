//! How often the statements of a report are true: simulated runs whose truth is known, through the same code that makes
//! reports. Prints the table of docs/statistics.md.
//!
//! `cargo run --release -p plyscope-arena --example coverage [RUNS]`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints its measurements")]

use std::convert::Infallible;
use std::path::Path;

use plyscope_arena::{CellCounts, Counts, Experiment, Opening, Plan, SprtDecision, Summary, collect_samples};
use plyscope_core::Rng;
use plyscope_stats::{Decision, EloModel, Interval, Sprt, Tally, score_of_elo};
use plyscope_store::{GameResult, Played};

/// Runs of each row, if the command line does not say otherwise.
const RUNS: u64 = 1000;

/// Who plays: what makes games differ.
#[derive(Clone, Copy)]
enum Field {
    /// Nobody uses chance; openings are drawn.
    Fixed,
    /// All players use chance; all games start from the same position.
    Random,
    /// Two of each kind; openings are drawn.
    Mixed,
}

impl Field {
    const ALL: [Field; 3] = [Field::Fixed, Field::Random, Field::Mixed];

    fn name(self) -> &'static str {
        match self {
            Field::Fixed => "no chance",
            Field::Random => "chance",
            Field::Mixed => "mixed",
        }
    }

    fn player(self, index: usize) -> &'static str {
        match self {
            Field::Fixed => "alphabeta@depth=1",
            Field::Random => "random",
            Field::Mixed => ["alphabeta@depth=1", "random"][index % 2],
        }
    }
}

/// A simulated experiment: a round robin of players of known strength.
struct World {
    plan: Plan,
    ratings: Vec<f64>,
    /// The chance that the opening decides a game, in the same way for all who play it.
    shared: f64,
}

/// The advantage of moving first, in Elo.
const FIRST_SEAT: f64 = 40.0;

impl World {
    /// `pairs` pairs of games for every two players, from `openings` openings.
    fn new(field: Field, ratings: &[f64], pairs: u32, openings: usize, stop: &str) -> World {
        let players: String = (0..ratings.len()).map(|i| format!("p{i} = '{}'\n", field.player(i))).collect();
        let text = format!("game = 'pawn:4x4'\ngames = {}\n[players]\n{players}", 2 * pairs);
        let mut plan = plan(&text);
        if !matches!(field, Field::Random) {
            let opening = |index: usize| Opening { name: index.to_string(), text: String::new() };
            plan.boards[0].openings = (0..openings).map(opening).collect();
            plan.draws_openings = true;
        }
        plan.stop = self::plan(&format!("{text}{stop}\n[openings]\nrandom-plies = 1\n")).stop;
        World { plan, ratings: ratings.to_vec(), shared: 0.5 }
    }

    /// The chance that the first seat wins a cell.
    fn truth(&self, cell: usize) -> f64 {
        let cell = &self.plan.cells[cell];
        score_of_elo(self.ratings[cell.first] - self.ratings[cell.second] + FIRST_SEAT)
    }

    /// The games of all cells in one run.
    fn games(&self, run: u64) -> Vec<Vec<Played>> {
        // Other fields and other numbers of games are other runs.
        let run = Rng::part(run, self.plan.fingerprint().bytes().map(u64::from).sum()).next_u64();
        let luck = |opening: u64| uniform(run, 1, opening);
        let game = |cell: usize, number: u32| {
            let opening = self.plan.opening_of(cell, number);
            let place = &self.plan.cells[cell];
            let [a, b] = [place.first, place.second].map(|player| self.plan.players[player].player.to_string());
            // Without chance, the same opening gives the same game.
            let is_fixed = a != "random" && b != "random";
            let source = match opening {
                Some(opening) if is_fixed => opening as u64,
                _ => u64::from(number),
            };
            let own = uniform(run, 2 + cell as u64, source);
            let is_shared = opening.is_some() && uniform(run, 1000 + cell as u64, source) < self.shared;
            let drawn = if is_shared { luck(opening.unwrap_or(0) as u64) } else { own };
            let result = if drawn < self.truth(cell) { GameResult::FirstWins } else { GameResult::SecondWins };
            Played { number, result, opening: opening.map(|opening| opening as u32), moves_hash: source }
        };
        (0..self.plan.cells.len())
            .map(|cell| (0..self.plan.cells[cell].games).map(|n| game(cell, n)).collect())
            .collect()
    }

    /// The report after the first `n` games of each cell.
    fn summary(&self, games: &[Vec<Played>], n: usize) -> Summary {
        let of = |cell: usize| games[cell].iter().take(n).map(|game| Ok::<_, Infallible>(*game));
        let (samples, pairs) = collect_samples(&self.plan, |cell| Ok(of(cell))).unwrap_or_else(|never| match never {});
        let mut cells = vec![CellCounts::default(); games.len()];
        for (cell, counts) in cells.iter_mut().enumerate() {
            of(cell).flatten().for_each(|game| counts.tally[game.result as usize] += 1);
        }
        let complete = games.iter().all(|games| games.len() <= n);
        let planned = games.iter().map(|games| games.len() as u32).collect();
        Summary::new(&Counts { plan: &self.plan, run: None, complete, planned, cells, samples, pairs })
    }
}

fn plan(text: &str) -> Plan {
    let experiment = Experiment::read(text).expect("the experiments here are right");
    Plan::new(&experiment, Path::new("")).expect("the experiments here are right")
}

/// A number between 0 and 1 for each run, stream and place.
fn uniform(run: u64, stream: u64, place: u64) -> f64 {
    let stream = Rng::part(Rng::part(run, stream).next_u64(), place).next_u64();
    (stream >> 11) as f64 / (1u64 << 53) as f64
}

/// Counts how often something was so.
#[derive(Default)]
struct Share {
    yes: u64,
    n: u64,
}

impl Share {
    fn add(&mut self, yes: bool) {
        self.yes += u64::from(yes);
        self.n += 1;
    }

    /// In percent, with half the width of its own interval.
    fn text(&self) -> String {
        let (low, high) = Tally([self.n - self.yes, 0, self.yes]).interval(0.95);
        format!("{:.1} ± {:.1}", 100.0 * self.yes as f64 / self.n.max(1) as f64, 50.0 * (high - low))
    }
}

fn covers((low, high): Interval, truth: f64) -> bool {
    low <= truth && truth <= high
}

fn covers_elo((low, high): (Option<f64>, Option<f64>), truth: f64) -> bool {
    low.is_none_or(|low| low <= truth) && high.is_none_or(|high| truth <= high)
}

fn names_a_winner(summary: &Summary) -> bool {
    summary.findings.iter().any(|line| line.contains(" beats ") || line.contains("is the strongest"))
}

/// The table: a row for each statement and setting, a column for each field.
#[derive(Default)]
struct Table {
    rows: Vec<([String; 3], [String; 3])>,
}

impl Table {
    fn add(&mut self, statement: &str, field: Field, setting: &str, promised: &str, share: &Share) {
        let head = [statement, setting, promised].map(str::to_owned);
        let place = self.rows.iter().position(|(known, _)| *known == head).unwrap_or_else(|| {
            self.rows.push((head, std::array::from_fn(|_| "–".to_owned())));
            self.rows.len() - 1
        });
        self.rows[place].1[field as usize] = share.text();
    }

    fn print(&self) {
        let names = Field::ALL.map(Field::name);
        println!("| statement | setting | promised, % | {} |", names.join(" | "));
        println!("| --- | --- | ---: | ---: | ---: | ---: |");
        self.rows.iter().for_each(|(head, shares)| println!("| {} | {} |", head.join(" | "), shares.join(" | ")));
    }
}

const RATINGS: [f64; 4] = [90.0, 30.0, -30.0, -90.0];

/// Complete runs of players of different strength.
fn complete_runs(table: &mut Table, runs: u64) {
    for (pairs, openings) in [(20, 20), (100, 100), (100, 20)] {
        for field in Field::ALL {
            if openings < pairs as usize && matches!(field, Field::Random) {
                continue;
            }
            let world = World::new(field, &RATINGS, pairs, openings, "");
            let first_score = (0..12).map(|cell| world.truth(cell)).sum::<f64>() / 12.0;
            let pair_score = (world.truth(0) + 1.0 - world.truth(1)) / 2.0;
            let [mut pair, mut cell, mut first, mut first_elo, mut rating, mut player, mut misfit] =
                std::array::from_fn(|_| Share::default());
            // The first player has three opponents, each in both seats.
            let player_score = (0..12)
                .filter_map(|cell| match (&world.plan.cells[cell].first, &world.plan.cells[cell].second) {
                    (0, _) => Some(world.truth(cell)),
                    (_, 0) => Some(1.0 - world.truth(cell)),
                    _ => None,
                })
                .sum::<f64>()
                / 6.0;
            for run in 0..runs {
                let summary = world.summary(&world.games(run), usize::MAX);
                pair.add(covers(summary.pairs[0].interval, pair_score));
                cell.add(covers(summary.cells[0].interval, world.truth(0)));
                first.add(covers(summary.first_move.interval, first_score));
                first_elo.add(summary.first_move.elo.is_some_and(|(_, interval)| covers(interval, FIRST_SEAT)));
                summary.ratings.iter().for_each(|r| rating.add(covers(r.interval, RATINGS[r.player])));
                player.add(covers(summary.players[0].interval, player_score));
                misfit.add(summary.notes.iter().any(|note| note.contains("do not fit one rating")));
            }
            let reused = if openings < pairs as usize { format!(", {openings} openings") } else { String::new() };
            let setting = format!("{pairs} pairs{reused}");
            table.add("score of two players", field, &setting, "95", &pair);
            table.add("score in fixed seats", field, &setting, "95", &cell);
            table.add("score of a player", field, &setting, "95", &player);
            table.add("rating", field, &setting, "95", &rating);
            table.add("moving first, score", field, &setting, "95", &first);
            table.add("moving first, Elo", field, &setting, "95", &first_elo);
            table.add("\"do not fit one rating\" though they do", field, &setting, "about 1", &misfit);
        }
    }
}

/// Runs of equal players, in which every named winner is a false alarm.
fn equal_players(table: &mut Table, runs: u64) {
    for (players, pairs) in [(2, 50), (4, 50)] {
        for field in Field::ALL {
            let world = World::new(field, &vec![0.0; players], pairs, pairs as usize, "");
            let mut named = Share::default();
            (0..runs).for_each(|run| named.add(names_a_winner(&world.summary(&world.games(run), usize::MAX))));
            table.add(
                &format!("a winner among {players} equal players"),
                field,
                &format!("{pairs} pairs"),
                "at most 5",
                &named,
            );
        }
    }
}

/// Runs that people look at all the time: one wrong interval at any moment is a miss.
fn unfinished_runs(table: &mut Table, runs: u64) {
    for field in Field::ALL {
        let world = World::new(field, &[0.0, 0.0], 150, 150, "");
        let truth = (0..2).map(|cell| world.truth(cell)).sum::<f64>() / 2.0;
        let [mut pair, mut elo, mut rating, mut first, mut named] = std::array::from_fn(|_| Share::default());
        for run in 0..runs {
            let games = world.games(run);
            let looks: Vec<Summary> = (5..150).step_by(5).map(|n| world.summary(&games, n)).collect();
            pair.add(looks.iter().all(|s| covers(s.pairs[0].interval, 0.5)));
            elo.add(looks.iter().all(|s| covers_elo(s.pairs[0].elo_interval, 0.0)));
            rating.add(looks.iter().all(|s| s.ratings.iter().all(|rating| covers(rating.interval, 0.0))));
            first.add(looks.iter().all(|s| covers(s.first_move.interval, truth)));
            named.add(looks.iter().any(names_a_winner));
        }
        let setting = "29 looks, 150 pairs";
        table.add("score, at every look", field, setting, "at least 95", &pair);
        table.add("Elo, at every look", field, setting, "at least 95", &elo);
        table.add("ratings, at every look", field, setting, "at least 95", &rating);
        table.add("moving first, at every look", field, setting, "at least 95", &first);
        table.add("a winner between equals at any look", field, setting, "at most 5", &named);
    }
}

/// The number of pairs after which a sequential test of elo0 = 0 and elo1 = 40 stops, looked at after every pair.
fn stopping_time(games: &[Vec<Played>]) -> usize {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
    let mut pairs = Tally([0; 5]);
    for (n, (own, other)) in games[0].iter().zip(&games[1]).enumerate() {
        pairs.0[own.result as usize + 2 - other.result as usize] += 1;
        if test.decide(&pairs) != Decision::Continue {
            return n + 1;
        }
    }
    games[0].len()
}

/// Runs that a sequential test stops.
fn stopped_runs(table: &mut Table, runs: u64) {
    for elo in [0.0, 40.0] {
        for field in Field::ALL {
            let stop = "[stop]\nsprt = { elo0 = 0, elo1 = 40 }";
            let world = World::new(field, &[elo / 2.0, -elo / 2.0], 1000, 1000, stop);
            let [mut wrong, mut covered, mut rating, mut named] = std::array::from_fn(|_| Share::default());
            // The Elo of the expected score, which is a little below the difference because seats matter.
            let score = (world.truth(0) + 1.0 - world.truth(1)) / 2.0;
            let truth = plyscope_stats::elo_of_score(score).unwrap_or(0.0);
            let wrong_decision = if elo == 0.0 { SprtDecision::Accepted } else { SprtDecision::Rejected };
            for run in 0..runs {
                let games = world.games(run);
                let stopped: Vec<Vec<Played>> =
                    games.iter().map(|cell| cell[..stopping_time(&games)].to_vec()).collect();
                let summary = world.summary(&stopped, usize::MAX);
                wrong.add(summary.sprt[0].decision == wrong_decision);
                covered.add(covers_elo(summary.pairs[0].elo_interval, truth));
                let own = summary.ratings.iter().find(|rating| rating.player == 0);
                rating.add(own.is_some_and(|own| covers(own.interval, elo / 2.0)));
                named.add(names_a_winner(&summary));
            }
            let setting = format!("SPRT 0 or 40, truth {elo}");
            table.add("wrong decision of the SPRT", field, &setting, "about 5", &wrong);
            table.add("Elo after an SPRT", field, &setting, "at least 95", &covered);
            table.add("rating after an SPRT", field, &setting, "at least 95", &rating);
            if elo == 0.0 {
                table.add("a winner between equals after an SPRT", field, &setting, "at most 5", &named);
            }
        }
    }
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(RUNS);
    let mut table = Table::default();
    complete_runs(&mut table, runs);
    equal_players(&mut table, runs);
    unfinished_runs(&mut table, runs / 4);
    stopped_runs(&mut table, runs);
    table.print();
}
