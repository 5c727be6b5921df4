//! Monte-Carlo tree search: UCT (Kocsis, Szepesvári 2006), with proofs and shared positions as options.
//!
//! A simulation goes down the tree by confidence bounds (`selection`), adds one position to it (`tree`), plays on to an
//! end (`rollout`) and adds the result to all it passed (`backup`); `simulation` is the loop around them. In the end
//! one move is chosen (`choice`). A node has all legal moves of its position or none, so no move can be overlooked.
//!
//! A reward is a number from 0 to 1: 1 for a won game, ½ for a draw. It belongs to the side that moved into a position,
//! since that is the side which compares it with others.

mod backup;
mod choice;
mod report;
mod rollout;
mod selection;
mod show;
mod simulation;
mod tree;

pub use choice::Choose;
pub use rollout::Rollout;
pub use selection::Select;

use plyscope_core::cpu::boost;
use plyscope_core::{Control, Counters, DynObserver, Game, Heuristic, Limits, Report, Rng, Search, Stop};

use crate::clock::{Clock, Stopped};
use simulation::{Batch, Simulations};
use tree::{ROOT, Shape, Tree, find};

/// All options of a Monte-Carlo tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How much is explored: the weight of uncertainty against the mean reward. The theory uses √2; smaller is
    /// greedier.
    pub c: f64,
    /// The rule by which the tree is walked.
    pub select: Select,
    /// Whether equal positions share one node, found by their keys: its mean then rests on all ways to it, while every
    /// parent counts its own visits. Slower, but on small boards much is learnt from few simulations.
    pub merge: bool,
    /// How the final move is chosen.
    pub choose: Choose,
    /// What the next search of the same game starts with.
    pub tree: TreeUse,
    /// Whether won, lost and drawn positions are proven and then left alone.
    pub solver: bool,
    /// How simulations go on below the tree.
    pub rollout: Rollout,
    /// The number of random games of a [`Rollout::Uniform`]. Their mean is the reward and counts as one visit. They are
    /// played side by side: four of them take about as long as two one after the other.
    pub games: u32,
    /// What turns heuristic values into winning chances, for [`Rollout::Cut`]: a value of one `scale` stands for odds
    /// of e to 1 (a chance of 73 %), twice that for 88 %. It should be an advantage that usually wins.
    pub scale: f64,
    /// The largest size of the tree, in moves of expanded positions, tried or not: 16 bytes each and 32 more if tried.
    /// A full tree is still searched but gets no new positions.
    pub max_nodes: usize,
}

/// What happens to the tree between two searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeUse {
    /// It is forgotten, so that an answer depends only on the question.
    #[default]
    Fresh,
    /// What lies below the position reached meanwhile is kept, if that is at most two plies on. Its visits count on.
    Reuse,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            c: std::f64::consts::SQRT_2,
            select: Select::Ucb1,
            merge: false,
            choose: Choose::Both,
            tree: TreeUse::Fresh,
            solver: false,
            rollout: Rollout::Uniform,
            games: 1,
            scale: 1.0,
            max_nodes: 10_000_000,
        }
    }
}

/// Simulations of a search that was given no limit.
const DEFAULT_ROLLOUTS: u64 = 1000;
/// Number of simulations after which the answer so far is first reported, and then whenever it has doubled.
const FIRST_REPORT: u64 = 1024;

/// Monte-Carlo tree search.
///
/// - The answer depends on seed, options, position and count limits only (with [`TreeUse::Reuse`] on the searches
///   before, too): every search begins with a generator made of the seed and the position.
/// - Limits: rollouts, nodes (plies played, in the tree and below) and time, looked at between simulations, so the last
///   one may go over a limit of nodes. A depth bounds nothing here; without any other limit 1000 simulations are run.
/// - The score is the mean reward of the chosen move, mapped from 0…1 to −1…1, unless it is proven. A move never tried
///   has 0.
/// - A proven root ends the search, and so does a position with one move. Without any simulation the first legal move
///   is the answer.
pub struct Mcts<G: Game, H> {
    options: Options,
    heuristic: H,
    seed: u64,
    tree: Tree<G::Move>,
    /// The position at the root of the tree.
    root: Option<G>,
}

impl<G: Game, H: Heuristic<G>> Mcts<G, H> {
    /// A search with these options. The heuristic is only asked by rollouts that say so.
    pub fn new(options: Options, heuristic: H, seed: u64) -> Self {
        let shape = Shape {
            merge: options.merge,
            tuned: options.select == Select::Ucb1Tuned,
            solver: options.solver,
            max_edges: options.max_nodes,
        };
        Mcts { options, heuristic, seed, tree: Tree::new(shape), root: None }
    }

    /// Makes a tree with this position at its root, with all its moves.
    fn plant(&mut self, position: &G) {
        let old = self.root.replace(position.clone()).filter(|_| self.options.tree == TreeUse::Reuse);
        match old.and_then(|old| find(&self.tree, &old, position)) {
            Some(ROOT) => {}
            Some(node) => self.tree.reroot(node),
            None => self.tree.clear(),
        }
        if self.tree.node(ROOT).n_moves == 0 {
            self.tree.expand(ROOT, position);
        }
    }
}

impl<G: Game, H: Heuristic<G>> Search<G> for Mcts<G, H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let clock = Clock::start_sampling(limits, control.work());
        self.heuristic.speak_for(position.side_to_move());
        self.plant(position);
        let unlimited = *limits == Limits { depth: limits.depth, ..Limits::default() };
        let wanted = limits.rollouts.unwrap_or(if unlimited { DEFAULT_ROLLOUTS } else { u64::MAX });
        let mut simulations = Simulations {
            options: &self.options,
            heuristic: &self.heuristic,
            root: position,
            rng: Rng::part(self.seed, position.key()),
            clock,
            counters: Counters::default(),
            depth: 0,
            path: Vec::new(),
            tree: &mut self.tree,
        };
        let root = simulations.tree.node(ROOT);
        let only_move = root.n_moves == 1;
        // Visits are counted in 32 bits.
        let rollouts = wanted.min(u64::from(u32::MAX - root.visits));
        let stop = if only_move { Stop::OnlyMove } else { run(&mut simulations, rollouts, control) };
        simulations.report(stop)
    }

    fn memory(&self) -> u64 {
        self.tree.bytes()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
        observer: &mut dyn DynObserver<G>,
    ) -> Report<G::Move> {
        let report = self.search(position, limits, control);
        show::show(&self.tree, position, observer);
        report
    }
}

/// Runs this many simulations, or fewer if something else ends the search, and reports the answer now and then.
fn run<G: Game, H: Heuristic<G>>(
    simulations: &mut Simulations<'_, '_, G, H>,
    rollouts: u64,
    control: &mut Control<'_, G::Move>,
) -> Stop {
    let mut next_report = FIRST_REPORT;
    loop {
        let batch = boost(Batch { simulations, until: rollouts.min(next_report) });
        if let (Err(Stopped), Some(stop)) = (batch, simulations.clock.stopped) {
            return stop;
        }
        if simulations.counters.rollouts >= rollouts {
            return if simulations.is_solved() { Stop::Complete } else { Stop::Rollouts };
        }
        (control.on_iteration)(&simulations.report(Stop::Rollouts));
        next_report *= 2;
    }
}
