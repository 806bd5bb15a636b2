//! Archives of a real size, on services and workers that are killed. `scripts/promises fleet` runs these tests.
#![expect(clippy::print_stdout, reason = "figures of the promises")]

use super::fleet::{SecretFile, Worker, database, front_end_flags, get, in_time, postgres};
use super::fleet_costs::{Costs, memory};
use crate::positions::{Rng, moves};
use crate::processes::{Server, free_address};
use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::{Checkers, ConnectFour};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fmt::Write;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Games of the archive, and the plies of each.
const GAMES: usize = 10_000;
const PLIES: usize = 48;
/// How often a worker is killed.
const KILL: Duration = Duration::from_secs(5);
/// Positions of the job that is killed as a whole.
const POSITIONS: usize = 1_000_000;
/// Flags of workers that run chunks of the usual size.
const WORKER: &str = "--workers 1 --table-mib 8 --solver-mib 8 --job-lease-ms 5000";

fn worker(store: &str, flags: &[&str]) -> Worker {
    let flags: Vec<_> = WORKER.split(' ').chain(flags.iter().copied()).collect();
    Worker::of(Command::new(env!("CARGO_BIN_EXE_bestmove")), store, &flags)
}

/// Games in PDN, most of whose moves are the usual ones, so that they part slowly as those of people do; with the
/// number of their positions, and of the different ones.
fn games() -> (String, usize, usize) {
    let (mut rng, mut text, mut seen, mut positions) = (Rng(16), String::new(), HashSet::new(), 0);
    for number in 0..GAMES {
        let mut position = Checkers::start();
        write!(text, "[Event \"{number}\"]\n\n").unwrap();
        for ply in 0..=PLIES {
            positions += 1;
            seen.insert(Checkers::print(&position));
            let moves = moves::<Checkers>(&position);
            if ply == PLIES || moves.is_empty() {
                break;
            }
            let mut choice = 0;
            while choice + 1 < moves.len() && rng.below(100) >= 68 {
                choice += 1;
            }
            text += &Checkers::print_move(&position, moves[choice]);
            text.push('\n');
            position = Checkers::play(&position, moves[choice]);
        }
        text += "*\n\n";
    }
    (text, positions, seen.len())
}

/// Submits an archive. Returns the path of its job.
async fn submit(client: &Client, service: &Server, query: &str, archive: &str) -> String {
    let url = format!("http://{}/v1/jobs?kind=analysis&{query}", service.address);
    let answer = in_time(|| client.post(&url).body(archive.to_owned())).await;
    assert_eq!(answer.status(), StatusCode::ACCEPTED, "{:?}", answer.text().await);
    answer.headers()["location"].to_str().unwrap().to_owned()
}

async fn is_finished(client: &Client, service: &Server, job: &str) -> bool {
    get(client, service, job).await["state"] == "finished"
}

/// The lines of all answers, one after the other.
async fn read_answers(client: &Client, service: &Server, job: &str, mut each: impl FnMut(&[u8])) {
    let url = format!("http://{}{job}/results", service.address);
    let (mut answer, mut rest) = (in_time(|| client.get(&url)).await, Vec::new());
    while let Some(piece) = answer.chunk().await.unwrap() {
        rest.extend_from_slice(&piece);
        let mut lines = rest.split_inclusive(|&byte| byte == b'\n').peekable();
        let mut read = 0;
        while let Some(line) = lines.next_if(|line| line.ends_with(b"\n")) {
            read += line.len();
            each(line);
        }
        rest.drain(..read);
    }
    assert!(rest.is_empty());
}

/// Checks that all lines are answered in order, each by a search or by an earlier line. Returns the
/// number of searches.
async fn searches(client: &Client, service: &Server, job: &str, count: usize) -> usize {
    let mut searched = Vec::new();
    read_answers(client, service, job, |line| {
        let answer: Value = serde_json::from_slice(line).unwrap();
        assert_eq!(answer["index"], searched.len());
        let is_search = answer["analysis"].is_object();
        let is_same = || searched[answer["same_as"].as_u64().unwrap() as usize];
        assert!(is_search || is_same(), "{answer}");
        searched.push(is_search);
    })
    .await;
    assert_eq!(searched.len(), count);
    searched.into_iter().filter(|&is_search| is_search).count()
}

