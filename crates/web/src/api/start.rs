//! Experiments: checked, started, stopped, resumed.

use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use plyscope_arena::{
    Experiment, OneOrMore, Openings, Plan, QUICKSTART, StopRule, estimate, find_unfinished, stored_plan,
};
use plyscope_core::Work;
use plyscope_store::{RunId, Status};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::runs::{info, open_with};
use crate::app::{App, Shared};
use crate::conductor::PlannedRun;
use crate::error::{ApiError, ErrorBody, ErrorCode};
use crate::extract::{Json, Path};
use crate::limits::Limits;
use crate::place::hold;
use crate::view::{PlanView, RunInfo, ScheduleView};

/// An experiment: either the text of a file, or the fields of a form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentRequest {
    /// The text of an experiment file in TOML.
    #[serde(default)]
    toml: Option<String>,
    #[serde(default)]
    form: Option<ExperimentForm>,
}

/// The experiment of a form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentForm {
    #[schema(example = "My first experiment", max_length = 200)]
    name: String,
    /// The games with their boards; every pairing is played on each.
    #[schema(example = json!(["pawn:4x4"]), min_items = 1, max_items = 50)]
    games: Vec<String>,
    #[schema(min_items = 1, max_items = 100)]
    players: Vec<FormPlayer>,
    #[serde(default)]
    schedule: ScheduleView,
    /// Games of each pairing.
    #[serde(default = "hundred")]
    #[schema(example = 20, minimum = 1, maximum = 1_000_000)]
    n_games: u32,
    /// Seed for everything random.
    #[serde(default = "one")]
    seed: u32,
    /// The names of the challengers of a gauntlet.
    #[serde(default)]
    challengers: Vec<String>,
    /// The number of random moves at the start of each game.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000)]
    random_plies: Option<u32>,
    /// The maximum length of a game in moves; longer games are draws.
    #[serde(default)]
    #[schema(minimum = 1)]
    max_plies: Option<u32>,
    /// The referee's limit for a move, such as `1s`: a player whose move takes this long loses the game.
    #[serde(default)]
    #[schema(max_length = 100)]
    move_limit: Option<String>,
    /// Limits for players without any, such as `depth=3`.
    #[serde(default)]
    #[schema(max_length = 1000)]
    limit: Option<String>,
}

/// A player of a form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormPlayer {
    #[schema(example = "thinker", max_length = 200)]
    name: String,
    #[schema(example = "alphabeta:ties=random@depth=2", max_length = 1000)]
    player: String,
}

const fn one() -> u32 {
    1
}

const fn hundred() -> u32 {
    100
}

impl ExperimentForm {
    fn experiment(self) -> Experiment {
        let openings = Openings { random_plies: self.random_plies.filter(|&plies| plies > 0), ..Openings::default() };
        Experiment {
            name: self.name,
            game: OneOrMore::More(self.games),
            seed: self.seed.into(),
            schedule: self.schedule.into(),
            games: self.n_games,
            exact: false,
            max_plies: self.max_plies,
            move_limit: self.move_limit.filter(|limit| !limit.trim().is_empty()),
            limit: self.limit.filter(|limit| !limit.trim().is_empty()),
            challengers: self.challengers,
            players: self.players.into_iter().map(|player| (player.name, player.player)).collect(),
            programs: Default::default(),
            heuristics: Default::default(),
            openings,
            stop: StopRule::default(),
            sweep: None,
            ablation: None,
        }
    }
}

impl ExperimentRequest {
    /// The text of the experiment and its plan.
    fn plan(self, app: &App, work: Work<'_>) -> Result<(String, Plan), ApiError> {
        let text = match (self.toml, self.form) {
            (Some(text), None) => text,
            (None, Some(form)) => {
                let mut names: Vec<&str> = form.players.iter().map(|player| player.name.as_str()).collect();
                names.sort_unstable();
                if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                    return Err(ApiError::bad(format!("players: the name {:?} is used twice", pair[0])));
                }
                toml::to_string(&form.experiment())
                    .map_err(|error| ApiError::bad(format!("the form is not a valid experiment: {error}")))?
            }
            _ => {
                return Err(ApiError::bad(
                    "give the experiment either as \"toml\", the text of a file, or as \"form\"",
                ));
            }
        };
        let plan = plan(&text, app, work)?;
        Ok((text, plan))
    }
}

