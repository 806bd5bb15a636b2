use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::layout::small_targets;
use super::serve;
use crate::http::engine;
use crate::router;
use serde_json::{Value, json};

/// Opens the laboratory with a fragment.
pub(super) async fn open_laboratory(fragment: &str) -> Chromium {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    browser.open(&format!("{service}/laboratory{fragment}")).await;
    wait_for_page(&browser).await;
    browser
}

/// Waits until all parts of the page are there.
pub(super) async fn wait_for_page(browser: &Chromium) {
    browser.wait_for("#comparison table").await;
    browser.wait_for("#chart form").await;
    browser.wait_for("#code:is([hidden], :has(.code))").await;
}

/// Shows a tree that is not the one on show.
pub(super) async fn go(browser: &Chromium, fragment: &str) {
    browser.run("find('#comparison table')[0].remove()").await;
    browser.run(&format!("location.hash = {}", json!(fragment))).await;
    browser.wait_for("#comparison table").await;
}

/// Opens another link, or the same one again.
pub(super) async fn open_link(browser: &Chromium, fragment: &str) {
    browser.run(&format!("history.replaceState(undefined, '', {})", json!(format!("#{fragment}")))).await;
    browser.reload().await;
    wait_for_page(browser).await;
}

/// Puts a value into a field, as a person would.
pub(super) async fn set(browser: &Chromium, selector: &str, value: &str) {
    browser
        .run(&format!(
            "const [field] = find({});
             field.value = {};
             for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, {{ bubbles: true }}));",
            json!(selector),
            json!(value)
        ))
        .await;
}

#[tokio::test]
async fn trees_are_typed_and_built_by_clicks() {
    let browser = open_laboratory("#tree=tie").await;
    browser.click("#tree [value=own]").await;
    browser.wait_for("#nested").await;
    set(&browser, "#nested", "[1, [2, x]]").await;
    browser.wait_until("find('#tree-problem')[0].textContent !== ''").await;
    assert!(
        browser.text("#tree-problem").await.contains("character 9"),
        "{}",
        browser.text("#tree-problem").await
    );
    assert_eq!(browser.value("find('#nested')[0].ariaInvalid").await, "true");
    set(&browser, "#nested", "[1, [2, 3]]").await;
    browser
        .wait_until("find('#picture .leaf').length === 3 && find('#tree-problem')[0].textContent === ''")
        .await;
    assert!(browser.fragment().await.starts_with("tree=[1,+[2,+3]]"), "{}", browser.fragment().await);
    browser.click("#picture [data-path='1.0']").await;
    browser.click("#add-child").await;
    browser.wait_for("#picture [data-path='1.0.1']").await;
    browser.click("#picture [data-path='1.0.1']").await;
    set(&browser, "#value", "-7").await;
    browser.wait_until("find('#nested')[0].value === '[1, [[2, -7], 3]]'").await;
    browser.click("#picture [data-path='1.1']").await;
    browser.click("#delete-node").await;
    browser.wait_until("find('#nested')[0].value === '[1, [[2, -7]]]'").await;
    set(&browser, "#root", "min").await;
    browser.wait_until("location.hash.includes('root=min')").await;
    browser.back().await;
    browser.wait_until("!location.hash.includes('root=min') && find('#root')[0].value === 'max'").await;
    assert_eq!(browser.console_errors().await.len(), 1, "the refusal of the tree that was no tree");
}

#[tokio::test]
async fn random_trees_and_positions_are_searched() {
    let browser = open_laboratory("").await;
    browser.click("#tree [value=random]").await;
    browser.wait_until("find('#picture .leaf').length === 27").await;
    set(&browser, "[name=branching]", "2").await;
    browser.wait_until("find('#picture .leaf').length === 8").await;
    set(&browser, "[name=leaves]", "binary").await;
    browser.wait_for("[name=one]").await;
    browser.wait_until("location.hash.includes('leaves=binary,one=0.5')").await;
    // Too large to draw: the counts are there.
    go(&browser, "tree=random:branching=8,depth=5").await;
    assert!(
        browser.text("#problem").await.starts_with("This tree is not drawn"),
        "{}",
        browser.text("#problem").await
    );
    assert!(!browser.value("find('#picture')[0].checkVisibility()").await.as_bool().unwrap());
    assert!(browser.text("#comparison .summary").await.contains("32,768 leaves"));
    browser.click("#tree [value=position]").await;
    browser.wait_for("#position").await;
    browser.wait_for("#picture .move").await;
    set(&browser, "#game", "connect-four").await;
    browser.wait_until("find('#picture .node').length === 57").await;
    set(&browser, "#moves", "4 4 9").await;
    browser.wait_until("find('#tree-problem')[0].textContent.includes('9')").await;
    set(&browser, "#moves", "4 4").await;
    browser
        .wait_until("location.hash.includes('moves=4,4') && find('#tree-problem')[0].textContent === ''")
        .await;
}

