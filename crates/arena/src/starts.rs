//! The starting positions of stored games, and their moves as text.

use std::collections::HashMap;

use plyscope_core::BadInput;
use plyscope_registry::{AnyPosition, Choices, read, start};
use plyscope_store::{Game, Pairing, Setup};

/// The positions that the games of a run start from. Each is created on first use.
pub struct Starts<'a> {
    setup: &'a Setup,
    /// For each pairing, the first one on the same board. They share their positions.
    boards: Vec<usize>,
    known: HashMap<(usize, Option<u32>), Box<dyn AnyPosition>>,
}

impl<'a> Starts<'a> {
    /// Without any position yet.
    pub fn new(setup: &'a Setup) -> Self {
        let first_on = |pairing: &Pairing| setup.pairings.iter().position(|other| other.game == pairing.game);
        let boards = setup.pairings.iter().map(|pairing| first_on(pairing).unwrap_or_default()).collect();
        Starts { setup, boards, known: HashMap::new() }
    }

    /// The position that a game started from.
    ///
    /// # Errors
    /// If the stored position cannot be read.
    pub fn of(&mut self, game: &Game) -> Result<&dyn AnyPosition, BadInput> {
        let key = (self.boards[game.pairing as usize], game.opening);
        if !self.known.contains_key(&key) {
            let spec = &self.setup.pairings[game.pairing as usize].game;
            let position = match opening_text(self.setup, game)? {
                Some(text) => read(spec, text)?,
                None => start(spec)?,
            };
            self.known.insert(key, position);
        }
        Ok(&*self.known[&key])
    }

    /// The moves of a game as text.
    ///
    /// # Errors
    /// If they are not legal moves of this game.
    pub fn moves(&mut self, game: &Game) -> Result<Vec<String>, BadInput> {
        let choices = Choices::from_bytes(game.moves.clone());
        let moves = self.of(game).and_then(|position| position.replay(&choices));
        moves.map_err(|error| {
            let pairing = &self.setup.pairings[game.pairing as usize];
            let [first, second] = [pairing.first, pairing.second].map(|i| &self.setup.players[i as usize].name);
            BadInput::new(format!("game {} of {first} against {second} on {}: {error}", game.number, pairing.game))
        })
    }
}

/// The text of the position that a game started from; `None` for the initial position.
///
/// # Errors
/// If the store has no such opening.
pub fn opening_text<'a>(setup: &'a Setup, game: &Game) -> Result<Option<&'a str>, BadInput> {
    let Some(index) = game.opening else { return Ok(None) };
    match setup.openings.get(index as usize) {
        Some(opening) => Ok(Some(&opening.text)),
        None => Err(BadInput::new(format!("the run has no opening {index}; its database is damaged"))),
    }
}
