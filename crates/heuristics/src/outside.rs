//! Heuristics from outside: judges that a front end has registered under a name, such as functions in Python. In a spec
//! they are `outside:NAME`.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use plyscope_core::{BadInput, Game, Side};

use crate::judge::{Judge, Term};

/// A heuristic that knows no types of positions: it is given the position of any game.
pub trait Outsider: Send + Sync {
    /// The value of an unfinished position as this side sees it. What is not finite counts as 0.
    fn seen_by(&self, position: Asked<'_>, side: Side) -> f64;

    /// Whether it judges several positions at once faster than one by one.
    fn takes_batches(&self) -> bool {
        false
    }

    /// These positions will probably be asked for next, by the same thread.
    fn expect(&self, positions: &[Asked<'_>]) {
        let _ = positions;
    }
}

/// A position that a heuristic from outside is asked about.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The position, of the type of its game.
    pub position: &'a dyn Any,
    /// Its hash.
    pub key: u64,
    /// Whose turn it is.
    pub mover: Side,
}

impl<'a> Asked<'a> {
    fn of<G: Game>(position: &'a G) -> Self {
        Asked { position, key: position.key(), mover: position.side_to_move() }
    }
}

static REGISTERED: RwLock<BTreeMap<String, Arc<dyn Outsider>>> = RwLock::new(BTreeMap::new());

/// Makes a heuristic available under a name; another one of this name is replaced, but searches that use it keep it.
///
/// # Errors
/// If a spec could not hold the name.
pub fn register_outsider(name: &str, outsider: Arc<dyn Outsider>) -> Result<(), BadInput> {
    check_name(name)?;
    REGISTERED.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), outsider);
    Ok(())
}

/// Refuses a name of something from outside that a spec could not hold.
///
/// # Errors
/// If it has other characters than letters, digits, `_`, `-` and `.`.
pub fn check_name(name: &str) -> Result<(), BadInput> {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    if name.is_empty() || name.chars().count() > 100 || !name.chars().all(is_plain) {
        return Err(BadInput::new(format!("{name:.60?} cannot be a name here: use letters, digits, _, - and .")));
    }
    Ok(())
}

/// The judge of this name.
pub(crate) fn judge<G: Game>(name: &str) -> Result<Box<dyn Judge<G>>, BadInput> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let outsider = registered.get(name).cloned().ok_or_else(|| {
        let known: Vec<&str> = registered.keys().map(String::as_str).collect();
        BadInput::unknown("heuristic from outside", name, known)
    })?;
    Ok(Box::new(Outside { name: name.to_owned(), outsider }))
}

struct Outside {
    name: String,
    outsider: Arc<dyn Outsider>,
}

impl<G: Game> Judge<G> for Outside {
    fn seen_by(&self, position: &G, side: Side) -> f64 {
        let value = self.outsider.seen_by(Asked::of(position), side);
        if value.is_finite() { value.clamp(-1e300, 1e300) } else { 0.0 }
    }

    fn expects(&self) -> bool {
        self.outsider.takes_batches()
    }

    fn expect(&self, parent: &G) {
        let children = parent.moves().map(|m| parent.child(m)).filter(|child| child.outcome().is_none());
        let children: Vec<G> = children.collect();
        self.outsider.expect(&children.iter().map(Asked::of).collect::<Vec<_>>());
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        vec![Term::new(&*self.name, 1.0, self.seen_by(position, side))]
    }
}
