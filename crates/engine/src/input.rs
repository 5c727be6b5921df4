//! Reading lines in a thread of its own, because a read cannot be interrupted.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;

use crate::Event;

/// What was read.
pub(crate) enum Input {
    /// A line without its end.
    Line(String),
    /// There is no more.
    End,
}

/// The longest line that is kept. A game of NBoard has some thousand characters.
const LONGEST: u64 = 1 << 20;

/// Sends every line, and then the end. An error of reading is the end too.
pub(crate) fn spawn(input: impl Read + Send + 'static, events: Sender<Event>) {
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(line) = read_line(&mut input) {
            if events.send(Event::Input(Input::Line(line))).is_err() {
                return;
            }
        }
        // If nobody listens any more, nobody needs to know.
        let _ = events.send(Event::Input(Input::End));
    });
}

/// The next line; of one that is too long only the beginning.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let n_read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
    if n_read == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_have_a_longest_length() {
        let long = "a".repeat(3 << 20);
        let text = format!("one\r\ntwo\n\n{long}\nlast");
        let mut input = text.as_bytes();
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input)).collect();
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [3, 3, 0, 1 << 20, 4]);
        assert_eq!(read_line(&mut &b"\xff\xfe\n"[..]).as_deref(), Some("\u{fffd}\u{fffd}"), "no text at all");
    }
}
