//! A recorded search tree as text and as JSON. Scores are those of the side that moved: what its move is worth to it.

use plyscope_core::{Bound, NodeKind, Verdict};
use plyscope_registry::{Answer, AnswerNode};
use serde_json::{Value, json};

use crate::text::{bound_sign, score_json, score_text};

/// Children that are shown of one node; the others are counted.
const MAX_CHILDREN: usize = 100;

pub(crate) fn text(answer: &Answer) -> String {
    if answer.tree.is_empty() {
        return "\nThis search has no tree to show.\n".to_owned();
    }
    let mut text = String::from("\ntree (scores for the side that moved)\n");
    below(&answer.tree, 0, "", &mut text);
    if answer.tree_truncated {
        text.push_str("The tree was too large to be recorded whole; what came later is missing.\n");
    }
    text
}

fn below(tree: &[AnswerNode], index: usize, indent: &str, text: &mut String) {
    let node = &tree[index];
    let shown = node.children.len().min(MAX_CHILDREN);
    let untried = usize::from(node.cut.is_some());
    for (place, &child) in node.children[..shown].iter().enumerate() {
        let is_last = place + 1 == node.children.len() + untried;
        let (branch, deeper) = if is_last { ("└ ", "  ") } else { ("├ ", "│ ") };
        text.push_str(&format!("{indent}{branch}{}\n", describe(&tree[child])));
        below(tree, child, &format!("{indent}{deeper}"), text);
    }
    if shown < node.children.len() {
        text.push_str(&format!("{indent}├ … {} more\n", node.children.len() - shown));
    }
    if let Some((by, moves)) = &node.cut {
        text.push_str(&format!("{indent}└ cut: {by} is good enough{}; {}\n", reason(node), not_tried(moves)));
    }
}

/// Why the rest was cut: the value reached the upper end of the window.
fn reason(node: &AnswerNode) -> String {
    node.window.1.map_or_else(String::new, |beta| format!(" ({} ≥ {})", score_text(node.score), score_text(beta)))
}

fn not_tried(moves: &[String]) -> String {
    match moves.len() {
        0 => "nothing was left to try".to_owned(),
        n if n <= 8 => format!("not tried: {}", moves.join(" ")),
        n => format!("not tried: {} … ({n} moves)", moves[..8].join(" ")),
    }
}

fn describe(node: &AnswerNode) -> String {
    let kind = match node.kind {
        NodeKind::End => " end of the game",
        NodeKind::Horizon => " horizon",
        NodeKind::Table => " from the table",
        NodeKind::Interior => "",
        NodeKind::Stopped => " stopped here",
    };
    let hidden = if node.hidden > 0 { format!(" ({} nodes below)", node.hidden) } else { String::new() };
    let (alpha, beta) = mover_window(node);
    format!(
        "{} {}{}  [{}, {}]{kind}{hidden}",
        node.m,
        bound_sign(node.bound.for_mover()),
        score_text(node.score.for_mover()),
        alpha.map_or("−∞".to_owned(), score_text),
        beta.map_or("∞".to_owned(), score_text),
    )
}

fn mover_window(node: &AnswerNode) -> (Option<Verdict>, Option<Verdict>) {
    (node.window.1.map(Verdict::for_mover), node.window.0.map(Verdict::for_mover))
}

pub(crate) fn json(answer: &Answer) -> Value {
    fn node_json(tree: &[AnswerNode], index: usize) -> Value {
        let node = &tree[index];
        let bound = match node.bound.for_mover() {
            Bound::Exact => "exact",
            Bound::Lower => "at least",
            Bound::Upper => "at most",
        };
        let kind = match node.kind {
            NodeKind::End => "end",
            NodeKind::Horizon => "horizon",
            NodeKind::Table => "table",
            NodeKind::Interior => "interior",
            NodeKind::Stopped => "stopped",
        };
        let (alpha, beta) = mover_window(node);
        json!({
            "move": node.m,
            "score": score_json(node.score.for_mover()),
            "bound": bound,
            "kind": kind,
            "alpha": alpha.map(score_json),
            "beta": beta.map(score_json),
            "cut": node.cut.as_ref().map(|(by, untried)| json!({"by": by, "untried": untried})),
            "hidden": node.hidden,
            "children": node.children.iter().map(|&child| node_json(tree, child)).collect::<Vec<_>>(),
        })
    }
    node_json(&answer.tree, 0)
}
