//! Explicit random games for testing searches, and plain minimax to compare with.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plyscope_core::{BadInput, Control, Game, Heuristic, Insight, Limits, Outcome, Report, Rng, Score, Search, Side};

/// A position of an explicit game: a node of a layered graph, so that positions can be reached in several ways.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    graph: Arc<Graph>,
    index: usize,
    side: Side,
}

#[derive(Debug)]
struct Graph {
    nodes: Vec<NodeData>,
}

#[derive(Debug)]
struct NodeData {
    children: Vec<usize>,
    outcome: Option<Outcome>,
    value: f64,
}

/// What a random game looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) depth: usize,
    pub(crate) max_moves: usize,
    /// The largest number of nodes in a layer: fewer mean more transpositions.
    pub(crate) width: usize,
    /// One node in this many is the end of the game.
    pub(crate) ends: usize,
    /// Values are whole numbers up to this; small ones make many ties. 0 for arbitrary fractions.
    pub(crate) values: usize,
}

/// The start of a random game.
pub(crate) fn random_game(shape: Shape, rng: &mut Rng) -> Node {
    let mut nodes: Vec<NodeData> = Vec::new();
    let mut below: Vec<usize> = Vec::new();
    for layer in (0..=shape.depth).rev() {
        let n_nodes = if layer == 0 { 1 } else { 1 + rng.below(shape.width) };
        let mut here = Vec::new();
        for _ in 0..n_nodes {
            let ends = layer == shape.depth || layer > 0 && rng.below(shape.ends) == 0;
            let outcome = ends.then(|| match rng.below(3) {
                0 => Outcome::Draw,
                1 => Outcome::Win(Side::First),
                _ => Outcome::Win(Side::Second),
            });
            let n_children = if ends { 0 } else { 1 + rng.below(shape.max_moves) };
            let children = (0..n_children).map(|_| below[rng.below(below.len())]).collect();
            let value = match shape.values {
                0 => rng.next_u64() as f64 / 1e19 - 0.9,
                most => rng.below(2 * most + 1) as f64 - most as f64,
            };
            here.push(nodes.len());
            nodes.push(NodeData { children, outcome, value });
        }
        below = here;
    }
    Node { index: below[0], graph: Arc::new(Graph { nodes }), side: Side::First }
}

impl Node {
    fn data(&self) -> &NodeData {
        &self.graph.nodes[self.index]
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && Arc::ptr_eq(&self.graph, &other.graph)
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

/// There is nothing to choose in an explicit game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoVariant;

impl fmt::Display for NoVariant {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for NoVariant {
    type Err = BadInput;
    fn from_str(_: &str) -> Result<Self, BadInput> {
        Ok(NoVariant)
    }
}

impl Game for Node {
    type Move = u8;
    type Variant = NoVariant;

    fn start(_: &NoVariant) -> Self {
        random_game(Shape { depth: 3, max_moves: 3, width: 3, ends: 5, values: 3 }, &mut Rng::new(1))
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.data().outcome
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        0..self.data().children.len() as u8
    }

    fn play(&mut self, m: u8) {
        self.index = self.data().children[usize::from(m)];
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        Rng::new(self.index as u64).next_u64()
    }
}

/// An explicit game tells a search nothing but its rules.
impl Insight for Node {}

/// The value written at the node.
pub(crate) struct Written;

impl Heuristic<Node> for Written {
    fn evaluate(&self, position: &Node) -> f64 {
        position.data().value
    }
}

/// Plain minimax, as short as it can be written; also whether it met the horizon.
pub(crate) fn plain<G: Game>(position: &G, depth: u32, heuristic: &impl Heuristic<G>) -> (Score, bool) {
    if let Some(outcome) = position.outcome() {
        return (Score::of(outcome, position.side_to_move()), true);
    }
    if depth == 0 {
        return (Score::estimate(heuristic.evaluate(position)), false);
    }
    let (mut best, mut complete) = (Score::MIN, true);
    for m in position.moves() {
        let (score, known) = plain(&position.child(m), depth - 1, heuristic);
        best = best.max(score.from_child());
        complete &= known;
    }
    (best, complete)
}

/// Runs a search without an observer.
pub(crate) fn run<G: Game>(search: &mut dyn Search<G>, position: &G, limits: Limits) -> Report<G::Move> {
    search.search(position, &limits, &mut Control::new(&AtomicBool::new(false), &mut |_| {}))
}

/// A limit of depth alone.
pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}
