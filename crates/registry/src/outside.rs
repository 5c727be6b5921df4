//! Games and players from outside, which a front end registers at run time: Python does.
//!
//! A game is an implementation of the traits of a game like any other; only the list in which it is found is another
//! one. A player is asked for its moves, as a search that looks at nothing.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use plyscope_core::{BadInput, Bound, Control, Game, Limits, Report, RootMove, Score, Search, Stop, Work};
use plyscope_heuristics::check_name;

use crate::AnyGame;

static GAMES: RwLock<Vec<&'static dyn AnyGame>> = RwLock::new(Vec::new());

/// Makes a game available by its spec. It cannot be removed.
///
/// # Errors
/// If there is a game of this name.
pub fn add_game(game: &'static dyn AnyGame) -> Result<(), BadInput> {
    let id = game.about().id;
    if crate::find(id).is_ok() {
        return Err(BadInput::new(format!("there is a game {id:?} already")));
    }
    GAMES.write().unwrap_or_else(PoisonError::into_inner).push(game);
    Ok(())
}

/// The game of this name, if one was added.
pub(crate) fn added(id: &str) -> Option<&'static dyn AnyGame> {
    let games = GAMES.read().unwrap_or_else(PoisonError::into_inner);
    games.iter().find(|game| game.about().id.eq_ignore_ascii_case(id)).copied()
}

/// A player that chooses moves in positions of any game.
pub trait Chooser: Send + Sync {
    /// The index of its move in the order of the game; `None` if it failed. Then any legal move is played, and it is
    /// for the front end to end the game. The seed decides what it leaves to chance.
    fn choose(&self, position: &dyn Any, seed: u64, limits: &Limits, work: Work<'_>) -> Option<usize>;
}

static CHOOSERS: RwLock<BTreeMap<String, Arc<dyn Chooser>>> = RwLock::new(BTreeMap::new());

/// Makes a player available as `outside:NAME`; another one of this name is replaced.
///
/// # Errors
/// If a spec could not hold the name.
pub fn register_chooser(name: &str, chooser: Arc<dyn Chooser>) -> Result<(), BadInput> {
    check_name(name)?;
    CHOOSERS.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), chooser);
    Ok(())
}

/// Asks a player from outside, as a search.
pub(crate) struct Outside {
    chooser: Arc<dyn Chooser>,
    seed: u64,
    asked: u64,
}

impl Outside {
    /// The player of this name.
    pub(crate) fn named(name: &str, seed: u64) -> Result<Outside, BadInput> {
        let choosers = CHOOSERS.read().unwrap_or_else(PoisonError::into_inner);
        let chooser = choosers.get(name).cloned().ok_or_else(|| {
            let known: Vec<&str> = choosers.keys().map(String::as_str).collect();
            BadInput::unknown("player from outside", name, known)
        })?;
        Ok(Outside { chooser, seed, asked: 0 })
    }
}

impl<G: Game> Search<G> for Outside {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let moves: Vec<G::Move> = position.moves().collect();
        let seed = plyscope_core::Rng::part(self.seed, self.asked).next_u64();
        self.asked += 1;
        let index = self.chooser.choose(position, seed, limits, control.work());
        let best = index.and_then(|index| moves.get(index).copied()).unwrap_or(moves[0]);
        let unknown = |&m: &G::Move| RootMove { m, score: Score::EVEN, bound: Bound::Lower, nodes: 0 };
        Report {
            best,
            score: Score::EVEN,
            depth: 0,
            complete: false,
            pv: vec![best],
            root_moves: moves.iter().map(unknown).collect(),
            counters: Default::default(),
            stop: Stop::Answered,
            time: Default::default(),
        }
    }
}
