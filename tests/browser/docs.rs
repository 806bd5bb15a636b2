use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::serve;
use crate::http::engine;
use crate::router;
use serde_json::{Value, json};

async fn open_docs() -> Chromium {
    let service = serve(router(engine())).await;
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

/// The second example of the best move is one of connect-four.
#[tokio::test]
async fn a_request_is_sent_and_its_answer_shown() {
    let browser = open_docs().await;
    browser.click("#findBestMove .try summary").await;
    browser.run("const choice = find('#findBestMove select')[1]; choice.selectedIndex = 1; choice.dispatchEvent(new Event('change', { bubbles: true }))").await;
    let curl = browser.text("#findBestMove .curl").await;
    assert!(curl.contains("/v1/connect-four/best-move'"), "{curl}");
    assert!(curl.ends_with(r#"-d '{"position":"4455","time_ms":500}'"#), "{curl}");
    browser.click("#findBestMove button.main").await;
    browser.wait_until("find('#findBestMove .answer')[0].textContent.includes('\"best_move\": \"3\"')").await;
    assert!(browser.text("#findBestMove .answer").await.starts_with("200\n"));
}

#[tokio::test]
async fn a_key_is_shown_in_all_forms() {
    let browser = open_docs().await;
    browser.click("#findBestMove .try summary").await;
    browser.type_into("#findBestMove [type=password]", "secret").await;
    let keys = "new Set(find('[type=password]').map(({ value }) => value))";
    assert_eq!(browser.value(&format!("[...{keys}]")).await, json!(["secret"]));
    let others = "find('.curl').filter(({ textContent }) => !textContent.includes('Bearer KEY')).length";
    assert_eq!(browser.value(others).await, 0);
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
