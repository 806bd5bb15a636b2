//! `/mcp`: tools for language models, by the Model Context Protocol (<https://modelcontextprotocol.io>).
//!
//! Each tool sends a request to the service itself, so rules, limits, quotas and refusals are those of HTTP. A
//! refusal is an answer of the tool, from which a model can learn what was expected.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::http::{HeaderName, Method, Request};
use rmcp::handler::server::tool::Extension;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::schemars::{self, JsonSchema};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The largest message of a client.
const MAX_BODY_BYTES: usize = 32 << 10;
/// The time between two parts of a message.
const BODY_TIMEOUT: Duration = Duration::from_secs(5);
/// Headers by which the service tells clients apart.
const OF_CLIENT: [HeaderName; 2] = [AUTHORIZATION, HeaderName::from_static("x-forwarded-for")];

/// The service with `/mcp` beside its own routes.
pub fn with_mcp(service: Router) -> Router {
    let tools = Tools { service: service.clone() };
    let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts();
    config.legacy_session_mode = false;
    config.json_response = true;
    config.max_request_body_bytes = MAX_BODY_BYTES;
    let mcp = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let mcp = Router::new().nest_service("/mcp", mcp).layer(RequestBodyTimeoutLayer::new(BODY_TIMEOUT));
    mcp.fallback_service(service)
}

#[derive(Clone)]
struct Tools {
    service: Router,
}

/// A position of a game. The service refuses unknown parameters.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct PositionParameters {
    /// tic-tac-toe, connect-four or checkers
    game: String,
    /// The position in the notation that `list_games` describes; the start position if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    position: Option<String>,
    /// Moves played from the position, such as ["4", "4"] or ["11-15", "23-19"]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    moves: Option<Vec<String>>,
    #[serde(flatten)]
    #[schemars(skip)]
    unknown: Map<String, Value>,
}

/// A position, and the opponent.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct BestMoveParameters {
    #[serde(flatten)]
    position: PositionParameters,
    /// Level of play, from 1 for a beginner to 10 for full strength; full strength if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    level: Option<u8>,
    /// Milliseconds to think
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    time_ms: Option<u64>,
    /// Whether the opening book of checkers may answer instead of a search; true if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    book: Option<bool>,
}

/// A position, and how many moves to analyse.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct AnalysisParameters {
    #[serde(flatten)]
    position: PositionParameters,
    /// How many moves get a score and a line; 3 if absent
    #[serde(default = "three_lines")]
    lines: u16,
    /// Milliseconds to think
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    time_ms: Option<u64>,
}

const fn three_lines() -> u16 {
    3
}

/// A finished or unfinished game.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReviewParameters {
    /// tic-tac-toe, connect-four or checkers
    game: String,
    /// The moves of the game from its start
    moves: Vec<String>,
}

#[tool_router]
impl Tools {
    #[tool(
        description = "Lists the games: rules of notation for positions and moves, sides, levels of play. Call it first.",
        annotations(read_only_hint = true)
    )]
    async fn list_games(&self, Extension(client): Extension<Parts>) -> Result<CallToolResult, ErrorData> {
        let answer = self.send(&client, Method::GET, "/v1/games", None).await?;
        Ok(result(answer, describe_games))
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
        Ok(result(self.post(&client, "legal-moves", &parameters).await?, describe_legal_moves))
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
        Ok(result(self.post(&client, "best-move", &parameters).await?, describe_best_move))
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
        Ok(result(self.post(&client, "analysis", &parameters).await?, describe_analysis))
    }

    #[tool(
        description = "Reviews a game: labels each move (best, good, inaccuracy, mistake, blunder), names the better one, \
                       and gives an accuracy for each side.",
        annotations(read_only_hint = true)
    )]
    async fn review(
        &self,
        Extension(client): Extension<Parts>,
        Parameters(parameters): Parameters<ReviewParameters>,
    ) -> Result<CallToolResult, ErrorData> {
        Ok(result(self.post(&client, "review", &parameters).await?, describe_review))
    }
}

#[tool_handler(
    name = "bestmove",
    instructions = "Exact and strong play for tic-tac-toe, connect-four and checkers (English draughts)."
)]
impl ServerHandler for Tools {}

impl Tools {
    /// Sends the parameters as a body, without the game, which is in the path.
    async fn post(
        &self,
        client: &Parts,
        endpoint: &str,
        parameters: &impl Serialize,
    ) -> Result<Result<Value, Value>, ErrorData> {
        let mut body = json!(parameters);
        let game = body.as_object_mut().and_then(|fields| fields.remove("game")).unwrap_or_default();
        let game: String =
            form_urlencoded::byte_serialize(game.as_str().unwrap_or_default().as_bytes()).collect();
        self.send(client, Method::POST, &format!("/v1/{game}/{endpoint}"), Some(body)).await
    }

