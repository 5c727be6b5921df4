//! Transcripts: lines after `> ` are sent, lines after `< ` must come back, in this order and nothing else. `…` stands
//! for anything.

use plyscope_protocols::Protocol;

use crate::talk::Talk;

fn agrees(said: &str, expected: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = said.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut is_open = false;
    for part in parts {
        is_open = part.is_empty();
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    is_open || rest.is_empty()
}

/// Holds a conversation as written down. It must end there.
pub(crate) fn follow(game: &str, player: &str, protocol: Protocol, transcript: &str) {
    let mut talk = Talk::new(game, player, protocol);
    for line in transcript.lines() {
        match line.split_at_checked(2) {
            Some(("> ", sent)) => talk.send(sent),
            Some(("< ", expected)) => {
                let said = talk.line();
                assert!(agrees(&said, expected), "expected {expected:?}, but it said {said:?}");
            }
            _ => assert!(line.is_empty() || line == "<" && talk.line().is_empty(), "expected an empty line"),
        }
    }
    let (_, rest) = talk.ended();
    assert_eq!(rest, [""; 0], "said after the end of the transcript");
}

#[test]
fn a_transcript_has_places_for_anything() {
    for (said, expected, is_so) in [
        ("abc", "abc", true),
        ("abc", "a…", true),
        ("abc", "…c", true),
        ("abc", "a…c", true),
        ("abc", "…", true),
        ("abc", "ab", false),
        ("abc", "b…", false),
        ("abc", "a…d", false),
        ("abc", "…b", false),
    ] {
        assert_eq!(agrees(said, expected), is_so, "{said} {expected}");
    }
}
