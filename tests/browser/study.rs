use super::open_page;
use super::page::{DOWN, END, HOME, LEFT, RIGHT, cell, on_board};
use serde_json::{Value, json};

/// More frames than a position of connect-four takes to get its scores.
const FRAMES: u64 = 120;

/// The moves of the side that ends the game.
fn moves(score: &Value) -> u64 {
    score["plies"].as_u64().unwrap().div_ceil(2)
}

/// A score as the board shows it, for the side to move.
fn shown(score: &Value) -> String {
    match score["kind"].as_str().unwrap() {
        "win" => format!("W{}", moves(score)),
        "loss" => format!("L{}", moves(score)),
        "draw" => "D".to_owned(),
        kind => panic!("{kind}"),
    }
}

/// The scores of connect-four are shown above the columns.
#[tokio::test]
async fn every_column_has_its_score_soon_after_a_move() {
    let browser = open_page("#connect-four").await;
    browser.play_both_sides().await;
    browser.press("s").await;
    let mut moves = Vec::new();
    for played in ["4", "4", "1"] {
        browser.play(&[played]).await;
        let frames = browser
            .run(&format!(
                "const scored = () => find('bestmove-board >>> .top .score.on').length === 7;
                 let frames = 0;
                 for (; !scored() && frames < {FRAMES}; frames++) await new Promise(requestAnimationFrame);
                 return frames;"
            ))
            .await;
        assert!(frames.as_u64().unwrap() < FRAMES, "{frames}");

        moves.push(played);
        let analysis = browser.ask("connect-four/analysis", json!({ "moves": moves, "lines": "all" })).await;
        let mut lines = analysis["lines"].as_array().unwrap().clone();
        lines.sort_by_key(|line| line["move"].as_str().unwrap().to_owned());
        let expected: Vec<_> = lines.iter().map(|line| shown(&line["score"])).collect();
        assert_eq!(browser.texts(&on_board(".top .score.on")).await, expected, "{moves:?}");
    }
}

