//! Reviews of all games of a list.

use super::accessibility::{load_axe, violations};
use super::archive::{drop_archive, drop_file, look_for};
use super::chromium::Chromium;
use super::layout::small_targets;
use super::serve;
use super::share::transfer;
use crate::http::jobs;
use axum::Router;
use bestmove::jobs::JobConfig;
use serde_json::json;
use tokio_util::sync::DropGuard;

/// The page of a service with workers for jobs, until the guard is dropped.
async fn open_page_with_jobs(fragment: &str) -> (Chromium, DropGuard) {
    let (service, workers) = jobs::service(jobs::config());
    (open_page_of(service, fragment).await, workers)
}

async fn open_page_of(service: Router, fragment: &str) -> Chromium {
    let url = serve(service).await;
    let browser = Chromium::start().await;
    browser.open(&format!("{url}/{fragment}")).await;
    browser.wait_for_turn().await;
    browser
}

/// Black loses a man in the first game; the second is the same one.
const REVIEWED: &str = "1. 11-15 22-17 2. 15-19 24x15 3. 10x19 23x16 4. 12x19 25-22 5. 19-23 26x19 *
1. 11-15 22-17 2. 15-19 24x15 3. 10x19 23x16 4. 12x19 25-22 5. 19-23 26x19 *
[Event \"Problem 7\"] [SetUp \"1\"] [FEN \"W:W99:B1\"] 1. 9-13 *\n";

/// Begins a review of all games once its price is there, in these words.
async fn agree_to_review(browser: &Chromium, price: &str) {
    browser.click("#review-games").await;
    browser.wait_for("#start-review").await;
    assert_eq!(browser.text("#review-price").await, price);
    browser.click("#start-review").await;
}

/// No job is started before the player agrees.
#[tokio::test]
async fn a_review_of_all_games_has_a_price_before() {
    let (browser, _workers) = open_page_with_jobs("#checkers").await;
    drop_archive(&browser).await;
    let prices = [
        (
            0,
            "Less than a minute of computing for 3 games.",
            "Weniger als eine Minute Rechenzeit für 3 Partien.",
        ),
        (61_000, "About 1 minute of computing for 3 games.", "Etwa 1 Minute Rechenzeit für 3 Partien."),
        (190_000, "About 3 minutes of computing for 3 games.", "Etwa 3 Minuten Rechenzeit für 3 Partien."),
        (7_000_000, "About 2 hours of computing for 3 games.", "Etwa 2 Stunden Rechenzeit für 3 Partien."),
    ];
    for (cpu_ms, english, german) in prices {
        browser.run(&price_of_jobs(cpu_ms)).await;
        browser.click("#review-games").await;
        browser.wait_for("#start-review").await;
        assert_eq!(browser.value("document.activeElement.id").await, "start-review");
        for (language, text) in [("en", english), ("de", german), ("en", english)] {
            browser.select(&format!("#language option[value={language}]")).await;
            browser.wait_for(&format!("html[lang={language}]")).await;
            assert_eq!(browser.text("#review-price").await, text);
        }
        browser.click("#leave-review").await;
        browser.wait_for("#review-games").await;
    }
    browser.run("window.fetch = () => new Promise(() => {})").await;
    browser.click("#review-games").await;
    browser.wait_for("#leave-review").await;
    assert_eq!(browser.text("#archive-review").await, "Working out how long it takes…\n\nNot now");
    browser.click("#leave-review").await;
    browser.wait_for("#review-games").await;
    let started = "performance.getEntriesByType('resource').filter(({ name }) => /jobs(?!.*dry_run)/.test(name)).length";
    assert_eq!(browser.value(started).await, 0);
}

/// Makes the service tell another price of the next job.
fn price_of_jobs(cpu_ms: u64) -> String {
    format!(
        "const ask = window.fetch;
         window.fetch = async (url, options) => {{
           if (!String(url).includes('dry_run')) return ask(url, options);
           window.fetch = ask;
           const price = await (await ask(url, options)).json();
           return Response.json({{ ...price, cpu_ms: {cpu_ms} }});
         }};"
    )
}

/// Also on a narrow phone, in the language with the longer words.
#[tokio::test]
async fn the_price_of_a_review_fits_a_phone() {
    let (browser, _workers) = open_page_with_jobs("#checkers").await;
    browser.select("#language option[value=de]").await;
    browser.wait_for("html[lang=de]").await;
    drop_file(&browser).await;
    browser.wait_for("#review-games").await;
    browser.click("#review-games").await;
    browser.wait_for("#start-review").await;
    load_axe(&browser).await;
    assert_eq!(violations(&browser).await, json!([]));
    browser.become_phone().await;
    assert_eq!(small_targets(&browser).await, [""; 0]);
    for width in [320, 360] {
        browser.set_phone_width(width).await;
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, width);
    }
}

/// As from a service that is busy: the review is offered again.
#[tokio::test]
async fn a_price_that_is_refused_is_a_problem_of_the_list() {
    let (service, _workers) = jobs::service(jobs_refused());
    let browser = Chromium::start().await;
    browser.open(&format!("{}/#checkers", serve(service).await)).await;
    browser.wait_for_turn().await;
    drop_archive(&browser).await;
    browser.click("#review-games").await;
    browser.wait_for("#archive-review [role=alert]").await;
    assert!(browser.shows("#review-games").await);
    assert_eq!(browser.count("#start-review").await, 0);
}

fn jobs_refused() -> JobConfig {
    JobConfig { items: 1, ..jobs::config() }
}

