use super::open_page;
use super::page::{LEFT, RIGHT, cell, on_board};
use std::time::Duration;

#[tokio::test]
async fn a_game_of_tic_tac_toe_can_be_played() {
    let browser = open_page("#tic-tac-toe?level=10").await;
    while !browser.shows("main[data-phase=over]").await {
        browser.click(&on_board(".cell[aria-disabled=false]")).await;
        browser.wait_for_turn().await;
    }
    let status = browser.text("#status").await;
    let highlighted = browser.count(&on_board(".cell.line")).await;
    if status.starts_with("You lose: O wins with three in a row.") {
        assert_eq!(highlighted, 3, "{status}");
    } else {
        assert_eq!((&*status, highlighted), ("A draw because the board is full.", 0));
    }
    assert_eq!(browser.count(&on_board(".cell[aria-disabled=false]")).await, 0);

    browser.click("#new").await;
    browser.wait_for("main[data-phase=yours]").await;
    assert_eq!(browser.count(&on_board(".piece > svg")).await, 0);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// As the board and the API: with other separators and zeros, start and end alone, jumps apart.
#[tokio::test]
async fn the_field_takes_every_way_to_write_a_move() {
    let capture = ["1x10x19", "1x19", "01-10-19", "1:19", " 1X19 ", "1 x 10 × 19", "1x10 10x19", "g1-c5"];
    for typed in capture {
        let browser = open_page("#checkers?position=B:W6,15,32:B1&seat=both").await;
        browser.play(&[typed]).await;
        assert_eq!(browser.moves().await, ["1x10x19"], "{typed}");
    }
    let browser = open_page("#checkers?seat=both").await;
    browser.play(&["11 - 15", "22x18", "15-22", "2518"]).await;
    assert_eq!(browser.moves().await, ["11-15", "22-18", "15x22", "25x18"]);
}

/// Captures that take different pieces between the same squares.
#[tokio::test]
async fn the_field_asks_for_more_squares_where_it_must() {
    let browser = open_page("#checkers?position=W:W26,25:B22,14,7,6,15,3&seat=both").await;
    browser.type_into("#typed-move", "25-2\u{e007}").await;
    let problem = browser.text("#typed-problem").await;
    assert!(problem.starts_with("\"25-2\" may be 25x18x"), "{problem}");
    assert!(problem.ends_with(". Name more of its squares."), "{problem}");
    browser.run("find('#typed-move')[0].select()").await;
    browser.play(&["25-9-2"]).await;
    assert_eq!(browser.moves().await, ["25x18x9x2"]);
}

/// A click on any cell of a column drops a disc.
#[tokio::test]
async fn connect_four_can_be_played_by_clicking_columns() {
    let browser = open_page("").await;
    browser.choose("games", "connect-four").await;
    browser.wait_for(&cell("4,6")).await;
    browser.click(&cell("4,6")).await;
    browser.wait_for_turn().await;
    assert!(browser.attribute(&cell("4,1"), "aria-label").await.contains("Red"));
    assert_eq!(browser.count(&on_board(".piece > svg")).await, 2);
    assert_eq!(browser.count(&on_board(".cell.last")).await, 1);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// After the moves in the URL fragment, Black must capture.
#[tokio::test]
async fn checkers_can_be_played_by_clicking_squares() {
    let browser = open_page("#checkers/11-15,22-18").await;
    assert_eq!(browser.count(&on_board(".cell.movable")).await, 1);
    browser.click(&cell("15")).await;
    assert_eq!(browser.count(&on_board(".cell.target")).await, 1);
    browser.click(&cell("22")).await;
    browser.wait_for_turn().await;
    let moves = browser.moves().await;
    assert_eq!((moves.len(), &moves[2][..]), (4, "15x22"));
    assert_eq!(browser.count("#bottom-player .captured svg").await, 1);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// A disc is put on a square, and those between it and another of its side turn.
/// The engine replies again, where it has replied before.
#[tokio::test]
async fn a_move_taken_back_can_be_played_again() {
    let browser = open_page("#connect-four?level=3&seed=5").await;
    browser.play(&["4"]).await;
    let moves = browser.moves().await;
    assert_eq!(moves.len(), 2);
    browser.click("#undo").await;
    browser.wait_for_turn().await;
    browser.play(&["4"]).await;
    browser.wait_until("find('#moves button').findIndex((move) => move.ariaCurrent === 'step') === 1").await;
    assert_eq!(browser.moves().await, moves, "equal seeds, equal replies");
    assert_eq!(browser.text("#status").await, "Your turn.");
}

/// The URL has the level and the seed, so that a reload goes on with the same opponent.
#[tokio::test]
async fn a_weak_opponent_can_be_chosen() {
    let browser = open_page("#connect-four?level=1&seed=5").await;
    assert!(browser.shows("#levels [value='1']:checked").await);
    browser.play(&["4"]).await;
    let fragment = browser.fragment().await;
    assert!(fragment.ends_with("?level=1&seed=5"), "{fragment}");
    browser.reload().await;
    browser.wait_for_turn().await;
    assert_eq!(browser.fragment().await, fragment);
    browser.choose("levels", "10").await;
    browser.wait_until("!location.hash.includes('level')").await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The level of a first visit is a friendly one, and the level chosen in a game is remembered. A link with moves keeps
/// its own.
#[tokio::test]
async fn a_newcomer_meets_a_friendly_opponent() {
    let browser = open_page("").await;
    let expect_level = async |level: u8, name: &str| {
        browser.wait_for(&format!("#levels [value='{level}']:checked")).await;
        assert_eq!(browser.text("#top-player small").await, name);
    };
    expect_level(2, "bestmove, Learner").await;
    browser.choose("games", "connect-four").await;
    browser.wait_for_turn().await;
    expect_level(3, "bestmove, Casual").await;
    assert!(browser.fragment().await.starts_with("connect-four?level=3&seed="));
    browser.choose("levels", "7").await;
    for (fragment, level, name) in [
        ("tic-tac-toe", 2, "bestmove, Learner"),
        ("tic-tac-toe/5,1", 10, "bestmove"),
        ("tic-tac-toe/5,1?level=3&seed=1", 3, "bestmove, Casual"),
        ("checkers", 2, "bestmove, Learner"),
        ("connect-four", 7, "bestmove, Expert"),
        ("connect-four?level=10", 10, "bestmove"),
    ] {
        browser.run(&format!("location.hash = '{fragment}'")).await;
        let (game, _) = fragment.split_once(['/', '?']).unwrap_or((fragment, ""));
        browser.wait_for(&format!("#games [value={game}]:checked")).await;
        expect_level(level, name).await;
        browser.wait_for_turn().await;
    }
    assert_eq!(browser.fragment().await, "connect-four?level=10");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn a_win_by_a_line_names_the_line() {
    for (fragment, ending) in [
        ("#tic-tac-toe/1,4,2,5,3", "with three in a row."),
        ("#connect-four/1,2,1,2,1,2,1", "with four in a row."),
    ] {
        let browser = open_page(fragment).await;
        let status = browser.text("#status").await;
        assert!(status.ends_with(ending), "{status}");
    }
}

#[tokio::test]
async fn two_people_can_play_on_one_device() {
    let browser = open_page("#connect-four").await;
    browser.play_both_sides().await;
    for (played, status) in [("4", "Yellow to move."), ("4", "Red to move."), ("3", "Yellow to move.")] {
        browser.play(&[played]).await;
        assert_eq!(browser.text("#status").await, status);
    }
    assert_eq!(browser.moves().await, ["4", "4", "3"]);
}

#[tokio::test]
async fn the_engine_plays_itself_to_the_end() {
    let browser = open_page("#tic-tac-toe?level=10").await;
    browser.choose("seats", "neither").await;
    browser.wait_for("main[data-phase=over]").await;
    assert_eq!(browser.moves().await.len(), 9);
    assert_eq!(browser.text("#status").await, "A draw because the board is full.");
}

/// By the button, by the key, and by a look at an earlier position.
#[tokio::test]
async fn the_engine_waits_while_it_plays_itself() {
    let browser = open_page("#checkers?level=3&seed=7").await;
    browser.choose("seats", "neither").await;
    browser.wait_until("find('#moves button').length > 1").await;
    for stop in ["click", "press"] {
        browser.wait_until("find('#request')[0]?.textContent === 'Pause'").await;
        if stop == "click" {
            browser.click("#request").await;
        } else {
            browser.press("p").await;
        }
        browser.wait_until("find('#request')[0]?.textContent === 'Resume'").await;
        browser.wait_for_turn().await;
        let moves = browser.moves().await;
        browser.press(&LEFT.to_string()).await;
        browser.wait_until("location.hash.includes('?at=')").await;
        browser.press(&RIGHT.to_string()).await;
        browser.wait_until("!location.hash.includes('?at=')").await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(browser.moves().await, moves, "{stop}");
        browser.press("p").await;
        browser.wait_until(&format!("find('#moves button').length > {}", moves.len() + 1)).await;
    }
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Against the engine, a turn of the person is taken back with the reply to it.
#[tokio::test]
async fn moves_can_be_taken_back_and_repeated() {
    let browser = open_page("#connect-four").await;
    browser.play(&["4", "3"]).await;
    let moves = browser.moves().await;
    let current = "find('#moves button').findIndex((move) => move.ariaCurrent === 'step')";
    browser.click("#undo").await;
    browser.wait_until(&format!("{current} === 1")).await;
    browser.click("#undo").await;
    browser.wait_for("#undo:disabled").await;
    browser.click("#redo").await;
    browser.wait_until(&format!("{current} === 1")).await;
    assert_eq!(browser.moves().await, moves);
}

#[tokio::test]
async fn the_engine_can_move_for_the_person() {
    let browser = open_page("#connect-four").await;
    browser.click("#move-for-me").await;
    browser.wait_until("find('#moves button').length === 2").await;
    assert_eq!(browser.moves().await[0], "4");
}

/// The positions between are not loaded.
#[tokio::test]
async fn a_turn_of_a_link_can_be_taken_back_and_repeated() {
    for (seat, turns) in [("", ["2", "4"]), ("&seat=white", ["1", "3"])] {
        let link = "checkers/11-15,23-19,8-11,22-17,4-8,25-22";
        let browser = open_page(&format!("#{link}?at=5&level=3&seed=7{seat}")).await;
        browser.press("u").await;
        browser.press("u").await;
        browser.wait_until(&format!("location.hash.includes('?at={}&')", turns[0])).await;
        browser.wait_for_turn().await;
        browser.click("#redo").await;
        browser.wait_until(&format!("location.hash.includes('?at={}&')", turns[1])).await;
    }
}

/// The time control is shortened from a minute to a tenth of a second, long enough for one move only.
#[tokio::test]
async fn a_clock_runs_and_ends_the_game() {
    let browser = open_page("#connect-four").await;
    assert!(!browser.shows(".clock").await);
    browser.play_both_sides().await;
    browser.click("#more summary").await;
    browser.choose("clocks", "3+2").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.texts(".clock").await, ["3:00", "3:00"]);
    browser.play(&["4", "4"]).await;
    browser.wait_until("find('#bottom-player .clock')[0].textContent < '2:59'").await;

    // Yellow gets the increment. A long one, so that the time for its move does not matter.
    let increment = "(await load('/page/clock.js')).TIME_CONTROLS['3+2'].increment";
    assert_eq!(browser.value(increment).await, 2);
    browser.run(&format!("{increment} = 100")).await;
    browser.click("#new").await;
    browser.wait_for_turn().await;
    browser.play(&["4", "4"]).await;
    browser.wait_until("find('#top-player .clock')[0].textContent > '4:00'").await;

    browser.run("(await load('/page/clock.js')).TIME_CONTROLS['1+0'].minutes = 1 / 600").await;
    browser.choose("clocks", "1+0").await;
    browser.wait_for_turn().await;
    browser.play(&["4"]).await;
    browser.wait_for("main[data-phase=over]").await;
    assert_eq!(browser.text("#status").await, "Red wins on time.");
    assert_eq!(browser.text("#top-player .clock").await, "0:00.0");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn the_clock_of_a_deleted_move_stops() {
    let browser = open_page("#tic-tac-toe?seat=both").await;
    browser.click("#more summary").await;
    browser.choose("clocks", "1+0").await;
    browser.wait_for_turn().await;
    browser.play(&["5"]).await;
    browser.wait_until("find('#top-player .clock')[0].textContent < '1:00'").await;
    browser.click("#variations button").await;
    browser.wait_until("find('#moves button').length === 0").await;
    browser.wait_for_turn().await;
    let left = browser.text("#top-player .clock").await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(browser.text("#top-player .clock").await, left);
    browser.play(&["5"]).await;
    browser.wait_until(&format!("find('#top-player .clock')[0].textContent < '{left}'")).await;
}

#[tokio::test]
async fn sounds_are_off_until_they_are_turned_on() {
    let browser = open_page("").await;
    browser
        .run(
            "window.sounds = 0;
              window.OscillatorNode = class extends OscillatorNode {
                start(at) { sounds++; super.start(at); }
              };",
        )
        .await;
    browser.play(&["5"]).await;
    assert_eq!(browser.value("sounds").await, 0);
    browser.click("#more summary").await;
    browser.click("label:has(#sound)").await;
    browser.click("#new").await;
    browser.wait_for_turn().await;
    browser.play(&["5"]).await;
    browser.wait_until("sounds >= 2").await;
    browser.reload().await;
    browser.wait_for_turn().await;
    assert!(browser.shows("#sound:checked").await, "the choice is remembered");
}

#[tokio::test]
async fn every_key_of_the_help_acts() {
    let browser = open_page("#connect-four/4,4").await;
    browser.press("?").await;
    browser.wait_for("#help[open]").await;
    let keys = browser.texts("#help kbd").await.concat();
    assert_eq!(keys, "←→HomeEnd↑↓kjnuphtfasr?");
    browser.click("#help button").await;
    browser.wait_until("find('#help[open]').length === 0").await;

    browser.choose("levels", "9").await;
    browser.wait_for_turn().await;
    for (key, effect) in [
        ("f", "location.hash.endsWith('&flipped')"),
        ("h", "find('#hint')[0].ariaLabel === 'Hint: show the move'"),
        ("t", "find('#threat[aria-pressed=true]').length === 1"),
        ("a", "find('#analysis-on:checked').length === 1"),
        ("s", "find('#scores:checked').length === 1"),
        ("r", "!find('#review')[0].hidden && find('#review table').length === 1"),
        ("u", "location.hash.includes('at=0')"),
        ("n", "find('#moves button').length === 0"),
    ] {
        browser.press(key).await;
        browser.wait_until(effect).await;
        browser.wait_for_turn().await;
    }
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Speech input may type letters by mistake. The choice is remembered.
#[tokio::test]
async fn shortcuts_can_be_turned_off() {
    let browser = open_page("#connect-four/4,4").await;
    for is_on in [false, true] {
        browser.click("#shortcuts").await;
        browser.click("label:has(#shortcuts-on)").await;
        browser.click("#help button").await;
        browser.reload().await;
        browser.wait_for_turn().await;
        browser.press("as").await;
        if is_on {
            browser.wait_for("#scores:checked").await;
        }
        assert_eq!(browser.shows("#analysis-on:checked").await, is_on);
    }
    assert_eq!(browser.console_errors().await, [""; 0]);
}
