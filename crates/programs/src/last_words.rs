//! The end of what a program wrote to its standard error.

/// Bytes that are kept.
const KEPT: usize = 4096;
/// Lines that are shown.
const SHOWN: usize = 12;

/// The last bytes of a stream of any length.
#[derive(Debug, Default)]
pub(crate) struct LastWords {
    bytes: Vec<u8>,
}

impl LastWords {
    pub(crate) fn add(&mut self, more: &[u8]) {
        let tail = &more[more.len().saturating_sub(KEPT)..];
        let excess = (self.bytes.len() + tail.len()).saturating_sub(KEPT);
        self.bytes.drain(..excess.min(self.bytes.len()));
        self.bytes.extend_from_slice(tail);
    }

    /// The last lines, without control characters; empty if there are none.
    pub(crate) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let lines: Vec<String> = text
            .lines()
            .map(|line| line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>())
            .filter(|line| !line.trim().is_empty())
            .collect();
        lines[lines.len().saturating_sub(SHOWN)..].join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut words = LastWords::default();
        assert_eq!(words.text(), "");
        for line in 0..100_000 {
            words.add(format!("line {line}\n").as_bytes());
        }
        assert!(words.bytes.len() <= KEPT && words.bytes.capacity() <= 4 * KEPT);
        let text = words.text();
        assert_eq!(text.lines().count(), SHOWN);
        assert!(text.starts_with("line 99988\n") && text.ends_with("line 99999"), "{text}");
        words.add(&[b'x'; 3 * KEPT]);
        assert_eq!(words.text(), "x".repeat(KEPT));
        words.add(b"\n\x1b[31mred\x07\n\n");
        assert!(words.text().ends_with("\n [31mred "), "{:?}", words.text());
    }
}
