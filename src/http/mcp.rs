//! `/mcp`: tools for language models, by the Model Context Protocol (<https://modelcontextprotocol.io>).
//!
//! Each tool calls the operation that answers over HTTP, so rules, limits, quotas and refusals are the same. A
//! refusal is an answer of the tool, from which a model can learn what was expected.

mod describe;
mod parameters;

use super::analysis::analyse;
use super::best_move::best_move;
use super::context::Context;
use super::document;
use super::error::{Mismatch, Problem, ProblemTypes};
use super::extract::{read, refuse_codings, require_json};
use super::legal_moves::legal_moves;
use super::memory::MemoryAccount;
use super::meter::meter;
use super::request_id::RequestId;
use super::review::review;
use super::routes::json as json_routes;
use super::state::AppState;
use axum::Router;
use axum::extract::Request;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::post_service;
use bestmove_query::AnyGame;
use bestmove_query::wire::parse::find_game;
use bestmove_query::wire::response::{AnalysisAnswer, BestMove, LegalMovesAnswer, games_text};
use bestmove_query::wire::truncated::truncated;
use parameters::{AnalysisParameters, BestMoveParameters, PositionParameters, ReviewParameters};
use rmcp::handler::server::tool::Extension;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::{Arc, OnceLock};
use tokio_util::sync::CancellationToken;

/// The largest message of a client.
const MAX_BODY_BYTES: usize = 32 << 10;
/// The media types that clients must accept by the protocol; answers are JSON.
const JSON_AND_EVENTS: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// The route of the tools.
pub(super) fn routes(state: AppState) -> Router<AppState> {
    let metered = from_fn_with_state(state.clone(), meter);
    let tools = Tools { state };
    let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts();
    config.legacy_session_mode = false;
    config.json_response = true;
    config.max_request_body_bytes = MAX_BODY_BYTES;
    let server = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let routes =
        Router::new().route("/mcp", post_service(server.clone())).route("/mcp/", post_service(server));
    json_routes(routes.route_layer(from_fn(receive)).route_layer(metered))
}

/// The call of a tool by a message.
#[derive(Clone)]
struct ToolCall {
    request: RequestId,
    /// Cancelled when the client has left.
    abandoned: CancellationToken,
    /// The problems in the answer, for the metrics.
    problems: Arc<OnceLock<ProblemTypes>>,
}

/// Receives the message of a client as the service receives all bodies, and cancels the call when the client
/// leaves.
async fn receive(request: Request, next: Next) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    require_json(&parts.headers)?;
    refuse_codings(&parts.headers)?;
    let account = parts.extensions.get::<MemoryAccount>().cloned().ok_or_else(Problem::internal)?;
    let (message, _lease) = account.receive(body, MAX_BODY_BYTES).await?;
    let parsed: Value =
        serde_json::from_slice(&message).map_err(|error| Problem::malformed_json(error.to_string()))?;
    if let Some(mismatch) = mismatch_of_call(&parsed) {
        return Ok(document::json(&invalid_parameters(&parsed["id"], &mismatch)));
    }
    let request = parts.extensions.get::<RequestId>().cloned().ok_or_else(Problem::internal)?;
    let call = ToolCall { request, abandoned: CancellationToken::new(), problems: Arc::default() };
    let _cancels_when_dropped = call.abandoned.clone().drop_guard();
    parts.extensions.insert(call.clone());
    parts.headers.insert(ACCEPT, JSON_AND_EVENTS);
    let quoted = truncated(String::from_utf8_lossy(&message).into_owned());
    let mut response = next.run(Request::from_parts(parts, message.into())).await;
    // The server's refusal of JSON that is not one of its messages.
    if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        let expected = "a message of the Model Context Protocol".to_owned();
        return Err(Problem::invalid_field(Mismatch { field: None, expected, got: quoted }));
    }
    if let Some(problems) = call.problems.get() {
        response.extensions_mut().insert(problems.clone());
    }
    Ok(response)
}

/// The malformed part of a call of a tool, which the library would take for another method.
fn mismatch_of_call(message: &Value) -> Option<Mismatch> {
    if message["method"] != "tools/call" {
        return None;
    }
    let mismatch = |field: &str, expected, got: &Value| {
        let got = if got.is_null() { "nothing".to_owned() } else { truncated(got.to_string()) };
        Some(Mismatch { field: Some(field.to_owned()), expected, got })
    };
    let (name, arguments) = (&message["params"]["name"], &message["params"]["arguments"]);
    let tools = Tools::tool_router().list_all();
    if !tools.iter().any(|tool| *name == *tool.name) {
        let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        return mismatch("params.name", format!("one of {}", names.join(", ")), name);
    }
    let is_valid = arguments.is_null() || arguments.is_object();
    if is_valid { None } else { mismatch("params.arguments", "an object".to_owned(), arguments) }
}

/// The refusal of a message by the protocol (JSON-RPC 2.0, section 5.1).
fn invalid_parameters(id: &Value, mismatch: &Mismatch) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": ErrorData::invalid_params(mismatch.to_string(), None)})
}

#[derive(Clone)]
struct Tools {
    state: AppState,
}