/// The plan of an experiment file, if it is one that this server plays.
fn plan(text: &str, app: &App, work: Work<'_>) -> Result<Plan, ApiError> {
    let limits = &app.limits;
    let mut experiment = Experiment::read(text)?;
    if !experiment.programs.is_empty() {
        return Err(ApiError::bad(
            "programs: visitors of the page cannot run programs of their own; the server plays those that it was \
             started with (`plyscope serve --programs FILE`)",
        ));
    }
    let (programs, folder) = &app.programs;
    experiment.programs = programs.clone();
    if experiment.openings.file.is_some() {
        return Err(ApiError::bad(
            "openings.file: the page cannot read files; put the openings under [openings.positions], or use \
             `plyscope run`",
        ));
    }
    if experiment.exact {
        return Err(ApiError::bad("exact: computed experiments are not stored; use `plyscope run`"));
    }
    let (max, max_games) = (limits.experiment_players, limits.experiment_games);
    let many = |what: String| ApiError::bad(format!("{what}; use `plyscope run` for larger ones"));
    if experiment.players.len() > max || experiment.game.all().len() > max {
        return Err(many(format!("this server plays experiments of at most {max} players and {max} games")));
    }
    if u64::from(experiment.games) > max_games {
        return Err(many(format!("games: this server plays at most {max_games}")));
    }
    // Players are checked before the plan tries them: trying one takes its memory.
    let shared = Limits { table_bytes: limits.table_bytes / limits.experiment_jobs.max(1), ..limits.clone() };
    let swept = experiment.sweep.as_ref().map(|sweep| &sweep.player);
    for spec in experiment.players.values() {
        if let Ok(mut player) = spec.parse() {
            hold(&mut player, &shared)?;
        }
    }
    if swept.is_some_and(|spec| spec.contains("table=") || spec.contains("threads=")) {
        return Err(ApiError::bad("sweep.player: table and threads cannot be chosen here; use `plyscope run`"));
    }
    let mut plan = Plan::within(&experiment, folder, work.within(Some(limits.search_time)))?;
    plan.players.iter_mut().try_for_each(|entrant| hold(&mut entrant.player, &shared))?;
    if plan.players.len() > max {
        return Err(many(format!("this server plays experiments of at most {max} players")));
    }
    if plan.n_games() > max_games {
        return Err(many(format!("{} games are too many; this server plays at most {max_games}", plan.n_games())));
    }
    Ok(plan)
}

/// An example and the format.
#[derive(Serialize, ToSchema)]
pub(crate) struct Templates {
    /// A small experiment as an example of a file.
    quickstart: &'static str,
    /// The JSON schema of experiment files, as text.
    schema: String,
}

/// Shows an example of an experiment and the schema of the file
#[utoipa::path(get, path = "/api/experiments/templates", tag = "runs", responses((status = 200, body = Templates)))]
pub(crate) async fn templates() -> Answer<Templates> {
    Answer(Templates { quickstart: QUICKSTART, schema: Experiment::schema() })
}

/// How long the estimate of an experiment may take.
const ESTIMATE: Duration = Duration::from_secs(1);
/// How long its first game may take.
const MAX_ESTIMATE: Duration = Duration::from_secs(4);

/// Checks an experiment without starting it: its plan, the number of games and the expected time
#[utoipa::path(
    post, path = "/api/experiments/check", tag = "runs", request_body = ExperimentRequest,
    responses((status = 200, body = PlanView))
)]
pub(crate) async fn check(
    State(app): State<Shared>,
    Json(request): Json<ExperimentRequest>,
) -> Result<Answer<PlanView>, ApiError> {
    let planning = Shared::clone(&app);
    let (text, plan) = app.workshop.long(move |work| request.plan(&planning, work)).await?;
    let (jobs, planned) = (app.limits.experiment_jobs, plan.clone());
    // When the time is up, the request is dropped, which stops the game.
    let estimated = app.workshop.long(move |work| Ok(estimate(&planned, jobs, ESTIMATE, work)?));
    let time = tokio::time::timeout(MAX_ESTIMATE, estimated).await.unwrap_or(Ok(None))?;
    Ok(Answer(PlanView::new(&plan, text, time)))
}

