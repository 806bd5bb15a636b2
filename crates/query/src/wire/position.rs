//! Positions and moves in the forms in which frontends have them.

use super::bounded::Bounded;
use super::cells::{board_text, read_json};
use super::raw_field::RawField;
use crate::{AnyGame, FieldError};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::OnceLock;

/// More moves than any request may have.
const MAX_MOVES: usize = 4096;

/// A position.
#[derive(Clone, Debug)]
pub(crate) enum PositionText {
    /// Text in the game's notation.
    Text(String),
    /// The cells of a grid as an array, from the top left, flat or by rows; as text.
    Cells(Result<String, FieldError>),
}

impl PositionText {
    /// A position as text; it may be the JSON of an array.
    fn of(text: String) -> Self {
        match serde_json::from_str(&text) {
            Ok(cells) => Self::Cells(board_text(cells)),
            Err(_) => Self::Text(text),
        }
    }

    /// The position as text.
    pub(crate) fn text(&self) -> Result<&str, FieldError> {
        match self {
            Self::Text(text) | Self::Cells(Ok(text)) => Ok(text),
            Self::Cells(Err(error)) => Err(error.clone()),
        }
    }
}

impl<'de> Deserialize<'de> for PositionText {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let raw = RawField::deserialize(value)?;
        match raw.text().as_bytes().first() {
            Some(b'"') => read_json(&raw).map(Self::of),
            Some(b'[') => read_json(&raw).map(|cells| Self::Cells(board_text(cells))),
            _ => Err(D::Error::invalid_type(
                Unexpected::Other(&raw.quoted()),
                &"a string, or an array of cells or rows",
            )),
        }
    }
}

impl Serialize for PositionText {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.text().ok().serialize(out)
    }
}

/// The moves of a request, each a string or a whole number.
#[derive(Debug, Default, Serialize)]
pub(crate) struct MoveTexts(Vec<String>);

impl MoveTexts {
    /// The moves.
    pub(crate) fn texts(&self) -> &[String] {
        &self.0
    }
}

impl<'de> Deserialize<'de> for MoveTexts {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let Bounded(moves) = Bounded::<MoveText, MAX_MOVES>::deserialize(value)?;
        Ok(Self(moves.into_iter().map(|MoveText(text)| text).collect()))
    }
}

struct MoveText(String);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let raw = RawField::deserialize(value)?;
        match raw.whole_number() {
            Some(number) => Ok(Self(number.to_string())),
            None if raw.text().starts_with('"') => read_json(&raw).map(Self),
            None => {
                Err(D::Error::invalid_type(Unexpected::Other(&raw.quoted()), &"a string or a whole number"))
            }
        }
    }
}

/// The side to move in a position.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct Turn {
    side: String,
    /// The position with its side to move in its text.
    #[serde(skip)]
    position: OnceLock<String>,
}

impl Turn {
    /// The name of the side.
    pub(crate) fn side(&self) -> &str {
        &self.side
    }
}

/// The position of a request as text of the game that says whose turn it is; the start position if `None`.
pub(crate) fn position_of<'a>(
    game: &dyn AnyGame,
    position: Option<&'a PositionText>,
    to_move: Option<&'a Turn>,
) -> Result<Option<&'a str>, FieldError> {
    let info = game.info();
    if matches!(position, Some(PositionText::Cells(_))) && info.display.board.has_paths() {
        return Err(FieldError::new("position", format!("a string: {}", info.position_notation), "an array"));
    }
    let text = position.map(PositionText::text).transpose()?;
    let Some(turn) = to_move else { return Ok(text) };
    let canonical = game.position_to_move(text, &turn.side)?;
    Ok(Some(turn.position.get_or_init(|| canonical)))
}
