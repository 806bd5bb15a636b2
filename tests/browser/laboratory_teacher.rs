//! The laboratory as a teacher: the first step, the reasons, the program, the names.

use super::chromium::Chromium;
use super::laboratory::{go, open_laboratory, open_link};
use super::laboratory_words::speak;
use serde_json::{Value, json};

/// The texts of a selector at each of the first steps.
async fn at_each_step(browser: &Chromium, selector: &str, steps: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for _ in 0..steps {
        browser.click("#next-step").await;
        texts.push(browser.text(selector).await);
    }
    texts
}

/// The buttons beside the text that are seen, and the number of its sentences.
async fn one_button_and_sentence(browser: &Chromium) -> Value {
    browser
        .run(
            "const seen = find('#narration button').filter((button) => button.checkVisibility({ visibilityProperty: true }));
             const text = `${find('#event')[0].textContent} ${find('#because')[0].textContent}`;
             return [seen.map((button) => button.innerText), text.match(/[.?!]/g).length];",
        )
        .await
}

/// One sentence and one button; nothing is solved yet.
#[tokio::test]
async fn the_laboratory_begins_before_the_first_step() {
    let browser = open_laboratory("").await;
    assert_eq!(browser.count("#picture .unvisited.node").await, 33);
    assert!(browser.text("#because").await.starts_with("Max △ wants the largest number"));
    assert_eq!(one_button_and_sentence(&browser).await, json!([["Start the lesson"], 1]));
    for fragment in ["tree=tie", "search=minimax", "game=tic-tac-toe&depth=1"] {
        open_link(&browser, fragment).await;
        assert_eq!(one_button_and_sentence(&browser).await, json!([["First step"], 1]), "{fragment}");
    }
    open_link(&browser, "").await;
    browser.click("#next").await;
    let mut reasons = vec![browser.text("#because").await];
    reasons.extend(at_each_step(&browser, "#because", 7).await);
    assert_eq!(browser.texts(".stage button.main").await, ["Next step"]);
    assert_eq!(reasons[0], "The search begins here; nothing is known yet, so the value may be any number.");
    assert_eq!(reasons[5], "Nothing is below a leaf: its number is what it is worth for Max.");
    assert_eq!(reasons[7], "It is the first value that Min can get at K.");
    assert_eq!(browser.text("#next-step").await, "Next step");
    browser.click("#nextCut").await;
    let event = browser.text("#event").await;
    assert!(event.contains("cuts 1 child of L: Max is already sure of 5 or more at E"), "{event}");
    let reason = browser.text("#because").await;
    assert_eq!(
        reason,
        "The window (5, 4) is empty: nothing is above 5 and below 4. More children can only make L smaller, and \
         Max at E, just above, already has something better: a shallow cutoff."
    );
    browser.click("#previous").await;
    assert_eq!(
        browser.text("#because").await,
        "4 is less than 7, and Min takes the smaller. The window (5, 4) is empty: nothing is above 5 and below 4."
    );
}

/// The bound of a deep cutoff comes from above the parent.
#[tokio::test]
async fn a_deep_cutoff_names_the_node_that_its_bound_comes_from() {
    let browser = open_laboratory("#tree=deep-cutoff").await;
    browser.click("#nextCut").await;
    let reason = browser.text("#because").await;
    assert!(reason.contains("Max at A already has something better"), "{reason}");
    assert!(reason.ends_with("not from the parent D but from further up: a deep cutoff."), "{reason}");
}

/// More may be known of a node than a search with a narrow window tells of it: here its only child is a leaf of 7.
#[tokio::test]
async fn a_score_outside_the_window_is_all_that_the_search_tells() {
    let browser = open_laboratory("#tree=[[[7],3],[[5],[6,1]]]&search=mtd-f").await;
    let reasons = at_each_step(&browser, "#because", 9).await;
    assert_eq!(
        reasons[8],
        "7 is outside the window (−1, 0), so all it shows is “7 or more”, and that is enough."
    );
}

