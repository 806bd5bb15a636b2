//! What handlers take from a request, with problems instead of the framework's plain-text
//! rejections.

use super::BODY_LIMIT;
use super::error::{Blame, Problem};
use super::receive::Receiver;
use super::request::Raw;
use super::suggestion::{nearest, nearest_field};
use crate::clients::ByteLease;
use crate::engine::{AnyGame, GAMES, find};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Uri};
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, Deserializer as _, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_path_to_error::{Deserializer, Track};
use std::fmt;
use std::marker::PhantomData;

/// A part of the path.
pub(super) struct Segment(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let segment = Path::<String>::from_request_parts(parts, state).await;
        let Path(segment) = segment.map_err(|rejection| Problem::malformed_path(rejection.body_text()))?;
        Ok(Self(segment))
    }
}

/// The game that the path names.
pub(super) struct Game(pub(super) &'static dyn AnyGame);

impl<S: Send + Sync> FromRequestParts<S> for Game {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Segment(id) = Segment::from_request_parts(parts, state).await?;
        find(&id)
            .map(Self)
            .ok_or_else(|| Problem::unknown_game(no_game(format!("{id:?}"))).suggesting(nearest_game(&id)))
    }
}

fn nearest_game(name: &str) -> Option<&'static str> {
    nearest(name, GAMES.iter().map(|game| game.info().id))
}

fn no_game(got: String) -> Blame {
    let ids: Vec<_> = GAMES.iter().map(|game| game.info().id).collect();
    let expected = format!("one of {}", ids.join(", "));
    Blame { field: Some("game".to_owned()), expected, got: cut(got) }
}

/// The game that a body names.
pub(super) fn named_game(name: Option<&Raw>) -> Result<&'static dyn AnyGame, Problem> {
    let word = name.and_then(Raw::word);
    let got = || name.map_or_else(|| "nothing".to_owned(), Raw::shown);
    word.as_deref().and_then(find).ok_or_else(|| {
        Problem::invalid_field(no_game(got())).suggesting(word.as_deref().and_then(nearest_game))
    })
}

/// The body: a JSON object of at most `LIMIT` bytes that is a `T`; and the lease on the memory it takes.
pub(super) struct Json<T, const LIMIT: usize = BODY_LIMIT>(pub(super) T, pub(super) ByteLease);

impl<T: DeserializeOwned, S: Send + Sync, const LIMIT: usize> FromRequest<S> for Json<T, LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        require_no_query(request.uri())?;
        require_json(request.headers())?;
        require_uncompressed(request.headers())?;
        let receiver = request.extensions().get::<Receiver>().cloned().ok_or_else(Problem::internal)?;
        let (body, lease) = receiver.receive(request.into_body(), LIMIT).await?;
        Ok(Self(parse(&body)?, lease))
    }
}

/// What is asked for beside the body would not be done.
fn require_no_query(uri: &Uri) -> Result<(), Problem> {
    match form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).next() {
        None => Ok(()),
        Some((name, _)) => Err(Problem::invalid_field(blamed(
            &name,
            "all fields of a POST in its body",
            "a query parameter",
        ))),
    }
}

fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let declared = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let essence = declared.as_deref().unwrap_or("nothing").split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err(Problem::unsupported_media_type(Blame {
            field: None,
            expected: "Content-Type: application/json".to_owned(),
            got: cut(essence.to_owned()),
        }))
    }
}

fn require_uncompressed(headers: &HeaderMap) -> Result<(), Problem> {
    let is_identity = |value: &&HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"identity");
    match headers.get_all(CONTENT_ENCODING).iter().find(|value| !is_identity(value)) {
        None => Ok(()),
        Some(encoding) => Err(Problem::unsupported_media_type(Blame {
            field: None,
            expected: "no Content-Encoding".to_owned(),
            got: cut(String::from_utf8_lossy(encoding.as_bytes()).into_owned()),
        })),
    }
}

/// What can be read is JSON as far as that went; of anything else a second pass tells whether its syntax is bad
/// (400) or its content (422).
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    if body.trim_ascii().is_empty() {
        return Err(Problem::empty_body());
    }
    let text = str::from_utf8(body).map_err(|error| Problem::malformed_json(error.to_string()))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let content = read(&mut json);
    let syntax = if content.is_ok() { json.end() } else { serde_json::from_str(text).map(|IgnoredAny| ()) };
    syntax.map_err(|error| Problem::malformed_json(error.to_string()))?;
    content
}

