//! Headless Chromium, driven over WebDriver.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const INSTALL: &str = "install it with: apt-get install chromium-headless-shell chromium-driver";
/// Chromium without windows and what belongs to them, which starts with a quarter of the work. The program itself, as
/// its starter in /usr/bin does not end it.
const BROWSER: &str = "/usr/lib/chromium/chromium-headless-shell";
/// The time for the page to show an element, and for a game of some megabytes to be kept, on a busy machine.
pub(super) const WAIT_TIMEOUT: Duration = Duration::from_secs(180);
/// The time for a script: on a busy machine axe takes a while for a long page.
const SCRIPT_TIMEOUT: Duration = Duration::from_secs(180);
/// The most starts of the driver.
const STARTS: u32 = 5;
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The name of the field with the ID of an element, by the standard of WebDriver.
const WEB_ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// For scripts: the elements of a selector, in which ">>>" leads into shadow roots; a module as the page has it.
const FIND: &str = "const find = (selector) => selector.split(' >>> ').reduce((roots, part) =>
    roots.flatMap((root) => [...(root.shadowRoot ?? root).querySelectorAll(part)]), [document]);
    const load = (url) => $load(url);";

/// Sets the size of the page, and disables first-run pages and background requests.
const ARGUMENTS: [&str; 9] = [
    "--window-size=1280,800",
    "--lang=en-US",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A browser with a profile of its own. Dropping it stops its processes, which delete the profile.
pub(super) struct Chromium {
    client: Client,
    driver: Driver,
}

impl Chromium {
    pub(super) async fn start() -> Self {
        let driver = Driver::start();
        let capabilities = json!({
            "goog:chromeOptions": { "args": ARGUMENTS, "binary": BROWSER },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": SCRIPT_TIMEOUT.as_millis() as u64 },
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

    /// Opens another tab and closes the one before, as a person does.
    pub(super) async fn close_tab(&self) {
        let tab = self.client.new_window(true).await.unwrap().handle;
        self.client.close_window().await.unwrap();
        self.client.switch_to_window(tab).await.unwrap();
    }

    pub(super) async fn back(&self) {
        self.client.back().await.unwrap();
    }

    pub(super) async fn forward(&self) {
        self.client.forward().await.unwrap();
    }

    /// The fragment of the page's URL.
    pub(super) async fn fragment(&self) -> String {
        self.client.current_url().await.unwrap().fragment().unwrap_or_default().to_owned()
    }

    /// Goes on in a frame of the page.
    pub(super) async fn enter_frame(&self, index: u16) {
        self.client.enter_frame(index).await.unwrap();
    }

    /// Waits until an element is there.
    pub(super) async fn wait_for(&self, selector: &str) {
        self.wait_until(&format!("find({}).length > 0", json!(selector))).await;
    }

    /// Waits until an expression in JavaScript is true.
    pub(super) async fn wait_until(&self, condition: &str) {
        let deadline = Instant::now() + WAIT_TIMEOUT;
        while self.value(condition).await != true {
            if Instant::now() > deadline {
                let url = self.client.current_url().await.unwrap();
                panic!("{condition}; {url} says: {}", self.text("body").await);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Selects an option of a list.
    pub(super) async fn select(&self, option: &str) {
        self.element(option).await.click().await.unwrap();
    }

    /// Clicks the first of the elements, as soon as nothing covers it. The page may move or replace the element just
    /// before the click, which then misses it and is repeated.
    pub(super) async fn click(&self, selector: &str) {
        let deadline = Instant::now() + WAIT_TIMEOUT;
        let watch = format!(
            "removeEventListener('click', window.watchClick, true);
             window.hasMissed = true;
             window.watchClick = (event) => {{
               if (event.composedPath().includes(find({})[0])) window.hasMissed = false;
             }};
             addEventListener('click', window.watchClick, true);",
            json!(selector)
        );
        loop {
            let element = self.element(selector).await;
            self.run(&watch).await;
            let clicked = element.click().await;
            // A new page knows of no click.
            if clicked.is_ok() && self.value("window.hasMissed").await != true {
                return;
            }
            assert!(Instant::now() < deadline, "{selector}: {clicked:?}");
        }
    }

    pub(super) async fn type_into(&self, selector: &str, keys: &str) {
        self.element(selector).await.send_keys(keys).await.unwrap();
    }

    /// Presses keys one after the other, wherever the focus is.
    pub(super) async fn press(&self, keys: &str) {
        let press = |actions: KeyActions, value| {
            actions.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        };
        let actions = keys.chars().fold(KeyActions::new("keyboard".to_owned()), press);
        self.client.perform_actions(actions).await.unwrap();
    }

    /// The text of the first of the elements, as it is shown.
    pub(super) async fn text(&self, selector: &str) -> String {
        self.texts(selector).await.into_iter().next().unwrap_or_else(|| panic!("{selector} is missing"))
    }

    /// The texts of all elements.
    pub(super) async fn texts(&self, selector: &str) -> Vec<String> {
        let texts =
            format!("find({}).map((element) => element.innerText ?? element.textContent)", json!(selector));
        serde_json::from_value(self.value(&texts).await).unwrap()
    }

    pub(super) async fn count(&self, selector: &str) -> usize {
        self.texts(selector).await.len()
    }

    pub(super) async fn shows(&self, selector: &str) -> bool {
        self.count(selector).await > 0
    }

    /// The value of an expression in JavaScript, or of the promise that it is.
    pub(super) async fn value(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression});")).await
    }

    /// Runs the body of an asynchronous function, and returns its value.
    pub(super) async fn run(&self, script: &str) -> Value {
        let script = format!("{FIND} return (async () => {{ {script} }})();");
        self.client.execute(&script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    async fn element(&self, selector: &str) -> Element {
        self.wait_for(selector).await;
        let found = self.value(&format!("find({})[0]", json!(selector))).await;
        let id = found[WEB_ELEMENT].as_str().unwrap_or_else(|| panic!("{selector} is missing"));
        Element::from_element_id(self.client.clone(), id.to_owned().into())
    }

    /// Sets features of media queries, such as the theme that the person prefers.
    pub(super) async fn prefer(&self, features: &[(&str, &str)]) {
        let features: Vec<_> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Takes the network away from the page. Workers keep it.
    pub(super) async fn go_offline(&self) {
        let conditions =
            json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.enable", json!({})).await;
        self.devtools("Network.emulateNetworkConditions", conditions).await;
    }

    /// Makes the browser that of a phone of 360 by 640 pixels.
    pub(super) async fn become_phone(&self) {
        self.set_phone_width(360).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
    }

    pub(super) async fn set_phone_width(&self, width: u32) {
        self.set_phone_size(width, 640).await;
    }

    pub(super) async fn set_phone_size(&self, width: u32, height: u32) {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", screen).await;
    }

    /// Touches the middle of the first of the elements with a finger.
    pub(super) async fn touch(&self, selector: &str) {
        self.wait_for(selector).await;
        let place = self
            .run(&format!(
                "const {{ x, y, width, height }} = find({})[0].getBoundingClientRect();
                 return {{ x: x + width / 2, y: y + height / 2 }};",
                json!(selector)
            ))
            .await;
        for (kind, points) in [("touchStart", json!([place])), ("touchEnd", json!([]))] {
            let touch = json!({ "type": kind, "touchPoints": points });
            self.devtools("Input.dispatchTouchEvent", touch).await;
        }
    }

    /// The answer to a command of the Chrome DevTools Protocol.
    pub(super) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    /// The messages of the console: exceptions, policy violations, failed requests.
    pub(super) async fn console_errors(&self) -> Vec<String> {
        let entries = self.post("se/log", json!({ "type": "browser" })).await;
        entries.as_array().unwrap().iter().map(|entry| entry["message"].to_string()).collect()
    }

    /// Sends a command of the driver that is no part of WebDriver.
    async fn post(&self, command: &str, body: Value) -> Value {
        let session = self.client.session_id().await.unwrap().unwrap();
        let url = format!("{}/session/{session}/{command}", self.driver.url());
        let answer = reqwest::Client::new().post(url).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{command}: {body}");
        answer.json::<Value>().await.unwrap()["value"].take()
    }
}

/// The WebDriver process, which starts and controls Chromium.
struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    fn start() -> Self {
        // The port that it chooses for IPv4 may be taken for IPv6: then it ends.
        let (process, port) = (0..STARTS).find_map(|_| Self::spawn()).expect("chromedriver prints its port");
        Self { process, port }
    }

    /// The process and its port.
    fn spawn() -> Option<(Child, u16)> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver does not start ({INSTALL}): {error}"));
        let output = BufReader::new(process.stdout.take().unwrap());
        let port = output.lines().map_while(Result::ok).find_map(|line| port(&line));
        if port.is_none() {
            drop(process.wait());
        }
        Some((process, port?))
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
    }
}
