use super::{Observed, engine, get, post};
use crate::http::Answer;
use bestmove::admin::Admin;

async fn probed(admin: &Admin) -> [(u16, String); 3] {
    let router = admin.clone().router();
    let told = |answer: Answer| (answer.status.as_u16(), String::from_utf8(answer.body.to_vec()).unwrap());
    [
        told(get(&router, "/live").await),
        told(get(&router, "/startup").await),
        told(get(&router, "/ready").await),
    ]
}

fn texts(told: [(u16, &str); 3]) -> [(u16, String); 3] {
    told.map(|(status, text)| (status, text.to_owned()))
}

#[tokio::test]
async fn it_lives_before_it_starts_and_is_ready_until_it_drains() {
    let (admin, engine) = (Admin::default(), engine());
    assert_eq!(probed(&admin).await, texts([(200, "live\n"), (503, "starting\n"), (503, "starting\n")]));
    assert_eq!(get(&admin.clone().router(), "/metrics").await.status, 200);
    assert_eq!(post(&admin.clone().router(), "/cache/clear", "").await.status, 503);
    admin.started(engine.clone());
    assert_eq!(probed(&admin).await, texts([(200, "live\n"), (200, "started\n"), (200, "ready\n")]));
    engine.drain();
    assert_eq!(probed(&admin).await, texts([(200, "live\n"), (200, "started\n"), (503, "draining\n")]));
}

#[tokio::test]
async fn it_forgets_when_told_to() {
    let observed = Observed::start();
    let source = async || {
        let answer = post(&observed.service, "/v1/tic-tac-toe/best-move", "{}").await.json();
        (answer["source"].as_str().unwrap().to_owned(), answer["nodes"].as_u64().unwrap())
    };
    let (first, nodes) = source().await;
    assert_eq!((first.as_str(), source().await.0.as_str()), ("search", "cache"));
    assert!(observed.engine.occupancy().table > 0.0);
    assert_eq!(post(&observed.admin.clone().router(), "/cache/clear", "").await.status, 204);
    assert_eq!((observed.engine.occupancy().table, observed.engine.occupancy().answers), (0.0, 0));
    assert_eq!(source().await, ("search".to_owned(), nodes), "as if it were the first time");
}

#[tokio::test]
async fn only_post_clears() {
    let observed = Observed::start();
    assert_eq!(get(&observed.admin.router(), "/cache/clear").await.status, 405);
}
