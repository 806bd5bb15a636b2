//! Practice without end.

use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::laboratory::open_laboratory;
use super::laboratory_words::speak;
use serde_json::{Value, json};

/// The kind of the question, the right answer by the events of the service, the key of each answer.
async fn question(browser: &Chromium) -> (String, String, Vec<String>) {
    browser.wait_for("#practice-panel [data-answer]:enabled").await;
    // The address follows the step on show a little later.
    const SHOWN: &str = "find('#step')[0].textContent.split(' ')[0]";
    browser.wait_until(&format!("new URLSearchParams(location.hash.slice(1)).get('step') === {SHOWN}")).await;
    let found = browser
        .run(
            "const link = new URLSearchParams(location.hash.slice(1));
             const query = new URLSearchParams({ tree: link.get('tree'), searches: 'alpha-beta', detail: 'events' });
             const { results: [{ events }] } = await (await fetch(`/v1/trees/search?${query}`)).json();
             const at = Number(link.get('step'));
             const [last, next] = [events[at - 1], events[at]];
             const { kind } = find('#practice-panel')[0].dataset;
             const leave = events.slice(at).find(({ event, path }) => event === 'leave' && path === last.path);
             const right = {
               next: next.event,
               cut: next.event === 'cut' ? 'yes' : 'no',
               reach: next.cutoff?.reach,
               value: leave && `${{ exact: '=', lower: '≥', upper: '≤' }[leave.bound]} ${String(leave.score).replace('-', '−')}`,
             }[kind];
             return [kind, right, find('#practice-panel [data-answer]').map((button) => button.dataset.answer)];",
        )
        .await;
    serde_json::from_value(found).unwrap()
}

/// What would tell the answer beside the question. Bounds on the path tell no value.
const TELLS: &str = "find('#narration, #stepper, #comparison, #chart, #list, #code .filled')
    .concat(find('#practice-panel')[0].dataset.kind === 'value' ? [] : find('#path, .variables'))
    .filter((part) => part.checkVisibility()).length";

/// The question as it is asked.
async fn asked(browser: &Chromium) -> Vec<String> {
    question(browser).await;
    browser.texts("#practice-panel p:not(.tally), #practice-panel [data-answer]").await
}

async fn answer(browser: &Chromium, key: &str) -> String {
    browser.click(&format!("#practice-panel [data-answer='{key}']")).await;
    browser.wait_for("#practice-next:not([hidden])").await;
    browser.text("#practice-verdict").await
}

/// Fresh trees, all four kinds of questions; the answer is told only after the answer, and counted.
#[tokio::test]
async fn questions_go_on_without_end() {
    let browser = open_laboratory("").await;
    browser.click("#quiz").await;
    browser.click("#practice").await;
    let (mut kinds, mut trees, mut right_ones) = (Vec::new(), Vec::new(), 0);
    for number in 1..=16 {
        let (kind, right, keys) = question(&browser).await;
        assert_eq!(browser.value(TELLS).await, 0, "{kind}");
        assert!(browser.shows("#code [aria-current]").await, "{kind}");
        assert!(browser.value(FITS).await.as_bool().unwrap(), "{kind}");
        assert!(keys.len() >= 2 && keys.contains(&right), "{kind}: {right} in {keys:?}");
        let is_right = number % 2 == 0;
        let key = keys.iter().find(|key| (**key == right) == is_right).unwrap();
        trees.push(browser.fragment().await.split('&').next().unwrap().to_owned());
        let verdict = answer(&browser, key).await;
        assert_eq!(verdict.starts_with("Right."), is_right, "{kind}, {key}: {verdict}");
        assert!(verdict.len() > 50 && !verdict.contains("undefined"), "{kind}, {key}: {verdict}");
        if kind == "reach" {
            assert!(verdict.contains("'s and comes from "), "{verdict}");
        }
        right_ones += usize::from(is_right);
        let tally = browser.text("#practice-panel .tally").await;
        assert!(tally.starts_with(&format!("{right_ones} of {number} right")), "{tally}");
        assert_eq!(browser.value("document.activeElement.id").await, "practice-next");
        kinds.push(kind);
        browser.click("#practice-next").await;
        browser.wait_for("#practice-next[hidden]").await;
    }
    for kind in ["next", "cut", "reach", "value"] {
        assert!(kinds.iter().filter(|other| *other == kind).count() >= 2, "{kinds:?}");
    }
    trees.dedup();
    assert_eq!(trees.len(), 16);
    browser.click("#practice-end").await;
    browser.wait_until("find('#stepper')[0].checkVisibility() && !location.hash.includes('practice')").await;
    assert!(!browser.value("find('#practice-panel')[0].checkVisibility()").await.as_bool().unwrap());
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The whole tree is in its box and in the window.
const FITS: &str = "(() => {
    const [box, tree] = find('#picture, #picture > svg').map((part) => part.getBoundingClientRect());
    return box.top <= tree.top && tree.bottom <= box.bottom && box.left <= tree.left && tree.right <= box.right && box.bottom <= innerHeight;
})()";

#[tokio::test]
async fn an_address_asks_the_same_question_again() {
    let browser = open_laboratory("").await;
    browser.click("#quiz").await;
    browser.click("#practice").await;
    for _ in 0..4 {
        let before = asked(&browser).await;
        browser.reload().await;
        assert_eq!(asked(&browser).await, before);
        let (_, right, _) = question(&browser).await;
        answer(&browser, &right).await;
        browser.wait_until("Number(location.hash.match(/step=(\\d+)/)[1]) > 0").await;
        browser.reload().await;
        assert_eq!(asked(&browser).await, before);
        answer(&browser, &right).await;
        browser.click("#practice-next").await;
        browser.wait_for("#practice-next[hidden]").await;
    }
}

