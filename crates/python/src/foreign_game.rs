//! A game in Python as a game of the registry: rules, text and picture.

use std::sync::Arc;

use plyscope_core::{About, BadInput, Cell, CellShape, Draw, Game, Insight, Notation, Outcome, Picture, Pieces, Side};
use plyscope_registry::Judged;

use crate::foreign::{Foreign, Named};

static ABOUT: About = About {
    id: "outside",
    name: "Your own game",
    summary: "A game whose rules are written in Python.",
    sizes: "NAME (a game that was registered)",
    default: "",
    // More than one, so that specs have a name.
    variants: &["", ""],
    odd_variants: &[],
    small_variant: "",
    options: &[],
    symmetries: &[],
};

impl Game for Foreign {
    type Move = u32;
    type Variant = Named;

    fn start(variant: &Named) -> Self {
        Foreign::start(&variant.0)
    }

    fn side_to_move(&self) -> Side {
        self.side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        self.moves()
    }

    fn play(&mut self, m: u32) {
        self.play(m);
    }

    fn key(&self) -> u64 {
        self.key()
    }
}

/// What stands for the moves where there are none yet.
const START: &str = "start";

impl Notation for Foreign {
    const ABOUT: &'static About = &ABOUT;

    /// The moves that led here: rules in Python need no text for their states.
    fn position_text(&self) -> String {
        let moves: Vec<String> = self.path().iter().map(|&m| self.rules.move_text(m)).collect();
        if moves.is_empty() { START.to_owned() } else { moves.join(" ") }
    }

    fn read_position(variant: &Named, text: &str) -> Result<Self, BadInput> {
        let mut position = Foreign::start(&variant.0);
        if text.trim() == START {
            return Ok(position);
        }
        for m in position.read_game(text)? {
            position.play(m);
        }
        Ok(position)
    }

    fn move_text(&self, m: u32) -> String {
        self.rules.move_text(m)
    }

    fn move_form() -> &'static str {
        "what the game's moves() names"
    }

    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|outcome| if outcome == Outcome::Draw { "draw" } else { "won" })
    }
}

impl Draw for Foreign {
    fn picture(&self) -> Picture {
        let rows = self.board();
        let n_rows = rows.len();
        let mut cells = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            for (column, letter) in text.chars().filter(|c| !c.is_whitespace()).enumerate() {
                let name = cell_name(column, n_rows - row);
                let piece = Side::from_letter(letter.to_ascii_lowercase());
                cells.push(Cell { name, x: 2 * column as i32, row: row as i32, piece, end_mark: None });
            }
        }
        Picture { shape: CellShape::Square, pieces: Pieces::Discs, cells }
    }

    /// The cells that the text of a move names, such as both of `a2-a3`.
    fn move_cells(&self, m: u32) -> Vec<String> {
        let text = self.rules.move_text(m);
        let is_cell = |word: &&str| {
            let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
            digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let names: Vec<&str> = text.split(['-', 'x']).filter(is_cell).collect();
        let cells = self.picture().cells;
        let known = |name: &&str| cells.iter().any(|cell| cell.name == *name);
        names.into_iter().filter(known).map(str::to_owned).collect()
    }
}

/// The name of a cell: a letter for the column, and the row from the bottom.
fn cell_name(column: usize, row: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let first = (column >= 26).then(|| letter(column / 26 - 1));
    first.into_iter().chain([letter(column)]).collect::<String>() + &row.to_string()
}

impl Judged for Foreign {
    fn plays_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }
}

impl Insight for Foreign {}