#[tool_router]
impl Tools {
    #[tool(
        description = "Lists the games: rules of notation for positions and moves, sides, levels of play. Call it first.",
        annotations(read_only_hint = true)
    )]
    async fn list_games(&self) -> Result<CallToolResult, ErrorData> {
        let engine = &self.state.engine;
        let list = games_text(engine.games(), &engine.config().session.limit_policy);
        result(
            describe::games(engine.games()),
            &RawValue::from_string(list).map_err(|error| failure(&error))?,
        )
    }

    #[tool(
        description = "Lists the legal moves of a position, whose turn it is, and the result if the game is over. Use it \
                       to check a move before playing it.",
        annotations(read_only_hint = true)
    )]
    async fn legal_moves(
        &self,
        Extension(client): Extension<Parts>,
        Parameters(parameters): Parameters<PositionParameters>,
    ) -> Result<CallToolResult, ErrorData> {
        self.call(&client, async {
            let (game, body) = self.read(&parameters)?;
            let legal_moves = legal_moves(game.as_ref(), &body)?;
            let layout = game.layout();
            let answer = LegalMovesAnswer::new(&legal_moves, game.info(), &layout);
            Ok(result(describe::legal_moves(&legal_moves), &answer))
        })
        .await
    }

    #[tool(
        description = "Finds the best move of a position with its line, its score and the reason; or with `level` the \
                       move of a weaker opponent. Scores are proofs where they are win, draw or loss.",
        annotations(read_only_hint = true)
    )]
    async fn best_move(
        &self,
        Extension(client): Extension<Parts>,
        Parameters(parameters): Parameters<BestMoveParameters>,
    ) -> Result<CallToolResult, ErrorData> {
        self.call(&client, async {
            let (context, (game, body)) = (self.context(&client)?, self.read(&parameters)?);
            let analysis = best_move(&context, game.as_ref(), body).await?;
            Ok(result(describe::analysis(&analysis), &BestMove::from(&analysis)))
        })
        .await
    }

    #[tool(
        description = "Analyses the best moves of a position, each with its line, its score and the reason.",
        annotations(read_only_hint = true)
    )]
    async fn analyse(
        &self,
        Extension(client): Extension<Parts>,
        Parameters(parameters): Parameters<AnalysisParameters>,
    ) -> Result<CallToolResult, ErrorData> {
        self.call(&client, async {
            let (context, (game, body)) = (self.context(&client)?, self.read(&parameters)?);
            let analysis = analyse(&context, game.as_ref(), &body).await?;
            Ok(result(describe::analysis(&analysis), &AnalysisAnswer::from(&analysis)))
        })
        .await
    }

    #[tool(
        description = "Reviews a game: labels each move (best, only_move, good, inaccuracy, mistake, blunder), names the better one, \
                       and gives an accuracy for each side.",
        annotations(read_only_hint = true)
    )]
    async fn review(
        &self,
        Extension(client): Extension<Parts>,
        Parameters(parameters): Parameters<ReviewParameters>,
    ) -> Result<CallToolResult, ErrorData> {
        self.call(&client, async {
            let (context, (game, body)) = (self.context(&client)?, self.read(&parameters)?);
            let lease = self.state.memory.account(context.access.client()).lease();
            let (game, plies) = review(context, game, (&body, lease)).await?;
            let call = tool_call(&client)?;
            call.problems.get_or_init(|| ProblemTypes::of(&plies));
            Ok(result(describe::review(&game, &plies), &game.answer(&plies, Some(&call.request))))
        })
        .await
    }
}

#[tool_handler]
impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let games: Vec<_> = self.state.engine.games().games().map(|game| game.info().id).collect();
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("bestmove", env!("CARGO_PKG_VERSION")))
            .with_instructions(format!("Exact and strong play. The games: {}.", games.join(", ")))
    }
}

impl Tools {
    /// The answer to a client, unless it leaves. A refusal is an answer in words.
    async fn call(
        &self,
        client: &Parts,
        answer: impl Future<Output = Result<Result<CallToolResult, ErrorData>, Problem>>,
    ) -> Result<CallToolResult, ErrorData> {
        let call = tool_call(client).map_err(|problem| failure(&*problem))?;
        let answer = tokio::select! {
            answer = answer => answer,
            () = call.abandoned.cancelled() => return Err(failure(&"the client has left")),
        };
        answer.unwrap_or_else(|problem| {
            call.problems.get_or_init(|| ProblemTypes(vec![problem.slug()]));
            Ok(CallToolResult::error(vec![ContentBlock::text(describe::problem(&problem))]))
        })
    }

    /// The context of a search, unless the client is refused by its key.
    fn context(&self, client: &Parts) -> Result<Context, Problem> {
        let access = self.state.access_control.access(&client.headers, &client.extensions)?;
        Ok(Context::new(&self.state.engine, access))
    }

    /// The game that the parameters name, and the others as the body of a request.
    fn read<B: DeserializeOwned>(
        &self,
        parameters: &impl Serialize,
    ) -> Result<(Arc<dyn AnyGame>, B), Problem> {
        let mut body = json!(parameters);
        let game = body.as_object_mut().and_then(|fields| fields.remove("game")).unwrap_or_default();
        let name = game.as_str().map_or_else(|| game.to_string(), str::to_owned);
        Ok((find_game(self.state.engine.games(), &name)?, read(body)?))
    }
}

fn tool_call(client: &Parts) -> Result<&ToolCall, Problem> {
    client.extensions.get().ok_or_else(Problem::internal)
}

/// An answer in words and as data.
fn result(text: String, answer: &impl Serialize) -> Result<CallToolResult, ErrorData> {
    let mut result =
        CallToolResult::structured(serde_json::to_value(answer).map_err(|error| failure(&error))?);
    result.content = vec![ContentBlock::text(text)];
    Ok(result)
}

fn failure(error: &dyn Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
