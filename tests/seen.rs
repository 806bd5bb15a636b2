//! The program as its log and its traces show it.

/// The log: who is told of what, and under which name.
mod log;
/// Spans, as an OpenTelemetry collector gets them.
#[cfg(feature = "otel")]
mod traces;
/// A log that nobody reads.
mod unread;

use reqwest::Client;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A program of its own, whose log is kept.
struct Program {
    child: Child,
    lines: Box<dyn Iterator<Item = Value> + Send>,
    url: String,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bestmove"))
            .args(["--listen", "127.0.0.1:0", "--table-mib", "1", "--log-format", "json"])
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let text = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut lines = text.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
        let listening = lines.find(|line| line["flag"] == "--listen").unwrap();
        let url = format!("http://{}", listening["address"].as_str().unwrap());
        assert_eq!(listening["message"], format!("listening on {url}"));
        Self { child, lines: Box::new(lines), url }
    }

    /// Asks for a short search, in the words of the caller.
    async fn ask(&self, name: &str, value: &str) {
        let url = format!("{}/v1/checkers/best-move", self.url);
        let request = Client::new().post(url).header(name, value).json(&serde_json::json!({ "depth": 3 }));
        assert_eq!(request.send().await.unwrap().status(), 200);
    }

    /// Asks it to end.
    fn terminate(&self) {
        let told = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(told.success());
    }

    /// Has it end in good order, and returns what it has logged since it began to listen.
    fn end(mut self) -> Vec<Value> {
        self.terminate();
        assert!(self.child.wait().unwrap().success());
        self.lines.by_ref().collect()
    }
}

impl Drop for Program {
    /// Where a test fails.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
