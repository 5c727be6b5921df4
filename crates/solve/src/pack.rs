//! Scores in sixteen bits: wins and losses by their plies, everything else as the whole number that it is.

use plyscope_core::{Score, Verdict};

/// A win in 0 plies. Wins and losses take the outer half of the range, counts the inner one.
const WIN: i16 = 32_000;
const FARTHEST: i16 = 16_000;

/// The score in sixteen bits, in the same order. Must be decided or a whole number; no game here lasts 16,000 plies or
/// has such margins.
#[inline(always)]
pub(crate) fn pack(score: Score) -> i16 {
    match score.verdict(true) {
        Verdict::Win(plies) => WIN - plies as i16,
        Verdict::Loss(plies) => plies as i16 - WIN,
        Verdict::Draw => 0,
        Verdict::Estimate(value) => value as i16,
    }
}

/// The inverse of [`pack`].
#[inline(always)]
pub(crate) fn unpack(packed: i16) -> Score {
    if packed > FARTHEST {
        Score::win_in((WIN - packed) as u32)
    } else if packed < -FARTHEST {
        Score::loss_in((packed + WIN) as u32)
    } else {
        Score::estimate(packed.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_scores_and_their_order() {
        let mut scores: Vec<Score> = (0..2000).map(Score::loss_in).collect();
        scores.extend((-128..=128).map(|margin| Score::estimate(margin.into())));
        scores.extend((0..2000).rev().map(Score::win_in));
        assert!(scores.is_sorted_by_key(|&score| pack(score)));
        assert!(scores.iter().all(|&score| unpack(pack(score)) == score));
    }
}
