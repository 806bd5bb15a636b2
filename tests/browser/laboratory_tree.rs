//! The tree of the laboratory: as a list, with folded subtrees, types of nodes, boards and the values on the path.

use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::laboratory::{go, open_laboratory, open_link, set};
use super::laboratory_words::speak;
use super::layout::small_targets;
use super::page::{DOWN, ENTER, LEFT, RIGHT, on_board};
use serde_json::json;

/// The nodes that are shown.
async fn shown(browser: &Chromium) -> usize {
    let count = "find('#picture .node:not([hidden])').length";
    browser.value(count).await.as_u64().unwrap() as usize
}

/// A node a row, each large enough for a finger, in both languages.
#[tokio::test]
async fn a_phone_shows_the_tree_as_a_list() {
    let browser = open_laboratory("").await;
    browser.become_phone().await;
    for language in ["en", "de"] {
        speak(&browser, language).await;
        for tree in ["tree=textbook-figure", "tree=random:branching=3,depth=4", "game=tic-tac-toe&depth=2"] {
            open_link(&browser, tree).await;
            let found = browser
                .run(
                    "const rows = find('#picture .node').map((row) => row.getBoundingClientRect());
                     const box = find('#picture')[0];
                     return [
                       document.documentElement.scrollWidth, box.scrollWidth - box.clientWidth, Math.min(...rows.map(({ height }) => height)),
                       rows.every(({ top }, at) => at === 0 || top > rows[at - 1].top)];",
                )
                .await;
            assert_eq!(found[0], 360, "{tree}, {language}");
            assert_eq!(found[1], 0, "{tree}, {language}");
            assert!(found[2].as_f64() >= Some(44.0), "{tree}, {language}: {found}");
            assert_eq!(found[3], true, "{tree}, {language}");
            assert_eq!(small_targets(&browser).await, [""; 0], "{tree}, {language}");
        }
        open_link(&browser, "").await;
        browser.click("#last").await;
        browser.wait_until("find('#step')[0].textContent === '81 / 81'").await;
        assert_eq!(browser.count("#picture .now").await, 1);
        browser.click("#first").await;
        browser.wait_until("find('#step')[0].textContent === '0 / 81'").await;
    }
    browser.click("#picture [data-path='0.0'] .handle").await;
    browser.wait_until("location.hash.includes('folded=0.0')").await;
    assert_eq!(shown(&browser).await, 33 - 7);
    assert_eq!(browser.text("#picture [data-path='0.0'] .folded").await, "5 Blätter");
}

/// However deep the list, the first touch folds a row, which stays under the finger although a step
/// is on show elsewhere.
#[tokio::test]
async fn a_finger_folds_deep_lists() {
    let browser = open_laboratory("").await;
    browser.become_phone().await;
    open_link(&browser, "tree=random:branching=2,depth=6,seed=1&step=40").await;
    let folded = "new URLSearchParams(location.hash.slice(1)).get('folded')";
    let rows = ["0.0.1.0", "0.1.0.0.0", "1.0.0", "1.1.1.0"];
    for (count, path) in rows.into_iter().enumerate() {
        let row = format!("#picture [data-path='{path}']");
        browser.run(&format!("find({})[0].scrollIntoView({{ block: 'center' }})", json!(row))).await;
        let top = format!("Math.round(find({})[0].getBoundingClientRect().top)", json!(row));
        let before = browser.value(&top).await;
        browser.touch(&format!("{row} .handle")).await;
        browser.wait_until(&format!("{folded} === {}", json!(rows[..=count].join(",")))).await;
        browser.wait_until(&format!("find({})[0].ariaExpanded === 'false'", json!(row))).await;
        // As long as a gradual scroll would take to begin.
        browser.run("await new Promise((done) => setTimeout(done, 300))").await;
        assert_eq!(browser.value(&top).await, before, "{path}");
    }
    browser.touch(&format!("#picture [data-path='{}'] .handle", rows[3])).await;
    browser.wait_until(&format!("{folded} === {}", json!(rows[..3].join(",")))).await;
}

