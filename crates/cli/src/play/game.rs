//! A game that people play: its start, its moves and its players, also as text.

use std::path::Path;

use plyscope_core::{BadInput, Outcome, Side};
use plyscope_files::{Exports, FileKind, read_text};
use plyscope_registry::{AnyPosition, PRESETS, Player, SEARCHES, SearchSpec, read, start};
use plyscope_view::{OutcomeView, SideView};
use serde_json::{Value, json};

use crate::args::read_player;

/// The largest file of a saved game; the longest games have a few hundred moves.
const MAX_BYTES: u64 = 1 << 20;

/// A game between people and programs.
pub(super) struct Game {
    start: Box<dyn AnyPosition>,
    pub(super) position: Box<dyn AnyPosition>,
    pub(super) moves: Vec<String>,
    pub(super) players: [Player; 2],
    pub(super) resigned: Option<Side>,
}

/// A player, or what a preset such as `easy` stands for.
pub(super) fn player(text: &str) -> Result<Player, BadInput> {
    let text = text.trim();
    if let Some(preset) = PRESETS.iter().find(|preset| preset.name == text) {
        return preset.player.parse();
    }
    let name = text.split([':', '+', '@']).next().unwrap_or_default().trim();
    let searches = SEARCHES.iter().map(|search| search.id);
    if !searches.clone().any(|search| search == name) {
        return Err(BadInput::unknown("player", name, PRESETS.iter().map(|preset| preset.name).chain(searches)));
    }
    read_player(text)
}

impl Game {
    pub(super) fn new(start: Box<dyn AnyPosition>, players: [Player; 2]) -> Result<Game, BadInput> {
        for player in players.iter().filter(|player| player.search != SearchSpec::Human) {
            start.check_player(player)?;
            player.check_quiet()?;
            if player.clock.is_some() {
                return Err(BadInput::new(format!(
                    "{player} has a clock for the whole game, which is not kept here: moves can be taken back; give it \
                     a time for each move, such as @time=1s"
                )));
            }
        }
        let position = start.boxed_clone();
        Ok(Game { start, position, moves: Vec::new(), players, resigned: None })
    }

    /// Starts again with the same players.
    pub(super) fn restart(&mut self) {
        self.take_back(self.moves.len());
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), BadInput> {
        // Moves are kept in canonical form, so this one is looked up among the legal moves.
        let mut after = self.position.boxed_clone();
        after.play(text)?;
        let is_same = |m: &&String| {
            let mut tried = self.position.boxed_clone();
            tried.play(m).is_ok() && tried.text() == after.text() && tried.last_move_cells() == after.last_move_cells()
        };
        let legal = self.position.moves();
        self.moves.push(legal.iter().find(is_same).map_or_else(|| text.to_owned(), Clone::clone));
        self.position = after;
        Ok(())
    }

    /// Plays the moves of a game text.
    pub(super) fn play_all(&mut self, text: &str) -> Result<(), BadInput> {
        for (index, word) in text.split_whitespace().enumerate() {
            self.play(word).map_err(|error| BadInput::new(format!("move {}: {error}", index + 1)))?;
        }
        Ok(())
    }