/// Nobody gave the null windows at infinity, and they ask nothing that a value could answer with yes.
#[tokio::test]
async fn a_null_window_at_infinity_brings_a_bound() {
    let browser = open_laboratory("#tree=stockman&search=sss-star&step=3").await;
    let reason = browser.text("#because").await;
    let upper = "No value is +∞, so this null window can only fail low: what comes back is an upper bound.";
    assert_eq!(reason, upper);
    go(&browser, "tree=stockman&search=dual-star&step=3").await;
    let reason = browser.text("#because").await;
    let lower = "No value is −∞, so this null window can only fail high: what comes back is a lower bound.";
    assert_eq!(reason, lower);
}

/// One search after a null window that has failed high, and fails low itself: the value is known. Nobody gave the
/// window.
#[tokio::test]
async fn two_searches_prove_a_value_together() {
    let browser = open_laboratory("#tree=negascout-costs&search=pvs&step=28").await;
    let both = "The first search has shown that B is 4 or more, this one that it is 4 or less: together that is its value.";
    assert_eq!(browser.text("#because").await, both);
    browser.click("#next-step").await;
    assert_eq!(browser.text("#because").await, both);
    browser.run("location.hash = 'tree=negascout-costs&search=pvs&step=24'").await;
    browser.wait_until("find('#event')[0].textContent.startsWith('Step 24')").await;
    let reason = browser.text("#because").await;
    assert_eq!(reason, "Max is sure of 4 at A; only something better can still change the result.");
}

/// Letters from top to bottom and left to right, or paths.
#[tokio::test]
async fn nodes_have_letters_or_paths() {
    let browser = open_laboratory("#tree=tie&step=99").await;
    assert_eq!(browser.texts("#picture .path").await, ["A", "B"]);
    assert!(browser.text("#picture [data-path='1.1'] title").await.starts_with("B2, a leaf worth 8"));
    browser.click("#names").await;
    assert!(browser.text("#picture [data-path='1.1'] title").await.starts_with("1.1, a leaf worth 8"));
    browser.wait_until("location.hash.includes('names=paths')").await;
    let names = "import('/page/laboratory/names.js').then(({ letters }) => [0, 25, 26, 51, 52, 701, 702].map(letters))";
    assert_eq!(browser.value(names).await, json!(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]));
}

/// Each event has its line, in the rule of its player.
#[tokio::test]
async fn the_line_in_force_is_lit_with_its_values() {
    let browser = open_laboratory("#search=alpha-beta-fail-hard").await;
    assert_eq!(browser.count("#code [aria-current]").await, 0);
    browser.click("#next-step").await;
    assert_eq!(browser.texts("#code [aria-current] code").await, ["max(node, α, β):"]);
    browser.click("#next-step").await;
    assert_eq!(browser.texts("#code [aria-current] code").await, ["min(node, α, β):"]);
    assert_eq!(browser.count("#picture .arrow.down").await, 1);
    browser.click("#nextCut").await;
    assert_eq!(browser.texts("#code [aria-current] code").await, ["if β ≤ α: return α"]);
    assert_eq!(browser.texts("#code .filled").await, ["5 ≤ 5"]);
    assert_eq!(browser.texts("#code .variables > span").await, ["node = L", "α = 5", "β = 5", "v = 5"]);
    browser.click("#next-step").await;
    assert_eq!(browser.count("#picture .arrow.up").await, 1);
    // The 4 of the leaf is outside the window. From the side of the player to move.
    go(&browser, "tree=textbook-figure&search=pvs&step=7").await;
    browser.click("#next-step").await;
    assert_eq!(browser.text("#event").await, "Step 8: K1 is the best so far at K: 5");
    assert!(browser.texts("#code .variables > span").await.contains(&"best = −5".to_owned()));
}

