//! Writing a proof: the solver is asked along every line of the two strategies.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Write};

use plyscope_core::{Interrupted, KeyHash, Keyed, Score, Side};

use super::{ARROW, MAX_POSITIONS, ProofSize, TITLE};
use crate::solving::keeping;
use crate::watch::Watch;
use crate::{Claim, Solvable, Solver};

/// Why no proof was written.
#[derive(Debug)]
pub enum ProofError {
    /// It was stopped.
    Stopped(Interrupted),
    /// A strategy has too many positions.
    TooLarge,
    /// The solver contradicts itself, because two positions have the same key.
    Contradiction,
    /// It could not be written.
    Output(io::Error),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Stopped(_) => {
                f.write_str("there was not enough time for the proof; the result itself is still true")
            }
            ProofError::TooLarge => write!(
                f,
                "the proof has more than {MAX_POSITIONS} positions for one side; \
                prove a later position of the line instead"
            ),
            ProofError::Contradiction => f.write_str(
                "the result cannot be proven: two positions have the same key, and the solver took one for the other",
            ),
            ProofError::Output(error) => write!(f, "the proof cannot be written: {error}"),
        }
    }
}

impl From<Interrupted> for ProofError {
    fn from(interrupted: Interrupted) -> Self {
        ProofError::Stopped(interrupted)
    }
}

impl From<io::Error> for ProofError {
    fn from(error: io::Error) -> Self {
        ProofError::Output(error)
    }
}

/// Writes the proof that a position is worth this score, which it must be. `game` is the spec of the game.
///
/// # Errors
/// If it was stopped, is too large, or cannot be written.
pub fn write_proof<G: Solvable>(
    game: &str,
    position: &G,
    score: Score,
    solver: &mut dyn Solver<G>,
    watch: &mut Watch<'_>,
    out: &mut dyn Write,
) -> Result<ProofSize, ProofError> {
    let claim = Claim::of(score, position.side_to_move());
    writeln!(out, "{TITLE}\ngame {game}\nposition {}\nclaim {claim}", position.position_text())?;
    let mut positions = [0; 2];
    for side in Side::BOTH {
        let mut strategy = Strategy { side, choices: HashMap::default(), solver };
        strategy.follow(position, score, watch)?;
        let mut lines = Vec::new();
        strategy.list(position, &mut HashSet::default(), &mut lines, watch)?;
        writeln!(out, "strategy {} {}", side.letter(), lines.len())?;
        for part in lines.chunks(PAUSE) {
            watch.look()?;
            part.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        positions[side.index()] = lines.len();
    }
    out.flush()?;
    Ok(ProofSize { positions })
}

/// Positions between two looks at the clock, besides those of the solver, which may know all answers already.
const PAUSE: usize = 256;

/// A strategy that is being built.
struct Strategy<'a, G: Solvable> {
    side: Side,
    /// For each position what it must be worth to its side to move, and the move that achieves it if that side is the
    /// owner.
    choices: HashMap<Keyed<G>, (Score, Option<G::Move>), KeyHash>,
    solver: &'a mut dyn Solver<G>,
}

impl<G: Solvable> Strategy<'_, G> {
    /// Makes sure that the owner gets `score` here: that much or more if it is to move, otherwise the other side that
    /// much or less.
    ///
    /// The same position may occur with different demands; then the harder one counts, which also meets the easier one.
    fn follow(&mut self, position: &G, score: Score, watch: &mut Watch<'_>) -> Result<(), ProofError> {
        if position.final_score().is_some() {
            return Ok(());
        }
        let owns = position.side_to_move() == self.side;
        match self.choices.entry(Keyed(position.clone())) {
            Entry::Occupied(known) if owns && known.get().0 >= score => return Ok(()),
            Entry::Occupied(known) if !owns && known.get().0 <= score => return Ok(()),
            Entry::Occupied(mut known) => known.get_mut().0 = score,
            Entry::Vacant(place) => {
                place.insert((score, None));
            }
        }
        if self.choices.len() > 2 * MAX_POSITIONS {
            return Err(ProofError::TooLarge);
        }
        if self.choices.len().is_multiple_of(PAUSE) {
            watch.look()?;
        }
        if owns {
            let m = keeping(self.solver, position, score, watch)?.ok_or(ProofError::Contradiction)?;
            if let Some(choice) = self.choices.get_mut(&Keyed(position.clone())) {
                choice.1 = Some(m);
            }
            self.follow(&position.child(m), score.to_child(), watch)
        } else {
            position.moves().try_for_each(|m| self.follow(&position.child(m), score.to_child(), watch))
        }
    }

    /// Lists the positions that can really occur: some were visited for a choice that was replaced later.
    fn list(
        &self,
        position: &G,
        seen: &mut HashSet<Keyed<G>, KeyHash>,
        lines: &mut Vec<String>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupted> {
        if position.outcome().is_some() {
            return Ok(());
        }
        let keyed = Keyed(position.clone());
        let choice = self.choices.get(&keyed);
        if !seen.insert(keyed) {
            return Ok(());
        }
        if seen.len().is_multiple_of(PAUSE) {
            watch.look()?;
        }
        match choice {
            Some((_, Some(m))) => {
                lines.push(format!("{}{ARROW}{}", position.position_text(), position.move_text(*m)));
                self.list(&position.child(*m), seen, lines, watch)
            }
            _ => position.moves().try_for_each(|m| self.list(&position.child(m), seen, lines, watch)),
        }
    }
}