/// Together with the line in force and the buttons, at every step.
#[tokio::test]
async fn a_phone_shows_the_row_of_each_step_and_its_line() {
    let browser = open_laboratory("").await;
    browser.become_phone().await;
    browser.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    open_link(&browser, "step=10").await;
    for step in 11..36 {
        browser.click("#next-step").await;
        browser.wait_until(&format!("find('#step')[0].textContent === '{step} / 81'")).await;
        let beyond = browser
            .run(
                "const place = (part) => find(part)[0].getBoundingClientRect();
                 const isWithin = (part, box) => place(part).top >= place(box).top - 1 && place(part).bottom <= place(box).bottom + 1;
                 const foot = place('#stepper').top;
                 return [
                   isWithin('#picture .now', '#picture'), isWithin('#code [aria-current]', '#code .code'),
                   place('#picture').top >= 0, place('#picture').bottom <= place('#code').top, place('.variables').bottom <= foot,
                   place('#first').bottom <= innerHeight, place('#last').bottom <= innerHeight].map((is, at) => (is ? '' : String(at))).join('');",
            )
            .await;
        assert_eq!(beyond, "", "step {step}");
    }
}

/// The list follows the pattern of trees: left folds, right unfolds. Any screen may have it.
#[tokio::test]
async fn the_list_is_walked_by_keyboard() {
    let browser = open_laboratory("#tree=tie&step=99&view=list").await;
    assert_eq!(browser.value("find('#view')[0].ariaPressed").await, "true");
    browser.run("find('#picture .node')[0].focus()").await;
    let focused = "document.activeElement.dataset.path";
    browser.press(&DOWN.to_string().repeat(2)).await;
    assert_eq!(browser.value(focused).await, "1");
    browser.press(&LEFT.to_string()).await;
    assert_eq!(browser.value("document.activeElement.ariaExpanded").await, "false");
    assert_eq!(shown(&browser).await, 3);
    browser.press(&RIGHT.to_string().repeat(2)).await;
    assert_eq!(browser.value(focused).await, "1.0");
    browser.press(&format!("{DOWN}{ENTER}")).await;
    assert!(browser.text("#about").await.contains("Never looked at: Max is already sure of 4"));
    browser.press(&LEFT.to_string()).await;
    assert_eq!(browser.value(focused).await, "1");
    browser.click("#view").await;
    browser
        .wait_until("find('#picture svg.search-tree').length > 0 && !location.hash.includes('view')")
        .await;
    browser.run("location.hash = 'tree=tie&view=list'").await;
    browser.wait_for("#picture .outline").await;
    browser.back().await;
    browser.wait_for("#picture svg.search-tree").await;
    assert_eq!(browser.count("#picture [aria-selected]").await, 1);
}

/// By space, by the handle, by the button; what is hidden is counted, and steps below show at the node.
#[tokio::test]
async fn subtrees_are_folded() {
    let browser = open_laboratory("#step=7").await;
    let width = "find('#picture svg')[0].viewBox.baseVal.width";
    let wide = browser.value(width).await.as_f64().unwrap();
    assert_eq!(browser.value("find('#picture .leaf')[0].ariaExpanded").await, json!(null));
    browser.run("find(\"#picture [data-path='0']\")[0].focus()").await;
    browser.press(" ").await;
    browser.wait_until("location.hash.includes('folded=0')").await;
    assert_eq!(browser.value("document.activeElement.ariaExpanded").await, "false");
    assert_eq!(shown(&browser).await, 33 - 11);
    assert_eq!(browser.text("#picture [data-path='0'] .folded").await, "6 leaves");
    assert!(browser.text("#picture [data-path='0'] title").await.contains("hides 6 leaves"));
    assert!(browser.value(width).await.as_f64().unwrap() < wide - 100.0);
    assert_eq!(browser.count("#picture [data-path='0'] > .current").await, 1, "the step is below");
    browser.click("#nextCut").await;
    browser.reload().await;
    browser.wait_for("#comparison table").await;
    assert_eq!(shown(&browser).await, 33 - 11);
    browser.run("find(\"#picture [data-path='0']\")[0].focus()").await;
    browser.press(&DOWN.to_string()).await;
    assert_eq!(browser.value("document.activeElement.dataset.path").await, "0", "nothing is shown below");
    browser.press(&ENTER.to_string()).await;
    assert_eq!(browser.text("#fold").await, "Unfold 6 leaves");
    browser.click("#fold").await;
    assert_eq!(shown(&browser).await, 33);
    assert_eq!(browser.value(width).await.as_f64().unwrap(), wide);
    browser.click("#picture [data-path='1'] .handle").await;
    assert_eq!(shown(&browser).await, 33 - 9);
    go(&browser, "tree=tie").await;
    assert!(!browser.fragment().await.contains("folded"));
}