/// Each link has its tree, a question with one right answer, and a reason for each answer.
#[tokio::test]
async fn the_lesson_has_eight_links() {
    let browser = open_laboratory("").await;
    browser.become_phone().await;
    browser.click("#lesson").await;
    let mut trees = Vec::new();
    for number in 1..=8 {
        browser.wait_until(&format!("location.hash.includes('lesson={number}')")).await;
        browser
            .wait_until(&format!("find('#lesson-panel h3')[0]?.textContent.startsWith('{number} of 8')"))
            .await;
        trees.push(browser.value("find('#example, #nested')[0].value").await.as_str().unwrap().to_owned());
        let mut right = 0;
        for answer in 1..=3 {
            browser.click(&format!("#lesson-question .answers button:nth-child({answer})")).await;
            let verdict = browser.text("#lesson-verdict").await;
            right += usize::from(verdict.starts_with("Right."));
            assert!(verdict.len() > 40, "{verdict}");
        }
        assert_eq!(right, 1, "{number}");
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, 360);
        assert!(
            browser
                .value("find('#first')[0].checkVisibility() && find('#last')[0].checkVisibility()")
                .await
                .as_bool()
                .unwrap()
        );
        if number < 8 {
            browser.click(if number % 2 == 0 { "#lesson-on" } else { "#lesson-on-below" }).await;
        }
    }
    let expected = [
        "lost-rook",
        "shallow-cutoff",
        "[[[4, 2], [7, 1]], 3]",
        "tie",
        "deep-cutoff",
        "[[14, 5, 1], [6, 4, 2], [12, 8, 3]]",
        "negascout-saves",
        "sss-star-saves",
    ];
    assert_eq!(trees, expected);
    browser.click("#lesson-end").await;
    browser.wait_until("!location.hash.includes('lesson') && find('#lesson-panel')[0].hidden").await;
    open_link(&browser, "lesson=8&tree=sss-star-saves&search=sss-star").await;
    browser.click("#lesson-on").await;
    browser.wait_until("location.hash.includes('practice=') && !find('#practice-panel')[0].hidden").await;
    assert_eq!(browser.text("#stage-title").await, "Alpha-beta, fail-soft");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Its picture is in sight, as far as there is room.
#[tokio::test]
async fn a_link_of_the_lesson_alone_has_its_tree() {
    let browser = open_laboratory("#lesson=4").await;
    browser.wait_for("#lesson-panel h3").await;
    assert_eq!(browser.value("find('#example')[0].value").await, "tie");
    browser.wait_until("find('#picture')[0].getBoundingClientRect().bottom <= innerHeight").await;
    open_link(&browser, "lesson=8").await;
    browser.wait_for("#lesson-panel h3").await;
    assert_eq!(browser.text("#stage-title").await, "SSS*");
    assert_eq!(browser.value("find('#example')[0].value").await, "sss-star-saves");
}

