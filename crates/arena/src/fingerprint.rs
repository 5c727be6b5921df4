//! What makes two plans the same: a canonical text of everything that decides which games are played, and its hash.
//!
//! The words of the text are chosen here. Neither renames in the program nor the layout of an experiment file change
//! it. Any change of the text of a plan that an earlier build could play needs a new [`VERSION`]: `--resume` compares
//! fingerprints of the same version only, and falls back to the contents of the stored run for all others.

use plyscope_programs::Program;
use plyscope_registry::stable_hash;

use crate::plan::Plan;

/// The version of the canonical text. Version 1 was the `Debug` text of the plan, and its fingerprints had no prefix.
const VERSION: u32 = 2;

impl Plan {
    /// A short text that is equal for plans that play the same games: version, dash, hash of the canonical text.
    pub fn fingerprint(&self) -> String {
        format!("{VERSION}-{:016x}", stable_hash(self.canonical_text().as_bytes()))
    }

    /// One line for each fact. The name and the notes are left out, because they do not change the games.
    fn canonical_text(&self) -> String {
        let mut lines = vec![format!("plyscope plan {VERSION}"), format!("seed {}", self.seed)];
        lines.extend(self.max_plies.map(|plies| format!("max-plies {plies}")));
        lines.extend(self.move_limit.map(|limit| format!("move-limit {}ns", limit.as_nanos())));
        lines.extend(self.stop.width.map(|width| format!("stop-width {width}")));
        lines.extend(self.stop.sprt.map(|test| {
            format!("stop-sprt elo0 {} elo1 {} alpha {} beta {}", test.elo0, test.elo1, test.alpha, test.beta)
        }));
        for entrant in &self.players {
            lines.push(format!("player {} {}", quoted(&entrant.name), quoted(&entrant.player.to_string())));
        }
        // Those that do not play change nothing.
        let plays = |name: &str| self.players.iter().any(|entrant| entrant.player.program() == Some(name));
        lines.extend(self.programs.iter().filter(|(name, _)| plays(name)).map(program_line));
        for board in &self.boards {
            lines.push(format!("board {}", quoted(&board.spec)));
            let openings = board.openings.iter();
            lines
                .extend(openings.map(|opening| format!("opening {} {}", quoted(&opening.name), quoted(&opening.text))));
        }
        for cell in &self.cells {
            let partner = cell.partner.map_or_else(|| "none".to_owned(), |partner| partner.to_string());
            let (board, first, second, games) = (cell.board, cell.first, cell.second, cell.games);
            lines.push(format!("cell board {board} first {first} second {second} games {games} partner {partner}"));
        }
        lines.join("\n") + "\n"
    }
}

/// Whether a stored fingerprint can be compared with [`Plan::fingerprint`].
pub(crate) fn is_current(fingerprint: &str) -> bool {
    fingerprint.split_once('-').is_some_and(|(version, _)| version == VERSION.to_string())
}

/// What a program is and how it is run.
fn program_line((name, program): (&str, &Program)) -> String {
    let Program { command, protocol, start, memory, cores, sandbox, env, options, folder: _ } = program;
    let words = |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let pairs = |pairs: &[(String, String)]| {
        pairs.iter().map(|(name, value)| format!("{} {}", quoted(name), quoted(value))).collect::<Vec<_>>().join(" ")
    };
    let mut line = format!("program {} {} command {}", quoted(name), protocol.name(), words(command));
    line += &format!(" start {}ms", start.as_millis());
    line += &memory.map_or(String::new(), |bytes| format!(" memory {bytes}"));
    line += &cores.map_or(String::new(), |cores| format!(" cores {cores}"));
    line += if sandbox.is_on() { " sandbox" } else { "" };
    line + &format!(" env {} options {}", pairs(env), pairs(options))
}

/// A text as a JSON string, so that no name can be mistaken for something else.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiment::Experiment;

    fn plan(text: &str) -> Plan {
        Plan::new(&Experiment::read(text).expect("an experiment"), Path::new("")).expect("a plan")
    }

    const FILE: &str = r#"
name = "any"
game = "pawn:4x4"
schedule = "matrix"
games = 3
seed = 9
max-plies = 40
stop = { width = 0.25, sprt = { elo0 = -5, elo1 = 12.5 } }
[openings.positions]
wing = "oooo/..../x.../.xxx o"
[players]
"say \"hi\"" = "random"
deep = "alphabeta@depth=3"
"#;

    const CANONICAL: &str = r#"plyscope plan 2
seed 9
max-plies 40
stop-width 0.25
stop-sprt elo0 -5 elo1 12.5 alpha 0.05 beta 0.05
player "say \"hi\"" "random"
player "deep" "alphabeta@depth=3"
board "pawn:4x4"
opening "wing" "oooo/..../x.../.xxx o"
cell board 0 first 0 second 0 games 3 partner none
cell board 0 first 0 second 1 games 3 partner 2
cell board 0 first 1 second 0 games 3 partner 1
cell board 0 first 1 second 1 games 3 partner none
"#;

    /// If this test fails, the databases of earlier builds no longer match: raise the version.
    #[test]
    fn the_text_of_a_version_never_changes() {
        assert_eq!(plan(FILE).canonical_text(), CANONICAL);
        assert_eq!(plan(FILE).fingerprint(), "2-c385da9b51c9181e");
        let two_boards = "game = ['pawn:4x4', 'tictactoe']\ngames = 2\n[players]\na = 'random'\nb = 'random'";
        let expected = "plyscope plan 2\nseed 1\nplayer \"a\" \"random\"\nplayer \"b\" \"random\"\n\
                        board \"pawn:4x4\"\nboard \"tictactoe\"\n\
                        cell board 0 first 0 second 1 games 1 partner 1\n\
                        cell board 0 first 1 second 0 games 1 partner 0\n\
                        cell board 1 first 0 second 1 games 1 partner 3\n\
                        cell board 1 first 1 second 0 games 1 partner 2\n";
        assert_eq!(plan(two_boards).canonical_text(), expected);
    }

    #[test]
    fn only_what_is_played_counts() {
        let same = FILE.replace("\"any\"", "\"another\"").replace("games = 3", "# Why not?\ngames   =   3");
        assert_eq!(plan(&same).fingerprint(), plan(FILE).fingerprint());
        for (old, new) in [
            ("seed = 9", "seed = 10"),
            ("games = 3", "games = 4"),
            ("max-plies = 40", ""),
            ("max-plies = 40", "max-plies = 40\nmove-limit = \"1s\""),
            ("width = 0.25", "width = 0.2"),
            ("elo1 = 12.5", "elo1 = 12"),
            ("pawn:4x4", "pawn:4x4,classic"),
            ("depth=3", "depth=4"),
            ("deep", "deeper"),
            ("wing", "flank"),
            ("x.../.xxx", ".x../x.xx"),
        ] {
            assert!(FILE.contains(old), "{old}");
            assert_ne!(plan(&FILE.replace(old, new)).fingerprint(), plan(FILE).fingerprint(), "{new}");
        }
    }

    #[test]
    fn versions_are_told_apart() {
        assert!(is_current(&plan(FILE).fingerprint()));
        for other in ["24923d4948097b54", "1-24923d4948097b54", "3-24923d4948097b54", ""] {
            assert!(!is_current(other), "{other}");
        }
    }
}
