//! Recorded search trees, opened level by level.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use plyscope_core::Work;
use plyscope_registry::{SearchRequest, TreeLimits};
use plyscope_view::{BoardView, NodeView, SearchReport};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::limits::{MAX_NAME, MAX_PAGE};
use crate::place::{Place, check_length, default_seed, player};
use crate::shelf::Session;
use crate::view::{ActionView, StepView, TreeView};

/// A search to be recorded.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    place: Place,
    /// The player that searches.
    #[schema(example = "alphabeta@depth=3", max_length = 1000)]
    player: String,
    /// Seed for everything random.
    #[serde(default = "default_seed")]
    seed: u32,
    /// The depth to which nodes are recorded, in plies; all by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000)]
    plies: Option<u16>,
    /// The maximum number of recorded nodes; by default as many as the server allows.
    #[serde(default)]
    #[schema(minimum = 1)]
    nodes: Option<u32>,
    /// A name by which the search can be stopped; it then answers with what it found.
    #[serde(default)]
    #[schema(max_length = 100)]
    name: Option<String>,
}

/// Searches a position and keeps the tree of the search, to be read node by node
///
/// Of a deepening search the last depth is recorded, of simulations the positions that they visited most.
#[utoipa::path(
    post, path = "/api/trees", tag = "search", request_body = RecordRequest, responses((status = 201, body = TreeView))
)]
pub(crate) async fn record(
    State(app): State<Shared>,
    Json(request): Json<RecordRequest>,
) -> Result<(StatusCode, Answer<TreeView>), ApiError> {
    let player = player(&request.player, &app.limits)?;
    let name = request.name.clone();
    check_length("name", name.as_deref().unwrap_or_default(), MAX_NAME)?;
    let max_nodes =
        request.nodes.map_or(app.limits.tree_nodes, |nodes| (nodes as usize).clamp(1, app.limits.tree_nodes));
    let work = move |work: Work<'_>| {
        let position = request.place.find()?;
        let search = SearchRequest { player: &player, seed: request.seed.into(), work };
        let limits = TreeLimits { plies: request.plies.map_or(usize::MAX, usize::from), nodes: max_nodes };
        let (answer, tree) = position.record(&search, limits, &mut |_| {})?;
        Ok((position.spec(), position.text(), SearchReport::new(&player, &answer), tree))
    };
    let (game, position, report, tree) = app.workshop.named(name, work).await?;
    let session = app.shelf.put(game, position, report, tree);
    Ok((StatusCode::CREATED, Answer(view(&session)?)))
}

fn view(session: &Session) -> Result<TreeView, ApiError> {
    let tree = &session.tree;
    let root = if tree.n_nodes() > 0 { Some(NodeView::from(tree.node(0)?)) } else { None };
    Ok(TreeView {
        id: session.id.clone(),
        game: session.game.clone(),
        position: session.position.clone(),
        report: session.report.clone(),
        nodes: tree.n_nodes(),
        truncated: tree.is_truncated(),
        steps: tree.n_steps(),
        root,
    })
}

/// Shows a recorded tree
#[utoipa::path(
    get, path = "/api/trees/{id}", tag = "search", params(("id" = String, Path, description = "The tree")),
    responses((status = 200, body = TreeView))
)]
pub(crate) async fn tree(State(app): State<Shared>, Path(id): Path<String>) -> Result<Answer<TreeView>, ApiError> {
    view(&*app.shelf.get(&id)?).map(Answer)
}

/// Deletes a recorded tree
#[utoipa::path(
    delete, path = "/api/trees/{id}", tag = "search", params(("id" = String, Path, description = "The tree")),
    responses((status = 204, description = "It is deleted"))
)]
pub(crate) async fn forget(State(app): State<Shared>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    app.shelf.remove(&id).map(|()| StatusCode::NO_CONTENT)
}

