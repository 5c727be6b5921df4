//! What a program says about its thinking.

use plyscope_core::Verdict;

/// What a program reports while it thinks, or with its move; whatever it does not say is absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// How far it looked ahead, in plies.
    pub depth: Option<u32>,
    /// How many positions it visited.
    pub nodes: Option<u64>,
    /// What the position is worth to the side that thinks; estimates are in the program's own unit.
    pub value: Option<Verdict>,
    /// The moves it expects, its own first, in spellings that Plyscope reads.
    pub line: Vec<String>,
}

impl Thought {
    /// Takes over whatever a later report says.
    pub fn update(&mut self, later: Thought) {
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        self.value = later.value.or(self.value);
        if !later.line.is_empty() {
            self.line = later.line;
        }
    }
}
