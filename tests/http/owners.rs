use super::fair_use::{KEY, OTHER, service, service_of};
use super::{Answer, config, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::engine::Engine;
use bestmove::http::FairUse;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::time::sleep;

const ANALYSES: &str = "/v1/analyses";
/// Longer than anything takes that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// Who has no key.
const NOBODY: &str = "";

pub(super) async fn ask(service: &Router, key: &str, method: Method, path: &str, body: &str) -> Answer {
    let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    if !key.is_empty() {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    send(service, request.body(Body::from(body.to_owned())).unwrap()).await
}

async fn begin(service: &Router, key: &str, body: &Value) -> Answer {
    ask(service, key, Method::POST, ANALYSES, &body.to_string()).await
}

/// Where an analysis is to be found that has begun.
async fn begun(service: &Router, key: &str, body: &Value) -> String {
    let begun = begin(service, key, body).await;
    assert_eq!(begun.status, 202, "{begun:?}");
    begun.header("location").to_owned()
}

/// What is told of an analysis, once it has come to that state.
async fn until(service: &Router, key: &str, path: &str, state: &str) -> Value {
    let begun = Instant::now();
    loop {
        let told = ask(service, key, Method::GET, path, "").await.json();
        if told["state"] == state {
            return told;
        }
        assert!(begun.elapsed() < PATIENCE, "never {state}: {told}");
        sleep(Duration::from_millis(2)).await;
    }
}

async fn list(service: &Router, key: &str) -> Vec<Value> {
    let answer = ask(service, key, Method::GET, ANALYSES, "").await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    answer.json()["analyses"].as_array().unwrap().clone()
}

/// One that lasts until it is deleted.
fn endless() -> Value {
    json!({ "game": "checkers", "moves": ["11-15"], "time_ms": 60_000 })
}

/// All that can be asked of an analysis, what ends it last.
const REQUESTS: [(Method, &str); 3] = [(Method::GET, ""), (Method::GET, "/events"), (Method::DELETE, "")];

#[tokio::test]
async fn an_analysis_of_a_key_is_for_that_key_alone() {
    let service = service(FairUse::default());
    let path = begun(&service, KEY, &endless()).await;
    for key in [OTHER, NOBODY] {
        for (method, of) in REQUESTS {
            let [strange, unknown] = [path.as_str(), "/v1/analyses/none"].map(|path| format!("{path}{of}"));
            let strange = ask(&service, key, method.clone(), &strange, "").await;
            let unknown = ask(&service, key, method, &unknown, "").await;
            assert_eq!(strange.status, 404, "{key:?} {of}");
            let [strange, unknown] = [strange, unknown].map(|answer| {
                let mut problem = answer.problem();
                problem["request_id"].take();
                problem
            });
            assert_eq!(strange, unknown, "it looks like one that is not there");
        }
    }
    let events = format!("{path}/events");
    let stream = ask(&service, KEY, Method::GET, &events, "");
    let delete = async {
        until(&service, KEY, &path, "running").await;
        ask(&service, KEY, Method::DELETE, &path, "").await
    };
    let (heard, deleted) = tokio::join!(stream, delete);
    assert_eq!((heard.status.as_u16(), deleted.status.as_u16()), (200, 204));
    assert!(str::from_utf8(&heard.body).unwrap().contains("event: update\n"));
}

#[tokio::test]
async fn an_analysis_without_a_key_is_for_all_who_know_its_name() {
    let service = service(FairUse::default());
    for (key, (method, of)) in [NOBODY, KEY, OTHER].into_iter().zip(REQUESTS) {
        let path = begun(&service, NOBODY, &json!({ "game": "tic-tac-toe" })).await;
        let answer = ask(&service, key, method, &format!("{path}{of}"), "").await;
        assert!(answer.status.is_success(), "{key:?} {of}: {answer:?}");
    }
}

#[tokio::test]
async fn the_analyses_of_a_key_are_listed_the_newest_first() {
    let service = service(FairUse::default());
    assert!(list(&service, KEY).await.is_empty());
    let older = begun(&service, KEY, &json!({ "game": "tic-tac-toe", "position": "XXXOO...." })).await;
    let strange = begun(&service, OTHER, &json!({ "game": "tic-tac-toe" })).await;
    let newer = begun(&service, KEY, &endless()).await;
    let own = list(&service, KEY).await;
    let places: Vec<_> = own.iter().map(|analysis| analysis["location"].as_str().unwrap()).collect();
    assert_eq!(places, [&newer, &older]);
    assert_eq!(list(&service, OTHER).await[0]["location"], strange);
    assert_eq!((&own[0]["game"], &own[0]["time_ms"]), (&json!("checkers"), &json!(60_000)));
    let whites = "21,22,23,24,25,26,27,28,29,30,31,32";
    assert_eq!(own[0]["position"], format!("W:W{whites}:B1,2,3,4,5,6,7,8,9,10,12,15"), "after the moves");
    let mut single = until(&service, KEY, &older, "finished").await;
    for more in ["analysis", "problem"] {
        assert!(single.as_object_mut().unwrap().remove(more).is_some());
    }
    assert_eq!(list(&service, KEY).await[1], single, "as it is told on its own");

    ask(&service, KEY, Method::DELETE, &newer, "").await;
    let own = list(&service, KEY).await;
    assert_eq!((own.len(), &own[0]["location"]), (1, &json!(older)));
}

/// Behind one address there may be many, and a name is the only claim to an analysis.
#[tokio::test]
async fn without_a_key_there_is_no_list() {
    for service in [service(FairUse::default()), super::service()] {
        begun(&service, NOBODY, &json!({ "game": "tic-tac-toe" })).await;
        let refused = ask(&service, NOBODY, Method::GET, ANALYSES, "").await;
        assert_eq!((refused.status.as_u16(), refused.header("www-authenticate")), (401, "Bearer"));
        assert_eq!(refused.problem()["type"], "/problems/unauthorized");
    }
}

/// Each client may have two analyses of three.
pub(super) fn two_of_each() -> Router {
    let mut config = config();
    config.analysis_limits.most_of_one = 2;
    service_of(Engine::new(config), FairUse { trusted_proxies: 1, ..FairUse::default() })
}

pub(super) async fn refused_for_want_of_places(service: &Router) -> Answer {
    for _ in 0..2 {
        begun(service, KEY, &json!({ "game": "tic-tac-toe", "position": "XXXOO...." })).await;
    }
    begin(service, KEY, &endless()).await
}

#[tokio::test]
async fn a_key_has_so_many_analyses_at_the_same_time() {
    let service = two_of_each();
    let refused = refused_for_want_of_places(&service).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (429, &json!("/problems/too-many-analyses-of-client"))
    );
    assert!(refused.problem()["detail"].as_str().unwrap().starts_with("2 analyses of this client"));
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((50..=61).contains(&wait), "{wait}");
    assert_eq!(list(&service, KEY).await.len(), 2);
    begun(&service, OTHER, &endless()).await;

    let refused = begin(&service, OTHER, &endless()).await;
    assert_eq!(refused.status, 503, "three are all that there may be");
    let own = list(&service, KEY).await;
    ask(&service, KEY, Method::DELETE, own[0]["location"].as_str().unwrap(), "").await;
    begun(&service, KEY, &endless()).await;
}

#[tokio::test]
async fn an_address_has_so_many_analyses_at_the_same_time() {
    let service = two_of_each();
    let begin = async |address: &str| {
        let request = Request::post(ANALYSES).header("content-type", "application/json");
        let request = request.header("x-forwarded-for", format!("192.0.2.1, {address}"));
        send(&service, request.body(Body::from(endless().to_string())).unwrap()).await
    };
    for _ in 0..2 {
        assert_eq!(begin("198.51.100.1").await.status, 202);
    }
    let refused = begin("198.51.100.1").await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (429, &json!("/problems/too-many-analyses-of-client"))
    );
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 60);
    assert_eq!(begin("198.51.100.2").await.status, 202);
    assert_eq!(begin("198.51.100.2").await.status, 503, "three are all that there may be");
}

