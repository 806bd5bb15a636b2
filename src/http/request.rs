//! What requests look like on the wire. A field that is `null` is a field that is absent.

use super::extract::cut;
use crate::engine::{AnyGame, Choice, EngineConfig, Fault, Job, Limit, Priority, Request, Wish};
use crate::game::Invalid;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::num::NonZeroUsize;
use std::time::Instant;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BestMoveBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
    time_ms: Option<Raw>,
    depth: Option<Raw>,
    nodes: Option<Raw>,
    fresh: Option<bool>,
}

impl BestMoveBody {
    /// The question as an analysis for which one line is enough.
    pub(super) fn analysis(self) -> AnalysisBody {
        let Self { position, moves, time_ms, depth, nodes, fresh } = self;
        AnalysisBody { position, moves, time_ms, depth, nodes, fresh, ..AnalysisBody::default() }
    }
}

/// A list of positions of any game, each read on its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BatchBody {
    pub(super) positions: Option<Raw>,
}

/// Where the path names no game, the body does.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysisBody {
    pub(super) game: Option<Raw>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    lines: Option<Raw>,
    only: Option<Vec<String>>,
    avoid: Option<Vec<String>>,
    time_ms: Option<Raw>,
    depth: Option<Raw>,
    nodes: Option<Raw>,
    fresh: Option<bool>,
}

impl AnalysisBody {
    /// The question as the engine takes it.
    pub(super) fn request(
        &self,
        game: &'static dyn AnyGame,
        priority: Priority,
        arrival: Instant,
        config: &EngineConfig,
    ) -> Result<Request<'_>, Fault> {
        let allowance = config.allowance_of(priority);
        let number = |limit, raw: &Option<Raw>| {
            let allowed = |raw: &Raw| {
                let number = raw.whole().filter(|&number| allowance.allows(limit, number));
                number.ok_or_else(|| allowance.refusal(limit, raw.shown()))
            };
            raw.as_ref().map(allowed).transpose()
        };
        Ok(Request {
            game,
            position: self.position.as_deref(),
            moves: self.moves.as_deref().unwrap_or_default(),
            priority,
            choice: Choice {
                lines: self.lines.as_ref().map_or(Ok(NonZeroUsize::MIN), lines)?,
                only: self.only.as_deref(),
                avoid: self.avoid.as_deref().unwrap_or_default(),
            },
            wish: Wish {
                time_ms: number(Limit::Time, &self.time_ms)?,
                depth: number(Limit::Depth, &self.depth)?,
                nodes: number(Limit::Nodes, &self.nodes)?,
                fresh: self.fresh.unwrap_or_default(),
            },
            arrival,
        })
    }
}

/// How many lines; more than there are moves are as many as there are.
fn lines(raw: &Raw) -> Result<NonZeroUsize, Fault> {
    let number = || NonZeroUsize::new(usize::try_from(raw.whole()?).unwrap_or(usize::MAX));
    let lines = if raw.word().as_deref() == Some("all") { Some(NonZeroUsize::MAX) } else { number() };
    lines.ok_or_else(|| {
        let invalid = Invalid::new("lines", "a whole number from 1, or \"all\"", raw.shown());
        Fault { field: "lines".to_owned(), invalid }
    })
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

/// JSON of any kind, as it came: what could have stood there is for others to tell.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Raw(Box<RawValue>);

impl Raw {
    pub(super) fn text(&self) -> &str {
        self.0.get()
    }

    /// As an answer repeats it.
    pub(super) fn shown(&self) -> String {
        cut(self.text().to_owned())
    }

    /// The text that it is.
    pub(super) fn word(&self) -> Option<String> {
        serde_json::from_str(self.text()).ok()
    }

    /// The whole number that it is, in any spelling that JSON has for it: `1000`, `1000.0`, `1e3`. One beyond
    /// all others is as good as the last of them.
    fn whole(&self) -> Option<u64> {
        let parsed = |number: f64| (number >= 0.0 && number.trunc() == number).then_some(number as u64);
        self.text().parse().ok().or_else(|| parsed(self.text().parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_known_in_any_spelling() {
        for (text, number) in [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("1000.0", Some(1000)),
            ("1e3", Some(1000)),
            ("-0.0", Some(0)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", Some(u64::MAX)),
            ("1e400", Some(u64::MAX)),
            ("-1", None),
            ("-1e400", None),
            ("0.5", None),
            ("\"1\"", None),
            ("\"inf\"", None),
            ("true", None),
            ("[1]", None),
        ] {
            assert_eq!(serde_json::from_str::<Raw>(text).unwrap().whole(), number, "{text}");
        }
    }
}
