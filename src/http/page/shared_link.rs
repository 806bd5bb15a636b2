//! Links to a position, `/?game=connect-four&moves=4,4`: the page with tags of the Open Graph
//! protocol (ogp.me), by which chats and social networks preview it. The page turns the query into
//! its fragment, which servers never see.

use super::{StartPage, linked};
use crate::http::extract::read;
use crate::http::public_url::PublicUrl;
use crate::http::query_string::fields;
use crate::http::state::AppState;
use axum::http::HeaderMap;
use axum::response::Response;
use bestmove_query::wire::board_request::BoardPictureBody;
use bestmove_query::{AnyGame, BoardDrawing};
use bestmove_trees::picture::Escaped;
use form_urlencoded::Serializer;
use serde_json::Value;
use std::fmt::Write;

/// The parameters of a link that are those of the picture. The page has others.
const SHOWN: [&str; 2] = ["position", "moves"];
/// The longest query that is described: links are shorter.
const MAX_QUERY_BYTES: usize = 4096;
const HEAD_END: &str = "</head>";

/// The page; with links and tags instead of all in one if the query describes a position.
pub(super) async fn answer(
    start: &StartPage,
    state: &AppState,
    query: Option<&str>,
    request: &HeaderMap,
) -> Response {
    let query = query.filter(|query| query.len() <= MAX_QUERY_BYTES);
    let tags = query.and_then(|query| tags(state, query));
    let html = tags.and_then(|tags| {
        let (before, after) = str::from_utf8(linked().content()).ok()?.split_once(HEAD_END)?;
        Some(format!("{before}{tags}{}{HEAD_END}{after}", start.answers))
    });
    match html {
        Some(html) => linked().answer_with(html.into(), request).await,
        None => start.page.answer(request).await,
    }
}

/// The tags of the position of a query; none where it names no game or describes no position.
fn tags(state: &AppState, query: &str) -> Option<String> {
    let parameters = || form_urlencoded::parse(query.as_bytes());
    let (_, id) = parameters().find(|(name, _)| name == "game")?;
    let game = state.engine.games().find(&id)?;
    let mut shown = Serializer::new(String::new());
    shown.extend_pairs(parameters().filter(|(name, _)| SHOWN.contains(&&**name)));
    // The page shows boards on which pieces move from the first side, unless they are flipped, and never turns others.
    let is_flipped = parameters().any(|(name, _)| name == "flipped");
    if game.info().display.board.has_paths() && !is_flipped {
        shown.append_pair("flipped", "true");
    }
    let body: BoardPictureBody = read(Value::Object(fields(&shown.finish()).ok()?)).ok()?;
    let (drawing, parameters) = body.picture(game.as_ref()).ok()?;
    let query = Serializer::new(String::new()).extend_pairs(parameters).finish();
    Some(written(game.as_ref(), &drawing, &query, state.public_url.as_ref()))
}

fn written(
    game: &dyn AnyGame,
    drawing: &BoardDrawing,
    query: &str,
    public_url: Option<&PublicUrl>,
) -> String {
    let (id, (width, height)) = (game.info().id, drawing.png_size());
    // Without the public URL the address is relative, which some readers resolve.
    let origin = public_url.map(ToString::to_string).unwrap_or_default();
    let mut tags = String::new();
    let mut tag = |property: &str, content: &str| {
        writeln!(tags, "<meta property=\"{property}\" content=\"{}\">", Escaped(content))
            .expect("writing to memory does not fail");
    };
    tag("og:site_name", "bestmove");
    tag("og:type", "website");
    tag("og:title", drawing.caption());
    tag("og:description", "See the best move, play on from here, or review the game.");
    tag("og:image", &format!("{origin}/v1/{id}/board.png?{query}"));
    tag("og:image:type", "image/png");
    tag("og:image:width", &width.to_string());
    tag("og:image:height", &height.to_string());
    tag("og:image:alt", drawing.title());
    tags.push_str("<meta name=\"twitter:card\" content=\"summary\">\n");
    tags
}
