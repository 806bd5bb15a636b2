/// Every operation.
mod operations;
/// The problem documents.
mod problems;

use super::background_tasks::follow;
use super::{Answer, get, jobs, post, send, service};
use axum::body::Body;
use axum::http::Request;
use bestmove_query::Registry;
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::panic::catch_unwind;
use std::sync::{Arc, LazyLock, Mutex};

/// `openapi.yaml`, parsed. The document allows unknown fields in answers; the tests do not, so that every new
/// field must be described.
pub(super) struct Contract {
    document: Value,
    /// Of the schemas that were needed so far: to compile one takes a tenth of a second.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A method of a path.
struct Operation<'a> {
    path: &'a str,
    method: &'a str,
    described: &'a Value,
}

impl Contract {
    pub(super) fn read() -> &'static Self {
        static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
            let mut contract = Contract::as_written();
            close(&mut contract.document["components"]["schemas"]);
            contract
        });
        &CONTRACT
    }

    fn as_written() -> Self {
        let text = include_str!("../../openapi.yaml");
        Self { document: serde_norway::from_str(text).unwrap(), validators: Mutex::default() }
    }

    fn schema(&self, name: &str) -> &Value {
        &self.document["components"]["schemas"][name]
    }

    fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        let paths = self.document["paths"].as_object().unwrap().iter();
        let methods =
            paths.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |entry| (path, entry)));
        methods.filter(|(_, (name, _))| *name != "parameters").map(|(path, (method, described))| Operation {
            path,
            method,
            described,
        })
    }

    /// The named examples in an object, with `$ref`s resolved.
    fn examples<'a>(&'a self, object: &'a Value) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let examples = object["examples"].as_object().into_iter().flatten();
        examples.map(|(name, example)| (name.as_str(), &self.resolved(example)["value"]))
    }

    /// The target of a `$ref`.
    fn find(&self, target: &str) -> &Value {
        self.document
            .pointer(target.strip_prefix('#').unwrap())
            .unwrap_or_else(|| panic!("{target} does not exist"))
    }

    /// The value, or the target of its `$ref`.
    fn resolved<'a>(&'a self, value: &'a Value) -> &'a Value {
        value["$ref"].as_str().map_or(value, |target| self.find(target))
    }

    /// Checks status, headers and body of an answer against its operation.
    #[track_caller]
    pub(super) fn assert_describes(&self, method: &str, path: &str, answer: &Answer) {
        let matches = |operation: &Operation<'_>| (operation.method, operation.path) == (method, path);
        let operation = self.operations().find(matches).unwrap();
        let status = answer.status.as_str();
        let response = self.resolved(&operation.described["responses"][status]);
        assert!(response.is_object(), "{path} must not answer {status}");
        for (name, header) in response["headers"].as_object().unwrap() {
            let schema = &self.resolved(header)["schema"];
            let Some(value) = answer.headers.get(name) else {
                assert!(self.resolved(header)["required"] != true, "{path} {status} has no {name}");
                continue;
            };
            let value = value.to_str().unwrap();
            let value =
                if schema["type"] == "integer" { json!(value.parse::<u64>().unwrap()) } else { json!(value) };
            self.assert_matches(schema, &value, &format!("{path} {status} {name}"));
        }
        let media_type = answer.header("content-type").split(';').next().unwrap();
        let content = &response["content"][media_type];
        assert!(content.is_object() || answer.body.is_empty(), "{path} {status} has {media_type:?}");
        if media_type.ends_with("/json") || media_type.ends_with("+json") {
            self.assert_matches(&content["schema"], &answer.json(), &format!("{path} {status}"));
        }
    }

    #[track_caller]
    fn assert_matches(&self, schema: &Value, value: &Value, context: &str) {
        if let Err(error) = self.validator(schema).validate(value) {
            panic!("{context}, {}: {error}", error.instance_path());
        }
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let compile = || {
            let with_targets = json!({ "allOf": [schema], "components": self.document["components"] });
            Arc::new(jsonschema::draft202012::new(&with_targets).unwrap())
        };
        Arc::clone(self.validators.lock().unwrap().entry(schema.to_string()).or_insert_with(compile))
    }
}

/// Forbids unknown fields in all objects of a schema.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.entry("additionalProperties").or_insert(Value::Bool(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => (),
    }
}

