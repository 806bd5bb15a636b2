//! `/v1/{game}/board.svg` and `/v1/{game}/board.png`: a position as a picture, for pages, documents and chats.

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
use bestmove_query::{AnyGame, BoardDrawing};
use form_urlencoded::Serializer;
use std::panic::resume_unwind;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// A picture takes about 15 milliseconds to draw. One at a time leaves the other threads to the searches.
static DRAWING: Semaphore = Semaphore::const_new(1);

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/v1/{game}/board.svg", get(svg)).route("/v1/{game}/board.png", get(png))
}

/// `GET /v1/{game}/board.svg`.
async fn svg(
    headers: HeaderMap,
    GamePath(game): GamePath,
    QueryString(body): QueryString<BoardPictureBody>,
) -> Result<Response, Problem> {
    let (drawing, url) = drawing(game.as_ref(), &body, "svg")?;
    Ok(answer(&headers, &url, "image/svg+xml", drawing.to_string().into()))
}

/// `GET /v1/{game}/board.png`.
async fn png(
    headers: HeaderMap,
    GamePath(game): GamePath,
    QueryString(body): QueryString<BoardPictureBody>,
) -> Result<Response, Problem> {
    let (drawing, url) = drawing(game.as_ref(), &body, "png")?;
    let permit = DRAWING.acquire().await.expect("the semaphore is never closed");
    let draw = move || {
        let _permit = permit;
        drawing.png()
    };
    let png = spawn_blocking(draw).await.unwrap_or_else(|error| resume_unwind(error.into_panic()));
    Ok(answer(&headers, &url, "image/png", png))
}

/// The picture, and its canonical URL.
fn drawing(
    game: &dyn AnyGame,
    body: &BoardPictureBody,
    format: &str,
) -> Result<(BoardDrawing, String), Problem> {
    let (drawing, parameters) = body.picture(game)?;
    let query = Serializer::new(String::new()).extend_pairs(parameters).finish();
    Ok((drawing, format!("/v1/{}/board.{format}?{query}", game.info().id)))
}

fn answer(request: &HeaderMap, url: &str, media_type: &'static str, picture: Vec<u8>) -> Response {
    let tag = etag([&*picture]);
    let body = ([(CONTENT_TYPE, media_type)], picture);
    cacheable_as(request, url, Cacheability::Immutable, CacheScope::Public, &tag, body)
}