/// The service is the oracle of the counts.
#[tokio::test]
async fn searches_are_compared_side_by_side() {
    let browser = open_laboratory("#tree=stockman").await;
    browser.click("#searches summary").await;
    browser.click("#searches [value=dual-star]").await;
    browser.wait_for("[data-search=dual-star]").await;
    let searches = "minimax,alpha-beta,branch-and-bound,negascout,mtd-f,sss-star,dual-star";
    let query = format!("/v1/trees/search?tree=stockman&searches={searches}");
    let answer = browser.value(&format!("fetch('{query}').then((answer) => answer.json())")).await;
    let number = |value: &Value| value.as_u64().unwrap().to_string();
    for result in answer["results"].as_array().unwrap() {
        let search = result["search"].as_str().unwrap();
        let row = browser.texts(&format!("[data-search={search}] td")).await;
        let cuts = &result["cutoffs"];
        let pair = |one: &str, other: &str| format!("{} / {}", number(&cuts[one]), number(&cuts[other]));
        let expected = [
            number(&result["value"]),
            number(&result["distinct_leaves"]),
            number(&result["evaluations"]),
            number(&result["nodes"]),
            pair("alpha", "beta"),
            format!("{} / {}", pair("shallow", "deep"), number(&cuts["window"])),
            number(&cuts["after_first_child"]),
            number(&result["second_searches"]),
            number(&result["passes"]).replace('0', "–"),
        ];
        assert_eq!(row[..9], expected, "{search}");
    }
    assert_eq!(browser.count("#comparison .checks li").await, answer["checks"].as_array().unwrap().len());
    assert_eq!(browser.count("#comparison .fails").await, 0);
    assert!(browser.text("#comparison .summary").await.contains("16 leaves"));
    browser.click("[data-search=sss-star] button").await;
    browser.wait_for("[data-search=sss-star].drawn").await;
    assert_eq!(browser.text("#stage-title").await, "SSS*");
    browser.wait_until("location.hash.includes('search=sss-star')").await;
    browser.back().await;
    browser.wait_for("[data-search=alpha-beta].drawn").await;
    // A window that is none is refused at its field.
    browser.click("#options summary").await;
    set(&browser, "#option-alpha", "9").await;
    browser.wait_until("location.hash.includes('alpha=9')").await;
    set(&browser, "#option-beta", "3").await;
    browser.wait_until("find('#beta-problem')[0].textContent.includes('above alpha')").await;
    set(&browser, "#option-beta", "").await;
    browser.wait_until("find('#beta-problem')[0].textContent === ''").await;
}

#[tokio::test]
async fn the_quiz_tells_right_missed_and_wrong() {
    let browser = open_laboratory("#names=paths").await;
    browser.click("#quiz").await;
    browser.wait_for("#check").await;
    assert_eq!(browser.count("#picture .left-out").await, 0);
    browser.click("#picture [data-path='0.0.1.2']").await;
    browser.click("#picture [data-path='0.0.0.0']").await;
    browser.run("find(\"#picture [data-path='1.0.1.1']\")[0].focus()").await;
    browser.press(" ").await;
    assert_eq!(browser.count("#picture [aria-checked=true]").await, 3);
    browser.click("#check").await;
    let verdict = browser.text("#verdict").await;
    assert!(
        verdict.starts_with("2 right, 3 missed, 1 wrong. Alpha-beta, fail-soft skips 5 of 14 leaves"),
        "{verdict}"
    );
    assert!(verdict.contains("It does evaluate 0.0.0.0."), "{verdict}");
    for (verdict, count) in [("right", 2), ("missed", 3), ("wrong", 1)] {
        assert_eq!(browser.count(&format!("#picture .{verdict}")).await, count, "{verdict}");
    }
    browser.click("#picture [data-path='0.0.1.2']").await;
    assert!(browser.text("#about").await.contains("Never looked at"));
    browser.click("#end-quiz").await;
    browser.wait_until("find('#stepper')[0].checkVisibility() && !location.hash.includes('quiz')").await;
    assert_eq!(browser.count("#picture .missed").await, 0);
    go(&browser, "tree=stockman&quiz=1").await;
    browser.wait_for("#check").await;
}

#[tokio::test]
async fn a_quiz_begins_by_its_address_and_asks_for_a_mark_first() {
    let browser = open_laboratory("#tree=lost-rook&quiz=1").await;
    browser.click("#check").await;
    assert!(browser.text("#verdict").await.starts_with("Nothing is marked yet"));
    assert_eq!(browser.count("#picture .missed").await, 0);
    for leaf in ["1.1", "1.2"] {
        browser.click(&format!("#picture [data-path='{leaf}']")).await;
    }
    browser.click("#check").await;
    let verdict = browser.text("#verdict").await;
    assert_eq!(verdict, "All correct! Alpha-beta, fail-soft skips 2 of 6 leaves: C2, C3.");
    // A search that skips nothing has nothing to be marked.
    open_link(&browser, "tree=lost-rook&search=minimax&quiz=1").await;
    browser.click("#check").await;
    browser.click("#check").await;
    assert_eq!(browser.text("#verdict").await, "All correct! Minimax skips 0 of 6 leaves.");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The addresses that the document on the texts lists run, with all options.
#[tokio::test]
async fn each_topic_of_the_texts_runs_at_its_address() {
    let browser = open_laboratory("").await;
    let text = include_str!("../../docs/laboratory-texts.md");
    let addresses: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("/laboratory#")).collect();
    assert!(addresses.len() > 10, "{addresses:?}");
    for address in addresses {
        go(&browser, address).await;
        let found = browser
            .run(
                "const link = new URLSearchParams(location.hash.slice(1));
                 const row = find(`[data-search='${link.get('search') ?? 'alpha-beta'}']`)[0];
                 const problems = find('#tree .field-problem, #search .field-problem').map((problem) => problem.textContent);
                 return [Boolean(row?.querySelector('td')), row?.querySelector('small')?.textContent ?? '', problems.join('')];",
            )
            .await;
        assert_eq!(found, json!([true, "", ""]), "{address}");
    }
}