/// How often each place has the right answer, by the number of answers, in 4,000 questions.
#[tokio::test]
async fn each_place_is_right_about_equally_often() {
    let browser = open_laboratory("").await;
    let places = browser
        .run(
            "const get = async (path) => (await fetch(path)).json();
             const { Trace } = await import('/page/laboratory/trace.js');
             const { questionOf } = await import('/page/laboratory/practice.js');
             const places = {};
             for (let seed = 1; seed <= 20; seed += 1) {
               const query = `/v1/trees/search?tree=random:branching=3,depth=3,seed=${seed},leaves=integers,low=-9,high=9&searches=alpha-beta&detail=`;
               const [{ picture }, { results: [{ events }] }] = await Promise.all([get(`${query}picture`), get(`${query}events`)]);
               const nodes = new Map(picture.nodes.map((node) => [node.path, { ...node, children: [] }]));
               for (const node of picture.nodes) if (node.parent !== undefined) nodes.get(picture.nodes[node.parent].path).children.push(node);
               const trace = new Trace(events, picture.nodes);
               for (let number = 0; number < 200; number += 1) {
                 const { answers, right } = questionOf(number * 997 + seed, trace, nodes);
                 const counts = places[answers.length] ??= answers.map(() => 0);
                 counts[answers.indexOf(right)] += 1;
               }
             }
             return places;",
        )
        .await;
    for (answers, counts) in places.as_object().unwrap() {
        let counts: Vec<f64> =
            counts.as_array().unwrap().iter().map(|count| count.as_f64().unwrap()).collect();
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        assert!(mean > 100.0, "{answers}: {counts:?}");
        let are_near = counts.iter().all(|count| (count - mean).abs() < 4.0 * mean.sqrt());
        assert!(are_near, "{answers} answers: {counts:?}");
    }
}

/// Each wrong answer of many questions has a reason in both languages.
#[tokio::test]
async fn every_answer_is_explained() {
    let browser = open_laboratory("").await;
    let walk = "
        const get = async (path) => (await fetch(path)).json();
        const { Trace } = await import('/page/laboratory/trace.js');
        const { Narrator } = await import('/page/laboratory/narrator.js');
        const { namesOf } = await import('/page/laboratory/names.js');
        const { KINDS, answerText, explain, questionsOf } = await import('/page/laboratory/questions.js');
        const counts = {};
        const faults = new Set();
        for (let seed = 1; seed <= 12; seed += 1) {
          const query = `/v1/trees/search?tree=random:branching=${2 + seed % 2},depth=${5 - 2 * (seed % 2)},seed=${seed},leaves=integers,low=-9,high=9&searches=alpha-beta&detail=`;
          const [{ picture }, { results: [{ events }] }] = await Promise.all([get(`${query}picture`), get(`${query}events`)]);
          const places = new Map(picture.nodes.map((node) => [node.path, { ...node, children: [] }]));
          for (const node of picture.nodes) if (node.parent !== undefined) places.get(picture.nodes[node.parent].path).children.push(node);
          const trace = new Trace(events, picture.nodes);
          const name = namesOf(picture.nodes);
          for (const kind of KINDS) for (const question of questionsOf(kind, trace, places)) {
            counts[kind] = (counts[kind] ?? 0) + 1;
            const [before, after] = [trace.copy().go(question.step), trace.copy().go(question.until)];
            const { from } = after.current.cutoff ?? {};
            const isOfParent = from === question.path.split('.').slice(0, -1).join('.');
            if (kind === 'reach' && isOfParent !== (question.right === 'shallow')) faults.add(`${question.path} is cut by ${from}`);
            for (const key of question.answers) {
              const texts = [answerText(question, key, before, name), explain(question, key, before, after, (of) => new Narrator(of, name, 'alpha-beta'), name)];
              for (const text of texts) if (!text || /undefined|NaN|object|null\\b(?! window)/.test(text)) faults.add(`${kind} ${key}: ${text}`);
            }
          }
        }
        return [counts, [...faults].slice(0, 9)];";
    for language in ["en", "de"] {
        speak(&browser, language).await;
        let Value::Array(found) = browser.run(walk).await else { panic!("the walk gives two values") };
        for kind in ["next", "cut", "reach", "value"] {
            assert!(found[0][kind].as_u64() > Some(20), "{found:?}");
        }
        assert_eq!(found[1], json!([]), "{language}");
    }
}

#[tokio::test]
async fn axe_finds_no_violation_in_the_practice() {
    let browser = open_laboratory("").await;
    load_axe(&browser).await;
    browser.click("#quiz").await;
    browser.click("#practice").await;
    for theme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
        let (_, _, keys) = question(&browser).await;
        assert_eq!(violations(&browser).await, json!([]), "question, {theme}");
        answer(&browser, &keys[0]).await;
        assert_eq!(violations(&browser).await, json!([]), "answer, {theme}");
        browser.click("#practice-next").await;
        browser.wait_for("#practice-next[hidden]").await;
    }
    browser.become_phone().await;
    question(&browser).await;
    assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360);
    assert_eq!(violations(&browser).await, json!([]), "phone");
}
