//! `plyscope play`: people and programs at one board.

mod game;
mod input;
mod thinking;
mod word;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::{BadInput, Rng, Side, Work};
use plyscope_programs::Pool;
use plyscope_registry::{AnyPosition, Player, SearchSpec};
use plyscope_view::{board_text, number, side_style};

use crate::args::{Play, read_heuristic};
use crate::interrupt;
use crate::output::{Failure, print, print_aside, print_json, tell};
use crate::table::right_aligned;

use game::Game;
use input::{Input, Reader};
use word::{HELP, WORDS, Word};

pub(crate) fn run(options: &Play) -> Result<(), Failure> {
    let game = match (&options.load, &options.game) {
        (Some(file), None) => Game::load(file)?,
        (None, Some(_)) => {
            let players = [game::player(&options.first)?, game::player(&options.second)?];
            let mut game = Game::new(options.start()?, players)?;
            game.play_all(options.moves.as_deref().unwrap_or(""))
                .map_err(|error| BadInput::new(format!("--moves: {error}")))?;
            game
        }
        _ => return Err(BadInput::new("play needs a game, for example plyscope play pawn, or --load FILE").into()),
    };
    let as_json = options.output.json;
    if options.replay {
        return if as_json { print_json(&game.record()) } else { print(&replay(&game)) };
    }
    let programs = options.programs.find()?;
    for program in game.players.iter().filter_map(Player::program) {
        programs.check(program, &game.position.spec())?;
    }
    let adviser = game::player(&options.hint)?;
    game.position.check_player(&adviser)?;
    // A search without an end would leave a person waiting.
    let is_search = |player: &&Player| player.search != SearchSpec::Human && player.program().is_none();
    let players = Side::BOTH.map(|side| game.player_of(side).clone());
    players.iter().chain([&adviser]).filter(is_search).try_for_each(|player| game.position.check_ends(player))?;
    let session = Session {
        game,
        adviser,
        reader: Reader::new(as_json)?,
        seed: options.chance.seed,
        as_json,
        stop: interrupt::flag()?,
        pool: programs.pool(),
    };
    session.play()
}

/// A game at the terminal, with its players.
struct Session {
    game: Game,
    /// Who gives hints.
    adviser: Player,
    reader: Reader,
    seed: u64,
    /// Whether standard output is for the record of the game alone.
    as_json: bool,
    stop: Arc<AtomicBool>,
    /// Programs from outside.
    pool: Pool,
}

/// What happens next.
enum Next {
    Play,
    /// Ask the same person again.
    Ask,
    Leave,
}

