use super::open_page;
use super::page::on_board;
use serde_json::json;

/// The texts that are shown or spoken: of elements, and of attributes for screen readers.
pub(super) const TEXTS: &str = "
    const texts = new Set();
    const visit = (node) => {
      if (node.nodeType === Node.TEXT_NODE && node.textContent.trim()) texts.add(node.textContent.trim());
      if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.matches('script, style, noscript, dialog:not([open])')) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) {
        if (node.getAttribute(name)) texts.add(node.getAttribute(name));
      }
      [...(node.shadowRoot ?? node).childNodes].forEach(visit);
    };
    visit(document.body);
    return [...texts];";

/// Texts that are the same in both languages: numbers and signs, moves and positions, keys, the names of
/// this service and of the languages, and a few words.
const COMMON: &str = r"/^([^a-zA-Z]*|\d+x[\dx]*|[WB]:.*|[\d.]+ m?s|[a-z]|bestmove|API|English|Deutsch|Reversi|Analyse|Notation)$/";

#[tokio::test]
async fn no_text_is_shown_in_the_other_language() {
    let browser = open_page("#checkers/11-15,22-18,15x22,25x18").await;
    browser.press("a").await;
    browser.press("s").await;
    browser.press("r").await;
    browser.wait_for("#review table").await;
    let mut shown = Vec::new();
    for language in ["en", "de"] {
        browser.select(&format!("#language option[value={language}]")).await;
        browser.wait_for(&format!("html[lang={language}]")).await;
        let mut texts: Vec<String> = Vec::new();
        for panel in ["play", "analysis", "review", "share"] {
            browser.open_panel(panel).await;
            texts.extend(serde_json::from_value::<Vec<_>>(browser.run(TEXTS).await).unwrap());
        }
        browser.click("#edit").await;
        browser.wait_for("#editor #position").await;
        browser.press("?").await;
        browser.wait_for("#help[open]").await;
        texts.extend(serde_json::from_value::<Vec<_>>(browser.run(TEXTS).await).unwrap());
        browser.click("#help button").await;
        browser.click("#editor .row button:last-child").await;
        shown.push(texts);
    }
    let [english, german] = &shown[..] else { unreachable!() };
    assert!(english.len() > 150 && german.len() > 150, "{} and {}", english.len(), german.len());
    let both: Vec<_> = english.iter().filter(|text| german.contains(text)).collect();
    let left = browser.value(&format!("{}.filter((text) => !{COMMON}.test(text))", json!(both))).await;
    assert_eq!(left, json!([]));
    assert!(!browser.text(&on_board(".spoken")).await.contains(" to move"));
}

/// English has the terms of the API, and takes problems and reasons from the service.
#[tokio::test]
async fn both_languages_have_the_same_words() {
    let browser = open_page("").await;
    let kinds = browser
        .run(
            "const terms = ['bounds', 'certainties', 'facts', 'keys', 'labels', 'move_reasons', 'phrases', 'problem', 'stops'];
             const kinds = (words, path = '') => Object.entries(words).flatMap(([name, word]) =>
               terms.includes(name) ? []
               : typeof word === 'object' ? kinds(word, `${path}${name}.`)
               : [`${path}${name}: ${typeof word}`]).sort();
             const { default: en } = await load('/page/words/en.js');
             const { default: de } = await load('/page/words/de.js');
             const { WORDS } = await load('/page/offline/words.js');
             const { WORDS: LIST } = await load('/page/archive/words.js');
             return { en: kinds([en, WORDS.en, LIST.en]), de: kinds([de, WORDS.de, LIST.de]) };",
        )
        .await;
    assert!(kinds["en"].as_array().unwrap().len() > 140);
    assert_eq!(kinds["en"], kinds["de"]);
}

/// German words for what the service names in English. One title is the same.
#[tokio::test]
async fn german_has_words_for_every_game_and_piece() {
    let browser = open_page("").await;
    let missing = browser
        .run(
            "const { name } = (await load('/board/words.js')).wordsFor('de');
             const { games } = await (await fetch('/v1/games')).json();
             const names = games.flatMap(({ title, display, board }) =>
               [title, ...display.sides, display.winning_line, display.estimate.name, ...board.pieces.map(({ kind }) => kind)]);
             return names.filter((text) => text?.length > 1 && text !== 'Reversi' && name(text) === text);",
        )
        .await;
    assert_eq!(missing, json!([]));
}

/// Each score without a viewer, then for a player of the other side.
#[tokio::test]
async fn scores_are_described_in_words() {
    let browser = open_page("").await;
    let result = browser
        .run(
            "const win = (plies) => ({ kind: 'win', plies });
             const scores = [
               [win(23), 'exact'],
               [win(23), 'lower'],
               [{ kind: 'loss', plies: 8 }, 'upper'],
               [win(1), 'exact'],
               [win(null), 'exact'],
               [{ kind: 'win', plies: null, margin: 10 }, 'lower'],
               [{ kind: 'loss', plies: null, margin: 4 }, 'lower'],
               [{ kind: 'estimate', value: 28756, tablebase: 'win' }, 'lower'],
               [{ kind: 'estimate', value: 150, expected_points: 0.7 }, 'exact'],
             ];
             const display = { sides: ['Black', 'White'], estimate: { size: 100, name: 'men' } };
             const game = { id: 'none', sides: ['black', 'white'], display };
             const { describeScore } = await load('/page/format.js');
             const describe = ([score, bound], viewer) => {
               const { headline, certainty, figure } = describeScore({ to_move: 'black', score, bound }, game, viewer);
               return [headline, certainty, figure ?? null];
             };
             return scores.map((score) => [describe(score, undefined), describe(score, 'white')]);",
        )
        .await;
    let proven = |headline: &str, turned: &str| json!([[headline, "proven", null], [turned, "proven", null]]);
    let tablebase = "by the tablebase, distance unknown";
    assert_eq!(
        result,
        json!([
            proven("Black wins in 12 moves", "You lose in 12 moves"),
            proven("Black wins in at most 12 moves", "You lose in at most 12 moves"),
            proven("Black loses in at most 4 moves", "You win in at most 4 moves"),
            proven("Black wins with the next move", "You lose with the next move"),
            proven("Black wins", "You lose"),
            proven("Black wins by at least 10 men", "You lose by at least 10 men"),
            proven("Black loses by at most 4 men", "You win by at most 4 men"),
            [
                [format!("Black wins {tablebase}"), "tablebase", null],
                [format!("You lose {tablebase}"), "tablebase", null]
            ],
            [["Black is ahead", "estimate", "+1.50 men"], ["You are behind", "estimate", "−1.50 men"]],
        ])
    );
}

/// The language is that of the browser, until the person chooses another.
#[tokio::test]
async fn the_chosen_language_is_remembered() {
    let browser = open_page("").await;
    assert_eq!(browser.text("#new").await, "New game");
    browser.select("#language option[value=de]").await;
    browser.wait_until("find('#new')[0].textContent === 'Neues Spiel'").await;
    browser.reload().await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#status").await, "Du bist am Zug.");
}
