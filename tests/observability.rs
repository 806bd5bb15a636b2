//! The log and the traces of the program.

/// A log that nothing reads.
mod blocked_log;
/// Log lines: levels and request ids.
mod log;
/// Spans as an OpenTelemetry collector receives them.
#[cfg(feature = "otel")]
mod traces;

use reqwest::Client;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A process of the service, with its log.
struct Program {
    child: Child,
    /// The lines of the log, read on demand.
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

    /// Requests a short search with this header.
    async fn search(&self, name: &str, value: &str) {
        let url = format!("{}/v1/checkers/best-move", self.url);
        let request = Client::new().post(url).header(name, value).json(&serde_json::json!({ "depth": 3 }));
        assert_eq!(request.send().await.unwrap().status(), 200);
    }

    /// Sends SIGTERM.
    fn terminate(&self) {
        let status = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(status.success());
    }

    /// Shuts down gracefully, and returns the log lines since the service listens.
    fn shut_down(mut self) -> Vec<Value> {
        self.terminate();
        assert!(self.child.wait().unwrap().success());
        self.lines.by_ref().collect()
    }
}

impl Drop for Program {
    /// Kills the process after a failed test.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
