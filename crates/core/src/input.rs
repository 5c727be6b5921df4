//! Errors for specs, positions and moves that cannot be understood.

use std::fmt;

/// One clear sentence about text that was not understood: what was read, what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput(String);

impl BadInput {
    /// An error with this sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        BadInput(sentence.into())
    }

    /// An unknown name, with the nearest known one and all that are accepted.
    pub fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Self {
        let suggestion =
            nearest(name, known.clone()).map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"));
        let all = known.into_iter().collect::<Vec<_>>().join(", ");
        BadInput(format!("unknown {kind} {:?}{suggestion}; known: {all}", shown(name)))
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// The known name that is most likely meant, if any is near: at most one edit for each three letters.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.len().max(name.len()).div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// At most 60 characters of what a person typed: an error quotes the input, it does not repeat a whole file.
fn shown(text: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MAX_CHARACTERS).chain(std::iter::once('…')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        let known = ["tictactoe", "reversi", "pawn", "pawned"];
        assert_eq!(nearest("reversy", known), Some("reversi"));
        assert_eq!(nearest("PAWN", known), Some("pawn"));
        assert_eq!(nearest("pwan", known), Some("pawn"));
        assert_eq!(nearest("chess", known), None);
        assert_eq!(nearest("", known), None);
    }

    #[test]
    fn long_input_is_cut_in_the_message() {
        let message = BadInput::unknown("game", &"é".repeat(5000), ["pawn"]).to_string();
        assert!(message.chars().count() < 120, "{message}");
    }
}
