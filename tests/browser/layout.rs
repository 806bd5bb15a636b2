use super::chromium::Chromium;
use super::open_page;
use serde_json::json;

/// The least size of a target for a finger, in pixels.
const LEAST: f64 = 44.0;

/// The shown controls that are smaller than a target should be. A radio button is a part of its label.
pub(super) async fn small_targets(browser: &Chromium) -> Vec<String> {
    let small = browser
        .run(&format!(
            "const controls = find('button, a[href], select, summary, textarea, label:has(input), input:not(label input)');
             const targets = [...controls, ...find('bestmove-board >>> .cell, bestmove-board >>> button')];
             return targets.filter((target) => target.checkVisibility()).flatMap((target) => {{
               const {{ width, height }} = target.getBoundingClientRect();
               const isSmall = Math.min(width, height) < {LEAST} - 0.01;
               return isSmall ? [`${{target.outerHTML.slice(0, 90)}}: ${{width}} × ${{height}}`] : [];
             }});"
        ))
        .await;
    serde_json::from_value(small).unwrap()
}

const FRAGMENTS: [&str; 4] = [
    "#tic-tac-toe/1,2,6,5",
    "#connect-four/4,1,4,2",
    "#checkers/11-15,22-18,15x22,25x18",
    "#reversi/f5,d6,c3,d3",
];

/// Scrolls an element out from under the board, which stays in sight, and clicks it.
async fn tap(browser: &Chromium, selector: &str) {
    browser.run(&format!("find({})[0].scrollIntoView({{ block: 'end' }})", json!(selector))).await;
    browser.click(selector).await;
}

/// Opens the page on a phone, with everything shown.
async fn open_on_phone(fragment: &str) -> Chromium {
    let browser = open_page(fragment).await;
    browser.become_phone().await;
    for key in ["s", "a", "r"] {
        browser.press(key).await;
    }
    browser.wait_for("#review table").await;
    tap(&browser, "#tab-play").await;
    tap(&browser, "#more summary").await;
    browser
}

/// Also on the narrowest screen of WCAG 1.4.10.
#[tokio::test]
async fn a_phone_shows_board_and_panels_without_sideways_scrolling() {
    for (fragment, width) in FRAGMENTS.into_iter().flat_map(|fragment| [(fragment, 320), (fragment, 360)]) {
        let browser = open_on_phone(fragment).await;
        browser.set_phone_width(width).await;
        for panel in ["play", "analysis", "review", "share"] {
            tap(&browser, &format!("#tab-{panel}")).await;
            let scrolled = browser.value("document.documentElement.scrollWidth").await;
            assert_eq!(scrolled, width, "{fragment}: {panel}");
            browser.run("scrollTo(0, document.documentElement.scrollHeight)").await;
            let board =
                browser.value("find('bestmove-board >>> .board')[0].getBoundingClientRect().toJSON()").await;
            let edge = |name: &str| board[name].as_f64().unwrap();
            assert!(edge("top") >= 0.0 && edge("bottom") <= 640.0, "{fragment}: {panel}: {board}");
            assert!(edge("left") >= 0.0 && edge("right") <= f64::from(width), "{fragment}: {panel}: {board}");
        }
    }
}

#[tokio::test]
async fn targets_on_a_phone_are_large_enough_for_fingers() {
    for fragment in FRAGMENTS {
        let browser = open_on_phone(fragment).await;
        for panel in ["play", "analysis", "review", "share"] {
            tap(&browser, &format!("#tab-{panel}")).await;
            assert_eq!(small_targets(&browser).await, [""; 0], "{fragment}: {panel}");
        }
        tap(&browser, "#edit").await;
        browser.wait_for("#editor:not([hidden]) #position").await;
        assert_eq!(small_targets(&browser).await, [""; 0], "{fragment}: editor");
    }
}

/// Neither the board above nor the card with choices below covers them.
#[tokio::test]
async fn a_phone_shows_the_tabs_after_a_review_and_each_focused_control() {
    let browser = open_page("#tic-tac-toe/1,2,6,5,8,9,3,7,4").await;
    browser.become_phone().await;
    for (width, height) in [(360, 740), (390, 844), (412, 915)] {
        browser.set_phone_size(width, height).await;
        browser.run("scrollTo(0, 0)").await;
        browser.touch("#review-now").await;
        browser.wait_for("#review:not([hidden]) table").await;
        let covered = browser
            .run(
                "const covered = (element) => {
                   const { top, bottom } = element.getBoundingClientRect();
                   const [board, choices] = find('.game, #choices').map((part) => part.getBoundingClientRect());
                   return top < board.bottom - 1 || bottom > choices.top + 1;
                 };
                 const [tabs] = find('#tabs');
                 const found = covered(tabs) ? [tabs] : [];
                 const controls = find('.panels button, .panels input, .record button, .record input');
                 for (const control of controls.filter((control) => control.checkVisibility() && !control.disabled)) {
                   for (const start of [0, document.documentElement.scrollHeight]) {
                     scrollTo(0, start);
                     control.blur();
                     control.focus();
                     if (covered(control)) found.push(control);
                   }
                 }
                 return found.map(({ outerHTML }) => outerHTML.slice(0, 90));",
            )
            .await;
        assert_eq!(covered, json!([]), "{width} × {height}");
    }
}

#[tokio::test]
async fn the_field_for_moves_has_a_visible_label() {
    let browser = open_page("").await;
    browser.become_phone().await;
    let label = browser.value("find('[for=typed-move]')[0].getBoundingClientRect().toJSON()").await;
    assert!(label["width"].as_f64() > Some(50.0) && label["height"].as_f64() > Some(10.0), "{label}");
}

/// The part that is touched shows the effect at once.
#[tokio::test]
async fn a_finger_stops_the_engine_that_plays_itself() {
    let browser = open_page("#checkers?level=3&seed=7").await;
    browser.become_phone().await;
    tap(&browser, "#seats label:has([value=neither])").await;
    for text in ["Resume", "Pause", "Resume"] {
        browser.touch("#request").await;
        browser.wait_until(&format!("find('#request')[0]?.textContent === '{text}'")).await;
    }
    browser.wait_for_turn().await;
}

/// The longest animation while a move and its reply are played.
async fn longest_animation(browser: &Chromium) -> f64 {
    browser
        .run(
            "window.longest = 0;
             const [board] = find('bestmove-board');
             const sample = () => {
               for (const { effect } of [document, board.shadowRoot].flatMap((root) => root.getAnimations())) {
                 longest = Math.max(longest, effect.getComputedTiming().duration);
               }
               requestAnimationFrame(sample);
             };
             sample();",
        )
        .await;
    browser.play(&["4", "5"]).await;
    browser.value("longest").await.as_f64().unwrap()
}

#[tokio::test]
async fn reduced_motion_is_obeyed() {
    for (preference, is_still) in [("no-preference", false), ("reduce", true)] {
        let browser = open_page("#connect-four").await;
        browser.prefer(&[("prefers-reduced-motion", preference)]).await;
        browser.reload().await;
        browser.wait_for_turn().await;
        let longest = longest_animation(&browser).await;
        assert_eq!(longest <= 1.0, is_still, "{preference}: {longest} ms");
    }
}
