//! The program through its log and its traces.

/// A log that is not read.
mod blocked_log;
/// The log: its level, and the request ids.
mod log;
/// Spans, as an OpenTelemetry collector receives them.
#[cfg(feature = "otel")]
mod traces;

use reqwest::Client;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A process whose log is captured.
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

    /// Requests a short search, with a header of the caller.
    async fn ask(&self, name: &str, value: &str) {
        let url = format!("{}/v1/checkers/best-move", self.url);
        let request = Client::new().post(url).header(name, value).json(&serde_json::json!({ "depth": 3 }));
        assert_eq!(request.send().await.unwrap().status(), 200);
    }

    /// Sends SIGTERM.
    fn terminate(&self) {
        let told = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(told.success());
    }

    /// Ends it gracefully, and returns the log lines since it began to listen.
    fn end(mut self) -> Vec<Value> {
        self.terminate();
        assert!(self.child.wait().unwrap().success());
        self.lines.by_ref().collect()
    }
}

impl Drop for Program {
    /// After a failed test.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
