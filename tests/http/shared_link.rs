//! Links whose query names a position.

use super::{engine, get, request, send, service};
use axum::Router;
use axum::http::header::ACCEPT_ENCODING;
use axum::http::{HeaderValue, Method};
use bestmove::http::HttpConfig;

/// The tags of the page by their properties.
async fn tags(service: &Router, link: &str) -> Vec<(String, String)> {
    let page = get(service, link).await;
    assert_eq!(
        (page.status.as_u16(), page.header("content-type")),
        (200, "text/html; charset=utf-8"),
        "{link}"
    );
    assert_eq!(page.header("cache-control"), "no-cache");
    assert!(page.header("content-security-policy").starts_with("default-src 'none'; "), "{link}");
    let html = String::from_utf8(page.body.to_vec()).unwrap();
    let head = html.split_once("</head>").unwrap().0;
    let tags = head.split("<meta property=\"").skip(1);
    let read = |tag: &str| {
        let (property, rest) = tag.split_once("\" content=\"").unwrap();
        (property.to_owned(), rest.split_once("\">").unwrap().0.replace("&amp;", "&"))
    };
    tags.map(read).collect()
}

fn content<'a>(tags: &'a [(String, String)], property: &str) -> &'a str {
    let found: Vec<_> = tags.iter().filter(|(name, _)| name == property).collect();
    assert_eq!(found.len(), 1, "{property}: {tags:?}");
    &found[0].1
}

#[tokio::test]
async fn a_link_describes_its_position_and_its_picture_is_there() {
    let service = service();
    for (link, title, size) in [
        ("/?game=connect-four&moves=4,4,3&level=3&seed=7", "Connect four: Yellow to move", "936"),
        ("/?game=connect-four", "Connect four: Red to move", "936"),
        ("/?game=tic-tac-toe&position=XX.OO....&moves=3", "Tic-tac-toe: X has won", "912"),
        ("/?game=checkers&moves=11-15&seat=both&at=1", "Checkers: White to move", "1056"),
        ("/?moves=d3&game=reversi&flipped", "Reversi: White to move", "1056"),
    ] {
        let tags = tags(&service, link).await;
        assert_eq!(content(&tags, "og:title").to_lowercase(), title.to_lowercase(), "{link}");
        assert_eq!(content(&tags, "og:image:width"), size, "{link}");
        let image = get(&service, content(&tags, "og:image")).await;
        assert_eq!(
            (image.status.as_u16(), image.header("content-type")),
            (200, "image/png"),
            "{link}: {tags:?}"
        );
    }
}

#[tokio::test]
async fn the_picture_is_turned_as_the_page_turns_the_board() {
    let service = service();
    for (link, is_turned) in [
        ("/?game=checkers", true),
        ("/?game=checkers&flipped", false),
        ("/?game=checkers&flipped=", false),
        ("/?game=connect-four&flipped", false),
        ("/?game=reversi", false),
    ] {
        let tags = tags(&service, link).await;
        assert_eq!(content(&tags, "og:image").contains("flipped=true"), is_turned, "{link}");
    }
}

#[tokio::test]
async fn other_queries_get_the_page_as_it_is() {
    let service = service();
    let plain = get(&service, "/").await;
    let long = format!("/?game=connect-four&moves={}", "4,".repeat(3000));
    for link in [
        "/?",
        "/?moves=4",
        "/?game=chess&moves=e4",
        "/?game=connect-four&moves=9",
        "/?game=connect-four&position=%22%3E%3Cscript%3E",
        "/?game=connect-four&moves=4&position=4&position=4",
        "/?game=%FF%00",
        &long,
    ] {
        let page = get(&service, link).await;
        assert_eq!((page.status, page.header("etag")), (plain.status, plain.header("etag")), "{link}");
        assert_eq!(page.body, plain.body, "{link}");
    }
}

#[tokio::test]
async fn only_the_public_url_makes_the_address_of_the_picture_whole() {
    let public_url = Some("https://play.example.org".parse().unwrap());
    let public = bestmove::http::router(engine(), HttpConfig { public_url, ..HttpConfig::default() });
    let link = "/?game=connect-four&moves=4";
    let image = content(&tags(&public, link).await, "og:image").to_owned();
    assert!(image.starts_with("https://play.example.org/v1/connect-four/board.png?position="), "{image}");
    let image = content(&tags(&service(), link).await, "og:image").to_owned();
    assert!(
        image.starts_with("/v1/connect-four/board.png?"),
        "the host of a request is not trusted: {image}"
    );
}

#[tokio::test]
async fn a_described_page_has_an_entity_tag_of_its_own() {
    let service = service();
    let tag = async |link: &str| get(&service, link).await.header("etag").to_owned();
    let [first, second, plain] =
        [tag("/?game=connect-four&moves=4").await, tag("/?game=connect-four&moves=5").await, tag("/").await];
    assert!(first != second && first != plain && second != plain);
    assert_eq!(tag("/?game=connect-four&moves=4&level=3").await, first);
}

#[tokio::test]
async fn a_described_page_is_compressed() {
    let service = service();
    let mut request = request(Method::GET, "/?game=connect-four&moves=4");
    request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    let answer = send(&service, request).await;
    assert_eq!((answer.header("content-encoding"), answer.header("vary")), ("gzip", "accept-encoding"));
}
