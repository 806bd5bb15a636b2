use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::guidance::is_in_sight;
use super::serve;
use crate::http::engine;
use crate::processes::{Server, free_address};
use crate::router;
use serde_json::{Value, json};
use std::process::Command;
use tokio::task::spawn_blocking;

async fn open_docs() -> Chromium {
    open_docs_of(&serve(router(engine())).await).await
}

async fn open_docs_of(service: &str) -> Chromium {
    let browser = Chromium::start().await;
    browser.open(&format!("{service}/docs")).await;
    browser.wait_for("#findBestMove .try").await;
    browser
}

#[tokio::test]
async fn every_operation_is_described() {
    let browser = open_docs().await;
    let contract: Value = serde_norway::from_str(include_str!("../../openapi.yaml")).unwrap();
    let paths = contract["paths"].as_object().unwrap().values();
    let operations = paths
        .flat_map(|path| path.as_object().unwrap().values())
        .filter_map(|operation| operation.get("operationId"));
    let mut expected: Vec<_> = operations.map(|id| id.as_str().unwrap().to_owned()).collect();
    let shown = browser.value("find('main > section').map(({ id }) => id)").await;
    let mut shown: Vec<String> = serde_json::from_value(shown).unwrap();
    expected.sort();
    shown.sort();
    assert_eq!(shown, expected);
    assert_eq!(browser.count("nav li").await, expected.len());
    let fields = browser.texts("#findBestMove table:nth-of-type(2) th code").await;
    assert_eq!(
        fields,
        ["position", "to_move", "moves", "time_ms", "depth", "nodes", "fresh", "book", "level", "seed"]
    );
}

/// The field and the list of the operations come before all prose, also on a phone.
#[tokio::test]
async fn search_and_operations_come_first() {
    let browser = open_docs().await;
    let all = browser.count("main > section").await;
    assert_eq!(browser.count("#overview li span").await, all);
    for is_phone in [false, true] {
        if is_phone {
            browser.become_phone().await;
        }
        browser.run("scrollTo(0, 0)").await;
        for part in ["#search", "#overview li a"] {
            assert!(is_in_sight(&browser, part).await, "{part}");
        }
        assert!(!browser.value("find('main p').some((part) => part.compareDocumentPosition(find('#overview')[0]) & 4 && part.innerText)").await.as_bool().unwrap());
    }
}

