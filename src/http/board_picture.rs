//! `/v1/{game}/board.svg`: a position as a picture, for pages, documents and chats.

use super::caching::{CacheScope, Cacheability, cacheable_as, etag};
use super::error::Problem;
use super::extract::GamePath;
use super::query_string::QueryString;
use super::state::AppState;
use axum::Router;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use axum::routing::get;
use bestmove_query::wire::board_request::BoardPictureBody;
use form_urlencoded::Serializer;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/v1/{game}/board.svg", get(board))
}

/// `GET /v1/{game}/board.svg`.
async fn board(
    headers: HeaderMap,
    GamePath(game): GamePath,
    QueryString(body): QueryString<BoardPictureBody>,
) -> Result<Response, Problem> {
    let (svg, parameters) = body.picture(game.as_ref())?;
    let query = Serializer::new(String::new()).extend_pairs(parameters).finish();
    let url = format!("/v1/{}/board.svg?{query}", game.info().id);
    let (tag, picture) = (etag([svg.as_bytes()]), ([(CONTENT_TYPE, "image/svg+xml")], svg));
    Ok(cacheable_as(&headers, &url, Cacheability::Immutable, CacheScope::Public, &tag, picture))
}