/// Each with its sign, so that it is understood without colours, and in the label of its cell.
#[tokio::test]
async fn scores_are_shown_on_every_move_and_outlast_a_reload() {
    let browser = open_page("").await;
    browser.press("s").await;
    for (game, choices) in [("tic-tac-toe", 9), ("checkers", 4)] {
        browser.choose("games", game).await;
        let scored = on_board(".cell:has(.score.on)");
        browser.wait_until(&format!("find('{scored}').length === {choices}")).await;
        for text in browser.texts(&on_board(".score.on")).await {
            assert!(text.starts_with(['W', 'D', 'L', '+', '−', '±']), "{text}");
        }
        assert!(browser.attribute(&scored, "aria-label").await.contains(", score "));
    }
    // The scores of a man's moves are shown once it is chosen.
    browser.click(&cell("11")).await;
    let targets = on_board(".cell.target:has(.score.on)");
    browser.wait_until(&format!("find('{targets}').length === 2")).await;

    browser.reload().await;
    browser.wait_for(&on_board(".score.on")).await;
    assert!(browser.shows("#scores:checked").await);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The expected points of the first side.
fn first_side_points(score: &Value, is_first_to_move: bool) -> f64 {
    let points = score["expected_points"].as_f64().unwrap();
    if is_first_to_move { points } else { 1.0 - points }
}

/// The tops of bar and graph are the points of the first side that the service expects.
#[tokio::test]
async fn bar_and_graph_show_the_expected_points() {
    for (game, moves) in
        [("tic-tac-toe", "1,2,5,9"), ("connect-four", "4,1,4,2,4,3"), ("checkers", "11-15,23-19")]
    {
        let browser = open_page(&format!("#{game}/{moves}")).await;
        let moves: Vec<_> = moves.split(',').collect();
        browser.press("r").await;
        browser.wait_for("#review table").await;
        let points = browser.value("[...find('#graph polyline')[0].points].map(({ y }) => 1 - y / 80)").await;
        let points: Vec<f64> = serde_json::from_value(points).unwrap();
        assert_eq!(points.len(), moves.len() + 1, "{game}");
        browser.press("a").await;
        let has_ended =
            "find('#bar[data-share]').length === 1 && (find('#analysis dd')[5]?.textContent ?? '…') !== '…'";
        browser.wait_until(has_ended).await;
        let share: f64 = browser.attribute("#bar", "data-share").await.parse().unwrap();
        assert!((0.0..=1.0).contains(&share), "{game}: {share}");
        if game == "checkers" {
            continue;
        }
        let review = browser.ask(&format!("{game}/review"), json!({ "moves": moves })).await;
        for (ply, shown) in (1..).zip(&points[1..]) {
            let expected = first_side_points(&review["plies"][ply - 1]["after"], ply % 2 == 1);
            assert!((shown - expected).abs() < 0.01, "{game}, ply {ply}: {shown}, expected {expected}");
        }
        assert!((share - points[points.len() - 1]).abs() < 0.01, "{game}: {share}");
    }
}

#[tokio::test]
async fn the_graph_leads_to_moves_by_click_and_by_keys() {
    for fragment in ["#tic-tac-toe/1,2,5,9", "#connect-four/4,1,4,2", "#checkers/11-15,23-19,8-11,22-17"] {
        let browser = open_page(fragment).await;
        browser.press("r").await;
        browser.wait_for("#review table").await;
        let is_at = |ply| {
            format!(
                "find('#graph [role=slider]')[0].ariaValueNow === '{ply}' && find('main[data-phase=yours]').length === 1"
            )
        };
        browser.wait_until(&is_at(4)).await;
        browser.click("#graph [role=slider]").await;
        browser.wait_until(&is_at(2)).await;
        assert!(browser.fragment().await.ends_with("?at=2"));
        browser.value("find('#graph [role=slider]')[0].focus()").await;
        for (key, ply) in [(LEFT, 1), (RIGHT, 2), (RIGHT, 3), (DOWN, 2), (HOME, 0), (END, 4)] {
            browser.press(&key.to_string()).await;
            browser.wait_until(&is_at(ply)).await;
        }
        assert_eq!(browser.console_errors().await, [""; 0]);
    }
}

#[tokio::test]
async fn moves_of_the_best_lines_can_be_played_by_click() {
    let browser = open_page("#checkers/11-15,23-19").await;
    browser.open_panel("analysis").await;
    browser.click("label:has(#analysis-on)").await;
    browser
        .wait_until("find('#analysis .lines li').length === 5 && (find('#analysis dd')[5]?.textContent ?? '…') !== '…'")
        .await;
    let line = browser.texts("#analysis .lines li:first-child button").await;
    assert!(line.len() >= 2, "{line:?}");
    assert!(browser.text("#analysis .tags").await.contains("men"));
    browser.click("#analysis .lines li:first-child button:nth-child(2)").await;
    browser.wait_until("find('#moves button').length === 4").await;
    assert_eq!(browser.moves().await[2..], line[..2]);
    assert_eq!(browser.text("#moves [aria-current]").await, line[1]);
}

/// Black must capture with the man on 15.
#[tokio::test]
async fn a_hint_shows_the_piece_before_the_move() {
    let browser = open_page("#checkers/11-15,22-18").await;
    assert_eq!(browser.attribute("#hint", "aria-label").await, "Hint: where to look?");
    browser.click("#hint").await;
    browser.wait_for(&on_board(".cell.hint")).await;
    assert_eq!(browser.attribute(&on_board(".cell.hint"), "data-key").await, "15");
    assert!(!browser.shows(&on_board(".arrow")).await);
    for name in ["title", "aria-label"] {
        assert_eq!(browser.attribute("#hint", name).await, "Hint: show the move");
    }
    assert_eq!(browser.text("#status").await, "Hint: look at the piece on 15.");
    browser.click("#hint").await;
    browser.wait_for(&on_board(".arrow.hint")).await;
    assert_eq!(browser.attribute(&on_board(".cell.hint"), "data-key").await, "22");
    assert_eq!(browser.text("#status").await, "Hint: 15x22, the only legal move.");
}

/// Red must stop four in a column.
#[tokio::test]
async fn a_hint_without_pieces_shows_a_region_before_the_move() {
    let browser = open_page("#connect-four/1,4,1,4,2,4").await;
    browser.press("h").await;
    browser.wait_for(&on_board(".cell.region")).await;
    assert!(!browser.shows(&on_board(".cell.hint")).await);
    assert_eq!(browser.text("#status").await, "Hint: look at columns 3 to 5.");
    browser.press("h").await;
    browser.wait_for(&on_board(".cell.hint")).await;
    assert_eq!(
        browser.text("#status").await,
        "Hint: column 4, the only move that prevents 4, which wins at once."
    );
    assert_eq!(browser.attribute(&on_board(".cell.hint"), "data-key").await, "4,4");
    // The next position needs a new hint.
    browser.play(&["4"]).await;
    assert!(!browser.shows(&on_board(".cell:is(.hint, .region)")).await);
}

#[tokio::test]
async fn the_threat_is_shown() {
    let browser = open_page("#connect-four/1,4,1,4,2,4").await;
    browser.click("#threat").await;
    browser.wait_for(&on_board(".cell.threat")).await;
    assert_eq!(browser.attribute(&on_board(".cell.threat"), "data-key").await, "4,4");
    assert!(browser.attribute(&cell("4,4"), "aria-label").await.contains("threat"));
    browser.click("#threat").await;
    browser.wait_until(&format!("find('{}').length === 0", on_board(".cell.threat"))).await;

    for (fragment, text) in [
        ("tic-tac-toe", "It is too early for threats."),
        ("tic-tac-toe/5,1", "Nothing is threatened in the next moves."),
    ] {
        browser.run(&format!("location.hash = '{fragment}'")).await;
        browser.wait_for("#games [value=tic-tac-toe]:checked").await;
        browser.wait_for_turn().await;
        browser.press("t").await;
        browser.wait_until(&format!("find('#status')[0].textContent === '{text}'")).await;
    }
}

/// As two tabs do, of which each knows its own changes.
#[tokio::test]
async fn settings_of_another_tab_stay() {
    let browser = open_page("").await;
    browser.run("localStorage.setItem('bestmove', JSON.stringify({ level: 7 }))").await;
    browser.press("s").await;
    let settings = browser.value("JSON.parse(localStorage.getItem('bestmove'))").await;
    assert_eq!(settings, json!({ "level": 7, "scores": true }));
}

/// At the narrowest, on a phone held sideways.
#[tokio::test]
async fn scores_of_columns_do_not_overlap() {
    let browser = open_page("#connect-four/4?seat=both").await;
    browser.press("s").await;
    browser.set_phone_size(844, 390).await;
    let scores = on_board(".top .score.on");
    browser
        .wait_until(&format!("find('{scores}').filter((score) => score.innerText.length === 3).length === 7"))
        .await;
    let gaps = format!(
        "find('{scores}').map((score) => score.getBoundingClientRect())
           .map(({{ left }}, index, places) => left - (places[index - 1]?.right ?? 0))"
    );
    let gaps: Vec<f64> = serde_json::from_value(browser.value(&gaps).await).unwrap();
    assert!(gaps.iter().all(|gap| *gap >= 0.0), "{gaps:?}");
}
