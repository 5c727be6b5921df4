//! The answer of a search as text.

use std::time::Duration;

use plyscope_core::{
    BadInput, Bound, Control, Counters, Draw, NodeKind, Notation, Picture, Remark, Report, Score, Skip, Stop, Test,
    Verdict, Work, effective_branching,
};
use plyscope_heuristics::Judged;
use plyscope_search::{Tree, TreeNode, TreeRecorder};
use plyscope_solve::Solvable;

use crate::clock::limits_at;
use crate::player::{Player, build};

/// What is asked of a search.
#[derive(Clone, Copy)]
pub struct SearchRequest<'a> {
    /// Who searches.
    pub player: &'a Player,
    /// Decides what is left to chance.
    pub seed: u64,
    /// Stops the search.
    pub work: Work<'a>,
}

/// How much of a search tree is recorded.
#[derive(Clone, Copy, Debug)]
pub struct TreeLimits {
    /// The greatest depth of a recorded node, in plies from the root.
    pub plies: usize,
    /// The most nodes.
    pub nodes: usize,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to play.
    pub best: String,
    /// What the position is worth to its side to move.
    pub score: Verdict,
    /// The depth of the last completed search.
    pub depth: u32,
    /// Whether the value is exact for the whole game.
    pub complete: bool,
    /// Whether the value was found by a complete depth or by simulations. Otherwise the search was stopped before that;
    /// its move is only a legal one, and the value what the heuristic says of it.
    pub has_value: bool,
    /// The line of best play.
    pub pv: Vec<String>,
    /// The moves of the root, in the game's order.
    pub root_moves: Vec<AnswerMove>,
    /// What was counted.
    pub counters: Counters,
    /// Why the search ended.
    pub stop: Stop,
    /// How long it took.
    pub time: Duration,
    /// The board at the end of the line, and its text.
    pub line_end: (Picture, String),
    /// What a program from outside remarks on it.
    pub remark: Option<String>,
}

impl Answer {
    /// The effective branching factor of the whole search.
    pub fn branching(&self) -> Option<f64> {
        effective_branching(self.counters.nodes as f64, self.depth.into())
    }
}

/// A move of the root.
#[derive(Clone, Debug)]
pub struct AnswerMove {
    /// Its text.
    pub m: String,
    /// Its worth; `None` if it was not searched.
    pub score: Option<Verdict>,
    /// What that worth is.
    pub bound: Bound,
    /// Positions visited below it, or its simulations.
    pub nodes: u64,
}

/// A node of the recorded tree.
#[derive(Clone, Debug)]
pub struct AnswerNode {
    /// The move that led to it; empty at the root.
    pub m: String,
    /// The node above it; the root is its own.
    pub parent: usize,
    /// Plies left to search below it; 0 for simulations, which know none.
    pub depth: u32,
    /// How many simulations visited it, and their mean reward for the side that moved into it; only for simulations.
    pub simulated: Option<(u64, f64)>,
    /// The window, for its side to move; `None` where it is open.
    pub window: (Option<Verdict>, Option<Verdict>),
    /// Its value for its side to move.
    pub score: Verdict,
    /// What that value is.
    pub bound: Bound,
    /// Why the search did not go on, or that it did.
    pub kind: NodeKind,
    /// Its recorded children.
    pub children: Vec<usize>,
    /// The move that cut off the others, and those others.
    pub cut: Option<(String, Vec<String>)>,
    /// Nodes below it that lie too deep to be recorded.
    pub hidden: u64,
    /// The test that it is, if no move led to it.
    pub test: Option<Test>,
    /// Why it was searched as it was.
    pub remarks: Vec<Remark>,
    /// The moves that were not searched, and why.
    pub skipped: Vec<(String, Skip)>,
}

