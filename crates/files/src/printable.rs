//! Names, paths and messages for a terminal. A control character in a name could move the cursor, hide text or change
//! the title of the window; so it is shown as `\u{1b}` instead.

use std::borrow::Cow;

/// Text for one line, with all control characters escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_unsafe)
}

/// Text of several lines: line breaks and tabs stay, all other control characters are escaped.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_unsafe(c) && !matches!(c, '\n' | '\t'))
}

/// Control characters, and those that change the direction of the text around them.
fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, is_unsafe: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_other_text_is_not() {
        assert_eq!(printable("größer ≥ 界"), "größer ≥ 界");
        assert_eq!(printable("a\x1B[2Jb\r\n\u{9B}c\x7F"), "a\\u{1b}[2Jb\\r\\n\\u{9b}c\\u{7f}");
        assert_eq!(printable("\u{202E}gpj.exe"), "\\u{202e}gpj.exe");
        assert_eq!(printable_lines("one\n\ttwo\x07"), "one\n\ttwo\\u{7}");
    }
}
