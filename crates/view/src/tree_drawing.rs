//! A recorded search tree as data for a picture. Everything is shown as the player at the root sees it, and wins and
//! losses are counted from the root. So values pass upwards unchanged, and levels take maximum and minimum in turn.

use plyscope_core::{BadInput, NodeKind, Verdict};
use plyscope_plot::{Cut, DrawnNode, SearchTree};
use plyscope_registry::{Answer, AnyPosition, AnyTree, Player, RecordedNode};

use crate::score::{BoundView, ScoreView};

/// The picture of a recorded tree.
///
/// # Errors
/// If the search recorded none.
pub fn tree_drawing(
    position: &dyn AnyPosition,
    player: &Player,
    answer: &Answer,
    tree: &dyn AnyTree,
    caption: Option<&str>,
) -> Result<SearchTree, BadInput> {
    if tree.n_nodes() == 0 {
        return Err(BadInput::new(format!(
            "{player} does not record a tree; choose a tree search, for example alphabeta@depth=3"
        )));
    }
    let recorded = (0..tree.n_nodes()).map(|index| tree.node(index)).collect::<Result<Vec<_>, _>>()?;
    let mut nodes: Vec<DrawnNode> = recorded.iter().map(drawn).collect();
    // If a move was searched again, its last search counts.
    let mut at = Some(0);
    let mut line = answer.pv.iter();
    while let Some(index) = at {
        nodes[index].is_best_line = true;
        let children = recorded[index].node.children.iter().rev().copied();
        at = line.next().and_then(|m| children.into_iter().find(|&child| recorded[child].node.m == *m));
    }
    let side = position.side_to_move();
    let names = [side, !side].map(|side| side.letter().to_string());
    let is_decided = |score: Verdict| matches!(score, Verdict::Win(_) | Verdict::Loss(_));
    let has_decided = recorded.iter().any(|recorded| is_decided(recorded.node.score));
    let counted = if has_decided { "; win and loss in plies from the root" } else { "" };
    let note = if recorded[0].node.simulated.is_some() {
        format!("Mean results for {}, and visits{counted}.", names[0])
    } else {
        format!("Values and windows [α, β] for {}; ≥ and ≤ mark bounds{counted}.", names[0])
    };
    Ok(SearchTree {
        title: format!("{}, {player}: {} plays {}", position.spec(), names[0], answer.best),
        caption: caption.map(str::to_owned),
        note,
        is_simulated: recorded[0].node.simulated.is_some(),
        players: names,
        nodes,
    })
}

fn drawn(recorded: &RecordedNode) -> DrawnNode {
    let (node, ply) = (&recorded.node, recorded.ply);
    let is_max = ply.is_multiple_of(2);
    let (alpha, beta) = if is_max { node.window } else { (node.window.1, node.window.0) };
    let bound = BoundView::from(if is_max { node.bound } else { node.bound.for_mover() });
    let end = |score: Option<Verdict>, open: &str| score.map_or(open.to_owned(), |score| from_root(score, ply).short());
    let value = if node.kind == NodeKind::Stopped {
        // The search left before it knew anything.
        "?".to_owned()
    } else {
        format!("{}{}", bound.sign(), from_root(node.score, ply).short())
    };
    let (value, window) = match node.simulated {
        None => (value, format!("[{}, {}]", end(alpha, "−∞"), end(beta, "∞"))),
        Some((visits, mean)) => {
            // The mean is for the side that moved into the node.
            let mean = if is_max { 1.0 - mean } else { mean };
            let is_proven = !matches!(node.score, Verdict::Estimate(_));
            (if is_proven { value } else { format!("{:.1} %", 100.0 * mean) }, format!("{visits}×"))
        }
    };
    DrawnNode {
        m: node.m.clone(),
        value,
        beside: window,
        kind: node.kind,
        children: node.children.clone(),
        cut: node.cut.as_ref().map(|(by, untried)| Cut { by: by.clone(), untried: untried.len() }),
        hidden: node.hidden,
        is_best_line: false,
    }
}

/// A score at this ply as the player at the root sees it.
fn from_root(score: Verdict, ply: u32) -> ScoreView {
    (0..ply).fold(score, |score, _| score.for_mover()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_turned_to_the_player_at_the_root_and_counted_from_there() {
        assert_eq!(from_root(Verdict::Loss(0), 1), Verdict::Win(1).into());
        assert_eq!(from_root(Verdict::Win(2), 2), Verdict::Win(4).into());
        assert_eq!(from_root(Verdict::Estimate(1.5), 3), Verdict::Estimate(-1.5).into());
        assert_eq!(from_root(Verdict::Draw, 3), Verdict::Draw.into());
    }
}