    /// Takes back the last `n` moves.
    pub(super) fn take_back(&mut self, n: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(n));
        self.resigned = None;
        self.position = self.start.boxed_clone();
        for m in &self.moves {
            self.position.play(m).expect("it was legal before");
        }
    }

    /// The number of moves since the last turn of a person, that turn included; 0 if there was none.
    pub(super) fn back_to_person(&self) -> usize {
        let now = self.moves.len();
        (1..=now).find(|&n| self.is_person(self.side_at(now - n))).unwrap_or(0)
    }

    fn side_at(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { self.start.side_to_move() } else { !self.start.side_to_move() }
    }

    pub(super) fn player_of(&self, side: Side) -> &Player {
        &self.players[usize::from(side == Side::Second)]
    }

    pub(super) fn is_person(&self, side: Side) -> bool {
        self.player_of(side).search == SearchSpec::Human
    }

    pub(super) fn has_person(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_person(side))
    }

    /// The result and its reason, if the game is over.
    pub(super) fn result(&self) -> Option<(Outcome, String)> {
        if let Some(side) = self.resigned {
            return Some((Outcome::Win(!side), format!("{} resigned", side.letter())));
        }
        let outcome = self.position.outcome()?;
        Some((outcome, self.position.reason().unwrap_or("the game is over").to_owned()))
    }

    /// All positions from the beginning, each with the move that led to it.
    pub(super) fn positions(&self) -> Vec<(Option<String>, Box<dyn AnyPosition>)> {
        let mut position = self.start.boxed_clone();
        let mut positions = vec![(None, position.boxed_clone())];
        for m in &self.moves {
            position.play(m).expect("it was legal before");
            positions.push((Some(m.clone()), position.boxed_clone()));
        }
        positions
    }

    /// The shell command that continues this game.
    pub(super) fn command(&self) -> String {
        let [first, second] = &self.players;
        let quoted = |text: String| {
            if text.contains([' ', '{', '*', '(', '<', '>', '&', ';']) { format!("'{text}'") } else { text }
        };
        let mut command = format!(
            "plyscope play {} --first {} --second {}",
            self.start.spec(),
            quoted(first.to_string()),
            quoted(second.to_string())
        );
        if self.begins_elsewhere() {
            command.push_str(&format!(" --position \"{}\"", self.start.text()));
        }
        if !self.moves.is_empty() {
            command.push_str(&format!(" --moves \"{}\"", self.moves.join(" ")));
        }
        command
    }

    fn begins_elsewhere(&self) -> bool {
        start(&self.start.spec()).map_or(true, |usual| usual.text() != self.start.text())
    }

    /// The game for programs.
    pub(super) fn record(&self) -> Value {
        let result = self.result();
        let to_move = result.is_none().then(|| SideView::from(self.position.side_to_move()));
        let [first, second] = self.players.each_ref().map(ToString::to_string);
        json!({
            "game": self.start.spec(), "start": self.start.text(), "first": first, "second": second,
            "moves": self.moves, "position": self.position.text(), "ply": self.moves.len(), "to_move": to_move,
            "outcome": result.as_ref().map(|(outcome, _)| OutcomeView::from(*outcome)),
            "reason": result.map(|(_, reason)| reason),
        })
    }

    /// The game as text: a line for each property, then its moves in pairs.
    pub(super) fn to_text(&self) -> String {
        let [first, second] = &self.players;
        let mut text = format!("game: {}\n", self.start.spec());
        if self.begins_elsewhere() {
            text.push_str(&format!("start: {}\n", self.start.text()));
        }
        text.push_str(&format!("first: {first}\nsecond: {second}\n"));
        if let Some(side) = self.resigned {
            text.push_str(&format!("resigned: {}\n", side.letter()));
        }
        if let Some((outcome, reason)) = self.result() {
            let winner = outcome.winner().map_or("draw".to_owned(), |side| format!("{} won", side.letter()));
            text.push_str(&format!("result: {winner}, {reason}\n"));
        }
        text.push_str("moves:\n");
        for pair in self.moves.chunks(2) {
            text.push_str(&format!("  {}\n", pair.join(" ")));
        }
        text
    }

    /// Reads the text of [`Game::to_text`], also if it was written by hand.
    pub(super) fn from_text(text: &str) -> Result<Game, BadInput> {
        let (mut facts, mut moves, mut in_moves) = (Vec::new(), String::new(), false);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if in_moves {
                moves.push_str(line);
                moves.push(' ');
            } else if let Some((name, value)) = line.split_once(':') {
                let name = name.trim().to_lowercase();
                if !["game", "start", "first", "second", "resigned", "result", "moves"].contains(&name.as_str()) {
                    return Err(BadInput::new(format!(
                        "line {}: unknown name {name:?}; known: game, start, first, second, resigned, result, moves",
                        index + 1
                    )));
                }
                in_moves = name == "moves";
                if in_moves {
                    moves.push_str(value);
                    moves.push(' ');
                }
                facts.push((name, value.trim().to_owned()));
            } else if !line.is_empty() {
                return Err(BadInput::new(format!("line {}: {line:?} has no colon; write name: value", index + 1)));
            }
        }
        let fact = |name: &str| facts.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let spec = fact("game").ok_or_else(|| BadInput::new("there is no line such as game: pawn:4x4"))?;
        let begin = match fact("start") {
            None => start(spec)?,
            Some(text) => read(spec, text).map_err(|error| BadInput::new(format!("start: {error}")))?,
        };
        let seat = |name: &str| fact(name).map_or_else(|| player("human"), player);
        let mut game = Game::new(begin, [seat("first")?, seat("second")?])?;
        game.play_all(&moves)?;
        game.resigned = match fact("resigned") {
            None => None,
            Some("x") => Some(Side::First),
            Some("o") => Some(Side::Second),
            Some(other) => return Err(BadInput::new(format!("resigned: {other:?} is not a side; write x or o"))),
        };
        Ok(game)
    }

    pub(super) fn save(&self, file: &str) -> Result<(), BadInput> {
        Exports::without_force().write(FileKind::SavedGame, Path::new(file), self.to_text().as_bytes())
    }

    pub(super) fn load(file: &Path) -> Result<Game, BadInput> {
        let text = read_text(file, "the saved game", MAX_BYTES)?;
        Game::from_text(&text).map_err(|error| BadInput::new(format!("{}: {error}", file.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(spec: &str, moves: &str) -> Game {
        let mut game = Game::new(start(spec).unwrap(), [player("human").unwrap(), player("strong").unwrap()]).unwrap();
        game.play_all(moves).unwrap();
        game
    }

    #[test]
    fn text_gives_the_game_back() {
        for (spec, moves) in
            [("pawn:4x4", "a1-a2 b4b3"), ("reversi", "f5 d6 c3"), ("andantino:4", ""), ("tictactoe", "b2")]
        {
            let mut played = game(spec, moves);
            let again = Game::from_text(&played.to_text()).unwrap();
            assert_eq!(again.to_text(), played.to_text());
            assert_eq!(again.position.text(), played.position.text());
            played.resigned = Some(Side::First);
            assert_eq!(Game::from_text(&played.to_text()).unwrap().to_text(), played.to_text());
        }
    }

    #[test]
    fn moves_are_kept_in_their_canonical_form() {
        assert_eq!(game("pawn:4x4", "a1a2").moves, ["a1-a2"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, part) in [
            ("game: pawn\nmoves: z9", "move 1"),
            ("game pawn", "line 1"),
            ("\nwhat: ever", "line 2"),
            ("first: human", "game:"),
            ("game: pawn\nresigned: z", "resigned"),
            ("game: pawn\nstart: x", "start"),
        ] {
            let error = Game::from_text(text).err().expect(text).to_string();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }

    /// A person who plays first against a program takes back two moves, and only their own first one at the end.
    #[test]
    fn undo_goes_back_to_the_person() {
        let mut played = game("pawn:4x4", "a1-a2 b4-b3 c1-c2 d4-d3");
        assert_eq!(played.back_to_person(), 2);
        played.take_back(2);
        assert_eq!(played.moves, ["a1-a2", "b4-b3"]);
        played.take_back(1);
        assert_eq!(played.back_to_person(), 1);
        played.restart();
        assert_eq!((played.back_to_person(), played.position.ply()), (0, 0));
    }
}
