//! The page with its styles, its script and the first answers of the API in place of the links to them, so that a
//! first visit waits for one request.

use super::file::File;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bestmove_query::wire::json_text;
use bestmove_query::wire::request::LegalMovesBody;
use bestmove_query::wire::response::{LegalMovesAnswer, games_text};
use bestmove_query::{LimitPolicy, Registry};
use sha2::{Digest, Sha256};

/// What is before and behind a URL in the head of the page, the style sheets before the script.
const STYLE_SHEET: (&str, &str) = ("<link rel=\"stylesheet\" href=\"", "\">");
const SCRIPT: (&str, &str) = ("<script type=\"module\" src=\"", "\"></script>");

/// A page, and what the browser may run and apply in it.
pub(super) struct Inlined {
    pub(super) html: String,
    /// The source of the style sheets in a content security policy.
    pub(super) styles: String,
    /// That of the script.
    pub(super) script: String,
}

/// The page with what it links to among these files, and with the [first answers](first_answers).
pub(super) fn inlined(page: &File, files: &[File], answers: &str) -> Inlined {
    let linked = |line: &str, (before, after): (&str, &str)| {
        let url = line.strip_prefix(before)?.strip_suffix(after)?;
        let file = files.iter().find(|file| file.url() == url)?;
        Some(text(file))
    };
    let (mut html, mut styles, mut script) = (String::new(), String::new(), String::new());
    for line in text(page).lines() {
        if let Some(sheet) = linked(line, STYLE_SHEET) {
            styles += sheet;
        } else if let Some(module) = linked(line, SCRIPT) {
            script += module;
            html += &format!("<style>{styles}</style>\n{answers}<script type=\"module\">{script}</script>\n");
        } else {
            html.extend([line, "\n"]);
        }
    }
    Inlined { html, styles: source(&styles), script: source(&script) }
}

fn text(file: &File) -> &str {
    str::from_utf8(file.content()).expect("pages, styles and scripts are texts")
}

/// The [source](https://www.w3.org/TR/CSP3/#source-list) of a text in the page.
fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// An element with the answers that a visit begins with, by the paths of their requests: the games, and the legal moves
/// at the start of each.
pub(super) fn first_answers(games: &Registry, limit_policy: &LimitPolicy) -> String {
    let starts = games.games().filter_map(|game| {
        let legal_moves = LegalMovesBody::default().query(game.as_ref()).ok()?.legal_moves();
        let answer = json_text(&LegalMovesAnswer::new(&legal_moves, game.info(), &game.layout()));
        Some((format!("/v1/{}/legal-moves", game.info().id), answer))
    });
    let answers = [("/v1/games".to_owned(), games_text(games, limit_policy))].into_iter().chain(starts);
    let answers: Vec<_> = answers.map(|(path, answer)| format!("\"{path}\":{answer}")).collect();
    let object = answers.join(",").replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"answers\">{{{object}}}</script>\n")
}
