use super::chromium::Chromium;
use super::open_page;
use super::page::LEFT;
use serde_json::{Value, json};
use std::env::temp_dir;
use std::fs;

const PDN: &str = "[Event \"Club\"]\n1. 11-15 23-19 2. 8-11 22-17 *\n";

pub(super) async fn open_share(fragment: &str) -> Chromium {
    let browser = open_page(fragment).await;
    browser.open_panel("share").await;
    browser
}

/// Types a text into the field, and loads it.
pub(super) async fn import(browser: &Chromium, text: &str) {
    browser.run("find('#import')[0].select()").await;
    browser.type_into("#import", text).await;
    browser.click("#load").await;
}

pub(super) async fn wait_for_moves(browser: &Chromium, count: usize) {
    browser.wait_until(&format!("find('#moves button').length === {count}")).await;
    browser.wait_for_turn().await;
}

/// Pastes into an element, or drops on it, what a script puts into `data`. Returns whether the page has taken it.
pub(super) async fn transfer(browser: &Chromium, element: &str, event: &str, fill: &str) -> bool {
    let is_left = browser
        .run(&format!(
            "const data = new DataTransfer();
             {fill}
             const options = {{ clipboardData: data, dataTransfer: data, bubbles: true, cancelable: true }};
             return find('{element}')[0].dispatchEvent(new {event}(event, options));"
        ))
        .await;
    is_left == false
}

#[tokio::test]
async fn games_are_loaded_from_typed_texts() {
    for (game, text, moves) in [
        ("tic-tac-toe", "......... 5 1 9", &["5", "1", "9"][..]),
        ("connect-four", "4453", &["4", "4", "5", "3"]),
        ("checkers", "1. 11-15 23-19 2. 8-11 22-17 *", &["11-15", "23-19", "8-11", "22-17"]),
    ] {
        let browser = open_share(&format!("#{game}")).await;
        import(&browser, text).await;
        wait_for_moves(&browser, moves.len()).await;
        assert_eq!(browser.moves().await, moves);
        assert!(browser.shows("#seats [value=both]:checked").await, "no engine moves in a loaded game");
        assert_eq!(browser.console_errors().await, [""; 0]);
    }
}

