use super::chromium::Chromium;
use super::serve;
use crate::http::engine;
use crate::router;
use serde_json::json;

/// The browser fetches a game by itself after the first move, unless the person saves data.
#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn a_button_keeps_a_game_where_the_browser_does_not() {
    for is_saving in [false, true] {
        let service = serve(router(engine())).await;
        let browser = Chromium::start().await;
        browser.devtools("Emulation.setDataSaverOverride", json!({ "dataSaverEnabled": is_saving })).await;
        browser.open(&service).await;
        browser.wait_for_turn().await;
        browser.wait_for("#offline").await;
        assert_eq!(browser.shows("#keep").await, is_saving);
        if is_saving {
            assert!(browser.text("#keep").await.ends_with("\u{a0}MB)"));
            browser.click("#keep").await;
            browser.wait_until("find('#offline')[0]?.innerText.includes('can be played offline')").await;
        }
    }
}
