//! The techniques of the selective search by name. Each can be switched off, so that its worth can be measured.

/// Which techniques are used; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Late moves are searched less deep, and again in full if they turn out good.
    pub reductions: bool,
    /// Near the horizon the last moves in the order are not searched at all.
    pub late_pruning: bool,
    /// Near the horizon quiet moves are not searched if the position is too bad for one of them to help.
    pub futility: bool,
    /// Near the horizon positions are not searched if they are so good that nothing will change it.
    pub reverse_futility: bool,
    /// If giving the turn away is still good enough, a move will be too.
    pub null_move: bool,
    /// At the horizon sharp moves are followed until the position is quiet.
    pub quiescence: bool,
    /// Forced replies are searched one ply deeper.
    pub extensions: bool,
    /// A move that is much better than all others is searched one ply deeper.
    pub singular: bool,
    /// Positions about which the table knows nothing are searched one ply less deep.
    pub internal_reductions: bool,
    /// A shallow search far outside the window stands for the deep one.
    pub probcut: bool,
    /// The reply that refuted the last move elsewhere is tried early.
    pub countermove: bool,
    /// Moves are ordered by what they did after the same last moves.
    pub continuation: bool,
    /// Sharp moves are ordered by what they did elsewhere.
    pub capture_history: bool,
    /// Each depth begins with a window around the value of the last one.
    pub aspiration: bool,
    /// The table is kept from one move of a game to the next.
    pub keep_table: bool,
    /// What the game is certain of without a search is used, and endings are solved.
    pub solver: bool,
}

impl Techniques {
    /// Everything.
    pub const ALL: Techniques = Techniques {
        reductions: true,
        late_pruning: true,
        futility: true,
        reverse_futility: true,
        null_move: true,
        quiescence: true,
        extensions: true,
        singular: true,
        internal_reductions: true,
        probcut: true,
        countermove: true,
        continuation: true,
        capture_history: true,
        aspiration: true,
        keep_table: true,
        solver: true,
    };

    /// The switch with this name, one of those in [`TECHNIQUES`].
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "reductions" => &mut self.reductions,
            "late-pruning" => &mut self.late_pruning,
            "futility" => &mut self.futility,
            "reverse-futility" => &mut self.reverse_futility,
            "null-move" => &mut self.null_move,
            "quiescence" => &mut self.quiescence,
            "extensions" => &mut self.extensions,
            "singular" => &mut self.singular,
            "internal-reductions" => &mut self.internal_reductions,
            "probcut" => &mut self.probcut,
            "countermove" => &mut self.countermove,
            "continuation" => &mut self.continuation,
            "capture-history" => &mut self.capture_history,
            "aspiration" => &mut self.aspiration,
            "keep-table" => &mut self.keep_table,
            "solver" => &mut self.solver,
            _ => return None,
        })
    }
}

/// The names of all techniques, in the order in which players are written.
pub const TECHNIQUES: [&str; 16] = [
    "reductions",
    "late-pruning",
    "futility",
    "reverse-futility",
    "null-move",
    "quiescence",
    "extensions",
    "singular",
    "internal-reductions",
    "probcut",
    "countermove",
    "continuation",
    "capture-history",
    "aspiration",
    "keep-table",
    "solver",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_own_switch() {
        let mut techniques = Techniques::ALL;
        for name in TECHNIQUES {
            let switch = techniques.switch(name).expect(name);
            assert!(*switch, "{name} shares its switch with another technique");
            *switch = false;
        }
        assert_eq!(techniques.switch("magic"), None);
    }
}
