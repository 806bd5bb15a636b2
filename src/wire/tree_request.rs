//! Requests of the laboratory on the wire.

use super::parse::read_field;
use super::raw_field::RawField;
use super::request::{MAX_SEED, limit};
use super::suggestion::nearest;
use crate::classic::{
    CATALOGUE, Choice, Leaves, MAX_VALUE, MINUS_INFINITY, Measurement, NAMED_TREES, Order, PLUS_INFINITY,
    Player, RandomTree, Search, Settings, Ties, TreeSource, Value, Window, is_name,
};
use crate::game::{Invalid, quoted};
use crate::query::{
    AnyGame, AnyTree, Detail, FieldError, LeafRule, LimitKind, LimitPolicy, NumberTree, TreeRequest,
    TreeSearch,
};
use serde::Deserialize;
use std::time::Duration;

/// The most searches of a request.
const MAX_SEARCHES: usize = 32;
/// The most children that count at a node of M & N minimaxing.
const MAX_CHOICES: u64 = 8;
/// The most trees of a measurement.
const MAX_TREES: u64 = 100_000;
/// The trees of a measurement that names no number.
const DEFAULT_TREES: u64 = 100;

/// A tree, or a position whose tree is meant, and the searches to run on it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeSearchBody {
    tree: Option<RawField>,
    random: Option<RawField>,
    trees: Option<RawField>,
    root: Option<RawField>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    depth: Option<RawField>,
    leaf: Option<RawField>,
    searches: Option<Vec<String>>,
    alpha: Option<RawField>,
    beta: Option<RawField>,
    ties: Option<RawField>,
    order: Option<RawField>,
    guess: Option<RawField>,
    margin: Option<RawField>,
    seed: Option<RawField>,
    choices: Option<RawField>,
    bonus: Option<RawField>,
    detail: Option<RawField>,
    step: Option<RawField>,
    time_ms: Option<RawField>,
}

/// The expectation of a refusal where a number is missing.
const NUMBER: &str = "a number";

/// The parameters of a random tree.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RandomTreeBody {
    branching: Option<RawField>,
    depth: Option<RawField>,
    seed: Option<RawField>,
    leaves: Option<RawField>,
    quality: Option<RawField>,
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

impl TreeSearchBody {
    /// The searches of a tree.
    pub(crate) fn of_tree(&self) -> Result<TreeSearch, FieldError> {
        self.refuse(&[
            ("trees", self.trees.is_some()),
            ("position", self.position.is_some()),
            ("moves", self.moves.is_some()),
            ("depth", self.depth.is_some()),
            ("leaf", self.leaf.is_some()),
        ])?;
        self.searches_of(Box::new(NumberTree::from(self.tree()?)))
    }

    /// The searches of the tree of a position.
    pub(crate) fn of_position(&self, game: &dyn AnyGame) -> Result<TreeSearch, FieldError> {
        self.refuse(&[
            ("tree", self.tree.is_some()),
            ("random", self.random.is_some()),
            ("trees", self.trees.is_some()),
            ("root", self.root.is_some()),
        ])?;
        let depth = number("depth", self.depth.as_ref(), 1, TreeRequest::MAX_DEPTH)?;
        let depth = depth.ok_or_else(|| FieldError::new("depth", "plies", "nothing".to_owned()))? as u8;
        let leaf = name("leaf", self.leaf.as_ref(), LeafRule::ALL)?.unwrap_or_default();
        let (position, moves) = (self.position.as_deref(), self.moves.as_deref().unwrap_or_default());
        self.searches_of(game.tree(TreeRequest { position, moves, depth, leaf })?)
    }

    /// The searches to measure on random trees.
    pub(crate) fn measurement(&self) -> Result<Measurement, FieldError> {
        self.refuse(&[
            ("tree", self.tree.is_some()),
            ("position", self.position.is_some()),
            ("moves", self.moves.is_some()),
            ("depth", self.depth.is_some()),
            ("leaf", self.leaf.is_some()),
            ("alpha", self.alpha.is_some()),
            ("beta", self.beta.is_some()),
            ("detail", self.detail.is_some()),
            ("step", self.step.is_some()),
        ])?;
        let random = self.random.as_ref();
        let first = random.ok_or_else(|| FieldError::new("random", "a random tree", "nothing".to_owned()))?;
        Ok(Measurement {
            first: RandomTreeBody::parse(first)?,
            trees: number("trees", self.trees.as_ref(), 1, MAX_TREES)?.unwrap_or(DEFAULT_TREES),
            root: name("root", self.root.as_ref(), Player::ALL)?.unwrap_or(Player::Max),
            searches: self.searches()?,
            settings: self.settings()?,
        })
    }

    /// The milliseconds that all searches together may take.
    pub(crate) fn time(&self, policy: &LimitPolicy) -> Result<Duration, FieldError> {
        let requested = limit(policy, LimitKind::Time, self.time_ms.as_ref())?;
        Ok(requested.map_or(policy.default_time, Duration::from_millis))
    }

