//! `plyscope search`: what a search finds, and how.

use plyscope_core::{BadInput, Bound, Side, Work};
use plyscope_registry::{Answer, AnswerMove, AnyPosition, Jobs, Player, SearchRequest};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::Search;
use crate::board::draw;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json};
use crate::table::right_aligned;
use crate::text::{bound_sign, score_json, score_text};
use crate::{tree, tree_drawing};

#[derive(Serialize)]
struct Json {
    game: String,
    position: String,
    player: String,
    best: String,
    score: Value,
    depth: u32,
    complete: bool,
    pv: Vec<String>,
    root_moves: Vec<Value>,
    nodes: u64,
    interior: u64,
    leaves: u64,
    evals: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    table_hits: u64,
    table_stores: u64,
    researches: u64,
    rollouts: u64,
    branching: Option<f64>,
    time_ms: f64,
    stopped: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimax_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_leaves: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Value>,
}

pub(crate) fn run(options: &Search) -> Result<(), Failure> {
    let position = options.place.find()?;
    let player: Player = options.player.parse()?;
    options.files.check(options.json, false)?;
    if options.files.is_wanted() && options.tree.is_none() {
        return Err(BadInput::new("--svg and --png draw the search tree; say to how many plies with --tree N").into());
    }
    let is_quiet = options.json || options.files.is_to_stdout();
    let stop = interrupt::flag()?;
    let work = Work::new(&stop);
    let request = SearchRequest { player: &player, seed: options.seed, work, tree_plies: options.tree };
    let mut shown = Ok(());
    let mut on_iteration = |answer: &Answer| {
        if !is_quiet && shown.is_ok() {
            shown = print(&iteration(answer));
        }
    };
    let answer = position.search(&request, &mut on_iteration)?;
    shown?;
    if options.files.is_wanted() {
        let tree = tree_drawing::of(&*position, &player, &answer, options.files.caption.as_deref())?;
        options.files.write(&tree.scene()?)?;
        if options.files.is_to_stdout() {
            return Ok(());
        }
    }
    let ratios = if options.ratios { Ratios::of(&*position, &answer, work) } else { None };
    if options.json {
        return print_json(&json_of(&*position, &player, &answer, ratios.as_ref()));
    }
    print(&report(&*position, &answer, ratios.as_ref()))?;
    if options.tree.is_some() {
        print(&tree::text(&answer))?;
    }
    Ok(())
}

/// How much less was visited than plain minimax visits, and how close it came to the least that alpha-beta can.
struct Ratios {
    minimax_nodes: u64,
    minimax_leaves: u64,
    minimum_leaves: f64,
}

impl Ratios {
    /// `None` if it is stopped while it counts.
    fn of(position: &dyn AnyPosition, answer: &Answer, work: Work<'_>) -> Option<Ratios> {
        let depth = answer.depth as usize;
        let by_depth = position.perft(depth, Jobs::all_cores(), work).ok()?.by_depth;
        let leaves = by_depth.last().copied().unwrap_or(1);
        // Knuth and Moore's minimum for a uniform tree with as many leaves: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
        let b = (leaves.max(1) as f64).powf(1.0 / depth.max(1) as f64);
        let minimum_leaves = b.powf((depth as f64 / 2.0).ceil()) + b.powf((depth as f64 / 2.0).floor()) - 1.0;
        Some(Ratios { minimax_nodes: by_depth.iter().sum(), minimax_leaves: leaves, minimum_leaves })
    }
}

