//! What clients do, and how they fare.

use crate::PATIENCE;
use crate::common::{Client, posted};
use crate::server::Server;
use std::cell::RefCell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::spawn_local;
use tokio::time::{sleep, sleep_until, timeout_at};

pub(crate) const PATH: &str = "/v1/checkers/best-move";
/// About twenty milliseconds of search.
const NODES: u64 = 80_000;
/// How late an answer may come through before it counts as too late.
const GRACE: Duration = Duration::from_millis(20);
const CLIENTS: usize = 4;
/// How long the capacity is measured, each time.
const SPAN: Duration = Duration::from_secs(10);

/// What becomes of a request.
pub(crate) enum Outcome {
    Good(f64),
    Refused(f64),
    /// Answered, but time has ended the search and not the nodes.
    Cut,
    Silence,
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

/// A request like none of the thousand before it, and as dear.
fn question(asked: &Rc<RefCell<u64>>) -> String {
    *asked.borrow_mut() += 1;
    format!(r#"{{"time_ms":{},"nodes":{}}}"#, PATIENCE.as_millis(), NODES + *asked.borrow() % 1000)
}

/// Requests that are answered when there are never too many.
pub(crate) struct Capacity {
    /// A second.
    pub(crate) rate: f64,
    /// For each second of the server's processor time.
    pub(crate) worth: f64,
}

pub(crate) async fn capacity(server: &Server, asked: &Rc<RefCell<u64>>) -> Capacity {
    let (address, before) = (server.address, server.usage());
    let clients = (0..CLIENTS).map(|_| {
        let asked = Rc::clone(asked);
        spawn_local(async move {
            let (mut client, mut answers) = (Client::connect(address).await, 0_u32);
            let end = Instant::now() + SPAN;
            while Instant::now() < end {
                client.post(PATH, &question(&asked)).await;
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
        worth: answers / (server.usage().seconds - before.seconds),
    }
}

/// Sends so many requests a second, each when it is due.
pub(crate) async fn load(
    address: SocketAddr,
    rate: f64,
    span: Duration,
    asked: &Rc<RefCell<u64>>,
) -> Outcomes {
    let idle = Rc::new(RefCell::new(Vec::<Client>::new()));
    let start = Instant::now();
    let mut requests = Vec::new();
    for number in 0..(rate * span.as_secs_f64()) as u64 {
        let due = start + Duration::from_secs_f64(number as f64 / rate);
        sleep_until(due.into()).await;
        let (idle, question) = (Rc::clone(&idle), question(asked));
        requests.push(spawn_local(async move {
            let asked = async {
                let kept = idle.borrow_mut().pop();
                let mut client = match kept {
                    Some(client) => client,
                    None => Client::try_connect(address).await?,
                };
                let (status, body) = client.exchange(&posted(PATH, &question)).await?;
                idle.borrow_mut().push(client);
                let is_cut = body.contains(r#""stopped_by":"time""#);
                Ok::<_, io::Error>((status, is_cut))
            };
            let outcome = timeout_at((due + PATIENCE + GRACE).into(), asked).await;
            let latency = due.elapsed().as_secs_f64();
            match outcome {
                Ok(Ok((200, false))) => Outcome::Good(latency),
                Ok(Ok((200, true))) => Outcome::Cut,
                Ok(Ok((503, _))) => Outcome::Refused(latency),
                Ok(Ok(_) | Err(_)) | Err(_) => Outcome::Silence,
            }
        }));
    }
    let mut outcomes = Vec::new();
    for request in requests {
        outcomes.push(request.await.expect("an outcome"));
    }
    Outcomes(outcomes)
}

/// Latencies of health checks until then, in seconds.
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

/// How long until every request of a quarter of a second is answered about as fast as normally.
pub(crate) async fn recovery(
    address: SocketAddr,
    rate: f64,
    normal: f64,
    asked: &Rc<RefCell<u64>>,
) -> Option<Duration> {
    const STEP: Duration = Duration::from_millis(250);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        let since = start.elapsed();
        let outcomes = load(address, rate, STEP, asked).await;
        let good = outcomes.good();
        if good.len() == outcomes.0.len() && good.iter().all(|&seconds| seconds <= normal * 1.5 + 0.02) {
            return Some(since);
        }
    }
    None
}