/// Means by the service; curves by theory, with the values of the literature.
#[tokio::test]
async fn the_chart_shows_means_and_theory() {
    let browser = open_laboratory("").await;
    set(&browser, "[name=depth]", "4").await;
    set(&browser, "[name=trees]", "20").await;
    browser.click("#measure").await;
    browser.wait_until("find('#measuring')[0].textContent === 'Measured.'").await;
    assert_eq!(browser.count("#chart tbody tr").await, 5);
    // Names stand apart, also where the curves meet.
    let apart = "(() => {
        const chart = find('#chart svg.chart')[0].getBoundingClientRect();
        const names = find('#chart svg .label').map((name) => name.getBoundingClientRect()).toSorted((one, other) => one.top - other.top);
        return names.length >= 5 && names.every(({ top, bottom }, at) => top >= chart.top && bottom <= chart.bottom
          && (at === 0 || top > names[at - 1].top + 10));
      })()";
    assert_eq!(browser.value(apart).await, true);
    let body = json!({ "random": { "branching": 3, "depth": 4 }, "trees": 20, "searches": ["alpha-beta"] });
    let request = json!({ "method": "POST", "headers": { "content-type": "application/json" }, "body": body.to_string() });
    let answer = browser
        .value(&format!("fetch('/v1/trees/measure', {request}).then((answer) => answer.json())"))
        .await;
    let mean = answer["results"][0]["distinct_mean"].as_f64().unwrap();
    let row = browser.texts("#chart tbody tr:nth-child(4) td").await;
    assert_eq!(row[1], format!("{}", (mean * 100.0).round() / 100.0));
    assert_eq!(row.last().unwrap(), "17");
    let theory = browser
        .run(
            "const { growth, minimalLeaves, xi } = await import('/page/laboratory/theory.js');
             return [xi(2), growth({ branching: 2, kind: 'distinct' }).value, growth({ branching: 4, kind: 'binary' }).value, minimalLeaves(40, 5)];",
        )
        .await;
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let expected = [golden, golden / (1.0 - golden), 2.0, 65_599.0];
    for (found, expected) in theory.as_array().unwrap().iter().zip(expected) {
        assert!((found.as_f64().unwrap() - expected).abs() < 1e-9, "{theory}");
    }
}

#[tokio::test]
async fn searches_of_all_leaves_are_not_measured() {
    let browser = open_laboratory("#searches=minimax,negamax").await;
    assert!(browser.shows("#measure:disabled").await);
    let reason = browser.text("#chart-problem").await;
    assert_eq!(reason, "Choose another search: minimax and negamax evaluate all leaves.");
    go(&browser, "searches=minimax,scout").await;
    assert!(browser.shows("#measure:enabled").await);
    assert_eq!(browser.text("#chart-problem").await, "");
}

/// With everything open, in both themes.
#[tokio::test]
async fn axe_finds_no_violation_in_the_laboratory() {
    let browser = open_laboratory("").await;
    load_axe(&browser).await;
    set(&browser, "[name=depth]", "3").await;
    browser.click("#measure").await;
    browser.wait_until("find('#measuring')[0].textContent === 'Measured.'").await;
    browser.click("#picture [data-path='0.0.1.2']").await;
    browser.run("for (const details of find('details:not(#share)')) details.open = true").await;
    for theme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
        for kind in ["example", "own", "random", "position"] {
            browser.click(&format!("#tree [value={kind}]")).await;
            browser.wait_until("!document.body.classList.contains('busy')").await;
            assert_eq!(violations(&browser).await, json!([]), "{kind}, {theme}");
        }
        browser.click("#quiz").await;
        browser.click("#check").await;
        assert!(browser.text("#verdict").await.starts_with("Nothing is marked yet"));
        browser.click("#check").await;
        assert_eq!(violations(&browser).await, json!([]), "quiz, {theme}");
        browser.click("#end-quiz").await;
    }
}

#[tokio::test]
async fn the_laboratory_fits_a_phone() {
    let browser = open_laboratory("").await;
    browser.become_phone().await;
    browser.run("for (const details of find('details:not(#share)')) details.open = true").await;
    for kind in ["example", "own", "random", "position"] {
        browser.click(&format!("#tree [value={kind}]")).await;
        browser.wait_until("!document.body.classList.contains('busy')").await;
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360, "{kind}");
        assert_eq!(small_targets(&browser).await, [""; 0], "{kind}");
    }
}
