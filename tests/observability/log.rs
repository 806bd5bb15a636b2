use super::Program;
use reqwest::Client;
use serde_json::json;

#[tokio::test]
async fn log_lines_of_a_request_have_its_id() {
    let program = Program::start(&["--log", "info,bestmove=debug"]);
    program.search("x-request-id", "named").await;
    let log = program.shut_down();
    for (message, innermost) in [("searched", "search"), ("answered", "request")] {
        let line = log.iter().find(|line| line["message"] == message).unwrap_or_else(|| panic!("{log:#?}"));
        let spans = line["spans"].as_array().unwrap();
        assert_eq!((&spans[0]["name"], &spans[0]["id"]), (&"request".into(), &"named".into()), "{line}");
        assert_eq!(spans.last().unwrap()["name"], innermost, "{line}");
        assert_eq!(line["level"], "DEBUG");
    }
    let searched = log.iter().find(|line| line["message"] == "searched").unwrap();
    assert_eq!(
        (&searched["spans"][1]["game"], &searched["spans"][1]["depth"]),
        (&"checkers".into(), &3.into())
    );
}

#[tokio::test]
async fn messages_of_language_models_leave_no_lines_in_the_default_log() {
    let program = Program::start(&["--mcp"]);
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "list_games", "arguments": {} },
    });
    let request = Client::new().post(format!("{}/mcp", program.url)).json(&message);
    assert_eq!(request.send().await.unwrap().status(), 200);
    let messages: Vec<_> = program.shut_down().iter().map(|line| line["message"].clone()).collect();
    assert_eq!(messages, ["draining", "drained"]);
}

#[tokio::test]
async fn requests_are_logged_at_debug_level() {
    let program = Program::start(&[]);
    program.search("x-request-id", "named").await;
    assert_eq!(reqwest::get(format!("{}/nothing", program.url)).await.unwrap().status(), 404);
    let messages: Vec<_> = program.shut_down().iter().map(|line| line["message"].clone()).collect();
    assert_eq!(messages, ["draining", "drained"]);
}
