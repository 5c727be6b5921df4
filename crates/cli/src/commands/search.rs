//! `plyscope search`: what a search finds, and how.

use plyscope_core::{BadInput, Progress, Work};
use plyscope_registry::{Answer, AnyPosition, AnyTree, Jobs, SearchRequest, TreeLimits, consult, heuristic_note};
use plyscope_view::{
    CountersView, Found, NestedNode, SearchReport, board_text, grouped, iteration_line, tree_drawing, tree_text,
};
use serde::Serialize;

use crate::args::{Search, read_player};
use crate::interrupt;
use crate::output::{Failure, print, print_json, tell};
use crate::progress::Bars;
use crate::table::right_aligned;

#[derive(Serialize)]
struct Json {
    game: String,
    position: String,
    #[serde(flatten)]
    found: Found,
    #[serde(flatten)]
    counters: CountersView,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimax_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_leaves: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<NestedNode>,
}

/// The most nodes of a recorded tree: more fit neither a terminal nor a picture.
const MAX_TREE_NODES: usize = 1_000_000;

pub(crate) fn run(options: &Search) -> Result<(), Failure> {
    let position = options.place.find()?;
    let player = read_player(&options.player)?;
    let as_json = options.output.json;
    options.files.check(as_json, false)?;
    if options.files.is_wanted() && options.tree.is_none() {
        return Err(
            BadInput::new("--svg and --png draw the search tree; choose its number of plies with --tree N").into()
        );
    }
    let is_quiet = as_json || options.files.is_to_stdout();
    let stop = interrupt::flag()?;
    let work = Work::new(&stop);
    let request = SearchRequest { player: &player, seed: options.chance.seed, work };
    let mut shown = Ok(());
    let side = position.side_to_move().letter();
    let mut on_iteration = |answer: &Answer| {
        if !is_quiet && shown.is_ok() {
            shown = print(&format!("{}\n", iteration_line(answer, side)));
        }
    };
    let (answer, tree) = match options.tree {
        None if player.program().is_some() => {
            let pool = options.programs.find()?.pool();
            (consult(&*position, &player, &pool, work, &mut on_iteration)?, None)
        }
        None => (position.search(&request, &mut on_iteration)?, None),
        Some(plies) => {
            let limits = TreeLimits { plies, nodes: MAX_TREE_NODES };
            let (answer, tree) = position.record(&request, limits, &mut on_iteration)?;
            (answer, Some(tree))
        }
    };
    shown?;
    if let Some(tree) = tree.as_deref().filter(|_| options.files.is_wanted()) {
        let drawn = tree_drawing(&*position, &player, &answer, tree, options.files.caption.as_deref())?;
        options.files.write(&drawn.scene()?)?;
        if options.files.is_to_stdout() {
            return Ok(());
        }
    }
    // Minimax visits far more than this search did, and the limit of time is meant for everything.
    let time_left = player.limits.time.map(|time| time.saturating_sub(answer.time));
    let ratios = options.ratios.then(|| Ratios::of(&*position, &answer, work.within(time_left)));
    if ratios.as_ref().is_some_and(Option::is_none) {
        tell("The nodes of minimax were not counted: there are too many for the time.");
    }
    let ratios = ratios.flatten();
    let report = SearchReport::new(&player, &answer);
    if as_json {
        return print_json(&json_of(&*position, report, ratios.as_ref(), tree.as_deref())?);
    }
    print(&text(&*position, &answer, &report, ratios.as_ref()))?;
    if let Some(note) = heuristic_note(&*position, &player) {
        print(&format!("\nNote: {note}.\n"))?;
    }
    tree.map_or(Ok(()), |tree| print(&format!("\n{}", tree_text(&*tree)?)))
}

/// How much smaller the search was than plain minimax, and how close it came to the least that alpha-beta can visit.
struct Ratios {
    minimax_nodes: u64,
    minimax_leaves: u64,
    minimum_leaves: f64,
}

impl Ratios {
    /// `None` if it is stopped while it counts.
    fn of(position: &dyn AnyPosition, answer: &Answer, work: Work<'_>) -> Option<Ratios> {
        let depth = answer.depth as usize;
        let bars = Bars::default();
        let listener = |progress: Progress<'_>| bars.show(progress);
        let counts = position.perft(depth, Jobs::all_cores(), work.telling(&listener));
        bars.finish();
        let by_depth = counts.ok()?.by_depth;
        let leaves = by_depth.last().copied().unwrap_or(1);
        // Knuth and Moore's minimum for a uniform tree with as many leaves: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
        let b = (leaves.max(1) as f64).powf(1.0 / depth.max(1) as f64);
        let minimum_leaves = b.powf((depth as f64 / 2.0).ceil()) + b.powf((depth as f64 / 2.0).floor()) - 1.0;
        Some(Ratios { minimax_nodes: by_depth.iter().sum(), minimax_leaves: leaves, minimum_leaves })
    }
}

fn json_of(
    position: &dyn AnyPosition,
    report: SearchReport,
    ratios: Option<&Ratios>,
    tree: Option<&dyn AnyTree>,
) -> Result<Json, BadInput> {
    Ok(Json {
        game: position.spec(),
        position: position.text(),
        found: report.found,
        counters: report.counters,
        minimax_nodes: ratios.map(|ratios| ratios.minimax_nodes),
        minimum_leaves: ratios.map(|ratios| ratios.minimum_leaves),
        tree: tree.map(NestedNode::of).transpose()?.flatten(),
    })
}

fn text(position: &dyn AnyPosition, answer: &Answer, report: &SearchReport, ratios: Option<&Ratios>) -> String {
    let (found, side) = (&report.found, position.side_to_move().letter());
    let rows = found.root_moves.iter().map(|root| {
        let mark = if root.m == found.best { "◄" } else { "" };
        [root.m.clone(), root.score_text(report.is_simulated()), grouped(root.nodes), mark.to_owned()]
    });
    let heads = ["move", &format!("score for {side}"), "nodes", ""];
    // A program from outside says nothing of the other moves.
    let mut text =
        if found.root_moves.is_empty() { String::new() } else { format!("\n{}", right_aligned(heads, rows)) };
    text.push_str(&format!("\n{}\n", report.headline(side)));
    text.push_str(&format!("line   {}\n\n{}\n", found.pv.join(" "), board_text(&answer.line_end.0, &[])));
    text.push_str(&report.counters_text());
    if let Some(ratios) = ratios {
        let nodes = report.counters.nodes.max(1) as f64;
        text.push_str(&format!(
            "minimax would visit {} nodes, {:.1} times as many; \
             alpha-beta needs at least about {:.0} of its {} leaves\n",
            grouped(ratios.minimax_nodes),
            ratios.minimax_nodes as f64 / nodes,
            ratios.minimum_leaves,
            grouped(ratios.minimax_leaves),
        ));
    }
    text
}