/// The items of a list, from 1 to `most`. Where there are more, only so many are read.
pub(super) fn read_list(field: &str, list: &Raw, most: usize) -> Result<Vec<Raw>, Problem> {
    let items = serde_json::Deserializer::from_str(list.text()).deserialize_seq(Few { field, most });
    items.map_err(|error| Problem::invalid_field(blame(field, &unplaced(error.to_string()))))
}

/// Takes lists of few items.
struct Few<'a> {
    field: &'a str,
    most: usize,
}

impl Few<'_> {
    fn refuse<E: Error>(&self, got: &str) -> E {
        let expected = format!("from 1 to {} {}", self.most, self.field);
        E::invalid_value(Unexpected::Other(got), &expected.as_str())
    }
}

impl<'de> Visitor<'de> for Few<'_> {
    type Value = Vec<Raw>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Raw>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            if items.len() == self.most {
                return Err(self.refuse(&format!("more than {}", self.most)));
            }
            items.push(item);
        }
        if items.is_empty() { Err(self.refuse("0")) } else { Ok(items) }
    }
}

/// A `T` from text that is JSON.
pub(super) fn read_text<T: DeserializeOwned>(json: &str) -> Result<T, Problem> {
    read(&mut serde_json::Deserializer::from_str(json))
}

/// A `T` from JSON.
pub(super) fn read<'de, T: DeserializeOwned>(
    json: impl serde::Deserializer<'de, Error = serde_json::Error>,
) -> Result<T, Problem> {
    let mut track = Track::new();
    let object = Deserializer::new(json, &mut track).deserialize_map(Object(PhantomData));
    object.map_err(|error| {
        let message = unplaced(error.to_string());
        Problem::invalid_field(blame(&track.path().to_string(), &message)).suggesting(nearest_field(&message))
    })
}

fn blamed(field: &str, expected: &str, got: &str) -> Blame {
    Blame { field: Some(cut(field.to_owned())), expected: expected.to_owned(), got: got.to_owned() }
}

/// Blames a field that is there twice.
pub(super) fn twice(field: &str) -> Blame {
    blamed(field, "the field only once", "the field twice")
}

/// Lets objects in and nothing else; a derived `Deserialize` would take an array of the fields'
/// values as well.
struct Object<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Serde's message without the line and the column.
fn unplaced(mut message: String) -> String {
    if let Some(end) = message.rfind(" at line ") {
        message.truncate(end);
    }
    message
}

/// Whom serde's message blames, and for what: `serde_json` keeps no other record of it.
fn blame(path: &str, message: &str) -> Blame {
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return twice(field.trim_matches('`'));
    }
    if let Some(field) = message.strip_prefix("missing field ") {
        return blamed(field.trim_matches('`'), "a value", "nothing");
    }
    let complaint = ["invalid type: ", "invalid value: ", "unknown field "]
        .iter()
        .find_map(|prefix| message.strip_prefix(prefix))
        .and_then(|complaint| complaint.rsplit_once(", expected "));
    let (got, expected) = complaint.unwrap_or((message, "a valid value"));
    Blame {
        field: (path != ".").then(|| cut(path.to_owned())),
        expected: json_words(expected),
        got: cut(json_words(got)),
    }
}

/// Serde's name of a value, in the words of JSON.
fn json_words(serde: &str) -> String {
    match serde {
        "map" => "an object".to_owned(),
        "sequence" | "a sequence" => "an array".to_owned(),
        other => other.replacen("floating point", "number", 1),
    }
}

/// Input as an answer repeats it: 80 characters at most.
pub(super) fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(80) {
        text.replace_range(end.., "…");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_no_further_than_it_may_go_on() {
        for (text, told) in [
            ("[0, 0, 0, 0, no JSON", "invalid value: more than 3, expected from 1 to 3 numbers"),
            ("[]", "invalid value: 0, expected from 1 to 3 numbers"),
            ("{}", "invalid type: map, expected a sequence"),
        ] {
            let mut json = serde_json::Deserializer::from_str(text);
            let read = json.deserialize_seq(Few { field: "numbers", most: 3 });
            assert_eq!(read.map(|_| ()).map_err(|error| unplaced(error.to_string())), Err(told.to_owned()));
        }
        let mut json = serde_json::Deserializer::from_str("[0, 0, 0]");
        assert_eq!(json.deserialize_seq(Few { field: "numbers", most: 3 }).unwrap().len(), 3);
    }
}
