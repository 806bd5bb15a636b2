//! The HTTP interface: thin, typed adapters to the [`engine`](crate::engine).
//!
//! `openapi.yaml` is the contract. Every failure is a problem document (`error`), and every answer has the
//! ID of its request.

mod analysis;
mod asset;
mod background_analyses;
mod background_measurements;
mod background_reviews;
mod background_tasks;
mod batch;
mod best_move;
mod caching;
mod context;
mod convert;
mod document;
mod error;
mod extract;
mod fair_use;
mod games;
mod health;
mod host;
mod laboratory;
mod legal_moves;
mod mcp;
mod negotiation;
mod page;
mod problem_pages;
mod query_string;
mod receive;
mod request_id;
mod review;
mod review_stream;
mod stream;
mod timing;
mod trace;
#[cfg(feature = "otel")]
mod traceparent;

pub use crate::wire::BestMove;
pub(crate) use crate::wire::problems::problem_types;
pub(crate) use crate::wire::response::{source_name, stopped_by_name};
pub use error::ProblemTypes;
pub use fair_use::{FairUse, Keys};

use crate::engine::{AnalysisWork, Engine};
use asset::Asset;
use axum::http::header::{
    ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH,
    LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{Extensions, HeaderMap, Method};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Router};
use background_measurements::{MeasurementWork, Measurements};
use background_reviews::{ReviewWork, Reviews};
use background_tasks::{cancel, list, show};
use error::Problem;
use fair_use::AccessControl;
use receive::BodyBudget;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::Predicate;
use tower_http::compression::predicate::{NotForContentType, SizeAbove};
use tower_http::cors::{Any, CorsLayer};

/// Answers of fewer bytes fit one packet and are not compressed.
const COMPRESSED_ABOVE: u64 = 1024;

/// The service, without keys and quotas.
pub fn router(engine: Arc<Engine>) -> Router {
    fair_router(engine, FairUse::default())
}

/// The service with access control.
pub fn fair_router(engine: Arc<Engine>, fair_use: FairUse) -> Router {
    let body_budget = BodyBudget::new(&fair_use);
    layered(routes(engine, fair_use, body_budget))
}

/// The same, with tools for language models at `/mcp`.
pub fn router_with_mcp(engine: Arc<Engine>, fair_use: FairUse) -> Router {
    let body_budget = BodyBudget::new(&fair_use);
    let routes = routes(engine, fair_use, body_budget.clone());
    let tools = mcp::routes(layered(routes.clone()), body_budget);
    layered(routes.merge(tools))
}

fn routes(engine: Arc<Engine>, fair_use: FairUse, body_budget: BodyBudget) -> Router {
    let metered = from_fn_with_state(body_budget, receive::meter);
    let reviews: Reviews = engine.background_tasks();
    let measurements: Measurements = engine.background_tasks();
    let searches = Router::new()
        .route("/v1/{game}/best-move", get(best_move::get_best_move).post(best_move::post_best_move))
        .route("/v1/{game}/convert", post(convert::convert))
        .route("/v1/{game}/review", post(review::review))
        .route("/v1/batch", post(batch::batch))
        .route("/v1/analyses", get(list::<AnalysisWork>).post(background_analyses::start))
        .route("/v1/analyses/{id}", get(show::<AnalysisWork>))
        .route("/v1/reviews", get(list::<ReviewWork>).post(background_reviews::start))
        .route("/v1/reviews/{id}", get(show::<ReviewWork>))
        .route("/v1/measurements", get(list::<MeasurementWork>).post(background_measurements::start))
        .route("/v1/measurements/{id}", get(show::<MeasurementWork>))
        .route("/v1/trees/measure", post(laboratory::measure))
        .route_layer(from_fn(negotiation::json_only))
        .route("/v1/trees/search", get(laboratory::get_trees).post(laboratory::post_trees))
        .route("/v1/{game}/search-tree", get(laboratory::get_game).post(laboratory::post_game))
        .route("/v1/analyses/{id}", delete(cancel::<AnalysisWork>))
        .route("/v1/{game}/analysis", get(analysis::get_analysis).post(analysis::post_analysis))
        .route("/v1/{game}/analysis/stream", get(analysis::get_stream).post(analysis::post_stream))
        .route("/v1/{game}/review/stream", post(review_stream::review_stream))
        .route("/v1/analyses/{id}/events", get(background_analyses::events))
        .route("/v1/reviews/{id}", delete(cancel::<ReviewWork>))
        .route("/v1/reviews/{id}/events", get(background_reviews::events))
        .route("/v1/measurements/{id}", delete(cancel::<MeasurementWork>))
        .route("/v1/measurements/{id}/events", get(background_measurements::events))
        .layer(Extension(Arc::clone(engine.analyses())))
        .layer(Extension(reviews))
        .layer(Extension(measurements))
        .route_layer(metered.clone())
        .route_layer(from_fn_with_state(AccessControl::new(fair_use), fair_use::admit));
    let list = Arc::new(games::list(engine.games(), &engine.config().limit_policy));
    let rules = Router::new()
        .route(
            "/v1/{game}/legal-moves",
            get(legal_moves::get_legal_moves).post(legal_moves::post_legal_moves),
        )
        .route_layer(metered)
        .route("/v1/searches", get(laboratory::searches))
        .route("/v1/trees", get(laboratory::trees))
        .route("/v1/trees/{id}", get(laboratory::tree))
        .route("/v1/games", get(async move |headers: HeaderMap| games::games(&headers, &list).await))
        .route_layer(from_fn(negotiation::json_only));
    searches
        .merge(rules)
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/problems/{slug}", get(problem_pages::explain))
        .route("/openapi.yaml", get(async |headers: HeaderMap| contract(&OPENAPI_YAML, &headers).await))
        .route("/openapi.json", get(async |headers: HeaderMap| contract(&OPENAPI_JSON, &headers).await))
        .merge(page::routes(engine.games()))
        .with_state(engine)
}

