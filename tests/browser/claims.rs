use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::layout::small_targets;
use super::serve;
use crate::http::engine;
use crate::router;
use serde_json::json;

async fn open_claims() -> Chromium {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    browser.open(&format!("{service}/laboratory/claims")).await;
    browser.wait_for("#timeline li").await;
    browser
}

#[tokio::test]
async fn claims_are_shown_and_open_the_laboratory() {
    let browser = open_claims().await;
    let answer = browser.value("fetch('/v1/claims').then((answer) => answer.json())").await;
    let claims = answer["claims"].as_array().unwrap();
    assert_eq!(browser.count("article").await, claims.len());
    assert_eq!(browser.count("#timeline li").await, answer["timeline"].as_array().unwrap().len());
    let table = browser.texts("#table-of-forty tbody tr:first-child td").await;
    assert_eq!(table, ["65,569", "65,599", "65,599"]);
    assert!(browser.text("#table-of-forty .verdict").await.contains("Misprint"));
    assert_eq!(browser.count("#table-of-forty .bars").await, 1);
    assert_eq!(browser.count("#textbook-figure img").await, 1);
    // A verdict can be left out.
    browser.click("#verdicts [value=right]").await;
    let wrong = claims.iter().filter(|claim| claim["verdict"] != "right").count();
    assert_eq!(browser.count("article:not([hidden])").await, wrong);
    browser.click("#verdicts [value=right]").await;
    browser.click("#textbook-figure .run").await;
    browser.wait_for("#comparison table").await;
    browser.wait_until("find('#picture .leaf').length === 14").await;
    assert_eq!(browser.texts("[data-search=alpha-beta] td:nth-child(4)").await, ["9"]);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn axe_finds_no_violation_around_the_claims() {
    let browser = open_claims().await;
    load_axe(&browser).await;
    for theme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
        assert_eq!(violations(&browser).await, json!([]), "{theme}");
    }
}

#[tokio::test]
async fn the_claims_fit_a_phone() {
    let browser = open_claims().await;
    browser.become_phone().await;
    assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360);
    assert_eq!(small_targets(&browser).await, [""; 0]);
}
