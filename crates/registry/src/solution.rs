//! What solving a position gives, as text.

use std::io::Write;
use std::time::Duration;

use plyscope_core::{Draw, Interrupted, Picture, Score, Verdict, Work};
use plyscope_solve::{Claim, Known, Measure, ProofError, ProofSize, Solvable, Watch, solve, write_proof};

/// How to solve a position.
pub struct SolveRequest<'a> {
    /// Bytes of memory that tables may use.
    pub bytes: usize,
    /// Threads to use; only with one is the work the same every time.
    pub threads: usize,
    /// Stops it.
    pub work: Work<'a>,
    /// Where to write a proof, if one is wanted.
    pub proof: Option<&'a mut dyn Write>,
}

/// What is known while solving goes on.
#[derive(Clone, Copy, Debug)]
pub struct SolveProgress {
    /// The position is worth this or more to its side to move.
    pub at_least: Verdict,
    /// And this or less.
    pub at_most: Verdict,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time used so far.
    pub time: Duration,
}

/// What was found out about a position.
#[derive(Debug)]
pub struct Solution {
    /// How the game ends with best play, if that was found.
    pub claim: Option<Claim>,
    /// The position is certainly worth this or more to its side to move.
    pub at_least: Verdict,
    /// And this or less.
    pub at_most: Verdict,
    /// Whether verdicts are margins, where plies do not matter.
    pub counts_margin: bool,
    /// The moves that are certainly best, in the game's order.
    pub best: Vec<String>,
    /// Every move with what is known of its worth to the side that plays it, in the game's order.
    pub moves: Vec<SolutionMove>,
    /// A line of best play.
    pub line: Vec<String>,
    /// The board at the end of the line.
    pub line_end: Picture,
    /// Positions visited.
    pub nodes: u64,
    /// Time used, without that for the proof.
    pub time: Duration,
    /// Bytes of memory that the tables took.
    pub bytes: usize,
    /// Why it ended early, if it did.
    pub stopped: Option<Interrupted>,
    /// The proof that was written, or why none was.
    pub proof: Option<Result<ProofSize, ProofError>>,
}

/// A move of the position that was solved.
#[derive(Clone, Debug)]
pub struct SolutionMove {
    /// Its text.
    pub m: String,
    /// It is worth this or more; `None` if nothing is known.
    pub at_least: Option<Verdict>,
    /// It is worth this or less; `None` if nothing is known.
    pub at_most: Option<Verdict>,
}

/// Solves a position.
pub(crate) fn solution<G: Solvable + Draw>(
    spec: &str,
    position: &G,
    request: SolveRequest<'_>,
    on_progress: &mut dyn FnMut(&SolveProgress),
) -> Solution {
    let mut show = |known: &Known| {
        on_progress(&SolveProgress {
            at_least: known.at_least.verdict(true),
            at_most: known.at_most.verdict(true),
            nodes: known.nodes,
            time: known.time,
        });
    };
    let mut watch = Watch::new(request.work, &mut show);
    let mut solver = G::solver(request.bytes, request.threads);
    let solved = solve(position, &mut *solver, &mut watch);
    let side = position.side_to_move();
    let proof = match (request.proof, solved.score()) {
        (Some(out), Some(score)) => Some(write_proof(spec, position, score, &mut *solver, &mut watch, out)),
        _ => None,
    };
    let (mut at, mut line) = (position.clone(), Vec::new());
    for &m in &solved.line {
        line.push(at.move_text(m));
        at.play(m);
    }
    let moves = solved.moves.iter().map(|known| SolutionMove {
        m: position.move_text(known.m),
        at_least: (known.at_least > Score::MIN).then(|| known.at_least.verdict(true)),
        at_most: (known.at_most < Score::MAX).then(|| known.at_most.verdict(true)),
    });
    Solution {
        claim: solved.score().map(|score| Claim::of(score, side)),
        at_least: solved.at_least.verdict(true),
        at_most: solved.at_most.verdict(true),
        counts_margin: G::MEASURE == Measure::Margin,
        best: solved.best().map(|m| position.move_text(m)).collect(),
        moves: moves.collect(),
        line,
        line_end: at.picture(),
        nodes: solved.nodes,
        time: solved.time,
        bytes: solved.bytes,
        stopped: solved.stopped,
        proof,
    }
}