/// Starts an experiment; it is played in the background and stored in the database
#[utoipa::path(
    post, path = "/api/runs", tag = "runs", request_body = ExperimentRequest,
    responses((status = 201, body = RunInfo))
)]
pub(crate) async fn start(
    State(app): State<Shared>,
    Json(request): Json<ExperimentRequest>,
) -> Result<(StatusCode, Answer<RunInfo>), ApiError> {
    let planning = Shared::clone(&app);
    let (text, plan) = app.workshop.long(move |work| request.plan(&planning, work)).await?;
    begin(&app, text, plan, false).await
}

async fn begin(
    app: &Shared,
    text: String,
    plan: Plan,
    resume: bool,
) -> Result<(StatusCode, Answer<RunInfo>), ApiError> {
    let planned = PlannedRun { plan, text, db: app.db.clone(), resume, jobs: app.limits.experiment_jobs };
    let state = Shared::clone(app);
    // A task of its own: a started run must be registered even if the client does not wait for its number.
    let begun = tokio::spawn(async move { state.conductor.start(planned, state.limits.experiments).await }).await;
    let run = begun.map_err(|_| ApiError::new(ErrorCode::Failed, "the experiment could not be started"))??;
    Ok((StatusCode::CREATED, Answer(look(app, run).await?)))
}

async fn look(app: &Shared, run: RunId) -> Result<RunInfo, ApiError> {
    let state = Shared::clone(app);
    app.workshop.quick(move || info(&state, &open_with(&state.db, run)?, run)).await
}

/// Stops a run that this server plays; its games are kept, and it can be resumed
#[utoipa::path(
    post, path = "/api/runs/{run}/stop", tag = "runs",
    params(("run" = i64, Path, description = "The number of the run")),
    responses(
        (status = 200, body = RunInfo), (status = 409, description = "It is not running here", body = ErrorBody)
    )
)]
pub(crate) async fn stop(State(app): State<Shared>, Path(run): Path<RunId>) -> Result<Answer<RunInfo>, ApiError> {
    let Some(mut live) = app.conductor.stop(run) else {
        look(&app, run).await?;
        return Err(ApiError::new(ErrorCode::Conflict, format!("run {run} is not being played by this server")));
    };
    // It ends when its last games are stored.
    let _ = live.wait_for(|live| live.ended.is_some()).await;
    look(&app, run).await.map(Answer)
}

/// Resumes a run that was stopped or whose process died
#[utoipa::path(
    post, path = "/api/runs/{run}/resume", tag = "runs",
    params(("run" = i64, Path, description = "The number of the run")),
    responses(
        (status = 201, body = RunInfo), (status = 409, description = "It is running or finished", body = ErrorBody)
    )
)]
pub(crate) async fn resume(
    State(app): State<Shared>,
    Path(run): Path<RunId>,
) -> Result<(StatusCode, Answer<RunInfo>), ApiError> {
    let state = Shared::clone(&app);
    let (text, plan) = app.workshop.long(move |work| unfinished(&state, run, work)).await?;
    begin(&app, text, plan, true).await
}

/// The experiment of a run that can be resumed.
fn unfinished(app: &App, run: RunId, work: Work<'_>) -> Result<(String, Plan), ApiError> {
    let store = open_with(&app.db, run)?;
    let about = store.run(run)?;
    let conflict = |why: &str| Err(ApiError::new(ErrorCode::Conflict, format!("run {run} {why}")));
    match about.status {
        Status::Running => return conflict("is already being played"),
        Status::Finished => return conflict("is finished; start the experiment again for another run"),
        Status::Stopped => {}
    }
    // If the stored experiment cannot be read, this error names the run and the remedy.
    stored_plan(&store, run)?;
    let mut plan = plan(&about.experiment, app, work)?;
    if let Some(shard) = about.shard {
        plan = plan.only(shard)?;
    }
    if find_unfinished(&store, &plan)? != Some(run) {
        return conflict("was played with other limits, or a newer run of the same experiment is unfinished");
    }
    Ok((about.experiment, plan))
}
