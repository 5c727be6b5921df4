//! The tree that a search walked, as far as memory allows, for the text tree and for the page.

use plyscope_core::{Bound, DynObserver, Game, NodeKind, Remark, Score, Skip, Test};

/// A recorded search tree; node 0 is the root.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    /// All recorded nodes, in the order in which they were entered.
    pub nodes: Vec<TreeNode<M>>,
    /// Whether nodes were left out because there were too many.
    pub truncated: bool,
}

impl<M> Tree<M> {
    /// Whether the search got a value for the root.
    fn is_complete(&self) -> bool {
        self.nodes.first().is_some_and(|root| root.kind != NodeKind::Stopped)
    }
}

/// A position that a search visited.
#[derive(Clone, Debug)]
pub struct TreeNode<M> {
    /// The move that led to it; `None` at the root.
    pub m: Option<M>,
    /// Plies left to search below it.
    pub depth: u32,
    /// The window with which it was searched, for its side to move.
    pub alpha: Score,
    /// The upper end of that window.
    pub beta: Score,
    /// Its value for its side to move.
    pub score: Score,
    /// What that value is.
    pub bound: Bound,
    /// Why the search stopped there, if it did.
    pub kind: NodeKind,
    /// The node above it; the root is its own.
    pub parent: usize,
    /// The number of simulations that visited it, and their mean reward for the side that moved into it.
    pub simulated: Option<(u64, f64)>,
    /// Its recorded children, in the order of the search. A child that was searched twice appears twice.
    pub children: Vec<usize>,
    /// The move that caused a cut-off, and the moves that were not tried because of it.
    pub cut: Option<(M, Vec<M>)>,
    /// Nodes below it that were not recorded because they lie too deep.
    pub hidden: u64,
    /// The test that it is, if no move led to it. Its values are those of a position after a move: the other way round
    /// than the position above it.
    pub test: Option<Test>,
    /// Why it was searched as it was.
    pub remarks: Vec<Remark>,
    /// The moves that were not searched, and why.
    pub skipped: Vec<(M, Skip)>,
}

/// A step of the path to the current position.
#[derive(Clone, Copy)]
struct Step {
    /// Its node; `None` where recording has stopped.
    node: Option<usize>,
    is_test: bool,
}

/// Records what a search does, down to some ply and up to some number of nodes. A deepening search starts over at every
/// depth; the last one is kept, and the last complete one.
pub struct TreeRecorder<M> {
    tree: Tree<M>,
    /// The tree of the last depth that was complete before the current one was begun.
    before: Option<Tree<M>>,
    /// The path to the current position.
    path: Vec<Step>,
    /// Tests on that path. What happens within a test is counted and not recorded: its positions are searched for
    /// another question, and after a null move they cannot be reached by moves.
    n_tests: u32,
    /// What was said about the position that is entered next.
    announced: Vec<Remark>,
    max_ply: usize,
    max_nodes: usize,
}

impl<M: Copy> TreeRecorder<M> {
    /// A recorder for the first plies of a search.
    pub fn new(max_ply: usize, max_nodes: usize) -> Self {
        let tree = Tree { nodes: Vec::new(), truncated: false };
        TreeRecorder { tree, before: None, path: Vec::new(), n_tests: 0, announced: Vec::new(), max_ply, max_nodes }
    }

    /// The tree of a search whose last complete depth is this one. If no depth was complete, it is the tree as it was
    /// when the search was stopped.
    pub fn into_tree(self, complete_depth: u32) -> Tree<M> {
        let TreeRecorder { tree, before, .. } = self;
        let is_of_depth = |tree: &Tree<M>| tree.nodes.first().is_some_and(|root| root.depth == complete_depth);
        match before {
            Some(before) if is_of_depth(&before) && !(is_of_depth(&tree) && tree.is_complete()) => before,
            _ => tree,
        }
    }

