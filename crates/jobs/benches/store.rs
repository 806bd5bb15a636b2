//! Cost of the store: `cargo bench -p bestmove-jobs --bench store -- [options]`.
//!
//! Eight workers claim and finish chunks without work; user and system time are those of this process, and with
//! `--server-pid` also those of a PostgreSQL server and its children.

#![allow(clippy::print_stdout, reason = "prints its results")]
#![allow(clippy::unwrap_used, reason = "ends with its first error")]

use bestmove_jobs::{Claimant, Class, Embedded, JobId, KnownResult, NewChunk, NewJob, Owner, Store, Tally};
use clap::Parser;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Debug, Parser)]
struct Options {
    /// The store: a file, or with the feature `postgres` the URL of an empty database; else in memory.
    #[arg(long, value_name = "FILE|URL")]
    store: Option<String>,
    /// Chunks.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    chunks: u64,
    /// Bytes of a chunk's input, and of its result.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    bytes: usize,
    /// Workers.
    #[arg(long, value_name = "N", default_value_t = 8)]
    workers: usize,
    /// Connections to PostgreSQL.
    #[arg(long, value_name = "N", default_value_t = 2)]
    connections: usize,
    /// Also with an old snapshot open in another session: the claims of as many chunks, in turns,
    /// and by how much it is slower.
    #[arg(long, value_name = "TURNS")]
    snapshot: Option<usize>,
    /// The first process of the server, whose CPU time is added.
    #[arg(long, value_name = "PID")]
    server_pid: Option<u32>,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main]
async fn main() {
    let options = Options::parse();
    let store = open(&options);
    let job = enqueue(&store, &options).await;
    work(&store, &options, &job).await;
    know(&store, &options).await;
    #[cfg(feature = "postgres")]
    if let Some(turns) = options.snapshot {
        snapshots(&store, &options, turns).await;
    }
}

/// Runs jobs in turns without and with an old snapshot, which keeps all versions of the rows since.
#[cfg(feature = "postgres")]
async fn snapshots(store: &Arc<dyn Store>, options: &Options, turns: usize) {
    let url = options.store.as_ref().unwrap();
    let (mut ratios, mut total) = (Vec::new(), [0.0; 2]);
    for turn in 0..turns {
        let mut times = [0.0; 2];
        for is_old in [turn % 2, 1 - turn % 2] {
            let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
            let session = tokio::spawn(connection);
            if is_old == 1 {
                let snapshot = "begin isolation level repeatable read; select count(*) from bestmove.job";
                client.batch_execute(snapshot).await.unwrap();
            }
            let job = enqueue(store, options).await;
            let start = Instant::now();
            work(store, options, &job).await;
            times[is_old] = start.elapsed().as_secs_f64();
            drop(client);
            session.await.unwrap().unwrap();
        }
        let [usual, old] = times;
        ratios.push(old / usual);
        total = [total[0] + usual, total[1] + old];
    }
    ratios.sort_by(f64::total_cmp);
    let [usual, old] = total;
    println!("with an old snapshot open: {old:.1} s, else {usual:.1} s; ratios {ratios:.2?}");
}

fn open(options: &Options) -> Arc<dyn Store> {
    match &options.store {
        None => Arc::new(Embedded::in_memory(u64::MAX).unwrap()),
        #[cfg(feature = "postgres")]
        Some(url) if url.starts_with("postgres") => {
            let store = bestmove_jobs::Postgres::with_connections(url, options.connections).unwrap();
            Arc::new(store.with_patience(Duration::from_secs(120)))
        }
        Some(file) => Arc::new(Embedded::open(PathBuf::from(file)).unwrap()),
    }
}