    /// The answer of the service to a request of the client, or its problem document.
    async fn send(
        &self,
        client: &Parts,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Result<Value, Value>, ErrorData> {
        let failure = |error: &dyn std::fmt::Display| ErrorData::internal_error(error.to_string(), None);
        let mut request = Request::builder().method(method).uri(path).header(HOST, "bestmove");
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        for name in OF_CLIENT {
            for value in client.headers.get_all(&name) {
                request = request.header(&name, value);
            }
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let mut request = request.body(body).map_err(|error| failure(&error))?;
        request.extensions_mut().extend(client.extensions.clone());
        let Ok(response) = self.service.clone().oneshot(request).await;
        let is_success = response.status().is_success();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.map_err(|error| failure(&error))?;
        let answer = serde_json::from_slice(&bytes).map_err(|error| failure(&error))?;
        Ok(if is_success { Ok(answer) } else { Err(answer) })
    }
}

/// An answer in words and as data, or a refusal in words.
fn result(answer: Result<Value, Value>, describe: impl FnOnce(&Value) -> String) -> CallToolResult {
    match answer {
        Ok(answer) => {
            let text = ContentBlock::text(describe(&answer));
            let mut result = CallToolResult::structured(answer);
            result.content = vec![text];
            result
        }
        Err(problem) => {
            let part = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
            CallToolResult::error(vec![ContentBlock::text(format!("{}: {}", part("title"), part("detail")))])
        }
    }
}

fn describe_games(answer: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let game = |game: &Value| {
        let [id, position, played] =
            ["id", "position_notation", "move_notation"].map(|name| text(&game[name]));
        let start = text(&game["start"]);
        format!("{id}: positions: {position} Start: {start} Moves: {played}")
    };
    lines(&answer["games"], game)
}

fn describe_legal_moves(answer: &Value) -> String {
    let position = answer["position"].as_str().unwrap_or_default();
    if answer["outcome"].is_null() {
        let moves = list(&answer["moves"], |played| words(&played["notation"]));
        format!("Position {position}\n{} to move. Legal moves: {moves}", words(&answer["to_move"]))
    } else {
        format!("Position {position}\n{}", describe_outcome(&answer["outcome"]))
    }
}

fn describe_best_move(answer: &Value) -> String {
    if !answer["outcome"].is_null() {
        return describe_outcome(&answer["outcome"]);
    }
    let side = words(&answer["to_move"]);
    format!(
        "{side} to move in {}\n{}",
        words(&answer["position"]),
        describe_line(&answer["best_move"], answer)
    )
}

fn describe_analysis(answer: &Value) -> String {
    if !answer["outcome"].is_null() {
        return describe_outcome(&answer["outcome"]);
    }
    let side = words(&answer["to_move"]);
    let moves = lines(&answer["lines"], |line| describe_line(&line["move"], line));
    format!("{side} to move in {}\n{moves}", words(&answer["position"]))
}

/// A move with its score, reason and line.
fn describe_line(played: &Value, line: &Value) -> String {
    let score = describe_score(&line["score"]);
    let reason = line["reason"]["text"].as_str().map_or_else(String::new, |text| format!(", {text}"));
    let moves = list(&line["principal_variation"], words);
    format!("{}: {score}{reason}. Line: {moves}", words(played))
}

fn describe_review(answer: &Value) -> String {
    let ply = |(ply, number): (&Value, usize)| {
        let label = words(&ply["label"]);
        let better = match &ply["best_move"] {
            best if *best != ply["move"] => format!(", better was {}", words(best)),
            _ => String::new(),
        };
        format!("{number}. {}: {label}{better}", words(&ply["move"]))
    };
    let plies = answer["plies"].as_array().into_iter().flatten().zip(1..).map(ply);
    let side = |side: &Value| format!("Accuracy of {}: {}", words(&side["side"]), side["accuracy"]);
    plies.collect::<Vec<_>>().join("\n") + "\n" + &lines(&answer["sides"], side)
}

fn describe_outcome(outcome: &Value) -> String {
    let by = words(&outcome["reason"]);
    outcome["winner"].as_str().map_or_else(
        || format!("The game is over: a draw by {by}."),
        |winner| format!("The game is over: {winner} has won by {by}."),
    )
}

fn describe_score(score: &Value) -> String {
    match (score["kind"].as_str(), score["plies"].as_u64()) {
        (Some("estimate"), _) => format!("{} expected points (estimate)", score["expected_points"]),
        (Some(kind), Some(plies)) => format!("{kind} in {plies} plies (proven)"),
        (kind, _) => format!("{} (proven)", kind.unwrap_or_default()),
    }
}

/// A text without quotes, in words.
fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| text.replace('_', " "))
}

fn list(values: &Value, describe: impl Fn(&Value) -> String) -> String {
    values.as_array().into_iter().flatten().map(describe).collect::<Vec<_>>().join(" ")
}

fn lines(values: &Value, describe: impl Fn(&Value) -> String) -> String {
    values.as_array().into_iter().flatten().map(describe).collect::<Vec<_>>().join("\n")
}
