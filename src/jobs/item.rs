//! The lines of a job, as its chunks keep them.

use super::json_fields::JsonFields;
use bestmove_query::wire::json_text;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::io::{self, Read, Write};

/// A line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Item {
    /// The client's name for the line, any JSON, also `null`.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) custom_id: Option<Box<RawValue>>,
    /// What it asks.
    pub(super) content: Content,
}

/// What a line asks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Content {
    /// The body of a request, as sent.
    Body(String),
    /// What an earlier job was answered, as it is answered.
    Known(Box<RawValue>),
    /// The same as an earlier line, by its index.
    SameAs(u64),
    /// A game that can't be read, by the reason.
    Unreadable(String),
}

impl Item {
    /// The item of a line of JSON. One that is no object has no name, and its worker says what is wrong with it.
    pub(super) fn of_line(line: &str) -> Self {
        let Some(mut fields) = JsonFields::read(line) else {
            return Self { custom_id: None, content: Content::Body(line.to_owned()) };
        };
        Self { custom_id: fields.take("custom_id"), content: Content::Body(json_text(&fields)) }
    }

    /// The item of a request that is not sent as a line of JSON.
    pub(super) fn of_body(custom_id: &impl Serialize, body: &impl Serialize) -> Self {
        Self { custom_id: Some(raw(custom_id)), content: Content::Body(json_text(body)) }
    }

    /// The memory that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let custom_id = self.custom_id.as_ref().map_or(0, |id| id.get().len());
        size_of::<Self>()
            + custom_id
            + match &self.content {
                Content::Body(text) | Content::Unreadable(text) => text.len(),
                Content::Known(text) => text.get().len(),
                Content::SameAs(_) => 0,
            }
    }

    /// The item of a game that can't be read.
    pub(super) fn unreadable(custom_id: &impl Serialize, reason: &str) -> Self {
        Self { custom_id: Some(raw(custom_id)), content: Content::Unreadable(reason.to_owned()) }
    }
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("names are JSON")
}

/// A value that is there, even if it is `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::deserialize(deserializer).map(Some)
}

/// The memory of an encoder besides what it has written.
const ENCODER_BYTES: usize = 512 << 10;

/// Lines of JSON, compressed as a member of a gzip file: several of them, one after another, are a gzip file too.
pub(super) struct GzipLines(GzEncoder<Vec<u8>>);

impl Default for GzipLines {
    fn default() -> Self {
        Self(GzEncoder::new(Vec::new(), Compression::fast()))
    }
}

impl GzipLines {
    /// Adds a line. Returns its length.
    pub(super) fn add(&mut self, line: &impl Serialize) -> usize {
        let mut text = json_text(line);
        text.push('\n');
        self.0.write_all(text.as_bytes()).expect("memory takes all bytes");
        text.len()
    }

    /// The memory that they take, that of the encoder included.
    pub(super) fn bytes(&self) -> usize {
        ENCODER_BYTES + self.0.get_ref().capacity()
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0.finish().expect("memory takes all bytes")
    }
}

/// The lines of a compressed chunk.
fn unpack(chunk: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(chunk).read_to_string(&mut text)?;
    Ok(text)
}

/// The items of a chunk.
///
/// # Errors
///
/// If the bytes are not those of a chunk.
pub(super) fn read_items(input: &[u8]) -> io::Result<Vec<Item>> {
    unpack(input)?.lines().map(|line| serde_json::from_str(line).map_err(io::Error::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> (Option<String>, String) {
        let Item { custom_id, content } = Item::of_line(line);
        let Content::Body(body) = content else { panic!("{line} is a body") };
        (custom_id.map(|id| id.get().to_owned()), body)
    }

    #[test]
    fn the_name_of_a_line_is_taken_out_of_it() {
        for (line, name, body) in [
            (r#"{"custom_id": "a b", "position": "44"}"#, Some(r#""a b""#), r#"{"position":"44"}"#),
            (r#"{"position":"44","custom_id":7}"#, Some("7"), r#"{"position":"44"}"#),
            (r#"{"moves":["4"],"moves":["5"]}"#, None, r#"{"moves":["4"],"moves":["5"]}"#),
            (r#"{"custom_id":1,"custom_id":2}"#, Some("1"), r#"{"custom_id":2}"#),
            ("{}", None, "{}"),
            ("{\"position\":", None, "{\"position\":"),
            ("[4, 4]", None, "[4, 4]"),
        ] {
            assert_eq!(parts(line), (name.map(str::to_owned), body.to_owned()), "{line}");
        }
    }

    #[test]
    fn items_survive_their_chunk() {
        let mut lines = GzipLines::default();
        let items = [
            Item::of_line(r#"{"custom_id":{"a":1},"position":"4\n4"}"#),
            Item { custom_id: None, content: Content::SameAs(3) },
            Item::of_line(r#"{"custom_id":null,"position":"4"}"#),
        ];
        for item in &items {
            assert_eq!(lines.add(item), json_text(item).len() + 1);
        }
        let read = read_items(&lines.finish()).expect("the lines are those of a chunk");
        assert_eq!(format!("{read:?}"), format!("{items:?}"));
        assert!(read_items(b"no gzip").is_err());
    }
}
