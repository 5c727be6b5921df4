//! Pictures of search trees read back as XML: nothing overlaps, parents are centred on their children, and cuts are
//! shown.

use plyscope_core::NodeKind;
use plyscope_plot::{Cut, DrawnNode, MAX_NODES, SearchTree};
use roxmltree::{Document, Node};

fn node(m: &str, kind: NodeKind, children: Vec<usize>) -> DrawnNode {
    let (m, value, beside) = (m.to_owned(), "≥ +1".to_owned(), "[−∞, ∞]".to_owned());
    DrawnNode { m, value, beside, kind, children, cut: None, hidden: 0, is_best_line: false }
}

fn tree(nodes: Vec<DrawnNode>) -> SearchTree {
    let players = ["x".to_owned(), "o".to_owned()];
    SearchTree { title: "a <tree>".into(), caption: None, note: "values".into(), is_simulated: false, players, nodes }
}

/// A tree whose nodes have the number of children that the shape gives for their depth, in depth-first order.
fn regular(shape: &[usize]) -> Vec<DrawnNode> {
    fn grow(shape: &[usize], m: &str, nodes: &mut Vec<DrawnNode>) -> usize {
        let own = nodes.len();
        let kind = if shape.is_empty() { NodeKind::Horizon } else { NodeKind::Interior };
        nodes.push(node(m, kind, Vec::new()));
        if let Some((&n, rest)) = shape.split_first() {
            nodes[own].children = (0..n).map(|i| grow(rest, &format!("m{i}"), nodes)).collect();
        }
        own
    }
    let mut nodes = Vec::new();
    grow(shape, "", &mut nodes);
    nodes
}

/// Left, top, right and bottom of the boxes of nodes, those of the legend left out.
fn boxes(svg: &str, n_nodes: usize) -> Vec<[f64; 4]> {
    let document = Document::parse(svg).expect("well-formed");
    let all: Vec<Node<'_, '_>> =
        document.descendants().filter(|node| node.attribute("class") == Some("node")).collect();
    let drawn = all[all.len() - n_nodes..].iter().map(|node| {
        let d = node.attribute("d").expect("a path");
        let numbers: Vec<f64> =
            d.split(|c: char| c.is_ascii_alphabetic() || c == ' ').filter_map(|part| part.parse().ok()).collect();
        let ends = |from: usize| {
            let side = || numbers.iter().skip(from).step_by(2).copied();
            (side().fold(f64::MAX, f64::min), side().fold(f64::MIN, f64::max))
        };
        let ((left, right), (top, bottom)) = (ends(0), ends(1));
        [left, top, right, bottom]
    });
    drawn.collect()
}

#[test]
fn boxes_do_not_overlap_and_lie_within_the_picture() {
    let mut uneven = regular(&[3, 2, 4]);
    for with_cut in [1, 2] {
        uneven[with_cut].cut = Some(Cut { by: "m0".into(), untried: 3 });
    }
    // The last node is a leaf; with children, its outline extends further than the others.
    let last = uneven.len() - 1;
    for i in 0..9 {
        uneven[last].children.push(last + 1 + i);
        uneven.push(node("deep", NodeKind::End, Vec::new()));
    }
    for nodes in [regular(&[1]), regular(&[5, 5, 5]), uneven] {
        let scene = tree(nodes.clone()).scene().expect("a picture");
        let boxes = boxes(&scene.svg(), nodes.len());
        for (i, a) in boxes.iter().enumerate() {
            assert!(a[0] > 0.0 && a[1] > 0.0 && a[2] < scene.width && a[3] < scene.height);
            for b in &boxes[i + 1..] {
                let is_apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                assert!(is_apart, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn a_parent_stands_left_of_the_middle_of_its_children() {
    let nodes = regular(&[4, 3, 2]);
    let boxes = boxes(&tree(nodes.clone()).scene().expect("a picture").svg(), nodes.len());
    let middle = |index: usize| (boxes[index][1] + boxes[index][3]) / 2.0;
    for (index, node) in nodes.iter().enumerate() {
        if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
            assert!((middle(index) - (middle(first) + middle(last)) / 2.0).abs() < 0.02);
            assert!(boxes[index][2] < boxes[first][0]);
        }
    }
}

#[test]
fn cuts_are_shown_and_large_trees_are_refused() {
    let mut nodes = regular(&[2, 2]);
    nodes[1].cut = Some(Cut { by: "m<1>".into(), untried: 7 });
    nodes[4].cut = Some(Cut { by: "m1".into(), untried: 0 });
    let svg = tree(nodes).scene().expect("a picture").svg();
    let document = Document::parse(&svg).expect("well-formed");
    let cuts = document.descendants().filter(|node| node.attribute("class") == Some("cut"));
    assert_eq!(cuts.filter_map(|node| node.text()).collect::<Vec<_>>(), ["cut by m<1>, 7 not tried"]);

    let error = tree(regular(&[MAX_NODES])).scene().expect_err("one node too many");
    assert!(error.to_string().starts_with("the tree has 401 nodes"), "{error}");
    assert!(tree(regular(&[MAX_NODES - 1])).scene().is_ok());
    assert!(tree(Vec::new()).scene().is_err());
}
