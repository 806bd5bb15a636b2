//! Random uniform trees, the same for the same arguments everywhere.

use super::given::{MAX_DEPTH, MAX_LEAVES, UniformSize};
use crate::value::{MAX_VALUE, Value};
use bestmove_core::game::{Invalid, quoted};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

/// The most children of a node of a random tree: as many as two plies within [`MAX_LEAVES`] can have.
const MAX_BRANCHING: Value = 1_000;

/// The arguments of a random tree in which every inner node has the same number of children and every leaf
/// the same depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomTree {
    /// Children of a node.
    pub branching: usize,
    /// Plies from the root to the leaves.
    pub depth: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The distribution of the leaves.
    pub leaves: Leaves,
    /// The chance of each inner node that the first of its best children is moved to the front.
    pub quality: f64,
}

/// The distribution of leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaves {
    /// Independent and equally likely integers.
    Integers {
        /// The smallest.
        low: Value,
        /// The largest.
        high: Value,
    },
    /// 1, 2, … in random order.
    Distinct,
    /// 1 or 0.
    Binary {
        /// The chance of 1.
        one: f64,
    },
    /// Sums of the edges above, each an integer from −step to step. Inner nodes have such sums as static
    /// values, so these foretell the leaves.
    Growing {
        /// The largest value of an edge.
        step: Value,
    },
}

impl Display for Leaves {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integers { low, high } => write!(out, "integers from {low} to {high}"),
            Self::Distinct => write!(out, "distinct"),
            Self::Binary { one } => write!(out, "1 with the chance {one}"),
            Self::Growing { step } => write!(out, "growing by up to {step}"),
        }
    }
}

impl RandomTree {
    /// The number of nodes.
    ///
    /// # Panics
    ///
    /// If the arguments are out of range: see [`RandomTree::check`].
    #[must_use]
    pub fn size(&self) -> UniformSize {
        let inner = (0..self.depth).map(|ply| self.branching.pow(ply as u32)).sum();
        UniformSize { branching: self.branching, inner, leaves: self.leaf_count() }
    }

    /// The bytes of memory that the tree takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let size = self.size();
        let values = match self.leaves {
            _ if self.constant().is_some() => 0,
            Leaves::Growing { .. } => size.nodes(),
            Leaves::Integers { .. } | Leaves::Distinct | Leaves::Binary { .. } => size.leaves,
        };
        values * size_of::<Value>()
    }

    /// The bytes of memory that are taken besides while the tree is generated.
    #[must_use]
    pub fn bytes_of_generation(&self) -> usize {
        let is_improved = self.quality > 0.0 && self.constant().is_none();
        if is_improved { self.bytes() + self.size().inner * size_of::<Value>() } else { 0 }
    }

    /// A time in which no computer generates the tree.
    #[must_use]
    pub fn least_time_of_generation(&self) -> Duration {
        const STEPS_PER_MICROSECOND: usize = 1_000;
        let steps = (self.bytes() + self.bytes_of_generation()) / size_of::<Value>();
        Duration::from_micros((steps / STEPS_PER_MICROSECOND) as u64)
    }

    /// The value of all leaves, if it is known without random numbers.
    pub(super) fn constant(&self) -> Option<Value> {
        match self.leaves {
            Leaves::Integers { low, high } if low == high => Some(low),
            Leaves::Binary { one: 0.0 } | Leaves::Growing { step: 0 } => Some(0),
            Leaves::Binary { one: 1.0 } => Some(1),
            _ => None,
        }
    }

    fn leaf_count(&self) -> usize {
        self.branching.saturating_pow(self.depth as u32)
    }

    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the first that is out of range.
    pub fn check(&self) -> Result<(), Invalid> {
        let Self { branching, depth, quality, .. } = *self;
        let integer = |part, value: i64, low: Value, high: Value| {
            let is_within = (low.into()..=high.into()).contains(&value);
            expect(is_within, part, format!("an integer from {low} to {high}"), &value)
        };
        let chance = |part, value| {
            expect((0.0..=1.0).contains(&value), part, "a number from 0 to 1".to_owned(), &value)
        };
        integer("branching", branching.try_into().unwrap_or(i64::MAX), 1, MAX_BRANCHING)?;
        expect(depth <= MAX_DEPTH, "depth", format!("at most {MAX_DEPTH} plies"), &depth)?;
        expect(
            self.leaf_count() <= MAX_LEAVES,
            "depth",
            format!("at most {MAX_LEAVES} leaves, that is branching to the power of depth"),
            &format_args!("{branching} to the power of {depth}"),
        )?;
        chance("quality", quality)?;
        match self.leaves {
            Leaves::Integers { low, high } => {
                integer("leaves, low", low.into(), -MAX_VALUE, MAX_VALUE)?;
                integer("leaves, high", high.into(), low, MAX_VALUE)
            }
            Leaves::Distinct => Ok(()),
            Leaves::Binary { one } => chance("leaves, one", one),
            Leaves::Growing { step } => {
                integer("leaves, step", step.into(), 0, MAX_VALUE / MAX_DEPTH as Value)
            }
        }
    }
}