/// The comments of the game, and those of a variation as far as they are on its way.
#[tokio::test]
async fn comments_and_tags_of_a_game_are_shown_and_exported() {
    const PDN: &str = "[Event \"Club\"] [Black \"A \\\"B\\\" C\"] [White \"D\"] [Result \"1-0\"]
        {by post} 1. 11-15 {solid; sound} 23-19 2. 8-11 {a plan} {or not} 22-17 {White resigns} 1-0";
    let browser = open_share("#checkers").await;
    import(&browser, PDN).await;
    wait_for_moves(&browser, 4).await;
    assert_eq!(browser.texts(".player small").await, ["D", "A \"B\" C"]);
    assert_eq!(browser.text("#comment").await, "White resigns");
    assert_eq!(browser.attribute("#comment", "aria-live").await, "polite");
    assert_eq!(browser.count("#moves .commented").await, 3);
    assert_eq!(browser.attribute("#moves .commented", "aria-label").await, "1. 11-15, Comment");
    for (key, comment) in [(LEFT, "a plan or not"), (LEFT, ""), (LEFT, "solid; sound"), (LEFT, "by post")] {
        browser.press(&key.to_string()).await;
        browser.wait_until(&format!("find('#comment')[0].textContent === {}", json!(comment))).await;
    }

    let tags = "[Event \"Club\"]\n[Black \"A \\\"B\\\" C\"]\n[White \"D\"]\n";
    let whole =
        "{by post} 1. 11-15 {solid; sound} 23-19 2. 8-11 {a plan or not} 22-17 {White\nresigns} 1-0\n\n";
    let export = |text: String| format!("find('#export')[0].value === {}", json!(text));
    browser.wait_until(&export(format!("{tags}[Result \"1-0\"]\n[GameType \"21\"]\n{whole}"))).await;
    browser.play(&["9-14"]).await;
    let variation = "{by post} 1. 9-14 *\n\n";
    browser.wait_until(&export(format!("{tags}[Result \"*\"]\n[GameType \"21\"]\n{variation}"))).await;
    assert_eq!(browser.text("#notation [value=pdn]").await, "PDN (line)");

    browser.select("#language option[value=de]").await;
    let label = "find('#moves .commented')[0].ariaLabel === '1. 11-15, Kommentar'";
    browser.wait_until(label).await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn a_position_is_loaded_from_a_text() {
    let browser = open_share("#checkers").await;
    import(&browser, "W:W18,25:BK2").await;
    browser.wait_until("location.hash.includes('position=')").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#status").await, "White to move.");
}

#[tokio::test]
async fn games_are_pasted_dropped_and_opened() {
    let file = temp_dir().join(format!("bestmove-{}.pdn", std::process::id()));
    fs::write(&file, PDN).unwrap();
    let text = json!(PDN);
    let browser = open_page("#checkers").await;
    for (event, fill) in [
        ("ClipboardEvent", format!("const event = 'paste'; data.setData('text', {text});")),
        ("DragEvent", format!("const event = 'drop'; data.setData('text', {text});")),
        ("DragEvent", format!("const event = 'drop'; data.items.add(new File([{text}], 'game.pdn'));")),
    ] {
        transfer(&browser, "#status", event, &fill).await;
        wait_for_moves(&browser, 4).await;
        assert_eq!(browser.value("find('#import')[0].value").await, text, "{fill}");
        assert!(browser.shows("#share:not([hidden])").await);
        browser.click("#tab-play").await;
        browser.click("#new").await;
        wait_for_moves(&browser, 0).await;
    }
    browser.open_panel("share").await;
    browser.type_into("#file", file.to_str().unwrap()).await;
    wait_for_moves(&browser, 4).await;
    fs::remove_file(file).unwrap();
}

/// The browser puts a text into the field. A file is a game wherever it is dropped.
#[tokio::test]
async fn a_text_dropped_into_a_field_stays_there() {
    let browser = open_page("#checkers").await;
    let text = format!("data.setData('text', {});", json!(PDN));
    for event in ["dragover", "drop"] {
        let fill = format!("const event = '{event}'; {text}");
        assert!(!transfer(&browser, "#typed-move", "DragEvent", &fill).await, "{event}");
    }
    let file = format!("data.items.add(new File([{}], 'game.pdn'));", json!(PDN));
    for event in ["dragover", "drop"] {
        let fill = format!("const event = '{event}'; {file}");
        assert!(transfer(&browser, "#typed-move", "DragEvent", &fill).await, "{event}");
    }
    wait_for_moves(&browser, 4).await;
}

/// Players need not claim a draw: the game goes on, and is over only where its moves end.
#[tokio::test]
async fn a_game_that_goes_on_after_a_draw_by_repetition_is_loaded() {
    const PDN: &str =
        "[FEN \"B:WK32:BK1\"] 1. 1-5 32-28 2. 5-1 28-32 3. 1-5 32-28 4. 5-1 28-32 5. 1-5 1/2-1/2";
    let browser = open_share("#checkers").await;
    import(&browser, PDN).await;
    wait_for_moves(&browser, 9).await;
    assert_eq!(browser.text("#moves [aria-current]").await, "5.1-5");
    assert_eq!(browser.text("#status").await, "White to move.");
    let notice = browser.text("#notice").await;
    assert!(notice.contains("could be claimed"), "{notice}");
    browser.press(&LEFT.to_string()).await;
    browser.wait_for("main[data-phase=over]").await;
    let status = browser.text("#status").await;
    assert_eq!(status, "A draw by threefold repetition. Nobody claimed it, and the game goes on.");
    assert!(!browser.shows("#retry-now").await);

    browser.press("r").await;
    browser.wait_for("#review table").await;
    assert_eq!(browser.count("#moves .sign").await, 0, "kings that move to and fro are no mistakes");
    browser.click("#last").await;
    browser.wait_for("main[data-phase=yours]").await;
    browser.play(&["32-27"]).await;
    assert_eq!(browser.moves().await.len(), 10);
    assert!(!browser.shows("#problem:not([hidden])").await);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn an_empty_file_changes_nothing() {
    let browser = open_page("#checkers/11-15,23-19").await;
    let drop = "const event = 'drop'; data.items.add(new File([''], 'game.pdn'));";
    transfer(&browser, "#status", "DragEvent", drop).await;
    browser.wait_until("find('#import-problem')[0].textContent === 'Paste or type a game first.'").await;
    assert!(browser.fragment().await.starts_with("checkers/11-15,23-19"));
}

/// The moves before it are on the board.
#[tokio::test]
async fn a_wrong_move_is_named_by_its_number() {
    let browser = open_share("#checkers/11-15").await;
    browser.wait_for_turn().await;
    import(&browser, "1. 11-15 23-19 2. 8-12 22-17").await;
    wait_for_moves(&browser, 2).await;
    assert_eq!(browser.moves().await, ["11-15", "23-19"]);
    let notice = browser.text("#notice").await;
    let fault = "The rest of this game cannot be read. Move 2 (black): expected one of ";
    assert!(notice.starts_with(fault) && notice.ends_with("got \"8-12\"."), "{notice}");
}

/// The refusal says what the game on the board expects; the game on it stays.
#[tokio::test]
async fn a_text_without_a_game_is_refused() {
    let browser = open_share("#checkers/11-15").await;
    browser.wait_for_turn().await;
    let moves = browser.moves().await;
    import(&browser, "hello").await;
    browser.wait_for("#import[aria-invalid=true]").await;
    let shown = browser.text("#import-problem").await;
    assert!(shown.starts_with("This is no game or position of Checkers"), "{shown}");
    assert_eq!(browser.moves().await, moves);

    import(&browser, PDN).await;
    wait_for_moves(&browser, 4).await;
    assert_eq!(browser.text("#import-problem").await, "");
}

/// Every text that the page writes is that of the service, and the page reads each game back.
#[tokio::test]
async fn exports_are_those_of_the_service_and_round_trip() {
    for (game, moves) in [
        ("tic-tac-toe", &["5", "1", "9", "3"][..]),
        ("connect-four", &["4", "4", "5", "3"]),
        ("checkers", &["11-15", "23-19", "8-11", "22-17"]),
    ] {
        let browser = open_share(&format!("#{game}/{}", moves.join(","))).await;
        let converted = browser.ask(&format!("{game}/convert"), json!({ "moves": moves })).await;
        let Value::Object(texts) = &converted["games"][0]["texts"] else { panic!("{converted}") };
        for (notation, text) in texts {
            let option = format!("#notation option[value='{notation}']");
            browser.wait_for(&option).await;
            browser.select(&option).await;
            browser.wait_until(&format!("find('#export')[0].value === {text}")).await;
        }
        let game_text = texts.get("pdn").or(texts.get("columns")).or(texts.get("record")).unwrap();
        browser.click("#tab-play").await;
        browser.click("#new").await;
        wait_for_moves(&browser, 0).await;
        browser.open_panel("share").await;
        import(&browser, game_text.as_str().unwrap().trim()).await;
        wait_for_moves(&browser, moves.len()).await;
        assert_eq!(browser.moves().await, moves);
    }
}

/// The link and the code to embed, as they are copied. A framed board has the person's side at the bottom.
#[tokio::test]
async fn links_and_code_to_embed_are_copied() {
    for (query, parameters) in [
        ("", ""),
        ("?flipped", "&flipped="),
        ("?seat=O&flipped", "&side=O"),
        ("?seat=O", "&side=O&flipped="),
        ("?seat=neither", "&side=none"),
    ] {
        let browser = open_share(&format!("#connect-four/4,4{query}")).await;
        browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }").await;
        browser.click("#copy-link").await;
        let rest = query.replace('?', "&").replace("flipped", "flipped=");
        let link = format!("location.origin + '/?game=connect-four&moves=4,4{rest}'");
        browser.wait_until(&format!("window.copied === {link}")).await;
        browser.click("#copy-embed").await;
        let source =
            format!("`<iframe src=\"${{location.origin}}/embed/connect-four?moves=4%2C4{parameters}\"`");
        browser.wait_until(&format!("window.copied.startsWith({source})")).await;
    }
}

/// The query becomes the fragment, which has what a query has no room for.
#[tokio::test]
async fn copied_links_lead_to_the_same_game() {
    for (fragment, query) in [
        ("#connect-four/4,4?level=3&seed=7", "?game=connect-four&moves=4,4&level=3&seed=7"),
        ("#checkers/11-15,23-19?seat=both&flipped", "?game=checkers&moves=11-15,23-19&seat=both&flipped="),
        ("#checkers/11-15,23-19(22-18),8-11?at=1&seat=both", "?game=checkers&moves=11-15"),
    ] {
        let browser = open_share(fragment).await;
        browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }").await;
        browser.click("#copy-link").await;
        browser.wait_until("window.copied !== undefined").await;
        let link = browser.value("window.copied").await.as_str().unwrap().to_owned();
        assert!(link.contains(&format!("/{query}")), "{link}");
        assert_eq!(link.contains('#'), fragment.contains('('), "{link}");
        browser.open(&link).await;
        browser.wait_for_turn().await;
        browser.wait_until(&format!("location.hash === {fragment:?} && location.search === ''")).await;
        assert_eq!(browser.console_errors().await, [""; 0]);
    }
}

#[tokio::test]
async fn a_link_of_the_page_is_loaded() {
    let browser = open_share("#checkers").await;
    import(&browser, "x").await;
    browser.wait_for("#import[aria-invalid=true]").await;
    let origin = browser.value("location.origin").await;
    import(&browser, &format!(" {}/#connect-four/4,4?seat=both", origin.as_str().unwrap())).await;
    wait_for_moves(&browser, 2).await;
    assert_eq!(browser.fragment().await, "connect-four/4,4?seat=both");
    assert_eq!(browser.text("#import-problem").await, "");
}