/// The second example of the best move is one of connect-four.
#[tokio::test]
async fn a_request_is_sent_and_its_answer_shown() {
    let browser = open_docs().await;
    browser.click("#findBestMove .try summary").await;
    browser.run("const choice = find('#findBestMove select')[1]; choice.selectedIndex = 1; choice.dispatchEvent(new Event('change', { bubbles: true }))").await;
    let curl = browser.text("#findBestMove .sample").await;
    assert!(curl.contains("/v1/connect-four/best-move'"), "{curl}");
    assert!(curl.ends_with(r#"--data-raw '{"position":"4455","time_ms":500}'"#), "{curl}");
    browser.click("#findBestMove button.main").await;
    browser.wait_until("find('#findBestMove .answer')[0].textContent.includes('\"best_move\": \"3\"')").await;
    assert!(browser.text("#findBestMove .answer").await.starts_with("200\n"));
}

/// Addresses may hold an apostrophe as it is.
#[tokio::test]
async fn an_apostrophe_ends_no_word_of_the_shell() {
    let browser = open_docs().await;
    browser.click("#showAnalysis .try summary").await;
    browser.type_into("#showAnalysis .try input:not([type=password])", "it's").await;
    let curl = browser.text("#showAnalysis .sample").await;
    assert!(curl.contains(r"it'\''s'"), "{curl}");
}

#[tokio::test]
async fn a_key_is_shown_in_all_forms() {
    let browser = open_docs().await;
    browser.click("#findBestMove .try summary").await;
    browser.type_into("#findBestMove [type=password]", "secret").await;
    let keys = "new Set(find('[type=password]').map(({ value }) => value))";
    assert_eq!(browser.value(&format!("[...{keys}]")).await, json!(["secret"]));
    let others = "find('.sample').filter(({ textContent }) => !textContent.includes('Bearer KEY')).length";
    assert_eq!(browser.value(others).await, 0);
}

/// The samples of all operations in a language, each with the ID of its operation.
async fn samples_in(browser: &Chromium, language: &str) -> Vec<(String, String)> {
    let choose = format!("find('.samples button').find(({{ textContent }}) => textContent === '{language}')");
    browser.run(&format!("{choose}.click()")).await;
    let samples =
        "find('main > section').map((section) => [section.id, section.querySelector('.sample').textContent])";
    serde_json::from_value(browser.value(samples).await).unwrap()
}

/// Runs a sample, and returns whether it succeeded, and what it wrote.
async fn run_sample(program: &'static str, flags: &'static [&str], sample: String) -> (bool, String) {
    let run = move || {
        Command::new(program)
            .args(flags)
            .arg(sample)
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap()
    };
    let output = spawn_blocking(run).await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

/// The ID of a task in an example is that of no task, and nothing is known of a position.
fn finds_nothing(operation: &str) -> bool {
    let is_of_task =
        |task| ["show", "cancel", "follow"].iter().any(|verb| operation == format!("{verb}{task}"));
    ["Analysis", "Review", "Job"].into_iter().any(is_of_task)
        || ["getKnown", "listJobParts", "putJobPart", "completeJob"].contains(&operation)
        || operation.starts_with("jobResults")
}

/// With limits that are the defaults.
#[tokio::test]
async fn the_samples_of_all_operations_run() {
    let service = Server::bestmove(
        free_address(),
        &["--table-mib", "8", "--solver-mib", "8", "--default-time-ms", "100"],
    );
    let browser = open_docs_of(&format!("http://{}", service.address)).await;
    let curl = "curl() { command curl -sS --fail-with-body \"$@\"; }; ";
    let mut answered = 0;
    for (language, program, flags, prefix) in [
        ("curl", "bash", &["-c"][..], curl),
        ("JavaScript", "node", &["--input-type=module", "-e"], ""),
        ("Python", "python3", &["-c"], ""),
    ] {
        for (operation, sample) in samples_in(&browser, language).await {
            let (succeeded, text) = run_sample(program, flags, format!("{prefix}{sample}")).await;
            if sample.contains("Bearer KEY") {
                assert!(text.contains("401") || text.contains("unauthorized"), "{sample}\n{text}");
            } else if finds_nothing(&operation) {
                assert!(text.contains("404") || text.contains("not-found"), "{sample}\n{text}");
            } else {
                // JavaScript writes the problem of a refusal and goes on.
                assert!(succeeded && !text.contains("{\n  type: '/problems/"), "{sample}\n{text}");
                answered += 1;
            }
        }
    }
    assert!(answered > 90, "{answered}");
}

/// By a slash, words in any order, and the name of a field.
#[tokio::test]
async fn operations_are_found_by_words() {
    let browser = open_docs().await;
    browser.press("/").await;
    browser.press("move best").await;
    let shown = "find('main > section').filter(({ hidden }) => !hidden).map(({ id }) => id)";
    browser.wait_until("find('main > section[hidden]').length > 0").await;
    let best = browser.value(shown).await;
    assert!(best.as_array().unwrap().contains(&json!("findBestMove")), "{best}");
    assert!(!best.as_array().unwrap().contains(&json!("isLive")), "{best}");
    browser.run("find('#search')[0].value = ''").await;
    browser.type_into("#search", "idempotency-key").await;
    assert_eq!(browser.value(shown).await, json!(["submitJob"]));
    let all = browser.count("main > section").await;
    assert_eq!(browser.text("#found").await, format!("1 of {all} operations"));
    let entries = "find('#overview li').filter((entry) => entry.checkVisibility()).length";
    assert_eq!(browser.value(entries).await, 1);
    browser.run("location.hash = 'findBestMove'").await;
    browser.wait_until("find('#findBestMove')[0].checkVisibility() && find('#search')[0].value === ''").await;
    assert_eq!(browser.count("main > section:not([hidden])").await, all);
    assert_eq!(browser.text("nav a[href='/']").await, "bestmove");
}

#[tokio::test]
async fn a_stream_is_shown_as_it_arrives() {
    let browser = open_docs().await;
    browser.click("#streamAnalysis .try summary").await;
    browser.click("#streamAnalysis button.main").await;
    browser.wait_until("find('#streamAnalysis .answer')[0].textContent.includes('event: final')").await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn axe_finds_no_violations() {
    let browser = open_docs().await;
    load_axe(&browser).await;
    browser.run("find('details').forEach((details) => { details.open = true; })").await;
    assert_eq!(violations(&browser).await, json!([]));
}
