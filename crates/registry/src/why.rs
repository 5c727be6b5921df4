//! Why a search prefers a move: where its line leads, beside where the next best move leads.

use std::time::Duration;

use plyscope_core::{BadInput, Outcome, Verdict};
use plyscope_heuristics::{HeuristicSpec, Term};

use crate::answer::{Answer, SearchRequest};
use crate::player::{Player, SearchSpec};
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
    /// How the game ended there, if it did.
    pub outcome: Option<Outcome>,
    /// The heuristic's value at the end, as the side to move at the root sees it; `None` if the game is over there.
    pub value: Option<f64>,
    /// What that value is made of.
    pub terms: Vec<Term>,
}

impl Line {
    /// Plays `moves` from `position` and asks the heuristic about the end. `score` is what the search found them worth.
    ///
    /// # Errors
    /// If a move is not legal, or it is not a heuristic of this game.
    pub fn follow(
        position: &dyn AnyPosition,
        moves: &[String],
        score: Verdict,
        heuristic: &HeuristicSpec,
        seed: u64,
    ) -> Result<Line, BadInput> {
        let mut end = position.boxed_clone();
        moves.iter().try_for_each(|m| end.play(m))?;
        let seat = position.side_to_move().index();
        let (value, terms) = match end.outcome() {
            Some(_) => (None, Vec::new()),
            None => {
                let mut judged = end.evaluate(heuristic, seed)?;
                (Some(judged.seen_by[seat]), std::mem::take(&mut judged.terms_of[seat]))
            }
        };
        Ok(Line { moves: moves.to_vec(), score, end: end.text(), outcome: end.outcome(), value, terms })
    }
}

/// The heuristic by which a player judges: its own, or else the first of the game.
///
/// # Errors
/// Never for registered games, whose heuristics all have readable names.
pub fn judge_of(player: &Player, position: &dyn AnyPosition) -> Result<HeuristicSpec, BadInput> {
    match &player.heuristic {
        Some(heuristic) => Ok(heuristic.clone()),
        None => position.heuristics().first().map_or("strong", |about| about.name).parse(),
    }
}

/// The best move beside the next best.
#[derive(Clone, Debug)]
pub struct Why {
    /// The line of the move that is played.
    pub best: Line,
    /// The line of the best other move; `None` if there is no other.
    pub second: Option<Line>,
}

impl Why {
    /// Each term at the ends of the two lines, the largest difference first: its name, its share after the best move
    /// and after the other. Empty if a line ends the game, because then the heuristic does not count.
    pub fn differences(&self) -> Vec<(String, f64, f64)> {
        let Some(second) = &self.second else { return Vec::new() };
        if self.best.value.is_none() || second.value.is_none() {
            return Vec::new();
        }
        let mut names: Vec<&str> = Vec::new();
        for term in self.best.terms.iter().chain(&second.terms) {
            if !names.contains(&term.name.as_str()) {
                names.push(&term.name);
            }
        }
        let share = |line: &Line, name: &str| {
            line.terms.iter().filter(|term| term.name == name).map(|term| term.weight * term.value).sum()
        };
        let row = |name: &str| (name.to_owned(), share(&self.best, name), share(second, name));
        let mut rows: Vec<(String, f64, f64)> = names.into_iter().map(row).collect();
        rows.sort_by(|a, b| (b.1 - b.2).abs().total_cmp(&(a.1 - a.2).abs()));
        rows
    }
}

/// Compares the move that a search has chosen with the best other one. `answer` is what it found. A tree search that
/// has a good move only proves that the others are no better; so all are searched again with open windows, as deep as
/// the first search looked or for as long as `patience` allows.
///
/// # Errors
/// If the player is not one for this game.
pub fn why(
    position: &dyn AnyPosition,
    request: &SearchRequest<'_>,
    answer: &Answer,
    patience: Duration,
) -> Result<Why, BadInput> {
    let heuristic = judge_of(request.player, position)?;
    let request = SearchRequest { work: request.work.within(Some(patience)), ..*request };
    let explainer = Explainer { position, request, heuristic };
    let best = explainer.line(&answer.pv, answer.score)?;
    let second = explainer.second(answer)?;
    Ok(Why { best, second })
}

/// What explaining a choice needs.
struct Explainer<'a> {
    position: &'a dyn AnyPosition,
    request: SearchRequest<'a>,
    heuristic: HeuristicSpec,
}

impl Explainer<'_> {
    /// Searches every move with an open window to this depth. Simulations compare all moves anyway.
    fn thoroughly(&self, position: &dyn AnyPosition, depth: u32) -> Result<Answer, BadInput> {
        let player: Player = match self.request.player.search {
            SearchSpec::Mcts(_) | SearchSpec::Random | SearchSpec::Human | SearchSpec::Published(_) => {
                self.request.player.clone()
            }
            SearchSpec::Tree { .. } | SearchSpec::Iterative { .. } | SearchSpec::Engine { .. } => {
                format!("iterative:root=fresh+{}@depth={}", self.heuristic, depth.max(1)).parse()?
            }
        };
        position.search(&SearchRequest { player: &player, ..self.request }, &mut |_| {})
    }

    fn second(&self, answer: &Answer) -> Result<Option<Line>, BadInput> {
        let all = match self.request.player.search {
            SearchSpec::Mcts(_) => answer.clone(),
            _ => self.thoroughly(self.position, answer.depth)?,
        };
        let others = all.root_moves.iter().filter(|root| root.m != answer.best);
        let scored = others.filter_map(|root| Some((root, root.score?)));
        let Some((root, score)) = scored.max_by(|(_, a), (_, b)| worth(*a).total_cmp(&worth(*b))) else {
            return Ok(None);
        };
        let mut after = self.position.boxed_clone();
        after.play(&root.m)?;
        let mut moves = vec![root.m.clone()];
        if after.outcome().is_some() || answer.depth <= 1 {
            return self.line(&moves, score).map(Some);
        }
        // The search of all moves ends as soon as one is decided, so this one may have been looked at less deeply.
        let reply = self.thoroughly(&*after, answer.depth - 1)?;
        moves.extend(reply.pv);
        self.line(&moves, reply.score.for_mover()).map(Some)
    }

    fn line(&self, moves: &[String], score: Verdict) -> Result<Line, BadInput> {
        Line::follow(self.position, moves, score, &self.heuristic, self.request.seed)
    }
}

/// A score as a number that orders moves: wins above all estimates, the nearer the better.
fn worth(score: Verdict) -> f64 {
    match score {
        Verdict::Win(plies) => 1e300 - f64::from(plies) * 1e290,
        Verdict::Loss(plies) => -1e300 + f64::from(plies) * 1e290,
        Verdict::Draw => 0.0,
        Verdict::Estimate(value) => value.clamp(-1e200, 1e200),
    }
}