/// A node with its position.
#[derive(Serialize, ToSchema)]
pub(crate) struct NodeDetails {
    node: NodeView,
    /// The moves from the root to it.
    line: Vec<String>,
    /// The text of its position.
    position: String,
    board: BoardView,
    /// The cells that the last move touched, the destination last.
    last_cells: Vec<String>,
}

/// Shows a node of a recorded tree with its position
#[utoipa::path(
    get, path = "/api/trees/{id}/nodes/{node}", tag = "search",
    params(
        ("id" = String, Path, description = "The tree"),
        ("node" = usize, Path, description = "The number of the node")
    ),
    responses((status = 200, body = NodeDetails))
)]
pub(crate) async fn node(
    State(app): State<Shared>,
    Path((id, node)): Path<(String, usize)>,
) -> Result<Answer<NodeDetails>, ApiError> {
    let session = app.shelf.get(&id)?;
    let recorded = session.tree.node(node).map_err(missing)?;
    let position = session.tree.position(node).map_err(missing)?;
    Ok(Answer(NodeDetails {
        node: recorded.into(),
        line: position.played().to_vec(),
        position: position.text(),
        board: position.picture().into(),
        last_cells: position.last_move_cells().to_vec(),
    }))
}

#[expect(clippy::needless_pass_by_value, reason = "it turns one error into another")]
fn missing(error: plyscope_core::BadInput) -> ApiError {
    ApiError::not_found(error.to_string())
}

/// A part of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// The index of the first item, from 0.
    #[serde(default)]
    offset: u32,
    /// The number of items, at most 500.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 500)]
    limit: u32,
}

const fn hundred() -> u32 {
    100
}

impl Page {
    fn range(&self) -> std::ops::Range<usize> {
        let from = self.offset as usize;
        from..from.saturating_add((self.limit as usize).clamp(1, MAX_PAGE))
    }
}

/// Children of a node.
#[derive(Serialize, ToSchema)]
pub(crate) struct Children {
    /// The number of recorded children of the node.
    total: usize,
    /// The index of the first one below.
    offset: usize,
    /// The requested children, in the order of the search.
    children: Vec<NodeView>,
}

/// Lists the recorded children of a node, page by page
#[utoipa::path(
    get, path = "/api/trees/{id}/nodes/{node}/children", tag = "search",
    params(
        ("id" = String, Path, description = "The tree"),
        ("node" = usize, Path, description = "The number of the node"),
        Page
    ),
    responses((status = 200, body = Children))
)]
pub(crate) async fn children(
    State(app): State<Shared>,
    Path((id, node)): Path<(String, usize)>,
    Query(page): Query<Page>,
) -> Result<Answer<Children>, ApiError> {
    let session = app.shelf.get(&id)?;
    let total = session.tree.node(node).map_err(missing)?.node.children.len();
    let range = page.range();
    let offset = range.start;
    let children = session.tree.children(node, range).map_err(missing)?;
    Ok(Answer(Children { total, offset, children: children.into_iter().map(NodeView::from).collect() }))
}

/// Steps of a search.
#[derive(Serialize, ToSchema)]
pub(crate) struct Steps {
    /// The number of steps.
    total: usize,
    /// The index of the first one below.
    offset: usize,
    steps: Vec<StepView>,
}

/// Lists the steps of a search, in the order in which they happened
#[utoipa::path(
    get, path = "/api/trees/{id}/steps", tag = "search", params(("id" = String, Path, description = "The tree"), Page),
    responses((status = 200, body = Steps))
)]
pub(crate) async fn steps(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Result<Answer<Steps>, ApiError> {
    let session = app.shelf.get(&id)?;
    let range = page.range();
    let offset = range.start;
    let steps = range.map_while(|step| Some((step, session.tree.step(step)?)));
    let steps = steps.map(|(number, step)| {
        let (action, node) = ActionView::of(step);
        Ok(StepView { step: number, action, node: session.tree.node(node).map_err(missing)?.into() })
    });
    let steps = steps.collect::<Result<_, ApiError>>()?;
    Ok(Answer(Steps { total: session.tree.n_steps(), offset, steps }))
}