    /// The given fields in a fixed order: equal for requests that ask the same in the same words.
    pub(crate) fn canonical_fields(&self) -> impl Iterator<Item = (&'static str, String)> {
        let list = |items: &Option<Vec<String>>| items.as_ref().map(|items| items.join(","));
        let text = |raw: &Option<RawField>| {
            let raw = raw.as_ref()?;
            Some(raw.string().unwrap_or_else(|| raw.text().to_owned()))
        };
        let fields = [
            ("tree", text(&self.tree)),
            ("root", text(&self.root)),
            ("position", self.position.clone()),
            ("moves", list(&self.moves)),
            ("depth", text(&self.depth)),
            ("leaf", text(&self.leaf)),
            ("searches", list(&self.searches)),
            ("alpha", text(&self.alpha)),
            ("beta", text(&self.beta)),
            ("ties", text(&self.ties)),
            ("order", text(&self.order)),
            ("guess", text(&self.guess)),
            ("margin", text(&self.margin)),
            ("seed", text(&self.seed)),
            ("choices", text(&self.choices)),
            ("bonus", text(&self.bonus)),
            ("detail", text(&self.detail)),
            ("step", text(&self.step)),
            ("time_ms", text(&self.time_ms)),
        ];
        fields.into_iter().filter_map(|(name, text)| Some((name, text?)))
    }

    fn refuse(&self, others: &[(&str, bool)]) -> Result<(), FieldError> {
        match others.iter().find(|(_, is_given)| *is_given) {
            Some((field, _)) => Err(FieldError::new(*field, "no such field here", *field)),
            None => Ok(()),
        }
    }

    fn searches_of(&self, tree: Box<dyn AnyTree>) -> Result<TreeSearch, FieldError> {
        Ok(TreeSearch {
            tree,
            searches: self.searches()?,
            settings: self.settings()?,
            detail: name("detail", self.detail.as_ref(), Detail::ALL)?,
            step: number("step", self.step.as_ref(), 0, u64::MAX)?.map(|step| step as usize),
        })
    }

    fn tree(&self) -> Result<TreeSource, FieldError> {
        let root = name("root", self.root.as_ref(), Player::ALL)?;
        match (&self.tree, &self.random) {
            (Some(text), None) => parse_tree(text, root),
            (None, Some(random)) => {
                Ok(TreeSource::Random(RandomTreeBody::parse(random)?, root.unwrap_or(Player::Max)))
            }
            (None, None) => Err(FieldError::new("tree", "a tree, or random", "nothing".to_owned())),
            (Some(_), Some(_)) => Err(FieldError::new("random", "either tree or random", "both".to_owned())),
        }
    }

    fn searches(&self) -> Result<Vec<Search>, FieldError> {
        let Some(names) = &self.searches else { return Ok(vec![Search::AlphaBeta]) };
        if !(1..=MAX_SEARCHES).contains(&names.len()) {
            let expected = format!("from 1 to {MAX_SEARCHES} searches");
            return Err(FieldError::new("searches", expected, names.len().to_string()));
        }
        let mut searches = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let field = format!("searches[{index}]");
            let search: Search = name.parse().map_err(|_| unknown_search(&field, name))?;
            if searches.contains(&search) {
                return Err(FieldError::new(&field, "each search once", format!("{name:?} again")));
            }
            searches.push(search);
        }
        Ok(searches)
    }

    fn settings(&self) -> Result<Settings, FieldError> {
        let window = Window {
            alpha: value("alpha", self.alpha.as_ref())?.unwrap_or(MINUS_INFINITY),
            beta: value("beta", self.beta.as_ref())?.unwrap_or(PLUS_INFINITY),
        };
        if window.alpha >= window.beta {
            return Err(FieldError::new("beta", "a number above alpha", window.beta.to_string()));
        }
        let default = Settings::default();
        let margin = number("margin", self.margin.as_ref(), 1, MAX_VALUE as u64)?;
        Ok(Settings {
            window,
            ties: name("ties", self.ties.as_ref(), Ties::ALL)?.unwrap_or_default(),
            order: name("order", self.order.as_ref(), Order::ALL)?.unwrap_or_default(),
            guess: self.guess()?,
            margin: margin.map_or(default.margin, |margin| margin as Value),
            seed: number("seed", self.seed.as_ref(), 0, MAX_SEED)?.unwrap_or(default.seed),
            choice: self.choice(default.choice)?,
        })
    }

    fn choice(&self, default: Choice) -> Result<Choice, FieldError> {
        let children = number("choices", self.choices.as_ref(), 1, MAX_CHOICES)?.map(|most| most as usize);
        let bonus = number("bonus", self.bonus.as_ref(), 0, MAX_VALUE as u64)?;
        Ok(Choice {
            max_children: children.unwrap_or(default.max_children),
            min_children: children.unwrap_or(default.min_children),
            bonus: bonus.map_or(default.bonus, |bonus| bonus as Value),
        })
    }

    fn guess(&self) -> Result<Option<Value>, FieldError> {
        let Some(raw) = &self.guess else { return Ok(None) };
        match raw.string().as_deref() {
            Some("inf") => Ok(Some(PLUS_INFINITY)),
            Some("-inf") => Ok(Some(MINUS_INFINITY)),
            _ => value("guess", Some(raw)).map_err(|mut error| {
                error.invalid.expected += ", inf or -inf";
                error
            }),
        }
    }
}

