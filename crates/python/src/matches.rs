//! Matches: played, or computed exactly.

use std::time::Instant;

use plyscope_arena::{ContestRequest, contest};
use plyscope_core::BadInput;
use plyscope_programs::Programs;
use plyscope_registry::{ExactRequest, Player};
use pyo3::prelude::*;
use serde::Serialize;

use crate::arguments::{jobs, player, time, whole};
use crate::call::long;
use crate::game::json;
use crate::position::Position;

/// Plays games between two players.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub(crate) fn play_match(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    swap: bool,
    random_plies: &Bound<'_, PyAny>,
    move_limit: Option<&Bound<'_, PyAny>>,
    n_jobs: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let players: [Player; 2] = [player(first)?, player(second)?];
    let (games, seed) = (whole("games", games, 1..=100_000_000)?, whole("seed", seed, 0..=u64::MAX)?);
    let random_plies = whole("random_plies", random_plies, 0..=1000)? as u32;
    let (move_limit, jobs) = (move_limit.map(|limit| time("move_limit", limit)).transpose()?, jobs(n_jobs)?);
    let position = &*position.get().inner;
    let result = long(py, |work| {
        let programs = Programs::default().and_commands();
        for player in &players {
            match player.program() {
                Some(program) => programs.check(program, &position.spec())?,
                None => position.check_ends(player)?,
            }
        }
        contest(
            position,
            &ContestRequest {
                players: players.each_ref(),
                games,
                seed,
                swap,
                random_plies,
                move_limit,
                guests: &programs.pool(),
                jobs: jobs.0.get(),
                work,
            },
        )
    })?;
    json(&result)
}

#[derive(Serialize)]
struct ExactJson {
    game: String,
    players: [String; 2],
    first: f64,
    second: f64,
    draw: f64,
    plies: f64,
    positions: u64,
    time_ms: f64,
}

/// Computes the result of a match without playing it.
#[pyfunction]
pub(crate) fn exact(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyAny>>,
    max_positions: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let players: [Player; 2] = [player(first)?, player(second)?];
    let limit = limit.map(|limit| time("time", limit)).transpose()?;
    let max_positions = whole("max_positions", max_positions, 1..=1 << 32)? as usize;
    let position = &*position.get().inner;
    let begun = Instant::now();
    let found = long(py, |work| {
        let request = ExactRequest { max_positions, work: work.within(limit) };
        position.exact(players.each_ref(), request).map_err(|error| match request.work.check() {
            Err(plyscope_core::Interrupted::Time) => BadInput::new("out of time; nothing was computed"),
            _ => error,
        })
    })?;
    json(&ExactJson {
        game: position.spec(),
        players: players.map(|player| player.to_string()),
        first: found.first,
        second: found.second,
        draw: found.draw,
        plies: found.plies,
        positions: found.positions,
        time_ms: begun.elapsed().as_secs_f64() * 1000.0,
    })
}