/// On a perfectly ordered tree the critical leaves are those that alpha-beta evaluates: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
#[tokio::test]
async fn types_of_nodes_are_those_of_knuth_and_moore() {
    let browser = open_laboratory("").await;
    assert_eq!(browser.count("#picture .type").await, 0);
    browser.click("#types").await;
    browser.wait_until("location.hash.includes('types=1')").await;
    let typed = |kind: u8| format!("#picture .type-{kind}");
    // The line of best play goes by the second child; at the first one, the first reply is enough.
    for (path, expected) in [("", "1"), ("1", "1"), ("0", "2"), ("2", "2"), ("0.1", "3")] {
        assert_eq!(browser.text(&format!("#picture [data-path='{path}'] .type")).await, expected, "{path}");
    }
    let line = "find('#picture .on-line').length === find('#picture .type-1').length && find('#picture .type-1').length > 3";
    browser.click("#last").await;
    browser.wait_until(line).await;
    browser.click("#picture [data-path='0.0']").await;
    assert!(browser.text("#about").await.contains("Not critical"));
    for (branching, depth, leaves) in [(2, 4, 7), (3, 3, 11), (3, 4, 17), (2, 5, 11)] {
        let tree = format!("tree=random:branching={branching},depth={depth},seed=4");
        go(&browser, &format!("{tree}&order=best&types=1&step=999")).await;
        assert_eq!(browser.count("#picture .leaf .type").await, leaves, "{branching}, {depth}");
        let both = "find('#picture .leaf').every((leaf) => /type-/.test(leaf.className.baseVal) === leaf.classList.contains('finished'))";
        assert_eq!(browser.value(both).await, true, "{branching}, {depth}");
        assert_eq!(browser.count(&typed(1)).await, depth + 1);
    }
}

/// The service is the oracle of the conventions with a single value for each node; the others are their windows.
#[tokio::test]
async fn the_path_is_shown_in_four_conventions() {
    let browser = open_laboratory("").await;
    for (search, convention) in [("alpha-beta-stored-bounds", "stored"), ("alpha-beta-iterative", "stack")] {
        let faults = browser
            .run(&format!(
                "const get = async (path) => (await fetch(path)).json();
                 const {{ Trace }} = await import('/page/laboratory/trace.js');
                 const {{ pathValues }} = await import('/page/laboratory/path-table.js');
                 const faults = [];
                 for (const {{ id, tree }} of (await get('/v1/trees')).trees) {{
                   if (tree.includes('{{')) continue;
                   const query = `/v1/trees/search?tree=${{id}}&searches={search}&detail=`;
                   const [{{ picture }}, {{ results: [{{ events }}] }}] = [await get(`${{query}}picture`), await get(`${{query}}events`)];
                   const trace = new Trace(events, picture.nodes, '{convention}' === 'stack');
                   events.forEach(({{ path_values: given = [] }}, at) => {{
                     const held = pathValues(trace.go(at + 1)).map((node) => node['{convention}']);
                     const expected = given.map((value) => ({{ inf: Infinity, '-inf': -Infinity }}[value] ?? value));
                     if (String(held) !== String(expected)) faults.push(`${{id}} ${{at}}: ${{held}} instead of ${{expected}}`);
                   }});
                 }}
                 return faults.slice(0, 9);"
            ))
            .await;
        assert_eq!(faults, json!([]), "{search}");
    }
    go(&browser, "search=alpha-beta-negamax&step=22").await;
    assert_eq!(browser.texts("#path thead th").await, ["Node", "Max", "mover", "stored", "stack"]);
    assert_eq!(browser.texts("#path tbody tr:last-child td").await, ["(5, 4)", "(−4, −5)", "4", "−4"]);
    assert_eq!(browser.texts("#path thead .own").await, ["mover"]);
    browser.click("#first").await;
    assert!(!browser.value("find('#path')[0].checkVisibility()").await.as_bool().unwrap());
}

