//! Random uniform trees, the same for the same arguments everywhere.

use super::given_tree::{Draft, MAX_DEPTH, MAX_LEAVES};
use super::{GivenTree, MAX_VALUE, Player, SplitMix64, Value};
use crate::game::{Invalid, quoted};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

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
    /// Generates the tree.
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the first argument that is out of range.
    pub fn generate(&self, root: Player) -> Result<GivenTree, Invalid> {
        self.check()?;
        let mut random = SplitMix64::new(self.seed);
        let mut tree = match self.leaves {
            Leaves::Integers { low, high } => {
                let width = u64::from(high.abs_diff(low)) + 1;
                self.filled(self.depth, &mut || low + random.below(width) as Value)
            }
            Leaves::Distinct => {
                let mut values: Vec<_> = (1..=self.leaf_count() as Value).collect();
                random.shuffle(&mut values);
                let mut values = values.into_iter();
                self.filled(self.depth, &mut || values.next().expect("there is a value for each leaf"))
            }
            Leaves::Binary { one } => self.filled(self.depth, &mut || (random.unit() < one).into()),
            Leaves::Growing { step } => self.grown(self.depth, 0, step, &mut random),
        };
        if self.quality > 0.0 {
            self.improve_order(&mut tree, root, &mut random);
        }
        Ok(GivenTree::from_draft(&tree, root))
    }

    /// A tree whose leaves are filled in from left to right.
    fn filled(&self, depth: usize, next_leaf: &mut dyn FnMut() -> Value) -> Draft {
        if depth == 0 {
            return Draft::leaf(next_leaf());
        }
        let children = (0..self.branching).map(|_| self.filled(depth - 1, next_leaf)).collect();
        Draft { value: 0, children }
    }

    /// A tree whose edges are drawn in preorder.
    fn grown(&self, depth: usize, value: Value, step: Value, random: &mut SplitMix64) -> Draft {
        let children = if depth == 0 { 0 } else { self.branching };
        let edges = 2 * step as u64 + 1;
        let grow = |_| {
            let edge = random.below(edges) as Value - step;
            self.grown(depth - 1, value + edge, step, random)
        };
        Draft { value, children: (0..children).map(grow).collect() }
    }

    /// Moves the first of the best children to the front, with a chance of `quality` at each inner node,
    /// in preorder of the tree as it becomes.
    fn improve_order(&self, node: &mut Draft, player: Player, random: &mut SplitMix64) {
        if node.children.is_empty() {
            return;
        }
        if random.unit() < self.quality {
            let values: Vec<_> = node.children.iter().map(|child| minimax(child, !player)).collect();
            let best = values.iter().copied().fold(player.worst(), |best, value| player.best(best, value));
            let first = values.iter().take_while(|&&value| value != best).count();
            node.children[..=first].rotate_right(1);
        }
        for child in &mut node.children {
            self.improve_order(child, !player, random);
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

fn minimax(node: &Draft, player: Player) -> Value {
    let values = node.children.iter().map(|child| minimax(child, !player));
    values.reduce(|best, value| player.best(best, value)).unwrap_or(node.value)
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
