//! The layers of all routes.

use super::check::Check;
use super::error::{Problem, write_problem};
use super::request_id::{self, RequestId};
use super::{fair_use, host, jobs, negotiation, stream, timing, trace};
use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH,
    LOCATION, RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use std::time::{Duration, Instant};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};

/// Adds the layers, outermost first.
pub(super) fn layered(routes: Router) -> Router {
    let layers = ServiceBuilder::new()
        .layer(from_fn(answer))
        .layer(trace::layer())
        .map_response(IntoResponse::into_response)
        .layer(cors())
        .layer(CatchPanicLayer::custom(|_| Problem::internal().into_response()))
        .layer(Check(host::require_one))
        .layer(Check(negotiation::negotiate_coding));
    routes
        .fallback(async || Problem::unknown_path())
        .method_not_allowed_fallback(async |method: Method| Problem::method_not_allowed(&method))
        .layer(layers)
}

/// Gives the request an ID, writes the body of a problem, and adds the headers of all answers.
async fn answer(mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = RequestId::of(&request);
    request.extensions_mut().insert(id.clone());
    let mut response = next.run(request).await;
    write_problem(&mut response, &id);
    let headers = response.headers_mut();
    headers.insert(request_id::HEADER, id.into());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    timing::add_header(&mut response, began.elapsed());
    response
}

/// Pages of any origin may call the service: browsers never add an API key on their own.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_NONE_MATCH,
            stream::LAST_EVENT_ID,
            request_id::HEADER,
            jobs::IDEMPOTENCY_KEY,
            HeaderName::from_static("mcp-protocol-version"),
            HeaderName::from_static("mcp-method"),
            HeaderName::from_static("mcp-name"),
            // Those that libraries of frontends add: OpenTelemetry, Sentry, HTTP clients.
            HeaderName::from_static("traceparent"),
            HeaderName::from_static("tracestate"),
            HeaderName::from_static("baggage"),
            HeaderName::from_static("sentry-trace"),
            HeaderName::from_static("x-requested-with"),
            CACHE_CONTROL,
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use axum::routing::get;
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
