use super::Program;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

/// The export requests that a collector has received.
type Collected = Arc<Mutex<Vec<ExportTraceServiceRequest>>>;

/// Starts a trace collector on a free port. Returns the received requests and its URL.
async fn collector() -> (Collected, String) {
    let collected = Collected::default();
    let collect = async |State(collected): State<Collected>, body: Bytes| {
        collected.lock().unwrap().push(ExportTraceServiceRequest::decode(body).unwrap());
    };
    let router = Router::new().route("/v1/traces", post(collect)).with_state(Arc::clone(&collected));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await });
    (collected, url)
}

fn attribute<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a Value> {
    let attribute = attributes.iter().find(|attribute| attribute.key == key)?;
    attribute.value.as_ref().and_then(|AnyValue { value }| value.as_ref())
}

fn text(text: &str) -> Option<Value> {
    Some(Value::StringValue(text.to_owned()))
}

#[tokio::test]
async fn requests_and_searches_are_spans_of_the_callers_trace() {
    let (collected, url) = collector().await;
    let program = Program::start(&["--otlp-endpoint", &url]);
    program.search("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01").await;
    spawn_blocking(|| program.shut_down()).await.unwrap();
    let collected = collected.lock().unwrap();
    let resources: Vec<_> = collected.iter().flat_map(|request| &request.resource_spans).collect();
    let resource = &resources[0].resource.as_ref().unwrap().attributes;
    assert_eq!(attribute(resource, "service.name"), text("bestmove").as_ref());
    let scopes = resources.iter().flat_map(|resource| &resource.scope_spans);
    let spans: Vec<_> = scopes.flat_map(|scope| &scope.spans).collect();
    let named =
        |name: &str| *spans.iter().find(|span| span.name == name).unwrap_or_else(|| panic!("{spans:#?}"));
    let (request, search) = (named("POST /v1/{game}/best-move"), named("search"));
    assert_eq!(spans.len(), 2, "{spans:#?}");
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for span in [request, search] {
        assert_eq!(hex(&span.trace_id), "0af7651916cd43dd8448eb211c80319c");
    }
    assert_eq!(hex(&request.parent_span_id), "b7ad6b7169203331");
    assert_eq!(search.parent_span_id, request.span_id);
    assert_eq!(request.kind, SpanKind::Server as i32);
    assert_eq!(attribute(&request.attributes, "http.response.status_code"), Some(&Value::IntValue(200)));
    assert_eq!(attribute(&search.attributes, "game"), text("checkers").as_ref());
    assert_eq!(attribute(&search.attributes, "depth"), Some(&Value::IntValue(3)));
    let interval = |span: &Span| span.start_time_unix_nano..=span.end_time_unix_nano;
    assert!(interval(request).contains(&search.start_time_unix_nano));
    assert!(interval(request).contains(&search.end_time_unix_nano));
}
