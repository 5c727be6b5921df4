//! Why a selective search looks at some positions less deep, deeper or not at all, in words.

use plyscope_core::{Remark, Skip, Test};
use serde::Serialize;
use utoipa::ToSchema;

use crate::numbers::{grouped, number};

/// A move that was not searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SkippedView {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// Why it was not searched.
    pub why: String,
}

/// What a test is called where a move would stand.
pub(crate) fn test_name(test: Test) -> &'static str {
    match test {
        Test::NullMove => "(no move)",
        Test::Verification => "(verification)",
        Test::Singular => "(all other moves)",
        Test::ProbCut => "(shallow search)",
    }
}

/// A remark in words.
pub(crate) fn remark_text(remark: Remark) -> String {
    match remark {
        Remark::Reduced { by, number, history } => {
            format!("reduced by {by}: {} move, history {}", ordinal(number), signed(history))
        }
        Remark::ForcedReply => "one ply deeper: the only reply to a threat".to_owned(),
        Remark::OnlyGoodMove => "one ply deeper: much better than all other moves".to_owned(),
        Remark::Unknown => "one ply less deep: the table has no move to begin with".to_owned(),
        Remark::Safe { margin } => format!("not searched: above the window by more than {}", rounded(margin)),
        Remark::NullMove => "not searched: good enough even without a move".to_owned(),
        Remark::ProbCut { depth } => format!("not searched: a search of depth {depth} lies far outside the window"),
        Remark::SeveralGoodMoves => "not searched: several moves are good enough".to_owned(),
    }
}

/// Why a move was not searched, in words.
pub(crate) fn skip_text(skip: Skip) -> String {
    match skip {
        Skip::Late { tried } => format!("not searched: {tried} moves were tried before it"),
        Skip::Futile { by } => format!("not searched: futile by {}", rounded(by)),
        Skip::Unforced => "not searched: it does not stop the threat".to_owned(),
    }
}

/// The moves that were not searched at a node.
pub(crate) fn skipped_views(skipped: &[(String, Skip)]) -> Vec<SkippedView> {
    skipped.iter().map(|(m, why)| SkippedView { m: m.clone(), why: skip_text(*why) }).collect()
}

/// A heuristic value with one decimal at most.
fn rounded(value: f64) -> String {
    number((value * 10.0).round() / 10.0)
}

/// A number with its sign, as people write it.
fn signed(value: i32) -> String {
    let sign = if value < 0 { "−" } else { "+" };
    format!("{sign}{}", grouped(value.unsigned_abs().into()))
}

/// `first` to `tenth`, then 11th and so on.
fn ordinal(place: u32) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(word) = WORDS.get((place as usize).wrapping_sub(1)) {
        return (*word).to_owned();
    }
    let ending = match (place % 10, place % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_as_people_say_them() {
        let reduced = Remark::Reduced { by: 2, number: 9, history: -310 };
        assert_eq!(remark_text(reduced), "reduced by 2: ninth move, history −310");
        assert_eq!(skip_text(Skip::Futile { by: 180.0 }), "not searched: futile by 180");
        assert_eq!(skip_text(Skip::Late { tried: 12 }), "not searched: 12 moves were tried before it");
        assert_eq!(
            [1, 10, 11, 12, 13, 21, 22, 23, 101, 111].map(ordinal).join(" "),
            "first tenth 11th 12th 13th 21st 22nd 23rd 101st 111th"
        );
    }
}
