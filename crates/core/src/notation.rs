//! How people write a game: its name, its positions, its moves and why it ended.

use crate::{BadInput, Game};

/// What a game is called and which specs it accepts, for lists, help and error messages.
#[derive(Debug)]
pub struct About {
    /// The word before the colon of a spec.
    pub id: &'static str,
    /// The full name.
    pub name: &'static str,
    /// One sentence of rules.
    pub summary: &'static str,
    /// The accepted sizes, in words.
    pub sizes: &'static str,
    /// What follows the colon when nothing is given.
    pub default: &'static str,
    /// Variants worth knowing, each in its canonical form; lists show them and tests go through them.
    pub variants: &'static [&'static str],
    /// More variants for tests: narrow and wide boards, boards larger than a machine word, rare options.
    pub odd_variants: &'static [&'static str],
    /// A variant so small that plain minimax sees far; `plyscope verify` compares searches on it.
    pub small_variant: &'static str,
    /// The options that may follow the size.
    pub options: &'static [Choice],
    /// What turns every position into one that plays alike, besides doing nothing. One symmetry after another gives
    /// more of them, which need not be listed.
    pub symmetries: &'static [Symmetry],
}

/// A way to turn a board, and perhaps to exchange the sides, that the rules do not notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Left and right are exchanged.
    Mirror,
    /// Top and bottom are exchanged.
    UpsideDown,
    /// Rows and columns are exchanged, on boards with as many rows as columns.
    Transpose,
    /// A hexagon is turned by a sixth.
    HexagonTurn,
    /// A hexagon is reflected: letters and numbers of the cells are exchanged.
    HexagonMirror,
    /// The pieces and the turn of the two sides are exchanged.
    SwapSides,
    /// Top and bottom are exchanged, and the sides with them: each goes the other way.
    SwapSidesUpsideDown,
}

/// One option of a game spec.
#[derive(Debug)]
pub struct Choice {
    /// The word before `=`, or the whole option if it takes no value.
    pub name: &'static str,
    /// The accepted values; empty if the option takes none.
    pub values: &'static [&'static str],
    /// The value that holds when the option is not given; empty means off.
    pub default: &'static str,
    /// Short description.
    pub meaning: &'static str,
}

/// Text of a game, in both directions.
pub trait Notation: Game {
    /// Names and accepted specs.
    const ABOUT: &'static About;

    /// The canonical text of this position; [`Notation::read_position`] gives the position back.
    fn position_text(&self) -> String;

    /// The position that a text describes.
    ///
    /// # Errors
    /// If the text does not have the form or size of this variant, or the rules cannot produce the position.
    fn read_position(variant: &Self::Variant, text: &str) -> Result<Self, BadInput>;

    /// The canonical text of a legal move of this position.
    fn move_text(&self, m: Self::Move) -> String;

    /// Whether a text, already trimmed and in small letters, is one of the accepted spellings of a legal move.
    fn spells(&self, m: Self::Move, text: &str) -> bool {
        self.move_text(m) == text
    }

    /// The form of a move in words, for error messages.
    fn move_form() -> &'static str;

    /// Why the game ended, in a word or two; `None` while it goes on.
    fn reason(&self) -> Option<&'static str>;

    /// The moves of a game text, one by one, separated by white space or commas.
    fn split_moves(text: &str) -> Vec<String> {
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// A move that people leave out of a game text before `next`, such as Reversi's forced pass.
    fn implied_move(&self, next: &str) -> Option<Self::Move> {
        let _ = next;
        None
    }

    /// The moves of a game text that begins in this position.
    ///
    /// # Errors
    /// If a move is not legal where it stands; the error says which one.
    fn read_game(&self, text: &str) -> Result<Vec<Self::Move>, BadInput> {
        let (mut position, mut moves) = (self.clone(), Vec::new());
        for (index, word) in Self::split_moves(text).iter().enumerate() {
            if let Some(implied) = position.implied_move(word) {
                position.play(implied);
                moves.push(implied);
            }
            let m = position.read_move(word).map_err(|error| BadInput::new(format!("move {}: {error}", index + 1)))?;
            position.play(m);
            moves.push(m);
        }
        Ok(moves)
    }

    /// The legal move that a text names, in any accepted spelling.
    ///
    /// # Errors
    /// If no legal move of this position is spelled so; the sentence shows the form and some legal moves.
    fn read_move(&self, text: &str) -> Result<Self::Move, BadInput> {
        if self.outcome().is_some() {
            let why = self.reason().unwrap_or("decided");
            return Err(BadInput::new(format!("the game is over ({why}), so {text:?} cannot be played")));
        }
        let spelled = text.trim().to_lowercase();
        let moves: Vec<_> = self.moves().collect();
        if let Some(&m) = moves.iter().find(|&&m| self.spells(m, &spelled)) {
            return Ok(m);
        }
        const SHOWN: usize = 6;
        let some = moves.iter().take(SHOWN).map(|&m| self.move_text(m)).collect::<Vec<_>>().join(", ");
        let more = if moves.len() > SHOWN { format!(", … ({} in all)", moves.len()) } else { String::new() };
        let form = Self::move_form();
        Err(BadInput::new(format!("{text:?} is not a legal move here; a move is {form}; legal now: {some}{more}")))
    }
}
