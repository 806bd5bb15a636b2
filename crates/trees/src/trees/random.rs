//! Random uniform trees, the same for the same arguments everywhere.

use super::arguments::{Arguments, check_branching, expect, expect_integer, one_of};
use super::given::{MAX_DEPTH, MAX_LEAVES, UniformSize};
use crate::phrases;
use crate::value::{MAX_VALUE, Value};
use bestmove_core::game::{Invalid, phrases as core_phrases, quoted};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

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
    /// Each ply whose number, from 1, is a multiple of this is one of chance nodes, whose children
    /// are equally likely: with 2, one after each move. None if 0.
    pub chance: usize,
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
        UniformSize::new(self.branching, self.depth)
    }

    /// Whether it has chance nodes.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        (1..=self.depth).contains(&self.chance)
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
        let Self { branching, depth, quality, chance: chance_ply, .. } = *self;
        let chance = |part, value: f64| {
            expect(
                (0.0..=1.0).contains(&value),
                part,
                phrases::number_from_0_to_1(),
                core_phrases::verbatim(value.to_string()),
            )
        };
        check_branching(branching)?;
        expect(depth <= MAX_DEPTH, "depth", phrases::at_most_plies(MAX_DEPTH), core_phrases::number(depth))?;
        expect(
            self.leaf_count() <= MAX_LEAVES,
            "depth",
            phrases::at_most_leaves_of_power(MAX_LEAVES),
            phrases::power(branching, depth),
        )?;
        chance("quality", quality)?;
        expect(
            chance_ply <= MAX_DEPTH,
            "chance",
            phrases::at_most_plies(MAX_DEPTH),
            core_phrases::number(chance_ply),
        )?;
        let is_ordered = quality > 0.0 && chance_ply > 0;
        expect(
            !is_ordered,
            "quality",
            phrases::zero_with_chance(),
            core_phrases::verbatim(quality.to_string()),
        )?;
        let leaves = match self.leaves {
            Leaves::Integers { low, high } => expect_integer("low", low.into(), -MAX_VALUE, MAX_VALUE)
                .and_then(|()| expect_integer("high", high.into(), low, MAX_VALUE)),
            Leaves::Distinct => Ok(()),
            Leaves::Binary { one } => chance("one", one),
            Leaves::Growing { step } => {
                expect_integer("step", step.into(), 0, MAX_VALUE / MAX_DEPTH as Value)
            }
        };
        leaves.map_err(|invalid| invalid.within(phrases::argument("leaves")))
    }
}

/// From its arguments in any order, as `branching=3,depth=4,seed=7,leaves=binary,one=0.5,quality=0.9`. The seed is
/// 1, the leaves are distinct, the quality is 0 and there is no chance unless given.
impl FromStr for RandomTree {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let arguments = Arguments::parse(phrases::random_tree, text, &NAMES)?;
        let random = Self {
            branching: arguments.required("branching")?,
            depth: arguments.required("depth")?,
            seed: arguments.number("seed")?.unwrap_or(1),
            leaves: leaves(&arguments)?,
            quality: arguments.number("quality")?.unwrap_or(0.0),
            chance: arguments.number("chance")?.unwrap_or(0),
        };
        random.check()?;
        Ok(random)
    }
}

/// As [`FromStr`] reads it.
impl Display for RandomTree {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { branching, depth, seed, leaves, quality, chance } = self;
        write!(out, "branching={branching},depth={depth},seed={seed},leaves=")?;
        match leaves {
            Leaves::Distinct => out.write_str("distinct")?,
            Leaves::Integers { low, high } => write!(out, "integers,low={low},high={high}")?,
            Leaves::Binary { one } => write!(out, "binary,one={one}")?,
            Leaves::Growing { step } => write!(out, "growing,step={step}")?,
        }
        write!(out, ",quality={quality}")?;
        if *chance == 0 { Ok(()) } else { write!(out, ",chance={chance}") }
    }
}

/// The names of the arguments.
const NAMES: [&str; 10] =
    ["branching", "depth", "seed", "leaves", "low", "high", "one", "step", "quality", "chance"];

/// The distribution of the leaves, by its name and the arguments that it takes.
fn leaves(arguments: &Arguments<'_>) -> Result<Leaves, Invalid> {
    let value = |name: &str, default: Value| Ok::<_, Invalid>(arguments.number(name)?.unwrap_or(default));
    match arguments.find("leaves") {
        None | Some("distinct") => Ok(Leaves::Distinct),
        Some("integers") => Ok(Leaves::Integers { low: value("low", -9)?, high: value("high", 9)? }),
        Some("binary") => Ok(Leaves::Binary { one: arguments.number("one")?.unwrap_or(0.5) }),
        Some("growing") => Ok(Leaves::Growing { step: value("step", 9)? }),
        Some(other) => {
            let kinds = one_of(&["distinct", "integers", "binary", "growing"]);
            Err(Invalid::new(phrases::argument("leaves"), kinds, quoted(other)))
        }
    }
}