fn json_of(position: &dyn AnyPosition, player: &Player, answer: &Answer, ratios: Option<&Ratios>) -> Json {
    let root_move = |root: &AnswerMove| {
        let bound = match root.bound {
            Bound::Exact => "exact",
            Bound::Lower => "at least",
            Bound::Upper => "at most",
        };
        json!({"move": root.m, "score": root.score.map(score_json), "bound": bound, "nodes": root.nodes})
    };
    let counters = answer.counters;
    Json {
        game: position.spec(),
        position: position.text(),
        player: player.to_string(),
        best: answer.best.clone(),
        score: score_json(answer.score),
        depth: answer.depth,
        complete: answer.complete,
        pv: answer.pv.clone(),
        root_moves: answer.root_moves.iter().map(root_move).collect(),
        nodes: counters.nodes,
        interior: counters.interior,
        leaves: counters.leaves,
        evals: counters.evaluations,
        cutoffs: counters.cutoffs,
        first_move_cutoffs: counters.first_move_cutoffs,
        table_hits: counters.table_hits,
        table_stores: counters.table_stores,
        researches: counters.researches,
        rollouts: counters.rollouts,
        branching: answer.branching(),
        time_ms: answer.time.as_secs_f64() * 1000.0,
        stopped: answer.stop.name(),
        minimax_nodes: ratios.map(|ratios| ratios.minimax_nodes),
        minimum_leaves: ratios.map(|ratios| ratios.minimum_leaves),
        tree: (!answer.tree.is_empty()).then(|| tree::json(answer)),
    }
}

/// One line while the search goes on.
fn iteration(answer: &Answer) -> String {
    format!(
        "depth {:>3}  {:>14}  {:>14} nodes  {:>8.3} s  {}\n",
        answer.depth,
        score_text(answer.score),
        grouped(answer.counters.nodes),
        answer.time.as_secs_f64(),
        answer.pv.iter().take(8).cloned().collect::<Vec<_>>().join(" ")
    )
}

fn report(position: &dyn AnyPosition, answer: &Answer, ratios: Option<&Ratios>) -> String {
    let mut text = String::new();
    let side = if position.side_to_move() == Side::First { "x" } else { "o" };
    let rows = answer.root_moves.iter().map(|root| {
        let score =
            root.score.map_or("–".to_owned(), |score| format!("{}{}", bound_sign(root.bound), score_text(score)));
        let mark = if root.m == answer.best { "◄" } else { "" };
        [root.m.clone(), score, grouped(root.nodes), mark.to_owned()]
    });
    text.push_str(&format!("\n{}", right_aligned(["move", "score", "nodes", ""], rows)));
    text.push_str(&format!(
        "\n{side} plays {}: {} (depth {}{}, stopped by {})\n",
        answer.best,
        score_text(answer.score),
        answer.depth,
        if answer.complete { ", exact for the whole game" } else { "" },
        answer.stop.name(),
    ));
    text.push_str(&format!("line   {}\n\n{}\n", answer.pv.join(" "), draw(&answer.line_end.0, &[])));
    text.push_str(&counters(answer));
    if let Some(ratios) = ratios {
        let nodes = answer.counters.nodes.max(1) as f64;
        text.push_str(&format!(
            "minimax would visit {} nodes, {:.1} times as many; alpha-beta needs at least about {:.0} of its {} leaves\n",
            grouped(ratios.minimax_nodes),
            ratios.minimax_nodes as f64 / nodes,
            ratios.minimum_leaves,
            grouped(ratios.minimax_leaves),
        ));
    }
    text
}

fn counters(answer: &Answer) -> String {
    let c = answer.counters;
    let seconds = answer.time.as_secs_f64();
    let first = if c.cutoffs > 0 {
        format!(" ({:.0} % on the first move)", 100.0 * c.first_move_cutoffs as f64 / c.cutoffs as f64)
    } else {
        String::new()
    };
    let mut text = format!(
        "{} nodes in {seconds:.3} s, {:.1} million a second; {} inside, {} leaves, {} evaluations\n",
        grouped(c.nodes),
        c.nodes as f64 / seconds.max(1e-9) / 1e6,
        grouped(c.interior),
        grouped(c.leaves),
        grouped(c.evaluations),
    );
    text.push_str(&format!("{} cut-offs{first}, {} searched again", grouped(c.cutoffs), grouped(c.researches)));
    if c.table_stores > 0 {
        text.push_str(&format!(", table: {} hits, {} stores", grouped(c.table_hits), grouped(c.table_stores)));
    }
    if c.rollouts > 0 {
        text.push_str(&format!(", {} rollouts", grouped(c.rollouts)));
    }
    if let Some(branching) = answer.branching() {
        text.push_str(&format!(", effective branching factor {branching:.2}"));
    }
    text.push('\n');
    text
}
