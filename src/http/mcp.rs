//! `/mcp`: tools for language models, by the Model Context Protocol (<https://modelcontextprotocol.io>).
//!
//! Each tool sends a request to the service itself, so rules, limits, quotas and refusals are those of HTTP. A
//! refusal is an answer of the tool, from which a model can learn what was expected.

mod describe;
mod parameters;

use super::document;
use super::error::{Mismatch, Problem, ProblemTypes};
use super::extract::{refuse_codings, require_json};
use super::negotiation::json_only;
use super::receive::{self, BodyBudget, Receiver};
use super::request_id::{self, RequestId};
use crate::wire::truncated::truncated;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::post_service;
use parameters::{AnalysisParameters, BestMoveParameters, PositionParameters, ReviewParameters};
use rmcp::handler::server::tool::Extension;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde::Serialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// The largest message of a client.
const MAX_BODY_BYTES: usize = 32 << 10;
/// Headers by which the service tells clients apart.
const OF_CLIENT: [HeaderName; 2] = [AUTHORIZATION, HeaderName::from_static("x-forwarded-for")];
/// The media types that clients must accept by the protocol; answers are JSON.
const JSON_AND_EVENTS: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// The route of the tools, which send their requests to `service`.
pub(super) fn routes(service: Router, body_budget: BodyBudget) -> Router {
    let tools = Tools { service };
    let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts();
    config.legacy_session_mode = false;
    config.json_response = true;
    config.max_request_body_bytes = MAX_BODY_BYTES;
    let server = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    Router::new()
        .route("/mcp", post_service(server.clone()))
        .route("/mcp/", post_service(server))
        .route_layer(from_fn(receive))
        .route_layer(from_fn_with_state(body_budget, receive::meter))
        .route_layer(from_fn(json_only))
}

/// The call of a tool by a message.
#[derive(Clone, Default)]
struct ToolCall {
    /// Cancelled when the client has left.
    abandoned: CancellationToken,
    /// The problems in the answer of the service, for the metrics.
    problems: Arc<OnceLock<ProblemTypes>>,
}

/// Receives the message of a client as the service receives all bodies, and cancels the call when the client
/// leaves.
async fn receive(request: Request, next: Next) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    require_json(&parts.headers)?;
    refuse_codings(&parts.headers)?;
    let receiver = parts.extensions.get::<Receiver>().cloned().ok_or_else(Problem::internal)?;
    let (message, _lease) = receiver.receive(body, MAX_BODY_BYTES).await?;
    let parsed: Value =
        serde_json::from_slice(&message).map_err(|error| Problem::malformed_json(error.to_string()))?;
    if let Some(mismatch) = mismatch_of_call(&parsed) {
        return Ok(document::json(&invalid_parameters(&parsed["id"], &mismatch)));
    }
    let call = ToolCall::default();
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
    service: Router,
}

#[tool_router]
impl Tools {
    #[tool(
        description = "Lists the games: rules of notation for positions and moves, sides, levels of play. Call it first.",
        annotations(read_only_hint = true)
    )]
    async fn list_games(&self, Extension(client): Extension<Parts>) -> Result<CallToolResult, ErrorData> {
        let answer = self.send(&client, Method::GET, "/v1/games", None).await?;
        Ok(result(answer, describe::games))
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
        Ok(result(self.post(&client, "legal-moves", &parameters).await?, describe::legal_moves))
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
        Ok(result(self.post(&client, "best-move", &parameters).await?, describe::best_move))
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
        Ok(result(self.post(&client, "analysis", &parameters).await?, describe::analysis))
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
        Ok(result(self.post(&client, "review", &parameters).await?, describe::review))
    }
}

#[tool_handler(
    name = "bestmove",
    instructions = "Exact and strong play for tic-tac-toe, connect-four and checkers (English draughts)."
)]
impl ServerHandler for Tools {}

impl Tools {
    /// Sends the parameters as a body, and the game in the path. A game that is not a non-empty string goes
    /// there as JSON, so that the service refuses it.
    async fn post(
        &self,
        client: &Parts,
        endpoint: &str,
        parameters: &impl Serialize,
    ) -> Result<Result<Value, String>, ErrorData> {
        let mut body = json!(parameters);
        let game = body.as_object_mut().and_then(|fields| fields.remove("game")).unwrap_or_default();
        let name = game.as_str().filter(|name| !name.is_empty());
        let name = name.map_or_else(|| game.to_string(), str::to_owned);
        let game: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
        self.send(client, Method::POST, &format!("/v1/{game}/{endpoint}"), Some(body)).await
    }

    /// The answer of the service to a request of the client, or its refusal in words.
    async fn send(
        &self,
        client: &Parts,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Result<Value, String>, ErrorData> {
        let failure = |error: &dyn std::fmt::Display| ErrorData::internal_error(error.to_string(), None);
        let mut request = Request::builder().method(method).uri(path).header(HOST, "bestmove");
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        if let Some(id) = client.extensions.get::<RequestId>() {
            request = request.header(request_id::HEADER, id.as_str());
        }
        for name in OF_CLIENT {
            for value in client.headers.get_all(&name) {
                request = request.header(&name, value);
            }
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let mut request = request.body(body).map_err(|error| failure(&error))?;
        if let Some(peer) = client.extensions.get::<ConnectInfo<SocketAddr>>() {
            request.extensions_mut().insert(*peer);
        }
        let Some(call) = client.extensions.get::<ToolCall>() else {
            return Err(failure(&"the message was not received"));
        };
        let Ok(response) = tokio::select! {
            response = self.service.clone().oneshot(request) => response,
            () = call.abandoned.cancelled() => return Err(failure(&"the client has left")),
        };
        let (head, body) = response.into_parts();
        if let Some(problems) = head.extensions.get::<ProblemTypes>() {
            call.problems.get_or_init(|| problems.clone());
        }
        let bytes = to_bytes(body, usize::MAX).await.map_err(|error| failure(&error))?;
        let answer = serde_json::from_slice(&bytes).map_err(|error| failure(&error))?;
        let retry_after = head.headers.get(RETRY_AFTER).and_then(|wait| wait.to_str().ok());
        Ok(if head.status.is_success() { Ok(answer) } else { Err(describe::problem(&answer, retry_after)) })
    }
}

/// An answer in words and as data, or a refusal in words.
fn result(answer: Result<Value, String>, describe: impl FnOnce(&Value) -> String) -> CallToolResult {
    match answer {
        Ok(answer) => {
            let text = ContentBlock::text(describe(&answer));
            let mut result = CallToolResult::structured(answer);
            result.content = vec![text];
            result
        }
        Err(problem) => CallToolResult::error(vec![ContentBlock::text(problem)]),
    }
}
