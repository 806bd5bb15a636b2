//! The examples of the README and the documents, run by `curl` against the service.

use crate::documents::documents;
use crate::processes::{Server, free_address};
use serde_json::Value;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

/// Fields whose values depend on the machine, its settings or details of the search.
const COSTS: [&str; 4] = ["budget_ms", "elapsed_ms", "nodes", "selective_depth"];

/// The response to an example.
#[derive(Debug)]
struct Answer {
    status: u16,
    media_type: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The messages of a stream; blank lines keep it alive.
    fn lines(&self) -> Vec<Value> {
        let lines = self.body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
    }

    /// Fails on a problem document, alone or within a batch or a stream.
    fn assert_success(&self) {
        assert!((200..300).contains(&self.status), "{self:?}");
        assert_ne!(self.media_type, "application/problem+json", "{self:?}");
        let documents = match self.media_type.as_str() {
            "application/x-ndjson" => self.lines(),
            other if other.contains("json") && self.status != 204 => vec![self.json()],
            _ => Vec::new(),
        };
        assert!(!documents.iter().any(has_problem), "{self:?}");
    }
}

/// The fenced blocks: language and text.
fn blocks(document: &str) -> impl Iterator<Item = (&str, &str)> {
    document.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'))
}

/// Whether the answer or a part of it is a problem document.
fn has_problem(answer: &Value) -> bool {
    match answer {
        Value::Object(fields) => {
            let is_problem = fields.get("type").and_then(Value::as_str);
            is_problem.is_some_and(|kind| kind.starts_with("/problems/")) || fields.values().any(has_problem)
        }
        Value::Array(items) => items.iter().any(has_problem),
        _ => false,
    }
}

#[test]
fn examples_give_the_documented_answers() {
    let (address, admin) = (free_address(), free_address());
    // All limits are the defaults, except those of memory.
    let service = Server::bestmove(
        address,
        &["--admin-listen", &admin.to_string(), "--table-mib", "16", "--solver-mib", "16"],
    );
    let curl = Curl::new(service.address, admin);
    let mut seen = 0;
    let of_clients =
        |(path, _): &(PathBuf, String)| path.starts_with("clients") || path.starts_with("examples");
    for (path, text) in documents().into_iter().filter(|document| !of_clients(document)) {
        let blocks: Vec<_> = blocks(&text).collect();
        for (at, (language, block)) in blocks.iter().enumerate() {
            if *language != "sh" {
                continue;
            }
            let commands: Vec<_> = calls(block).collect();
            seen += commands.len();
            for (number, command) in (1..).zip(&commands) {
                curl.clear_caches();
                let answer = curl.run(command);
                curl.check_file(command);
                match blocks.get(at + 1) {
                    Some(("jsonc", shown)) if number == commands.len() => check(&answer, shown),
                    _ => answer.assert_success(),
                }
            }
            for command in commands_of_the_program(block) {
                let output = Command::new("sh").args(["-c", &command]).output().unwrap();
                assert!(output.status.success(), "{}: {command}: {output:?}", path.display());
            }
        }
    }
    assert!(seen >= 12, "only {seen} examples found: the parser is broken");
}

/// Compares an answer with the documented one, a problem document only with a problem document.
fn check(answer: &Answer, shown: &str) {
    let shown = uncommented(shown);
    if has_problem(&shown) {
        assert_eq!(answer.media_type, "application/problem+json", "{answer:?}");
        assert_eq!(Value::from(answer.status), shown["status"]);
    } else {
        answer.assert_success();
    }
    assert_eq!(without_costs(answer.json()), without_costs(shown));
}

/// The commands of a block that call `curl`, each with its continuation lines.
fn calls(block: &str) -> impl Iterator<Item = String> {
    let mut commands: Vec<String> = Vec::new();
    for line in block.lines() {
        if line.starts_with("curl ") {
            commands.push(line.to_owned());
        } else if let Some(command) = commands.last_mut() {
            command.push('\n');
            command.push_str(line);
        }
    }
    commands.into_iter()
}

