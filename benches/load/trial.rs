//! What one server goes through, and how it fares.

use crate::clients::{Outcome, Outcomes, capacity, load, probe, recovery};
use crate::common::{Promises, percentile};
use crate::server::{Server, Usage, peak, processor_seconds};
use crate::slow::{self, waste};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::spawn_local;

const OVERLOAD: f64 = 10.0;

/// All that is measured of a server. Latencies are in seconds, rates in requests a second.
pub(crate) struct Trial {
    span: Duration,
    capacity: f64,
    /// Requests for each second of the server's processor time, at capacity and in the storm.
    worth: [f64; 2],
    /// Latencies at half the capacity.
    calm: Vec<f64>,
    storm: Outcomes,
    health: Vec<f64>,
    before: Usage,
    peak: Usage,
    after: Usage,
    recovered: Option<Duration>,
    /// Processor time of this process during the storm.
    spent: f64,
    /// How long each slow connection lasted.
    lasted: Vec<Option<f64>>,
    beside: Outcomes,
}

impl Trial {
    pub(crate) async fn of(server: &Server, span: Duration) -> Self {
        let questions = Rc::new(RefCell::new(0));
        let first = capacity(server, &questions).await;
        let calm = load(server.address, first.rate / 2.0, slow::SPAN, &questions).await.good();
        let (before, spent) = (server.usage(), processor_seconds());
        let probe = spawn_local(probe(server.address, Instant::now() + span));
        let peak = spawn_local(peak(server.process.id(), Instant::now() + span));
        let storm = load(server.address, first.rate * OVERLOAD, span, &questions).await;
        let spent = processor_seconds() - spent;
        let worth = storm.good().len() as f64 / (server.usage().seconds - before.seconds);
        let normal = percentile(&mut calm.clone(), 0.99);
        let recovered = recovery(server.address, first.rate / 2.0, normal, &questions).await;
        let last = capacity(server, &questions).await;
        let [capacity, calm_worth] = [first.rate + last.rate, first.worth + last.worth].map(|sum| sum / 2.0);
        let (health, peak, after) =
            (probe.await.expect("a probe"), peak.await.expect("a peak"), server.usage());
        let wasted = spawn_local(waste(server.address));
        let beside = load(server.address, first.rate / 2.0, slow::SPAN, &questions).await;
        let lasted = wasted.await.expect("slow connections");
        Self {
            span,
            capacity,
            worth: [calm_worth, worth],
            calm,
            storm,
            health,
            before,
            peak,
            after,
            recovered,
            spent,
            lasted,
            beside,
        }
    }

    pub(crate) fn check(&self, promises: &mut Promises) {
        let p99 = |samples: &[f64]| {
            if samples.is_empty() { f64::INFINITY } else { percentile(&mut samples.to_vec(), 0.99) }
        };
        promises.expect("goodput is at least 90 % of the capacity", self.goodput() >= 0.9 * self.capacity);
        promises.expect("refusals come within 50 ms", p99(&self.storm.refused()) <= 0.05);
        promises.expect("health answers come within 100 ms", p99(&self.health) <= 0.1);
        promises.expect("at most two threads come to it", self.peak.threads <= self.before.threads + 2);
        promises.expect(
            "memory stays within a fifth",
            5 * self.peak.mib.max(self.after.mib) <= 6 * self.before.mib,
        );
        let soon = |took| took <= Duration::from_secs(2);
        promises.expect("all is as before within 2 s", self.recovered.is_some_and(soon));
        let is_brief = |lasted: &Option<f64>| lasted.is_some_and(|seconds| seconds <= 10.0);
        promises.expect("slow connections are closed within 10 s", self.lasted.iter().all(is_brief));
        promises.expect(
            "beside them the latency is at most a fifth more",
            p99(&self.beside.good()) <= 1.2 * p99(&self.calm),
        );
    }

    /// What is measured, and how it is called.
    pub(crate) fn rows(&self) -> Vec<(&'static str, String)> {
        let ms = |samples: &[f64], share| {
            if samples.is_empty() {
                return "–".to_owned();
            }
            format!("{:.1} ms", percentile(&mut samples.to_vec(), share) * 1e3)
        };
        let (seconds, storm) = (self.span.as_secs_f64(), &self.storm);
        let [calm_worth, storm_worth] = self.worth;
        let closed: Vec<f64> = self.lasted.iter().flatten().copied().collect();
        let last = closed.iter().copied().reduce(f64::max);
        let three =
            |of: fn(&Usage) -> u64| [&self.before, &self.peak, &self.after].map(of).map(|n| n.to_string());
        vec![
            ("capacity, requests/s", format!("{:.0}", self.capacity)),
            ("latency p50 at half of it", ms(&self.calm, 0.5)),
            ("latency p99 at half of it", ms(&self.calm, 0.99)),
            ("offered, requests/s", format!("{:.0}", storm.0.len() as f64 / seconds)),
            (
                "goodput, requests/s",
                format!("{:.0} = {:.0} %", self.goodput(), 100.0 * self.goodput() / self.capacity),
            ),
            (
                "the same for each second of processor time",
                format!(
                    "{:.0} of {:.0} = {:.0} %",
                    storm_worth,
                    calm_worth,
                    100.0 * storm_worth / calm_worth
                ),
            ),
            ("answers, latency p50", ms(&storm.good(), 0.5)),
            ("answers, latency p99", ms(&storm.good(), 0.99)),
            ("refusals (503)", storm.refused().len().to_string()),
            ("refusals, latency p99", ms(&storm.refused(), 0.99)),
            ("answers cut by time", storm.count(|outcome| matches!(outcome, Outcome::Cut)).to_string()),
            (
                "given up by the client",
                storm.count(|outcome| matches!(outcome, Outcome::Silence)).to_string(),
            ),
            ("health, latency p99", ms(&self.health, 0.99)),
            ("memory before, peak, after, MiB", three(|usage| usage.mib).join(", ")),
            ("threads before, peak, after", three(|usage| usage.threads).join(", ")),
            (
                "back to normal after",
                self.recovered
                    .map_or_else(|| "never".to_owned(), |took| format!("{:.1} s", took.as_secs_f64())),
            ),
            ("slow connections closed", format!("{} of {}", closed.len(), self.lasted.len())),
            ("the last of them after", last.map_or_else(|| "–".to_owned(), |last| format!("{last:.1} s"))),
            ("latency p50 beside them, at half the capacity", ms(&self.beside.good(), 0.5)),
            ("latency p99 beside them, at half the capacity", ms(&self.beside.good(), 0.99)),
            ("not answered beside them", (self.beside.0.len() - self.beside.good().len()).to_string()),
            ("processor time of the client", format!("{:.0} % of a core", 100.0 * self.spent / seconds)),
        ]
    }

    /// Requests a second that are answered as asked and in time.
    fn goodput(&self) -> f64 {
        self.storm.good().len() as f64 / self.span.as_secs_f64()
    }
}
