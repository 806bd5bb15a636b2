//! What requests look like on the wire. A field that is `null` is a field that is absent.

use crate::engine::{AnyGame, Choice, Fault, Job, Priority, Request, Wish};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde_json::Value;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Instant;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BestMoveBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
    time_ms: Option<Whole>,
    depth: Option<Whole>,
    nodes: Option<Whole>,
    fresh: Option<bool>,
}

impl BestMoveBody {
    pub(super) fn request(&self, game: &'static dyn AnyGame, arrival: Instant) -> Request<'_> {
        Request {
            game,
            position: self.position.as_deref(),
            moves: self.moves.as_deref().unwrap_or_default(),
            choice: Choice::default(),
            priority: Priority::Interactive,
            wish: wish(self.time_ms, self.depth, self.nodes, self.fresh),
            arrival,
        }
    }
}

/// Positions of any game, each read on its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BatchBody {
    pub(super) positions: Vec<Value>,
}

/// Flat, as `serde` cannot refuse unknown fields otherwise.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysisBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
    lines: Option<Lines>,
    only: Option<Vec<String>>,
    avoid: Option<Vec<String>>,
    time_ms: Option<Whole>,
    depth: Option<Whole>,
    nodes: Option<Whole>,
    fresh: Option<bool>,
}

impl AnalysisBody {
    pub(super) fn request(
        &self,
        game: &'static dyn AnyGame,
        priority: Priority,
        arrival: Instant,
    ) -> Request<'_> {
        Request {
            game,
            position: self.position.as_deref(),
            moves: self.moves.as_deref().unwrap_or_default(),
            priority,
            choice: Choice {
                lines: self.lines.map_or(NonZeroUsize::MIN, |Lines(lines)| lines),
                only: self.only.as_deref(),
                avoid: self.avoid.as_deref().unwrap_or_default(),
            },
            wish: wish(self.time_ms, self.depth, self.nodes, self.fresh),
            arrival,
        }
    }
}

fn wish(time_ms: Option<Whole>, depth: Option<Whole>, nodes: Option<Whole>, fresh: Option<bool>) -> Wish {
    let number = |Whole(number)| number;
    Wish {
        time_ms: time_ms.map(number),
        depth: depth.map(number),
        nodes: nodes.map(number),
        fresh: fresh.unwrap_or_default(),
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalMovesBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
}

impl LegalMovesBody {
    pub(super) fn job(&self, game: &'static dyn AnyGame) -> Result<Box<dyn Job>, Fault> {
        game.prepare(self.position.as_deref(), self.moves.as_deref().unwrap_or_default(), Choice::default())
    }
}

/// A whole number in any spelling that JSON has for it: `1000`, `1000.0`, `1e3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Whole(u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a whole number from 1")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
        Ok(Whole(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
        /// Up to here, floating point keeps whole numbers apart.
        const EXACT: f64 = (1_u64 << 53) as f64;
        if number.fract() == 0.0 && (0.0..=EXACT).contains(&number) {
            Ok(Whole(number as u64))
        } else {
            Err(E::invalid_value(Unexpected::Float(number), &self))
        }
    }
}

/// How many lines: a whole number from 1, or `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lines(NonZeroUsize);

impl<'de> Deserialize<'de> for Lines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LinesVisitor)
    }
}

struct LinesVisitor;

impl Visitor<'_> for LinesVisitor {
    type Value = Lines;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a whole number from 1, or \"all\"")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Lines, E> {
        let lines = NonZeroUsize::new(usize::try_from(number).unwrap_or(usize::MAX));
        lines.map(Lines).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Lines, E> {
        match WholeVisitor.visit_f64::<E>(number) {
            Ok(Whole(number)) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Float(number), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Lines, E> {
        match text {
            "all" => Ok(Lines(NonZeroUsize::MAX)),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}