/// The commands of a block that run the program and end by themselves, with the path of the program under test.
fn commands_of_the_program(block: &str) -> Vec<String> {
    let terminates = |line: &&str| {
        ["solve ", "perft ", "search-tree ", "--help"].iter().any(|word| line[9..].starts_with(word))
    };
    let lines = block.lines().filter(|line| line.starts_with("bestmove ")).filter(terminates);
    lines.map(|line| line.replacen("bestmove", env!("CARGO_BIN_EXE_bestmove"), 1)).collect()
}

/// Runs `curl`, configured to write status and media type to standard error.
struct Curl {
    service: SocketAddr,
    admin: SocketAddr,
    home: PathBuf,
}

impl Curl {
    fn new(service: SocketAddr, admin: SocketAddr) -> Self {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("curl");
        fs::create_dir_all(&home).unwrap();
        fs::write(home.join(".curlrc"), r#"write-out = "%{stderr}%{http_code} %{content_type}""#).unwrap();
        fs::write(home.join("games.pdn"), "1. 11-15 23-19 1-0\n1. 9-13 *\n").unwrap();
        let curl = Self { service, admin, home };
        curl.wait_until_ready();
        curl
    }

    /// Waits until the tables are loaded and the service listens.
    fn wait_until_ready(&self) {
        let since = Instant::now();
        while self.run("curl -s http://127.0.0.1:9090/startup").status != 200 {
            assert!(since.elapsed() < Duration::from_secs(60), "the service does not start");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Empties the caches, so that each example is answered by a search.
    fn clear_caches(&self) {
        let clear = "curl -s -X POST -H 'x-requested-by: tests' http://127.0.0.1:9090/cache/clear";
        assert_eq!(self.run(clear).status, 204);
    }

    /// Compares the file that a command wrote with the one of its name in `docs`.
    fn check_file(&self, command: &str) {
        let Some((_, rest)) = command.split_once(" -o ") else { return };
        let name = rest.split_whitespace().next().unwrap();
        let [written, kept] =
            [self.home.join(name), Path::new("docs").join(name)].map(|path| fs::read(path).unwrap());
        assert!(written == kept, "docs/{name} is not what its command writes");
    }

    fn run(&self, command: &str) -> Answer {
        let command = command
            .replace("127.0.0.1:8080", &self.service.to_string())
            .replace("127.0.0.1:9090", &self.admin.to_string());
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("CURL_HOME", &self.home).current_dir(&self.home);
        let Output { status, stdout, stderr } = shell.output().unwrap();
        let report = String::from_utf8(stderr).unwrap();
        assert!(status.success(), "is curl installed? {command}: {report}");
        let (status, media_type) = report.split_once(' ').unwrap();
        Answer { status: status.parse().unwrap(), media_type: media_type.to_owned(), body: stdout }
    }
}

/// Parses JSON with comments, which begin with two slashes after a space.
fn uncommented(jsonc: &str) -> Value {
    let code = jsonc.lines().map(|line| line.split(" //").next().unwrap_or_default());
    serde_json::from_str(&code.collect::<Vec<_>>().join("\n")).unwrap()
}

fn without_costs(mut answer: Value) -> Value {
    for cost in COSTS {
        if let Some(value) = answer.get_mut(cost) {
            assert!(value.is_number(), "{cost}: {value}");
            *value = Value::Null;
        }
    }
    answer
}

#[test]
fn problem_documents_are_detected() {
    let answer = |status, media_type: &str, body: &str| Answer {
        status,
        media_type: media_type.to_owned(),
        body: body.as_bytes().to_vec(),
    };
    let fails = |answer: Answer| std::panic::catch_unwind(|| answer.assert_success()).is_err();
    let problem = r#"{"type": "/problems/invalid-field", "status": 422}"#;
    assert!(fails(answer(422, "application/problem+json", problem)));
    assert!(fails(answer(200, "application/problem+json", "{}")));
    let batch = format!(r#"{{"results": [{{"status": 422, "problem": {problem}}}]}}"#);
    assert!(fails(answer(200, "application/json", &batch)));
    assert!(!fails(answer(200, "application/json", r#"{"problem": null}"#)));
    assert!(!fails(answer(204, "", "")));
}