/// The searches of a worker, by its metrics.
async fn searches_of_worker(client: &Client, admin: &str) -> u64 {
    let metrics = client.get(format!("http://{admin}/metrics")).send().await.unwrap().text().await.unwrap();
    let line = metrics.lines().find_map(|line| line.strip_prefix("bestmove_job_searches_total "));
    line.unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn ten_thousand_games_are_searched_once_while_workers_are_killed() {
    let (archive, positions, different) = games();
    let (store, secret) = (database(postgres::shared()), SecretFile::new());
    let flags: Vec<_> = front_end_flags(&store).into_iter().chain(secret.flags()).collect();
    let (client, service) = (Client::new(), Server::bestmove(free_address(), &flags));
    let job = submit(&client, &service, "game=checkers&nodes=1000", &archive).await;
    let steady = worker(&store, &secret.flags());
    let mut kills = 0;
    while !is_finished(&client, &service, &job).await {
        let mut victim = worker(&store, &secret.flags());
        sleep(KILL).await;
        victim.kill();
        kills += 1;
    }
    let searches = searches(&client, &service, &job, positions).await;
    println!("{kills} kills; {searches} searches of {positions} positions, {different} of them different");
    assert!(searches >= different && searches * 100 <= different * 104, "{searches} of {different}");
    assert!(searches * 100 <= positions * 65, "{searches} of {positions}");

    drop(steady);
    let admin = free_address().to_string();
    let flags: Vec<_> = secret.flags().into_iter().chain(["--admin-listen", &admin]).collect();
    let _worker = worker(&store, &flags);
    let again = submit(&client, &service, "game=checkers&nodes=1000", &archive).await;
    while !is_finished(&client, &service, &again).await {
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(searches_of_worker(&client, &admin).await, 0);
    // A line that was searched twice has one answer now.
    let mut count = 0;
    read_answers(&client, &service, &again, |_| count += 1).await;
    assert_eq!(count, positions);
}

/// Lines that ask for positions of connect-four after a random number of moves.
fn positions() -> String {
    let (mut rng, mut text) = (Rng(15), String::new());
    for number in 0..POSITIONS {
        let position = loop {
            if let Some(position) = random_position(&mut rng) {
                break position;
            }
        };
        writeln!(text, "{}", json!({ "custom_id": number, "position": position })).unwrap();
    }
    text
}

/// The moves to a position in which the game goes on, unless random play has come to one where every move ends it.
fn random_position(rng: &mut Rng) -> Option<String> {
    let (mut position, mut text) = (ConnectFour::start(), String::new());
    for _ in 0..rng.below(42) {
        let mut moves = moves::<ConnectFour>(&position);
        moves.retain(|played| ConnectFour::outcome(&ConnectFour::play(&position, *played)).is_none());
        let played = *moves.get(rng.below(moves.len().max(1)))?;
        text += &ConnectFour::print_move(&position, played);
        position = ConnectFour::play(&position, played);
    }
    Some(text)
}

/// A job on a fleet of its own.
struct Fleet {
    server: postgres::Server,
    store: String,
    service: Server,
    workers: [Worker; 2],
    /// The memory of the service before it took anything.
    before: u64,
    costs: Costs,
}

impl Fleet {
    fn start() -> Self {
        let server = postgres::Server::start();
        let store = database(&server);
        let (service, workers, before) = Self::processes(&store);
        Self { server, store, service, workers, before, costs: Costs::default() }
    }

    fn processes(store: &str) -> (Server, [Worker; 2], u64) {
        // Whatever is larger shows in the chunks.
        let flags: Vec<_> = WORKER.split(' ').chain(["--store", store, "--job-workers", "0"]).collect();
        let service = Server::bestmove(free_address(), &flags);
        let before = memory(service.process.id(), "VmRSS");
        (service, [(); 2].map(|()| worker(store, &[])), before)
    }

    /// Kills all processes but the store, and starts others.
    fn restart(&mut self) {
        self.count();
        for worker in &mut self.workers {
            worker.kill();
        }
        self.service.process.kill().unwrap();
        (self.service, self.workers, self.before) = Self::processes(&self.store);
    }

    /// Adds what these processes have cost.
    fn count(&mut self) {
        let grown = memory(self.service.process.id(), "VmHWM").saturating_sub(self.before);
        self.costs.add(self.service.process.id(), self.workers.each_ref().map(Worker::id), grown);
    }

    /// Runs the job. Returns a digest of its answers.
    async fn run(&mut self, client: &Client, archive: &str, is_killed: bool) -> Vec<u8> {
        let began = Instant::now();
        let job = submit(client, &self.service, "game=connect-four", archive).await;
        let received = began.elapsed();
        if is_killed {
            let half = POSITIONS as u64 / 2;
            while get(client, &self.service, &job).await["finished_items"].as_u64().unwrap() < half {
                sleep(Duration::from_millis(100)).await;
            }
            self.restart();
        }
        while !is_finished(client, &self.service, &job).await {
            sleep(Duration::from_millis(100)).await;
        }
        let finished = began.elapsed();
        let (mut digest, mut count) = (Sha256::new(), 0);
        read_answers(client, &self.service, &job, |line| {
            digest.update(line);
            count += 1;
        })
        .await;
        assert_eq!(count, POSITIONS);
        self.count();
        let (_, name) = self.store.rsplit_once('/').unwrap();
        let sql = |sql: &str| self.server.sql(name, sql).parse::<u64>().unwrap();
        let chunks = sql("select count(*) from bestmove.chunk");
        let repeated = sql("select sum(fence) - count(*) from bestmove.chunk");
        let store = Costs::of_server(&self.server);
        println!(
            "killed: {is_killed}; received in {received:?}, finished in {finished:?}; {}; store {store:.1} s; {chunks} chunks, {repeated} of them repeated",
            self.costs
        );
        assert!(repeated <= self.workers.len() as u64, "{repeated}");
        assert!(self.costs.grown < 64 << 10, "{} KiB", self.costs.grown);
        digest.finalize().to_vec()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes half an hour"]
async fn a_million_positions_are_answered_the_same_when_all_are_killed() {
    let (client, archive) = (Client::new(), positions());
    let undisturbed = Fleet::start().run(&client, &archive, false).await;
    assert_eq!(Fleet::start().run(&client, &archive, true).await, undisturbed);
}
