use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::layout::small_targets;
use super::serve;
use super::words::TEXTS;
use crate::http::engine;
use crate::router;
use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

async fn open_claims() -> Chromium {
    open_claims_of(router(engine())).await
}

async fn open_claims_of(service: Router) -> Chromium {
    let service = serve(service).await;
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
    come_to_tree(&browser, "#textbook-figure").await;
    browser.wait_until("find('#textbook-figure .tree .leaf').length === 14").await;
    // A verdict can be left out.
    browser.click("#verdicts [value=right]").await;
    let wrong = claims.iter().filter(|claim| claim["verdict"] != "right").count();
    assert_eq!(browser.count("article:not([hidden])").await, wrong);
    browser.click("#verdicts [value=right]").await;
    browser.click("#textbook-figure .run").await;
    browser.wait_for("#comparison table").await;
    browser.wait_until("find('#picture .leaf').length === 14").await;
    assert_eq!(browser.texts("[data-search=alpha-beta] td:nth-child(4)").await, ["9"]);
    // A busy service may refuse a picture, for which the page asks again.
    let errors = browser.console_errors().await;
    assert_eq!(errors.into_iter().find(|error| !error.contains("status of 503")), None);
}

/// The texts with their verdicts, beside the claims, and the claims of the text that is being read.
#[tokio::test]
async fn the_contents_lead_to_each_claim() {
    let browser = open_claims().await;
    let answer = browser.value("fetch('/v1/claims').then((answer) => answer.json())").await;
    let claims = answer["claims"].as_array().unwrap();
    let of_wikipedia =
        claims.iter().filter(|claim| claim["source"].as_str().unwrap().starts_with("Wikipedia"));
    let right = of_wikipedia.filter(|claim| claim["verdict"] == "right").count();
    let texts = browser.texts("#contents nav summary").await;
    assert!(texts[1].starts_with("Wikipedia") && texts[1].contains(&format!("{right} right")), "{texts:?}");
    let links = browser.value("find('#contents li a').map((link) => link.hash.slice(1))").await;
    let ids: Vec<_> = claims.iter().map(|claim| claim["id"].clone()).collect();
    assert_eq!(links, json!(ids));
    browser.wait_until("find('#contents nav [open]').length === 0").await;
    browser.click("#contents nav details:nth-child(2) summary").await;
    browser.click("#contents [href='#textbook-figure']").await;
    browser.wait_until("Math.abs(find('#textbook-figure')[0].getBoundingClientRect().top) < 40").await;
    browser
        .wait_until("find('#contents nav [open]').map((text) => text.dataset.text).join() === 'text-2'")
        .await;
    assert!(browser.shows("#contents [href='#killer']").await);
    // A verdict that is left out is left out here too.
    browser.click("#verdicts [value=right]").await;
    assert_eq!(
        browser.count("#contents li:not([hidden])").await,
        browser.count("article:not([hidden])").await
    );
    assert!(browser.count("#contents nav > [hidden]").await > 0);
}

/// Brings the tree of a claim into sight, which is drawn then.
async fn come_to_tree(browser: &Chromium, claim: &str) {
    browser.run(&format!("find('{claim} .tree')[0].scrollIntoView()")).await;
}

/// A service that refuses each picture so many times before it draws it.
fn busy(refusals: usize) -> Router {
    let asked = Arc::new(Mutex::new(HashMap::<String, usize>::new()));
    router(engine()).layer(from_fn(move |request: Request, next: Next| {
        let is_picture = request.uri().query().is_some_and(|query| query.contains("detail=picture"));
        let times = is_picture.then(|| {
            let mut asked = asked.lock().unwrap();
            let times = asked.entry(request.uri().to_string()).or_default();
            *times += 1;
            *times
        });
        async move {
            match times {
                Some(times) if times <= refusals => {
                    (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "1")]).into_response()
                }
                _ => next.run(request).await,
            }
        }
    }))
}

#[tokio::test]
async fn a_busy_service_is_asked_for_a_picture_again() {
    // No other claim has this tree.
    const CLAIM: &str = "#exchanged-replies";
    const IS_DRAWN: &str = "find('#exchanged-replies .tree .leaf').length === 14";
    let browser = open_claims_of(busy(2)).await;
    come_to_tree(&browser, CLAIM).await;
    browser.wait_until(IS_DRAWN).await;
    // In the end the person decides.
    let browser = open_claims_of(busy(4)).await;
    come_to_tree(&browser, CLAIM).await;
    browser.wait_for("#exchanged-replies .tree button").await;
    assert!(browser.text("#exchanged-replies .tree p").await.contains("503"));
    browser.click("#exchanged-replies .tree button").await;
    browser.wait_until(IS_DRAWN).await;
}

