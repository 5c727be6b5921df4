//! Two players and their games: an experiment of its own, which is found again in the store.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use plyscope_arena::{ArenaError, Conducted, Experiment, OneOrMore, Openings, Plan, Schedule, SessionRequest, conduct};
use plyscope_core::Work;
use plyscope_programs::{ProgramSpec, Programs};

use crate::season::LeagueRequest;

/// A player of the league: an entrant or a yardstick.
#[derive(Clone, Debug)]
pub(crate) struct Participant {
    pub(crate) name: String,
    /// Its player, as text.
    pub(crate) player: String,
    /// The name, description and folder of its program, if it is one.
    pub(crate) program: Option<(String, ProgramSpec, PathBuf)>,
    /// About how long it thinks about a move.
    pub(crate) ms_per_move: f64,
}

/// The experiment of two players.
fn experiment(pair: [&Participant; 2], request: &LeagueRequest<'_>) -> Experiment {
    let programs = pair.iter().filter_map(|one| one.program.as_ref());
    Experiment {
        name: format!("league: {} and {}", pair[0].name, pair[1].name),
        game: OneOrMore::One(request.start.spec()),
        seed: 1,
        schedule: Schedule::Match,
        games: request.games,
        exact: false,
        max_plies: None,
        move_limit: None,
        limit: None,
        challengers: Vec::new(),
        players: pair.iter().map(|one| (one.name.clone(), one.player.clone())).collect(),
        programs: programs.map(|(name, spec, _)| (name.clone(), spec.clone())).collect(),
        heuristics: IndexMap::new(),
        openings: Openings { random_plies: Some(random_plies(request)), ..Openings::default() },
        stop: plyscope_arena::StopRule::default(),
        sweep: None,
        ablation: None,
    }
}

/// Enough that players who always choose alike do not repeat a game.
fn random_plies(request: &LeagueRequest<'_>) -> u32 {
    if request.start.picture().cells.len() >= 30 { 4 } else { 1 }
}

/// Plays what is missing of the games of two players; also says how many were played now.
pub(crate) fn play(
    pair: [&Participant; 2],
    request: &LeagueRequest<'_>,
    db: &Path,
    work: Work<'_>,
) -> Result<(Conducted, u64), ArenaError> {
    let experiment = experiment(pair, request);
    let text = experiment.text()?;
    let mut plan = Plan::within(&experiment, request.folder, work)?;
    // Each program runs in the folder of its entrant.
    plan.programs = Programs::default();
    for (name, spec, folder) in pair.iter().filter_map(|one| one.program.as_ref()) {
        let table = IndexMap::from([(name.clone(), spec.clone())]);
        plan.programs = plan.programs.and(Programs::listed(&table, folder)?);
    }
    let session = SessionRequest { plan: &plan, text: &text, db, resume: true, jobs: request.jobs, work };
    let mut known = 0;
    let conducted = conduct(&session, &mut |_, already| known = already, &mut |_| {})?;
    let fresh = conducted.summary.played.saturating_sub(known);
    Ok((conducted, fresh))
}
