//! What is wrong with a request, as a sentence for people instead of the words of a parser.

/// Where the fields of requests are described.
const SEE: &str = "/api/openapi.json describes the request";

/// The kinds of complaints of a parser, as their first words.
const KINDS: [&str; 6] =
    ["missing field", "unknown field", "unknown variant", "invalid type", "invalid value", "duplicate field"];

/// A field that is not understood. `detail` is the complaint of the parser, such as
/// ``form.n_games: invalid type: null, expected u32 at line 1 column 51``.
pub(crate) fn field(detail: &str) -> String {
    let detail = without_place(detail);
    let (path, complaint) = match detail.split_once(": ") {
        Some((path, rest)) if !KINDS.iter().any(|kind| detail.starts_with(kind)) => (Some(path), rest),
        _ => (None, detail),
    };
    let at = path.map_or_else(String::new, |path| format!("{path}: "));
    let (kind, rest) = KINDS.iter().find_map(|kind| Some((*kind, complaint.strip_prefix(kind)?))).unwrap_or_default();
    let rest = rest.trim_start_matches([':', ' ']);
    let (what, expected) = rest.split_once(", expected ").unwrap_or((rest, ""));
    match kind {
        "missing field" => {
            let inside = path.map_or_else(String::new, |path| format!("{path}."));
            format!("{inside}{} is missing; {SEE}", unquoted(what))
        }
        "unknown field" => format!("{at}unknown field {:?}; {}", unquoted(what), accepted(expected)),
        "unknown variant" => format!("{at}unknown value {:?}; {}", unquoted(what), accepted(expected)),
        "duplicate field" => format!("{at}{} is given twice; give it once", unquoted(what)),
        "invalid type" | "invalid value" => {
            let subject = if at.is_empty() { "the request " } else { &at };
            format!("{subject}must be {}, not {}", wanted(expected), found(what))
        }
        _ => format!("{at}{}", number(complaint)),
    }
}

/// The position in a text of one line means nothing to someone who filled in a form.
fn without_place(detail: &str) -> &str {
    detail.rfind(" at line ").map_or(detail, |end| &detail[..end])
}

fn unquoted(text: &str) -> &str {
    text.trim_matches('`')
}

/// ``one of `a`, `b` `` as a list.
fn accepted(expected: &str) -> String {
    let names: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    if names.is_empty() { SEE.to_owned() } else { format!("accepted: {}", names.join(", ")) }
}

fn wanted(expected: &str) -> String {
    let known = match expected {
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0",
        "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "string" | "str" => "text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        other if other.starts_with("struct ") || other == "a map" => "an object",
        other => other,
    };
    known.to_owned()
}

fn found(what: &str) -> String {
    match what {
        "null" | "unit value" => "empty".to_owned(),
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => match what.split_once(' ') {
            Some(("string", text)) => text.to_owned(),
            _ => what.split('`').nth(1).unwrap_or(what).to_owned(),
        },
    }
}

/// The standard library's words about numbers.
fn number(complaint: &str) -> &str {
    match complaint {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "must be a whole number from 0, such as 1"
        }
        "number too large to fit in target type" => "the number is too large",
        "number too small to fit in target type" => "the number is too small",
        "invalid float literal" => "must be a number, such as 0.5",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn complaints_become_sentences_with_a_remedy() {
        for (detail, sentence) in [
            (
                "form.n_games: invalid type: null, expected u32 at line 1 column 51",
                "form.n_games: must be a whole number from 0 to 4294967295, not empty",
            ),
            (
                "place: invalid type: integer `3`, expected struct Place at line 1 column 11",
                "place: must be an object, not 3",
            ),
            ("invalid type: null, expected struct Request", "the request must be an object, not empty"),
            ("form.name: invalid type: sequence, expected a string", "form.name: must be text, not a list"),
            (
                "seed: invalid value: integer `-1`, expected u32",
                "seed: must be a whole number from 0 to 4294967295, not -1",
            ),
            (
                "seed: invalid type: string \"one: two\", expected u32",
                "seed: must be a whole number from 0 to 4294967295, not \"one: two\"",
            ),
            ("missing field `game`", "game is missing; /api/openapi.json describes the request"),
            (
                "form: missing field `name` at line 1 column 9",
                "form.name is missing; /api/openapi.json describes the request",
            ),
            (
                "unknown field `depth`, expected one of `place`, `player`, `seed` at line 1 column 3",
                "unknown field \"depth\"; accepted: place, player, seed",
            ),
            (
                "result: unknown variant `foo`, expected one of `win`, `draw`, `loss`",
                "result: unknown value \"foo\"; accepted: win, draw, loss",
            ),
            ("seed: invalid digit found in string", "seed: must be a whole number from 0, such as 1"),
        ] {
            assert_eq!(field(detail), sentence);
        }
    }
}
