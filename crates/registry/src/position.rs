//! A position without its type, and the moves that led to it.

use std::any::Any;

use plyscope_core::{About, BadInput, Draw, Interrupted, Notation, Outcome, Picture, Side, Verdict, Work};

use plyscope_grade::{GradeError, ReportCard};
use plyscope_heuristics::{HeuristicSpec, Judged, View};
use plyscope_models::Board;
use plyscope_solve::{Checked, Proof, Solvable, check_proof};

use crate::answer::{self, Answer, SearchRequest, TreeLimits};
use crate::choices::Choices;
use crate::clock::moves_ahead;
use crate::ends;
use crate::exact::{self, ExactMatch, ExactRequest};
use crate::grading::{self, GradeRequest};
use crate::judgement::{self, FeatureAbout, HeuristicAbout, Judgement};
use crate::learning::{self, Measures, Sample, Searched, SelfPlay, SelfPlayed};
use crate::legal::{self, LegalMove};
use crate::perft::{Jobs, PerftCounts, parallel_perft};
use crate::play::{self, GameConditions, Record};
use crate::player::{Player, build};
use crate::recorded::{AnyTree, Recorded};
use crate::solution::{self, Solution, SolveProgress, SolveRequest};
use crate::verify::{self, Verification};

/// A position of any game, as text and pictures.
pub trait AnyPosition: Send + Sync {
    /// Names and accepted specs of the game.
    fn about(&self) -> &'static About;
    /// The canonical spec of the game and its variant.
    fn spec(&self) -> String;
    /// The canonical text of the position.
    fn text(&self) -> String;
    /// Whose turn it is, or would be.
    fn side_to_move(&self) -> Side;
    /// The legal moves as text, in the game's order; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// Why it ended.
    fn reason(&self) -> Option<&'static str>;
    /// The hash of the position.
    fn key(&self) -> u64;
    /// The number of moves that were played since this position was started or read.
    fn ply(&self) -> usize;
    /// The board.
    fn picture(&self) -> Picture;
    /// The cells that the last move touched.
    fn last_move_cells(&self) -> &[String];
    /// The moves that were played since this position was started or read, in their canonical form; those at random are
    /// not among them.
    fn played(&self) -> &[String];
    /// The legal moves with their cells and dangers, in the game's order; none when the game is over.
    fn legal_moves(&self) -> Vec<LegalMove>;

    /// Plays one move, in any accepted spelling.
    ///
    /// # Errors
    /// If it is not legal; the position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), BadInput>;

    /// Plays the moves of a game text.
    ///
    /// # Errors
    /// If one of them is not legal; the position is then unchanged.
    fn play_all(&mut self, text: &str) -> Result<(), BadInput>;