#[tokio::test]
async fn all_games_are_reviewed() {
    let (browser, _workers) = open_page_with_jobs("#checkers").await;
    let file = format!("data.items.add(new File([{}], 'two.pdn'));", json!(REVIEWED));
    transfer(&browser, "#status", "DragEvent", &format!("const event = 'drop'; {file}")).await;
    browser.wait_for("#review-games").await;
    assert_eq!(browser.text("#review-games").await, "Review 2 games", "the third has no position");
    agree_to_review(&browser, "Less than a minute of computing for 2 games.").await;
    browser.wait_for("#archive-review[hidden]").await;
    let rows = browser.texts(".archive li").await;
    for row in &rows[..2] {
        assert!(row.contains("Accuracy: Black ") && row.contains("5. 19-23??"), "{rows:?}");
    }
    assert!(!rows[2].contains("Accuracy"), "{rows:?}");

    browser.click(".archive li:nth-child(2) .errors button:last-child").await;
    browser.wait_until("location.hash.includes('?at=9&')").await;
    assert!(browser.shows(".archive li:nth-child(2) [aria-current=true]").await);
    assert_eq!(browser.moves().await.len(), 10, "the rest of the game is there");
    browser.click("#tab-review").await;
    assert!(browser.shows("#review table").await, "it is not reviewed again");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The price that the person has agreed to is that of the games that the filter showed then.
#[tokio::test]
async fn the_games_that_the_filter_shows_are_reviewed() {
    let (browser, _workers) = open_page_with_jobs("#checkers").await;
    drop_archive(&browser).await;
    let offer = async |filter: &str, text: Option<&str>| {
        look_for(&browser, filter).await;
        let shown = "find('#review-games').map((button) => button.textContent)";
        let expected = json!(text.as_slice());
        browser.wait_until(&format!("JSON.stringify({shown}) === JSON.stringify({expected})")).await;
    };
    offer("a", Some("Review 3 games")).await;
    offer("nobody", None).await;
    browser.select("#language option[value=de]").await;
    browser.wait_for("html[lang=de]").await;
    offer("adams", Some("2 Partien durchsehen")).await;
    browser.select("#language option[value=en]").await;
    browser.wait_for("html[lang=en]").await;
    offer("baker", Some("Review 1 game")).await;
    browser.click("#review-games").await;
    browser.wait_for("#start-review").await;
    look_for(&browser, "a").await;
    assert_eq!(browser.text("#review-price").await, "Less than a minute of computing for 1 game.");
    browser.click("#start-review").await;
    browser.wait_until("find('#review-games')[0]?.textContent === 'Review 2 games'").await;
    let rows = browser.texts(".archive li").await;
    let reviewed: Vec<_> = rows.iter().map(|row| row.contains("Accuracy")).collect();
    assert_eq!(reviewed, [true, false, false, false], "{rows:?}");
}

#[tokio::test]
async fn a_review_of_all_games_says_that_it_waits() {
    let (service, start_workers) = jobs::service_without_workers(jobs::config());
    let browser = open_page_of(service, "#checkers").await;
    drop_archive(&browser).await;
    agree_to_review(&browser, "Less than a minute of computing for 3 games.").await;
    browser.wait_until("find('#archive-review p')[0].textContent === 'Waiting for earlier work'").await;
    browser.select("#language option[value=de]").await;
    browser.wait_until("find('#archive-review p')[0].textContent === 'Wartet auf frühere Aufträge'").await;
    let _workers = start_workers();
    browser.wait_for("#archive-review[hidden]").await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Nobody could read its results.
#[tokio::test]
async fn a_review_of_all_games_ends_with_its_tab() {
    let (service, _start_workers) = jobs::service_without_workers(jobs::config());
    let browser = open_page_of(service.clone(), "#checkers").await;
    drop_archive(&browser).await;
    browser
        .run(
            "const ask = window.fetch;
             window.fetch = (url, ...options) => {
               window.job ??= /[^?]*jobs.[0-9a-f]{32}/.exec(url)?.[0];
               return ask(url, ...options);
             };",
        )
        .await;
    agree_to_review(&browser, "Less than a minute of computing for 3 games.").await;
    browser.wait_until("window.job !== undefined").await;
    let job = browser.value("window.job").await;
    browser.close_tab().await;
    assert_eq!(jobs::ended(&service, job.as_str().unwrap()).await["state"], "cancelled");
}

#[tokio::test]
async fn a_review_of_all_games_can_be_stopped_and_goes_on() {
    let (service, start_workers) = jobs::service_without_workers(jobs::config());
    let browser = open_page_of(service, "#checkers").await;
    drop_archive(&browser).await;
    agree_to_review(&browser, "Less than a minute of computing for 3 games.").await;
    browser.click("#stop-review").await;
    browser.wait_for("#review-games").await;
    // The job ends with its review.
    let url = "performance.getEntriesByType('resource').map(({ name }) => name).find((name) => /jobs\\/[0-9a-f]{32}$/.test(name))";
    browser
        .wait_until(&format!("(await (await fetch({url} ?? '/v1/games')).json()).state === 'cancelled'"))
        .await;
    let _workers = start_workers();
    browser.click("#review-games").await;
    browser.click("#start-review").await;
    browser.wait_for("#archive-review[hidden]").await;
    assert_eq!(browser.count(".archive li:has(small:last-child)").await, 4);
    assert!(browser.text(".archive li:first-child").await.contains("Accuracy: Black "));
}
