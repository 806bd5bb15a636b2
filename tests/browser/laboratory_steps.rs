use super::chromium::Chromium;
use super::laboratory::{go, open_laboratory, set};
use super::page::{DOWN, END, ENTER, LEFT, RIGHT, TAB};
use serde_json::json;

/// The step of the picture, and that of the last event.
async fn step(browser: &Chromium) -> (usize, usize) {
    let text = browser.text("#step").await;
    let (step, last) = text.split_once(" / ").unwrap();
    (step.parse().unwrap(), last.parse().unwrap())
}

/// For scripts: what a picture shows, as values to compare; `differences(query, steps)` compares the page with the
/// service at some steps.
const COMPARE: &str = "
    const text = (node, name) => node.querySelector(`:scope > .${name}`)?.textContent ?? '';
    const tenths = (d) => d.match(/-?[\\d.]+/g).map((number) => Math.round(10 * number)).join(' ');
    const shown = (root) => [
      ...[...root.querySelectorAll('.node')].map((node) => [
        node.dataset.path, [...node.classList].slice(1, 3).join(' '), ...['score', 'window', 'order', 'title'].map((name) =>
          name === 'title' ? node.querySelector('title').textContent : text(node, name)),
        node.querySelector(':scope > .current') !== null].join(' | ')),
      ...[...root.querySelectorAll('.edges > path')].map((edge) => `${edge.getAttribute('class')} ${tenths(edge.getAttribute('d'))}`),
      ...[...root.querySelectorAll('.cut title')].map((title) => title.textContent).sort()];
    const differences = async (query, share) => {
      const [slider] = find('#slider');
      const last = Number(slider.max);
      const found = [];
      for (let step = 0; step <= last; step += step > last - 3 ? 1 : share) {
        slider.value = step;
        slider.dispatchEvent(new Event('input'));
        const answer = await fetch(`${query}&step=${step}`, { headers: { accept: 'image/svg+xml' } });
        const picture = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
        const [ours, theirs] = [shown(find('#picture svg')[0]), shown(picture)];
        if (ours.length !== theirs.length) found.push(`${step}: ${ours.length} parts for ${theirs.length}`);
        ours.forEach((part, at) => { if (part !== theirs[at]) found.push(`${step}: ${part} instead of ${theirs[at]}`); });
        const kind = find('#event .kind')[0]?.textContent ?? '';
        const event = find('#event')[0].textContent.slice(0, -kind.length || undefined);
        if (!picture.querySelector('desc').textContent.endsWith(`${event}.`)) found.push(`${step}: ${event}`);
      }
      return found;
    };";