impl Session {
    /// Prints what is not the record of the game.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.as_json { print_aside(text) } else { print(text) }
    }

    fn play(mut self) -> Result<(), Failure> {
        if self.game.has_person() {
            self.say("Type a move, its number, or help.\n")?;
        }
        loop {
            self.show()?;
            let next = match self.game.result() {
                Some(_) if self.game.has_person() => self.ask("game over> ")?,
                Some(_) => return self.leave(),
                None if self.game.is_person(self.game.position.side_to_move()) => {
                    let prompt = format!("{}> ", self.game.position.side_to_move().letter());
                    self.ask(&prompt)?
                }
                None => self.program_moves()?,
            };
            if matches!(next, Next::Leave) {
                return self.leave();
            }
        }
    }

    fn show(&self) -> Result<(), Failure> {
        let game = &self.game;
        let mut text = format!("\n{}\n", board_text(&game.position.picture(), game.position.last_move_cells()));
        match game.result() {
            Some((outcome, reason)) => text.push_str(&match outcome.winner() {
                Some(side) => format!("{} has won: {reason}.\n", name(side)),
                None => format!("Draw: {reason}.\n"),
            }),
            None => {
                let side = game.position.side_to_move();
                text.push_str(&format!("Move {}: {} ({})\n", game.moves.len() + 1, name(side), game.player_of(side)));
            }
        }
        self.say(&text)
    }

    fn program_moves(&mut self) -> Result<Next, Failure> {
        let side = self.game.position.side_to_move();
        let player = self.game.player_of(side).clone();
        let seed = Rng::part(self.seed, self.game.moves.len() as u64).next_u64();
        let Some(answer) = thinking::play(&*self.game.position, &player, seed, Work::new(&self.stop), &self.pool)?
        else {
            return Ok(Next::Leave);
        };
        self.game.play(&answer.best)?;
        self.say(&thinking::account(&player, side, &answer))?;
        Ok(Next::Play)
    }

    /// Asks until the person plays, leaves, or changes the board.
    fn ask(&mut self, prompt: &str) -> Result<Next, Failure> {
        loop {
            let words = self.game.position.moves().into_iter().chain(WORDS.map(str::to_owned)).collect();
            let typed = match self.reader.ask(prompt, words)? {
                Input::Line(line) if line.trim().is_empty() => continue,
                Input::Line(line) => line,
                Input::End => {
                    self.say("\n")?;
                    return Ok(Next::Leave);
                }
                Input::Interrupted => {
                    self.stop.store(true, Ordering::Relaxed);
                    return Ok(Next::Leave);
                }
            };
            match word::read(&typed).map_err(Failure::from).and_then(|word| self.obey(word)) {
                Ok(Next::Ask) => {}
                Ok(next) => return Ok(next),
                // Bad input: say so and ask again. Any other failure ends the game.
                Err(Failure::Input(error)) => self.say(&format!("{error}\n"))?,
                Err(failure) => return Err(failure),
            }
        }
    }

    fn obey(&mut self, word: Word) -> Result<Next, Failure> {
        match word {
            Word::Move(text) => {
                self.check_going_on()?;
                self.game.play(&text)?;
                return Ok(Next::Play);
            }
            Word::Pick(number) => {
                self.check_going_on()?;
                let moves = self.game.position.moves();
                let m = number.checked_sub(1).and_then(|index| moves.get(index)).ok_or_else(|| {
                    BadInput::new(format!("there is no move number {number}; the list has 1 to {}", moves.len()))
                })?;
                self.game.play(m)?;
                return Ok(Next::Play);
            }
            Word::Moves => self.say(&self.listed())?,
            Word::Board => return Ok(Next::Play),
            Word::Undo => {
                let n = if self.game.resigned.is_some() { 0 } else { self.game.back_to_person() };
                if n == 0 && self.game.resigned.is_none() {
                    return Err(BadInput::new("there is no move to take back").into());
                }
                self.game.take_back(n);
                return Ok(Next::Play);
            }
            Word::Hint => {
                self.check_going_on()?;
                match thinking::hint(&*self.game.position, &self.adviser, self.seed, Work::new(&self.stop))? {
                    Some(hint) => self.say(&hint)?,
                    None => return Ok(Next::Leave),
                }
            }
            Word::Line => {
                self.check_going_on()?;
                match thinking::think(&*self.game.position, &self.adviser, self.seed, Work::new(&self.stop))? {
                    Some(answer) => {
                        self.say(&thinking::line(&self.adviser, &answer, self.game.position.side_to_move()))?;
                    }
                    None => return Ok(Next::Leave),
                }
            }
            Word::Evaluation(heuristic) => self.say(&judged(&*self.game.position, heuristic.as_deref())?)?,
            Word::Resign => {
                self.check_going_on()?;
                self.game.resigned = Some(self.game.position.side_to_move());
                return Ok(Next::Play);
            }
            Word::Save(file) => {
                self.game.save(&file)?;
                self.say(&format!("Saved to {file}; `plyscope play --load {file}` continues it.\n"))?;
            }
            Word::Load(file) => {
                self.game = Game::load(file.as_ref())?;
                return Ok(Next::Play);
            }
            Word::Replay => self.say(&replay(&self.game))?,
            Word::New => {
                self.game.restart();
                return Ok(Next::Play);
            }
            Word::Help => {
                let rows: String = HELP.iter().map(|(word, meaning)| format!("  {word:21} {meaning}\n")).collect();
                self.say(&rows)?;
            }
            Word::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Ask)
    }

    fn check_going_on(&self) -> Result<(), BadInput> {
        match self.game.result() {
            None => Ok(()),
            Some((_, reason)) => {
                Err(BadInput::new(format!("the game is over ({reason}); undo, new, save FILE, replay or quit")))
            }
        }
    }

    fn listed(&self) -> String {
        let moves = self.game.position.moves();
        let width = moves.iter().map(String::len).max().unwrap_or(0) + 6;
        let per_line = (76 / width).max(1);
        let mut text = String::new();
        for (index, m) in moves.iter().enumerate() {
            text.push_str(&format!("{:>4} {m:1$}", index + 1, width - 5));
            if (index + 1) % per_line == 0 || index + 1 == moves.len() {
                text.truncate(text.trim_end().len());
                text.push('\n');
            }
        }
        text
    }

    /// Prints the record of the game if it is asked for, and the command that continues it, so that nothing is lost.
    fn leave(self) -> Result<(), Failure> {
        let unfinished = self.game.result().is_none() && !self.game.moves.is_empty();
        if unfinished {
            tell(&format!("To continue: {}", self.game.command()));
        }
        if self.as_json {
            print_json(&self.game.record())?;
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted("left the game".to_owned()));
        }
        Ok(())
    }
}

fn name(side: Side) -> String {
    let style = side_style(side);
    format!("{style}{}{style:#}", side.letter())
}

/// The value of a heuristic for the position; the game's default heuristic if none is named.
fn judged(position: &dyn AnyPosition, heuristic: Option<&str>) -> Result<String, BadInput> {
    let default = || position.heuristics().first().map_or("strong", |about| about.name);
    let spec = read_heuristic(heuristic.unwrap_or_else(default))?;
    let judgement = position.evaluate(&spec, 0)?;
    let side = position.side_to_move();
    let rows = judgement
        .terms
        .iter()
        .map(|term| [term.name.clone(), number(term.weight), number(term.value), number(term.weight * term.value)]);
    let table = right_aligned(["TERM", "WEIGHT", "VALUE", "SHARE"], rows);
    Ok(format!("{spec}: {} for {}\n{table}", number(judgement.value), side.letter()))
}

/// All boards of a game, one below the other.
fn replay(game: &Game) -> String {
    let mut text = String::new();
    for (index, (m, position)) in game.positions().into_iter().enumerate() {
        let head = m.map_or_else(|| format!("{}, the start", position.spec()), |m| format!("move {index}: {m}"));
        text.push_str(&format!("{head}\n\n{}\n", board_text(&position.picture(), position.last_move_cells())));
    }
    if let Some((outcome, reason)) = game.result() {
        let winner = outcome.winner().map_or("draw".to_owned(), |side| format!("{} has won", side.letter()));
        text.push_str(&format!("{winner}: {reason}\n"));
    }
    text
}
