//! The lesson on both sizes of screen: its text, its tree and the way on are in sight together.

use super::laboratory::{open_laboratory, open_link};
use super::laboratory_words::speak;
use super::layout::small_targets;

/// One button leads there, and stays where it is.
#[tokio::test]
async fn the_opening_leads_to_the_lesson() {
    let browser = open_laboratory("").await;
    for is_phone in [false, true] {
        if is_phone {
            browser.become_phone().await;
        }
        for (language, words) in [("en", "the lesson shows"), ("de", "Die Lektion zeigt")] {
            speak(&browser, language).await;
            open_link(&browser, "").await;
            assert!(browser.text("#because").await.contains(words));
            let is_in_sight =
                browser.value("find('#lesson')[0].getBoundingClientRect().bottom < innerHeight").await;
            assert_eq!(is_in_sight, true);
            browser.click("#lesson").await;
            browser.wait_until("find('#lesson-panel h3').length === 1 && find('#lesson')[0].hidden").await;
            browser.click("#lesson-end").await;
            browser.wait_until("find('#lesson-panel')[0].hidden && !find('#lesson')[0].hidden").await;
        }
    }
}

/// At each step, the text of the link, the whole tree and the button for the next step.
#[tokio::test]
async fn the_text_of_the_lesson_and_its_tree_are_in_sight_together() {
    let browser = open_laboratory("").await;
    for is_phone in [false, true] {
        if is_phone {
            browser.become_phone().await;
        }
        for language in ["en", "de"] {
            speak(&browser, language).await;
            for link in 1..=8 {
                open_link(&browser, &format!("lesson={link}")).await;
                browser.wait_for("#lesson-panel h3").await;
                browser.run("find('#lesson-panel')[0].scrollIntoView()").await;
                let seen = browser
                    .run(
                        "const parts = ['#lesson-panel p', '#picture', '#next-step'].map((part) => find(part)[0].getBoundingClientRect());
                         return [parts[0].top, ...parts.map(({ bottom }) => innerHeight - bottom)].map(Math.round);",
                    )
                    .await;
                let places: Vec<i64> =
                    seen.as_array().unwrap().iter().map(|place| place.as_i64().unwrap()).collect();
                assert!(places.iter().all(|&place| place >= 0), "{link}, {language}, {is_phone}: {places:?}");
                if is_phone {
                    assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360, "{link}");
                    assert_eq!(small_targets(&browser).await, [""; 0], "{link}, {language}");
                }
            }
        }
    }
}

/// Two numbers tell why order matters: the worse order comes first.
#[tokio::test]
async fn the_lesson_counts_leaves_in_both_orders() {
    let browser = open_laboratory("#lesson=6").await;
    browser.wait_until("find('#lesson-own')[0]?.ariaPressed === 'true'").await;
    assert_eq!(browser.texts("#lesson-panel [data-tree]").await, ["Worst first: –", "Best first: –"]);
    for (button, counts) in [("#lesson-own", ["9", "–"]), ("#lesson-other", ["9", "5"])] {
        browser.click(button).await;
        browser.wait_until(&format!("find('{button}')[0].ariaPressed === 'true'")).await;
        browser.click("#lesson-last").await;
        assert_eq!(browser.texts("#lesson-panel [data-tree] b").await, counts);
    }
    assert!(browser.value("location.hash").await.as_str().unwrap().contains("lesson=6"));
}

/// The list of SSS* is there at every step, and none of its windows counts down from infinity.
#[tokio::test]
async fn the_list_of_states_is_shown_at_every_step() {
    let browser = open_laboratory("").await;
    for (search, bound) in [("sss-star", "≤"), ("dual-star", "≥")] {
        open_link(&browser, &format!("tree=stockman&search={search}")).await;
        let faults = browser
            .run(&format!(
                "const faults = [];
                 for (;;) {{
                   const states = find('#list li').map((state) => state.textContent);
                   if (!find('#states')[0].checkVisibility() || states.length === 0) faults.push('no list');
                   if (!states.every((state) => state === 'empty' || / {bound} [+−]?[\\d∞]+(, solved)?$/.test(state))) faults.push(states.join('; '));
                   if (/∞[−+]/.test(find('.stage')[0].textContent)) faults.push(find('#event')[0].textContent);
                   if (find('#next')[0].ariaDisabled === 'true') return faults;
                   find('#next')[0].click();
                 }}"
            ))
            .await;
        assert_eq!(faults, serde_json::json!([]), "{search}");
    }
    open_link(&browser, "tree=stockman").await;
    assert_eq!(browser.value("find('#states')[0].checkVisibility()").await, false);
}

/// A phone has the other pages in a menu.
#[tokio::test]
async fn a_phone_has_the_other_pages_within_reach() {
    let browser = open_laboratory("").await;
    assert_eq!(browser.value("find('nav a').every((link) => link.checkVisibility())").await, true);
    browser.become_phone().await;
    assert_eq!(browser.value("find('nav a').some((link) => link.checkVisibility())").await, false);
    browser.click(".pages").await;
    browser.wait_until("find('nav a').every((link) => link.checkVisibility())").await;
    assert_eq!(small_targets(&browser).await, [""; 0]);
}

/// The table fits, and says what its columns count.
#[tokio::test]
async fn a_phone_shows_the_searches_side_by_side() {
    let browser = open_laboratory("").await;
    browser.become_phone().await;
    for language in ["en", "de"] {
        speak(&browser, language).await;
        let beyond =
            "find('#comparison .scroll')[0].scrollWidth - find('#comparison .scroll')[0].clientWidth";
        assert_eq!(browser.value(beyond).await, 0, "{language}");
        let shown = "find('#comparison thead th').filter((column) => column.checkVisibility()).length";
        let told = "find('#comparison dt').filter((column) => column.checkVisibility()).length";
        assert_eq!(
            (browser.value(shown).await, browser.value(told).await),
            (4.into(), 4.into()),
            "{language}"
        );
        browser.click("#all-columns").await;
        assert_eq!(
            (browser.value(shown).await, browser.value(told).await),
            (11.into(), 11.into()),
            "{language}"
        );
    }
}

/// In the language of the page, with the names of the nodes on show.
#[tokio::test]
async fn saved_pictures_speak_the_language_of_the_page() {
    let browser = open_laboratory("").await;
    speak(&browser, "de").await;
    open_link(&browser, "step=23").await;
    let texts = browser
        .run(
            "const blobs = [];
             const keep = URL.createObjectURL;
             URL.createObjectURL = (blob) => { blobs.push(blob); return keep.call(URL, blob); };
             find('#share summary')[0].click();
             find('#save-svg')[0].click();
             find('#save-png')[0].click();
             while (blobs.length < 2) await new Promise((go) => setTimeout(go, 20));
             const file = await blobs.find(({ type }) => type === 'image/svg+xml').text();
             const picture = new DOMParser().parseFromString(file, 'image/svg+xml');
             return [...picture.querySelectorAll('text, title, desc')].map((text) => text.textContent);",
        )
        .await;
    let texts: Vec<String> = serde_json::from_value(texts).unwrap();
    let all = texts.join("\n");
    assert!(
        all.contains("Schritt 23: schneidet ein Kind von L ab: Max hat bei E schon 5 oder mehr sicher"),
        "{all}"
    );
    assert!(
        texts.iter().any(|text| text == "beste Variante") && texts.iter().any(|text| text == "S"),
        "{all}"
    );
    for english in ["Step", " at ", "visit ", "window", "leaf", "best line", "0.0"] {
        assert!(!all.contains(english), "{english}: {all}");
    }
}
