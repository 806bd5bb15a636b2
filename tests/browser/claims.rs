use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::layout::small_targets;
use super::serve;
use super::words::TEXTS;
use crate::http::engine;
use crate::router;
use serde_json::{Value, json};

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
    for language in ["en", "de"] {
        speak(&browser, language).await;
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360, "{language}");
        assert_eq!(small_targets(&browser).await, [""; 0], "{language}");
    }
}

/// What is the same in both languages: numbers, signs, and the few words that both have. Names and titles are besides.
const COMMON: &str = r"/^([^a-zA-Z]*|b = \d+, d = \d+|bestmove|English|Deutsch|API|\/v1\/claims)$/";

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
        let mut texts: Vec<String> = serde_json::from_value(browser.run(TEXTS).await).unwrap();
        let pictures = "find('#claims img').map(({ alt }) => alt)";
        texts.extend(serde_json::from_value::<Vec<_>>(browser.value(pictures).await).unwrap());
        shown.push(texts);
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
