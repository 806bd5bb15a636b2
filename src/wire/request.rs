//! Requests on the wire. A field that is `null` counts as absent.

use super::raw_field::RawField;
use super::truncated::truncated;
use crate::game::{Invalid, Level, quoted};
use crate::opponent::Opponent;
use crate::query::{
    AnyGame, AnyQuery, ConvertedGame, FieldError, GameSource, LimitKind, LimitPolicy, MoveSelection,
    PlacedPiece, Priority, Request, RequestedLimits,
};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Instant;

/// The largest request body, in bytes, except that of a batch.
pub(crate) const BODY_LIMIT: usize = 16 * 1024;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BestMoveBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
    nodes: Option<RawField>,
    fresh: Option<bool>,
    book: Option<bool>,
    level: Option<RawField>,
    seed: Option<RawField>,
}

impl BestMoveBody {
    /// The body as that of an analysis with one line, which the opening book may answer.
    pub(crate) fn analysis(self) -> AnalysisBody {
        let Self { position, moves, time_ms, depth, nodes, fresh, book, level, seed } = self;
        let (book, rest) = (book.unwrap_or(true), AnalysisBody::default());
        AnalysisBody { position, moves, time_ms, depth, nodes, fresh, book, level, seed, ..rest }
    }
}

/// A list of positions of any game, each parsed on its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchBody {
    pub(crate) positions: Option<RawField>,
}

/// The body names the game where the path does not.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisBody {
    pub(crate) game: Option<RawField>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    lines: Option<RawField>,
    only: Option<Vec<String>>,
    avoid: Option<Vec<String>>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
    nodes: Option<RawField>,
    fresh: Option<bool>,
    /// No field of a body: analyses are searches.
    #[serde(skip)]
    pub(crate) book: bool,
    level: Option<RawField>,
    seed: Option<RawField>,
}

impl AnalysisBody {
    /// The body as a request to the engine.
    pub(crate) fn request<'a>(
        &'a self,
        game: &'a dyn AnyGame,
        priority: Priority,
        arrival: Instant,
        limit_policy: &LimitPolicy,
    ) -> Result<Request<'a>, FieldError> {
        let number = |kind, raw: &Option<RawField>| limit(limit_policy, kind, raw.as_ref());
        Ok(Request {
            game,
            position: self.position.as_deref(),
            moves: self.moves.as_deref().unwrap_or_default(),
            priority,
            selection: MoveSelection {
                lines: self.lines.as_ref().map_or(Ok(NonZeroUsize::MIN), lines)?,
                only: self.only.as_deref(),
                avoid: self.avoid.as_deref().unwrap_or_default(),
                opponent: self.opponent()?,
                book: self.book,
            },
            requested: RequestedLimits {
                time_ms: number(LimitKind::Time, &self.time_ms)?,
                depth: number(LimitKind::Depth, &self.depth)?,
                nodes: number(LimitKind::Nodes, &self.nodes)?,
                fresh: self.fresh.unwrap_or_default(),
            },
            arrival,
        })
    }

    /// Whether equal requests may get different moves, as the service chooses the seed.
    pub(crate) const fn has_random_seed(&self) -> bool {
        self.level.is_some() && self.seed.is_none()
    }

    /// Who chooses the best move, if the request has a level.
    fn opponent(&self) -> Result<Option<Opponent>, FieldError> {
        let Some(level) = &self.level else { return self.without_level() };
        let number = level.whole_number().and_then(|number| Level::new(u8::try_from(number).ok()?));
        let level = number.ok_or_else(|| {
            let most = Level::FULL_STRENGTH.number();
            FieldError::new("level", format!("a whole number from 1 to {most}"), level.quoted())
        })?;
        self.refuse_beside_level()?;
        let seed = self.seed.as_ref().map_or_else(random_seed, |seed| {
            let number = seed.whole_number().filter(|&number| number <= MAX_SEED);
            let expected = || format!("a whole number from 0 to {MAX_SEED}");
            number.ok_or_else(|| FieldError::new("seed", expected(), seed.quoted()))
        })?;
        Ok(Some(Opponent { level, seed }))
    }

    fn without_level(&self) -> Result<Option<Opponent>, FieldError> {
        let error = |seed: &RawField| FieldError::new("seed", "a seed beside a level only", seed.quoted());
        self.seed.as_ref().map_or(Ok(None), |seed| Err(error(seed)))
    }

    /// Refuses fields that a level does not go with: it has a depth of its own, and chooses among all moves.
    fn refuse_beside_level(&self) -> Result<(), FieldError> {
        let list = |moves: &Option<Vec<String>>| moves.is_some();
        let given = [
            ("lines", self.lines.is_some()),
            ("only", list(&self.only)),
            ("avoid", list(&self.avoid)),
            ("depth", self.depth.is_some()),
            ("nodes", self.nodes.is_some()),
            ("fresh", self.fresh == Some(true)),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((field, _)) => Err(FieldError::new(field, "no such field beside a level", field.to_owned())),
            None => Ok(()),
        }
    }

    /// Refuses a level, where all moves are asked for.
    pub(crate) fn refuse_level(&self) -> Result<(), FieldError> {
        let refuse = |field: &str, raw: &RawField| {
            Err(FieldError::new(field, "a level with best-move or in a batch only", raw.quoted()))
        };
        match (&self.level, &self.seed) {
            (Some(level), _) => refuse("level", level),
            (None, Some(seed)) => refuse("seed", seed),
            (None, None) => Ok(()),
        }
    }
}

/// The largest seed: the largest whole number that every JSON reader keeps exact.
pub(super) const MAX_SEED: u64 = (1 << 53) - 1;

