//! The games to learn from, in a database: a run for each generation.
//!
//! The values that searches found stand in the column `words` of a game, by ply: a number in the unit of the heuristic,
//! with an x where the best move takes something, or a dot where the position is no sample. So an interrupted session
//! goes on where it was, and anybody can look at what was learnt from.

use std::borrow::Cow;

use plyscope_core::{BadInput, Outcome, Side};
use plyscope_registry::{Choices, Player, Searched, SelfPlayed, stable_hash};
use plyscope_store::{Game, GameResult, SeatCost};

use crate::run_log::{LogPlan, RunLog};
use crate::session::LearnPlan;

/// A game from the database.
pub(crate) struct Logged {
    pub choices: Choices,
    pub values: Vec<Option<Searched>>,
    pub outcome: Outcome,
}

/// What decides the games of a generation.
fn fingerprint(plan: &LearnPlan<'_>, number: usize, player: &Player, file: Option<&[u8]>) -> String {
    let spec = match file {
        None => player.to_string(),
        // The games depend on the weights, not on the name of their file.
        Some(file) => format!("{} with {:016x}", plan.player, stable_hash(file)),
    };
    let [fewest, most] = plan.opening;
    format!(
        "learn 2: {}, generation {number}, {spec}, opening {fewest} to {most}, random {}, seed {}",
        plan.start.spec(),
        plan.most_random,
        plan.fit.seed
    )
}

fn value_text(searched: Option<Searched>) -> String {
    match searched {
        None => ".".to_owned(),
        Some(Searched { value, is_quiet: true }) => value.to_string(),
        Some(Searched { value, is_quiet: false }) => format!("{value}x"),
    }
}

fn read_value(text: &str) -> Option<Searched> {
    let (number, is_quiet) = text.strip_suffix('x').map_or((text, true), |number| (number, false));
    Some(Searched { value: number.parse().ok()?, is_quiet })
}

/// Games that are written together.
const BATCH: usize = 512;

/// Opens the run of a generation.
pub(crate) fn open(
    plan: &LearnPlan<'_>,
    number: usize,
    player: &Player,
    file: Option<&[u8]>,
) -> Result<RunLog, BadInput> {
    RunLog::open(LogPlan {
        data: plan.data,
        name: format!("learn {number}"),
        fingerprint: fingerprint(plan, number, player, file),
        command: plan.command,
        program: plan.program,
        seed: plan.fit.seed,
        game: plan.start.spec(),
        player: ("learner", player.to_string()),
        openings: Vec::new(),
        planned: u32::try_from(plan.games).unwrap_or(0),
        batch: BATCH,
    })
}

/// A game as it is stored.
pub(crate) fn stored(number: u64, game: &SelfPlayed) -> Game {
    let result = match game.outcome {
        Outcome::Draw => GameResult::Draw,
        Outcome::Win(Side::First) => GameResult::FirstWins,
        Outcome::Win(Side::Second) => GameResult::SecondWins,
    };
    let words: Vec<String> = game.values.iter().map(|value| value_text(*value)).collect();
    let cost = SeatCost { nodes: game.nodes / 2, ..SeatCost::default() };
    Game {
        pairing: 0,
        number: number as u32,
        seed: number,
        opening: None,
        result,
        reason: Cow::Borrowed(game.reason),
        forfeit: false,
        plies: game.plies,
        moves: game.choices.as_bytes().to_vec(),
        moves_hash: game.choices.stable_hash(),
        cost: [cost; 2],
        counts: None,
        words: Some(words.join(" ")),
    }
}

/// Reads the first `n` games of a generation.
pub(crate) fn read(
    plan: &LearnPlan<'_>,
    number: usize,
    player: &Player,
    file: Option<&[u8]>,
    n: u64,
    on_game: &mut dyn FnMut(Logged),
) -> Result<(), BadInput> {
    RunLog::read(plan.data, &fingerprint(plan, number, player, file), n, &mut |game| {
        let words = game.words.unwrap_or_default();
        on_game(Logged {
            choices: Choices::from_bytes(game.moves),
            values: words.split(' ').map(read_value).collect(),
            outcome: match game.result {
                GameResult::Draw => Outcome::Draw,
                GameResult::FirstWins => Outcome::Win(Side::First),
                GameResult::SecondWins => Outcome::Win(Side::Second),
            },
        });
    })
}
