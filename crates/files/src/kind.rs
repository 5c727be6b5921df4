//! Kinds of files that the program writes, and how it recognises its own.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// What a file is written as. An existing file may be replaced by one of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A report as HTML.
    Html,
    /// Games as comma-separated values.
    Csv,
    /// Games as JSON Lines.
    Jsonl,
    /// Games in the style of PGN.
    Pgn,
    /// Games as Parquet.
    Parquet,
    /// A picture as SVG.
    Svg,
    /// A picture as PNG.
    Png,
    /// A proof of a result.
    Proof,
    /// Tables as Markdown.
    Markdown,
    /// A game of `play`.
    SavedGame,
    /// A manual page.
    ManualPage,
    /// What `plyscope learn` learnt.
    Heuristic,
}

/// The bytes at the beginning of a file that tell what it is.
const HEAD: u64 = 8192;

/// What every SQLite database begins with.
pub(crate) const SQLITE: &[u8] = b"SQLite format 3\0";

impl FileKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            FileKind::Html => "HTML report",
            FileKind::Csv => "CSV export",
            FileKind::Jsonl => "JSON Lines export",
            FileKind::Pgn => "PGN export",
            FileKind::Parquet => "Parquet export",
            FileKind::Svg => "SVG picture",
            FileKind::Png => "PNG picture",
            FileKind::Proof => "proof",
            FileKind::Markdown => "Markdown export",
            FileKind::SavedGame => "saved game",
            FileKind::ManualPage => "manual page",
            FileKind::Heuristic => "heuristic",
        }
    }

    /// Whether a file was written as this kind, judged by its beginning.
    pub(crate) fn is_ours(self, file: &mut File, head: &[u8]) -> bool {
        let text = String::from_utf8_lossy(head);
        let both = |start: &str, part: &str| text.starts_with(start) && text.contains(part);
        match self {
            FileKind::Html => both("<!DOCTYPE html>", " – Plyscope</title>"),
            FileKind::Csv => text.starts_with("run,game,first,second,"),
            FileKind::Jsonl => both("{\"run\":", ",\"first\":\"") && text.contains(",\"second\":\""),
            FileKind::Pgn => both("[Event \"", "\n[Seed \""),
            FileKind::Parquet => head.starts_with(b"PAR1") && has_our_columns(file).unwrap_or(false),
            FileKind::Svg => {
                // The fonts of boards and trees, and the style of plots.
                both("<svg xmlns=", "font-family=\"'DejaVu Sans', Verdana")
                    || both("<svg xmlns=", "<style>text{font:11px system-ui")
            }
            FileKind::Png => head.starts_with(b"\x89PNG") && contains(head, b"tEXtSoftware\0Plyscope"),
            FileKind::Proof => text.starts_with("plyscope proof "),
            FileKind::Markdown => text.contains("Written by `plyscope "),
            FileKind::SavedGame => both("game: ", "\nmoves:"),
            FileKind::ManualPage => text.contains("\n.TH plyscope"),
            FileKind::Heuristic => text.starts_with("plyscope heuristic "),
        }
    }
}

/// The beginning of a file.
pub(crate) fn head(file: &mut File) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// The schema of a Parquet file is at the beginning of its footer, whose length is in the last 8 bytes.
fn has_our_columns(file: &mut File) -> std::io::Result<bool> {
    let mut end = [0; 8];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut end)?;
    let length = u32::from_le_bytes([end[0], end[1], end[2], end[3]]);
    file.seek(SeekFrom::End(-8 - i64::from(length)))?;
    Ok(contains(&head(file)?, b"first_depth_sum"))
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
