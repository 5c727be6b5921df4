//! Blanks in the text of players, `<name>`, which sweeps and tuning fill with numbers.

/// Whether a text has this blank.
pub fn has_blank(text: &str, name: &str) -> bool {
    text.contains(&blank(name))
}

/// The text with these values in its blanks.
pub fn fill_blanks(text: &str, values: &[(String, String)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&blank(name), value))
}

/// The first blank of a text. A comparison in a formula is none.
pub fn first_blank(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(begin) = rest.find('<') {
        rest = &rest[begin..];
        let end = rest.find('>')?;
        let name = &rest[1..end];
        if !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_') {
            return Some(&rest[..=end]);
        }
        rest = &rest[1..];
    }
    None
}

fn blank(name: &str) -> String {
    format!("<{name}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_not_comparisons() {
        let text = "alphabeta+{if(pieces<3,<a>,2)*(1>0)}@depth=<deep>";
        assert_eq!(first_blank(text), Some("<a>"));
        let filled = fill_blanks(text, &[("a".to_owned(), "0.5".to_owned())]);
        assert!(has_blank(&filled, "deep") && !has_blank(&filled, "a"));
        assert_eq!(first_blank(&filled), Some("<deep>"));
        let filled = fill_blanks(&filled, &[("deep".to_owned(), "3".to_owned())]);
        assert_eq!((&filled[..], first_blank(&filled)), ("alphabeta+{if(pieces<3,0.5,2)*(1>0)}@depth=3", None));
        assert_eq!(first_blank("a<=b<>c"), None);
    }
}