fn expect(holds: bool, part: &str, expected: String, got: &dyn Display) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid::new(part, expected, got.to_string())) }
}

/// From its arguments in any order, as `branching=3,depth=4,seed=7,leaves=binary,one=0.5,quality=0.9`. The seed is
/// 1, the leaves are distinct and the quality is 0 unless given.
impl FromStr for RandomTree {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let arguments = Arguments::parse(text)?;
        let required = |name: &str| {
            let got = || Invalid::new(name, "an integer", "nothing");
            arguments.number(name)?.ok_or_else(got)
        };
        let random = Self {
            branching: required("branching")?,
            depth: required("depth")?,
            seed: arguments.number("seed")?.unwrap_or(1),
            leaves: arguments.leaves()?,
            quality: arguments.number("quality")?.unwrap_or(0.0),
        };
        random.check()?;
        Ok(random)
    }
}

/// As [`FromStr`] reads it.
impl Display for RandomTree {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { branching, depth, seed, leaves, quality } = self;
        write!(out, "branching={branching},depth={depth},seed={seed},leaves=")?;
        match leaves {
            Leaves::Distinct => out.write_str("distinct")?,
            Leaves::Integers { low, high } => write!(out, "integers,low={low},high={high}")?,
            Leaves::Binary { one } => write!(out, "binary,one={one}")?,
            Leaves::Growing { step } => write!(out, "growing,step={step}")?,
        }
        write!(out, ",quality={quality}")
    }
}

/// Arguments by name.
struct Arguments<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Arguments<'a> {
    const NAMES: [&'static str; 9] =
        ["branching", "depth", "seed", "leaves", "low", "high", "one", "step", "quality"];

    fn parse(text: &'a str) -> Result<Self, Invalid> {
        let mut arguments = Self(Vec::new());
        for argument in text.split(',').map(str::trim) {
            let (name, value) = argument.split_once('=').ok_or_else(|| {
                Invalid::new("random tree", "name=value, separated by commas", quoted(argument))
            })?;
            if !Self::NAMES.contains(&name) {
                return Err(Invalid::new(
                    "random tree",
                    format!("one of {}", Self::NAMES.join(", ")),
                    quoted(name),
                ));
            }
            if arguments.find(name).is_some() {
                return Err(Invalid::new(name, "the argument only once", "it twice"));
            }
            arguments.0.push((name, value));
        }
        Ok(arguments)
    }

    fn find(&self, wanted: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value)
    }

    fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, Invalid> {
        let parse = |text: &str| text.parse().map_err(|_| Invalid::new(name, "a number", quoted(text)));
        self.find(name).map(parse).transpose()
    }

    fn leaves(&self) -> Result<Leaves, Invalid> {
        let value = |name: &str, default: Value| Ok::<_, Invalid>(self.number(name)?.unwrap_or(default));
        match self.find("leaves") {
            None | Some("distinct") => Ok(Leaves::Distinct),
            Some("integers") => Ok(Leaves::Integers { low: value("low", -9)?, high: value("high", 9)? }),
            Some("binary") => Ok(Leaves::Binary { one: self.number("one")?.unwrap_or(0.5) }),
            Some("growing") => Ok(Leaves::Growing { step: value("step", 9)? }),
            Some(other) => {
                Err(Invalid::new("leaves", "one of distinct, integers, binary, growing", quoted(other)))
            }
        }
    }
}