/// All searches of all trees, step by step: each step has a sentence and a reason; no script
/// fails.
#[tokio::test]
async fn every_step_of_every_search_is_explained() {
    let browser = open_laboratory("").await;
    let walk = "
        const get = async (path) => (await fetch(path)).json();
        const [{ searches }, { trees }] = await Promise.all(['/v1/searches', '/v1/trees'].map(get));
        const { Trace } = await import('/page/laboratory/trace.js');
        const { Narrator } = await import('/page/laboratory/narrator.js');
        const { namesOf } = await import('/page/laboratory/names.js');
        const faults = new Set();
        let steps = 0;
        for (const tree of trees) for (const { id, chance } of searches) {
          if (tree.tree.includes('{') && !chance) continue;
          const query = `/v1/trees/search?tree=${tree.id}&searches=${id}&detail=`;
          const [{ picture }, { results: [{ events }] }] = await Promise.all([get(`${query}picture`), get(`${query}events`)]);
          const trace = new Trace(events, picture.nodes);
          const narrator = new Narrator(trace, namesOf(picture.nodes), id);
          for (let step = 1; step <= events.length; step += 1) {
            trace.go(step);
            steps += 1;
            for (const text of [narrator.sentence, narrator.because]) {
              if (!text || /undefined|null\\b(?! window)|NaN|object|\\.$|\\b1 states/.test(text)) faults.add(`${id} ${trace.current.event}: ${text}`);
            }
          }
        }
        return [steps, [...faults].slice(0, 20)];";
    let Value::Array(found) = browser.run(walk).await else { panic!("the walk gives two values") };
    assert!(found[0].as_u64().unwrap() > 10_000, "{found:?}");
    assert_eq!(found[1], json!([]));
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Negamax visits what minimax visits: seen by Max, its values are the same.
#[tokio::test]
async fn values_of_the_player_to_move_are_turned_for_max() {
    let browser = open_laboratory("").await;
    let facts = r#"
        const { Trace } = await import("/page/laboratory/trace.js");
        const tree = "[[3,[5,-1]],[[2,9],-4],[6,7]]";
        const ask = async (search, detail) =>
            (await fetch(`/v1/trees/search?tree=${encodeURIComponent(tree)}&searches=${search}&detail=${detail}`)).json();
        const factsOf = async (search, isMovers) => {
            const [{ picture }, { results: [{ events }] }] = [await ask(search, "picture"), await ask(search, "events")];
            const trace = new Trace(events, picture.nodes, isMovers);
            return events.map((_, step) => {
                const { path, window, best, score, bound } = trace.go(step + 1).top;
                return JSON.stringify([path, String(window.alpha), String(window.beta), best, score, bound]);
            });
        };
    "#;
    let of = async |search: &str, is_movers: bool| {
        browser.run(&format!("{facts} return factsOf('{search}', {is_movers})")).await
    };
    let minimax = of("minimax", false).await;
    assert_eq!(of("negamax", true).await, minimax);
    assert_ne!(of("negamax", false).await, minimax);
    go(&browser, "tree=textbook-figure&search=negamax&step=8&names=paths").await;
    let told = browser.text("#event").await;
    assert!(told.contains(" for Min"), "{told}");
}

/// On a phone too, the lesson shows the picture that it speaks of, where its tree is small.
#[tokio::test]
async fn the_lesson_leads_to_what_it_tells_to_look_at() {
    let browser = open_laboratory("").await;
    browser.become_phone().await;
    open_link(&browser, "lesson=5&tree=deep-cutoff&search=alpha-beta").await;
    assert_eq!(browser.count(".picture > svg").await, 1, "no list");
    browser.click("#lesson-cut").await;
    browser.wait_until("find('#event')[0].textContent.includes('cuts 1 child of F')").await;
    let is_shown = "(() => { const { top, bottom } = find('#picture')[0].getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight; })()";
    assert!(browser.value(is_shown).await.as_bool().unwrap(), "the page scrolls to the picture");
    let is_in_sight = "(() => { const box = find('.picture')[0].getBoundingClientRect();
        return [...document.querySelectorAll('.picture .cut')].every((cut) => {
            const { left, right } = cut.getBoundingClientRect();
            return left >= box.left && right <= box.right; }); })()";
    assert!(browser.value(is_in_sight).await.as_bool().unwrap());
    // The null window of the other tree fails high.
    open_link(&browser, "lesson=7&tree=negascout-saves&search=pvs").await;
    for (button, tree, is_searched_again) in
        [("#lesson-other", "[2, [[4, 1], 5]]", true), ("#lesson-own", "negascout-saves", false)]
    {
        browser.click(button).await;
        browser.wait_until(&format!("find('#example, #nested')[0].value === '{tree}'")).await;
        let told = browser
            .run(
                "const told = [];
                 while (find('#next')[0].ariaDisabled !== 'true') { find('#next')[0].click(); told.push(find('#event')[0].textContent); }
                 return told.some((text) => text.includes('again'));",
            )
            .await;
        assert_eq!(told, is_searched_again, "{tree}");
    }
}

