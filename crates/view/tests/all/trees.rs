//! A recorded tree has one content, whether it is read node by node, nested or as text.

use plyscope_registry::AnyTree;
use plyscope_view::{NestedNode, NodeView, SearchReport, tree_text};

use super::{json, searched};

/// All nodes, parents before children, in the order of the search.
fn nodes(tree: &dyn AnyTree) -> Vec<NodeView> {
    (0..tree.n_nodes()).map(|index| tree.node(index).expect("a node").into()).collect()
}

fn flat<'a>(node: &'a NestedNode, into: &mut Vec<&'a NestedNode>) {
    into.push(node);
    node.children.iter().for_each(|child| flat(child, into));
}

#[test]
fn the_nested_tree_has_the_nodes_of_the_recorded_one() {
    for player in ["alphabeta+material@depth=3", "mcts@rollouts=50"] {
        let (.., tree) = searched("pawn:3x3", player);
        let nested = NestedNode::of(&*tree).expect("nodes").expect("a tree");
        let mut in_order = Vec::new();
        flat(&nested, &mut in_order);
        let nodes = nodes(&*tree);
        assert_eq!(in_order.len(), nodes.len(), "{player}");
        for nested in in_order {
            let same = |node: &&NodeView| {
                node.m == nested.m && node.move_score == nested.score && node.move_bound == nested.bound
            };
            assert!(nodes.iter().any(|node| same(&node)), "{player}: {nested:?}");
        }
    }
}

#[test]
fn the_text_shows_every_node_and_every_cut() {
    let (.., tree) = searched("pawn:3x3", "alphabeta+material@depth=3");
    let (text, nodes) = (tree_text(&*tree).expect("text"), nodes(&*tree));
    let cuts = nodes.iter().filter(|node| node.cut.is_some()).count();
    assert!(cuts > 0);
    assert_eq!(text.matches("cut: ").count(), cuts);
    // The first line is a title, the root has no line, and each cut has one.
    assert_eq!(text.lines().count(), 1 + (nodes.len() - 1) + cuts, "{text}");
}

/// Simulations have no windows: their trees show means and visits.
#[test]
fn trees_of_simulations_show_means_and_visits() {
    let (.., tree) = searched("pawn:4x4", "mcts@rollouts=50");
    let (text, nested) = (tree_text(&*tree).expect("text"), NestedNode::of(&*tree).expect("nodes").expect("a tree"));
    assert!(!text.contains('[') && !text.contains('∞'), "{text}");
    assert!(text.lines().skip(1).all(|line| line.contains(" visit")), "{text}");
    let visits: u64 = nested.children.iter().filter_map(|child| child.simulated.as_ref()).map(|s| s.visits).sum();
    assert_eq!(visits, 50);
    let first = nested.children[0].simulated.as_ref().expect("simulations");
    let line = format!("{} {:.1} %  {} visits", nested.children[0].m, 100.0 * first.mean, first.visits);
    assert!(text.contains(&line), "{line}: {text}");
}

/// What the other side must allow is told from its point of view: bounds turn around with scores.
#[test]
fn a_cut_is_explained_in_a_sentence() {
    let (.., tree) = searched("pawn:3x3", "alphabeta+material@depth=2");
    let cuts: Vec<_> = nodes(&*tree).into_iter().filter_map(|node| node.cut).collect();
    for cut in cuts {
        assert!(cut.reason.starts_with(&format!("{} is worth at least ", cut.by)), "{}", cut.reason);
        assert!(cut.reason.ends_with("not tried.") || cut.reason.ends_with("to try."), "{}", cut.reason);
        assert!(cut.saved >= cut.untried.len() as f64);
    }
}

#[test]
fn a_search_without_a_tree_says_so() {
    let (_, player, answer, tree) = searched("pawn:3x3", "random");
    assert_eq!(tree.n_nodes(), 0);
    assert_eq!(tree_text(&*tree).expect("text"), "This search does not record a tree.\n");
    assert!(NestedNode::of(&*tree).expect("no nodes").is_none());
    assert_eq!(json(&SearchReport::new(&player, &answer))["counters"]["nodes"], 0);
}
