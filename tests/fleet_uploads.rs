//! Archives that are sent in parts to services that share a store, and are killed meanwhile.

use super::fleet::{SMALL, Worker, assert_complete, database, front_end, get, lines, postgres};
use crate::processes::{Server, free_address};
use bestmove_jobs::JobId;
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const LINES: usize = 60;
/// The bytes of a part.
const PART: usize = 500;

async fn send(request: reqwest::RequestBuilder) -> Response {
    request.send().await.unwrap()
}

/// The path of a job whose archive comes in parts.
async fn open(client: &Client, service: &Server) -> String {
    let query = "kind=analysis&game=checkers&nodes=2000&parts=true";
    let opened = send(client.post(format!("http://{}/v1/jobs?{query}", service.address))).await;
    assert_eq!(opened.status(), StatusCode::ACCEPTED);
    opened.headers()["location"].to_str().unwrap().to_owned()
}

async fn put(client: &Client, service: &Server, job: &str, part: usize, bytes: &[u8]) {
    let url = format!("http://{}{job}/parts/{part}", service.address);
    let answer = send(client.put(url).body(bytes.to_vec())).await;
    assert_eq!(answer.status(), StatusCode::NO_CONTENT, "{part}");
}

/// Asks again where the store has not answered in time, as on a machine with much to do.
async fn complete(client: &Client, service: &Server, job: &str, parts: usize) -> Value {
    for _ in 0..10 {
        let url = format!("http://{}{job}/complete?parts={parts}", service.address);
        let answer = send(client.post(url)).await;
        let (status, has_wait) = (answer.status(), answer.headers().contains_key("retry-after"));
        let text = answer.text().await.unwrap();
        if status == StatusCode::ACCEPTED {
            return serde_json::from_str(&text).unwrap();
        }
        assert!(status == StatusCode::SERVICE_UNAVAILABLE && has_wait, "{status}: {text}");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    panic!("the store does not answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_is_sent_through_several_front_ends() {
    let store = database(postgres::shared());
    let (client, mut first, other) = (Client::new(), front_end(&store), front_end(&store));
    let _worker = Worker::start(&store);
    let archive = lines(LINES);
    let parts: Vec<_> = archive.as_bytes().chunks(PART).collect();
    let job = open(&client, &first).await;
    for (index, part) in parts.iter().enumerate().rev() {
        put(&client, if index % 2 == 0 { &first } else { &other }, &job, index + 1, part).await;
    }
    first.process.kill().unwrap();
    let third = front_end(&store);
    let completed = tokio::join!(
        complete(&client, &other, &job, parts.len()),
        complete(&client, &third, &job, parts.len()),
        complete(&client, &other, &job, parts.len()),
    );
    for answer in [completed.0, completed.1, completed.2] {
        assert_eq!(answer["items"], LINES, "{answer}");
    }
    assert_complete(&client, &third, &job, LINES).await;
    assert_eq!(get(&client, &third, &format!("{job}/parts")).await, json!({ "parts": [] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_survive_a_killed_service_in_a_file() {
    let file = std::env::temp_dir().join(format!("bestmove-{}.redb", JobId::random().unwrap()));
    let flags: Vec<&str> = SMALL.split(' ').chain(["--store", file.to_str().unwrap()]).collect();
    let client = Client::new();
    let mut service = Server::bestmove(free_address(), &flags);
    let archive = lines(LINES);
    let parts: Vec<_> = archive.as_bytes().chunks(PART).collect();
    let job = open(&client, &service).await;
    put(&client, &service, &job, 2, parts[1]).await;
    service.process.kill().unwrap();
    service.process.wait().unwrap();
    let service = Server::bestmove(free_address(), &flags);
    let listed = get(&client, &service, &format!("{job}/parts")).await;
    assert_eq!(listed, json!({ "parts": [{ "part": 2, "bytes": PART }] }));
    for (index, part) in parts.iter().enumerate() {
        put(&client, &service, &job, index + 1, part).await;
    }
    complete(&client, &service, &job, parts.len()).await;
    assert_complete(&client, &service, &job, LINES).await;
    drop(service);
    std::fs::remove_file(file).unwrap();
}

/// Makes the store slow to take chunks.
const SLOW: &str = "create function bestmove.slow() returns trigger language plpgsql as $$
begin perform pg_sleep(0.2); return new; end $$;
create trigger slow before insert on bestmove.part for each row execute function bestmove.slow()";

/// A service is killed while it reads the parts, another one while it reads them anew; a third one submits all, once.
#[tokio::test(flavor = "multi_thread")]
async fn a_completion_survives_killed_services() {
    const LINES: usize = 500;
    let store = database(postgres::shared());
    let client = Client::new();
    let small = SMALL.replace("--job-chunk-ms 50", "--job-chunk-ms 1");
    let flags: Vec<_> = small.split(' ').chain(["--store", &store, "--job-workers", "0"]).collect();
    let front_end = || Server::bestmove(free_address(), &flags);
    // So long that few lines are read at a time.
    let archive: String = lines(LINES).lines().map(|line| format!("{line:2000}\n")).collect();
    let parts: Vec<_> = archive.as_bytes().chunks(1 << 16).collect();
    let service = front_end();
    let query = "kind=analysis&game=checkers&nodes=2000&parts=true";
    let opened = send(client.post(format!("http://{}/v1/jobs?{query}", service.address))).await;
    let job = opened.headers()["location"].to_str().unwrap().to_owned();
    for (index, part) in parts.iter().enumerate() {
        put(&client, &service, &job, index + 1, part).await;
    }
    let watching = front_end();
    let (_, database) = store.rsplit_once('/').unwrap();
    postgres::shared().sql(database, SLOW);
    for mut service in [service, front_end()] {
        let before = get(&client, &watching, &job).await["items"].as_u64().unwrap();
        let url = format!("http://{}{job}/complete?parts={}", service.address, parts.len());
        let broken = tokio::spawn(client.post(url).send());
        loop {
            let now = get(&client, &watching, &job).await;
            assert_eq!(now["state"], "receiving", "it was too quick to be killed");
            let items = now["items"].as_u64().unwrap();
            // The second one begins anew.
            if items > 0 && items != before {
                break;
            }
        }
        service.process.kill().unwrap();
        assert!(broken.await.unwrap().is_err());
    }
    postgres::shared().sql(database, "drop trigger slow on bestmove.part");
    let _worker = Worker::start(&store);
    assert_eq!(complete(&client, &watching, &job, parts.len()).await["items"], LINES);
    assert_complete(&client, &watching, &job, LINES).await;
}

/// Runs `bestmove job submit` with these flags.
async fn submit(service: &Server, file: &str, flags: &[&str]) -> Output {
    let url = format!("http://{}", service.address);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove"));
    command.args(["job", "submit", file, "--game", "connect-four", "--url", &url]).args(flags);
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

/// The terminal sends a file in parts, and the rest of one that was interrupted.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_file_is_resumed_in_the_terminal() {
    let (client, service) =
        (Client::new(), Server::bestmove(free_address(), &SMALL.split(' ').collect::<Vec<_>>()));
    let file = std::env::temp_dir().join(format!("bestmove-{}.ndjson", JobId::random().unwrap()));
    let line = |number: usize| format!("{{\"custom_id\":{number},\"moves\":[\"{}\"]}}\n", number % 7 + 1);
    let archive: String = (0..50_000).map(line).collect();
    let parts = archive.as_bytes().chunks(1 << 20).count();
    assert!(parts > 1);
    std::fs::write(&file, &archive).unwrap();
    let path = file.to_str().unwrap();

    let opened = send(
        client.post(format!("http://{}/v1/jobs?kind=analysis&game=connect-four&parts=true", service.address)),
    )
    .await;
    let job = opened.headers()["location"].to_str().unwrap().to_owned();
    let id = job.rsplit('/').next().unwrap().to_owned();
    put(&client, &service, &job, 2, &archive.as_bytes()[1 << 20..(2 << 20).min(archive.len())]).await;
    let resumed = submit(&service, path, &["--resume", &id]).await;
    assert!(resumed.status.success(), "{resumed:?}");
    let answer: Value = serde_json::from_slice(&resumed.stdout).unwrap();
    assert_eq!((answer["id"].as_str(), answer["items"].as_u64()), (Some(id.as_str()), Some(50_000)));

    let again = submit(&service, path, &["--resume", &id]).await;
    assert!(again.status.success(), "it has been submitted: {again:?}");

    let whole = submit(&service, path, &["--parts", "--wait"]).await;
    assert!(whole.status.success(), "{:?}", String::from_utf8_lossy(&whole.stderr));
    assert_eq!(whole.stdout.iter().filter(|&&byte| byte == b'\n').count(), 50_000);

    let unknown = "0".repeat(32);
    let refused = submit(&service, path, &["--resume", &unknown]).await;
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && text.contains("there is no job with this ID"), "{text}");
    std::fs::remove_file(file).unwrap();
}

/// The command as printed goes on with the upload, also of a file whose name a shell would split.
#[test]
fn an_interrupted_upload_says_how_to_go_on() {
    const KEY: &str = "a-key-of-the-tests";
    let flags: Vec<_> = SMALL.split(' ').chain(["--api-keys", KEY]).collect();
    let service = Server::bestmove(free_address(), &flags);
    let file = std::env::temp_dir().join(format!("bestmove's {}.ndjson", JobId::random().unwrap()));
    std::fs::write(&file, "{\"moves\":[\"1\"]}\n".repeat(100_000)).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_bestmove"));
    let mut upload = Command::new(program)
        .args(["job", "submit", file.to_str().unwrap(), "--game", "connect-four", "--parts", "--url"])
        .args([&format!("http://{}", service.address), "--key", KEY])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(upload.stderr.take().unwrap()).read_line(&mut said).unwrap();
    upload.kill().unwrap();
    upload.wait().unwrap();
    let (job, printed) = said.trim_end().split_once("; if the upload breaks off, go on with: ").unwrap();
    assert!(printed.ends_with(" --key KEY"), "{printed}");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let resumed =
        Command::new("sh").args(["-c", &printed.replace("KEY", KEY)]).env("PATH", path).output().unwrap();
    assert!(resumed.status.success(), "{printed}: {resumed:?}");
    let answer: Value = serde_json::from_slice(&resumed.stdout).unwrap();
    assert_eq!(
        (format!("job {}", answer["id"].as_str().unwrap()).as_str(), &answer["items"]),
        (job, &json!(100_000))
    );
    std::fs::remove_file(file).unwrap();
}