/// On the only worker there is: who has begun many does not have all of its turns, nor does who asks for
/// the last of these wait behind the others.
#[tokio::test]
async fn clients_take_turns() {
    let mut config = config();
    config.analysis_limits.most = 4;
    let service = service_of(Engine::new(config), FairUse::default());
    let mut waiting = Vec::new();
    for (lines, key) in [(1, KEY), (2, KEY), (3, KEY), (3, OTHER)] {
        let body = json!({ "game": "checkers", "lines": lines, "time_ms": 60_000 });
        waiting.push((key, begun(&service, key, &body).await));
        if lines == 1 {
            until(&service, key, &waiting[0].1, "running").await;
        }
    }
    let mut order = Vec::new();
    while let Some((key, path)) = running(&service, &mut waiting).await {
        order.push(key);
        assert_eq!(ask(&service, key, Method::DELETE, &path, "").await.status, 204);
    }
    assert_eq!(order, [KEY, KEY, OTHER, KEY]);
}

type Begun = (&'static str, String);

/// Takes out the one that runs, once one does; `None` if there is none left.
async fn running(service: &Router, begun: &mut Vec<Begun>) -> Option<Begun> {
    let since = Instant::now();
    while !begun.is_empty() {
        assert!(since.elapsed() < PATIENCE, "none runs: {begun:?}");
        for at in 0..begun.len() {
            let (key, path) = &begun[at];
            if ask(service, key, Method::GET, path, "").await.json()["state"] == "running" {
                return Some(begun.remove(at));
            }
        }
        sleep(Duration::from_millis(2)).await;
    }
    None
}

#[tokio::test]
async fn callers_without_a_key_leave_room_for_those_with_one() {
    let mut config = config();
    config.analysis_limits.reserved = 1;
    let service = service_of(Engine::new(config), FairUse::default());
    for _ in 0..2 {
        begun(&service, NOBODY, &endless()).await;
    }
    let refused = begin(&service, NOBODY, &endless()).await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.problem()["detail"], "the limit of 2 background analyses is reached");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 60);
    begun(&service, KEY, &endless()).await;
}

/// A refusal for good does not ask to come back.
#[tokio::test]
async fn who_may_have_no_analyses_at_all_is_told_so() {
    for key in [KEY, NOBODY] {
        let off = refused_as_they_are_off(key).await;
        assert_eq!((off.status.as_u16(), off.header("retry-after")), (403, ""));
        assert_eq!(off.problem()["type"], "/problems/analyses-off");
    }
    let mut config = config();
    config.analysis_limits.reserved = config.analysis_limits.most;
    let service = service_of(Engine::new(config), FairUse::default());
    let refused = begin(&service, NOBODY, &endless()).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (401, ""));
    assert_eq!(refused.problem()["type"], "/problems/unauthorized");
    begun(&service, KEY, &endless()).await;
}

pub(super) async fn refused_as_they_are_off(key: &str) -> Answer {
    let mut config = config();
    config.analysis_limits.most = 0;
    begin(&service_of(Engine::new(config), FairUse::default()), key, &endless()).await
}
