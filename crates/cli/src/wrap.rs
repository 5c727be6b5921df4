//! Text in lines of limited width.

/// Words in lines of at most `width` characters. The first line begins with `first`, the others with `rest`.
pub(crate) fn wrapped<'a>(words: impl Iterator<Item = &'a str>, width: usize, first: &str, rest: &str) -> String {
    let (mut text, mut line, mut is_empty) = (String::new(), first.to_owned(), true);
    for word in words {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            text.push_str(&line);
            text.push('\n');
            (line, is_empty) = (rest.to_owned(), true);
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    text + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_asked() {
        let words = "word ".repeat(40);
        let text = wrapped(words.split_whitespace(), 60, "• ", "  ");
        assert!(text.starts_with("• word word"));
        assert!(text.lines().skip(1).all(|line| line.len() <= 60 && line.starts_with("  word")), "{text}");
        assert_eq!(text.matches("word").count(), 40);
    }

    #[test]
    fn a_word_wider_than_a_line_has_its_own() {
        assert_eq!(wrapped(["a", "longest", "b"].into_iter(), 4, "", ""), "a\nlongest\nb\n");
    }
}
