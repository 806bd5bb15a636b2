//! Positions as pictures.

use super::{get, service};

/// The picture of a game with this query string.
async fn picture(game: &str, query: &str) -> String {
    let answer = get(&service(), &format!("/v1/{game}/board.svg?{query}")).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "image/svg+xml"), "{answer:?}");
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test]
async fn every_game_has_its_cells_and_pieces() {
    for (game, cells, pieces) in
        [("tic-tac-toe", 9, 1), ("connect-four", 42, 1), ("checkers", 32, 24), ("reversi", 64, 5)]
    {
        let first = match game {
            "checkers" => "11-15",
            "reversi" => "d3",
            _ => "4",
        };
        let drawn = picture(game, &format!("moves={first}")).await;
        let cell = if game == "connect-four" { "<circle cx=\"" } else { "<rect x=\"" };
        let board = drawn.split("<g ").next().unwrap();
        assert!(board.matches(cell).count() >= cells, "{game}: {drawn}");
        assert_eq!(drawn.matches("<g transform").count(), pieces, "{game}");
        assert!(drawn.contains("#ffd45e"), "the last move is marked: {game}");
        assert!(drawn.ends_with("</svg>\n") && !drawn.contains("style="), "{game}");
    }
}

#[tokio::test]
async fn a_picture_is_turned_and_coloured_and_has_arrows_as_asked() {
    let plain = picture("checkers", "").await;
    let turned = picture("checkers", "flipped=true").await;
    assert!(plain.contains("<text x=\"94\" y=\"37\" fill=\"#e6efe9\">1</text>"), "{plain}");
    assert!(turned.contains("<text x=\"94\" y=\"37\" fill=\"#e6efe9\">32</text>"), "{turned}");
    assert!(!picture("checkers", "numbers=false").await.contains("<text"));
    assert_ne!(picture("checkers", "theme=dark").await, plain);
    for arrows in ["11-15", "11-15,8-11", "3-10-17", "15x22"] {
        let drawn = picture("checkers", &format!("arrows={arrows}")).await;
        assert_eq!(drawn.matches("<polyline").count(), arrows.split(',').count(), "{arrows}");
    }
    assert_eq!(picture("reversi", "arrows=d3").await.matches("stroke-width=\"6\"").count(), 1);
}

#[tokio::test]
async fn equal_pictures_have_one_address() {
    let (service, expected) = (service(), "/v1/connect-four/board.svg?position=");
    let of = async |query: &str| {
        let answer = get(&service, &format!("/v1/connect-four/board.svg?{query}")).await;
        (answer.header("content-location").to_owned(), answer.header("etag").to_owned())
    };
    let played = of("moves=4,4,3").await;
    assert!(played.0.starts_with(expected) && played.0.ends_with("&moves=3"), "{played:?}");
    assert_eq!(of("position=44&moves=3&flipped=false").await, played);
    assert_ne!(of("position=443").await.1, played.1, "its last move is not known");
    let location = played.0.split_once('?').unwrap().1;
    assert_eq!(of(location).await, played);
}

#[tokio::test]
async fn what_is_wrong_with_a_picture_is_said() {
    for (query, field, expected) in [
        ("arrows=99", "arrows", "legal moves, or names of cells joined by -"),
        ("theme=pink", "theme", ""),
        ("moves=1-2", "moves", ""),
        ("flipped=2", "flipped", ""),
        ("size=9", "size", ""),
    ] {
        let refused = get(&service(), &format!("/v1/checkers/board.svg?{query}")).await;
        let problem = refused.problem();
        assert_eq!(
            (refused.status.as_u16(), problem["field"].as_str().unwrap().split('[').next()),
            (422, Some(field)),
            "{problem}"
        );
        assert!(problem["expected"].as_str().unwrap().contains(expected), "{problem}");
    }
}

/// The width and height in the header of a PNG (ISO/IEC 15948, section 11.2.1).
fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (side(16), side(20))
}

#[tokio::test]
async fn a_picture_as_png_has_the_same_parameters_and_caching() {
    let service = service();
    for (game, query, size) in [
        ("tic-tac-toe", "moves=5", (912, 912)),
        ("connect-four", "position=44&moves=3&theme=dark", (936, 816)),
        ("checkers", "moves=11-15&arrows=22-18&numbers=false&flipped=true", (1056, 1056)),
        ("reversi", "", (1056, 1056)),
    ] {
        let of = async |format: &str| get(&service, &format!("/v1/{game}/board.{format}?{query}")).await;
        let (svg, png) = (of("svg").await, of("png").await);
        assert_eq!((png.status.as_u16(), png.header("content-type")), (200, "image/png"), "{game}");
        assert_eq!(png_size(&png.body), size, "{game}");
        assert_eq!(png.header("cache-control"), "public, max-age=604800, immutable");
        let location = png.header("content-location").to_owned();
        assert_eq!(location.replace("board.png", "board.svg"), svg.header("content-location"));
        let again = get(&service, &location).await;
        assert_eq!((again.header("etag"), &again.body), (png.header("etag"), &png.body));
        assert_ne!(png.header("etag"), svg.header("etag"));
    }
    let refused = get(&service, "/v1/checkers/board.png?theme=pink").await;
    assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &"theme".into()));
}
