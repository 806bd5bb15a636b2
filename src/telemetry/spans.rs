//! Spans for an OpenTelemetry collector.

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

/// Exports spans in batches; dropping it sends the last.
pub(super) struct Spans(SdkTracerProvider);

impl Spans {
    /// `endpoint` is the base URL of OTLP over HTTP.
    pub(super) fn to(endpoint: &str) -> Result<Self, ExporterBuildError> {
        let url = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(url).build()?;
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = Resource::builder().with_service_name("bestmove").with_attribute(version).build();
        Ok(Self(SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build()))
    }

    /// Exports the spans of requests and searches, whatever the log level.
    pub(super) fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(&self) -> impl Layer<S> + use<S> {
        let spans = tracing_opentelemetry::layer().with_tracer(self.0.tracer("bestmove"));
        let plain = spans.with_location(false).with_threads(false).with_target(false).with_level(false);
        plain.with_tracked_inactivity(false).with_filter(Targets::new().with_target("bestmove", Level::INFO))
    }
}

impl Drop for Spans {
    /// Sends the last spans; what the collector does not accept is lost.
    fn drop(&mut self) {
        drop(self.0.shutdown());
    }
}
