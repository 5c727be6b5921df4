//! A plan as it is sent to other machines, and read there like any file: validated and bounded.
//!
//! It says everything that decides the games: the openings as positions, the players with all their settings, the
//! seed. Names of files and folders in it are only keys under which contents were sent along; nothing is ever opened
//! by them.

use std::path::Path;
use std::time::Duration;

use plyscope_core::BadInput;
use plyscope_programs::{ProgramTable, Programs};
use plyscope_registry::{Player, start};
use serde::{Deserialize, Serialize};

use crate::experiment::{Schedule, StopRule};
use crate::openings::Opening;
use crate::plan::{Entrant, MAX_BOARDS, MAX_CELLS, MAX_GAMES, MAX_SPEC, Plan, PlanBoard, PlanCell, bound, check_name};
use crate::sweep::MAX_PLAYERS;
use crate::tables::starts;

/// A plan as it is sent to other machines.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPlan {
    name: String,
    seed: u64,
    boards: Vec<Board>,
    players: Vec<(String, String)>,
    cells: Vec<Cell>,
    max_plies: Option<u32>,
    move_limit_ns: Option<u64>,
    stop: StopRule,
    programs: ProgramTable,
    fingerprint: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Board {
    spec: String,
    /// Names and positions.
    openings: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Cell {
    board: usize,
    first: usize,
    second: usize,
    games: u32,
    partner: Option<usize>,
}

impl PublishedPlan {
    /// What other machines must know of a plan.
    pub fn new(plan: &Plan) -> Self {
        let board = |board: &PlanBoard| Board {
            spec: board.spec.clone(),
            openings: board.openings.iter().map(|opening| (opening.name.clone(), opening.text.clone())).collect(),
        };
        let cell = |&PlanCell { board, first, second, games, partner }: &PlanCell| Cell {
            board,
            first,
            second,
            games,
            partner,
        };
        let plays = |name: &str| plan.players.iter().any(|entrant| entrant.player.program() == Some(name));
        let programs = plan.programs.iter().filter(|(name, _)| plays(name));
        PublishedPlan {
            name: plan.name.clone(),
            seed: plan.seed,
            boards: plan.boards.iter().map(board).collect(),
            players: plan.players.iter().map(|entrant| (entrant.name.clone(), entrant.player.to_string())).collect(),
            cells: plan.cells.iter().map(cell).collect(),
            max_plies: plan.max_plies,
            move_limit_ns: plan.move_limit.map(|limit| u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX)),
            stop: plan.stop.clone(),
            programs: programs.map(|(name, program)| (name.to_owned(), program.spec())).collect(),
            fingerprint: plan.fingerprint(),
        }
    }

    /// Whether a program from outside is among the players.
    pub fn has_programs(&self) -> bool {
        !self.programs.is_empty()
    }

    /// The plan, ready to be played. `file` gives the contents of the heuristics that players have in files; programs
    /// run in `folder`, locked in.
    ///
    /// # Errors
    /// If it is not a plan that this program would have made.
    pub fn plan(self, file: &dyn Fn(&str) -> Result<Vec<u8>, BadInput>, folder: &Path) -> Result<Plan, BadInput> {
        check_name("name", &self.name)?;
        bound("boards", self.boards.len() as u64, MAX_BOARDS, "boards")?;
        bound("players", self.players.len() as u64, MAX_PLAYERS as u64, "players")?;
        bound("cells", self.cells.len() as u64, MAX_CELLS, "cells")?;
        bound("games", self.cells.iter().map(|cell| u64::from(cell.games)).sum(), MAX_GAMES, "games in total")?;
        let (n_boards, n_players, n_cells) = (self.boards.len(), self.players.len(), self.cells.len());
        for (index, cell) in self.cells.iter().enumerate() {
            let is_known = cell.board < n_boards && cell.first < n_players && cell.second < n_players;
            if !is_known || cell.partner.is_some_and(|partner| partner >= n_cells) {
                return Err(BadInput::new(format!("cell {index} names a board, player or cell that there is not")));
            }
        }
        let mut plan = Plan {
            name: self.name,
            seed: self.seed,
            boards: self.boards.into_iter().map(Board::read).collect(),
            players: Vec::new(),
            cells: self.cells.into_iter().map(Cell::read).collect(),
            draws_openings: false,
            schedule: Schedule::Matrix,
            exact: false,
            max_plies: self.max_plies,
            move_limit: self.move_limit_ns.map(Duration::from_nanos),
            programs: Programs::listed(&self.programs, folder)?,
            stop: self.stop,
            part: None,
            notes: Vec::new(),
        };
        for (name, spec) in self.players {
            check_name("players", &name)?;
            let player = entrant(&plan, &spec, file);
            let player = player.map_err(|error| BadInput::new(format!("players.{name}: {error}")))?;
            plan.players.push(Entrant { name, player, values: Vec::new() });
        }
        if plan.fingerprint() != self.fingerprint {
            return Err(BadInput::new("the plan was changed on its way, or made by another build of this program"));
        }
        plan.programs = plan.programs.locked_in();
        starts(&plan)?;
        Ok(plan)
    }
}

impl Board {
    fn read(self) -> PlanBoard {
        let openings = self.openings.into_iter().map(|(name, text)| Opening { name, text }).collect();
        PlanBoard { spec: self.spec, openings }
    }
}

impl Cell {
    fn read(self) -> PlanCell {
        let Cell { board, first, second, games, partner } = self;
        PlanCell { board, first, second, games, partner }
    }
}

/// A player of a plan whose boards and programs are known.
fn entrant(plan: &Plan, spec: &str, file: &dyn Fn(&str) -> Result<Vec<u8>, BadInput>) -> Result<Player, BadInput> {
    bound("spec", spec.len() as u64, MAX_SPEC, "bytes")?;
    let mut player: Player = spec.parse()?;
    player.check_quiet()?;
    if !player.is_limited() {
        return Err(BadInput::new(format!("{spec} has no limit that could end its search")));
    }
    player.load(file)?;
    for board in &plan.boards {
        match player.program() {
            Some(program) => plan.programs.check(program, &board.spec)?,
            None => start(&board.spec)?.check_player(&player)?,
        }
    }
    Ok(player)
}