/// Submits a job in parts of 1,000 chunks.
async fn enqueue(store: &Arc<dyn Store>, options: &Options) -> JobId {
    let job = NewJob {
        id: JobId::random().unwrap(),
        owner: Owner("bench".to_owned()),
        class: Class::Archive,
        kind: "analysis".to_owned(),
        spec: vec![0; 100],
        needs: 1,
        retention: Duration::from_secs(3_600),
        most_unfinished: usize::MAX,
    };
    // Opens the connections.
    store.backlog().await.unwrap();
    let (start, cpu) = (Instant::now(), cpu_time(options));
    let id = job.id.clone();
    store.create(job).await.unwrap();
    let job = id;
    for part in 0..options.chunks.div_ceil(1_000) {
        let firsts = 1_000 * part..options.chunks.min(1_000 * (part + 1));
        let chunk =
            |first| NewChunk { first, items: 1, cost: Duration::from_secs(2), input: vec![1; options.bytes] };
        store.add(&job, u32::try_from(part).unwrap(), firsts.map(chunk).collect()).await.unwrap();
    }
    store.submit(&job, None).await.unwrap();
    report("enqueue", options, start, cpu);
    job
}

async fn work(store: &Arc<dyn Store>, options: &Options, job: &JobId) {
    let (start, cpu) = (Instant::now(), cpu_time(options));
    let workers = (0..options.workers).map(|n| {
        let (store, bytes) = (Arc::clone(store), options.bytes);
        let claimant = Claimant {
            name: n.to_string(),
            release: 1,
            class: Class::Archive,
            lease: Duration::from_secs(60),
        };
        tokio::spawn(async move {
            let mut claims = Vec::new();
            loop {
                let start = Instant::now();
                let Some(claim) = store.claim(&claimant).await.unwrap() else { return claims };
                claims.push(start.elapsed());
                assert!(store.finish(&claim.lease, vec![1; bytes], Tally::default()).await.unwrap());
            }
        })
    });
    let mut claims = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        claims.extend(worker.await.unwrap());
    }
    report("claim and finish", options, start, cpu);
    claims.sort_unstable();
    let (median, p99) = (claims[claims.len() / 2], claims[claims.len() * 99 / 100]);
    println!("claim: median {:.2} ms, p99 {:.2} ms", median.as_secs_f64() * 1e3, p99.as_secs_f64() * 1e3);
    assert_eq!(store.job(job).await.unwrap().unwrap().finished_items, options.chunks);
}

/// Keeps as many results as there are chunks, as those of chunks with a hundred lines, and finds them as a planner
/// does.
async fn know(store: &Arc<dyn Store>, options: &Options) {
    let key = |number: u64| {
        let mut key = [0; 32];
        // As scattered as digests.
        key[..8].copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
        key
    };
    let keys: Vec<_> = (0..options.chunks).map(key).collect();
    let (start, cpu) = (Instant::now(), cpu_time(options));
    for keys in keys.chunks(100) {
        let result = |&key| KnownResult { key, effort: 1, content: vec![1; options.bytes] };
        store.keep(keys.iter().map(result).collect(), Duration::from_secs(3_600)).await.unwrap();
    }
    report("keep a known result", options, start, cpu);
    let (start, cpu) = (Instant::now(), cpu_time(options));
    for keys in keys.chunks(100) {
        assert_eq!(store.known(keys).await.unwrap().len(), keys.len());
    }
    report("find a known result", options, start, cpu);
}

fn report(what: &str, options: &Options, start: Instant, cpu: (f64, f64)) {
    let after = cpu_time(options);
    let chunks = options.chunks as f64;
    println!(
        "{what}: {:.0}/s; CPU for each: {:.3} ms here, {:.3} ms in the server",
        chunks / start.elapsed().as_secs_f64(),
        (after.0 - cpu.0) / chunks * 1e3,
        (after.1 - cpu.1) / chunks * 1e3,
    );
}

/// CPU seconds of this process, and of the server with its children.
fn cpu_time(options: &Options) -> (f64, f64) {
    let Some(server) = options.server_pid else { return (cpu_time_of("self"), 0.0) };
    let children = fs::read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap();
    let children: f64 = children.split_whitespace().map(cpu_time_of).sum();
    (cpu_time_of("self"), children + cpu_time_of(&server.to_string()))
}

/// CPU seconds of a process: fields 14 and 15 of its statistics, in hundredths.
fn cpu_time_of(process: &str) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, fields) = text.rsplit_once(") ").unwrap();
    let ticks = |field: usize| fields.split(' ').nth(field - 3).unwrap().parse::<f64>().unwrap();
    (ticks(14) + ticks(15)) / 100.0
}