impl RandomTreeBody {
    fn parse(raw: &RawField) -> Result<RandomTree, FieldError> {
        let body: Self = read_field("random", raw)?;
        let whole = |name: &str, raw: Option<&RawField>| number(&format!("random.{name}"), raw, 0, MAX_SEED);
        let random = RandomTree {
            branching: required("random.branching", NUMBER, whole("branching", body.branching.as_ref())?)?
                as usize,
            depth: required("random.depth", NUMBER, whole("depth", body.depth.as_ref())?)? as usize,
            seed: whole("seed", body.seed.as_ref())?.unwrap_or(1),
            leaves: body.leaves.as_ref().map_or(Ok(Leaves::Distinct), LeavesBody::parse)?,
            quality: real("random.quality", body.quality.as_ref())?.unwrap_or_default(),
        };
        random.check().map_err(FieldError::within("random"))?;
        Ok(random)
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
            required(&field, NUMBER, value(&field, raw)?)
        };
        Ok(match kind {
            LeavesKind::Distinct => Leaves::Distinct,
            LeavesKind::Integers => Leaves::Integers {
                low: whole("low", body.low.as_ref())?,
                high: whole("high", body.high.as_ref())?,
            },
            LeavesKind::Binary => {
                let field = "random.leaves.one";
                Leaves::Binary { one: required(field, NUMBER, real(field, body.one.as_ref())?)? }
            }
            LeavesKind::Growing => Leaves::Growing { step: whole("step", body.step.as_ref())? },
        })
    }
}

fn required<T>(field: &str, expected: &str, value: Option<T>) -> Result<T, FieldError> {
    value.ok_or_else(|| FieldError::new(field, expected, "nothing"))
}

/// A tree by its name, as nested numbers or by the arguments of a random tree.
fn parse_tree(raw: &RawField, root: Option<Player>) -> Result<TreeSource, FieldError> {
    let text = raw.string();
    let text = text.as_deref().unwrap_or_else(|| raw.text());
    TreeSource::parse(text, root).map_err(|invalid| {
        let names = || NAMED_TREES.iter().map(|named| named.id);
        let meant = if is_name(text) { nearest(text, names()).map(str::to_owned) } else { None };
        FieldError::within("tree")(Invalid { meant, ..invalid })
    })
}

fn unknown_search(field: &str, id: &str) -> FieldError {
    let meant = nearest(id, CATALOGUE.iter().map(|entry| entry.id)).map(str::to_owned);
    let invalid = Invalid { meant, ..Invalid::new(field, "a search from /v1/searches", quoted(id)) };
    FieldError { field: field.to_owned(), invalid }
}

/// A whole number in a range.
fn number(field: &str, raw: Option<&RawField>, low: u64, high: u64) -> Result<Option<u64>, FieldError> {
    let parse = |raw: &RawField| {
        let number = raw.whole_number().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| {
            FieldError::new(field, format!("a whole number from {low} to {high}"), raw.quoted())
        })
    };
    raw.map(parse).transpose()
}

/// A value of a tree.
fn value(field: &str, raw: Option<&RawField>) -> Result<Option<Value>, FieldError> {
    let parse = |raw: &RawField| {
        let number = raw.text().parse().ok().filter(|number: &f64| number.trunc() == *number);
        let number =
            number.filter(|number| number.abs() <= f64::from(MAX_VALUE)).map(|number| number as Value);
        let expected = || format!("a whole number from -{MAX_VALUE} to {MAX_VALUE}");
        number.ok_or_else(|| FieldError::new(field, expected(), raw.quoted()))
    };
    raw.map(parse).transpose()
}

/// A number.
fn real(field: &str, raw: Option<&RawField>) -> Result<Option<f64>, FieldError> {
    let parse = |raw: &RawField| {
        raw.text().parse().map_err(|_| FieldError::new(field, "a number from 0 to 1", raw.quoted()))
    };
    raw.map(parse).transpose()
}

/// One of the values with a name.
fn name<T: Copy>(field: &str, raw: Option<&RawField>, all: &[(&str, T)]) -> Result<Option<T>, FieldError> {
    let parse = |raw: &RawField| {
        let given = raw.string();
        let found = all.iter().find(|(name, _)| Some(*name) == given.as_deref());
        found.map(|&(_, value)| value).ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
            FieldError::new(field, format!("one of {}", names.join(", ")), raw.quoted())
        })
    };
    raw.map(parse).transpose()
}
