//! The parameters of random and uniform trees on the wire.

use super::numbers::{name, number, real, value};
use super::parse::read_field;
use super::raw_field::RawField;
use super::request::MAX_SEED;
use crate::FieldError;
use bestmove_core::game::{Phrase, phrases as core_phrases};
use bestmove_trees::{Leaves, Player, RandomTree, UniformLeaves, UniformOrder, UniformTree, phrases};
use serde::Deserialize;

/// The parameters of a random tree.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RandomTreeBody {
    branching: Option<RawField>,
    depth: Option<RawField>,
    seed: Option<RawField>,
    leaves: Option<RawField>,
    quality: Option<RawField>,
    chance: Option<RawField>,
}

/// The parameters of a uniform tree.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UniformTreeBody {
    branching: Option<RawField>,
    depth: Option<RawField>,
    order: Option<RawField>,
    leaves: Option<RawField>,
    chance: Option<RawField>,
}

/// The distribution of the leaves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeavesBody {
    kind: Option<RawField>,
    low: Option<RawField>,
    high: Option<RawField>,
    one: Option<RawField>,
    step: Option<RawField>,
}

/// The kinds of [`Leaves`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeavesKind {
    Distinct,
    Integers,
    Binary,
    Growing,
}

impl LeavesKind {
    const ALL: &[(&str, Self)] = &[
        ("distinct", Self::Distinct),
        ("integers", Self::Integers),
        ("binary", Self::Binary),
        ("growing", Self::Growing),
    ];

    /// The fields beside the kind.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Distinct => &[],
            Self::Integers => &["low", "high"],
            Self::Binary => &["one"],
            Self::Growing => &["step"],
        }
    }
}

impl RandomTreeBody {
    pub(super) fn parse(raw: &RawField) -> Result<RandomTree, FieldError> {
        let body: Self = read_field("random", raw)?;
        let whole = |name: &str, raw: Option<&RawField>| number(&format!("random.{name}"), raw, 0, MAX_SEED);
        let random = RandomTree {
            branching: required(
                "random.branching",
                phrases::a_number(),
                whole("branching", body.branching.as_ref())?,
            )? as usize,
            depth: required("random.depth", phrases::a_number(), whole("depth", body.depth.as_ref())?)?
                as usize,
            seed: whole("seed", body.seed.as_ref())?.unwrap_or(1),
            leaves: body.leaves.as_ref().map_or(Ok(Leaves::Distinct), LeavesBody::parse)?,
            quality: real("random.quality", body.quality.as_ref())?.unwrap_or_default(),
            chance: whole("chance", body.chance.as_ref())?.unwrap_or_default() as usize,
        };
        random.check().map_err(FieldError::within("random"))?;
        Ok(random)
    }
}

impl UniformTreeBody {
    pub(super) fn parse(raw: &RawField) -> Result<UniformTree, FieldError> {
        let body: Self = read_field("uniform", raw)?;
        let whole = |name: &str, raw: Option<&RawField>| {
            let field = format!("uniform.{name}");
            Ok::<_, FieldError>(
                required(&field, phrases::a_number(), number(&field, raw, 0, MAX_SEED)?)? as usize
            )
        };
        let uniform = UniformTree {
            branching: whole("branching", body.branching.as_ref())?,
            depth: whole("depth", body.depth.as_ref())?,
            order: name("uniform.order", body.order.as_ref(), UniformOrder::ALL)?.unwrap_or_default(),
            leaves: name("uniform.leaves", body.leaves.as_ref(), UniformLeaves::ALL)?.unwrap_or_default(),
            root: Player::Max,
            chance: number("uniform.chance", body.chance.as_ref(), 0, MAX_SEED)?.unwrap_or_default() as usize,
        };
        uniform.check().map_err(FieldError::within("uniform"))?;
        Ok(uniform)
    }
}

impl LeavesBody {
    fn parse(raw: &RawField) -> Result<Leaves, FieldError> {
        let body: Self = read_field("random.leaves", raw)?;
        let kind = name("random.leaves.kind", body.kind.as_ref(), LeavesKind::ALL)?;
        let kind = required("random.leaves.kind", "a kind of leaves", kind)?;
        let given = [("low", &body.low), ("high", &body.high), ("one", &body.one), ("step", &body.step)];
        for (name, raw) in given {
            if let Some(raw) = raw.as_ref().filter(|_| !kind.fields().contains(&name)) {
                let field = format!("random.leaves.{name}");
                return Err(FieldError::new(field, "no such field with this kind", raw.quoted()));
            }
        }
        let whole = |name: &str, raw: Option<&RawField>| {
            let field = format!("random.leaves.{name}");
            required(&field, phrases::a_number(), value(&field, raw)?)
        };
        Ok(match kind {
            LeavesKind::Distinct => Leaves::Distinct,
            LeavesKind::Integers => Leaves::Integers {
                low: whole("low", body.low.as_ref())?,
                high: whole("high", body.high.as_ref())?,
            },
            LeavesKind::Binary => {
                let field = "random.leaves.one";
                Leaves::Binary { one: required(field, phrases::a_number(), real(field, body.one.as_ref())?)? }
            }
            LeavesKind::Growing => Leaves::Growing { step: whole("step", body.step.as_ref())? },
        })
    }
}

/// A field that may not be missing.
pub(super) fn required<T>(
    field: &str,
    expected: impl Into<Phrase>,
    value: Option<T>,
) -> Result<T, FieldError> {
    value.ok_or_else(|| FieldError::new(field, expected, core_phrases::nothing()))
}
