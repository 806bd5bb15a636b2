//! Clients: load generators, probes and their outcomes.

use crate::common::{Client, post_request};
use crate::control::PATH;
use crate::server::Server;
use std::cell::RefCell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::spawn_local;
use tokio::time::{sleep, sleep_until, timeout_at};

/// The time limit of each request, after which its client gives up.
const TIME_LIMIT: Duration = Duration::from_millis(500);
/// About twenty milliseconds of search.
const NODES: u64 = 80_000;
/// Tolerated lateness of a response.
const TOLERANCE: Duration = Duration::from_millis(20);
const CLIENTS: usize = 4;
/// Duration of a capacity measurement.
const SPAN: Duration = Duration::from_secs(10);

/// The outcome of a request.
pub(crate) enum Outcome {
    Good(f64),
    Refused(f64),
    /// Answered, but the search ended at its time limit instead of its node limit.
    Cut,
    NoAnswer,
}

pub(crate) struct Outcomes(pub(crate) Vec<Outcome>);

impl Outcomes {
    pub(crate) fn good(&self) -> Vec<f64> {
        self.0
            .iter()
            .filter_map(|outcome| if let Outcome::Good(seconds) = outcome { Some(*seconds) } else { None })
            .collect()
    }

    pub(crate) fn refused(&self) -> Vec<f64> {
        self.0
            .iter()
            .filter_map(|outcome| if let Outcome::Refused(seconds) = outcome { Some(*seconds) } else { None })
            .collect()
    }

    pub(crate) fn count(&self, is: impl Fn(&Outcome) -> bool) -> usize {
        self.0.iter().filter(|&outcome| is(outcome)).count()
    }
}

/// The body of a request that differs from the previous thousand at the same cost.
fn request_body(counter: &Rc<RefCell<u64>>) -> String {
    *counter.borrow_mut() += 1;
    format!(r#"{{"time_ms":{},"nodes":{}}}"#, TIME_LIMIT.as_millis(), NODES + *counter.borrow() % 1000)
}

/// The throughput without overload.
pub(crate) struct Capacity {
    /// Answers per second.
    pub(crate) rate: f64,
    /// Answers per second of the server's CPU time.
    pub(crate) per_cpu_second: f64,
}

pub(crate) async fn capacity(server: &Server, counter: &Rc<RefCell<u64>>) -> Capacity {
    let (address, before) = (server.address, server.usage());
    let clients = (0..CLIENTS).map(|_| {
        let counter = Rc::clone(counter);
        spawn_local(async move {
            let (mut client, mut answers) = (Client::connect(address).await, 0_u32);
            let end = Instant::now() + SPAN;
            while Instant::now() < end {
                client.post(PATH, &request_body(&counter)).await;
                answers += 1;
            }
            answers
        })
    });
    let mut answers = 0;
    for client in clients.collect::<Vec<_>>() {
        answers += client.await.expect("a client");
    }
    let answers = f64::from(answers);
    Capacity {
        rate: answers / SPAN.as_secs_f64(),
        per_cpu_second: answers / (server.usage().seconds - before.seconds),
    }
}

/// Sends `rate` requests per second in an open loop.
pub(crate) async fn load(
    address: SocketAddr,
    rate: f64,
    span: Duration,
    counter: &Rc<RefCell<u64>>,
) -> Outcomes {
    let idle = Rc::new(RefCell::new(Vec::<Client>::new()));
    let start = Instant::now();
    let mut requests = Vec::new();
    for number in 0..(rate * span.as_secs_f64()) as u64 {
        let due = start + Duration::from_secs_f64(number as f64 / rate);
        sleep_until(due.into()).await;
        let (idle, request_body) = (Rc::clone(&idle), request_body(counter));
        requests.push(spawn_local(async move {
            let exchange = async {
                let kept = idle.borrow_mut().pop();
                let mut client = match kept {
                    Some(client) => client,
                    None => Client::try_connect(address).await?,
                };
                let (status, body) = client.exchange(&post_request(PATH, &request_body)).await?;
                idle.borrow_mut().push(client);
                let is_cut = body.contains(r#""stopped_by":"time""#);
                Ok::<_, io::Error>((status, is_cut))
            };
            let outcome = timeout_at((due + TIME_LIMIT + TOLERANCE).into(), exchange).await;
            let latency = due.elapsed().as_secs_f64();
            match outcome {
                Ok(Ok((200, false))) => Outcome::Good(latency),
                Ok(Ok((200, true))) => Outcome::Cut,
                Ok(Ok((503, _))) => Outcome::Refused(latency),
                Ok(Ok(_) | Err(_)) | Err(_) => Outcome::NoAnswer,
            }
        }));
    }
    let mut outcomes = Vec::new();
    for request in requests {
        outcomes.push(request.await.expect("an outcome"));
    }
    Outcomes(outcomes)
}

/// Latencies of health checks until `end`, in seconds.
pub(crate) async fn probe(address: SocketAddr, end: Instant) -> Vec<f64> {
    let (mut samples, mut client) = (Vec::new(), Client::connect(address).await);
    while Instant::now() < end {
        let started = Instant::now();
        client
            .exchange("GET /health/live HTTP/1.1\r\nhost: bench\r\n\r\n")
            .await
            .expect("an open connection");
        samples.push(started.elapsed().as_secs_f64());
        sleep(Duration::from_millis(20)).await;
    }
    samples
}

/// The time until all requests of a quarter of a second are answered about as fast as normally.
pub(crate) async fn recovery(
    address: SocketAddr,
    rate: f64,
    normal: f64,
    counter: &Rc<RefCell<u64>>,
) -> Option<Duration> {
    const STEP: Duration = Duration::from_millis(250);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        let since = start.elapsed();
        let outcomes = load(address, rate, STEP, counter).await;
        let good = outcomes.good();
        if good.len() == outcomes.0.len() && good.iter().all(|&seconds| seconds <= normal * 1.5 + 0.02) {
            return Some(since);
        }
    }
    None
}
