//! The laboratory in both languages.

use super::chromium::Chromium;
use super::laboratory::{go, open_laboratory, open_link, wait_for_page};
use super::words::TEXTS;
use serde_json::{Value, json};

/// What is the same in both languages: names, signs, numbers, and a few words.
const COMMON: &str = r"/^([^a-zA-Z]*|bestmove|English|Deutsch|API|Quiz|Max|Min|Reversi|Minimax|Expectimax|Expectiminimax|Star1|Star2|Negamax|Scout|NegaScout|Lalphabeta|MTD\(f\)|SSS\*|DUAL\*|(= )?[A-S]\d?( [≤≥] [+−∞\d]+)?|\(ξ.*|best|lower|upper|v|f)$/";

/// Switches to a language, which opens the page anew unless it speaks it already.
pub(super) async fn speak(browser: &Chromium, language: &str) {
    if browser.value("document.documentElement.lang").await == language {
        return;
    }
    browser.run("find('#comparison table')[0].remove()").await;
    browser.select(&format!("#language option[value={language}]")).await;
    browser.wait_for(&format!("html[lang={language}]")).await;
    wait_for_page(browser).await;
}

/// All texts but those of the programs.
async fn texts(browser: &Chromium) -> Vec<String> {
    browser.run("find('.code, #nested').forEach((part) => { part.hidden = true; })").await;
    let texts = browser.run(TEXTS).await;
    browser.run("find('.code, #nested').forEach((part) => { part.hidden = false; })").await;
    serde_json::from_value(texts).unwrap()
}

#[tokio::test]
async fn no_text_of_the_laboratory_is_shown_in_the_other_language() {
    let browser = open_laboratory("").await;
    let mut shown = Vec::new();
    for language in ["en", "de"] {
        open_link(&browser, "").await;
        speak(&browser, language).await;
        let mut found = Vec::new();
        browser.run("find('[name=depth]').at(-1).value = 2").await;
        browser.click("#measure").await;
        browser.wait_for("#chart table").await;
        for kind in ["example", "own", "random", "position"] {
            browser.click(&format!("#tree [value={kind}]")).await;
            browser.wait_until("!document.body.classList.contains('busy')").await;
            found.extend(texts(&browser).await);
        }
        for fragment in [
            "search=alpha-beta&step=22&node=0.0.1.2",
            "search=negamax&step=9&node=0.0",
            "search=alpha-beta-negamax&step=22",
            "search=alpha-beta-stored-bounds&step=22",
            "search=alpha-beta-iterative&step=22",
            "search=sss-star&step=30",
            "search=mtd-f&step=40",
            "search=iterative-deepening&step=30",
            "lesson=5&tree=deep-cutoff&step=9",
            "tree=chance-cutoff&search=star1&step=30&node=1",
        ] {
            go(&browser, fragment).await;
            found.extend(texts(&browser).await);
        }
        go(&browser, "quiz=1").await;
        for _ in 0..2 {
            browser.click("#check").await;
            found.extend(texts(&browser).await);
        }
        shown.push(found);
    }
    let [english, german] = &shown[..] else { unreachable!() };
    assert!(english.len() > 1000 && german.len() > 1000, "{} and {}", english.len(), german.len());
    let both: Vec<_> = english.iter().filter(|text| german.contains(text)).collect();
    let left = browser.value(&format!("{}.filter((text) => !{COMMON}.test(text))", json!(both))).await;
    assert_eq!(left, json!([]));
}

/// The language is that of the other page.
#[tokio::test]
async fn the_laboratory_remembers_the_language() {
    let browser = open_laboratory("#step=3").await;
    speak(&browser, "de").await;
    assert_eq!(browser.text("#next-step").await, "Nächster Schritt");
    assert!(browser.text("#event").await.starts_with("Schritt 3: betritt E mit dem Fenster"));
    browser.click("[data-word='page.play']").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#status").await, "Du bist am Zug.");
}

/// A group has the same words, and a word the same form.
#[tokio::test]
async fn both_languages_of_the_laboratory_have_the_same_words() {
    let browser = open_laboratory("").await;
    let kinds = browser
        .run(
            "const kinds = (words, path = '') => Object.entries(words).flatMap(([name, word]) =>
               word !== null && typeof word === 'object' ? kinds(word, `${path}${name}.`) : [`${path}${name}: ${typeof word}`]).sort();
             const wordsOf = async (language) => {
               const parts = [language, `${language}-lesson`, `${language}-claims`].map((part) => import(`/page/laboratory/words/${part}.js`));
               return Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default));
             };
             const [en, de] = await Promise.all(['en', 'de'].map(wordsOf));
             return { en: kinds(en), de: kinds(de) };",
        )
        .await;
    assert!(kinds["en"].as_array().unwrap().len() > 300);
    assert_eq!(kinds["en"], kinds["de"]);
}

