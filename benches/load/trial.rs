//! The phases of the bench for one server, and its results.

use crate::clients::{Outcome, Outcomes, capacity, load, probe, recovery};
use crate::common::{Promises, percentile};
use crate::server::{Server, Usage, cpu_seconds, peak};
use crate::slow::{self, open_slow_connections};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::spawn_local;

const OVERLOAD_FACTOR: f64 = 10.0;

/// The results of a server. Latencies are in seconds, rates in requests per second.
pub(crate) struct Trial {
    span: Duration,
    capacity: f64,
    /// Answers per second of the server's CPU time, at capacity and in overload.
    per_cpu_second: [f64; 2],
    /// Latencies at half the capacity.
    calm: Vec<f64>,
    overload: Outcomes,
    health: Vec<f64>,
    before: Usage,
    peak: Usage,
    after: Usage,
    recovered: Option<Duration>,
    /// CPU time of this process during the overload.
    spent: f64,
    /// The lifetime of each slow connection.
    lifetimes: Vec<Option<f64>>,
    beside: Outcomes,
}

impl Trial {
    pub(crate) async fn of(server: &Server, span: Duration) -> Self {
        let counter = Rc::new(RefCell::new(0));
        let first = capacity(server, &counter).await;
        let calm = load(server.address, first.rate / 2.0, slow::SPAN, &counter).await.good();
        let (before, spent) = (server.usage(), cpu_seconds());
        let probe = spawn_local(probe(server.address, Instant::now() + span));
        let peak = spawn_local(peak(server.process.id(), Instant::now() + span));
        let overload = load(server.address, first.rate * OVERLOAD_FACTOR, span, &counter).await;
        let spent = cpu_seconds() - spent;
        let per_cpu_second = overload.good().len() as f64 / (server.usage().seconds - before.seconds);
        let normal = percentile(&mut calm.clone(), 0.99);
        let recovered = recovery(server.address, first.rate / 2.0, normal, &counter).await;
        let last = capacity(server, &counter).await;
        let [capacity, calm_per_cpu_second] =
            [first.rate + last.rate, first.per_cpu_second + last.per_cpu_second].map(|sum| sum / 2.0);
        let (health, peak, after) =
            (probe.await.expect("a probe"), peak.await.expect("a peak"), server.usage());
        let wasted = spawn_local(open_slow_connections(server.address));
        let beside = load(server.address, first.rate / 2.0, slow::SPAN, &counter).await;
        let lifetimes = wasted.await.expect("slow connections");
        Self {
            span,
            capacity,
            per_cpu_second: [calm_per_cpu_second, per_cpu_second],
            calm,
            overload,
            health,
            before,
            peak,
            after,
            recovered,
            spent,
            lifetimes,
            beside,
        }
    }

    pub(crate) fn check(&self, promises: &mut Promises) {
        let p99 = |samples: &[f64]| {
            if samples.is_empty() { f64::INFINITY } else { percentile(&mut samples.to_vec(), 0.99) }
        };
        promises.expect("goodput is at least 90 % of the capacity", self.goodput() >= 0.9 * self.capacity);
        promises.expect("refusals come within 50 ms", p99(&self.overload.refused()) <= 0.05);
        promises.expect("health answers come within 100 ms", p99(&self.health) <= 0.1);
        promises.expect("at most two threads are added", self.peak.threads <= self.before.threads + 2);
        promises.expect(
            "memory grows by at most a fifth",
            5 * self.peak.mib.max(self.after.mib) <= 6 * self.before.mib,
        );
        let soon = |took| took <= Duration::from_secs(2);
        promises.expect("latency recovers within 2 s", self.recovered.is_some_and(soon));
        let is_brief = |lifetimes: &Option<f64>| lifetimes.is_some_and(|seconds| seconds <= 10.0);
        promises.expect("slow connections are closed within 10 s", self.lifetimes.iter().all(is_brief));
        promises.expect(
            "slow connections raise the latency by at most a fifth",
            p99(&self.beside.good()) <= 1.2 * p99(&self.calm),
        );
    }

    /// The rows of the table: names and values.
    pub(crate) fn rows(&self) -> Vec<(&'static str, String)> {
        let ms = |samples: &[f64], share| {
            if samples.is_empty() {
                return "–".to_owned();
            }
            format!("{:.1} ms", percentile(&mut samples.to_vec(), share) * 1e3)
        };
        let (seconds, overload) = (self.span.as_secs_f64(), &self.overload);
        let [calm_per_cpu_second, overload_per_cpu_second] = self.per_cpu_second;
        let closed: Vec<f64> = self.lifetimes.iter().flatten().copied().collect();
        let last = closed.iter().copied().reduce(f64::max);
        let three =
            |of: fn(&Usage) -> u64| [&self.before, &self.peak, &self.after].map(of).map(|n| n.to_string());
        vec![
            ("capacity, requests/s", format!("{:.0}", self.capacity)),
            ("latency p50 at half of it", ms(&self.calm, 0.5)),
            ("latency p99 at half of it", ms(&self.calm, 0.99)),
            ("offered, requests/s", format!("{:.0}", overload.0.len() as f64 / seconds)),
            (
                "goodput, requests/s",
                format!("{:.0} = {:.0} %", self.goodput(), 100.0 * self.goodput() / self.capacity),
            ),
            (
                "goodput per second of CPU time",
                format!(
                    "{:.0} of {:.0} = {:.0} %",
                    overload_per_cpu_second,
                    calm_per_cpu_second,
                    100.0 * overload_per_cpu_second / calm_per_cpu_second
                ),
            ),
            ("answers, latency p50", ms(&overload.good(), 0.5)),
            ("answers, latency p99", ms(&overload.good(), 0.99)),
            ("refusals (503)", overload.refused().len().to_string()),
            ("refusals, latency p99", ms(&overload.refused(), 0.99)),
            ("answers cut by time", overload.count(|outcome| matches!(outcome, Outcome::Cut)).to_string()),
            (
                "given up by the client",
                overload.count(|outcome| matches!(outcome, Outcome::NoAnswer)).to_string(),
            ),
            ("health, latency p99", ms(&self.health, 0.99)),
            ("memory before, peak, after, MiB", three(|usage| usage.mib).join(", ")),
            ("threads before, peak, after", three(|usage| usage.threads).join(", ")),
            (
                "recovered after",
                self.recovered
                    .map_or_else(|| "never".to_owned(), |took| format!("{:.1} s", took.as_secs_f64())),
            ),
            ("slow connections closed", format!("{} of {}", closed.len(), self.lifetimes.len())),
            ("the last of them after", last.map_or_else(|| "–".to_owned(), |last| format!("{last:.1} s"))),
            ("latency p50 beside them, at half the capacity", ms(&self.beside.good(), 0.5)),
            ("latency p99 beside them, at half the capacity", ms(&self.beside.good(), 0.99)),
            ("not answered beside them", (self.beside.0.len() - self.beside.good().len()).to_string()),
            ("CPU time of the clients", format!("{:.0} % of a core", 100.0 * self.spent / seconds)),
        ]
    }

    /// Requests per second that are answered in full and in time.
    fn goodput(&self) -> f64 {
        self.overload.good().len() as f64 / self.span.as_secs_f64()
    }
}