/// Visits all objects of a schema, with `$ref`s resolved.
fn objects<'a>(contract: &'a Contract, schema: &'a Value, visit: &mut dyn FnMut(&'a Value)) {
    let schema = contract.resolved(schema);
    if schema["type"] == "object" {
        visit(schema);
    }
    let fields = schema["properties"].as_object().into_iter().flat_map(Map::values);
    let choices = ["oneOf", "anyOf"].into_iter().filter_map(|of| schema[of].as_array()).flatten();
    fields.chain(schema.get("items")).chain(choices).for_each(|part| objects(contract, part, visit));
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

/// Requests refuse unknown fields; answers may get new ones.
#[test]
fn requests_are_closed_and_answers_open() {
    let contract = Contract::as_written();
    let (mut requests, mut answers) = (0, 0);
    for Operation { path, described, .. } in contract.operations() {
        for content in described["requestBody"]["content"].as_object().into_iter().flat_map(Map::values) {
            objects(&contract, &content["schema"], &mut |object| {
                assert_eq!(object["additionalProperties"], false, "{path}: {object}");
                requests += 1;
            });
        }
        for response in described["responses"].as_object().unwrap().values() {
            let response = contract.resolved(response);
            for content in response["content"].as_object().into_iter().flat_map(Map::values) {
                objects(&contract, &content["schema"], &mut |object| {
                    assert_eq!(object["additionalProperties"], Value::Null, "{path}: {object}");
                    answers += 1;
                });
            }
        }
    }
    assert!(
        requests > 5 && answers > 50,
        "only {requests} and {answers} objects found: the traversal is broken"
    );
}

#[test]
fn undescribed_fields_are_detected() {
    let (contract, mut health) = (Contract::read(), json!({ "status": "live" }));
    contract.assert_matches(contract.schema("Health"), &health, "health");
    health["since"] = json!(0);
    let is_found =
        catch_unwind(|| contract.assert_matches(contract.schema("Health"), &health, "health")).is_err();
    assert!(is_found);
}

#[test]
fn the_games_are_those_of_the_registry() {
    let contract = Contract::read();
    let registered: Vec<_> = Registry::built_in().ids().collect();
    assert_eq!(names(&contract.schema("GameId")["enum"]), registered);
    for game in Registry::built_in().games() {
        for side in game.info().sides {
            assert!(names(&contract.schema("Side")["enum"]).contains(&side), "{side}");
        }
    }
}

#[tokio::test]
async fn all_problems_have_an_explanation() {
    let (contract, service) = (Contract::read(), service());
    for slug in names(&contract.schema("ProblemSlug")["enum"]) {
        assert_eq!(get(&service, &format!("/problems/{slug}")).await.status, 200, "{slug}");
    }
}

#[test]
fn the_examples_match_their_schemas() {
    let contract = Contract::read();
    for Operation { path, method, described } in contract.operations() {
        let requests = &described["requestBody"]["content"];
        let responses =
            described["responses"].as_object().unwrap().values().map(|response| contract.resolved(response));
        for content in responses.map(|response| &response["content"]).chain([requests]) {
            for (media_type, place) in content.as_object().into_iter().flatten() {
                let context = format!("{method} {path}, {media_type}");
                for (name, example) in contract.examples(place) {
                    contract.assert_matches(&place["schema"], example, &format!("{context}, {name}"));
                }
                if let Some(example) = place.get("example") {
                    contract.assert_matches(&place["schema"], example, &context);
                }
            }
        }
    }
}

#[tokio::test]
async fn the_games_answer_as_described() {
    let contract = Contract::read();
    let games = get(&service(), "/v1/games").await.json();
    contract.assert_matches(contract.schema("Games"), &games, "GET /v1/games");
}

/// Plays each game from its example and from its start to the end.
#[tokio::test]
async fn each_game_answers_as_described() {
    let (contract, service) = (Contract::read(), service());
    for game in Registry::built_in().games() {
        let id = game.info().id;
        for position in [game.info().position_example.to_owned(), game.start()] {
            let mut played = Vec::new();
            loop {
                let body = json!({ "position": position, "moves": played, "nodes": 100 }).to_string();
                let best = post(&service, &format!("/v1/{id}/best-move"), body).await;
                contract.assert_describes("post", "/v1/{game}/best-move", &best);
                let body = json!({ "position": position, "moves": played }).to_string();
                let legal = post(&service, &format!("/v1/{id}/legal-moves"), body).await;
                contract.assert_describes("post", "/v1/{game}/legal-moves", &legal);
                let legal = legal.json();
                let moves = legal["moves"].as_array().unwrap();
                if moves.is_empty() {
                    assert!(best.json()["outcome"].is_object(), "{id}: {position} {played:?}");
                    break;
                }
                assert!(played.len() < 300, "{id}: {position} {played:?}");
                played.push(moves[played.len() * 7 % moves.len()]["notation"].clone());
            }
        }
    }
}

/// A JSON pointer from an operation to its answers.
const ANSWERS: &str = "/responses/200/content/application~1json";

#[tokio::test]
async fn example_requests_get_the_example_answers() {
    let contract = Contract::read();
    for Operation { path, described, .. } in
        contract.operations().filter(|operation| operation.method == "post")
    {
        let Some(answers) = described.pointer(ANSWERS) else { continue };
        // The body of a job is no JSON.
        let Some(requests) = described.pointer("/requestBody/content/application~1json") else { continue };
        for (game, body) in contract.examples(requests) {
            let service = service();
            let answer = post(&service, &path.replace("{game}", game), body.to_string()).await;
            contract.assert_describes("post", path, &answer);
            let answer = answer.json();
            let (_, example) = contract.examples(answers).find(|(name, _)| *name == game).unwrap();
            assert_eq!(stable_part(&answer), stable_part(example), "{path} {game}");
        }
    }
}

/// Checks a message of a stream against the schema of its event.
fn check_message(contract: &Contract, event: &str, content: &Value) {
    let schema = if event == "problem" { "Problem" } else { "Analysis" };
    contract.assert_matches(contract.schema(schema), content, event);
}

#[tokio::test]
async fn streams_answer_as_described() {
    let (contract, service) = (Contract::read(), service());
    let ask = async |accept| {
        let request = Request::post("/v1/checkers/analysis").header("accept", accept);
        let body = Body::from(r#"{"lines": 2, "time_ms": 300}"#);
        send(&service, request.header("content-type", "application/json").body(body).unwrap()).await
    };
    let lines = ask("application/x-ndjson").await;
    contract.assert_describes("post", "/v1/{game}/analysis", &lines);
    for line in str::from_utf8(&lines.body).unwrap().lines().filter(|line| !line.is_empty()) {
        let message = serde_json::from_str(line).unwrap();
        contract.assert_matches(contract.schema("Message"), &message, "a line");
    }
    let events = ask("text/event-stream").await;
    contract.assert_describes("post", "/v1/{game}/analysis", &events);
    let text = str::from_utf8(&events.body).unwrap();
    for block in text.split_terminator("\n\n").filter(|block| !block.starts_with(':')) {
        let fields: Map<_, _> = block
            .lines()
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_owned(), json!(value)))
            .collect();
        let (event, data) = (fields["event"].as_str().unwrap(), fields["data"].as_str().unwrap());
        let described = json!(fields);
        contract.assert_matches(contract.schema("Event"), &described, "an event");
        check_message(contract, event, &serde_json::from_str(data).unwrap());
    }
}

