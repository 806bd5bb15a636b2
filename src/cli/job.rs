//! `bestmove job`: submits an archive to a service, follows its job, and reads the answers.

mod upload;

use crate::config::{JobCommand, JobReference, JobSubmission, ServiceOptions};
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::{Method, Request, Response};
use futures_util::stream::{iter, unfold};
use futures_util::{Stream, StreamExt};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use std::error::Error;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::pin::pin;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::time::sleep;
use upload::PartedFile;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// How long a service that has ended a stream is left alone.
const INTERVAL: Duration = Duration::from_secs(1);
/// Bytes of a file that are read at a time.
const PIECE: usize = 64 << 10;

/// Runs a command.
///
/// # Errors
///
/// If the service can't be reached or refuses the request, or a file can't be read or written.
pub fn job(command: &JobCommand) -> Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            JobCommand::Submit(options) => submit(options).await,
            JobCommand::Follow(JobReference { service, id }) => follow(&Service::new(service), id).await,
            JobCommand::Results { job: JobReference { service, id }, from } => {
                Service::new(service).print(&format!("/v1/jobs/{id}/results?from={from}")).await
            }
            JobCommand::Cancel(JobReference { service, id }) => {
                let (service, path) = (Service::new(service), format!("/v1/jobs/{id}"));
                service.send(Method::DELETE, &path, Body::empty()).await?;
                let job = json(service.send(Method::GET, &path, Body::empty()).await?).await?;
                Ok(writeln!(io::stderr(), "{}", summary(&job))?)
            }
        }
    })
}

/// Submits a file, and prints the job, the price, or all answers.
async fn submit(options: &JobSubmission) -> Result<()> {
    let service = Service::new(&options.service);
    let job = match PartedFile::of(options)? {
        Some(file) => file.submit(&service, options).await?,
        None => {
            let body = body(&options.records.file)?;
            json(service.send(Method::POST, &options.path_and_query()?, body).await?).await?
        }
    };
    if options.dry_run || !options.wait {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&job)?)?;
        return Ok(());
    }
    let id = job["id"].as_str().ok_or("the service names no job")?;
    follow(&service, id).await?;
    service.print(&format!("/v1/jobs/{id}/results")).await
}

/// A file, or standard input, as the body of a request.
fn body(file: &Path) -> io::Result<Body> {
    let mut input: Box<dyn Read + Send> = match file.to_str() {
        Some("-") => Box::new(io::stdin()),
        _ => Box::new(
            File::open(file)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?,
        ),
    };
    let pieces = std::iter::from_fn(move || {
        let mut piece = vec![0; PIECE];
        let read = input.read(&mut piece);
        match read {
            Ok(0) => None,
            read => Some(read.map(|length| {
                piece.truncate(length);
                Bytes::from(piece)
            })),
        }
    });
    Ok(Body::from_stream(iter(pieces)))
}

/// Shows how far a job is until it has ended, and says so. Reconnects to a service that was restarted.
async fn follow(service: &Service, id: &str) -> Result<()> {
    loop {
        let response = service.send(Method::GET, &format!("/v1/jobs/{id}/events"), Body::empty()).await?;
        let mut lines = pin!(lines(response));
        while let Some(line) = lines.next().await {
            let message: Value = serde_json::from_slice(&line)?;
            if let Some(problem) = message["problem"]["detail"].as_str() {
                return Err(problem.into());
            }
            let job = &message["job"];
            show_progress(job)?;
            match job["state"].as_str() {
                Some("finished") => return Ok(()),
                Some("cancelled") => return Err(format!("job {id} is cancelled").into()),
                _ => (),
            }
        }
        sleep(INTERVAL).await;
    }
}

/// The lines of a stream, as far as they come, without the empty ones, which only keep the connection alive.
fn lines(response: Response<Incoming>) -> impl Stream<Item = Vec<u8>> {
    let pieces = Body::new(response.into_body()).into_data_stream();
    unfold((pieces, Vec::new()), async |(mut pieces, mut rest)| {
        loop {
            while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
                let after = rest.split_off(end + 1);
                let line = std::mem::replace(&mut rest, after);
                if !line.trim_ascii().is_empty() {
                    return Some((line, (pieces, rest)));
                }
            }
            rest.extend_from_slice(&pieces.next().await?.ok()?);
        }
    })
}