#[tokio::test]
async fn axe_finds_no_violation_around_the_claims() {
    let browser = open_claims().await;
    load_axe(&browser).await;
    for theme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
        assert_eq!(violations(&browser).await, json!([]), "{theme}");
    }
    browser.become_phone().await;
    browser.touch("#to-contents").await;
    come_to_tree(&browser, "#textbook-figure").await;
    browser.wait_for("#textbook-figure .tree[tabindex]").await;
    assert_eq!(violations(&browser).await, json!([]), "phone");
}

#[tokio::test]
async fn the_claims_fit_a_phone() {
    let browser = open_claims().await;
    browser.become_phone().await;
    for language in ["en", "de"] {
        speak(&browser, language).await;
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360, "{language}");
        assert_eq!(small_targets(&browser).await, [""; 0], "{language}");
        browser.touch("#to-contents").await;
        browser.run("for (const text of find('#contents details')) text.open = true").await;
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360, "{language}");
        assert_eq!(small_targets(&browser).await, [""; 0], "contents, {language}");
    }
    // A wide tree is not made small, but scrolled.
    browser.run(COME_TO_ALL_TREES).await;
    let heights =
        browser.value("find('.tree .leaf > rect').map((leaf) => leaf.getBoundingClientRect().height)").await;
    let heights: Vec<f64> = serde_json::from_value(heights).unwrap();
    assert!(heights.len() > 100 && heights.iter().all(|height| *height > 20.0), "{heights:?}");
    let wide = browser.run("return find('.tree').filter((tree) => tree.scrollWidth > tree.clientWidth).map((tree) => tree.tabIndex)").await;
    let wide: Vec<i64> = serde_json::from_value(wide).unwrap();
    assert!(!wide.is_empty() && wide.iter().all(|index| *index == 0), "{wide:?}");
}

/// What is the same in both languages: numbers, signs, and the few words that both have. Names and titles are besides.
const COMMON: &str = r"/^([^a-zA-Z]*|b = \d+, d = \d+|bestmove|English|Deutsch|API|\/v1\/claims)$/";

/// Brings one tree after the other into sight, until it is drawn.
const COME_TO_ALL_TREES: &str = "
    for (const tree of find('.tree')) {
        tree.scrollIntoView();
        while (!tree.querySelector('.search-tree')) await new Promise(requestAnimationFrame);
    }";

/// Shows the page in a language.
async fn speak(browser: &Chromium, language: &str) {
    if browser.value("document.documentElement.lang").await != language {
        browser.select(&format!("#language option[value={language}]")).await;
    }
    browser.wait_for(&format!("html[lang={language}] #timeline li")).await;
}

#[tokio::test]
async fn no_sentence_of_the_claims_is_shown_in_the_other_language() {
    let browser = open_claims().await;
    let mut shown = Vec::new();
    for language in ["en", "de"] {
        speak(&browser, language).await;
        browser.run(COME_TO_ALL_TREES).await;
        shown.push(serde_json::from_value::<Vec<String>>(browser.run(TEXTS).await).unwrap());
    }
    let [english, german] = &shown[..] else { unreachable!() };
    assert_eq!(english.len(), german.len());
    assert!(english.len() > 500, "{}", english.len());
    let answer = browser.value("fetch('/v1/claims').then((answer) => answer.json())").await;
    let steps = answer["timeline"].as_array().unwrap().iter();
    let titles: Vec<&Value> = steps.flat_map(|step| [&step["who"], &step["source"]]).collect();
    let both = english.iter().filter(|text| german.contains(text) && !titles.contains(&&json!(text)));
    let left = browser
        .value(&format!("{}.filter((text) => !{COMMON}.test(text))", json!(both.collect::<Vec<_>>())))
        .await;
    assert_eq!(left, json!([]));
    let told =
        browser.texts("#claims h3, article > p:not(.source), #claims th, #timeline p:first-child").await;
    let english = format!("{}.filter((text) => /(^| )(the|of|is|with|and|at) /.test(text))", json!(told));
    assert_eq!(browser.value(&english).await, json!([]));
}