/// A seed for a request without one.
fn random_seed() -> Result<u64, FieldError> {
    let unavailable =
        |_| FieldError::new("seed", "a seed, as the system has no random numbers", "none".to_owned());
    Ok(getrandom::u64().map_err(unavailable)? & MAX_SEED)
}

/// A limit that the policy allows.
pub(super) fn limit(
    policy: &LimitPolicy,
    kind: LimitKind,
    raw: Option<&RawField>,
) -> Result<Option<u64>, FieldError> {
    let allowed = |raw: &RawField| {
        let number = raw.whole_number().filter(|&number| policy.allows(kind, number));
        number.ok_or_else(|| policy.limit_error(kind, raw.quoted()))
    };
    raw.map(allowed).transpose()
}

/// The number of lines; "all" is more than there are moves.
fn lines(raw: &RawField) -> Result<NonZeroUsize, FieldError> {
    let number = || NonZeroUsize::new(usize::try_from(raw.whole_number()?).unwrap_or(usize::MAX));
    let lines = if raw.string().as_deref() == Some("all") { Some(NonZeroUsize::MAX) } else { number() };
    lines.ok_or_else(|| FieldError::new("lines", "a whole number from 1, or \"all\"", raw.quoted()))
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalMovesBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
}

impl LegalMovesBody {
    pub(crate) fn query(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyQuery>, FieldError> {
        game.prepare(
            self.position.as_deref(),
            self.moves.as_deref().unwrap_or_default(),
            MoveSelection::default(),
        )
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConversionBody {
    text: Option<String>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    pieces: Option<Vec<PieceFields>>,
    to_move: Option<String>,
}

impl ConversionBody {
    pub(crate) fn source(&self) -> Result<GameSource<'_>, FieldError> {
        let Some(pieces) = &self.pieces else { return self.source_without_pieces() };
        let others = [
            ("text", self.text.is_some()),
            ("position", self.position.is_some()),
            ("moves", self.moves.is_some()),
        ];
        match others.into_iter().find(|(_, is_given)| *is_given) {
            None => {
                let piece =
                    |(index, fields): (usize, &PieceFields)| fields.parse(&format!("pieces[{index}]"));
                let pieces = pieces.iter().enumerate().map(piece).collect::<Result<_, _>>()?;
                Ok(GameSource::Pieces(pieces, self.to_move.as_deref()))
            }
            Some((other, _)) => Err(FieldError::new(other, "no such field beside pieces", other.to_owned())),
        }
    }

    fn source_without_pieces(&self) -> Result<GameSource<'_>, FieldError> {
        match &self.to_move {
            None => game_source(self.text.as_deref(), self.position.as_deref(), self.moves.as_deref()),
            Some(side) => Err(FieldError::new("to_move", "a side beside pieces only", quoted(side))),
        }
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

/// The game in a body: either `text`, or `position` and `moves`.
fn game_source<'a>(
    text: Option<&'a str>,
    position: Option<&'a str>,
    moves: Option<&'a [String]>,
) -> Result<GameSource<'a>, FieldError> {
    let Some(text) = text else {
        return Ok(GameSource::Moves(position, moves.unwrap_or_default()));
    };
    match position.map(|_| "position").or(moves.map(|_| "moves")) {
        None => Ok(GameSource::Text(text)),
        Some(other) => Err(FieldError::new(other, "either text, or position and moves", "both".to_owned())),
    }
}

/// A game to review. The body names the game where the path does not.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewBody {
    pub(crate) game: Option<RawField>,
    text: Option<String>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
}

impl ReviewBody {
    /// The most moves in a game.
    const MAX_MOVES: usize = 400;

    /// The game, parsed.
    pub(crate) fn record(&self, game: &dyn AnyGame) -> Result<ConvertedGame, FieldError> {
        let source = game_source(self.text.as_deref(), self.position.as_deref(), self.moves.as_deref())?;
        let source = if let GameSource::Text(text) = source { GameSource::FirstGame(text) } else { source };
        let field = if self.text.is_some() { "text" } else { "moves" };
        let check = |count: usize| {
            let expected = format!("from 1 to {} moves", Self::MAX_MOVES);
            let is_valid = (1..=Self::MAX_MOVES).contains(&count);
            is_valid.then_some(()).ok_or_else(|| FieldError::new(field, expected, count.to_string()))
        };
        if let GameSource::Moves(_, moves) = source {
            check(moves.len())?;
        }
        let record = game.convert(source)?.into_iter().next();
        let record = record.ok_or_else(|| FieldError::new(field, "a game", "none".to_owned()))?;
        check(record.moves.len())?;
        // The conversion lets a game go on after a draw by repetition or by the no-progress rule.
        match game.prepare(Some(&record.start), &record.moves, MoveSelection::default()) {
            Ok(_) => Ok(record),
            Err(error) if self.text.is_none() => Err(error),
            Err(FieldError { field: part, invalid }) => {
                Err(FieldError { field: field.to_owned(), invalid: Invalid { part, ..invalid } })
            }
        }
    }

    /// The limits of each search.
    pub(crate) fn limits(&self, policy: &LimitPolicy) -> Result<RequestedLimits, FieldError> {
        let default = policy.default_time.as_millis() as u64;
        Ok(RequestedLimits {
            time_ms: limit(policy, LimitKind::Time, self.time_ms.as_ref())?.or(Some(default)),
            depth: limit(policy, LimitKind::Depth, self.depth.as_ref())?,
            ..RequestedLimits::default()
        })
    }
}
