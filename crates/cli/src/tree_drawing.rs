//! A recorded search tree for the picture: everything as the player at the root sees it, wins and losses counted from the root, so that values pass
//! upwards unchanged and levels take maximum and minimum in turn.

use plyscope_core::{BadInput, NodeKind, Verdict};
use plyscope_plot::{Cut, SearchTree, TreeNode};
use plyscope_registry::{Answer, AnswerNode, AnyPosition, Player};

use crate::text::bound_sign;

pub(crate) fn of(
    position: &dyn AnyPosition,
    player: &Player,
    answer: &Answer,
    caption: Option<&str>,
) -> Result<SearchTree, BadInput> {
    if answer.tree.is_empty() {
        return Err(BadInput::new(format!(
            "{player} records no tree that could be drawn; choose a tree search, for example alphabeta@depth=3"
        )));
    }
    let tree = &answer.tree;
    let depths = depths(tree);
    let mut nodes: Vec<TreeNode> = tree.iter().zip(&depths).map(|(node, &depth)| drawn(node, depth)).collect();
    // If a move was searched again, its last search counts.
    let mut at = Some(0);
    let mut line = answer.pv.iter();
    while let Some(index) = at {
        nodes[index].is_best_line = true;
        at = line.next().and_then(|m| tree[index].children.iter().rev().copied().find(|&child| tree[child].m == *m));
    }
    let side = position.side_to_move();
    let names = [side, !side].map(|side| side.letter().to_string());
    let is_decided = |score: Verdict| matches!(score, Verdict::Win(_) | Verdict::Loss(_));
    let counted =
        if tree.iter().any(|node| is_decided(node.score)) { "; win and loss in plies from the root" } else { "" };
    Ok(SearchTree {
        title: format!("{}, {player}: {} plays {}", position.spec(), names[0], answer.best),
        caption: caption.map(str::to_owned),
        note: format!("Values and windows [α, β] as {} sees them; ≥ and ≤ mark bounds{counted}.", names[0]),
        players: names,
        nodes,
    })
}

/// How deep each node lies; nodes come after their parents.
fn depths(tree: &[AnswerNode]) -> Vec<u32> {
    let mut depths = vec![0; tree.len()];
    for (index, node) in tree.iter().enumerate() {
        for &child in &node.children {
            depths[child] = depths[index] + 1;
        }
    }
    depths
}

fn drawn(node: &AnswerNode, depth: u32) -> TreeNode {
    let is_max = depth.is_multiple_of(2);
    let (alpha, beta) = if is_max { node.window } else { (node.window.1, node.window.0) };
    let bound = if is_max { node.bound } else { node.bound.for_mover() };
    let end = |score: Option<Verdict>, open: &str| {
        score.map_or(open.to_owned(), |score| short_score(from_root(score, depth)))
    };
    let value = if node.kind == NodeKind::Stopped {
        // The search left before it knew anything.
        "?".to_owned()
    } else {
        format!("{}{}", bound_sign(bound), short_score(from_root(node.score, depth)))
    };
    TreeNode {
        m: node.m.clone(),
        value,
        window: format!("[{}, {}]", end(alpha, "−∞"), end(beta, "∞")),
        kind: node.kind,
        children: node.children.clone(),
        cut: node.cut.as_ref().map(|(by, untried)| Cut { by: by.clone(), untried: untried.len() }),
        hidden: node.hidden,
        is_best_line: false,
    }
}

/// A score at some depth as the player at the root sees it.
fn from_root(score: Verdict, depth: u32) -> Verdict {
    let is_max = depth.is_multiple_of(2);
    match score {
        Verdict::Win(plies) if is_max => Verdict::Win(plies + depth),
        Verdict::Loss(plies) if is_max => Verdict::Loss(plies + depth),
        Verdict::Win(plies) => Verdict::Loss(plies + depth),
        Verdict::Loss(plies) => Verdict::Win(plies + depth),
        Verdict::Estimate(value) if !is_max => Verdict::Estimate(-value),
        Verdict::Draw | Verdict::Estimate(_) => score,
    }
}

/// A score in few letters.
fn short_score(score: Verdict) -> String {
    match score {
        Verdict::Win(plies) => format!("win {plies}"),
        Verdict::Loss(plies) => format!("loss {plies}"),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Estimate(value) => {
            let text = format!("{value:+.3}");
            let text = text.trim_end_matches('0').trim_end_matches('.').replace('-', "−");
            if matches!(text.as_str(), "+" | "−" | "+0" | "−0") { "0".to_owned() } else { text }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_turned_to_the_player_at_the_root_and_counted_from_there() {
        assert_eq!(from_root(Verdict::Loss(0), 1), Verdict::Win(1));
        assert_eq!(from_root(Verdict::Win(2), 2), Verdict::Win(4));
        assert_eq!(from_root(Verdict::Estimate(1.5), 3), Verdict::Estimate(-1.5));
        assert_eq!(from_root(Verdict::Draw, 3), Verdict::Draw);
    }

    #[test]
    fn scores_are_short() {
        assert_eq!(short_score(Verdict::Estimate(-0.0)), "0");
        assert_eq!(short_score(Verdict::Estimate(-2.5)), "−2.5");
        assert_eq!(short_score(Verdict::Estimate(100.0)), "+100");
        assert_eq!(short_score(Verdict::Estimate(0.2174)), "+0.217");
        assert_eq!(short_score(Verdict::Win(3)), "win 3");
    }
}
