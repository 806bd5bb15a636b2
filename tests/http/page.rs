use super::wire::with_coding;
use super::{Answer, get, service};
use axum::Router;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bestmove_query::Registry;
use reqwest::Url;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const PAGE: &str = "/";
const BUNDLE: &str = "/page/bundle.js";
const EMBED: &str = "/embed/connect-four";
const LABORATORY: &str = "/laboratory";
const CLAIMS: &str = "/laboratory/claims";
/// What people follow as a link, and no browser loads by itself.
const LINKED: [&str; 6] = [PAGE, LABORATORY, CLAIMS, "/docs", "/openapi.yaml", "/v1/claims"];
/// The script that may compile WebAssembly.
const WORKER: &str = "/local/src/worker.js";
/// The modules that pages of any origin import.
const MODULES: [&str; 2] = ["/client.js", "/board.js"];

/// The files in a folder and in those below, except declarations of types, which no browser reads.
fn files(folder: &Path) -> Vec<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = paths
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path.to_str().unwrap().to_owned()] });
    below.filter(|path| !path.ends_with(".ts")).collect()
}

/// The files that are served, and their URLs.
fn served() -> Vec<(String, String)> {
    let url = |path: &str| match path.strip_prefix("web/") {
        Some("index.html") => PAGE.to_owned(),
        Some("embed.html") => EMBED.to_owned(),
        Some("docs/index.html") => "/docs".to_owned(),
        Some("laboratory/index.html") => LABORATORY.to_owned(),
        Some("laboratory/claims/index.html") => CLAIMS.to_owned(),
        Some(name) => format!("/page/{name}"),
        None if path.starts_with("clients/wasm/") => path.replacen("clients/wasm", "/local", 1),
        None => path.strip_prefix("clients/typescript/src").unwrap().to_owned(),
    };
    let folders = ["web", "clients/typescript/src", "clients/wasm/src"];
    let paths = folders.into_iter().flat_map(|folder| files(Path::new(folder)));
    paths.map(|path| (url(&path), path)).collect()
}

/// The size of a file in brotli, without headers.
async fn weight(service: &Router, url: &str) -> usize {
    let answer = with_coding(service, url, "br").await;
    assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, "br"), "{url}");
    answer.body.len()
}

/// What comes before the URLs that a file names: imports, and the pictures, styles and scripts of HTML and CSS.
const BEFORE: &[&str] = &["from ", "import ", "new URL(", "src=", "href=", "url(", "import("];
/// All but the last: a module that is imported by a call is loaded when it is wanted.
const AT_ONCE: &[&str] = BEFORE.split_at(6).0;

/// The URLs that a file names.
fn references(url: &str, text: &str, before: &[&str]) -> Vec<String> {
    let base = Url::parse("http://bestmove.test").unwrap().join(url).unwrap();
    let text = without_types(text);
    // The modules in the bundle have other URLs than it has, and it names files by whole paths.
    let starts = if [BUNDLE, PAGE].contains(&url) { &["/"][..] } else { &["/", "./", "../"] };
    let named = before.iter().flat_map(|before| text.split(before).skip(1)).filter_map(|rest| {
        let rest = rest.trim_start_matches(['"', '\'']);
        let name = rest.split(['"', '\'', ')', ' ', '>', '\n']).next()?;
        starts.iter().any(|start| name.starts_with(start)).then_some(name)
    });
    named.map(|name| base.join(name).unwrap().path().to_owned()).collect()
}

/// The text without comments of types, `/** ... */`, whose imports no browser loads.
fn without_types(text: &str) -> String {
    let mut parts = text.split("/**");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once("*/").map_or("", |(_, code)| code));
    [first].into_iter().chain(rest).collect()
}

/// All files that a browser loads for a URL, by what comes before their names.
async fn loaded(service: &Router, start: &str, before: &[&str]) -> BTreeMap<String, Answer> {
    let (mut loaded, mut due) = (BTreeMap::new(), vec![(start.to_owned(), start.to_owned())]);
    while let Some((url, referrer)) = due.pop() {
        if loaded.contains_key(&url) {
            continue;
        }
        let answer = get(service, &url).await;
        assert_eq!(answer.status, 200, "{url}, which {referrer} names");
        let text = String::from_utf8_lossy(&answer.body);
        let names =
            references(&url, &text, before).into_iter().filter(|name| !LINKED.contains(&name.as_str()));
        due.extend(names.map(|name| (name, url.clone())));
        loaded.insert(url, answer);
    }
    loaded
}

#[test]
fn references_are_found() {
    let text = "/** @import {A} from \"./types.js\" */\nimport { a } from \"./a.js\";\nimport '../b.js';\n\
                const c = await import(\"/c.js\"); fetch(\"/v1/games\");\n\
                <link href=/d.css><img src=\"data:,\"> url(e.png)\nurl('./e.png') new URL(\"f.js\")";
    let (a, b, c, d, e) = ("/board/a.js", "/b.js", "/c.js", "/d.css", "/board/e.png");
    assert_eq!(references("/board/x.js", text, BEFORE), [a, b, d, e, c]);
    assert_eq!(references("/board/x.js", text, AT_ONCE), [a, b, d, e]);
}

