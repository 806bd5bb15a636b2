use super::chromium::Chromium;
use super::page::{cell, on_board};
use super::{open_page, serve};
use crate::http::engine;
use crate::router;
use serde_json::{Value, json};

/// The most requests of a first visit until a move can be made.
const MOST_REQUESTS: u64 = 4;

#[tokio::test]
async fn a_first_visit_makes_few_requests() {
    let url = serve(router(engine())).await;
    let browser = Chromium::start().await;
    browser.open(&url).await;
    browser.wait_for_turn().await;
    let requests = browser.value("performance.getEntriesByType('resource').length + 1").await;
    assert!((1..=MOST_REQUESTS).contains(&requests.as_u64().unwrap()), "{requests}");
}

/// Black can capture with one man alone; the piece shakes unless the person prefers no motion.
#[tokio::test]
async fn a_man_that_may_not_move_says_which_must_capture() {
    let browser = open_page("#checkers/11-15,22-18").await;
    for (preference, animations) in [("no-preference", 1), ("reduce", 0)] {
        browser.prefer(&[("prefers-reduced-motion", preference)]).await;
        browser
            .wait_until(
                "find('bestmove-board >>> .cell[data-key=\"9\"] .piece')[0].getAnimations().length === 0",
            )
            .await;
        let shaken = browser
            .run(
                "const [man] = find('bestmove-board >>> .cell[data-key=\"9\"]');
                 man.click();
                 return man.querySelector('.piece').getAnimations().length;",
            )
            .await;
        assert_eq!(shaken, animations, "{preference}");
        assert_eq!(browser.text("#status").await, "You must capture with 15.");
    }
    browser.click(&cell("15")).await;
    browser.click(&cell("22")).await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#status").await, "Your turn.");
    // Another piece than the person's is no try to move.
    browser.click(&on_board(".cell[aria-label*='White man']")).await;
    assert_eq!(browser.text("#status").await, "Your turn.");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn the_rules_of_every_game_are_told_in_both_languages() {
    let browser = open_page("").await;
    for language in ["en", "de"] {
        browser.select(&format!("#language option[value={language}]")).await;
        browser.wait_for(&format!("html[lang={language}]")).await;
        for game in ["tic-tac-toe", "connect-four", "checkers", "reversi"] {
            browser.choose("games", game).await;
            browser.wait_for_turn().await;
            let length = browser.value("find('#rules p')[0].textContent.length").await;
            assert!((100..500).contains(&length.as_u64().unwrap()), "{language}, {game}: {length}");
        }
    }
}

/// Of ten levels, five can be told apart in tic-tac-toe. All have names.
#[tokio::test]
async fn levels_that_play_alike_are_offered_once() {
    let browser = open_page("").await;
    assert_eq!(browser.texts("#levels label").await, ["1", "2", "3", "6", "10"]);
    assert_eq!(browser.attribute("#levels [value='10']", "aria-label").await, "10: Full strength");
    for (level, text) in [("1", "Beginner: sees one move ahead"), ("10", "Full strength: the best move")] {
        browser.choose("levels", level).await;
        browser.wait_for_turn().await;
        assert!(browser.text("#levels .faint").await.starts_with(text), "{level}");
    }
    browser.choose("games", "checkers").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.count("#levels label").await, 10);
}

#[tokio::test]
async fn two_people_choose_no_level() {
    let browser = open_page("").await;
    assert!(browser.shows("#levels").await);
    browser.play_both_sides().await;
    assert!(!browser.shows("#levels").await);
}

/// The top of the panels below the card of the game.
async fn top_of_panels(browser: &Chromium) -> Value {
    browser.value("find('.panels')[0].getBoundingClientRect().top").await
}