/// Searches a position that is not finished.
pub(crate) fn search<G: Draw + Judged + Solvable>(
    position: &G,
    request: &SearchRequest<'_>,
    on_iteration: &mut dyn FnMut(&Answer),
) -> Result<Answer, BadInput> {
    check_goes_on(position)?;
    let mut search = build(position, request.player, request.seed)?;
    let mut show = |report: &Report<G::Move>| on_iteration(&answer(position, report));
    let mut control = Control::new(request.work, &mut show);
    Ok(answer(position, &search.search(position, &limits_at(request.player, position), &mut control)))
}

/// Searches a position that is not finished, and records the tree within these limits.
pub(crate) fn record<G: Draw + Judged + Solvable>(
    position: &G,
    request: &SearchRequest<'_>,
    limits: TreeLimits,
    on_iteration: &mut dyn FnMut(&Answer),
) -> Result<(Answer, Tree<G::Move>), BadInput> {
    check_goes_on(position)?;
    let mut search = build(position, request.player, request.seed)?;
    let mut recorder = TreeRecorder::new(limits.plies, limits.nodes);
    let mut show = |report: &Report<G::Move>| on_iteration(&answer(position, report));
    let mut control = Control::new(request.work, &mut show);
    let own = limits_at(request.player, position);
    let report = search.search_observed(position, &own, &mut control, &mut recorder);
    Ok((answer(position, &report), recorder.into_tree(report.depth)))
}

fn check_goes_on<G: Notation>(position: &G) -> Result<(), BadInput> {
    position
        .reason()
        .map_or(Ok(()), |reason| Err(BadInput::new(format!("the game is over ({reason}): there is nothing to search"))))
}

fn answer<G: Notation + Draw>(position: &G, report: &Report<G::Move>) -> Answer {
    let (mut at, mut pv) = (position.clone(), Vec::new());
    for &m in &report.pv {
        pv.push(at.move_text(m));
        at.play(m);
    }
    // A random move has none either: its search ends at once, without a depth.
    let is_settled = matches!(report.stop, Stop::OnlyMove | Stop::Complete);
    let has_value = is_settled || report.depth > 0 || report.counters.rollouts > 0;
    let root_moves = report.root_moves.iter().map(|root| AnswerMove {
        m: position.move_text(root.m),
        score: (has_value && root.score > Score::MIN).then(|| root.score.verdict(report.complete)),
        bound: root.bound,
        nodes: root.nodes,
    });
    Answer {
        best: position.move_text(report.best),
        score: report.score.verdict(report.complete),
        depth: report.depth,
        // A decided game stays decided, no matter what the rest of the tree would show.
        complete: has_value && (report.complete || report.score.is_decided()),
        has_value,
        pv,
        root_moves: root_moves.collect(),
        counters: report.counters,
        stop: report.stop,
        time: report.time,
        line_end: (at.picture(), at.position_text()),
        remark: None,
    }
}

/// A node with its moves as text; `above` is the position of its parent.
pub(crate) fn node_text<G: Notation>(above: &G, node: &TreeNode<G::Move>) -> AnswerNode {
    let (m, position) = node.m.map_or_else(|| (String::new(), above.clone()), |m| (above.move_text(m), above.child(m)));
    let bound = |score: Score| (score > Score::MIN && score < Score::MAX).then(|| score.verdict(false));
    let text = |m: G::Move| position.move_text(m);
    AnswerNode {
        m,
        parent: node.parent,
        depth: node.depth,
        simulated: node.simulated,
        window: (bound(node.alpha), bound(node.beta)),
        score: node.score.verdict(node.kind == NodeKind::End),
        bound: node.bound,
        kind: node.kind,
        children: node.children.clone(),
        cut: node.cut.as_ref().map(|(by, untried)| (text(*by), untried.iter().map(|&m| text(m)).collect())),
        hidden: node.hidden,
        test: node.test,
        remarks: node.remarks.clone(),
        skipped: node.skipped.iter().map(|&(m, why)| (text(m), why)).collect(),
    }
}
