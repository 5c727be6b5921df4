//! The command `go`: how long to search.

use std::fmt;
use std::time::Duration;

use plyscope_core::Side;

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// What is left on the clock of White, who moves first, and of Black.
    pub clock: [Option<Duration>; 2],
    /// What each clock gains with a move.
    pub increment: [Duration; 2],
    /// Moves until the clocks are set again.
    pub moves_to_go: Option<u32>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// Only these moves, as UCI writes them.
    pub search_moves: Vec<String>,
    /// Count the move sequences of this length instead, as Stockfish does.
    pub perft: Option<u32>,
}

const WORDS: [&str; 13] = [
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "mate",
];

impl Go {
    /// Reads what follows the word `go`. Words that are not known, and values that are no numbers, are left out, as the
    /// protocol asks.
    pub fn read(text: &str) -> Go {
        let (mut go, mut words) = (Go::default(), text.split_whitespace().peekable());
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(m) = words.next_if(|word| !WORDS.contains(word)) {
                        go.search_moves.push(m.to_owned());
                    }
                }
                word if WORDS.contains(&word) => {
                    if let Some(value) = words.next_if(|word| !WORDS.contains(word)) {
                        go.set(word, value);
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, value: &str) {
        // Clocks may be overdrawn, and are then sent as negative numbers.
        let milliseconds = || value.parse::<i64>().ok().map(|number| Duration::from_millis(number.max(0) as u64));
        match word {
            "movetime" => self.move_time = milliseconds(),
            "wtime" => self.clock[0] = milliseconds(),
            "btime" => self.clock[1] = milliseconds(),
            "winc" => self.increment[0] = milliseconds().unwrap_or_default(),
            "binc" => self.increment[1] = milliseconds().unwrap_or_default(),
            "movestogo" => self.moves_to_go = value.parse().ok(),
            "depth" => self.depth = value.parse().ok(),
            "nodes" => self.nodes = value.parse().ok(),
            "perft" => self.perft = value.parse().ok(),
            // "mate N": a win in N moves takes two plies for each move but the last.
            "mate" => self.depth = value.parse().ok().map(|moves: u32| moves.saturating_mul(2).saturating_sub(1)),
            _ => {}
        }
    }

    /// The clock and the increment of a side.
    pub fn clock_of(&self, side: Side) -> (Option<Duration>, Duration) {
        (self.clock[side.index()], self.increment[side.index()])
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec!["go".to_owned()];
        let milliseconds = |time: Duration| time.as_millis();
        parts.extend(self.ponder.then(|| "ponder".to_owned()));
        parts.extend(self.move_time.map(|time| format!("movetime {}", milliseconds(time))));
        for ((word, gain), side) in [("wtime", "winc"), ("btime", "binc")].into_iter().zip(Side::BOTH) {
            let (clock, increment) = self.clock_of(side);
            parts.extend(clock.map(|time| format!("{word} {}", milliseconds(time))));
            parts.extend((!increment.is_zero()).then(|| format!("{gain} {}", milliseconds(increment))));
        }
        parts.extend(self.moves_to_go.map(|moves| format!("movestogo {moves}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        parts.extend(self.perft.map(|depth| format!("perft {depth}")));
        parts.extend(self.infinite.then(|| "infinite".to_owned()));
        if !self.search_moves.is_empty() {
            parts.push(format!("searchmoves {}", self.search_moves.join(" ")));
        }
        f.write_str(&parts.join(" "))
    }
}
