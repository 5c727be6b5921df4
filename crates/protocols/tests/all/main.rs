//! Messages and translations, by themselves, in transcripts and against the real programs.

mod breakthrough;
mod engines;
mod gtp;
mod lines;
mod nboard;
mod reversi;
mod text;
mod uci;

/// The lines that a transcript of `tests/data` marks with this sign.
fn said<'a>(transcript: &'a str, sign: &str) -> Vec<&'a str> {
    transcript.lines().filter_map(|line| line.strip_prefix(sign)).map(str::trim_start).collect()
}
