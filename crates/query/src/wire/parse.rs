//! JSON bodies of requests, and the problems of those that are invalid.

use super::problem::{Mismatch, Problem};
use super::raw_field::RawField;
use super::suggestion::{nearest, nearest_field};
use super::truncated::truncated;
use crate::{AnyGame, FieldError, Registry};
use bestmove_core::game::Invalid;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, Deserializer as _, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_path_to_error::{Deserializer, Track};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// The game with that name in a path.
pub fn find_game(games: &Registry, id: &str) -> Result<Arc<dyn AnyGame>, Problem> {
    let unknown = || Problem::unknown_game(no_game(games, format!("{id:?}")));
    let game = games.find(id).ok_or_else(|| unknown().suggesting(nearest(id, games.ids())))?;
    Ok(Arc::clone(game))
}

fn no_game(games: &Registry, got: String) -> Mismatch {
    let ids: Vec<_> = games.ids().collect();
    let expected = format!("one of {}", ids.join(", "));
    Mismatch { field: Some("game".to_owned()), expected, got: truncated(got) }
}

/// The game named in a body.
pub fn game_from_body(games: &Registry, name: Option<&RawField>) -> Result<Arc<dyn AnyGame>, Problem> {
    let id = name.and_then(RawField::string);
    if let Some(game) = id.as_deref().and_then(|id| games.find(id)) {
        return Ok(Arc::clone(game));
    }
    let got = name.map_or_else(|| "nothing".to_owned(), RawField::quoted);
    let meant = id.as_deref().and_then(|id| nearest(id, games.ids()));
    Err(Problem::invalid_field(no_game(games, got)).suggesting(meant))
}

/// Refuses the game in a body, where it is in the path.
pub fn refuse_game(game: Option<&RawField>) -> Result<(), Problem> {
    let Some(game) = game else { return Ok(()) };
    Err(Problem::invalid_field(Mismatch {
        field: Some("game".to_owned()),
        expected: "the game in the path alone".to_owned(),
        got: game.quoted(),
    }))
}

/// Parses the body. If that fails, a second pass decides whether the syntax is wrong (400) or the content
/// (422).
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
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

/// Parses a list of 1 to `most` items. Stops at the first item too many.
pub fn read_list(field: &str, list: &RawField, most: usize) -> Result<Vec<RawField>, Problem> {
    let items = serde_json::Deserializer::from_str(list.text()).deserialize_seq(BoundedList { field, most });
    items.map_err(|error| {
        Problem::invalid_field(mismatch_from_serde(field, &without_position(error.to_string())))
    })
}

/// Deserializes lists of bounded length.
struct BoundedList<'a> {
    field: &'a str,
    most: usize,
}

impl BoundedList<'_> {
    fn refuse<E: Error>(&self, got: &str) -> E {
        let expected = format!("from 1 to {} {}", self.most, self.field);
        E::invalid_value(Unexpected::Other(got), &expected.as_str())
    }
}

impl<'de> Visitor<'de> for BoundedList<'_> {
    type Value = Vec<RawField>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<RawField>, A::Error> {
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

/// Parses a field that is an object.
#[cfg_attr(not(feature = "trees"), expect(dead_code, reason = "only trees have such fields"))]
pub(crate) fn read_field<T: DeserializeOwned>(field: &str, raw: &RawField) -> Result<T, FieldError> {
    let mut track = Track::new();
    let json = &mut serde_json::Deserializer::from_str(raw.text());
    let object = Deserializer::new(json, &mut track).deserialize_map(Object(PhantomData));
    object.map_err(|error| {
        let message = without_position(error.to_string());
        let Mismatch { field: part, expected, got } =
            mismatch_from_serde(&track.path().to_string(), &message);
        let field = part.map_or_else(|| field.to_owned(), |part| truncated(format!("{field}.{part}")));
        let meant = nearest_field(&message).map(str::to_owned);
        FieldError { invalid: Invalid { meant, ..Invalid::new(&field, expected, got) }, field }
    })
}

/// Parses a `T` from valid JSON.
pub fn read_text<T: DeserializeOwned>(json: &str) -> Result<T, Problem> {
    read(&mut serde_json::Deserializer::from_str(json))
}

/// Deserializes a `T`.
pub fn read<'de, T: DeserializeOwned>(
    json: impl serde::Deserializer<'de, Error = serde_json::Error>,
) -> Result<T, Problem> {
    let mut track = Track::new();
    let object = Deserializer::new(json, &mut track).deserialize_map(Object(PhantomData));
    object.map_err(|error| {
        let message = without_position(error.to_string());
        Problem::invalid_field(mismatch_from_serde(&track.path().to_string(), &message))
            .suggesting(nearest_field(&message))
    })
}

/// What was expected in a field, and what came.
pub fn field_mismatch(field: &str, expected: &str, got: &str) -> Mismatch {
    Mismatch { field: Some(truncated(field.to_owned())), expected: expected.to_owned(), got: got.to_owned() }
}

/// The mismatch of a field that occurs twice.
pub fn duplicate_field(field: &str) -> Mismatch {
    field_mismatch(field, "the field only once", "the field twice")
}

/// Accepts only objects; a derived `Deserialize` would also accept an array of the fields' values.
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

/// Serde's message without line and column.
pub(super) fn without_position(mut message: String) -> String {
    if let Some(end) = message.rfind(" at line ") {
        message.truncate(end);
    }
    message
}

/// The mismatch that serde's message describes; `serde_json` keeps no other record of it.
fn mismatch_from_serde(path: &str, message: &str) -> Mismatch {
    let below = |field: &str| match (path, field.trim_matches('`')) {
        (".", field) => field.to_owned(),
        (path, field) => format!("{path}.{field}"),
    };
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return duplicate_field(&below(field));
    }
    if let Some(field) = message.strip_prefix("missing field ") {
        return field_mismatch(&below(field), "a value", "nothing");
    }
    if message.ends_with("hex escape") {
        return field_mismatch(path, "Unicode text", "an escape of half a surrogate pair");
    }
    let type_error = ["invalid type: ", "invalid value: ", "unknown field "]
        .iter()
        .find_map(|prefix| message.strip_prefix(prefix))
        .and_then(|error| error.rsplit_once(", expected "));
    let (got, expected) = type_error.unwrap_or((message, "a valid value"));
    Mismatch {
        field: (path != ".").then(|| truncated(path.to_owned())),
        expected: json_words(expected),
        got: truncated(json_words(got)),
    }
}

/// Serde's name of a value, in JSON's terms.
fn json_words(serde: &str) -> String {
    match serde {
        "map" => "an object".to_owned(),
        "sequence" | "a sequence" => "an array".to_owned(),
        other => other.replacen("floating point", "number", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_parsed_no_further_than_its_limit() {
        for (text, message) in [
            ("[0, 0, 0, 0, no JSON", "invalid value: more than 3, expected from 1 to 3 numbers"),
            ("[]", "invalid value: 0, expected from 1 to 3 numbers"),
            ("{}", "invalid type: map, expected a sequence"),
        ] {
            let mut json = serde_json::Deserializer::from_str(text);
            let read = json.deserialize_seq(BoundedList { field: "numbers", most: 3 });
            assert_eq!(
                read.map(|_| ()).map_err(|error| without_position(error.to_string())),
                Err(message.to_owned())
            );
        }
        let mut json = serde_json::Deserializer::from_str("[0, 0, 0]");
        assert_eq!(json.deserialize_seq(BoundedList { field: "numbers", most: 3 }).unwrap().len(), 3);
    }
}