/// What the service lists in English: a summary of each search, a title, a summary and a source of each tree.
#[tokio::test]
async fn german_has_words_for_every_search_and_tree() {
    let browser = open_laboratory("").await;
    let missing = browser
        .run(
            "const { game, search, tree } = await import('/page/laboratory/words/de-catalogue.js');
             const [{ searches }, { trees }, { games }] = await Promise.all(['/v1/searches', '/v1/trees', '/v1/games']
               .map(async (path) => (await fetch(path)).json()));
             return [
               ...searches.filter(({ id, summary }) => search(id, 'summary', summary) === summary).map(({ id }) => id),
               ...trees.flatMap((named) => ['title', 'summary', 'source']
                 .filter((part) => tree(named.id, part, named[part]) === named[part]).map((part) => `${named.id}: ${part}`)),
               ...games.filter(({ title }) => title !== 'Reversi' && game(title) === title).map(({ id }) => id)];",
        )
        .await;
    assert_eq!(missing, json!([]));
}

/// In the table, where a search is without some of them.
#[tokio::test]
async fn options_are_named_in_words() {
    let browser = open_laboratory("").await;
    for (language, expected) in
        [("en", "Minimax without full-depth moves"), ("de", "Minimax ohne Züge in voller Tiefe")]
    {
        speak(&browser, language).await;
        let unnamed = "Promise.all(['/page/laboratory/link.js', '/page/laboratory/words.js'].map((part) => import(part)))
            .then(([{ OPTIONS }, { word }]) => OPTIONS.filter((name) => !/^[^_]+$/.test(word(`comparison.options.${name}`))))";
        assert_eq!(browser.value(unnamed).await, json!([]), "{language}");
        open_link(&browser, "searches=minimax&search=late-move-reductions&full_depth_moves=1").await;
        assert_eq!(browser.text("#comparison [data-search=minimax] th").await, expected);
    }
}

/// The place, what was expected and what was found; nothing of it in English.
#[tokio::test]
async fn refusals_of_the_laboratory_are_german() {
    let browser = open_laboratory("").await;
    speak(&browser, "de").await;
    for (fragment, expected) in [
        ("tree=[1, [2, x]]", "Zeichen 9: erwartet: eine Zahl oder eine Liste; gefunden: \"x]]\"."),
        ("tree=[1, [2, ", "Zeichen 8: erwartet: eine Zahl oder eine Liste; gefunden: das Ende."),
        ("tree=[]", "erwartet: eine Liste mit mindestens einem Kind; gefunden: eine leere Liste."),
        (
            "tree=random:branching=9,depth=9",
            "höchstens 1000000 Blätter, also Kinder hoch Tiefe; gefunden: 9 hoch 9.",
        ),
        (
            "game=tic-tac-toe&moves=5,5&depth=2",
            "Zug 2: erwartet: eines von 1, 2, 3, 4, 6, 7, 8, 9; gefunden: \"5\".",
        ),
        (
            "game=connect-four&position=XX&depth=2",
            "sechs Reihen von je sieben Feldern, die oberste zuerst; gefunden: 2 Felder.",
        ),
    ] {
        browser.run(&format!("location.hash = {}", json!(fragment))).await;
        browser
            .wait_until(&format!("find('#tree-problem')[0].textContent.endsWith({})", json!(expected)))
            .await;
    }
    browser.run("location.hash = 'tree=tie&alpha=9&beta=3'").await;
    browser
        .wait_until("find('#beta-problem')[0].textContent === 'β: erwartet: eine Zahl über α; gefunden: 3.'")
        .await;
}

/// In German each step of each search has a sentence and a reason, in the convention of the search.
#[tokio::test]
async fn every_step_is_explained_in_german() {
    let browser = open_laboratory("").await;
    speak(&browser, "de").await;
    let walk = "
        const get = async (path) => (await fetch(path)).json();
        const [{ searches }, { trees }] = await Promise.all(['/v1/searches', '/v1/trees'].map(get));
        const { Trace } = await import('/page/laboratory/trace.js');
        const { Narrator } = await import('/page/laboratory/narrator.js');
        const { namesOf } = await import('/page/laboratory/names.js');
        const faults = new Set();
        let steps = 0;
        for (const tree of trees) for (const { id, convention, chance } of searches) {
          if (tree.tree.includes('{') && !chance) continue;
          const query = `/v1/trees/search?tree=${tree.id}&searches=${id}&detail=`;
          const [{ picture }, { results: [{ events }] }] = await Promise.all([get(`${query}picture`), get(`${query}events`)]);
          const trace = new Trace(events, picture.nodes, ['mover', 'stack'].includes(convention));
          const narrator = new Narrator(trace, namesOf(picture.nodes), id, convention);
          for (let step = 1; step <= events.length; step += 1) {
            trace.go(step);
            steps += 1;
            for (const text of [narrator.sentence, narrator.because]) {
              if (!text || /undefined|null\\b|NaN|object|\\b(the|of|is|with|and|at)\\b/.test(text)) faults.add(`${id} ${trace.current.event}: ${text}`);
            }
          }
        }
        return [steps, [...faults].slice(0, 20)];";
    let Value::Array(found) = browser.run(walk).await else { panic!("the walk gives two values") };
    assert!(found[0].as_u64().unwrap() > 10_000, "{found:?}");
    assert_eq!(found[1], json!([]));
}