    /// Begins another tree. If this one shows a complete depth and the next one is deeper, it is kept.
    fn start_over(&mut self, depth: u32) {
        let done = std::mem::replace(&mut self.tree, Tree { nodes: Vec::new(), truncated: false });
        if done.is_complete() && done.nodes[0].depth != depth {
            self.before = Some(done);
        }
        self.path.clear();
        self.n_tests = 0;
    }

    /// The deepest recorded node on the path to here.
    fn last_recorded(&self) -> Option<usize> {
        self.path.iter().rev().find_map(|step| step.node)
    }

    /// The recorded node of the current position.
    fn current(&mut self) -> Option<&mut TreeNode<M>> {
        let index = self.path.last()?.node?;
        Some(&mut self.tree.nodes[index])
    }

    /// Enters a position, by a move or for a test.
    fn push(&mut self, m: Option<M>, test: Option<Test>, depth: u32, alpha: Score, beta: Score) {
        let remarks = std::mem::take(&mut self.announced);
        let has_room = self.tree.nodes.len() < self.max_nodes;
        let is_inside_test = self.n_tests > u32::from(test.is_some());
        let is_wanted = self.path.len() <= self.max_ply && !is_inside_test;
        let index = (is_wanted && has_room).then_some(self.tree.nodes.len());
        match (index, self.last_recorded()) {
            (Some(index), parent) => {
                if let Some(parent) = parent {
                    self.tree.nodes[parent].children.push(index);
                }
                let (score, bound, kind) = (Score::EVEN, Bound::Exact, NodeKind::Stopped);
                let children = Vec::new();
                self.tree.nodes.push(TreeNode {
                    m,
                    depth,
                    alpha,
                    beta,
                    score,
                    bound,
                    kind,
                    parent: parent.unwrap_or(0),
                    simulated: None,
                    children,
                    cut: None,
                    hidden: 0,
                    test,
                    remarks,
                    skipped: Vec::new(),
                });
            }
            (None, parent) => {
                self.tree.truncated |= is_wanted;
                if let Some(parent) = parent {
                    self.tree.nodes[parent].hidden += 1;
                }
            }
        }
        self.path.push(Step { node: index, is_test: test.is_some() });
    }
}

impl<G: Game> DynObserver<G> for TreeRecorder<G::Move> {
    fn enter(&mut self, _: &G, m: Option<G::Move>, depth: u32, alpha: Score, beta: Score) {
        if m.is_none() {
            self.start_over(depth);
        }
        self.push(m, None, depth, alpha, beta);
    }

    fn enter_test(&mut self, _: &G, test: Test, depth: u32, alpha: Score, beta: Score) {
        self.n_tests += 1;
        match test {
            Test::NullMove => self.push(None, Some(test), depth, alpha, beta),
            _ => self.push(None, Some(test), depth, beta.for_other_side(), alpha.for_other_side()),
        }
    }

    fn remark(&mut self, remark: Remark) {
        if let Some(node) = self.current() {
            node.remarks.push(remark);
        }
    }

    fn announce(&mut self, remark: Remark) {
        self.announced.push(remark);
    }

    fn skip(&mut self, m: G::Move, why: Skip) {
        if let Some(node) = self.current() {
            node.skipped.push((m, why));
        }
    }

    fn leave(&mut self, score: Score, bound: Bound, kind: NodeKind) {
        let Some(step) = self.path.pop() else { return };
        self.n_tests -= u32::from(step.is_test);
        if let Some(index) = step.node {
            let node = &mut self.tree.nodes[index];
            (node.score, node.bound, node.kind) = match node.test {
                None | Some(Test::NullMove) => (score, bound, kind),
                Some(_) => (score.for_other_side(), bound.for_mover(), kind),
            };
        }
    }

    fn cut(&mut self, by: G::Move, untried: &[G::Move]) {
        if let Some(node) = self.current() {
            node.cut = Some((by, untried.to_vec()));
        }
    }

    fn simulated(&mut self, visits: u64, mean: f64) {
        if let Some(node) = self.current() {
            node.simulated = Some((visits, mean));
        }
    }

    fn room(&self) -> usize {
        self.max_nodes
    }
}
