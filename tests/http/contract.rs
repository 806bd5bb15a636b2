use super::{Answer, get, post, request, send, service};
use axum::http::Method;
use bestmove::engine::GAMES;
use serde_json::{Map, Value, json};

/// `openapi.yaml`, read.
struct Contract(Value);

/// One method of one path.
struct Operation<'a> {
    path: &'a str,
    method: &'a str,
    described: &'a Value,
}

impl Contract {
    fn read() -> Self {
        let text = include_str!("../../openapi.yaml");
        Self(serde_norway::from_str(text).unwrap())
    }

    fn schema(&self, name: &str) -> &Value {
        &self.0["components"]["schemas"][name]
    }

    fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        let methods =
            paths.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |entry| (path, entry)));
        methods.filter(|(_, (name, _))| *name != "parameters").map(|(path, (method, described))| Operation {
            path,
            method,
            described,
        })
    }

    /// The named examples of a place, `$ref`s followed.
    fn examples<'a>(&'a self, place: &'a Value) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let examples = place["examples"].as_object().into_iter().flatten();
        let followed = |example: &'a Value| match example["$ref"].as_str() {
            Some(target) => self.find(target),
            None => example,
        };
        examples.map(move |(name, example)| (name.as_str(), &followed(example)["value"]))
    }

    /// What a `$ref` in the contract stands for.
    fn find(&self, target: &str) -> &Value {
        self.0.pointer(target.strip_prefix('#').unwrap()).unwrap_or_else(|| panic!("{target} is nowhere"))
    }

    #[track_caller]
    fn assert_matches(&self, schema: &Value, value: &Value, whose: &str) {
        let with_targets = json!({ "allOf": [schema], "components": self.0["components"] });
        if let Err(error) = jsonschema::draft202012::new(&with_targets).unwrap().validate(value) {
            panic!("{whose}, {}: {error}", error.instance_path());
        }
    }
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_operation_is_routed() {
    let (contract, service) = (Contract::read(), service());
    for Operation { path, method, .. } in contract.operations() {
        let path = path.replace("{game}", GAMES[0].info().id).replace("{slug}", "internal");
        let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
        let status = send(&service, request(method.clone(), &path)).await.status;
        assert!(status != 404 && status != 405, "{method} {path} answers {status}");
    }
}

#[test]
fn the_games_are_those_of_the_registry() {
    let contract = Contract::read();
    let registered: Vec<_> = GAMES.iter().map(|game| game.info().id).collect();
    assert_eq!(names(&contract.schema("GameId")["enum"]), registered);
    for game in GAMES {
        for side in game.info().sides {
            assert!(names(&contract.schema("Side")["enum"]).contains(&side), "{side}");
        }
    }
}

#[tokio::test]
async fn every_kind_of_problem_is_explained() {
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
        let responses = described["responses"]
            .as_object()
            .unwrap()
            .values()
            .map(|response| response["$ref"].as_str().map_or(response, |target| contract.find(target)));
        for content in responses.map(|response| &response["content"]).chain([requests]) {
            for (media_type, place) in content.as_object().into_iter().flatten() {
                let whose = format!("{method} {path}, {media_type}");
                for (name, example) in contract.examples(place) {
                    contract.assert_matches(&place["schema"], example, &format!("{whose}, {name}"));
                }
                if let Some(example) = place.get("example") {
                    contract.assert_matches(&place["schema"], example, &whose);
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

#[tokio::test]
async fn example_requests_get_the_example_answers() {
    let (contract, service) = (Contract::read(), service());
    for Operation { path, described, .. } in
        contract.operations().filter(|operation| operation.method == "post")
    {
        let content = |place: &str| described.pointer(place).unwrap();
        let answers = content("/responses/200/content/application~1json");
        for (game, body) in contract.examples(content("/requestBody/content/application~1json")) {
            let answer = post(&service, &path.replace("{game}", game), body.to_string()).await.json();
            contract.assert_matches(&answers["schema"], &answer, &format!("{path} {game}"));
            let (_, example) = contract.examples(answers).find(|(name, _)| *name == game).unwrap();
            assert_eq!(lasting(&answer), lasting(example), "{path} {game}");
        }
    }
}

/// The fields of an answer that stay as they are while the search improves.
fn lasting(answer: &Value) -> Map<String, Value> {
    let mut fields = answer.as_object().unwrap().clone();
    for cost in ["elapsed_ms", "nodes", "selective_depth"] {
        fields.remove(cost);
    }
    if answer["score"]["kind"] == "estimate" {
        for judged in ["best_move", "principal_variation", "score"] {
            fields.remove(judged);
        }
    }
    fields
}

#[tokio::test]
async fn problems_answer_as_described() {
    let (contract, service) = (Contract::read(), service());
    let answers: [Answer; 4] = [
        get(&service, "/nothing").await,
        post(&service, "/v1/chess/best-move", "{}").await,
        post(&service, "/v1/tic-tac-toe/best-move", "{\"depth\": 0}").await,
        post(&service, "/v1/tic-tac-toe/best-move", "[").await,
    ];
    for answer in answers {
        let problem = answer.problem();
        contract.assert_matches(contract.schema("Problem"), &problem, "a problem");
        let slug = problem["type"].as_str().unwrap().strip_prefix("/problems/").unwrap();
        contract.assert_matches(contract.schema("ProblemSlug"), &slug.into(), "its type");
    }
}

#[tokio::test]
async fn the_contract_is_served() {
    let answer = get(&service(), "/openapi.yaml").await;
    assert_eq!(answer.header("content-type"), "application/yaml");
    assert_eq!(answer.body, include_str!("../../openapi.yaml"));
}