#[tokio::test]
async fn every_file_is_served() {
    let service = service();
    for (url, path) in served() {
        let answer = get(&service, &url).await;
        assert_eq!(answer.status, 200, "{url}");
        let file = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let served = String::from_utf8_lossy(&answer.body).into_owned();
        if path.ends_with(".js") || path.ends_with(".css") {
            let file = without_types(&file);
            let is_comment = |line: &&str| ["//", "/*", "*"].iter().any(|start| line.starts_with(start));
            let code = file.lines().map(str::trim_start).filter(|line| !is_comment(line));
            code.for_each(|line| assert!(served.contains(line), "{url}: {line}"));
            assert!(served.lines().all(|line| file.contains(line)), "{url}");
        } else if url == PAGE {
            let is_inlined =
                |line: &&str| line.contains("rel=\"stylesheet\"") || line.contains("src=\"/page/bundle");
            let lines = file.lines().map(str::trim_start).filter(|line| !is_inlined(line));
            lines.for_each(|line| assert!(served.contains(line), "{line}"));
        } else if path.ends_with(".html") {
            let lines = file.lines().map(str::trim_start).filter(|line| !line.is_empty());
            assert!(served.lines().eq(lines), "{url}");
        } else {
            assert_eq!(served, file, "{url}");
        }
        let media_type = match path.rsplit_once('.').unwrap().1 {
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "png" => "image/png",
            "svg" => "image/svg+xml",
            "webmanifest" => "application/manifest+json",
            _ => "a media type",
        };
        assert_eq!(answer.header("content-type"), media_type, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin", "{path}");
    }
}

#[tokio::test]
async fn named_files_are_served() {
    let service = service();
    for start in [PAGE, EMBED, LABORATORY, CLAIMS].into_iter().chain(MODULES) {
        assert!(!loaded(&service, start, BEFORE).await.is_empty());
    }
}

/// HTML, CSS and scripts, in brotli. Pictures do not count, as the page is used without them, nor does the list of games,
/// an answer of the API that comes with the page.
#[tokio::test]
async fn the_page_weighs_at_most_80_kb() {
    let service = service();
    let is_text = |url: &str| url == PAGE || url.ends_with('s');
    let page =
        loaded(&service, PAGE, BEFORE).await.into_keys().filter(|url| is_text(url)).collect::<Vec<_>>();
    assert!(!page.contains(&BUNDLE.to_owned()), "its script comes with the page: {page:?}");
    let docs = served().into_iter().filter(|(_, path)| path.starts_with("web/docs/")).map(|(url, _)| url);
    let games = weight(&service, "/v1/games").await;
    for (files, limit) in [(page, 80_000 + games), (docs.collect(), 8_200)] {
        let mut total = 0;
        for url in &files {
            total += weight(&service, url).await;
        }
        assert!((1..=limit).contains(&total), "{total}");
    }
}

/// With all that they load at once.
#[tokio::test]
async fn the_embedded_board_and_the_laboratory_weigh_at_most_40_kb_each() {
    let service = service();
    for start in [EMBED, LABORATORY, CLAIMS] {
        let mut total = 0;
        for url in loaded(&service, start, AT_ONCE).await.keys() {
            total += weight(&service, url).await;
        }
        assert!((1..=40_000).contains(&total), "{start}: {total}");
    }
}

#[tokio::test]
async fn only_the_embedded_board_may_be_framed() {
    let service = service();
    let policy = async |url: &str| get(&service, url).await.header("content-security-policy").to_owned();
    let of_other = policy(LABORATORY).await;
    let (rest, ancestors) = of_other.rsplit_once("; ").unwrap();
    assert_eq!(ancestors, "frame-ancestors 'none'");
    assert!(rest.contains("default-src 'none'") && rest.contains("script-src 'self'"), "{rest}");
    assert!(!rest.contains("unsafe"), "{rest}");
    for (url, _) in served().into_iter().filter(|(url, _)| url != PAGE) {
        let ancestors = if url == EMBED { "frame-ancestors *" } else { ancestors };
        let scripts =
            if url == WORKER { "script-src 'self' 'wasm-unsafe-eval'" } else { "script-src 'self'" };
        let rest = rest.replace("script-src 'self'", scripts);
        assert_eq!(policy(&url).await, format!("{rest}; {ancestors}"), "{url}");
    }
}

/// The styles and the script by their hashes, nothing else in the page.
#[tokio::test]
async fn a_first_visit_gets_styles_script_and_first_answers_with_the_page() {
    let service = service();
    let answer = get(&service, PAGE).await;
    let html = String::from_utf8(answer.body.to_vec()).unwrap();
    let between = |before: &str, after: &str| {
        let (_, rest) = html.split_once(before).unwrap();
        rest.split_once(after).unwrap().0.to_owned()
    };
    let styles = between("<style>", "</style>");
    let script = between("<script type=\"module\">", "</script>");
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let of_other = get(&service, LABORATORY).await.header("content-security-policy").to_owned();
    let expected = of_other
        .replace("script-src 'self'", &format!("script-src 'self' 'sha256-{}'", hash(&script)))
        .replace("style-src 'self'", &format!("style-src 'self' 'sha256-{}'", hash(&styles)));
    assert_eq!(answer.header("content-security-policy"), expected);
    assert_eq!(script.as_bytes(), get(&service, BUNDLE).await.body);
    assert_eq!((html.matches("</script").count(), html.matches("</style").count()), (2, 1));

    let answers: BTreeMap<String, Value> =
        serde_json::from_str(&between("<script type=\"application/json\" id=\"answers\">", "</script>"))
            .unwrap();
    assert_eq!(answers.len(), 1 + Registry::built_in().ids().count());
    for (path, answer) in &answers {
        let body = get(&service, path).await.body;
        assert_eq!(answer, &serde_json::from_slice::<Value>(&body).unwrap(), "{path}");
    }
}

#[tokio::test]
async fn the_board_of_every_game_can_be_embedded() {
    let service = service();
    for game in Registry::built_in().ids() {
        assert_eq!(get(&service, &format!("/embed/{game}")).await.status, 200, "{game}");
    }
    let answer = get(&service, "/embed/chess").await;
    assert_eq!((answer.status.as_u16(), &answer.problem()["field"]), (404, &"game".into()));
}
