//! Scores and bounds as JSON and as text.

use plyscope_core::{Bound, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

/// What a position is worth to a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ScoreView {
    /// The side wins.
    Win {
        /// Plies until the end of the game.
        plies: u32,
    },
    /// The side loses.
    Loss {
        /// Plies until the end of the game.
        plies: u32,
    },
    /// Neither side can force a win.
    Draw,
    /// Undecided.
    Estimate {
        /// The value of a heuristic, or the mean result of simulations from −1 to 1.
        value: f64,
    },
}

impl From<Verdict> for ScoreView {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win(plies) => ScoreView::Win { plies },
            Verdict::Loss(plies) => ScoreView::Loss { plies },
            Verdict::Draw => ScoreView::Draw,
            Verdict::Estimate(value) => ScoreView::Estimate { value },
        }
    }
}

impl ScoreView {
    /// What the side does: `wins in 3`.
    pub fn text(self) -> String {
        match self {
            ScoreView::Win { plies } => format!("wins in {plies}"),
            ScoreView::Loss { plies } => format!("loses in {plies}"),
            ScoreView::Draw => "draw".to_owned(),
            ScoreView::Estimate { value } => estimate(value),
        }
    }

    /// What was found by simulations: an estimate is the share of the points, as in `62.5 %`.
    pub fn simulated_text(self) -> String {
        match self {
            ScoreView::Estimate { value } => format!("{:.1} %", 50.0 * (value + 1.0)),
            decided => decided.text(),
        }
    }

    /// What a search found, in the unit of that search.
    pub fn found_text(self, is_simulated: bool) -> String {
        if is_simulated { self.simulated_text() } else { self.text() }
    }

    /// What a search found for this side, in the unit of that search: `wins in 3`, `+0.25 for x`.
    pub fn found_text_for(self, side: char, is_simulated: bool) -> String {
        let text = self.found_text(is_simulated);
        if matches!(self, ScoreView::Estimate { .. }) { format!("{text} for {side}") } else { text }
    }

    /// What the position is: `a win in 3`.
    pub fn noun(self) -> String {
        match self {
            ScoreView::Win { plies } => format!("a win in {plies}"),
            ScoreView::Loss { plies } => format!("a loss in {plies}"),
            ScoreView::Draw => "a draw".to_owned(),
            ScoreView::Estimate { value } => estimate(value),
        }
    }

    /// A form for crowded pictures: `win 3`, `−2.5`.
    pub fn short(self) -> String {
        match self {
            ScoreView::Win { plies } => format!("win {plies}"),
            ScoreView::Loss { plies } => format!("loss {plies}"),
            ScoreView::Draw => "draw".to_owned(),
            ScoreView::Estimate { value } => {
                let text = format!("{value:+.3}");
                let text = text.trim_end_matches('0').trim_end_matches('.').replace('-', "−");
                if matches!(text.as_str(), "+" | "−" | "+0" | "−0") { "0".to_owned() } else { text }
            }
        }
    }
}

fn estimate(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value == value.trunc() && value.abs() < 1e15 => format!("{value:+}"),
        value => format!("{value:+.4}"),
    }
}

/// What is known about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoundView {
    /// It is equal to the score.
    Exact,
    /// It is the score or more.
    #[serde(rename = "at least")]
    AtLeast,
    /// It is the score or less.
    #[serde(rename = "at most")]
    AtMost,
}

impl From<Bound> for BoundView {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Exact => BoundView::Exact,
            Bound::Lower => BoundView::AtLeast,
            Bound::Upper => BoundView::AtMost,
        }
    }
}

impl BoundView {
    /// What is written before a score: `≥ ` or `≤ ` if it is only a bound.
    pub fn sign(self) -> &'static str {
        match self {
            BoundView::Exact => "",
            BoundView::AtLeast => "≥ ",
            BoundView::AtMost => "≤ ",
        }
    }

    /// The same in words: `at least ` or `at most `.
    pub fn words(self) -> &'static str {
        match self {
            BoundView::Exact => "",
            BoundView::AtLeast => "at least ",
            BoundView::AtMost => "at most ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_three_texts() {
        let win = ScoreView::from(Verdict::Win(3));
        assert_eq!([win.text(), win.noun(), win.short()], ["wins in 3", "a win in 3", "win 3"]);
        let texts = [-2.0, 0.0, 0.25].map(|value| ScoreView::Estimate { value }.text());
        assert_eq!(texts, ["-2", "0", "+0.2500"]);
        assert_eq!(win.found_text_for('x', false), "wins in 3");
        assert_eq!(ScoreView::Estimate { value: -2.0 }.found_text_for('o', false), "-2 for o");
    }

    #[test]
    fn short_scores_have_no_trailing_zeros() {
        let short = |value| ScoreView::Estimate { value }.short();
        assert_eq!([short(-0.0), short(-2.5), short(100.0), short(0.2174)], ["0", "−2.5", "+100", "+0.217"]);
    }
}