/// The room of the longest text is kept: no control moves while steps and answers change.
#[tokio::test]
async fn texts_of_any_length_move_no_control() {
    let browser = open_laboratory("").await;
    for is_phone in [false, true] {
        if is_phone {
            browser.become_phone().await;
        }
        for fragment in
            ["search=alpha-beta", "search=mtd-f&tree=deep-cutoff", "tree=chance-cutoff", "lesson=3&tree=tie"]
        {
            open_link(&browser, fragment).await;
            let moved = browser
                .run(
                    "const tops = () => ['#next-step', '#picture', '#stepper', '#lesson-on']
                       .map((id) => Math.round(find(id)[0]?.getBoundingClientRect().top + scrollY));
                     const seen = new Set([tops().join()]);
                     for (const answer of find('.lesson:not([hidden]) .answers button')) { answer.click(); seen.add(tops().join()); }
                     while (find('#next')[0].ariaDisabled !== 'true') { find('#next')[0].click(); seen.add(tops().join()); }
                     return [...seen];",
                )
                .await;
            assert_eq!(moved.as_array().unwrap().len(), 1, "{fragment}, {is_phone}: {moved}");
        }
    }
}

/// A link to a tree with chance nodes has searches that know them; another search is refused in words.
#[tokio::test]
async fn chance_nodes_are_circles_and_told() {
    let browser = open_laboratory("#tree=chance-cutoff").await;
    assert_eq!(browser.text("#stage-title").await, "Star1");
    assert_eq!(browser.value("find('.search-tree .chance > ellipse').length").await, 2);
    assert_eq!(browser.texts(".edges > .move").await, ["1/2"; 4]);
    browser.click("#nextCut").await;
    browser.click("#nextCut").await;
    let event = browser.text("#event").await;
    assert!(event.contains("even if the rest brings the most, 8"), "{event}");
    assert!(browser.texts("#code [aria-current] code").await.contains(&"if v ≤ a or b ≤ v: stop".to_owned()));
    assert_eq!(browser.console_errors().await, [""; 0]);
    browser.select("#drawn option[value=pvs]").await;
    browser.wait_until("find('#problem')[0].textContent.includes('as the tree has chance nodes')").await;
    open_link(&browser, "tree={1: 3, 5: [2, 9]}").await;
    assert_eq!(browser.texts(".edges > .move").await, ["1/6", "5/6"]);
    browser.click(".node[data-path='1.0']").await;
    browser.click("#add-child").await;
    browser.wait_until("find('#nested')[0].value === '{1: 3, 5: [[2, 0], 9]}'").await;
}

/// As the table tells them, and with the comma of the language.
#[tokio::test]
async fn means_are_told_as_they_are() {
    let browser = open_laboratory("#tree=dice").await;
    browser.click("#nextCut").await;
    browser.click("#nextCut").await;
    let event = browser.text("#event").await;
    let reason = "the window (2.1, +∞) ends at 2.1, and the mean of C is 1.3 or less, even if the rest brings the most, 4";
    assert!(event.contains(reason), "{event}");
    assert!(event.contains("1.3 ≤ 2.1"), "{event}");
    assert_eq!(browser.text(".node[data-path='0'] .score").await, "2.1");
    // The address says the step shown, a moment later.
    browser.wait_until("location.hash.includes(`step=${/\\d+/.exec(find('#event')[0].textContent)}`)").await;
    speak(&browser, "de").await;
    let event = browser.text("#event").await;
    assert!(event.contains("das Fenster (2,1; +∞) endet bei 2,1"), "{event}");
    assert!(event.contains("1,3 ≤ 2,1"), "{event}");
    assert_eq!(browser.text(".node[data-path='0'] .score").await, "2,1");
}
