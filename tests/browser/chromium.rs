//! Headless Chromium, driven over WebDriver.

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::env::temp_dir;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

const INSTALL: &str = "install it with: apt-get install chromium chromium-driver";
/// How long the page may take to show an element.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

/// Disables first-run pages and background requests.
const ARGUMENTS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A browser with a profile of its own. Dropping it stops its processes and deletes its files.
pub(super) struct Chromium {
    client: Client,
    driver: Driver,
}

impl Chromium {
    pub(super) async fn start() -> Self {
        let driver = Driver::start();
        let profile = format!("--user-data-dir={}", driver.profile.display());
        let arguments: Vec<&str> = ARGUMENTS.into_iter().chain([profile.as_str()]).collect();
        let capabilities = json!({
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("the value above is an object") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver.url())
            .await
            .unwrap_or_else(|error| panic!("chromium does not start ({INSTALL}): {error}"));
        Self { client, driver }
    }

    pub(super) async fn open(&self, url: &str) {
        self.client.goto(url).await.unwrap();
    }

    pub(super) async fn reload(&self) {
        self.client.refresh().await.unwrap();
    }

    /// The fragment of the page's URL.
    pub(super) async fn fragment(&self) -> String {
        self.client.current_url().await.unwrap().fragment().unwrap_or_default().to_owned()
    }

    pub(super) async fn wait_for(&self, selector: &str) {
        let waited = self.client.wait().at_most(WAIT_TIMEOUT).for_element(Locator::Css(selector)).await;
        if let Err(error) = waited {
            panic!("{selector}: {error}; the page says: {}", self.text("body").await);
        }
    }

    /// Goes on in a frame of the page.
    pub(super) async fn enter_frame(&self, index: u16) {
        self.client.enter_frame(index).await.unwrap();
    }

    pub(super) async fn click(&self, selector: &str) {
        self.client.find(Locator::Css(selector)).await.unwrap().click().await.unwrap();
    }

    pub(super) async fn type_into(&self, selector: &str, keys: &str) {
        self.client.find(Locator::Css(selector)).await.unwrap().send_keys(keys).await.unwrap();
    }

    pub(super) async fn text(&self, selector: &str) -> String {
        self.client.find(Locator::Css(selector)).await.unwrap().text().await.unwrap()
    }

    pub(super) async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.unwrap().len()
    }

    pub(super) async fn shows(&self, selector: &str) -> bool {
        self.count(selector).await > 0
    }

    /// Runs a script and returns the value that it passes to its callback argument.
    pub(super) async fn run(&self, script: &str) -> Value {
        self.client.execute_async(script, Vec::new()).await.unwrap()
    }

    /// The messages of the console: exceptions, policy violations, failed requests.
    pub(super) async fn console_errors(&self) -> Vec<String> {
        let session = self.client.session_id().await.unwrap().unwrap();
        let url = format!("{}/session/{session}/se/log", self.driver.url());
        let request = reqwest::Client::new().post(url).json(&json!({ "type": "browser" }));
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        answer["value"].as_array().unwrap().iter().map(|entry| entry["message"].to_string()).collect()
    }
}

/// The WebDriver process, which starts and controls Chromium.
struct Driver {
    process: Child,
    port: u16,
    profile: PathBuf,
}

impl Driver {
    fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = temp_dir().join(format!("bestmove-chromium-{}-{number}", std::process::id()));
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver does not start ({INSTALL}): {error}"));
        let output = BufReader::new(process.stdout.take().unwrap());
        let port = output.lines().map_while(Result::ok).find_map(|line| port(&line));
        Self { process, port: port.expect("chromedriver prints its port"), profile }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Makes the driver stop its browser and itself.
    fn shut_down(&self) -> std::io::Result<()> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        stream.read_to_end(&mut Vec::new()).map(drop)
    }
}

/// The port in "ChromeDriver was started successfully on port 40123."
fn port(line: &str) -> Option<u16> {
    line.strip_suffix('.')?.rsplit_once("successfully on port ")?.1.parse().ok()
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The browser is a child of the driver, which alone can stop it.
        drop(self.shut_down());
        let deadline = Instant::now() + Duration::from_secs(5);
        while matches!(self.process.try_wait(), Ok(None)) && Instant::now() < deadline {
            sleep(Duration::from_millis(20));
        }
        drop(self.process.kill());
        drop(self.process.wait());
        drop(fs::remove_dir_all(&self.profile));
    }
}