    /// Counts the move sequences of every length up to `depth`, on several threads.
    ///
    /// # Errors
    /// If it was stopped.
    fn perft(&self, depth: usize, jobs: Jobs, work: Work<'_>) -> Result<PerftCounts, Interrupted>;

    /// Searches the position. `on_iteration` sees the answer so far whenever a depth is complete.
    ///
    /// # Errors
    /// If the game is over, or the player is not one for this game.
    fn search(&self, request: &SearchRequest<'_>, on_iteration: &mut dyn FnMut(&Answer)) -> Result<Answer, BadInput>;

    /// The same, and the tree that the search walked, within these limits. A search without a tree records no nodes.
    ///
    /// # Errors
    /// As for [`AnyPosition::search`].
    fn record(
        &self,
        request: &SearchRequest<'_>,
        limits: TreeLimits,
        on_iteration: &mut dyn FnMut(&Answer),
    ) -> Result<(Answer, Box<dyn AnyTree>), BadInput>;

    /// About how many moves the side to move has still to make, this one included; for those who divide their time.
    fn moves_ahead(&self) -> u32;

    /// A position this many random moves later in which the game still goes on; the seed decides which. Where games are
    /// shorter than that, it is this position.
    fn at_random(&self, plies: u32, seed: u64) -> Box<dyn AnyPosition>;

    /// Plays a game from here; the first of the players moves first. The seed decides everything random.
    /// `None` if the game was abandoned.
    ///
    /// # Errors
    /// If a player is not one for this game.
    fn play_out(
        &self,
        players: [&Player; 2],
        seed: u64,
        conditions: &GameConditions<'_>,
    ) -> Result<Option<Record>, BadInput>;

    /// Plays the games of all these seeds, as [`AnyPosition::play_out`] plays each; fewer if one is abandoned. Random
    /// games are played side by side, which takes half the time.
    ///
    /// # Errors
    /// If a player is not one for this game.
    fn play_out_many(
        &self,
        players: [&Player; 2],
        seeds: &[u64],
        conditions: &GameConditions<'_>,
    ) -> Result<Vec<Record>, BadInput>;

    /// Whether a player can play this game.
    ///
    /// # Errors
    /// If it cannot, with the reason.
    fn check_player(&self, player: &Player) -> Result<(), BadInput>;

    /// Whether the searches of a player come to an end in this game. Takes a second or two if the player has no limit.
    ///
    /// # Errors
    /// If they do not.
    fn check_ends(&self, player: &Player) -> Result<(), BadInput>;

    /// The moves of a recorded game from here, as text.
    ///
    /// # Errors
    /// If they are not moves of such a game.
    fn replay(&self, choices: &Choices) -> Result<Vec<String>, BadInput>;

    /// Computes the expected result of a match between these players from here, without playing it.
    ///
    /// # Errors
    /// If a player is no fixed distribution over moves, there are too many positions, or it was stopped.
    fn exact(&self, players: [&Player; 2], request: ExactRequest<'_>) -> Result<ExactMatch, BadInput>;

    /// Compares every tree search with plain minimax on this many random positions that follow this one. What was
    /// compared before the work was stopped counts.
    fn verify(&self, positions: u64, seed: u64, work: Work<'_>) -> Verification;

    /// Finds out who wins with best play. `on_progress` is called from time to time with what is known; that is certain
    /// even if it ends early.
    fn solve(&self, request: SolveRequest<'_>, on_progress: &mut dyn FnMut(&SolveProgress)) -> Solution;

    /// Grades heuristics over the positions that follow this one: all of them, or a sample of endgames. Also returns
    /// notes on where the truth came from.
    ///
    /// # Errors
    /// If one is not a heuristic for this game, there is no such truth, or it was stopped.
    fn grade(&self, request: &GradeRequest<'_>) -> Result<(ReportCard, Vec<String>), GradeError>;

    /// What a finished game is worth to the side whose turn it would be: a result, or a margin where that counts.
    fn final_verdict(&self) -> Option<Verdict>;

    /// Checks a proof that begins in this position, by the rules alone.
    ///
    /// # Errors
    /// If the work must end.
    fn check_proof(&self, proof: &Proof<'_>, work: Work<'_>) -> Result<Checked, Interrupted>;

    /// The game's heuristics; the first is the default.
    fn heuristics(&self) -> Vec<HeuristicAbout>;

    /// What formulas can be made of.
    fn features(&self) -> Vec<FeatureAbout>;

    /// The value of a heuristic for this position. The seed decides its noise, if it has any.
    ///
    /// # Errors
    /// If it is not a heuristic for this game.
    fn evaluate(&self, heuristic: &HeuristicSpec, seed: u64) -> Result<Judgement, BadInput>;

    /// The board as learnt models see it, and the spec of its variant.
    ///
    /// # Errors
    /// If models cannot see it.
    fn model_board(&self) -> Result<(Board, String), BadInput>;

    /// The position as learnt models see it: the cells of the side to move and of the other side.
    fn view(&self) -> View;

    /// For each cell of the picture, its bit in [`AnyPosition::view`] when it is this side's turn.
    fn cell_bits(&self, mover: Side) -> Vec<u16>;

    /// The features that learnt models use besides the cells, unless told otherwise.
    fn learnt_with(&self) -> &'static [&'static str];

    /// Plays a game to learn from. The seed decides everything random. `None` if it was abandoned.
    ///
    /// # Errors
    /// If the player is not one for this game.
    fn self_play(&self, plan: &SelfPlay<'_>, seed: u64) -> Result<Option<SelfPlayed>, BadInput>;

    /// The samples of a game from here, with these measures, in the order of the game.
    ///
    /// # Errors
    /// If a feature or a formula is unknown, or the moves are not those of such a game.
    fn samples(
        &self,
        game: (&Choices, &[Option<Searched>], Outcome),
        measures: Measures<'_>,
        on_sample: &mut dyn FnMut(&Sample<'_>),
    ) -> Result<(), BadInput>;

    /// For each cell of the picture, what the piece on it is worth to the side to move.
    ///
    /// # Errors
    /// If it is not a heuristic for this game, or does not look at cells.
    fn heat(&self, heuristic: &HeuristicSpec, seed: u64) -> Result<Vec<f64>, BadInput>;

    /// A position of this type, with the rules of this one; `None` if it is of another type or has another board. For
    /// players and heuristics from outside, which are given positions without their types.
    fn like(&self, position: &dyn Any) -> Option<Box<dyn AnyPosition>>;

    /// The position with its type, for front ends that add games.
    fn as_any(&self) -> &dyn Any;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}

/// A position with its type.
pub(crate) struct Held<G: Notation> {
    variant: G::Variant,
    position: G,
    ply: usize,
    last_move_cells: Vec<String>,
    played: Vec<String>,
}

impl<G: Notation + Draw + Judged + Solvable> Held<G> {
    pub(crate) fn start(variant: G::Variant) -> Box<dyn AnyPosition> {
        let position = G::start(&variant);
        Box::new(Held { variant, position, ply: 0, last_move_cells: Vec::new(), played: Vec::new() })
    }

    pub(crate) fn read(variant: G::Variant, text: &str) -> Result<Box<dyn AnyPosition>, BadInput> {
        let position = G::read_position(&variant, text)?;
        Ok(Box::new(Held { variant, position, ply: 0, last_move_cells: Vec::new(), played: Vec::new() }))
    }

    /// The position after some legal moves.
    pub(crate) fn after(variant: G::Variant, position: G, moves: Vec<G::Move>) -> Box<dyn AnyPosition> {
        let mut held = Held { variant, position, ply: 0, last_move_cells: Vec::new(), played: Vec::new() };
        moves.into_iter().for_each(|m| held.play_legal(m));
        Box::new(held)
    }

    fn play_legal(&mut self, m: G::Move) {
        self.played.push(self.position.move_text(m));
        self.last_move_cells = self.position.move_cells(m);
        self.position.play(m);
        self.ply += 1;
    }
}

impl<G: Notation + Draw + Judged + Solvable> AnyPosition for Held<G> {
    fn about(&self) -> &'static About {
        G::ABOUT
    }

    fn spec(&self) -> String {
        // A game without sizes or options is its name alone.
        if G::ABOUT.variants.len() == 1 { G::ABOUT.id.to_owned() } else { format!("{}:{}", G::ABOUT.id, self.variant) }
    }

    fn text(&self) -> String {
        self.position.position_text()
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn moves(&self) -> Vec<String> {
        if self.position.outcome().is_some() {
            return Vec::new();
        }
        self.position.moves().map(|m| self.position.move_text(m)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn reason(&self) -> Option<&'static str> {
        self.position.reason()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn ply(&self) -> usize {
        self.ply
    }

    fn picture(&self) -> Picture {
        self.position.picture()
    }

    fn last_move_cells(&self) -> &[String] {
        &self.last_move_cells
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        legal::legal_moves(&self.position)
    }

    fn play(&mut self, text: &str) -> Result<(), BadInput> {
        let m = self.position.read_move(text)?;
        self.play_legal(m);
        Ok(())
    }

    fn play_all(&mut self, text: &str) -> Result<(), BadInput> {
        for m in self.position.read_game(text)? {
            self.play_legal(m);
        }
        Ok(())
    }

    fn perft(&self, depth: usize, jobs: Jobs, work: Work<'_>) -> Result<PerftCounts, Interrupted> {
        parallel_perft(&self.position, depth, jobs, work)
    }

    fn search(&self, request: &SearchRequest<'_>, on_iteration: &mut dyn FnMut(&Answer)) -> Result<Answer, BadInput> {
        answer::search(&self.position, request, on_iteration)
    }

    fn record(
        &self,
        request: &SearchRequest<'_>,
        limits: TreeLimits,
        on_iteration: &mut dyn FnMut(&Answer),
    ) -> Result<(Answer, Box<dyn AnyTree>), BadInput> {
        let (answer, tree) = answer::record(&self.position, request, limits, on_iteration)?;
        Ok((answer, Box::new(Recorded::new(self.variant.clone(), self.position.clone(), tree))))
    }

    fn moves_ahead(&self) -> u32 {
        moves_ahead(&self.position, self.ply as u32)
    }

    fn at_random(&self, plies: u32, seed: u64) -> Box<dyn AnyPosition> {
        match play::random_moves(&self.position, plies, seed) {
            Some(position) => Box::new(Held {
                variant: self.variant.clone(),
                position,
                ply: self.ply + plies as usize,
                last_move_cells: Vec::new(),
                played: self.played.clone(),
            }),
            None => self.boxed_clone(),
        }
    }

    fn play_out(
        &self,
        players: [&Player; 2],
        seed: u64,
        conditions: &GameConditions<'_>,
    ) -> Result<Option<Record>, BadInput> {
        play::play(&self.position, &|| self.spec(), players, seed, conditions)
    }

    fn play_out_many(
        &self,
        players: [&Player; 2],
        seeds: &[u64],
        conditions: &GameConditions<'_>,
    ) -> Result<Vec<Record>, BadInput> {
        play::play_many(&self.position, &|| self.spec(), players, seeds, conditions)
    }

    fn check_ends(&self, player: &Player) -> Result<(), BadInput> {
        ends::check_ends(&self.position, player)
    }

    fn check_player(&self, player: &Player) -> Result<(), BadInput> {
        // What a program can play, those who run it know.
        if player.program().is_some() { Ok(()) } else { build(&self.position, player, 0).map(drop) }
    }

    fn replay(&self, choices: &Choices) -> Result<Vec<String>, BadInput> {
        let mut position = self.position.clone();
        let texts = play::replay(&self.position, choices)?.into_iter().map(|m| {
            let text = position.move_text(m);
            position.play(m);
            text
        });
        Ok(texts.collect())
    }

    fn exact(&self, players: [&Player; 2], request: ExactRequest<'_>) -> Result<ExactMatch, BadInput> {
        exact::exact(&self.position, players, request)
    }

    fn verify(&self, positions: u64, seed: u64, work: Work<'_>) -> Verification {
        verify::verify(&self.position, positions, seed, work)
    }

    fn solve(&self, request: SolveRequest<'_>, on_progress: &mut dyn FnMut(&SolveProgress)) -> Solution {
        solution::solution(&self.spec(), &self.position, request, on_progress)
    }

    fn grade(&self, request: &GradeRequest<'_>) -> Result<(ReportCard, Vec<String>), GradeError> {
        grading::report_card(&self.spec(), &self.variant, &self.position, request)
    }

    fn final_verdict(&self) -> Option<Verdict> {
        self.position.final_score().map(|score| score.verdict(true))
    }

    fn check_proof(&self, proof: &Proof<'_>, work: Work<'_>) -> Result<Checked, Interrupted> {
        check_proof(&self.position, proof, work)
    }

    fn heuristics(&self) -> Vec<HeuristicAbout> {
        judgement::heuristics::<G>()
    }

    fn features(&self) -> Vec<FeatureAbout> {
        judgement::features::<G>()
    }

    fn evaluate(&self, heuristic: &HeuristicSpec, seed: u64) -> Result<Judgement, BadInput> {
        judgement::evaluate(&self.position, heuristic, seed)
    }

    fn heat(&self, heuristic: &HeuristicSpec, seed: u64) -> Result<Vec<f64>, BadInput> {
        judgement::heat(&self.position, heuristic, seed)
    }

    fn model_board(&self) -> Result<(Board, String), BadInput> {
        Ok((G::board(&self.variant)?, self.variant.to_string()))
    }

    fn view(&self) -> View {
        self.position.view()
    }

    fn cell_bits(&self, mover: Side) -> Vec<u16> {
        self.position.cell_bits(mover)
    }

    fn learnt_with(&self) -> &'static [&'static str] {
        G::LEARNT_WITH
    }

    fn self_play(&self, plan: &SelfPlay<'_>, seed: u64) -> Result<Option<SelfPlayed>, BadInput> {
        learning::self_play(&self.position, plan, seed)
    }

    fn samples(
        &self,
        game: (&Choices, &[Option<Searched>], Outcome),
        measures: Measures<'_>,
        on_sample: &mut dyn FnMut(&Sample<'_>),
    ) -> Result<(), BadInput> {
        learning::samples(&self.position, game, measures, on_sample)
    }

    fn like(&self, position: &dyn Any) -> Option<Box<dyn AnyPosition>> {
        let position = position.downcast_ref::<G>().filter(|position| self.position.plays_like(position))?;
        Some(Held::after(self.variant.clone(), position.clone(), Vec::new()))
    }

    fn as_any(&self) -> &dyn Any {
        &self.position
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(Held {
            variant: self.variant.clone(),
            position: self.position.clone(),
            ply: self.ply,
            last_move_cells: self.last_move_cells.clone(),
            played: self.played.clone(),
        })
    }
}
