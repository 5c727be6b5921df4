//! Legal moves with what a board needs to show of them: their cells, and which of them win or lose at once.

use plyscope_core::{Draw, Notation, Outcome};

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// Its text.
    pub m: String,
    /// The cells it touches, the destination last; none for a pass.
    pub cells: Vec<String>,
    /// Further cells that choose it when clicked.
    pub also_chosen_by: Vec<String>,
    /// Whether it wins at once.
    pub wins: bool,
    /// The replies that win at once for the other side: the threats that this move does not meet. None if it ends the
    /// game.
    pub losing_replies: Vec<Reply>,
}

/// A reply of the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its text.
    pub m: String,
    /// The cells it touches, the destination last.
    pub cells: Vec<String>,
}

/// The legal moves in the game's order; none when the game is over.
pub(crate) fn legal_moves<G: Notation + Draw>(position: &G) -> Vec<LegalMove> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let own = position.side_to_move();
    let describe = |m| {
        let child = position.child(m);
        let replies = child.outcome().is_none().then(|| child.moves()).into_iter().flatten();
        let losing = replies.filter(|&reply| child.child(reply).outcome() == Some(Outcome::Win(!own)));
        LegalMove {
            m: position.move_text(m),
            cells: position.move_cells(m),
            also_chosen_by: position.also_chosen_by(m),
            wins: child.outcome() == Some(Outcome::Win(own)),
            losing_replies: losing
                .map(|reply| Reply { m: child.move_text(reply), cells: child.move_cells(reply) })
                .collect(),
        }
    };
    position.moves().map(describe).collect()
}