/// The service is the oracle: status, scores, windows, order, reasons, edges and the event in words.
#[tokio::test]
async fn each_step_is_drawn_as_the_service_draws_it() {
    let browser = open_laboratory("#tree=tie").await;
    let figure = [
        ("alpha-beta", 1),
        ("alpha-beta-negamax", 7),
        ("alpha-beta-fail-hard", 5),
        ("alpha-beta-stored-bounds", 7),
        ("alpha-beta-iterative", 7),
        ("branch-and-bound", 5),
        ("scout", 3),
        ("negascout", 3),
        ("mtd-f", 3),
        ("sss-star", 3),
        ("dual-star", 5),
        ("iterative-deepening", 7),
        ("m-n-minimax", 9),
    ];
    let others = [
        ("sixteen-leaves-min", "pvs", 5),
        ("stockman", "mtd-bisect", 11),
        ("random:branching=3,depth=3,seed=5,leaves=integers,low=-3,high=3", "killer", 11),
        ("random:branching=2,depth=4,seed=2,leaves=growing", "refutation-table", 17),
    ];
    let on_figure = figure.map(|(search, share)| ("textbook-figure", search, share));
    for (tree, search, share) in on_figure.into_iter().chain(others) {
        go(&browser, &format!("tree={tree}&search={search}&names=paths")).await;
        let query = format!("/v1/trees/search?tree={tree}&searches={search}");
        let found = browser.run(&format!("{COMPARE} return differences({}, {share});", json!(query))).await;
        assert_eq!(found, json!([]), "{tree}, {search}");
    }
    go(&browser, "game=tic-tac-toe&moves=5,1,3&depth=2&leaf=evaluation&search=pvs&names=paths&boards=off")
        .await;
    let query = "/v1/tic-tac-toe/search-tree?moves=5,1,3&depth=2&leaf=evaluation&searches=pvs";
    let found = browser.run(&format!("{COMPARE} return differences({}, 20);", json!(query))).await;
    assert_eq!(found, json!([]), "tic-tac-toe");
    assert_eq!(browser.count("#picture .edges > .move").await, browser.count("#picture .node").await - 1);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// For scripts: the event of each step with an arrow, the node, and how far its ends are from the windows, or else the
/// shapes, of the two nodes that it joins, as parts of the distance between these.
const ARROWS: &str = "
    const gap = (point, box) => Math.hypot(
      Math.max(box.left - point.x, 0, point.x - box.right), Math.max(box.top - point.y, 0, point.y - box.bottom));
    const box = (node) => (node.querySelector(':scope > .window') ?? node.querySelector(':scope > :is(path, rect)')).getBoundingClientRect();
    const [slider] = find('#slider');
    const found = [];
    for (let step = 0; step <= Number(slider.max); step += 1) {
      slider.value = step;
      slider.dispatchEvent(new Event('input'));
      const [line, tip] = find('#picture .arrow')[0]?.children ?? [];
      if (!line) continue;
      const { path } = find('#picture .current')[0].parentNode.dataset;
      const nodes = [path.split('.').slice(0, -1).join('.'), path].map((path) => box(find(`#picture [data-path='${path}']`)[0]));
      const [from, to] = line.parentNode.classList.contains('up') ? nodes.toReversed() : nodes;
      const ends = [0, line.getTotalLength()].map((at) => line.getPointAtLength(at).matrixTransform(line.getScreenCTM()));
      const { e, f } = tip.getScreenCTM();
      const far = nodes[1].top - nodes[0].top;
      const gaps = [gap(ends[0], from), gap(ends[1], to), gap({ x: e, y: f }, ends[1] && new DOMRect(ends[1].x, ends[1].y))];
      found.push([find('#event')[0].textContent.split(' ')[2], path, Math.max(...gaps) / far]);
    }
    return found;";

/// The window goes from the parent's to the child's, the score back.
#[tokio::test]
async fn arrows_go_from_the_window_of_the_parent_to_that_of_the_child_and_back() {
    let browser = open_laboratory("#tree=tie&search=alpha-beta").await;
    let arrows = async || browser.run(ARROWS).await.as_array().unwrap().clone();
    let mut found = arrows().await;
    let events: Vec<_> = found.iter().map(|arrow| json!([arrow[0], arrow[1]])).collect();
    let (enters, leaves) = ("enters", "leaves");
    let expected =
        json!([[enters, "0"], [leaves, "0"], [enters, "1"], [enters, "1.0"], [leaves, "1.0"], [leaves, "1"]]);
    assert_eq!(json!(events), expected);
    for link in ["tree=textbook-figure", "tree=negascout-costs&search=pvs"] {
        go(&browser, &format!("{link}&names=paths")).await;
        found.extend(arrows().await);
    }
    for arrow in &found {
        assert!(arrow[2].as_f64().unwrap() < 0.2, "{arrow}");
    }
    assert!(found.iter().any(|arrow| arrow[0] == "searches"), "a second search");
    // Nothing points at a node that is folded away.
    go(&browser, "tree=tie&search=alpha-beta&folded=root").await;
    assert_eq!(arrows().await, [json!(null); 0]);
}

/// The switch is in the help of the page.
#[tokio::test]
async fn keys_do_nothing_and_have_no_names_while_shortcuts_are_off() {
    let browser = open_laboratory("").await;
    let labels = "find('#stepper button').map(({ title, ariaLabel }) => title === ariaLabel && title)";
    let with_keys = browser.value(labels).await;
    assert_eq!(with_keys[0], "First step (Home)");
    browser.run("localStorage.setItem('bestmove', JSON.stringify({ shortcuts: false }))").await;
    browser.reload().await;
    browser.wait_for("#comparison table").await;
    let labels = browser.value(labels).await;
    for (with_key, label) in with_keys.as_array().unwrap().iter().zip(labels.as_array().unwrap()) {
        assert_eq!(with_key.as_str().unwrap().split_once(" (").unwrap().0, label);
    }
    browser.click("#first").await;
    browser.press("lc").await;
    assert_eq!(step(&browser).await.0, 0);
}

/// Back and forth is the identity; the address has the step.
#[tokio::test]
async fn buttons_and_keys_step_through_a_search() {
    let browser = open_laboratory("#names=paths").await;
    let (at, last) = step(&browser).await;
    assert_eq!(at, 0);
    assert_eq!(browser.text("#event").await, "");
    browser.press(&RIGHT.to_string().repeat(3)).await;
    assert_eq!(step(&browser).await, (3, last));
    assert_eq!(browser.text("#event").await, "Step 3: enters 0.0 with the window (−∞, +∞)");
    let picture = "find('#picture svg')[0].innerHTML";
    let before = browser.value(picture).await;
    browser.click("#nextCut").await;
    let cut = browser.text("#event").await;
    assert!(cut.contains("cuts 1 child of 0.0.1: Max is already sure of 5 or more at 0.0"), "{cut}");
    assert!(cut.ends_with("β ≤ α: 4 ≤ 5 · shallow alpha cutoff"), "{cut}");
    let (at_cut, _) = step(&browser).await;
    for _ in 3..at_cut {
        browser.click("#previous").await;
    }
    assert_eq!(browser.value(picture).await, before);
    browser.press("l").await;
    assert_eq!(browser.text("#event").await.split_once(": ").unwrap().1, "evaluates 0.0.0.0: 5");
    browser.press("l").await;
    assert!(browser.text("#event").await.ends_with("evaluates 0.0.0.1: 6"));
    browser.click("#previousLeaf").await;
    assert!(browser.text("#event").await.ends_with("evaluates 0.0.0.0: 5"));
    let at_leaf = step(&browser).await;
    browser.wait_until(&format!("location.hash.includes('step={}')", at_leaf.0)).await;
    browser.reload().await;
    browser.wait_for("#comparison table").await;
    assert_eq!(step(&browser).await, at_leaf);
    browser.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    set(&browser, "#speed", "fast").await;
    browser.click("#play").await;
    browser.wait_until(&format!("find('#slider')[0].valueAsNumber > {} + 2", at_leaf.0)).await;
    browser.click("#play").await;
    let (paused, _) = step(&browser).await;
    browser.press(&END.to_string()).await;
    assert!(paused < last);
    assert_eq!(step(&browser).await, (last, last));
}

/// The picture and the tables, where they are wider than the page. A mouse leaves the focus where it is.
#[tokio::test]
async fn regions_are_scrolled_by_keyboard() {
    let browser = open_laboratory("#tree=random:branching=3,depth=5").await;
    browser.click("#first").await;
    browser.click("#picture svg").await;
    browser.press(&RIGHT.to_string()).await;
    assert_eq!(step(&browser).await.0, 1);
    browser.set_phone_width(500).await;
    for region in ["#picture", "#comparison .scroll"] {
        let place = format!("find('{region}')[0].scrollLeft");
        browser.run(&format!("find('{region}')[0].focus(); {place} = 0")).await;
        browser.press(&RIGHT.to_string()).await;
        browser.wait_until(&format!("{place} > 0")).await;
        assert_eq!(step(&browser).await.0, 1, "{region}");
    }
}

/// A step is written into the address a moment later. Here the address changes just before, and the page learns of
/// it just after.
#[tokio::test]
async fn a_step_is_not_written_over_a_new_address() {
    let browser = open_laboratory("").await;
    browser
        .run(
            "const [slider] = find('#slider');
             slider.value = 1;
             setTimeout(() => { location.hash = 'tree=tie'; }, 100);
             slider.dispatchEvent(new Event('input'));
             const end = performance.now() + 300;
             while (performance.now() < end);",
        )
        .await;
    browser.wait_until("find('#picture .leaf').length === 3").await;
    assert_eq!(browser.fragment().await, "tree=tie");
}

/// As above, but the step comes after the event, and before the answer of the service.
#[tokio::test]
async fn a_step_is_not_written_over_an_address_that_waits_for_its_answer() {
    let browser = open_laboratory("").await;
    browser
        .run(
            "const quick = window.fetch;
             window.fetch = async (...request) => {
               await new Promise((go) => setTimeout(go, 500));
               return quick(...request);
             };
             const event = new Promise((go) => addEventListener('hashchange', go, { once: true }));
             location.hash = 'tree=tie';
             await event;
             const [slider] = find('#slider');
             slider.value = 1;
             slider.dispatchEvent(new Event('input'));",
        )
        .await;
    browser.wait_until("find('#picture .leaf').length === 3").await;
    assert_eq!(browser.fragment().await, "tree=tie");
}

/// The question of the newcomer: why is leaf 0.0.1.2 of the figure never looked at?
#[tokio::test]
async fn a_leaf_that_is_never_looked_at_tells_why() {
    let browser = open_laboratory("#step=99&names=paths").await;
    assert_eq!(browser.count("#picture .leaf.left-out").await, 5);
    browser.click("#picture [data-path='0.0.1.2']").await;
    let about = browser.text("#about").await;
    assert!(about.starts_with("0.0.1.2, a leaf worth 5. Never looked at: "), "{about}");
    assert!(
        about.contains("already sure of 5") && about.contains("0.0.1 was cut after 2 of 3 children"),
        "{about}"
    );
    browser.wait_until("location.hash.includes('node=0.0.1.2')").await;
    browser.reload().await;
    browser.wait_for("#about").await;
    browser.wait_until("find('#about')[0].textContent.includes('Never looked at')").await;
    assert_eq!(browser.value("find('#node')[0].value").await, "0.0.1.2");
    set(&browser, "#node", "0.0.1.9").await;
    assert_eq!(browser.text("#about").await, "There is no node 0.0.1.9.");
    // By keyboard: from the root down to the first leaf and on.
    browser.run("find('#picture .node')[0].focus()").await;
    browser.press(&format!("{DOWN}{DOWN}{DOWN}{RIGHT}{ENTER}")).await;
    let about = browser.text("#about").await;
    assert!(about.starts_with("0.0.1, Min to move; value ≤ 4"), "{about}");
    assert!(about.contains("Cut after 2 of 3 children: Max is already sure"), "{about}");
    assert_eq!(browser.count("#picture [aria-selected]").await, 1);
    browser.press(&LEFT.to_string()).await;
    assert_eq!(browser.value("document.activeElement.dataset.path").await, "0.0.0");
}

#[tokio::test]
async fn pictures_are_saved_as_svg_and_png() {
    let browser = open_laboratory("#step=12&names=paths").await;
    let saved = browser
        .run(
            "const blobs = [];
             const keep = URL.createObjectURL;
             URL.createObjectURL = (blob) => { blobs.push(blob); return keep.call(URL, blob); };
             const until = async (count) => { while (blobs.length < count) await new Promise((go) => setTimeout(go, 20)); };
             find('#share summary')[0].click();
             find('#save-svg')[0].click();
             await until(1);
             find('#save-png')[0].click();
             await until(2);
             const query = '/v1/trees/search?tree=textbook-figure&searches=alpha-beta&step=12';
             const theirs = await (await fetch(query, { headers: { accept: 'image/svg+xml' } })).text();
             const bitmap = await createImageBitmap(blobs[1]);
             return [await blobs[0].text() === theirs, blobs[1].type, bitmap.width > 1000];",
        )
        .await;
    assert_eq!(saved, json!([true, "image/png", true]));
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn large_trees_are_zoomed_and_fitted() {
    let browser = open_laboratory("#tree=random:branching=3,depth=5").await;
    let width = "find('#picture svg')[0].getBoundingClientRect().width";
    let overflow = "find('#picture')[0].scrollWidth > find('#picture')[0].clientWidth";
    assert_eq!(browser.value(overflow).await, true);
    browser.click("#fit").await;
    assert_eq!(browser.value(overflow).await, false);
    let fitted = browser.value(width).await.as_f64().unwrap();
    browser.click("#zoom-in").await;
    browser.click("#zoom-in").await;
    assert!(browser.value(width).await.as_f64().unwrap() > 1.5 * fitted);
    browser.click("#zoom-out").await;
    assert!(browser.value(width).await.as_f64().unwrap() < 1.4 * fitted);
    browser.click("#zoom-out").await;
    browser.click("#zoom-out").await;
    assert_eq!(browser.value(width).await, fitted);
}

/// A screen reader gets the event as it changes, and one stop of the tab key for the whole tree.
#[tokio::test]
async fn the_laboratory_is_used_by_keyboard_and_ear() {
    let browser = open_laboratory("#step=1&names=paths").await;
    assert_eq!(browser.value("find('#event')[0].parentElement.role").await, "status");
    assert_eq!(browser.count("#picture [role=treeitem][tabindex='0']").await, 1);
    let name = browser.text("#picture [data-path=''] title").await;
    assert!(name.starts_with("the root, Max to move"), "{name}");
    browser.run("find('#picture')[0].focus()").await;
    browser.press(&TAB.to_string()).await;
    assert_eq!(browser.value("document.activeElement.dataset.path").await, "");
    browser.press(&TAB.to_string()).await;
    assert_eq!(browser.value("document.activeElement.id").await, "first");
}
