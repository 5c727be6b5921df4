//! Why a search prefers a move: where its line leads, beside where the next best move leads.

use plyscope_core::{BadInput, Side, Verdict};
use plyscope_heuristics::{HeuristicSpec, Term};

use crate::answer::{Answer, AnswerMove, Ask};
use crate::player::Player;
use crate::position::AnyPosition;

/// A move of the root and where it leads.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves, the one of the root first.
    pub moves: Vec<String>,
    /// What they lead to, as the side to move at the root sees it.
    pub score: Verdict,
    /// The position at the end of the line.
    pub end: String,
    /// What the heuristic's value at the end is made of, as the side to move at the root sees it.
    pub terms: Vec<Term>,
}

/// The best move beside the next best.
#[derive(Clone, Debug)]
pub struct Why {
    /// The line of the move that is played.
    pub best: Line,
    /// The line of the best other move; `None` if there is no other.
    pub second: Option<Line>,
}

/// Compares the move that a search has chosen with the best other one. `answer` is what it found; the other move gets a search of its own, because a tree
/// search that has a good move proves of the others only that they are no better.
///
/// # Errors
/// If the player is not one for this game.
pub fn why(position: &dyn AnyPosition, ask: &Ask<'_>, answer: &Answer) -> Result<Why, BadInput> {
    let best = line(position, ask.player, &answer.pv, answer.score)?;
    let others = answer.root_moves.iter().filter(|root| root.m != answer.best);
    let Some(other) = others.max_by(|a, b| promise(a).total_cmp(&promise(b))) else {
        return Ok(Why { best, second: None });
    };
    let mut after = position.boxed_clone();
    after.play(&other.m)?;
    let mut moves = vec![other.m.clone()];
    let score = match after.outcome() {
        Some(outcome) => match outcome.winner() {
            Some(side) if side == position.side_to_move() => Verdict::Win(1),
            Some(_) => Verdict::Loss(1),
            None => Verdict::Draw,
        },
        None => {
            let mut player = ask.player.clone();
            // As deep as the first search looked.
            player.limits.depth = player.limits.depth.map(|depth| depth.saturating_sub(1).max(1));
            let reply = after.search(&Ask { player: &player, tree_plies: None, ..*ask }, &mut |_| {})?;
            moves.extend(reply.pv);
            reply.score.for_mover()
        }
    };
    Ok(Why { best, second: Some(line(position, ask.player, &moves, score)?) })
}

/// How good a move may be; those that were not searched come last.
fn promise(root: &AnswerMove) -> f64 {
    match root.score {
        Some(Verdict::Win(plies)) => 1e300 - f64::from(plies) * 1e290,
        Some(Verdict::Loss(plies)) => -1e300 + f64::from(plies) * 1e290,
        Some(Verdict::Draw) => 0.0,
        Some(Verdict::Estimate(value)) => value.clamp(-1e200, 1e200),
        None => f64::NEG_INFINITY,
    }
}

fn line(position: &dyn AnyPosition, player: &Player, moves: &[String], score: Verdict) -> Result<Line, BadInput> {
    let mut end = position.boxed_clone();
    for m in moves {
        end.play(m)?;
    }
    let default = || end.heuristics().first().map_or("strong", |about| about.name).parse::<HeuristicSpec>();
    let heuristic = player.heuristic.clone().map_or_else(default, Ok)?;
    let [first, second] = end.evaluate(&heuristic, 0)?.terms_of;
    let terms = if position.side_to_move() == Side::First { first } else { second };
    Ok(Line { moves: moves.to_vec(), score, end: end.text(), terms })
}
