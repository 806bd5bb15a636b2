//! What requests look like on the wire. A field that is `null` is a field that is absent.

use crate::engine::{Allowance, AnyGame, Choice, Fault, Job, Request, Wish};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use std::fmt;
use std::time::{Duration, Instant};

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
        let number = |whole: &Option<Whole>| whole.as_ref().map(|&Whole(number)| number);
        Request {
            game,
            position: self.position.as_deref(),
            moves: self.moves.as_deref().unwrap_or_default(),
            choice: Choice::default(),
            wish: Wish {
                time_ms: number(&self.time_ms),
                depth: number(&self.depth),
                nodes: number(&self.nodes),
                fresh: self.fresh.unwrap_or_default(),
            },
            arrival,
        }
    }
}

impl BestMoveBody {
    /// The time that it may take at most, if it is a request that can be.
    pub(super) fn time(&self, allowance: &Allowance) -> Duration {
        let asked = self.time_ms.map(|Whole(ms)| Duration::from_millis(ms));
        asked.unwrap_or(allowance.default_time).min(allowance.max_time)
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