/// Adds the middleware of all routes, outermost first.
fn layered(routes: Router) -> Router {
    // A compressor would buffer the events of a stream.
    let worthwhile = SizeAbove::new(COMPRESSED_ABOVE)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new("application/x-ndjson"))
        .and(|_, _, headers: &HeaderMap, _: &Extensions| !caching::has_strong_etag(headers));
    let compression = CompressionLayer::new().compress_when(worthwhile);
    let layers = ServiceBuilder::new()
        .layer(from_fn(timing::add_header))
        .layer(from_fn(request_id::identify))
        .layer(trace::layer())
        .layer(cors())
        .layer(from_fn(error::write_problem))
        .layer(CatchPanicLayer::custom(|_| Problem::internal().into_response()))
        .layer(from_fn(host::require_one))
        .layer(from_fn(negotiation::negotiate_coding))
        .layer(compression);
    routes
        .fallback(async || Problem::unknown_path())
        .method_not_allowed_fallback(async |method: Method| Problem::method_not_allowed(&method))
        .layer(layers)
}

/// Pages of any origin may call the service: browsers never add an API key on their own.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::DELETE, Method::OPTIONS])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_NONE_MATCH,
            stream::LAST_EVENT_ID,
            request_id::HEADER,
            HeaderName::from_static("traceparent"),
            HeaderName::from_static("mcp-protocol-version"),
            HeaderName::from_static("mcp-method"),
            HeaderName::from_static("mcp-name"),
        ])
        .expose_headers([
            request_id::HEADER,
            RETRY_AFTER,
            ETAG,
            LOCATION,
            CONTENT_LOCATION,
            fair_use::POLICY,
            fair_use::LIMIT,
            timing::HEADER,
            ALLOW,
            WWW_AUTHENTICATE,
        ])
        .max_age(Duration::from_hours(24))
}

/// The OpenAPI document as it is written, and as `build.rs` converts it.
static OPENAPI_YAML: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("application/yaml", include_str!("../../openapi.yaml")));
static OPENAPI_JSON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("application/json", include_str!(concat!(env!("OUT_DIR"), "/openapi.json"))));

async fn contract(document: &Asset, headers: &HeaderMap) -> Response {
    ([(CACHE_CONTROL, document::CACHE_BRIEFLY)], document.answer(headers).await).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_panic_is_a_problem_that_reveals_nothing() {
        let _lock = trace::SPAN_REGISTRATION.lock().await;
        let broken = layered(Router::new().route("/", get(async || -> () { panic!("secret") })));
        for _ in 0..2 {
            let response = broken
                .clone()
                .oneshot(Request::get("/").header("host", "x").body(Body::empty()).unwrap())
                .await
                .unwrap();
            assert_eq!(response.status(), 500);
            assert!(response.headers().contains_key(request_id::HEADER));
            assert_eq!(response.headers()["content-type"], "application/problem+json");
            assert_eq!(response.headers()["cache-control"], "no-store");
            let body = to_bytes(response.into_body(), 4096).await.unwrap();
            let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(problem["type"], "/problems/internal");
            assert!(!problem.to_string().contains("secret"));
        }
    }
}