#[tokio::test]
async fn streams_of_jobs_answer_as_described() {
    let contract = Contract::read();
    let (service, _workers) = jobs::service(jobs::config());
    let location = jobs::submitted(&service, "kind=analysis&game=tic-tac-toe&depth=3", "{}").await;
    let lines = follow(&service, &location, "application/x-ndjson").await;
    contract.assert_describes("get", "/v1/jobs/{id}/events", &lines);
    for line in str::from_utf8(&lines.body).unwrap().lines().filter(|line| !line.is_empty()) {
        let message = serde_json::from_str(line).unwrap();
        contract.assert_matches(contract.schema("JobMessage"), &message, "a line");
    }
}

#[tokio::test]
async fn streams_of_reviews_answer_as_described() {
    let (contract, path) = (Contract::read(), "/v1/checkers/review/stream");
    let request = Request::post(path).header("accept", "application/x-ndjson");
    let body = Body::from(r#"{"moves": ["11-15", "23-19"], "depth": 2}"#);
    let request = request.header("content-type", "application/json").body(body).unwrap();
    let answer = send(&service(), request).await;
    contract.assert_describes("post", "/v1/{game}/review/stream", &answer);
    for line in str::from_utf8(&answer.body).unwrap().lines().filter(|line| !line.is_empty()) {
        let message = serde_json::from_str(line).unwrap();
        contract.assert_matches(contract.schema("ReviewMessage"), &message, "a line");
    }
}

#[test]
fn the_example_of_an_event_matches_its_schema() {
    let contract = Contract::read();
    let pointer = "/paths/~1v1~1{game}~1analysis/post/responses/200/content/text~1event-stream/example";
    let example = contract.document.pointer(pointer).unwrap();
    let content = serde_json::from_str(example["data"].as_str().unwrap()).unwrap();
    check_message(contract, example["event"].as_str().unwrap(), &content);
}

/// The part of an answer that stays the same when the search improves.
fn stable_part(answer: &Value) -> Value {
    let is_estimate = |value: &Value| value["score"]["kind"] == "estimate";
    match answer {
        Value::Array(items) => items.iter().map(stable_part).collect(),
        Value::Object(fields) => {
            let mut volatile = vec!["budget_ms", "elapsed_ms", "nodes", "selective_depth", "request_id"];
            if is_estimate(answer) {
                volatile.extend(["best_move", "principal_variation", "reason", "score"]);
            }
            if answer["lines"].as_array().is_some_and(|lines| lines.iter().any(is_estimate)) {
                volatile.push("lines");
            }
            let stable = fields.iter().filter(|(name, _)| !volatile.contains(&name.as_str()));
            stable.map(|(name, value)| (name.clone(), stable_part(value))).collect()
        }
        other => other.clone(),
    }
}

#[tokio::test]
async fn the_document_is_served() {
    let answer = get(&service(), "/openapi.yaml").await;
    assert_eq!(answer.header("content-type"), "application/yaml");
    assert_eq!(answer.body, include_str!("../../openapi.yaml"));
    let answer = get(&service(), "/openapi.json").await;
    assert_eq!(answer.header("content-type"), "application/json");
    let yaml: Value = serde_norway::from_str(include_str!("../../openapi.yaml")).unwrap();
    assert_eq!(answer.json(), yaml);
}
