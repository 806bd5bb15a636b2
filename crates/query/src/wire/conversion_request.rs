//! Conversions on the wire.

use super::bounded::Bounded;
use super::position::{MoveTexts, PositionText, Turn, position_of};
use super::raw_field::RawField;
use super::request::texts;
use super::truncated::truncated;
use crate::{AnyGame, FieldError, GameSource, PlacedPiece};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

/// More pieces than any board has cells.
const MAX_PIECES: usize = 64;
/// More fields than any piece has.
const MAX_FIELDS: usize = 16;
/// The most bytes of a body: some ten thousand games.
pub const ARCHIVE_LIMIT: usize = 4 << 20;

/// A game to convert: a text, or a position and moves, or pieces.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConversionBody {
    text: Option<String>,
    /// Whether one fault refuses all games.
    strict: Option<bool>,
    position: Option<PositionText>,
    moves: Option<MoveTexts>,
    pieces: Option<Bounded<PieceFields, MAX_PIECES>>,
    to_move: Option<Turn>,
}

/// What a body asks to convert.
pub enum Conversion<'a> {
    /// The games of the text.
    Games {
        /// Whether one fault refuses all.
        strict: bool,
    },
    /// A single game.
    Game(GameSource<'a>),
}

impl From<String> for ConversionBody {
    /// The games of a text.
    fn from(text: String) -> Self {
        Self { text: Some(text), ..Self::default() }
    }
}

impl ConversionBody {
    /// The conversion that is asked for.
    ///
    /// # Errors
    ///
    /// If the fields do not fit together.
    pub fn conversion(&self, game: &dyn AnyGame) -> Result<Conversion<'_>, FieldError> {
        let given = [
            ("pieces", self.pieces.is_some()),
            ("text", self.text.is_some()),
            ("position", self.position.is_some()),
            ("moves", self.moves.is_some()),
        ];
        let mut given = given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name);
        let (first, second) = (given.next(), given.next());
        match (first, second) {
            (Some(one @ ("text" | "pieces")), Some(other)) => {
                Err(FieldError::new(other, format!("no such field beside {one}"), other))
            }
            (Some("text"), None) if self.to_move.is_some() => {
                Err(FieldError::new("to_move", "no such field beside text", "to_move"))
            }
            (Some("text"), None) => Ok(Conversion::Games { strict: self.strict.unwrap_or_default() }),
            _ if self.strict.is_some() => {
                Err(FieldError::new("strict", "no such field without text", "strict"))
            }
            (Some("pieces"), None) => self.pieces().map(Conversion::Game),
            _ => {
                let position = position_of(game, self.position.as_ref(), self.to_move.as_ref())?;
                Ok(Conversion::Game(GameSource::Moves(position, texts(self.moves.as_ref()))))
            }
        }
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.text.unwrap_or_default()
    }

    fn pieces(&self) -> Result<GameSource<'_>, FieldError> {
        let pieces = self.pieces.iter().flat_map(|Bounded(pieces)| pieces).enumerate();
        let pieces = pieces.map(|(index, fields)| fields.parse(&format!("pieces[{index}]")));
        Ok(GameSource::Pieces(pieces.collect::<Result<_, _>>()?, self.to_move.as_ref().map(Turn::side)))
    }
}

/// The fields of a piece: its owner, its kind and the coordinates of its cell, as in the answer to `legal-moves`.
/// Each occurs once.
#[derive(Debug)]
struct PieceFields(BTreeMap<String, RawField>);

impl<'de> Deserialize<'de> for PieceFields {
    fn deserialize<D: Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
        object.deserialize_map(PieceVisitor)
    }
}

struct PieceVisitor;

impl<'de> Visitor<'de> for PieceVisitor {
    type Value = PieceFields;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<PieceFields, A::Error> {
        let mut piece = BTreeMap::new();
        while let Some((name, raw)) = fields.next_entry::<String, RawField>()? {
            if piece.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            if piece.len() == MAX_FIELDS {
                return Err(A::Error::invalid_length(MAX_FIELDS + 1, &"the fields of a piece"));
            }
            piece.insert(name, raw);
        }
        Ok(PieceFields(piece))
    }
}

impl PieceFields {
    /// The piece that a field describes.
    fn parse(&self, field: &str) -> Result<PlacedPiece, FieldError> {
        let error = |name: &str, expected, raw: Option<&RawField>| {
            let got = raw.map_or_else(|| "nothing".to_owned(), RawField::quoted);
            FieldError::new(truncated(format!("{field}.{name}")), expected, got)
        };
        let (mut owner, mut kind, mut coordinates) = (None, None, Vec::new());
        for (name, raw) in self.0.iter().filter(|(_, raw)| !raw.is_null()) {
            let text = || raw.string().ok_or_else(|| error(name, "a string", Some(raw)));
            match name.as_str() {
                "owner" => owner = Some(text()?),
                "kind" => kind = Some(text()?),
                _ => {
                    let number =
                        raw.whole_number().ok_or_else(|| error(name, "a whole number", Some(raw)))?;
                    coordinates.push((name.clone(), number));
                }
            }
        }
        let owner = owner.ok_or_else(|| error("owner", "a string", None))?;
        let kind = kind.ok_or_else(|| error("kind", "a string", None))?;
        Ok(PlacedPiece { coordinates, owner, kind })
    }
}
