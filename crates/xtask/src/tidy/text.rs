//! Rules for the text of files: how they begin, how long they and their lines are, and which words they avoid.

use std::path::Path;

/// Files that are checked, by the ends of their names.
pub(super) const EXTENSIONS: [&str; 8] = ["rs", "md", "svelte", "ts", "css", "toml", "py", "pyi"];

/// Lines that a source file may have; a longer one hides a concept that deserves its own file.
const MAX_LINES: usize = 500;

/// Columns that a line may have. `rustfmt.toml` says the same for code.
const MAX_COLUMNS: usize = 120;

/// Words that plain English rarely uses, and what says the same.
const WORDS: [(&str, &str); 10] = [
    ("so many", "a number, or `this many`"),
    ("whoever", "a side that, a player that"),
    ("shall", "will, must, should"),
    ("foretell", "predict"),
    ("parted by", "separated by"),
    ("anew", "again"),
    ("has not the", "does not have the, lacks the"),
    ("to be had", "available, can be reproduced"),
    ("beyond doubt", "the p value"),
    ("everybody", "all players, each of them"),
];

/// This file has the words of the list in it.
const LIST: &str = "crates/xtask/src/tidy/text.rs";

/// Checks how a Rust file begins and how long it is.
pub(super) fn check_source(file: &Path, text: &str, faults: &mut Vec<String>) {
    let name = file.display();
    if !text.starts_with("//!") {
        faults.push(format!("{name}:1: a file begins with `//!` and what it is for"));
    }
    let n_lines = text.lines().count();
    if n_lines > MAX_LINES {
        faults.push(format!("{name}: {n_lines} lines; split files of more than {MAX_LINES}"));
    }
    for (index, line) in text.lines().enumerate() {
        if line.ends_with(char::is_whitespace) {
            faults.push(format!("{name}:{}: space at the end of the line", index + 1));
        }
    }
}

/// Checks the lines of a file: their length and their words.
pub(super) fn check_prose(file: &Path, text: &str, faults: &mut Vec<String>) {
    let name = file.display();
    let is_markdown = file.extension().is_some_and(|extension| extension == "md");
    // `plyscope reproduce` writes the tables of the studies, with a line for each note.
    let is_generated = name.to_string().ends_with("-tables.md");
    let mut block: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```").filter(|_| is_markdown);
        if let Some(language) = fence {
            block = if block.is_none() { Some(language.trim()) } else { None };
        }
        let n_columns = line.chars().count();
        let may_be_long = is_markdown && (block.is_some_and(is_output) || is_table_row(line) || is_link(line));
        if n_columns > MAX_COLUMNS && !may_be_long && !is_generated {
            faults.push(format!("{name}:{}: {n_columns} columns; break lines at {MAX_COLUMNS}", index + 1));
        }
        for (word, better) in found_words(line).filter(|_| file != Path::new(LIST)) {
            faults.push(format!("{name}:{}: `{word}`: say {better}", index + 1));
        }
    }
}

/// Whether a code block in Markdown shows what a program printed. It cannot be broken.
fn is_output(language: &str) -> bool {
    matches!(language, "" | "console" | "text")
}

fn is_table_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Whether a line holds one link and nothing else, except for what makes it an item of a list.
fn is_link(line: &str) -> bool {
    let item = line.trim().trim_start_matches(['-', '*', '!', ' ']).trim_end_matches(['.', ',', ';']);
    let is_inline = item.starts_with('[') && item.ends_with(')') && item.matches("](").count() == 1;
    let is_definition = item.starts_with('[') && item.contains("]: ");
    let is_address = item.trim_start_matches('<').starts_with("http") && !item.contains(' ');
    is_inline || is_definition || is_address
}

/// The words of the list that a line uses.
fn found_words(line: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let line = line.to_lowercase();
    WORDS.into_iter().filter(move |(word, _)| {
        line.match_indices(word).any(|(at, _)| {
            let rest = &line[at + word.len()..];
            let is_whole = !line[..at].ends_with(char::is_alphanumeric) && !rest.starts_with(char::is_alphanumeric);
            // `So many games that …` is plain English; `so many games` alone is not.
            is_whole && !(*word == "so many" && rest.contains(" that "))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose(file: &str, text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        check_prose(Path::new(file), text, &mut faults);
        faults
    }

    #[test]
    fn a_source_file_begins_with_what_it_is_for_and_ends_in_time() {
        let n_faults = |text: &str| {
            let mut faults = Vec::new();
            check_source(Path::new("a.rs"), text, &mut faults);
            faults.len()
        };
        assert_eq!(n_faults("//! For tests.\n"), 0);
        assert_eq!(n_faults("fn main() {}\n"), 1);
        assert_eq!(n_faults("//! For tests. \n"), 1);
        assert_eq!(n_faults(&"//!\n".repeat(MAX_LINES)), 0);
        assert_eq!(n_faults(&"//!\n".repeat(MAX_LINES + 1)), 1);
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let long = "é".repeat(MAX_COLUMNS + 1);
        for file in ["a.rs", "a.md", "a.svelte", "a.ts", "a.css"] {
            assert_eq!(prose(file, &long[2..]), [""; 0], "{file}");
            assert!(prose(file, &long)[0].contains(":1: 121 columns"), "{file}");
        }
    }

    #[test]
    fn what_cannot_be_broken_may_be_long() {
        let long = "x".repeat(MAX_COLUMNS);
        for text in [
            format!("| {long} |"),
            format!("- [text]({long})."),
            format!("[name]: {long}"),
            format!("<https://{long}>"),
            format!("```console\n$ {long}\n```"),
            format!("```\n{long}x\n```"),
        ] {
            assert_eq!(prose("a.md", &text), [""; 0], "{text}");
            assert_eq!(prose("a.rs", &text).len(), 1, "{text}");
        }
        assert_eq!(prose("docs/studies/a-tables.md", &format!("- {long}")), [""; 0]);
        for text in [format!("see [text]({long})"), format!("```sh\n{long}x\n```"), format!("```\n```\n{long}x")] {
            assert_eq!(prose("a.md", &text).len(), 1, "{text}");
        }
    }

    #[test]
    fn rare_words_are_found_whole() {
        let rare = ["Whoever wins", "it shall end", "after so many moves", "written anew.", "has not the stone"];
        for text in rare.into_iter().chain(["is not to be had", "sure beyond doubt", "everybody else"]) {
            assert_eq!(prose("a.rs", text).len(), 1, "{text}");
        }
        for text in ["shallow", "a new one", "so many games that it takes an hour", "marshall", "departed by train"] {
            assert_eq!(prose("a.rs", text), [""; 0], "{text}");
        }
        assert_eq!(prose(LIST, "shall"), [""; 0]);
    }
}