/// Small boards in the nodes, of every game, where there is room; the panel has a large one.
#[tokio::test]
async fn positions_have_boards() {
    let browser = open_laboratory("#game=tic-tac-toe&moves=5,1&depth=1").await;
    assert_eq!(browser.count("#picture .node > .board").await, 8);
    assert_eq!(browser.count("#picture [data-path=''] .side-0").await, 1);
    assert_eq!(browser.count("#picture [data-path=''] .side-1").await, 1);
    assert_eq!(browser.count("#picture [data-path='0'] .side-0").await, 2);
    browser.click("#boards").await;
    browser.wait_until("location.hash.includes('boards=off') && find('#picture .board').length === 0").await;
    browser.click("#boards").await;
    browser.wait_for("#picture .board").await;
    go(&browser, "game=connect-four&moves=4,4,3&depth=1").await;
    assert_eq!(browser.count("#picture .node > .board").await, 8);
    assert_eq!(browser.count("#picture [data-path='0'] .piece").await, 4);
    for (game, pieces) in [("connect-four", 1), ("checkers", 24), ("reversi", 5)] {
        go(&browser, &format!("game={game}&depth=1&node=0")).await;
        browser.wait_until("find('#node-board img')[0]?.naturalWidth > 0").await;
        let drawn = browser.run("return (await (await fetch(find('#node-board img')[0].src)).text());").await;
        assert_eq!(drawn.as_str().unwrap().matches("<g transform").count(), pieces, "{game}");
        assert_eq!(browser.count("#picture [data-path='0'] .piece").await, pieces, "{game}");
        let width = "find('#picture .board').at(-1).getBoundingClientRect().width";
        assert!(browser.value(width).await.as_f64() > Some(40.0), "{game}");
    }
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The person's move and the reply are the way from the start to the new root, beside the board.
#[tokio::test]
async fn the_tree_grows_beside_a_game() {
    let browser = open_laboratory("#game=tic-tac-toe&depth=2").await;
    browser.click("#play-along").await;
    browser.wait_for(&on_board(".cell")).await;
    browser.click(&on_board(".cell[data-key='5']")).await;
    browser.wait_until("/moves=5,\\d(&|$)/.test(location.hash)").await;
    browser.wait_until("find('#picture .node').length > 200").await;
    let marks = "find(\"#picture [data-path=''] .piece\").length";
    assert_eq!(browser.value(marks).await, 2);
    let trunk = browser.texts("#picture .trunk .move").await;
    assert_eq!(trunk[0], "5");
    assert_eq!((trunk.len(), browser.count("#picture .trunk .board").await), (2, 2));
    let together = "(() => { const [tree, board] = ['#picture', '#play-board'].map((part) => find(part)[0].getBoundingClientRect());
        return tree.top === board.top && tree.right < board.left && Math.max(tree.bottom, board.bottom) <= innerHeight; })()";
    assert_eq!(browser.value(together).await, true);
    assert!(browser.fragment().await.contains("depth=3&leaf=result"), "{}", browser.fragment().await);
    // To the end of the game.
    for turn in 1..5 {
        browser
            .run(
                "const cells = find('bestmove-board >>> .cell[aria-disabled=false]');
                 cells.at(0)?.click();",
            )
            .await;
        let played = 2 * turn + 2;
        browser
            .wait_until(&format!(
                "location.hash.split('moves=')[1].split('&')[0].split(',').length >= {played} || find('#picture .node').length === 1"
            ))
            .await;
        if browser.count("#picture .node").await == 1 {
            break;
        }
    }
    browser.wait_until("find('#picture .node').length === 1").await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// List and picture, folded, with types, with boards, on a phone too.
#[tokio::test]
async fn axe_finds_no_violation_in_the_tree() {
    let browser = open_laboratory("").await;
    for theme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
        for fragment in [
            "step=30&types=1&folded=0.0&node=0.1",
            "step=30&types=1&folded=0.0&node=0.1&view=list",
            "step=99&view=list&quiz=1",
            "game=tic-tac-toe&moves=5&depth=1&node=0",
            "game=tic-tac-toe&moves=5&depth=1&node=0&view=list&step=9",
        ] {
            open_link(&browser, fragment).await;
            load_axe(&browser).await;
            if fragment.contains("node") {
                browser.wait_for("#about b").await;
            }
            assert_eq!(violations(&browser).await, json!([]), "{fragment}, {theme}");
        }
    }
    browser.become_phone().await;
    open_link(&browser, "step=30").await;
    load_axe(&browser).await;
    set(&browser, "#node", "0.0").await;
    assert_eq!(violations(&browser).await, json!([]), "phone");
}
