//! Solved samples on disk, because solving is what takes time.
//!
//! A text file: what it is, what was asked, one line for each position (its ply, what its moves are worth, the
//! position), and at the end a checksum of everything before. A file that is damaged, of another version or for other
//! positions is not used.
//!
//! ```text
//! plyscope truth 1
//! pawn:6x6 from oooooo/…/xxxxxx x: 1000 positions, …
//! 17  w3 l4 0  .o..…/… x
//! unsolved 2
//! end 8c7f…
//! ```

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyscope_core::{Score, Verdict};
use plyscope_solve::Solvable;

use crate::sample::{Item, Sample};

const HEAD: &str = "plyscope truth 1";

/// The file that holds the answer to a question.
pub(crate) fn file(folder: &Path, game: &str, question: &str) -> PathBuf {
    let word: String = game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    folder.join(format!("{word}-{:016x}.truth", checksum(question)))
}

/// Writes a sample under another name first, so that half a file is never found.
pub(crate) fn write<G: Solvable>(file: &Path, question: &str, sample: &Sample<G>) -> io::Result<()> {
    let mut text = format!("{HEAD}\n{question}\n");
    for Item { position, ply, scores } in &sample.items {
        let scores: Vec<String> = scores.iter().map(|&score| score_text(score)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{ply}\t{}\t{}", scores.join(" "), position.position_text());
    }
    let _ = writeln!(text, "unsolved {}", sample.unsolved);
    let _ = writeln!(text, "end {:016x}", checksum(&text));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let unfinished = file.with_extension(format!("{}.part", std::process::id()));
    fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, file)).inspect_err(|_| {
        // The error that counts is the first one.
        let _ = fs::remove_file(&unfinished);
    })
}

/// The largest file that is read: a million positions of the largest board take half of it.
const MAX_BYTES: u64 = 1 << 29;

/// The text of a plain file. A device may have no end.
fn text_of(file: &Path) -> io::Result<String> {
    let about = fs::metadata(file)?;
    if !about.is_file() || about.len() > MAX_BYTES {
        return Err(io::Error::other("no file that was written here"));
    }
    fs::read_to_string(file)
}

/// The sample of a file; `Ok(None)` if there is no file. An error says what is wrong with the file.
pub(crate) fn read<G: Solvable>(
    file: &Path,
    question: &str,
    variant: &G::Variant,
) -> Result<Option<Sample<G>>, &'static str> {
    let text = match text_of(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(_) => return Err("cannot be read"),
    };
    if text.lines().next() != Some(HEAD) {
        return Err("was not written by this version");
    }
    let (body, end) = text.trim_end_matches('\n').rsplit_once("\nend ").ok_or("is not complete")?;
    if u64::from_str_radix(end, 16) != Ok(checksum(&format!("{body}\n"))) {
        return Err("is damaged");
    }
    let mut lines = body.lines().skip(1);
    if lines.next() != Some(question) {
        return Err("is for other positions");
    }
    let (mut items, mut unsolved) = (Vec::new(), 0);
    for line in lines {
        match line.strip_prefix("unsolved ") {
            Some(n) => unsolved = n.parse().map_err(|_| "is damaged")?,
            None => items.push(item(line, variant).ok_or("does not fit the rules of the game")?),
        }
    }
    Ok(Some(Sample { items, unsolved }))
}

fn item<G: Solvable>(line: &str, variant: &G::Variant) -> Option<Item<G>> {
    let mut parts = line.splitn(3, '\t');
    let (ply, scores, text) = (parts.next()?, parts.next()?, parts.next()?);
    let position = G::read_position(variant, text).ok()?;
    let scores: Vec<Score> = scores.split(' ').map(read_score).collect::<Option<_>>()?;
    let fits = position.outcome().is_none() && position.moves().count() == scores.len();
    fits.then_some(Item { position, ply: ply.parse().ok()?, scores })
}

/// `w3` wins in 3, `l4` loses in 4, a number is a margin and 0 a draw.
fn score_text(score: Score) -> String {
    match score.verdict(true) {
        Verdict::Win(plies) => format!("w{plies}"),
        Verdict::Loss(plies) => format!("l{plies}"),
        Verdict::Draw => "0".to_owned(),
        Verdict::Estimate(margin) => margin.to_string(),
    }
}

fn read_score(text: &str) -> Option<Score> {
    if let Some(plies) = text.strip_prefix('w') {
        return plies.parse().ok().filter(|&plies: &u32| plies < 100_000).map(Score::win_in);
    }
    if let Some(plies) = text.strip_prefix('l') {
        return plies.parse().ok().filter(|&plies: &u32| plies < 100_000).map(Score::loss_in);
    }
    text.parse().ok().filter(|margin: &f64| margin.is_finite()).map(Score::estimate)
}

/// FNV-1a, which finds damage as well as any hash; these files need no protection against forgery.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the FNV test suite (Fowler, Noll, Vo).
    #[test]
    fn published_checksums() {
        assert_eq!(checksum(""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(checksum("a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(checksum("foobar"), 0x8594_4171_F739_67E8);
    }

    /// Reading it would never end.
    #[cfg(unix)]
    #[test]
    fn a_device_is_no_truth() {
        assert!(text_of(Path::new("/dev/zero")).is_err());
        assert!(text_of(&std::env::temp_dir()).is_err());
    }

    #[test]
    fn scores_go_through_text() {
        let mut scores: Vec<Score> = (0..50).flat_map(|n| [Score::win_in(n), Score::loss_in(n)]).collect();
        scores.extend((-64..=64).map(|margin| Score::estimate(margin.into())));
        assert!(scores.iter().all(|&score| read_score(&score_text(score)) == Some(score)));
        assert!(["", "w", "l-1", "w9999999", "inf", "nan", "x"].iter().all(|text| read_score(text).is_none()));
    }
}