#[tokio::test]
async fn the_end_of_a_game_moves_nothing_and_is_counted() {
    let browser = open_page("#tic-tac-toe?level=10&seed=1").await;
    let before = top_of_panels(&browser).await;
    assert_eq!(browser.texts("#choices .heading p").await, ["Against bestmove", "You play X."]);
    while !browser.shows("main[data-phase=over]").await {
        browser.click(&on_board(".cell[aria-disabled=false]")).await;
        browser.wait_for_turn().await;
    }
    assert_eq!(top_of_panels(&browser).await, before);
    let result = browser.text("#status").await;
    let tally =
        if result.starts_with("You lose") { "0 won, 0 drawn, 1 lost." } else { "0 won, 1 drawn, 0 lost." };
    assert_eq!(browser.texts("#choices .heading p").await, [&*result, tally]);
    assert_eq!(browser.texts("#choices .main").await, ["Play again"], "one button stands out");

    browser.click("#swap").await;
    browser.wait_until("location.hash.includes('seat=O') && find('#moves button').length === 1").await;
    browser.wait_for_turn().await;
    assert!(browser.text("#choices").await.contains(&format!("You play O. {tally}")));
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The words differ for a spectator, the loser and the winner.
#[tokio::test]
async fn the_side_without_a_move_is_named() {
    let browser = open_page("#checkers").await;
    let outcomes = browser
        .run(
            "const { describeOutcome } = await load('/page/format.js');
             const game = (await (await fetch('/v1/games')).json()).games.find(({ id }) => id === 'checkers');
             const outcome = { winner: 'white', reason: 'no_moves' };
             const pieces = ['black', 'white'].map((owner) => ({ owner, kind: 'man' }));
             return [undefined, 'black', 'white'].map((viewer) => describeOutcome(outcome, game, pieces, viewer))
               .concat(describeOutcome(outcome, game, pieces.slice(1)));",
        )
        .await;
    let results =
        ["White wins", "You lose", "You win"].map(|result| format!("{result}: Black has no legal move."));
    let [on_looker, loser, winner] = results;
    assert_eq!(outcomes, json!([on_looker, loser, winner, "White wins: Black has no pieces left."]));
}

/// Whether the whole of an element is on the screen, and nothing covers its middle.
pub(super) async fn is_in_sight(browser: &Chromium, selector: &str) -> bool {
    let script = format!(
        "const [element] = find({});
         const {{ top, bottom, left, right }} = element.getBoundingClientRect();
         const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
         return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && (element.contains(hit) || hit.contains(element));",
        json!(selector)
    );
    browser.run(&script).await == true
}

#[tokio::test]
async fn a_phone_shows_the_result_of_a_review_and_the_buttons_of_a_retry() {
    let browser = open_page("#connect-four/1,4,2,4,6,4,7,4").await;
    browser.become_phone().await;
    browser.touch("#review-now").await;
    browser.wait_for("#review table").await;
    assert!(is_in_sight(&browser, "#review tbody tr").await, "the accuracy is below the board");
    browser.touch("#retry-now").await;
    browser.wait_for(".retry-state.ask").await;
    browser.wait_for_turn().await;
    for part in ["#choices .row button", "#choices .row button:last-child", "#status"] {
        assert!(is_in_sight(&browser, part).await, "{part}");
    }
    let width = browser.value("find('bestmove-board >>> .cell')[0].getBoundingClientRect().width").await;
    assert!(width.as_f64() >= Some(44.0), "{width}");
}

#[tokio::test]
async fn a_phone_held_sideways_shows_the_board_with_its_controls() {
    for game in ["tic-tac-toe", "connect-four", "checkers", "reversi"] {
        let browser = open_page(&format!("#{game}")).await;
        browser.become_phone().await;
        browser.set_phone_size(844, 390).await;
        for part in
            ["bestmove-board", "#status", "#toolbar", "#top-player", "#bottom-player", "#new", "#move-for-me"]
        {
            assert!(is_in_sight(&browser, part).await, "{game}: {part}");
        }
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, 844, "{game}");
    }
}

/// The graph and the moves of a review are beside the board.
#[tokio::test]
async fn a_review_is_beside_the_board() {
    let browser = open_page("#connect-four/1,4,2,4,6,4,7,4").await;
    browser
        .devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false }),
        )
        .await;
    browser.click("#review-now").await;
    browser.wait_for("#review table").await;
    for part in ["#graph", "#moves", ".judgement"] {
        assert!(is_in_sight(&browser, part).await, "{part}");
    }
    assert!(browser.shows("#bar[data-share='0.000']").await, "Yellow has won");
    assert_eq!(browser.attribute("#bar", "aria-label").await, "Red: 0 % of the chances");
    assert!(!browser.shows("#accuracy-how[open]").await, "the formula waits to be asked for");
    let colour = browser.value("getComputedStyle(find('#main')[0]).getPropertyValue('--first-side')").await;
    assert!(colour.as_str().unwrap().contains("d64a32"), "{colour}");
}

/// A text of another game does not take the place of a game that has begun.
#[tokio::test]
async fn a_text_of_another_game_is_offered_there() {
    let browser = open_page("#connect-four/4,4").await;
    browser.open_panel("share").await;
    browser.type_into("#import", "11-15,22-18").await;
    browser.click("#load").await;
    browser.wait_for("#open-there:focus").await;
    assert!(browser.text("#notice").await.starts_with("This looks like Checkers."));
    assert_eq!(browser.moves().await, ["4", "4"]);
    browser.click("#open-there").await;
    browser.wait_for("#games [value=checkers]:checked").await;
    browser.wait_until("find('#moves button').length === 2").await;

    browser.run("find('#import')[0].value = ''").await;
    browser.type_into("#import", "1. e4 e5 2. Nf3 Nc6").await;
    browser.click("#load").await;
    browser
        .wait_until("find('#import-problem')[0].textContent.includes('no game or position of Checkers')")
        .await;
}
