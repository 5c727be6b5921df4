//! Checking a proof: each strategy is played against every defence, by the rules alone: no solver, no table, no
//! symmetry, no shortcuts.

use std::collections::HashMap;

use plyscope_core::{BadInput, Interrupted, Notation, Score, Side, Work};

use super::{ARROW, MAX_POSITIONS, ProofSize, TITLE};
use crate::Claim;

/// A proof as it was read: texts that say nothing about their truth.
#[derive(Debug)]
pub struct Proof<'a> {
    /// The spec of the game.
    pub game: &'a str,
    /// Where play begins.
    pub position: &'a str,
    /// What is claimed of it.
    pub claim: Claim,
    /// For each side its move in each position.
    strategies: [HashMap<&'a str, &'a str>; 2],
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Both strategies achieve what is claimed. The number of different positions visited.
    Holds(u64),
    /// A strategy does not; the sentence says why.
    Fails(String),
}

impl<'a> Proof<'a> {
    /// Reads a proof.
    ///
    /// # Errors
    /// If the text has another form; the error names the line.
    pub fn read(text: &'a str) -> Result<Self, BadInput> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let mut head = |name: &str| {
            let (number, line) = lines.next().unwrap_or((1, ""));
            line.strip_prefix(name).map(str::trim).ok_or_else(|| bad(number, &format!("{name:?} and what follows it")))
        };
        head(TITLE)?;
        let (game, position) = (head("game ")?, head("position ")?);
        let claim = head("claim ")?.parse()?;
        let mut strategies = [HashMap::new(), HashMap::new()];
        let mut owner = None;
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            if let Some(rest) = line.strip_prefix("strategy ") {
                let side = rest.chars().next().and_then(Side::from_letter);
                owner = Some(side.ok_or_else(|| bad(number, "\"strategy x\" or \"strategy o\" and its length"))?);
                continue;
            }
            let (Some(side), Some((position, m))) = (owner, line.split_once(ARROW)) else {
                return Err(bad(
                    number,
                    &format!("a position, {ARROW:?} and a move, after a line \"strategy x\" or \"strategy o\""),
                ));
            };
            let strategy: &mut HashMap<&str, &str> = &mut strategies[side.index()];
            if strategy.insert(position, m).is_some_and(|other| other != m) {
                return Err(bad(number, "only one move for each position"));
            }
            if strategy.len() > MAX_POSITIONS {
                return Err(bad(number, &format!("no more than {MAX_POSITIONS} positions for one side")));
            }
        }
        Ok(Proof { game, position, claim, strategies })
    }

    /// How large it is.
    pub fn size(&self) -> ProofSize {
        ProofSize { positions: [self.strategies[0].len(), self.strategies[1].len()] }
    }
}

fn bad(line: usize, form: &str) -> BadInput {
    BadInput::new(format!("line {line} of the proof is malformed; expected {form}"))
}

/// Checks a proof from the position in which it begins.
///
/// # Errors
/// If the work must end.
pub fn check_proof<G: Notation>(start: &G, proof: &Proof<'_>, work: Work<'_>) -> Result<Checked, Interrupted> {
    let claimed = proof.claim.score(start.side_to_move());
    let mut visited = 0;
    for side in Side::BOTH {
        let strategy = &proof.strategies[side.index()];
        let mut play = Play { side, strategy, claim: proof.claim, known: HashMap::new(), work };
        let got = match play.got(start) {
            Ok(got) => got,
            Err(End::Stopped(why)) => return Err(why),
            Err(End::Fails(why)) => return Ok(Checked::Fails(why)),
        };
        visited += play.known.len() as u64;
        let is_enough = if side == start.side_to_move() { got >= claimed } else { got <= claimed };
        if !is_enough {
            let really = Claim::of(got, start.side_to_move());
            return Ok(Checked::Fails(format!(
                "the strategy of {} does not achieve {:?}: against the best defence the result is {:?}",
                side.letter(),
                proof.claim.to_string(),
                really.to_string()
            )));
        }
    }
    Ok(Checked::Holds(visited))
}

/// Why a check ended early.
enum End {
    /// A strategy does not achieve what is claimed.
    Fails(String),
    /// The work had to end.
    Stopped(Interrupted),
}

/// Positions between two looks at the clock: reading and writing their texts takes about a millisecond.
const PAUSE: usize = 256;

/// One side follows its strategy, the other plays everything.
struct Play<'a, G> {
    side: Side,
    strategy: &'a HashMap<&'a str, &'a str>,
    claim: Claim,
    known: HashMap<G, Score>,
    work: Work<'a>,
}

impl<G: Notation> Play<'_, G> {
    /// What the side to move gets here, if the other side answers the strategy as well as it can.
    fn got(&mut self, position: &G) -> Result<Score, End> {
        if let Some(outcome) = position.outcome() {
            return Ok(match self.claim {
                Claim::WinBy(..) => margin(position),
                Claim::WinIn(..) | Claim::Draw => Score::of(outcome, position.side_to_move()),
            });
        }
        if let Some(&score) = self.known.get(position) {
            return Ok(score);
        }
        let score = if position.side_to_move() == self.side {
            let text = position.position_text();
            let m = self.strategy.get(text.as_str());
            let missing = || End::Fails(format!("the strategy of {} has no move for {text}", self.side.letter()));
            let m = m.ok_or_else(missing)?;
            let m = position.read_move(m).map_err(|error| End::Fails(format!("in {text}: {error}")))?;
            self.got(&position.child(m))?.from_child()
        } else {
            let mut best = Score::MIN;
            for m in position.moves() {
                best = best.max(self.got(&position.child(m))?.from_child());
            }
            best
        };
        self.known.insert(position.clone(), score);
        if self.known.len().is_multiple_of(PAUSE) {
            self.work.check().map_err(End::Stopped)?;
        }
        Ok(score)
    }
}

/// The difference of pieces on the board for the side whose turn it would be, counted in the text of the position.
fn margin<G: Notation>(position: &G) -> Score {
    let text = position.position_text();
    let board = text.split(' ').next().unwrap_or_default();
    let count = |side: Side| board.chars().filter(|&letter| letter == side.letter()).count() as f64;
    let side = position.side_to_move();
    Score::estimate(count(side) - count(!side))
}
