//! The place of a mistake in a text: its line, and a mark under the character.

/// The line and the column of a byte, both from 1, and the line with a mark under that column, on two lines.
pub(crate) fn place(text: &str, byte: usize) -> (usize, usize, String) {
    let before = text.get(..byte).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let column = before[start..].chars().count();
    (before.matches('\n').count() + 1, column + 1, marked(line, column))
}

/// Characters before the mark, and in all.
const BEFORE: usize = 50;
const SHOWN: usize = 100;

fn marked(line: &str, column: usize) -> String {
    // Only the surroundings of a long line are shown.
    let begin = column.saturating_sub(BEFORE);
    let dots = if begin > 0 { "…" } else { "" };
    // Tabs and other control characters have no fixed width.
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let shown: String = line.chars().skip(begin).take(SHOWN).map(plain).collect();
    let blank = |c: char| if is_wide(c) { WIDE_SPACE } else { ' ' };
    let indent: String = dots.chars().chain(shown.chars().take(column - begin)).map(blank).collect();
    format!("  {dots}{}\n  {indent}^", shown.trim_end())
}

/// A space that takes two columns.
const WIDE_SPACE: char = '\u{3000}';

/// Whether a character takes two columns of a terminal: those of East Asia, and emoji.
fn is_wide(c: char) -> bool {
    matches!(
        u32::from(c),
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF00..=0xFF60
            | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_under_the_character() {
        let text = "name = 1\n\tgame = x\n漢字 = [é, y\n";
        let at = |c: char| text.find(c).expect("it is there");
        assert_eq!(place(text, at('1')), (1, 8, "  name = 1\n         ^".to_owned()));
        assert_eq!(place(text, at('x')), (2, 9, "   game = x\n          ^".to_owned()));
        assert_eq!(place(text, at('y')), (3, 10, "  漢字 = [é, y\n  \u{3000}\u{3000}       ^".to_owned()));
        assert_eq!(place("a = ", 4), (1, 5, "  a =\n      ^".to_owned()));
    }

    #[test]
    fn of_a_long_line_the_surroundings_are_shown() {
        let text = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        let (line, column, shown) = place(&text, 500);
        let lines: Vec<Vec<char>> = shown.lines().map(|line| line.chars().collect()).collect();
        assert_eq!((line, column, lines[0][lines[1].len() - 1]), (1, 501, '!'));
        assert!(lines[0].len() < 110);
    }
}
