//! A result in words that do not depend on who is to move.

use std::fmt;
use std::str::FromStr;

use plyscope_core::{BadInput, Outcome, Score, Side, Verdict};

/// How a game ends with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This side wins in this many plies, and no sooner if the other side resists as long as it can.
    WinIn(Side, u32),
    /// This side wins by this margin.
    WinBy(Side, u32),
    /// Neither side wins.
    Draw,
}

impl Claim {
    /// What a score means where this side is to move. The score must be decided or a whole number.
    pub fn of(score: Score, side_to_move: Side) -> Claim {
        match score.verdict(true) {
            Verdict::Win(plies) => Claim::WinIn(side_to_move, plies),
            Verdict::Loss(plies) => Claim::WinIn(!side_to_move, plies),
            Verdict::Draw => Claim::Draw,
            Verdict::Estimate(margin) if margin > 0.0 => Claim::WinBy(side_to_move, margin as u32),
            Verdict::Estimate(margin) => Claim::WinBy(!side_to_move, -margin as u32),
        }
    }

    /// The score that means this where that side is to move.
    pub fn score(self, side_to_move: Side) -> Score {
        match self {
            Claim::Draw => Score::EVEN,
            Claim::WinIn(side, plies) if side == side_to_move => Score::win_in(plies),
            Claim::WinIn(_, plies) => Score::loss_in(plies),
            Claim::WinBy(side, margin) if side == side_to_move => Score::estimate(margin.into()),
            Claim::WinBy(_, margin) => Score::estimate(-f64::from(margin)),
        }
    }

    /// Who wins.
    pub fn outcome(self) -> Outcome {
        match self {
            Claim::WinIn(side, _) | Claim::WinBy(side, _) => Outcome::Win(side),
            Claim::Draw => Outcome::Draw,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::WinIn(side, plies) => write!(f, "{} wins in {plies}", side.letter()),
            Claim::WinBy(side, margin) => write!(f, "{} wins by {margin}", side.letter()),
            Claim::Draw => f.write_str("draw"),
        }
    }
}

impl FromStr for Claim {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let side = |word: &str| word.chars().next().filter(|_| word.len() == 1).and_then(Side::from_letter);
        // No game is longer, and no margin larger.
        let number = |word: &str| word.parse().ok().filter(|&number: &u32| number < 10_000);
        let read = match words[..] {
            ["draw"] => Some(Claim::Draw),
            [who, "wins", "in", n] => side(who).zip(number(n)).map(|(side, n)| Claim::WinIn(side, n)),
            [who, "wins", "by", n] => side(who).zip(number(n)).map(|(side, n)| Claim::WinBy(side, n)),
            _ => None,
        };
        read.ok_or_else(|| {
            BadInput::new("a claim is \"x wins in N\", \"o wins in N\", \"x wins by N\", \"o wins by N\" or \"draw\"")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_go_through_text_and_scores() {
        for side in Side::BOTH {
            for claim in [Claim::Draw, Claim::WinIn(side, 9), Claim::WinBy(side, 4)] {
                assert_eq!(claim.to_string().parse(), Ok(claim));
                for to_move in Side::BOTH {
                    assert_eq!(Claim::of(claim.score(to_move), to_move), claim);
                }
            }
        }
        for text in ["", "x wins", "z wins in 3", "x wins in -3", "x wins in 99999999", "draw 3"] {
            assert!(text.parse::<Claim>().is_err(), "{text}");
        }
    }
}