/// Shows on a terminal how far a job is; elsewhere, only how it has ended.
fn show_progress(job: &Value) -> io::Result<()> {
    const WIDTH: u64 = 30;
    let mut out = io::stderr();
    if !out.is_terminal() {
        return if job["state"] == "finished" { writeln!(out, "{}", summary(job)) } else { Ok(()) };
    }
    let [items, finished, rest] = numbers(job, ["items", "finished_items", "remaining_cpu_ms"]);
    let filled = (WIDTH * finished / items.max(1)) as usize;
    let bar = "#".repeat(filled) + &"-".repeat(WIDTH as usize - filled);
    let end = if job["state"] == "finished" { "\n" } else { "" };
    let (rest, problems) = (rest.div_ceil(1000), problems(job));
    write!(out, "\r[{bar}] {finished} of {items}{problems}, {rest} CPU seconds left   {end}")?;
    out.flush()
}

/// How far a job came, in a line.
fn summary(job: &Value) -> String {
    let state = job["state"].as_str().unwrap_or_default();
    let [items, finished, spent] = numbers(job, ["items", "finished_items", "spent_cpu_ms"]);
    let (problems, seconds) = (problems(job), spent as f64 / 1000.0);
    format!("{state}: {finished} of {items} lines{problems}, {seconds:.1} CPU seconds")
}

/// How many lines of a job have a problem as their answer, if there are any.
fn problems(job: &Value) -> String {
    match numbers(job, ["problems"]) {
        [0] => String::new(),
        [1] => " (1 problem)".to_owned(),
        [problems] => format!(" ({problems} problems)"),
    }
}

fn numbers<const N: usize>(job: &Value, fields: [&str; N]) -> [u64; N] {
    fields.map(|field| job[field].as_u64().unwrap_or_default())
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
struct Refusal {
    /// Whether the request may be answered later.
    passes: bool,
    text: String,
}

/// A service to talk to.
struct Service {
    url: String,
    key: Option<String>,
    client: Client<HttpConnector, Body>,
}

impl Service {
    fn new(options: &ServiceOptions) -> Self {
        let client = Client::builder(TokioExecutor::new()).build_http();
        Self { url: options.url.trim_end_matches('/').to_owned(), key: options.key.clone(), client }
    }

    /// Sends a request. A problem is an error in its words.
    async fn send(&self, method: Method, path: &str, body: Body) -> Result<Response<Incoming>> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        request = request.header(CONTENT_TYPE, "application/octet-stream");
        if path.ends_with("/events") {
            request = request.header(ACCEPT, "application/x-ndjson");
        }
        if let Some(key) = &self.key {
            request = request.header(AUTHORIZATION, format!("Bearer {key}"));
        }
        let sent = self.client.request(request.body(body)?).await;
        let response = sent.map_err(|error| Refusal {
            passes: true,
            text: format!("{}: {}", self.url, innermost(&error)),
        })?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        let problem = json(response).await.unwrap_or_default();
        let detail = problem["detail"].as_str();
        let text = detail.map_or_else(|| format!("{} answers {status}", self.url), str::to_owned);
        Err(Refusal { passes: matches!(status.as_u16(), 408 | 429 | 502..=504), text }.into())
    }

    /// Copies an answer to standard output.
    async fn print(&self, path: &str) -> Result<()> {
        let response = self.send(Method::GET, path, Body::empty()).await?;
        let mut pieces = Body::new(response.into_body()).into_data_stream();
        let mut out = io::stdout();
        while let Some(piece) = pieces.next().await {
            out.write_all(&piece?)?;
        }
        Ok(())
    }
}

/// The cause that says most.
fn innermost<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    error.source().map_or(error, innermost)
}

async fn json(response: Response<Incoming>) -> Result<Value> {
    let mut pieces = Body::new(response.into_body()).into_data_stream();
    let mut text = Vec::new();
    while let Some(piece) = pieces.next().await {
        text.extend_from_slice(&piece?);
    }
    if text.is_empty() { Ok(Value::Null) } else { Ok(serde_json::from_slice(&text)?) }
}
