//! What can be typed during a game.

use plyscope_core::BadInput;

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Play this move.
    Move(String),
    /// Play the move with this number in the list.
    Pick(usize),
    /// List the legal moves.
    Moves,
    /// Show the board.
    Board,
    /// Take back to the person's last turn.
    Undo,
    /// A good move, and why.
    Hint,
    /// The value of a heuristic.
    Evaluation(Option<String>),
    /// The line of best play.
    Line,
    /// Give up.
    Resign,
    /// Write the game to a file.
    Save(String),
    /// Continue a game from a file.
    Load(String),
    /// Show the game from its beginning.
    Replay,
    /// Start again.
    New,
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// The commands with their short forms and meanings, as the help shows them.
pub(super) const HELP: [(&str, &str); 14] = [
    ("a move", "play it, in any notation of the game"),
    ("a number", "play the move with this number in the list"),
    ("moves, m", "list the legal moves with their numbers"),
    ("board, b", "show the board again"),
    ("undo, u", "take back your last move"),
    ("hint, h", "a good move, and why"),
    ("eval, e [HEURISTIC]", "the value of a heuristic here, and its terms"),
    ("line, l", "the line of best play from here"),
    ("resign", "give up the game"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "continue a game from a file"),
    ("replay", "show the game from its beginning"),
    ("new", "start again"),
    ("quit, q", "leave (so do Ctrl-D and Ctrl-C)"),
];

/// All words that are not moves, for completion.
pub(super) const WORDS: [&str; 13] =
    ["moves", "board", "undo", "hint", "eval", "line", "resign", "save", "load", "replay", "new", "help", "quit"];

/// Reads a line. What is not a command is taken for a move.
pub(super) fn read(typed: &str) -> Result<Word, BadInput> {
    let typed = typed.trim();
    let (first, rest) = typed.split_once(char::is_whitespace).map_or((typed, ""), |(first, rest)| (first, rest.trim()));
    let file = |word: &str| match rest {
        "" => Err(BadInput::new(format!("{word} needs the name of a file, for example {word} game.txt"))),
        name => Ok(name.to_owned()),
    };
    let word = match first.to_lowercase().as_str() {
        "save" => return file("save").map(Word::Save),
        "load" => return file("load").map(Word::Load),
        "eval" | "e" => return Ok(Word::Evaluation((!rest.is_empty()).then(|| rest.to_owned()))),
        // Andantino's "10 J" begins with a number too, but is two words.
        number if rest.is_empty() && number.parse::<usize>().is_ok() => {
            return Ok(Word::Pick(number.parse().unwrap_or(0)));
        }
        "moves" | "m" => Word::Moves,
        "board" | "b" => Word::Board,
        "undo" | "u" => Word::Undo,
        "hint" | "h" => Word::Hint,
        "line" | "l" => Word::Line,
        "resign" => Word::Resign,
        "replay" => Word::Replay,
        "new" => Word::New,
        "help" | "?" => Word::Help,
        "quit" | "q" | "exit" => Word::Quit,
        _ => return Ok(Word::Move(typed.to_owned())),
    };
    if rest.is_empty() {
        Ok(word)
    } else {
        Err(BadInput::new(format!("{first} takes no argument, but {rest:?} follows it")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_moves_are_told_apart() {
        assert_eq!(read(" 12 ").unwrap(), Word::Pick(12));
        assert_eq!(read("10 J").unwrap(), Word::Move("10 J".into()));
        assert_eq!(read("a2-a3").unwrap(), Word::Move("a2-a3".into()));
        assert_eq!(read("Undo").unwrap(), Word::Undo);
        assert_eq!(read("save my game.txt").unwrap(), Word::Save("my game.txt".into()));
        assert_eq!(read("eval").unwrap(), Word::Evaluation(None));
        assert_eq!(read("eval {2*pieces}").unwrap(), Word::Evaluation(Some("{2*pieces}".into())));
        assert!(read("save").is_err() && read("undo 3").is_err());
        // More digits than any list has.
        assert_eq!(read("99999999999999999999999").unwrap(), Word::Move("99999999999999999999999".into()));
    }

    #[test]
    fn every_word_is_understood_and_in_the_help() {
        for word in WORDS {
            let needs_file = ["save", "load"].contains(&word);
            let typed = if needs_file { format!("{word} f") } else { word.to_owned() };
            assert!(!matches!(read(&typed).unwrap(), Word::Move(_)), "{word}");
            assert!(word == "help" || HELP.iter().any(|(words, _)| words.starts_with(word)), "{word}");
        }
    }
}
